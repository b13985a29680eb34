"""release, and what is free afterwards: discover and cross."""

import json

import numpy as np
import pandas as pd
import pytest

WORDS = "a=0|1,b=0|1,c=0|1"
SPEND = ("--epsilon", "1", "--delta", "1e-6")


@pytest.fixture
def people(tmp_path):
    codes = np.random.default_rng(0).integers(0, 2, (3_000, 3))
    codes[:, 1] = codes[:, 0]
    pd.DataFrame(codes, columns=list("abc")).to_csv(tmp_path / "people.csv", index=False)
    return tmp_path / "people.csv"


@pytest.fixture
def kept(run, people, tmp_path):
    path = tmp_path / "release.json"
    status, out, _ = run("release", people, "--categories", WORDS, *SPEND, "--out", path)
    assert status == 0
    assert "3,000 records of a, b, c: 3 noisy tables of two columns" in out
    assert "ε = 1, δ = 1e-06 (substitution)" in out
    return path


def test_a_release_is_asked_for_nothing(run, kept):
    told = {run("discover", kept) for _ in range(2)}
    ((status, out, _),) = told
    assert status == 0
    assert "a — b" in out
    assert "nothing more was spent" in out
    status, out, _ = run("cross", kept, "--x", "a", "--y", "c")
    assert status == 0
    assert out.splitlines()[0].split() == ["a", "0", "1", "(other)"]
    assert "each count carries noise of standard deviation" in out
    assert json.loads(kept.read_text())["spent"]["epsilon"] == 1


SAID_ALREADY = ["--epsilon", "--delta", "--categories", "--columns", "--seed", "--sep", "--total-epsilon"]


@pytest.mark.parametrize("word", SAID_ALREADY)
def test_a_release_needs_no_budget_and_no_declaration(refused, kept, word):
    assert f"{word} must be left out: a release says" in refused("discover", kept, word, "1")


def test_bad_input(refused, people, kept, tmp_path):
    said = ("release", people, *SPEND, "--out", tmp_path / "new.json")
    assert "--declare must name a file" in refused(*said)
    assert "--out must name a .json file" in refused(*said, "--categories", WORDS, "--out", "r.csv")
    assert "delta must lie strictly" in refused(*said, "--categories", WORDS, "--delta", "0")
    assert "--epsilon must say what may be spent" in refused("discover", people, "--categories", WORDS)
    assert "method must be once or once-further for a release" in refused(
        "discover", kept, "--method", "svt-pc"
    )
    assert "column 'z' must be one of the release's: a, b, c" in refused(
        "cross", kept, "--x", "a", "--y", "z"
    )
    assert not (tmp_path / "new.json").exists()
    assert "a cross table needs two different columns" in refused("cross", kept, "--x", "a", "--y", "a")


@pytest.mark.parametrize("command", ["release", "correlate", "direction"])
def test_a_release_is_no_table(refused, kept, tmp_path, command):
    own = {
        "release": ("--out", tmp_path / "new.json", "--delta", "1e-6", "--categories", WORDS),
        "correlate": ("--x", "a", "--y", "b"),
        "direction": ("--x", "a", "--y", "b", "--bounds", "a=0:1,b=0:1"),
    }
    said = refused(command, kept, "--epsilon", "1", *own[command])
    assert "a release is asked by `discover` and `cross`, for nothing" in said


def test_nothing_is_written_over_and_nothing_is_spent_on_it(run, refused, people, kept, tmp_path):
    """A release that was paid for, and the purse itself, were once written over by the next one."""
    purse, before = tmp_path / "purse.json", kept.read_bytes()
    payer = ("--budget", purse, "--total-epsilon", "3", "--total-delta", "1e-5")
    said = ("release", people, "--categories", WORDS, *SPEND, *payer)
    assert "--out must name a new file" in refused(*said, "--out", kept)
    assert "--budget must be a file of its own" in refused(*said, "--out", purse)
    assert kept.read_bytes() == before
    assert not purse.exists()
    assert run(*said, "--out", tmp_path / "second.json")[0] == 0
    assert "--out must name a new file" in refused(*said, "--out", purse)
    assert "ε = 1, δ = 1e-06 of ε = 3" in run("spent", purse)[1]


@pytest.mark.parametrize("command", [("discover",), ("cross", "--x", "a", "--y", "b")])
@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda text: text[: len(text) // 2], "is not JSON"),
        (lambda text: text.replace("3000", "3001"), "was changed after it was written"),
        (
            lambda text: text.replace("release 1", "release 2"),
            "this version reads 'privcausal release 1' alone",
        ),
        (lambda _: "a,b\n1,2\n", "is not JSON"),
        (lambda _: "{}", "must hold a release"),
    ],
)
def test_a_broken_release_is_one_sentence(refused, kept, command, spoil, words):
    kept.write_text(spoil(kept.read_text()))
    assert words in refused(command[0], kept, *command[1:])
