"""What is printed of an estimate holds the exact interval."""

import re
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.effects.digits import outwards
from privcausal.effects.estimates import EffectEstimate


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        ((2004.271, 2004.152, 2004.39), "2004.27, 95% interval 2004.15 to 2004.39"),  # was 2004 to 2004
        ((0.105, 0.09929, 0.1107), "0.1050, 95% interval 0.0992 to 0.1107"),
        ((0.5, 0.0, 1.0), "0.50, 95% interval 0.00 to 1.00"),
        ((-0.001, -0.3, 0.2), "0.00, 95% interval -0.30 to 0.20"),
        ((31234.2, 30734.0, 31734.6), "31234, 95% interval 30734 to 31735"),
        ((0.0, -1.7e308, 1.7e308), "0E+307, 95% interval -1.7E+308 to 1.7E+308"),
        ((5e-324, 0.0, 5e-324), "5e-324, 95% interval 0.0 to 5e-324"),
        ((1.0, 1.0, 1.0), "1.0, 95% interval 1.0 to 1.0"),
    ],
)
def test_a_printed_mean_has_the_digits_of_its_interval(estimate, words):
    assert outwards(EffectEstimate(*estimate)) == words


def test_a_printed_interval_holds_the_exact_one():
    """Four significant digits made 2004 to 2004 of the mean of a year, which held the true mean in 1 of 60 tables."""
    rng = np.random.default_rng(0)
    middles = rng.normal(size=10_000) * 10.0 ** rng.integers(-4, 12, 10_000)
    for middle, half in zip(middles, 10.0 ** rng.uniform(-7, 12, 10_000), strict=True):
        low, high = float(middle - half), float(middle + half)
        words = outwards(EffectEstimate(float(middle), low, high))
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
