"""Every command on two files that differ in one line, with the same noise: whatever else differs goes around the noise.

Exit status, messages, warnings, what is drawn and in which order, and the answer itself are the same; what goes into
the noise differs by at most what the noise was made for.
"""

import contextlib
import io
import tempfile
from pathlib import Path
from shlex import split as words_of

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.__main__ import main
from privcausal.graphs.methods import noleaks
from privcausal.pairs import correlation, rank
from privcausal.pairs.anm import split
from privcausal.privacy.draw_hooks import intercept_draws
from privcausal.privacy.randomness import generator
from privcausal.table import dialect, sources
from privcausal.table.records import Table
from privcausal.verify.replay import replay
from tests.commands.test_hostile_files import BOTH_TOML, COMMANDS, LINE, PAIR, RANGES, TOML, WORDS

HUGE_TOML = TOML.replace("[-5, 5]", "[-1.7e308, 1.7e308]")
"""A range that is as good as none."""

WIDE = ("--columns", "x,y,z", "--declare", "huge.toml", "--delta", "1e-6", "--method")
ALL = {
    **COMMANDS,
    **{
        f"{name}, any number": ("discover", *WIDE, name)
        for name in ("once-correlations", "once-linear", "once-mixed", "noleaks", "curate-scores")
    },
    "kendall as a report": ("correlate", *PAIR, "--json", "--report", "study.html"),
    "hsic as a picture": ("direction", *PAIR, *RANGES, "--plot", "scores.svg", "--report", "study.html"),
    "once as a graph": ("discover", *WORDS, *words_of("--method once --out graph.dot --report study.html")),
    "a release": ("release", *WORDS, "--out", "release.json"),
}
WRITTEN = (".json", ".html", ".svg", ".dot")
"""What a command writes is part of its answer."""


PARTS = {"spearman by asking first": "train", "kendall of residuals": "test"}
"""Protect the records of one part alone: the others have no guarantee, so a line of that part is changed."""

SPENT = ("--allow-weak-guarantee", "--epsilon", "500")
"""So much that few records are enough: otherwise some methods ask nothing, and nothing is compared."""


@pytest.fixture(scope="module")
def folder():
    with prepared() as place:
        yield place


@contextlib.contextmanager
def prepared():
    """A folder with the declarations, and a clock that stands still: pictures bear a date."""
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "0")
        (Path(name) / "numbers.toml").write_text(TOML)
        (Path(name) / "huge.toml").write_text(HUGE_TOML)
        (Path(name) / "both.toml").write_text(BOTH_TOML)
        yield Path(name)


def replayed(folder, what, pair):
    """One command on both files."""
    name, *rest = (str(folder / word) if word.endswith((".toml", *WRITTEN)) else word for word in ALL[what])
    places = [Path(word) for word in rest if word.endswith(WRITTEN)]

    def run(lines):
        plt.close("all")  # with the 21st picture of a process Matplotlib warns, whatever the data
        for place in places:
            place.unlink(missing_ok=True)
        text = "\n".join(["x,y,z,u,v,w", *lines]) + "\n"
        (folder / "data.csv").write_bytes(text.encode(errors="surrogateescape"))
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main([name, str(folder / "data.csv"), *rest, *SPENT, "--seed", "1"])
        files = [place.read_bytes() for place in places if place.exists()]
        return status, out.getvalue(), err.getvalue(), files

    return replay(run, pair, intercept_draws)


PLAIN = [f"{i % 7}.5,{i % 5}.25,{i % 5},a,b,a" for i in range(24)]
MANY = PLAIN * 20
"""With fewer records than that a table is refused, or nothing is asked: n is public, and a refusal costs nothing."""


def changed(what, records, place):
    """Which line: one of the last six, or one that was dealt to the part that is protected."""
    if what not in PARTS:
        return records - 1 - place % 6
    dealt = getattr(split(records, generator(1)), PARTS[what])
    return int(dealt[place % len(dealt)])


TABLES = (st.lists(LINE, min_size=6, max_size=24), st.integers(0, 23), LINE)
"""The last records, which of them is changed, and into what."""


def pair_of(what, lines, place, other):
    """Two files that differ in one line."""
    lines = MANY + lines
    where = changed(what, len(lines), place)
    return lines, [*lines[:where], other, *lines[where + 1 :]]


@pytest.mark.parametrize("what", ALL)
def test_nothing_goes_around_the_noise(what, folder):
    """9 pairs of files for most commands here; `make sweep` takes 500 for each."""
    examples = settings.default.max_examples
    if settings.default.derandomize:
        examples = -(-examples // (50 if "any number" in what else 12))

    @settings(max_examples=examples)
    @given(*TABLES)
    def check(lines, place, other):
        result = replayed(folder, what, pair_of(what, lines, place, other))
        assert result.differences == ()
        assert result.answers[0][0] == 0
        assert result.draws

    check()


# --- what was found in this way stays found ------------------------------------------------------------------------


def carelessly(path, declaration, seed=None):
    """As usual: the reader guesses, and refuses what it cannot make a number of, in its own words."""
    frame = pd.read_csv(path)
    return Table(declaration, {name: frame[name].to_numpy(dtype=float) for name in declaration.columns})


EXACT, PAIRED = rank.quadrupled_rank_product, correlation.checked_pair
LARGEST = EXACT(*np.array([line.split(",")[:2] for line in PLAIN], dtype=float).T)


def narrow(x, y):
    """A sum over ranks in whole numbers that are too short: those of 64 bits were, from 1.9 million records on."""
    return (EXACT(x, y) + LARGEST) % (1 << 14) - LARGEST


def unscaled(rows, weights, clip):
    """The gradient as it was: lengths are multiplied before anything is scaled."""
    rest = rows - rows @ weights
    norms = np.sqrt(np.einsum("ij,ij->i", rows, rows)) * np.sqrt(np.einsum("ij,ij->i", rest, rest))
    gradient = -(rows * (clip / np.maximum(norms, clip))[:, None]).T @ rest / len(rows)
    np.fill_diagonal(gradient, 0.0)
    return gradient


def squared(x, y):
    """Nothing comes of the squares, but NumPy warns of those that are too large."""
    np.square(x)
    return PAIRED(x, y)


def strictly(cell):
    """A number, or an error that quotes the cell."""
    return float(cell)


LEAKS = {
    "A1: a comma moves all columns": (sources, "read", carelessly, "kendall", PLAIN[0] + ",", "apart"),
    "A2: a sum that wraps around": (
        rank,
        "quadrupled_rank_product",
        narrow,
        "spearman",
        "9,-9,0,a,b,a",
        "apart",
    ),
    "A3: a record too large to be squared": (
        *(noleaks, "clipped_gradient", unscaled, "noleaks, any number"),
        *("1.7e308,1.7e308,1.7e308,a,b,a", "drawn on the first only"),
    ),
    "B1: a refusal that quotes a cell": (
        dialect,
        "number",
        strictly,
        "kendall",
        "HIV,1,1,a,b,a",
        "first only",
    ),
    "a warning about one record": (
        *(correlation, "checked_pair", squared, "kendall"),
        *("1e200,1,1,a,b,a", "answers differ"),
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_each_leak_is_found_when_it_is_put_back(leak, folder, monkeypatch):
    module, name, broken, what, line, words = LEAKS[leak]
    pair = (PLAIN, [line, *PLAIN[1:]])
    assert replayed(folder, what, pair).same
    monkeypatch.setattr(module, name, broken)
    assert words in " ".join(replayed(folder, what, pair).differences)
