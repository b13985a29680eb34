"""How often the smaller of two noisy scores still looks smaller: closed form, integral, simulation."""

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad

from privcausal.pairs.comparison import probability_correct, simulate_correct
from tests.refusals import refusals


@pytest.mark.parametrize("margin", [0.0, 0.3, 1.0, 7.0])
@pytest.mark.parametrize("scale", [0.25, 1.0])
def test_probability_right_is_an_integral_over_both_noises(margin, scale):
    noise = stats.laplace(scale=scale)
    parts = [
        quad(lambda z: noise.pdf(z) * noise.sf(z - margin), *ends)[0] for ends in ((-40, 0), (0, margin))
    ]
    beyond = quad(lambda z: noise.pdf(z) * noise.sf(z - margin), margin, margin + 40)[0]
    assert probability_correct(margin, scale) == pytest.approx(sum(parts) + beyond, rel=1e-7)


def test_equal_scores_are_a_coin_and_a_wide_margin_is_no_question():
    assert probability_correct(0.0, 3.0) == 0.5
    assert probability_correct(1e6, 1.0) == 1.0
    chances = [probability_correct(margin, 1.0) for margin in np.linspace(0, 5, 50)]
    assert chances == sorted(chances)


def test_only_margin_over_scale_counts():
    assert probability_correct(0.6, 0.2) == pytest.approx(probability_correct(3.0, 1.0))


def test_probability_right_is_the_simulated_share():
    rng = np.random.default_rng(9)
    for margin in (0.0, 0.3, 2.0):
        assert simulate_correct(margin, 0.7, 100_000, rng) == pytest.approx(
            probability_correct(margin, 0.7), abs=0.008
        )


test_probability_right_refuses_nonsense = refusals(
    probability_correct,
    (r"must be a (positive )?finite number", (-1, 1), (1, 0), (1, -2), (float("nan"), 1), (1, float("inf"))),
)
