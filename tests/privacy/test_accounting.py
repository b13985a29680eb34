"""Composition: every rule against the exact answer and against a second derivation."""

import math
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import binom

from privcausal.privacy import accounting
from privcausal.privacy.accounting import (
    advanced_epsilon,
    compose,
    exact_epsilon,
    largest_rho,
    pure_renyi,
    simple_rho,
    zcdp_epsilon,
)
from privcausal.privacy.gaussian import Gaussian, gaussian_delta
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.outward_rounding import digits
from privcausal.privacy.price import Price, Relation, Release
from tests.refusals import positive, refusals


def pure(epsilon, count=1):
    return [Release(0.0, Price.pure(epsilon, Relation.SUBSTITUTION))] * count


def delta_of_responses(epsilon, rounds, total):
    """The hockey stick of `rounds` randomised responses, cell by cell."""
    likely = 1 / (1 + math.exp(-epsilon))
    ones = np.arange(rounds + 1)
    p, q = binom.pmf(ones, rounds, likely), binom.pmf(ones, rounds, 1 - likely)
    return float(np.maximum(p - math.exp(total) * q, 0).sum())


@settings(max_examples=100, deadline=None)
@given(st.floats(0.01, 2), st.integers(1, 200), st.floats(1e-9, 0.2))
def test_the_exact_price_is_the_root_of_the_hockey_stick(epsilon, rounds, delta):
    total = exact_epsilon(epsilon, rounds, delta)
    assert delta_of_responses(epsilon, rounds, total) <= delta * (1 + 1e-6)
    if total > 1e-6:
        assert delta_of_responses(epsilon, rounds, total * (1 - 1e-4)) > delta * (1 - 1e-9)


@settings(max_examples=100, deadline=None)
@given(st.floats(0.001, 3), st.integers(1, 500), st.floats(1e-12, 0.3))
def test_no_rule_undercuts_the_exact_one_and_none_is_missing(epsilon, rounds, delta):
    total = compose(pure(epsilon, rounds), delta)
    assert set(total.epsilons) == {"basic", "advanced", "zCDP", "Rényi", "exact"}
    assert min(total.epsilons.values()) >= total.epsilons["exact"] * (1 - 1e-9)
    assert total.epsilons["advanced"] <= total.epsilons["zCDP"] * (1 + 1e-12)
    assert total.epsilon == total.epsilons[total.tightest]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.floats(0.01, 1), min_size=1, max_size=30), st.floats(1e-9, 0.1))
def test_mixed_prices_compose_in_any_order(epsilons, delta):
    releases = [release for epsilon in epsilons for release in pure(epsilon)]
    forward, backward = (compose(some, delta).epsilons for some in (releases, releases[::-1]))
    assert forward == pytest.approx(backward)
    assert forward["basic"] == pytest.approx(sum(epsilons))


def test_few_large_releases_are_basic_and_many_small_ones_are_not():
    assert compose(pure(1.0, 2) + pure(0.9), 1e-6).epsilon == pytest.approx(2.9, rel=1e-4)
    assert compose(pure(1.0, 2) + pure(0.9), 1e-6).epsilons["advanced"] > 5
    assert compose(pure(0.01, 500) + pure(0.02, 500), 1e-6).tightest == "Rényi"
    assert compose(pure(0.05, 400), 1e-6).tightest == "exact"


def test_gaussians_compose_as_one_gaussian_would():
    mechanism = Gaussian(1.0, 0.2, 1e-8, Relation.SUBSTITUTION)
    releases = [mechanism.release(0.0, np.random.default_rng(k)) for k in range(50)]
    total = compose(releases, 1e-6)
    # Fifty values at distance 1 are one vector at distance √50.
    assert gaussian_delta(math.sqrt(50), total.epsilon, mechanism.scale) < 1e-6
    assert gaussian_delta(math.sqrt(50), 0.8 * total.epsilon, mechanism.scale) > 1e-6
    assert total.tightest == "Rényi"


def test_a_delta_of_its_own_is_added_or_leaves_no_rule():
    releases = [Release(0.0, Price(0.1, 1e-7, Relation.SUBSTITUTION))] * 5
    assert compose(releases, 1e-6).epsilons["basic"] == pytest.approx(0.5)
    assert compose(releases, 5e-7).epsilons == {"basic": pytest.approx(0.5)}
    with pytest.raises(ValueError, match="delta must be at least"):
        compose(releases, 4e-7)


def test_the_renyi_curve_is_that_of_randomised_response():
    p = 1 / (1 + math.exp(-0.7))
    direct = math.log(p**3 * (1 - p) ** -2 + (1 - p) ** 3 * p**-2) / 2
    assert pure_renyi(0.7)(3.0) == pytest.approx(direct)
    assert pure_renyi(0.7)(3.0) < 3 * 0.7**2 / 2


def test_no_laplace_exceeds_the_curve_of_randomised_response():
    for order in (1.5, 2.0, 8.0, 50.0):

        def integrand(z, order=order):
            return math.exp(-order * abs(z) - (1 - order) * abs(z - 1)) / 2

        pieces = ((-40.0, 0.0), (0.0, 1.0), (1.0, 41.0))
        moment = sum(quad(integrand, *piece)[0] for piece in pieces)
        assert math.log(moment) / (order - 1) < pure_renyi(1.0)(order)


def test_the_renyi_conversion_beats_the_plain_one():
    for rho in (0.01, 0.5, 5.0):
        assert accounting.renyi_epsilon(lambda order, rho=rho: order * rho, 1e-6) < zcdp_epsilon(rho, 1e-6)


def test_huge_bills_do_not_overflow():
    assert exact_epsilon(2.0, 5000, 1e-12) == pytest.approx(advanced_epsilon([2.0] * 5000, 1e-12), rel=0.1)
    assert exact_epsilon(50.0, 3, 1e-9) == pytest.approx(150, rel=1e-6)
    assert math.isfinite(pure_renyi(60.0)(100.0))


OTHER = Laplace(1.0, 1.0, Relation.ADD_REMOVE).release(0.0, np.random.default_rng(0))

test_what_cannot_be_composed_is_refused = refusals(
    compose,
    ("releases must not be empty", ([], 1e-6)),
    (
        "releases must share rows_per_person, got 1 and 3",
        ([*pure(1.0), Release(0.0, Price(1.0, 0.0, Relation.SUBSTITUTION, rows=3))], 1e-6),
    ),
    ("one relation of neighbours, got addition or removal, substitution", ([*pure(1.0), OTHER], 1e-6)),
    ("delta must lie strictly between 0 and 1", *((pure(1.0), delta) for delta in (0, 1, math.nan))),
)

test_what_has_no_exact_price_is_refused = refusals(
    lambda wrong: exact_epsilon(**{"rounds": 3, "delta": 1e-6} | wrong), *positive("epsilon")
)


@pytest.mark.parametrize("epsilon", [1e-3, 1e-12, 1e-40, 1e-120])
def test_the_simple_rho_of_a_small_budget_is_no_difference_of_nearly_equal_roots(epsilon):
    """At 1e-40 it was too large by 5e-9 of itself; at 1e-100 it was 0, and largest_rho stopped with a domain error."""
    with digits(400):
        tail = -Decimal(repr(1e-6)).ln()
        exact = ((Decimal(repr(epsilon)) + tail).sqrt() - tail.sqrt()) ** 2
    assert exact * (1 - Decimal("1e-14")) < Decimal(simple_rho(epsilon, 1e-6)) <= exact
    assert largest_rho(epsilon, 1e-6) > 0
    with pytest.raises(ValueError, match="epsilon must be larger"):
        largest_rho(1e-300, 1e-6)
