import numpy as np
import pytest
from scipy import stats

from privcausal.data.simulated_pairs import SCENARIOS, gaussian_process, random_density, simulate
from tests.refusals import refusals


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_shapes_and_repeatability(scenario):
    one, two = (simulate(scenario, np.random.default_rng(5), size=60) for _ in range(2))
    assert one.x.shape == one.y.shape == (60,)
    assert np.isfinite([one.x, one.y]).all()
    assert np.array_equal(one.x, two.x)
    assert one.x_is_cause is two.x_is_cause


def test_the_coin_is_fair(rng):
    heads = sum(simulate("SIM", rng, size=10).x_is_cause for _ in range(200))
    assert stats.binomtest(heads, 200).pvalue > 1e-3


def test_columns_are_standardised_up_to_measurement_error():
    rng = np.random.default_rng(1)
    spreads = [simulate("SIM-ln", rng, size=200).x.std() for _ in range(20)]
    assert np.allclose(spreads, 1, atol=0.02)


def test_nearly_gaussian_causes_are_nearly_gaussian():
    rng = np.random.default_rng(2)
    nearly = [stats.skew(random_density(rng.gamma(1e6, 1e-3), 1000, rng)) for _ in range(5)]
    assert np.abs(nearly).max() < 0.3


def test_random_densities_are_independent_draws():
    """Two of them, of one size, know nothing of each other: sorting must not leak through."""
    rng = np.random.default_rng(3)
    values = [
        stats.spearmanr(random_density(0.5, 400, rng), random_density(0.5, 400, rng)).pvalue
        for _ in range(10)
    ]
    assert stats.kstest(values, "uniform").pvalue > 1e-3


def test_a_gaussian_process_has_the_covariance_it_should():
    rng = np.random.default_rng(4)
    places = np.array([[0.0], [1.0]])
    draws = np.array([gaussian_process(places, np.array([1.0]), rng) for _ in range(20_000)])
    assert np.cov(draws.T) == pytest.approx(np.array([[1, np.exp(-0.5)], [np.exp(-0.5), 1]]), abs=0.04)


test_bad_input_is_named = refusals(
    lambda scenario, size: simulate(scenario, np.random.default_rng(0), size=size),
    ("scenario must be one of SIM, SIM-c, SIM-ln, SIM-G, got 'sim'", ("sim", 10)),
    ("size must be at least 2, got 1", ("SIM", 1)),
)
