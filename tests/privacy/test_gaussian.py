"""Gaussian noise: the exact criterion by three routes, the calibration to its last digits, and what is refused."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.integrate import quad

from privcausal.privacy.gaussian import Gaussian, classical_scale, gaussian_delta, gaussian_scale
from privcausal.privacy.price import Relation
from tests.refusals import positive, refusals

UNIT = "delta must lie strictly between 0 and 1"
BAD_DELTAS = [{"delta": wrong} for wrong in (0, 1, 2, -0.1, math.nan, math.inf)]
GOOD = {"sensitivity": 1.0, "epsilon": 1.0, "delta": 1e-6, "relation": Relation.SUBSTITUTION}


def exact_delta(epsilon, scale):
    """The criterion in sixty digits."""
    with mpmath.workdps(60):
        shift, epsilon = 1 / mpmath.mpf(scale), mpmath.mpf(epsilon)
        x = epsilon / shift
        return mpmath.ncdf(shift / 2 - x) - mpmath.exp(epsilon) * mpmath.ncdf(-shift / 2 - x)


@pytest.mark.parametrize("epsilon", [0.01, 0.1, 1.0, 5.0, 20.0, 100.0, 700.0])
@pytest.mark.parametrize("delta", [0.5, 0.1, 1e-3, 1e-6, 1e-12, 1e-30])
def test_the_calibrated_scale_meets_the_exact_criterion(epsilon, delta):
    scale = gaussian_scale(1.0, epsilon, delta)
    assert abs(exact_delta(epsilon, scale) / delta - 1) < (1e-12 if epsilon > 0.01 else 1e-11)


@settings(max_examples=200, deadline=None)
@given(epsilon=st.floats(0.05, 50), scale=st.floats(0.05, 50))
def test_delta_in_floats_is_delta_in_sixty_digits(epsilon, scale):
    truth = exact_delta(epsilon, scale)
    assert gaussian_delta(1.0, epsilon, scale) == pytest.approx(float(truth), rel=1e-11, abs=1e-300)


@pytest.mark.parametrize(("epsilon", "scale"), [(0.5, 3.0), (1.0, 1.0), (4.0, 0.4)])
def test_delta_is_the_integral_of_what_exceeds(epsilon, scale):
    def excess(z):
        return max(stats.norm.pdf(z, 1, scale) - math.exp(epsilon) * stats.norm.pdf(z, 0, scale), 0)

    corner = 0.5 + epsilon * scale**2
    assert gaussian_delta(1.0, epsilon, scale) == pytest.approx(
        quad(excess, corner, corner + 12 * scale)[0], rel=1e-8
    )


@settings(max_examples=50, deadline=None)
@given(st.floats(0.1, 10), st.floats(0.1, 5), st.floats(1e-9, 0.4))
def test_scale_and_delta_are_inverse_and_scale_with_the_sensitivity(sensitivity, epsilon, delta):
    scale = gaussian_scale(sensitivity, epsilon, delta)
    assert gaussian_delta(sensitivity, epsilon, scale) == pytest.approx(delta, rel=1e-10)
    assert scale == pytest.approx(sensitivity * gaussian_scale(1.0, epsilon, delta), rel=1e-14)


@settings(max_examples=50, deadline=None)
@given(st.floats(0.01, 1), st.floats(1e-12, 0.1))
def test_the_classical_scale_suffices_where_it_is_a_theorem_and_wastes(epsilon, delta):
    assert gaussian_delta(1.0, epsilon, classical_scale(1.0, epsilon, delta)) < delta


def test_the_classical_scale_ends_with_its_theorem():
    with pytest.raises(ValueError, match="epsilon must be at most 1 for the classical σ, got 8"):
        classical_scale(1.0, 8, 0.3)
    assert gaussian_delta(1.0, 8.0, math.sqrt(2 * math.log(1.25 / 0.3)) / 8) > 2 * 0.3


def test_numbers_and_vectors_are_released_with_their_price():
    mechanism = Gaussian(**GOOD)
    one = mechanism.release(3.0, np.random.default_rng(0))
    many = mechanism.release(np.zeros((2, 3)), np.random.default_rng(0))
    assert isinstance(one.value, float)
    assert many.value.shape == (2, 3)
    assert (one.epsilon, one.delta, one.price.rho) == (1.0, 1e-6, mechanism.rho)
    assert mechanism.rho == pytest.approx(1 / (2 * mechanism.scale**2))


def test_samples_follow_the_law():
    mechanism = Gaussian(**GOOD)
    draws = mechanism.sample(3.0, 20_000, np.random.default_rng(1))
    assert stats.kstest(draws, stats.norm(3.0, mechanism.scale).cdf).pvalue > 1e-3


test_nonsense_is_refused_by_name = refusals(
    lambda wrong: Gaussian(**GOOD | wrong), *positive("sensitivity", "epsilon"), (UNIT, *BAD_DELTAS)
)


test_a_classical_scale_wants_a_delta_too = refusals(
    lambda wrong: classical_scale(1.0, 0.5, **wrong), (UNIT, *BAD_DELTAS)
)

test_no_noise_is_added_to_what_is_not_a_number = refusals(
    lambda wrong: Gaussian(**GOOD).release(wrong, np.random.default_rng(0)),
    ("value must be finite", math.nan, math.inf, [0.0, math.nan]),
)


def test_a_difference_below_the_smallest_float_is_that_float_and_not_nothing():
    assert gaussian_delta(1e-12, 1.0, 1.0) == 5e-324
