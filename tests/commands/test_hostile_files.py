"""Files in which one record may be anything: what a command says besides its answer is the same for all of them.

The first tests are the attacks that worked on plain readers; the last ones let Hypothesis write the records.
"""

import contextlib
import io
import re
import tempfile
import warnings
from pathlib import Path
from shlex import split

import numpy as np
import pytest
from hypothesis import strategies as st

from privcausal.__main__ import main
from privcausal.graphs.methods import METHODS

ROWS = 4_000
NUMBER = re.compile(r"[-+]\d\.\d+")


@pytest.fixture(scope="module")
def clinic():
    """Sleep has nothing to do with the dose, how they feel has."""
    rng = np.random.default_rng(0)
    sleep, dose = rng.uniform(0, 10, (2, ROWS))
    feeling = dose + rng.normal(size=ROWS)
    return [f"{a:.3f},{b:.3f},{c:.3f},fine" for a, b, c in zip(sleep, dose, feeling, strict=True)]


HOSTILE = {
    "a comma too many": lambda line: line + ",",
    "a quote in a column that is not used": lambda line: line.replace("fine", '"fine'),
    "carriage returns": lambda line: "\r".join([line] * 300),
    "a blank line": lambda line: "",
    "no number": lambda line: "HIV positive," + line,
    "not UTF-8": lambda line: line.replace("fine", "\udcff\udcfe\0"),
}


def written(folder, lines):
    (folder / "clinic.csv").write_bytes(
        "\n".join(["sleep,dose,feeling,note", *lines]).encode(errors="surrogateescape")
    )
    return folder / "clinic.csv"


