"""Mechanisms that ask first: exact probabilities, prices, and what is refused."""

import math

import numpy as np
import pytest
from scipy import stats

from privcausal.privacy.basic_filters import times
from privcausal.privacy.price import Price, Relation, Release
from privcausal.privacy.propose_test_release import REFUSED, ProposeTestRelease, StableRelease
from tests.refusals import invoke, positive, refusals

SUBSTITUTION = Relation.SUBSTITUTION


@pytest.mark.parametrize("tests", [1, 2, 3])
@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0])
def test_at_the_edge_an_answer_has_probability_delta(tests, epsilon):
    mechanism = ProposeTestRelease(1.0, epsilon, 0.01, SUBSTITUTION, tests)
    assert 1 - mechanism.refusal([1] * tests) == pytest.approx(1 - (1 - 0.01 / tests) ** tests, rel=1e-9)
    assert mechanism.price == Price(times(max(tests, 2), epsilon), 0.01, SUBSTITUTION)


def test_the_threshold_is_in_units_of_the_noise():
    mechanism = ProposeTestRelease(1.0, 0.1, 1e-5, SUBSTITUTION)
    assert mechanism.threshold == pytest.approx(1 + math.log(1e5) / 0.1)
    assert StableRelease(0.1, 1e-5, SUBSTITUTION).threshold == pytest.approx(1 + math.log(5e4) / 0.1)


def test_samples_follow_the_exact_law():
    mechanism = ProposeTestRelease(2.0, 0.5, 0.1, SUBSTITUTION)
    draws = mechanism.sample(7.0, (5, 4), 100_000, np.random.default_rng(0))
    answered = draws[np.isfinite(draws)]
    assert stats.binomtest(len(draws) - len(answered), len(draws), mechanism.refusal((5, 4))).pvalue > 1e-3
    assert stats.kstest(answered, stats.laplace(7.0, 4.0).cdf).pvalue > 1e-3


def test_releases_follow_the_exact_law():
    mechanism, rng = ProposeTestRelease(1.0, 1.0, 0.1, SUBSTITUTION), np.random.default_rng(1)
    values = [mechanism.release(0.0, (3, 2), rng).value for _ in range(3000)]
    refused = sum(value is REFUSED for value in values)
    assert stats.binomtest(refused, 3000, mechanism.refusal((3, 2))).pvalue > 1e-3
    answers = [value for value in values if value is not REFUSED]
    assert stats.kstest(answers, stats.laplace().cdf).pvalue > 1e-3


def test_tiny_probabilities_of_no_answer_keep_their_digits():
    mechanism = ProposeTestRelease(1.0, 1.0, 0.01, SUBSTITUTION)
    far = 200 - mechanism.threshold
    assert mechanism.refusal((200, 200)) == pytest.approx(math.exp(-2 * far) / 4, rel=1e-9)


def test_stable_release_is_exact_or_silent():
    mechanism, rng = StableRelease(1.0, 0.01, SUBSTITUTION), np.random.default_rng(2)
    values = [mechanism.release("A", 5, rng).value for _ in range(2000)]
    assert set(values) == {"A", REFUSED}
    assert stats.binomtest(values.count(REFUSED), 2000, mechanism.refusal(5)).pvalue > 1e-3
    draws = mechanism.sample(3.0, 5, 50_000, rng)
    assert set(np.unique(draws)) == {3.0, np.inf}
    assert stats.binomtest(int(np.isinf(draws).sum()), 50_000, mechanism.refusal(5)).pvalue > 1e-3


@pytest.mark.parametrize("beta", [0.5, 0.01, 1e-6])
def test_the_distance_needed_is_exact(beta):
    mechanism = StableRelease(0.3, 1e-5, SUBSTITUTION)
    assert mechanism.refusal(mechanism.distance_needed(beta)) == pytest.approx(beta, rel=1e-9)


def test_the_generator_decides_everything():
    mechanism = ProposeTestRelease(1.0, 1.0, 0.01, SUBSTITUTION)
    same = [mechanism.release(0.0, (30, 30), np.random.default_rng(5)).value for _ in range(2)]
    assert same[0] == same[1]


def test_no_answer_prints_as_such():
    mechanism = ProposeTestRelease(1.0, 0.5, 0.01, SUBSTITUTION)
    assert str(Release(REFUSED, mechanism.price)) == "⊥ (ε = 1, δ = 0.01, substitution)"


GOOD = {"sensitivity": 1.0, "epsilon": 1.0, "delta": 0.01, "relation": SUBSTITUTION}
STABLE = StableRelease(1.0, 0.01, SUBSTITUTION)

test_nonsense_is_refused_by_name = refusals(
    lambda wrong: ProposeTestRelease(**GOOD | wrong),
    *positive("sensitivity", "epsilon"),
    (r"delta must lie in \(0, 1/2\]", {"delta": 0.0}, {"delta": 0.7}),
    ("tests must be at least 1, got 0", {"tests": 0}),
)

test_distances_must_fit_the_tests = refusals(
    lambda *distances: ProposeTestRelease(**GOOD).release(0.0, distances, np.random.default_rng(0)),
    ("distances must be 2 numbers ≥ 0", (1,), (1, 2, 3), (1, -1), (1, math.nan)),
)

test_stable_release_refuses_nonsense = refusals(
    invoke,
    ("distance must be a number ≥ 0, got something else; it is not shown", lambda: STABLE.refusal(-1)),
    (
        "distance must be a number ≥ 0, got something else; it is not shown",
        lambda: STABLE.release(1, math.nan, np.random.default_rng(0)),
    ),
    ("beta must lie in", lambda: STABLE.distance_needed(0.0)),
    ("epsilon must be", lambda: StableRelease(0.0, 0.01, SUBSTITUTION)),
)
