"""two_columns: a question that cannot be answered is refused before anything is drawn."""

import math

import numpy as np
import pytest

from privcausal.pairs.correlation import SCORES
from privcausal.privacy.randomness import generator
from privcausal.table.declaration import Declaration, Number
from privcausal.table.records import Table
from privcausal.two_columns import Correlation, check_seen, correlation

RISING = np.arange(200.0)
BOTH = Table(Declaration({"a": Number(), "b": Number()}), {"a": RISING, "b": RISING})


class Untouched:
    """Noise that must not be asked for."""

    def __getattr__(self, name):
        raise AssertionError("noise was drawn")


def test_the_noise_is_told_and_paid():
    found = correlation(BOTH, "a", "b", score="kendall", epsilon=2.0, rng=generator(1))
    assert isinstance(found, Correlation)
    assert found.noise == SCORES["kendall"].sensitivity(200) / 2
    assert found.spent.epsilon == 2.0
    assert found.low < found.value < found.high + found.noise * 10


@pytest.mark.parametrize(
    ("y", "score", "epsilon", "words"),
    [
        ("a", "kendall", 1.0, "x and y must be two columns"),
        ("b", "kendall", 0.01, "hides even a perfect correlation of 200 records"),
        ("b", "r", 1.0, "score must be one of kendall, spearman, got 'r'"),
        ("b", "kendall", math.nan, "epsilon must be a positive"),
        ("b", "kendall", 0.0, "epsilon must be a positive"),
    ],
)
def test_what_cannot_be_answered_costs_nothing(y, score, epsilon, words):
    with pytest.raises(ValueError, match=words):
        correlation(BOTH, "a", y, score=score, epsilon=epsilon, rng=Untouched())


@pytest.mark.parametrize("score", SCORES)
def test_where_the_refusal_begins_a_perfect_correlation_is_told_in_four_of_five(score):
    """At the edge of what is answered, by simulation; and it is one edge, from which on all is answered."""
    from privcausal.pairs.interval import interval

    def answered(epsilon):
        try:
            return bool(check_seen(score, 50, epsilon))
        except ValueError:
            return False

    grid = np.geomspace(0.01, 10, 400)
    sees = [answered(epsilon) for epsilon in grid]
    assert sees == sorted(sees)
    edge = grid[sees.index(True)]
    noise = SCORES[score].sensitivity(50) / edge
    told = 1 + np.random.default_rng(1).laplace(scale=noise, size=2_000)
    share = np.mean([interval(value, score=score, records=50, noise=noise)[0] > 0 for value in told])
    assert 0.77 < share < 0.85
