"""The printed IQR algorithm: with both slips repaired it is the library's, with each of them it is not."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from privcausal.claims.broken.propose_test_release import PrintedIqr
from privcausal.pairs.iqr import distances, iqr
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import ProposeTestRelease


@given(st.lists(st.integers(0, 30), min_size=3, max_size=30), st.sampled_from([0.2, 1.0, 3.0]))
def test_repaired_it_is_the_librarys(x, epsilon):
    assume(iqr(x) > 0)
    specimen = PrintedIqr(epsilon, 0.01, right_threshold=True, right_interval=True)
    mechanism = ProposeTestRelease(1.0, epsilon, 0.01, Relation.SUBSTITUTION)
    assert specimen.distances(x) == list(distances(x))
    refused, centre = specimen.law(x)
    assert refused == pytest.approx(mechanism.refusal(distances(x)), rel=1e-9)
    assert centre == math.log(iqr(x))


def test_the_second_interval_misses_the_range_half_of_the_time():
    for width in np.geomspace(0.1, 10, 50):
        low, high = PrintedIqr(1.0, 0.01).intervals(width)[1]
        assert (low <= width < high) == (math.log(width) % 1 < 0.5)
        low, high = PrintedIqr(1.0, 0.01, right_interval=True).intervals(width)[1]
        assert low <= width < high


def test_draws_follow_the_exact_law():
    specimen, x = PrintedIqr(0.5, 0.01), [0.0] * 10 + [1.0] * 14
    draws = specimen.sample(x, 50_000, np.random.default_rng(0))
    refused, centre = specimen.law(x)
    assert stats.binomtest(int(np.isinf(draws).sum()), 50_000, refused).pvalue > 1e-3
    assert stats.kstest(draws[np.isfinite(draws)], stats.laplace(centre, 2.0).cdf).pvalue > 1e-3
