"""direction: an answer with its price, pictures, or one sentence."""

import io
import sys

import numpy as np
import pytest

from privcausal.commands import direction as commands
from privcausal.pairs.anm import Split, regress_both_ways
from privcausal.pairs.ridge import Gaussian
from privcausal.pairs.training_sensitivity import hsic_scores
from privcausal.pairs.waves import PACE

DIRECTION = ["direction", "CSV", "--x", "dose", "--y", "feeling", "--epsilon", "1"]
RANGES = ["--bounds", "dose=0:50,feeling=0:2000"]


def test_direction_answers_and_draws(run, table, tmp_path):
    picture = tmp_path / "scores.svg"
    arguments = [table if a == "CSV" else a for a in DIRECTION] + [
        *RANGES,
        "--seed",
        "1",
        "--plot",
        str(picture),
    ]
    status, out, err = run(*arguments)
    assert status == 0
    assert "ε = 1, protects both" in out
    assert "demonstration" in err
    assert picture.read_text().count("<svg") == 1


def test_direction_by_the_iqr_score_and_pictures_for_the_owner(run, table, tmp_path):
    private = tmp_path / "mine.svg"
    arguments = [table if a == "CSV" else a for a in DIRECTION] + [
        *RANGES,
        "--score",
        "iqr",
        "--delta",
        "1e-6",
    ]
    status, out, err = run(*arguments, "--owner-plot", str(private))
    assert status == 0
    assert "no answer" in out
    assert "ε = 1, δ = 1e-06, protects both" in out
    assert "keep it to yourself" in err
    drawing = private.read_text()
    assert drawing.count("<svg") == 1
    assert "dose → feeling" in drawing


class Terminal(io.StringIO):
    """What is written to it stays in it."""

    def isatty(self):
        return True


@pytest.mark.parametrize(("patience", "bars"), [(0.0, 6), (60.0, 0)])
def test_long_sums_have_a_bar_and_short_ones_none(patience, bars, monkeypatch):
    """Two fits, their residuals, two scores: each goes once through the records."""
    monkeypatch.setattr(commands, "PATIENCE", patience)
    with commands.progress():
        monkeypatch.setattr("sys.stderr", Terminal())
        x, y = np.random.default_rng(0).uniform(-1, 1, (2, 400))
        parts = np.random.default_rng(1).permutation(400).reshape(2, 200)
        both = regress_both_ways(x, y, Split(*parts), penalty=0.05, kernel=Gaussian(0.5))
        hsic_scores(both, Gaussian(0.4))
        assert sys.stderr.getvalue().count("0/1") == bars
    assert PACE.get() is iter


def test_how_much_was_clipped_is_not_told(run, table):
    """It is a number about people, exact and without a price."""
    arguments = [table if a == "CSV" else a for a in DIRECTION]
    none, half = (
        run(*arguments, "--bounds", f"dose=0:{high},feeling=0:2500", "--seed", "1") for high in (50, 25)
    )
    assert none[0] == half[0] == 0
    assert none[2] == half[2]


def test_ranges_may_stand_in_a_file(run, table, tmp_path):
    (tmp_path / "clinic.toml").write_text(
        "[columns]\ndose = { range = [0, 50] }\nfeeling = { range = [0, 2000] }\n"
    )
    arguments = [*(table if a == "CSV" else a for a in DIRECTION), "--seed", "1"]
    first, second = run(*arguments, *RANGES), run(*arguments, "--declare", tmp_path / "clinic.toml")
    assert first == second


BAD = {
    "no range": (
        [*DIRECTION, "--bounds", "dose=0:50"],
        "column 'feeling' must be declared; declared are dose",
    ),
    "no ranges": (DIRECTION, "--bounds must give the ranges of both columns"),
    "a weak δ": (
        [*DIRECTION, *RANGES, "--score", "iqr", "--delta", "0.02"],
        "--delta must be far below 1/n, here 0.02, or one record may be published whole, got 0.02",
    ),
    "ranges twice": (
        [*DIRECTION, *RANGES, "--declare", "t.toml"],
        "--declare says already what the columns are",
    ),
    "range unread": (
        [*DIRECTION, "--bounds", "dose:0"],
        "--bounds must look like A=0:10,B=-1:1, each column once, got 'dose:0'",
    ),
    "range reversed": (
        [*DIRECTION, "--bounds", "dose=5:1,feeling=0:1"],
        "two finite numbers low:high, got 5:1",
    ),
    "no picture": ([*DIRECTION, *RANGES, "--plot", "scores.gif"], "--plot must name a .png or .svg file"),
    "no λ": ([*DIRECTION, *RANGES, "--penalty", "0"], "penalty must be a positive finite number, got 0.0"),
    "nobody protected": (
        [*DIRECTION, *RANGES, "--protect", "none"],
        "protect must be one of test, train, both",
    ),
    "rank scores for both": (
        [*DIRECTION, *RANGES, "--score", "kendall"],
        "protect='both' needs score='hsic' or 'iqr'",
    ),
    "iqr without δ": (
        [*DIRECTION, *RANGES, "--score", "iqr"],
        "delta must be positive: asking first can fail",
    ),
    "no owner's picture": (
        [*DIRECTION, *RANGES, "--owner-plot", "mine.pdf"],
        "--owner-plot must name a .png or .svg file",
    ),
    "needless proposal": ([*DIRECTION, *RANGES, "--proposal", "1"], "proposal is for score='iqr' alone"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_input(refused, table, what):
    arguments, words = BAD[what]
    assert words in refused(*(table if argument == "CSV" else argument for argument in arguments))
