"""direction: an answer with its price, pictures, or one sentence."""

import pytest

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
    assert "clipped" in err
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


BAD = {
    "no range": ([*DIRECTION, "--bounds", "dose=0:50"], "--bounds must declare a range for 'feeling'"),
    "range unread": (
        [*DIRECTION, "--bounds", "dose:0"],
        "--bounds must look like A=0:10,B=-1:1, got 'dose:0'",
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
