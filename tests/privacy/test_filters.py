"""Filters: no sequence of requests overspends, and a refusal changes nothing."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.privacy.accounting import zcdp_epsilon
from privcausal.privacy.filters import (
    ApproximateFilter,
    BudgetExhausted,
    ConcentratedFilter,
    Filter,
    GaussianFilter,
    exactly,
)
from privcausal.privacy.gaussian import Gaussian, GaussianNoise, gaussian_delta
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.propose_test_release import StableRelease

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


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.floats(0.01, 1), st.floats(1e-9, 1e-6)), max_size=30))
def test_both_numbers_of_an_approximate_budget_are_kept(asked):
    purse, rng = ApproximateFilter.within(Price(2.0, 4e-6, SUBSTITUTION)), np.random.default_rng(0)
    for epsilon, delta in asked:
        before = purse.bill
        try:
            purse.release(StableRelease(epsilon, delta, SUBSTITUTION), "A", 3, rng)
        except BudgetExhausted:
            assert purse.bill == before
    let_through = purse.releases
    assert sum(release.epsilon for release in let_through) == pytest.approx(purse.bill.epsilon)
    assert purse.bill.epsilon <= 2.0
    assert sum(release.delta for release in let_through) == pytest.approx(purse.bill.delta)
    assert purse.bill.delta <= 4e-6


def test_a_budget_of_the_wrong_kind_says_so():
    with pytest.raises(BudgetExhausted, match=r"costs δ = 1e-06 but only δ = 0 is left"):
        ApproximateFilter.within(Price.pure(1.0, SUBSTITUTION)).release(
            StableRelease(0.1, 1e-6, SUBSTITUTION), "A", 3, np.random.default_rng(0)
        )
    with pytest.raises(ValueError, match="delta must be 0 for a budget in ε"):
        Filter.within(Price(1.0, 1e-6, SUBSTITUTION))
    with pytest.raises(ValueError, match="delta must lie strictly"):
        ConcentratedFilter.within(Price.pure(1.0, SUBSTITUTION))
    for kind in (ConcentratedFilter, GaussianFilter):
        purse = kind.within(Price(1.0, 1e-6, SUBSTITUTION))
        with pytest.raises(ValueError, match="use ApproximateFilter"):
            purse.release(StableRelease(0.1, 1e-6, SUBSTITUTION), "A", 3, np.random.default_rng(0))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(0.5, 5.0), min_size=1, max_size=8), st.floats(0.1, 5), st.integers(3, 9))
def test_gaussian_looks_that_share_a_budget_cost_it_and_no_more(shares, epsilon, digits):
    """Converted once, from the sum of the squares, by a route of its own: the curve of one Gaussian."""
    delta = 10.0**-digits
    purse, rng = GaussianFilter.within(Price(epsilon, delta, SUBSTITUTION)), np.random.default_rng(0)
    whole = math.sqrt(purse.budget) * (1 - 1e-12)
    parts = np.array(shares) / np.linalg.norm(shares) * whole
    for mu in parts.tolist():
        purse.release(GaussianNoise(2.0, 2.0 / mu, SUBSTITUTION), [0.0, 1.0], rng)
    together = math.sqrt(math.fsum((2.0 / (2.0 / mu)) ** 2 for mu in parts.tolist()))
    assert gaussian_delta(together, epsilon, 1.0) == pytest.approx(delta, rel=1e-6)
    assert gaussian_delta(together, epsilon, 1.0) <= delta
    assert purse.bill == Price(epsilon, delta, SUBSTITUTION)
    assert purse.epsilon(delta) == pytest.approx(epsilon)
    with pytest.raises(BudgetExhausted, match="μ²"):
        purse.release(GaussianNoise(1.0, 2 / whole, SUBSTITUTION), 0.0, rng)


def test_a_pure_release_fits_a_gaussian_budget_at_its_own_price():
    purse = GaussianFilter(1.0, SUBSTITUTION)
    purse.release(question(0.5), 0.0, np.random.default_rng(0))
    assert purse.spent == pytest.approx(Price.pure(0.5, SUBSTITUTION).mu ** 2)
    with pytest.raises(ValueError, match="has no bill"):
        _ = purse.bill
