"""Marking a file of answers: right, wrong with a case, missing, endless or broken; each in a process of its own."""

import pytest

from privcausal.course.check import problems

RIGHT = "def laplace_noise(scale, size, rng):\n    return rng.laplace(0, scale, size)\n"


@pytest.fixture
def mark(run, tmp_path):
    def marking(text, *words):
        (tmp_path / "mine.py").write_text(text)
        return run("grade", tmp_path / "mine.py", *words)

    return marking


def test_a_right_answer_and_all_that_is_missing(mark):
    status, out, _ = mark(RIGHT)
    assert status == 0
    lines = out.splitlines()
    assert len(lines) == len(problems())
    assert lines[0].split(maxsplit=3)[2:] == ["laplace_noise", "right"]
    assert all(line.endswith("not written yet") for line in lines[1:])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "def laplace_noise(scale, size, rng):\n    return rng.normal(0, scale, size)\n",
            "not right yet: laplace_noise(1",
        ),
        (
            "def laplace_noise(scale, size, rng):\n    return 1 / 0\n",
            "not right yet: it stops with ZeroDivisionError",
        ),
        ("import os\ndef laplace_noise(scale, size, rng):\n    os._exit(0)\n", "it stops the whole program"),
        ("def laplace_noise(:\n", "the file stops with SyntaxError"),
    ],
)
def test_a_wrong_answer_is_told(mark, text, words):
    status, out, _ = mark(text, "laplace_noise")
    assert status == 1
    assert words in out


def test_an_endless_answer_is_stopped(mark):
    """It sleeps where others would compute, so that it leaves the processor to the tests beside it."""
    status, out, _ = mark(
        "import time\ndef laplace_noise(scale, size, rng):\n    while True: time.sleep(9)\n",
        "laplace_noise",
        "--limit",
        "3",
    )
    assert status == 1
    assert "too slow: more than 3 seconds" in out


def test_bad_input_is_named(mark, refused):
    assert "NAME must be one of laplace_noise" in mark(RIGHT, "sorting")[2]
    assert "FILE must be a Python file that exists" in refused("grade", "nowhere.py")
    assert "--limit must be positive" in mark(RIGHT, "--limit", "0")[2]