@pytest.mark.parametrize("place", [0, ROWS // 2])
@pytest.mark.parametrize("what", HOSTILE)
def test_one_line_moves_a_correlation_by_its_share(run, clinic, tmp_path, what, place):
    """The noise is the same in both runs, so that the rest of the difference is the record's."""
    shown = []
    for lines in (clinic, [*clinic[:place], HOSTILE[what](clinic[place]), *clinic[place + 1 :]]):
        path = written(tmp_path, lines)
        status, out, err = run("correlate", path, *split("--x sleep --y dose --epsilon 1 --seed 1"))
        assert status == 0
        assert "HIV" not in out + err
        shown.append((float(NUMBER.search(out)[0]), err))
    (before, first), (after, second) = shown
    assert abs(after - before) <= 4 / ROWS + 1e-4
    assert first == second


@pytest.mark.parametrize("what", HOSTILE)
def test_one_line_adds_no_edge(run, clinic, tmp_path, what):
    options = split("--columns sleep,dose --method once-linear --epsilon 5 --delta 1e-6 --seed 1")
    outs = []
    for lines in (clinic, [HOSTILE[what](clinic[0]), *clinic[1:]]):
        outs.append(run("discover", written(tmp_path, lines), *options)[:2])
    assert outs[0] == outs[1]


# --- whatever Hypothesis writes -----------------------------------------------------------------------------------

PIECES = ["1", "2.5", "-3", "a", "b", "c", ",", ",,", '"', '""', "\r", "\0", "\udcff", "\u2028"]
PIECES += [
    "1e308",
    "-1e308",
    "nan",
    "inf",
    "1e999",
    "1_0",
    "0x1",
    " ",
    "",
    ";",
    "#",
    "9" * 400,
    "é",
    "5e-324",
]
TAME = st.tuples(*[st.sampled_from(["0.5", "-1", "2", "3.25", "0"])] * 3, *[st.sampled_from("abc")] * 3).map(
    ",".join
)
WILD = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
LINE = (
    TAME | WILD | st.tuples(TAME, st.integers(0, 20), WILD).map(lambda t: t[0][: t[1]] + t[2] + t[0][t[1] :])
)

NUMBERS = ("--columns", "x,y,z", "--declare", "numbers.toml", "--delta", "1e-6")
WORDS = ("--categories", "u=a|b,v=a|b|c,w=a|b", "--delta", "1e-6")
PAIR = ("--x", "x", "--y", "y")
RANGES = ("--bounds", "x=-5:5,y=-5:5")
COMMANDS = {
    "kendall": ("correlate", *PAIR, "--score", "kendall"),
    "spearman": ("correlate", *PAIR, "--score", "spearman"),
    "hsic": ("direction", *PAIR, *RANGES),
    "kendall of residuals": (
        *("direction", *PAIR, *RANGES, "--score", "kendall"),
        *("--protect", "test", "--allow-weak-guarantee"),
    ),
    "spearman by asking first": (
        *("direction", *PAIR, *RANGES, "--score", "spearman"),
        *("--protect", "train", "--delta", "1e-6", "--allow-weak-guarantee"),
    ),
    "iqr": ("direction", *PAIR, *RANGES, "--score", "iqr", "--delta", "1e-6"),
    **{
        name: ("discover", *WORDS, "--method", name)
        for name in ("once", "once-further", "once-sparing", "curate", "em-pc", "priv-pc", "svt-pc")
    },
    **{
        name: ("discover", *NUMBERS, "--method", name)
        for name in ("once-correlations", "once-linear", "noleaks", "curate-scores")
    },
    "once-mixed": ("discover", "--declare", "both.toml", "--delta", "1e-6", "--method", "once-mixed"),
}
TOML = "[columns]\n" + "\n".join(f"{name} = {{ range = [-5, 5] }}" for name in "xyz")
BOTH_TOML = TOML + '\nu = { values = ["a", "b"] }\nv = { values = ["a", "b", "c"] }'


def besides_the_answer(folder, lines, command):
    """Exit status, complaints and warnings of a command on these records."""
    text = "\n".join(["x,y,z,u,v,w", *lines]) + "\n"
    (folder / "data.csv").write_bytes(text.encode(errors="surrogateescape"))
    name, *rest = (str(folder / word) if word.endswith(".toml") else word for word in command)
    out, err = io.StringIO(), io.StringIO()
    with (
        warnings.catch_warnings(record=True) as results,
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        warnings.simplefilter("always")
        status = main([name, str(folder / "data.csv"), *rest, "--epsilon", "1", "--seed", "1"])
    return status, err.getvalue(), [str(warning.message) for warning in results]


@pytest.fixture(scope="module")
def folder():
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "numbers.toml").write_text(TOML)
        (Path(name) / "both.toml").write_text(BOTH_TOML)
        yield Path(name)


def test_no_private_method_is_left_out():
    assert {name for name, method in METHODS.items() if method.private} <= COMMANDS.keys()


def test_the_comparison_can_fail(folder, monkeypatch):
    """A reader that refuses a word among numbers, as an ordinary one does, is noticed."""
    from privcausal.table import dialect

    def strict(cell):
        return float(cell)

    monkeypatch.setattr(dialect, "number", strict)
    lines = ["1,2,3,a,b,a"] * 6
    others = ["HIV,2,3,a,b,a", *lines[1:]]
    first, second = (besides_the_answer(folder, records, COMMANDS["kendall"]) for records in (lines, others))
    assert first != second
    assert "HIV" in second[1]


# --- what cannot be written ----------------------------------------------------------------------------------------


def test_what_was_spent_is_told_when_writing_fails(run, clinic, tmp_path, monkeypatch):
    from privcausal.graphs.result import Discovery

    def full(self, path):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Discovery, "save", full)
    command = ("discover", written(tmp_path, clinic), "--columns", "sleep,dose", "--method", "once-linear")
    status, out, err = run(*command, "--epsilon", "1", "--delta", "1e-6", "--out", tmp_path / "graph.dot")
    assert status == 3
    assert "ε = 1, δ = 1e-06" in out
    assert re.fullmatch(
        r"privcausal: cannot write .*graph.dot: No space left on device; ε = 1, .* is spent\n", err
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_what_was_spent_is_told_when_the_answer_cannot_be_printed(clinic, tmp_path, capsys, monkeypatch):
    path = str(written(tmp_path, clinic))
    with open("/dev/full", "w") as full:
        monkeypatch.setattr("sys.stdout", full)
        status = main(["correlate", path, "--x", "sleep", "--y", "dose", "--epsilon", "1"])
        monkeypatch.undo()
        with contextlib.suppress(OSError):
            full.close()
    assert status == 3
    assert (
        capsys.readouterr().err
        == "privcausal: cannot write the answer: No space left on device; ε = 1 is spent\n"
    )


@pytest.mark.parametrize("command", ["direction", "discover"])
def test_a_place_that_cannot_be_written_is_refused_before_anything_is_read(refused, tmp_path, command):
    """The file does not even exist: the place is looked at first."""
    place = tmp_path / "none" / "a.svg"
    options = {
        "direction": ("--x", "a", "--y", "b", "--bounds", "a=0:1,b=0:1", "--plot", place),
        "discover": ("--columns", "a,b", "--method", "once-linear", "--delta", "1e-6", "--out", place),
    }
    assert "in an existing folder that you can write to" in refused(
        command, "none.csv", "--epsilon", "1", *options[command]
    )
