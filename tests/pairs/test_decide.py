"""How often the smaller of two noisy scores still looks smaller: closed form, integral, simulation."""

import numpy as np
import pytest
from scipy import stats
from scipy.integrate import quad

from privcausal.pairs.decide import probability_right, share_right


@pytest.mark.parametrize("margin", [0.0, 0.3, 1.0, 7.0])
@pytest.mark.parametrize("scale", [0.25, 1.0])
def test_probability_right_is_an_integral_over_both_noises(margin, scale):
    noise = stats.laplace(scale=scale)
    parts = [
        quad(lambda z: noise.pdf(z) * noise.sf(z - margin), *ends)[0] for ends in ((-40, 0), (0, margin))
    ]
    beyond = quad(lambda z: noise.pdf(z) * noise.sf(z - margin), margin, margin + 40)[0]
    assert probability_right(margin, scale) == pytest.approx(sum(parts) + beyond, rel=1e-7)


def test_equal_scores_are_a_coin_and_a_wide_margin_is_no_question():
    assert probability_right(0.0, 3.0) == 0.5
    assert probability_right(1e6, 1.0) == 1.0
    chances = [probability_right(margin, 1.0) for margin in np.linspace(0, 5, 50)]
    assert chances == sorted(chances)


def test_only_margin_over_scale_counts():
    assert probability_right(0.6, 0.2) == pytest.approx(probability_right(3.0, 1.0))


def test_probability_right_is_the_simulated_share():
    rng = np.random.default_rng(9)
    for margin in (0.0, 0.3, 2.0):
        assert share_right(margin, 0.7, 100_000, rng) == pytest.approx(
            probability_right(margin, 0.7), abs=0.008
        )


@pytest.mark.parametrize(
    ("margin", "scale"), [(-1, 1), (1, 0), (1, -2), (float("nan"), 1), (1, float("inf"))]
)
def test_probability_right_refuses_nonsense(margin, scale):
    with pytest.raises(ValueError, match=r"must be a (positive )?finite number"):
        probability_right(margin, scale)
