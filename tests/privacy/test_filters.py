"""Filters: no sequence of requests overspends, and a refusal changes nothing."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.privacy.accounting import zcdp_epsilon
from privcausal.privacy.filters import BudgetExhausted, ConcentratedFilter, Filter, exactly
from privcausal.privacy.gaussian import Gaussian
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation

SUBSTITUTION = Relation.SUBSTITUTION


def question(epsilon, relation=SUBSTITUTION):
    return Laplace(1.0, epsilon, relation)


@settings(max_examples=200)
@given(st.floats(0.01, 5), st.lists(st.floats(0.001, 2), max_size=40))
def test_whatever_is_asked_the_budget_holds(budget, prices):
    purse, rng, through = Filter(budget, SUBSTITUTION), np.random.default_rng(0), []
    for price in prices:
        if exactly(purse.left) >= exactly(price):
            purse.release(question(price), 0.0, rng)
            through.append(price)
            continue
        before = (purse.left, purse.spent, list(purse.releases))
        with pytest.raises(BudgetExhausted) as refusal:
            purse.release(question(price), 0.0, rng)
        assert (purse.left, purse.spent, purse.releases) == before
        assert (refusal.value.asked, refusal.value.left) == (price, before[0])
    assert sum(map(exactly, through), Fraction(0)) <= exactly(budget)
    assert [release.epsilon for release in purse.releases] == through


def test_a_refusal_draws_nothing():
    purse, rng = Filter(1.0, SUBSTITUTION), np.random.default_rng(0)
    with pytest.raises(BudgetExhausted, match=r"costs ε = 1\.5 but only ε = 1 is left"):
        purse.release(question(1.5), 0.0, rng)
    assert rng.random() == np.random.default_rng(0).random()
    assert purse.left == 1.0


def test_ten_times_a_tenth_is_one_and_then_nothing_is_left():
    purse, rng = Filter(1.0, SUBSTITUTION), np.random.default_rng(0)
    for _ in range(10):
        purse.release(question(0.1), 0.0, rng)
    assert purse.left == 0.0
    assert purse.spent == 1.0
    with pytest.raises(BudgetExhausted, match="only ε = 0 is left"):
        purse.release(question(1e-300), 0.0, rng)


@given(st.floats(0.001, 10), st.integers(1, 200))
def test_equal_shares_always_fit(budget, parts):
    purse, rng = Filter(budget, SUBSTITUTION), np.random.default_rng(0)
    share = purse.share(parts)
    assert share == pytest.approx(budget / parts)
    for _ in range(parts):
        purse.release(question(share), 0.0, rng)


@settings(max_examples=100)
@given(st.floats(0.1, 5), st.floats(1e-12, 0.1))
def test_the_concentrated_budget_is_worth_the_epsilon_it_was_made_for(epsilon, delta):
    purse = ConcentratedFilter.for_epsilon(epsilon, delta, SUBSTITUTION)
    assert purse.epsilon(delta) == pytest.approx(epsilon)
    assert zcdp_epsilon(purse.budget, delta) <= epsilon * (1 + 1e-9)


def test_gaussian_and_laplace_share_one_concentrated_budget():
    purse, rng = ConcentratedFilter(0.5, SUBSTITUTION), np.random.default_rng(0)
    gaussian = Gaussian(1.0, 1.0, 1e-6, SUBSTITUTION)
    purse.release(gaussian, 0.0, rng)
    purse.release(question(0.5), 0.0, rng)
    assert purse.spent == pytest.approx(gaussian.rho + 0.125)
    with pytest.raises(BudgetExhausted, match=r"costs ρ = 0\.5"):
        purse.release(question(1.0), 0.0, rng)


def test_what_is_refused():
    rng = np.random.default_rng(0)
    for wrong in (0, -1, math.nan, math.inf):
        with pytest.raises(ValueError, match="budget must be a positive finite number"):
            Filter(wrong, SUBSTITUTION)
        with pytest.raises(ValueError, match="epsilon must be a positive finite number"):
            ConcentratedFilter.for_epsilon(wrong, 1e-6, SUBSTITUTION)
    for wrong in (0, 1, math.nan):
        with pytest.raises(ValueError, match="delta must lie"):
            ConcentratedFilter(1.0, SUBSTITUTION).epsilon(wrong)
    with pytest.raises(ValueError, match="mechanism must be private under"):
        Filter(1.0, SUBSTITUTION).release(question(0.1, Relation.ADD_REMOVE), 0.0, rng)
    with pytest.raises(ValueError, match="use ConcentratedFilter"):
        Filter(1.0, SUBSTITUTION).release(Gaussian(1.0, 0.1, 1e-6, SUBSTITUTION), 0.0, rng)
    with pytest.raises(ValueError, match="parts must be"):
        Filter(1.0, SUBSTITUTION).share(0)
