"""AboveThreshold: what it draws is what it computes, and what it computes is what SciPy integrates."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from privcausal.claims.privacy.above_threshold import plain_chance, stops_at
from privcausal.privacy.above_threshold import AboveThreshold, Noise, best_share, pattern_probabilities
from privcausal.privacy.price import Relation
from tests.refusals import invoke, positive, refusals

SIEVE = AboveThreshold(5.0, 0.5, 2.0, Relation.SUBSTITUTION)


def test_the_textbook_scales():
    assert (SIEVE.threshold_scale, SIEVE.query_scale) == (2 * 0.5 / 2.0, 4 * 0.5 / 2.0)


@pytest.mark.parametrize("noise", Noise)
@pytest.mark.parametrize("share", [0.5, 0.2, best_share()])
def test_frequencies_are_the_chances(noise, share):
    mechanism = AboveThreshold(1.0, 1.0, 1.5, Relation.ADD_REMOVE, noise, share)
    values = [0.3, -1.0, 4.0, 1.0]
    runs = 100_000
    places = mechanism.sample(values, runs, np.random.default_rng(3))
    counts = [np.sum(places == k) for k in (0, 1, 2, 3, np.inf)]
    expected = runs * mechanism.probabilities(values)
    assert stats.chisquare(counts, expected * runs / expected.sum()).pvalue > 1e-4


def test_release_and_sample_follow_one_law():
    rng = np.random.default_rng(5)
    values = [4.0, 5.0, 6.0]
    released = [SIEVE.release(values, rng).value for _ in range(4_000)]
    counts = [released.count(k) for k in (0, 1, 2, None)]
    assert stats.chisquare(counts, 4_000 * SIEVE.probabilities(values)).pvalue > 1e-4


@settings(max_examples=60)
@given(
    values=st.lists(st.floats(-30, 30), min_size=1, max_size=6),
    scales=st.tuples(st.floats(0.2, 8), st.floats(0.2, 8)),
)
def test_panels_agree_with_adaptive_quadrature(values, scales):
    for place in range(len(values) + 1):
        answers = stops_at(place, len(values))
        ours = pattern_probabilities(
            [answers + [-1] * (len(values) - len(answers))], values, *scales, Noise.LAPLACE
        )
        assert ours[0] == pytest.approx(plain_chance(answers, values, scales), rel=1e-7, abs=1e-14)


@settings(max_examples=60)
@given(values=st.lists(st.floats(-50, 50), min_size=1, max_size=8), noise=st.sampled_from(Noise))
def test_chances_sum_to_one(values, noise):
    chances = AboveThreshold(0.0, 1.0, 0.7, Relation.SUBSTITUTION, noise).probabilities(values)
    assert chances.min() >= 0
    assert chances.sum() == pytest.approx(1, abs=1e-12)


def test_one_query_has_a_closed_form():
    """P(Lap(b) − Lap(2b) > s) = (4e^(−s/2b) − e^(−s/b))/6."""
    chances = AboveThreshold(0.0, 1.0, 1.0, Relation.SUBSTITUTION).probabilities([3.0])
    assert chances[1] == pytest.approx((4 * np.exp(-3 / 4) - np.exp(-3 / 2)) / 6, rel=1e-13)


def test_later_queries_are_not_computed():
    def stream():
        yield 1e9
        raise AssertionError("asked after a yes")

    release = SIEVE.release(stream(), np.random.default_rng(0))
    assert (release.value, release.epsilon, release.delta) == (0, 2.0, 0.0)
    assert SIEVE.release([], np.random.default_rng(0)).value is None


def test_one_row_for_each_run():
    rows = np.array([[1e9, 0.0], [-1e9, 1e9], [-1e9, -1e9]])
    assert SIEVE.sample(rows, 3, np.random.default_rng(0)).tolist() == [0, 1, np.inf]


def test_the_best_share_is_best():
    shares = np.linspace(0.05, 0.95, 181)
    spread = (1 / shares) ** 2 + (2 / (1 - shares)) ** 2
    assert shares[spread.argmin()] == pytest.approx(best_share(), abs=0.005)


GOOD = {"threshold": 0.0, "sensitivity": 1.0, "epsilon": 1.0, "relation": Relation.SUBSTITUTION}

test_nonsense_is_refused_by_name = refusals(
    lambda wrong: AboveThreshold(**GOOD | wrong),
    *positive("sensitivity", "epsilon"),
    ("share must lie strictly between 0 and 1", *({"share": share} for share in (0, 1, -0.5, np.nan))),
    ("threshold must be a finite number", {"threshold": np.nan}),
)

test_bad_values_are_refused = refusals(
    invoke,
    (
        "values must be finite, got NaN or infinity as query 1",
        lambda: SIEVE.release([-1e9, np.nan], np.random.default_rng(0)),
    ),
    ("values must be finite", lambda: SIEVE.sample([np.inf], 10, np.random.default_rng(0))),
    ("at least one query", lambda: SIEVE.probabilities([])),
)
