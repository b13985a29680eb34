"""Peeling: the same law as choosing one by one, groups that go together, and the price."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from privcausal.claims.graphs.constraint_based.policy_laws import peeling_law
from privcausal.privacy.filters import ConcentratedFilter, exactly
from privcausal.privacy.peeling import Peeling
from privcausal.privacy.price import Relation
from tests.refusals import refusals

SWAP = Relation.SUBSTITUTION


@pytest.mark.parametrize("groups", [None, np.array([0, 0, 1, 2])])
def test_noise_added_once_has_the_law_of_choices_one_by_one(groups):
    """A χ² test of 6,000 runs against the exact chance of every sequence, at level 0.001."""
    peeling = Peeling(1.0, 2.0, 2, SWAP, groups)
    scores, rng = [0.4, 1.0, -0.5, 0.2], np.random.default_rng(0)
    law = peeling_law(peeling, scores)
    assert sum(law.values()) == pytest.approx(1)
    runs = [peeling.release(scores, rng).value for _ in range(6_000)]
    counts = [runs.count(places) for places in law]
    assert sum(counts) == len(runs)
    assert stats.chisquare(counts, 6_000 * np.array(list(law.values()))).pvalue > 1e-3


def test_a_group_is_chosen_once():
    peeling = Peeling(1.0, 0.1, 3, SWAP, np.array([5, 5, 5, 7, 9]))
    for seed in range(50):
        places = peeling.release([9.0, 9.0, 9.0, 0.0, 0.0], np.random.default_rng(seed)).value
        assert sorted(place if place > 2 else 0 for place in places) == [0, 3, 4]


def test_much_money_takes_the_best_in_order():
    peeling = Peeling(1.0, 1e9, 3, SWAP)
    assert peeling.release([1.0, 4.0, 2.0, 3.0], np.random.default_rng(0)).value == (1, 3, 2)
    assert Peeling(1.0, 1.0, 0, SWAP).release([1.0], np.random.default_rng(0)).value == ()


def test_a_filter_takes_the_smaller_price():
    """K choices at ε cost kε²/8, not (kε)²/2."""
    budget_file = ConcentratedFilter(1.0, SWAP)
    budget_file.release(Peeling(1.0, 0.5, 4, SWAP), [0.0] * 9, np.random.default_rng(0))
    assert budget_file.spent == pytest.approx(4 * 0.25 / 8)


test_bad_input_is_named = refusals(
    lambda arguments, scores: Peeling(*arguments).release(scores, np.random.default_rng(0)),
    ("sensitivity must be", ((0.0, 1.0, 1, SWAP), [0.0])),
    ("epsilon must be", ((1.0, -1.0, 1, SWAP), [0.0])),
    ("count must be", ((1.0, 1.0, -1, SWAP), [0.0])),
    ("scores must be", ((1.0, 1.0, 1, SWAP), [0.0, -np.inf])),
    ("groups must name", ((1.0, 1.0, 3, SWAP), [0.0, 1.0]), ((1.0, 1.0, 1, SWAP, np.array([0])), [0.0, 1.0])),
)


@given(st.floats(1e-6, 5), st.integers(1, 40))
def test_its_price_is_rounded_up(each, count):
    peeling = Peeling(1.0, each, count, SWAP)
    assert Fraction(peeling.rho) >= count * Fraction(each) ** 2 / 8
    assert exactly(peeling.epsilon) >= count * exactly(each)
