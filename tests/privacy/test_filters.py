"""Filters: no sequence of requests overspends, and a refusal changes nothing."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.privacy import filters
from privcausal.privacy.accounting import zcdp_epsilon
from privcausal.privacy.gaussian import Gaussian, GaussianNoise, gaussian_delta
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.propose_test_release import StableRelease

SUBSTITUTION = Relation.SUBSTITUTION


def question(epsilon, relation=SUBSTITUTION):
    return Laplace(1.0, epsilon, relation)


@settings(max_examples=100)
@given(st.floats(0.1, 5), st.floats(1e-12, 0.1))
def test_the_concentrated_budget_is_worth_the_epsilon_it_was_made_for(epsilon, delta):
    budget_file = filters.ConcentratedFilter.for_epsilon(epsilon, delta, SUBSTITUTION)
    assert budget_file.epsilon(delta) == pytest.approx(epsilon)
    assert zcdp_epsilon(budget_file.budget, delta) <= epsilon * (1 + 1e-9)


def test_gaussian_and_laplace_share_one_concentrated_budget():
    budget_file, rng = filters.ConcentratedFilter(0.5, SUBSTITUTION), np.random.default_rng(0)
    gaussian = Gaussian(1.0, 1.0, 1e-6, SUBSTITUTION)
    budget_file.release(gaussian, 0.0, rng)
    budget_file.release(question(0.5), 0.0, rng)
    assert budget_file.spent == pytest.approx(gaussian.rho + 0.125)
    with pytest.raises(filters.BudgetExhausted, match=r"costs ρ = 0\.5"):
        budget_file.release(question(1.0), 0.0, rng)


def test_what_is_refused(rng):
    for wrong in (0, -1, math.nan, math.inf):
        with pytest.raises(ValueError, match="budget must be a positive finite number"):
            filters.Filter(wrong, SUBSTITUTION)
        with pytest.raises(ValueError, match="epsilon must be a positive finite number"):
            filters.ConcentratedFilter.for_epsilon(wrong, 1e-6, SUBSTITUTION)
    for wrong in (0, 1, math.nan):
        with pytest.raises(ValueError, match="delta must lie"):
            filters.ConcentratedFilter(1.0, SUBSTITUTION).epsilon(wrong)
    with pytest.raises(ValueError, match="mechanism must be private under"):
        filters.Filter(1.0, SUBSTITUTION).release(question(0.1, Relation.ADD_REMOVE), 0.0, rng)
    with pytest.raises(ValueError, match="use ConcentratedFilter"):
        filters.Filter(1.0, SUBSTITUTION).release(Gaussian(1.0, 0.1, 1e-6, SUBSTITUTION), 0.0, rng)
    with pytest.raises(ValueError, match="parts must be"):
        filters.Filter(1.0, SUBSTITUTION).equal_share(0)


def test_a_budget_of_the_wrong_kind_says_so():
    with pytest.raises(filters.BudgetExhausted, match=r"costs δ = 1e-06 but only δ = 0 is left"):
        filters.ApproximateFilter.within(Price.pure(1.0, SUBSTITUTION)).release(
            StableRelease(0.1, 1e-6, SUBSTITUTION), "A", 3, np.random.default_rng(0)
        )
    with pytest.raises(ValueError, match="delta must be 0 for a budget in ε"):
        filters.Filter.within(Price(1.0, 1e-6, SUBSTITUTION))
    with pytest.raises(ValueError, match="delta must lie strictly"):
        filters.ConcentratedFilter.within(Price.pure(1.0, SUBSTITUTION))
    for kind in (filters.ConcentratedFilter, filters.GaussianFilter):
        budget_file = kind.within(Price(1.0, 1e-6, SUBSTITUTION))
        with pytest.raises(ValueError, match="use ApproximateFilter"):
            budget_file.release(StableRelease(0.1, 1e-6, SUBSTITUTION), "A", 3, np.random.default_rng(0))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(0.5, 5.0), min_size=1, max_size=8), st.floats(0.1, 5), st.integers(3, 9))
def test_gaussian_looks_that_share_a_budget_cost_it_and_no_more(shares, epsilon, digits):
    """Converted once, from the sum of the squares, by a route of its own: the curve of one Gaussian."""
    delta = 10.0**-digits
    budget_file, rng = (
        filters.GaussianFilter.within(Price(epsilon, delta, SUBSTITUTION)),
        np.random.default_rng(0),
    )
    whole = math.sqrt(budget_file.budget) * (1 - 1e-12)
    parts = np.array(shares) / np.linalg.norm(shares) * whole
    for mu in parts.tolist():
        budget_file.release(GaussianNoise(2.0, 2.0 / mu, SUBSTITUTION), [0.0, 1.0], rng)
    together = math.sqrt(math.fsum((2.0 / (2.0 / mu)) ** 2 for mu in parts.tolist()))
    assert gaussian_delta(together, epsilon, 1.0) == pytest.approx(delta, rel=1e-6)
    assert gaussian_delta(together, epsilon, 1.0) <= delta
    assert budget_file.total_cost == Price(epsilon, delta, SUBSTITUTION)
    assert budget_file.epsilon(delta) == pytest.approx(epsilon)
    with pytest.raises(filters.BudgetExhausted, match="μ²"):
        budget_file.release(GaussianNoise(1.0, 2 / whole, SUBSTITUTION), 0.0, rng)


def test_a_pure_release_fits_a_gaussian_budget_at_its_own_price():
    budget_file = filters.GaussianFilter(1.0, SUBSTITUTION)
    budget_file.release(question(0.5), 0.0, np.random.default_rng(0))
    assert budget_file.spent == pytest.approx(Price.pure(0.5, SUBSTITUTION).mu ** 2)
    with pytest.raises(ValueError, match="has no bill"):
        _ = budget_file.total_cost
