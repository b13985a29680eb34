"""What is printed of an estimate holds the exact interval."""

import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.data_check import Share
from privcausal.digits import outwards
from privcausal.pairs.private_direction import PrivateDirection
from privcausal.privacy.price import Price, Relation, Release
from privcausal.report.contents import contents
from privcausal.report.study import Study
from privcausal.two_columns import Correlation


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        ((2004.271, 2004.152, 2004.39), "2004.27, 95% interval 2004.15 to 2004.39"),  # was 2004 to 2004
        ((0.105, 0.09929, 0.1107), "0.1050, 95% interval 0.0992 to 0.1107"),
        ((0.5, 0.0, 1.0), "0.50, 95% interval 0.00 to 1.00"),
        ((-0.001, -0.3, 0.2), "0.00, 95% interval -0.30 to 0.20"),
        ((31234.2, 30734.0, 31734.6), "31234, 95% interval 30734 to 31735"),
        ((0.0, -1.7e308, 1.7e308), "0E+307, 95% interval -1.7E+308 to 1.7E+308"),
        ((5e-324, 0.0, 5e-324), "5.0E-324, 95% interval 0E-325 to 5.0E-324"),
        ((1.0, 1.0, 1.0), "1.0, 95% interval 1.0 to 1.0"),
        ((2.3, 0.71, float("inf")), "2.3, 95% interval 0.7 to inf"),
        ((float("inf"), 3.21, float("inf")), "inf, 95% interval 3.2 to inf"),
        ((1.0, 0.0, float("inf")), "1.0, 95% interval 0.0 to inf"),
        ((0.0, 0.0, 1.2e-9), "0.00000000000, 95% interval 0.00000000000 to 0.00000000120"),
    ],
)
def test_a_printed_mean_has_the_digits_of_its_interval(estimate, words):
    assert outwards(estimate) == words


def test_a_printed_interval_holds_the_exact_one():
    """Four significant digits made 2004 to 2004 of the mean of a year, which held the true mean in 1 of 60 tables."""
    rng = np.random.default_rng(0)
    middles = rng.normal(size=10_000) * 10.0 ** rng.integers(-4, 12, 10_000)
    for middle, half in zip(middles, 10.0 ** rng.uniform(-7, 12, 10_000), strict=True):
        low, high = float(middle - half), float(middle + half)
        words = outwards([float(middle), low, high])
        ends = [Fraction(end) for end in words.partition("interval ")[2].split(" to ")]
        assert ends[0] <= Fraction(str(low)) <= Fraction(str(high)) <= ends[1]
        assert ends[0] < ends[1] or low == high


def test_the_mean_of_a_year_is_printed_with_decimals():
    rng = np.random.default_rng(0)
    people = pd.DataFrame({"t": rng.integers(0, 2, 20_000), "year": rng.normal(2004.27, 6, 20_000)})
    declare = {"t": {"values": [0, 1], "missing": 0}, "year": {"range": [1980, 2025], "missing": 2004}}
    text = str(privcausal.effect(people, "t", "year", epsilon=1, declare=declare, randomised=True, seed=1))
    found = re.search(r"mean of year with t = 0: \S+, 95% interval (\S+) to (\S+); with 1", text)
    low, high = map(float, found.groups())
    assert low < 2004.27 < high < low + 0.5


def test_a_ratio_that_leaves_out_1_is_printed_so():
    """Where nearly all have the event, "1 to 1.01" was printed of an interval that leaves out 1."""
    assert outwards([1.0046, 1.0003, 1.0089], null=1.0) == "1.0046, 95% interval 1.0003 to 1.0089"
    assert outwards([1.05, 1.0003, 1.1], null=1.0) == "1.0500, 95% interval 1.0003 to 1.1000"
    assert outwards([-0.05, -0.1, -0.0003]) == "-0.0500, 95% interval -0.1000 to -0.0003"


def test_few_cells_of_many_are_not_printed_as_none():
    """80 of 200,000 ages were printed as 0.0% above the range (0.0% to 0.0%)."""
    share = Share("age", "above the range", 0.00041, 0.00036, 0.000461)
    assert str(share) == "age: 0.0410% above the range (0.0360% to 0.0461%)"


def test_small_scores_are_printed_with_the_digits_of_their_noise():
    """They were 0.0000 where the noise has a scale of 1e-5."""
    result = PrivateDirection(
        Release((1.23e-5, 0.1), Price(1.0, 0.0, Relation.SUBSTITUTION)), "x → y", 1e-5, "both"
    )
    assert "scores 0.000012 for x → y, 0.100000 for y → x, each with noise of scale 1e-05" in str(result)


def test_a_rank_correlation_has_the_same_digits_in_text_and_on_its_page():
    result = Correlation(
        "a", "b", "kendall", 0.31234, 1e-3, 0.30012, 0.32456, Price(1.0, 0.0, Relation.SUBSTITUTION)
    )
    assert "kendall of a and b: +0.312 (" in str(result)
    assert "95% interval +0.300 to +0.325" in str(result)
    page = contents(result, Study("Are a and b associated?", "data.csv", 400, {}))
    assert page.finding == "Kendall's τ +0.312, 95% interval +0.300 to +0.325"
