"""The calibration of a direction: densities, the nearest simulation, and what large noise must not do."""

import numpy as np
import pytest
from scipy.integrate import quad

from privcausal.pairs.direction_calibration import (
    KERNEL,
    PENALTIES,
    RECORDS,
    SURE,
    Margins,
    difference,
    margins_of,
)
from privcausal.pairs.ridge import GaussianKernel
from privcausal.pairs.scores import SCORES


def test_the_density_is_that_of_a_difference_of_two_laplace_variables():
    total, _ = quad(lambda t: np.exp(difference(np.array([t]), np.array([0.7])))[0], -30, 30, points=[0.0])
    assert total == pytest.approx(1.0, abs=1e-8)
    draws = np.random.default_rng(0).laplace(0, 0.7, (2, 400_000))
    share, _ = quad(lambda t: np.exp(difference(np.array([t]), np.array([0.7])))[0], -0.5, 0.5, points=[0.0])
    assert np.mean(np.abs(draws[0] - draws[1]) < 0.5) == pytest.approx(share, abs=0.004)


@pytest.mark.parametrize("score", SCORES)
def test_noise_beyond_all_scores_tells_nothing(score):
    for records in RECORDS:
        for penalty in PENALTIES:
            margins = margins_of(score, records, penalty, KERNEL)
            assert margins is not None
            wide = 1_000 * float(np.abs(margins.exact).max())
            assert all(margins.right(times * wide, wide) < 0.6 for times in (0, 1, 10, 100))
            assert margins.named(wide) == 0.0
            assert margins.least(wide) is None


@pytest.mark.parametrize("score", [score for score in SCORES if score != "hsic"])
def test_only_hsic_tells_directions_apart_even_without_noise(score):
    """So the reference says; with noise it is still fewer."""
    without_noise = 1e-12

    def best(score):
        every = [margins_of(score, records, penalty, KERNEL) for records in RECORDS for penalty in PENALTIES]
        return max(margins.named(without_noise) for margins in every if margins is not None)

    assert best(score) < 0.01 < 0.1 < best("hsic")


def test_the_share_that_is_named_is_what_a_simulation_names():
    margins = margins_of("hsic", 16_000, 0.001, KERNEL)
    assert margins is not None
    rng, noise = np.random.default_rng(0), 2e-4
    exact = rng.choice(margins.exact, 2_000)
    seen = np.abs(exact + rng.laplace(0, noise, 2_000) - rng.laplace(0, noise, 2_000))
    named = np.mean([margins.right(margin, noise) >= SURE for margin in seen])
    assert 0.05 < named < 0.3
    assert margins.named(noise) == pytest.approx(named, abs=0.04)


@pytest.mark.parametrize(
    ("records", "penalty", "kernel"),
    [(249, 0.05, KERNEL), (1_000, 1e-4, KERNEL), (1_000, 3.0, KERNEL), (1_000, 0.05, GaussianKernel(0.3))],
)
def test_what_was_not_simulated_is_not_judged(records, penalty, kernel):
    assert margins_of("hsic", records, penalty, kernel) is None


def test_both_orientations_are_alike():
    margins = Margins(np.array([0.1, -0.1, 0.2, -0.2]))
    assert margins.right(0.15, 0.05) == pytest.approx(0.5)
    assert margins.reversed(0.0, 0.1) == pytest.approx(0.5)
    assert margins.reversed(0.2, 0.001) < 0.01
