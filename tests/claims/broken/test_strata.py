"""The broken ways to test within strata: what they compute where nothing is wrong, and where they break."""

import math

import numpy as np
import pytest
from scipy import stats

from privcausal.claims.broken import strata
from privcausal.graphs.independence.contingency import excesses


def test_without_small_or_constant_strata_nothing_is_dropped():
    counts = np.random.default_rng(0).integers(1, 20, (4, 3, 3))
    sizes = counts.sum(axis=(1, 2))
    weight = (9 * sizes * (sizes - 1) / (2 * (2 * sizes + 5))).sum()
    expected = (9 * excesses(counts) / (2 * sizes + 5)).sum() / math.sqrt(weight)
    assert strata.dropping_z(counts) == pytest.approx(expected)


def test_a_constant_stratum_is_dropped_and_one_record_brings_it_back():
    small, large = [[8, 0], [0, 8]], np.array([[5_000, 0], [5_000, 0]])
    alone = strata.dropping_z(np.array([small]))
    assert strata.dropping_z(np.array([small, large])) == alone
    large[0] += (-1, 1)
    assert abs(strata.dropping_z(np.array([small, large]))) < 0.1 * abs(alone)


def test_nothing_left_is_no_number():
    assert math.isnan(strata.dropping_z(np.array([[[1, 0], [0, 1]], [[9, 9], [0, 0]]])))
    assert math.isnan(strata.dropping_p_value(np.array([[[1, 0], [0, 1]]])))


def test_a_stratum_with_one_event_is_dropped_by_the_misprint_alone():
    one, two = np.array([[800, 0], [199, 1]]), np.array([[800, 0], [198, 2]])
    assert not strata.counts_at_all(one)
    assert strata.tie_variance(one) > 0
    assert strata.counts_at_all(two)


def test_the_right_variance_is_that_of_all_permutations():
    """Every order of y against x: the variance of S given both margins."""
    table = np.array([[2, 1], [1, 2]])
    x = np.repeat([0, 0, 1, 1], table.ravel())
    y = np.repeat([0, 1, 0, 1], table.ravel())
    rng = np.random.default_rng(1)
    signs = np.sign(x[:, None] - x)
    excess = [
        (signs * np.sign(o[:, None] - o)).sum() / 2 for o in (rng.permutation(y) for _ in range(20_000))
    ]
    assert strata.tie_variance(table) == pytest.approx(np.var(excess), rel=0.03)


def test_the_misprint_is_negative_for_a_constant_column():
    constant = np.array([[30, 30], [0, 0]])
    assert strata.tie_variance(constant) == pytest.approx(0, abs=1e-9)
    assert strata.misprinted_variance(constant) < 0


def test_without_conditioning_a_constant_column_has_no_p_value():
    assert math.isnan(strata.p_value_at_order_0(np.array([[500, 500], [0, 0]])))
    assert strata.p_value_at_order_0(np.array([[499, 500], [1, 0]])) == pytest.approx(0.48, abs=0.01)


def test_not_a_number_is_never_above_a_threshold(rng):
    assert not strata.deletes(math.nan, 0.05, 10.0, 1_000, rng).any()
    share = strata.deletes(0.05, 0.05, 1.0, 20_000, rng).mean()
    assert stats.binomtest(round(20_000 * share), 20_000).pvalue > 1e-3
