"""Private correlations: the price, the noise, and what is refused."""

import numpy as np
import pytest
from scipy import stats

from privcausal.claims import load
from privcausal.pairs.correlation import SCORES, private_correlation
from privcausal.privacy.price import Relation
from tests.refusals import refusals

GOOD = {"score": "kendall", "epsilon": 1.0, "relation": Relation.SUBSTITUTION}


def release(x, y, **changes):
    return private_correlation(x, y, **{**GOOD, "rng": np.random.default_rng(0), **changes})


@pytest.mark.parametrize("score", SCORES)
def test_release_states_its_price_and_centres_on_the_score(score):
    x = np.arange(500.0)
    released = release(x, x**3, score=score, epsilon=2.0)
    assert (released.epsilon, released.delta, released.relation) == (2.0, 0.0, Relation.SUBSTITUTION)
    assert abs(released.value - 1) < 20 * SCORES[score].sensitivity(500) / 2


def test_the_noise_has_the_scale_of_the_bound():
    rng = np.random.default_rng(5)
    x = np.arange(40.0)
    noise = [release(x, x, rng=rng, epsilon=0.5).value - 1 for _ in range(3000)]
    assert stats.kstest(noise, stats.laplace(scale=(4 / 40) / 0.5).cdf).pvalue > 1e-3
    assert stats.kstest(noise, stats.laplace(scale=(4 / 41) / 0.4).cdf).pvalue < 1e-3


test_what_is_refused = refusals(
    lambda changes: release([1, 2, 3], [1, 2, 3], **changes),
    ("score must be one of kendall, spearman; did you mean 'spearman'", {"score": "pearson"}),
    ("relation must be", {"relation": Relation.ADD_REMOVE}),
    ("epsilon must be a positive finite number, got 0.0", {"epsilon": 0.0}),
    ("epsilon must be", {"epsilon": float("inf")}, {"epsilon": float("nan")}),
)


@pytest.mark.parametrize(("score", "claim"), [("kendall", "K-kendall"), ("spearman", "B-spearman-ties")])
def test_sensitivities_are_the_proved_bounds(score, claim):
    bound = load()[claim].ours or load()[claim].published
    assert all(SCORES[score].sensitivity(m) == pytest.approx(float(bound(m))) for m in range(2, 200))


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("share", [0.5, 0.02])
def test_independent_columns_with_many_ties_are_not_correlated(score, share):
    x, y = (np.random.default_rng(1).random((2, 5_000)) < share).astype(float)
    assert abs(release(x, y, score=score, epsilon=5.0).value) < 0.05
