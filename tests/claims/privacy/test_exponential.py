"""Claims about choosing: where a theorem ends, and the laws of the exhibits are as booked."""

import math
from fractions import Fraction

import numpy as np
import pytest

from privcausal.claims.privacy import exponential as choosing
from privcausal.claims.privacy import exponential_accuracy as accuracy


def test_with_a_score_below_zero_the_theorem_on_accuracy_fails():
    t, best = Fraction(1, 20), Fraction(1, 40)
    assert best == t * Fraction(1, 2)  # so ln(OPT / (t μ)) is 0, which is less than εt
    fall = accuracy.shortfall_of_two({"part": 1.0 / math.exp(0.05), "gap": 1.0, "mass": 0.5}, 0.05, 1.0)
    assert fall == pytest.approx(1 / (1 + math.e))
    assert fall > 3 * t


def test_rates_of_the_exhibits_are_the_exact_laws(rng):
    for side, share in ((0, 1 / (1 + math.exp(2))), (1, 1 / (1 + math.exp(1)))):
        drawn = choosing.elect(side, 40_000, rng, 0.5, 1)
        assert np.mean(drawn == 1) == pytest.approx(share, abs=0.01)
