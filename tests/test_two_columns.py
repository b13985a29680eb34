"""two_columns: a question that cannot be answered is refused before anything is drawn."""

import math

import numpy as np
import pytest

from privcausal.pairs.correlation import SCORES
from privcausal.privacy.randomness import generator
from privcausal.table.declaration import Declaration, Number
from privcausal.table.records import Table
from privcausal.two_columns import Correlation, check_detectable, correlation
from tests.refusals import refusals

RISING = np.arange(200.0)
BOTH = Table(Declaration({"a": Number(), "b": Number()}), {"a": RISING, "b": RISING})


class Untouched:
    """Noise that must not be asked for."""

    def __getattr__(self, name):
        raise AssertionError("noise was drawn")


def test_the_noise_is_told_and_paid():
    result = correlation(BOTH, "a", "b", score="kendall", epsilon=2.0, rng=generator(1))
    assert isinstance(result, Correlation)
    assert result.noise == SCORES["kendall"].sensitivity(200) / 2
    assert result.spent.epsilon == 2.0
    assert result.low < result.value < result.high + result.noise * 10


def test_what_was_not_declared_is_said_whatever_the_cells_hold():
    """Words on both sides, or numbers: what is said depends on the declaration, which is public."""
    for cells in (RISING, np.zeros(200)):
        table = Table(
            Declaration({"a": Number(), "b": Number(missing=3), "c": Number(0, 200)}),
            dict.fromkeys("abc", cells),
        )
        for y in "bc":
            result = correlation(table, "a", y, score="kendall", epsilon=2.0, rng=generator(1))
            assert (
                "nothing was declared of a: every cell that is not a number, a word for instance, counts as 0"
                in str(result)
            )
            assert result.to_dict()["undeclared"] == ["a"]
        assert "declared" not in str(
            correlation(table, "b", "c", score="kendall", epsilon=2.0, rng=generator(1))
        )


test_what_cannot_be_answered_costs_nothing = refusals(
    lambda y, score, epsilon: correlation(BOTH, "a", y, score=score, epsilon=epsilon, rng=Untouched()),
    ("x and y must be two columns", ("a", "kendall", 1.0)),
    ("hides even a perfect correlation of 200 records", ("b", "kendall", 0.01)),
    ("score must be one of kendall, spearman", ("b", "r", 1.0)),
    ("epsilon must be a positive", ("b", "kendall", math.nan), ("b", "kendall", 0.0)),
)


@pytest.mark.parametrize("score", SCORES)
def test_where_the_refusal_begins_a_perfect_correlation_is_told_in_four_of_five(score):
    """At the edge of what is answered, by simulation; and it is one edge, from which on all is answered."""
    from privcausal.pairs.interval import interval

    def answered(epsilon):
        try:
            return bool(check_detectable(score, 50, epsilon))
        except ValueError:
            return False

    grid = np.geomspace(0.01, 10, 400)
    sees = [answered(epsilon) for epsilon in grid]
    assert sees == sorted(sees)
    edge = grid[sees.index(True)]
    noise = SCORES[score].sensitivity(50) / edge
    noisy = 1 + np.random.default_rng(1).laplace(scale=noise, size=2_000)
    share = np.mean([interval(value, score=score, records=50, noise=noise)[0] > 0 for value in noisy])
    assert 0.77 < share < 0.85
