"""direction: an answer with its price, pictures, or one sentence."""

import io
import json
import sys

import numpy as np
import pytest

from privcausal.commands import direction as commands
from privcausal.pairs.anm import Split, regress_both_ways
from privcausal.pairs.fourier_kernel import PACE
from privcausal.pairs.ridge import GaussianKernel
from privcausal.pairs.training_sensitivity import hsic_scores

ASKED = ("--x", "dose", "--y", "feeling", "--epsilon", "1")
RANGES = ("--bounds", "dose=0:50,feeling=0:2000")


def test_direction_answers_and_draws(run, table, tmp_path):
    picture = tmp_path / "scores.svg"
    status, out, err = run("direction", table, *ASKED, *RANGES, "--seed", "1", "--plot", picture)
    assert status == 0
    assert "ε = 1, protects both" in out
    assert "demonstration" in err
    assert picture.read_text().count("<svg") == 1


def test_direction_by_the_iqr_score_and_pictures_for_the_owner(run, table, tmp_path):
    private = tmp_path / "mine.svg"
    options = (*ASKED, *RANGES, "--score", "iqr", "--delta", "1e-6")
    status, out, err = run("direction", table, *options, "--nonprivate-plot", private)
    assert status == 0
    assert "no answer" in out
    assert "ε = 1, δ = 1e-06, protects both" in out
    assert "do not share it" in err
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
        both = regress_both_ways(x, y, Split(*parts), penalty=0.05, kernel=GaussianKernel(0.5))
        hsic_scores(both, GaussianKernel(0.4))
        assert sys.stderr.getvalue().count("0/1") == bars
    assert PACE.get() is iter


def test_how_much_was_clipped_is_not_told(run, table):
    """It is a number about people, exact and without a price."""
    bounds = (f"dose=0:{high},feeling=0:2500" for high in (50, 25))
    none, half = (run("direction", table, *ASKED, "--bounds", bound, "--seed", "1") for bound in bounds)
    assert none[0] == half[0] == 0
    assert none[2] == half[2]


def test_ranges_may_stand_in_a_file(run, table, tmp_path):
    toml, asked = tmp_path / "clinic.toml", ("direction", table, *ASKED, "--seed", "1")
    toml.write_text("[columns]\ndose = { range = [0, 50] }\nfeeling = { range = [0, 2000] }\n")
    assert run(*asked, *RANGES) == run(*asked, "--declare", toml)


HALF = (*RANGES, "--score", "kendall", "--protect", "test")
INSISTED = (*HALF, "--allow-weak-guarantee")


def test_half_a_guarantee_is_refused_in_plain_words_before_anything_is_read(refused, table, tmp_path):
    """It was sold as ε = 1 without δ, and to a budget file too."""
    payer = ("--budget", tmp_path / "study.json", "--budget-epsilon", "3", "--budget-delta", "0.9")
    for arguments in (HALF, (*HALF, *payer)):
        text = refused("direction", table, *ASKED, *arguments)
        assert "protect='test' covers only one half of the people, chosen at random" in text
        assert "a δ of about 1/2" in text
        assert "--allow-weak-guarantee" in text
    assert not (tmp_path / "study.json").exists()


def test_half_a_guarantee_that_is_insisted_on_says_so_wherever_it_is_read(run, printed, table, tmp_path):
    page = tmp_path / "study.html"
    out = printed("direction", table, *ASKED, *INSISTED, "--report", page)
    assert "δ = 0.5, protects test)" in out
    assert "the guarantee covers only one half of the people, chosen at random" in out
    content = json.loads(run("direction", table, *ASKED, *INSISTED, "--json")[1])
    assert content["spent"]["delta"] == 0.5
    assert any("only one half of the people, chosen at random" in text for text in content["warnings"])
    text = page.read_text(encoding="utf-8")
    assert "The guarantee covers only one half of the people, chosen at random" in text
    assert "which has no bound" in text
    assert "apart from an additional probability of at most 50%" in text


def test_the_budget_file_books_the_delta_of_a_half(run, table, tmp_path):
    study = tmp_path / "study.json"
    payer = ("--budget", study, "--budget-epsilon", "3", "--budget-delta")
    status, _, err = run("direction", table, *ASKED, *INSISTED, *payer, "1e-6")
    assert (status, study.exists()) == (2, False)
    assert "δ" in err
    assert run("direction", table, *ASKED, *INSISTED, *payer, "0.9")[0] == 0
    (payment,) = json.loads(study.read_text())["payments"]
    assert (payment["epsilon"], payment["delta"]) == (1.0, 0.5)
    status, _, err = run("direction", table, *ASKED, *INSISTED, "--budget", study)
    assert status == 2, "there is δ for one half, and not for two"
    assert len(json.loads(study.read_text())["payments"]) == 1


BAD = {
    "--bounds dose=0:50": "column 2 of the 2 asked about must be declared",
    "": "--bounds or --declare FILE is required, with the ranges of both columns",
    "RANGES --score iqr --delta 0.02": (
        "--delta must be far below 1/n, here 0.02, or one record could be published whole, got 0.02"
    ),
    "RANGES --declare t.toml": "--declare says already what the columns are",
    "--bounds dose:0": "--bounds must look like A=0:10,B=-1:1, each column once, and part 1 does not",
    "--bounds dose=5:1,feeling=0:1": "must be finite numbers low:high, the lower one first, and those of part 1",
    "RANGES --plot scores.gif": "--plot must name a .png or .svg file",
    "RANGES --penalty 0": "penalty must be a positive finite number, got 0.0",
    "RANGES --protect none": "protect must be one of test, train, both",
    "RANGES --score kendall": "protect='both' needs score='hsic' or 'iqr'",
    "RANGES --score iqr": "delta must be positive: asking first can fail",
    "RANGES --nonprivate-plot mine.pdf": "--nonprivate-plot must name a .png or .svg file",
    "RANGES --cell-width 1": "proposal is for score='iqr' alone",
}


@pytest.mark.parametrize("options", BAD)
def test_bad_input(refused, table, options):
    words = options.replace("RANGES", " ".join(RANGES)).split()
    assert BAD[options] in refused("direction", table, *ASKED, *words)
