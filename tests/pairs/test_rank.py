"""Rank statistics equal SciPy's and the definition, with and without ties; bad columns are refused by name."""

import math
from itertools import combinations_with_replacement, permutations, product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import stats

from privcausal.pairs.rank import (
    concordance,
    doubled_ranks,
    kendall,
    quadrupled_rank_distance,
    spearman,
    spearman_of_broken_ties,
)

columns = st.integers(2, 40).flatmap(
    lambda m: st.tuples(*[st.lists(st.integers(0, 12), min_size=m, max_size=m) for _ in range(2)])
)


def by_definition(x, y):
    x, y = np.asarray(x), np.asarray(y)
    agree = np.sign(x[:, None] - x) * np.sign(y[:, None] - y)
    return int(agree.sum()) // 2


@given(columns)
@example(([1, 1], [1, 1]))
@example(([1, 2], [1, 2]))
def test_concordance_is_its_definition(pair):
    count = concordance(*pair)
    m = len(pair[0])
    assert count.excess == by_definition(*pair)
    assert count.pairs == m * (m - 1) // 2
    assert count.tied_x == sum(pair[0].count(v) * (pair[0].count(v) - 1) // 2 for v in set(pair[0]))
    assert count.tied_y == sum(pair[1].count(v) * (pair[1].count(v) - 1) // 2 for v in set(pair[1]))


@pytest.mark.parametrize("m", [63, 64, 65, 129, 1000])
@pytest.mark.parametrize("levels", [2, 70, None])
def test_large_samples_agree_with_the_definition(m, levels):
    rng = np.random.default_rng(m)
    x, y = rng.normal(size=(2, m)) if levels is None else rng.integers(0, levels, (2, m))
    assert concordance(x, y).excess == by_definition(x, y)


@given(columns)
def test_corrected_versions_are_scipys(pair):
    tau, rho = (score(*pair, tie_corrected=True) for score in (kendall, spearman))
    if len(set(pair[0])) == 1 or len(set(pair[1])) == 1:
        assert math.isnan(tau)
        assert math.isnan(rho)
    else:
        assert tau == pytest.approx(stats.kendalltau(*pair).statistic, abs=1e-12)
        assert rho == pytest.approx(stats.spearmanr(*pair).statistic, abs=1e-12)


@given(st.permutations(range(17)))
def test_without_ties_plain_and_corrected_agree(y):
    x = range(17)
    assert kendall(x, y) == pytest.approx(stats.kendalltau(x, y).statistic, abs=1e-12)
    assert spearman(x, y) == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-12)


@given(columns)
def test_symmetry_and_reversal(pair):
    x, y = map(np.asarray, pair)
    assert kendall(x, y) == kendall(y, x) == -kendall(x, -y)
    assert spearman(x, y) == spearman(y, x)
    assert -1 <= spearman(x, y) <= 1


@given(columns)
def test_rank_distance_is_its_definition(pair):
    ranks = [stats.rankdata(column) for column in pair]
    assert quadrupled_rank_distance(*pair) == 4 * np.square(ranks[0] - ranks[1]).sum()


@given(columns)
def test_a_mean_over_all_ways_to_break_ties(pair):
    ranks = [stats.rankdata(column) for column in pair]
    covariance = np.prod([column - column.mean() for column in ranks], axis=0).sum()
    m = len(ranks[0])
    assert spearman_of_broken_ties(*pair) == pytest.approx(12 * covariance / (m**3 - m))
    untied = [stats.rankdata(column, method="ordinal") for column in pair]
    assert spearman_of_broken_ties(*untied) == spearman(*untied)


def test_ties_are_broken_in_every_way():
    x, y = [0, 1, 1, 1], [2, 0, 2, 0]
    rules = list(permutations(range(4)))
    broken = [
        spearman(*(_ranks(column, rule) for column, rule in zip((x, y), pair, strict=True)))
        for pair in product(rules, repeat=2)
    ]
    assert np.mean(broken) == pytest.approx(spearman_of_broken_ties(x, y))


def _ranks(column, rule):
    order = sorted(range(len(column)), key=lambda place: (column[place], rule[place]))
    return np.argsort(order)


@pytest.mark.parametrize("m", [2, 3, 4])
def test_one_record_moves_it_by_no_more_than_without_ties(m):
    records = list(product(range(m), repeat=2))
    worst = 0.0
    for others in combinations_with_replacement(records, m - 1):
        values = [spearman_of_broken_ties(*zip(*others, one, strict=True)) for one in _between(records)]
        worst = max(worst, max(values) - min(values))
    assert worst <= 6 / (m + 1) * (1 + 1e-12)


def _between(records):
    """The places of one record: at those of others, and between them."""
    ends = range(-1, 2 * max(x for x, _ in records) + 2)
    return [(x / 2, y / 2) for x, y in product(ends, repeat=2)]


@settings(max_examples=20)
@given(st.sampled_from([kendall, spearman, spearman_of_broken_ties]))
def test_extreme_values(score):
    assert score([1, 2, 3], [1, 2, 3]) == 1
    assert score([1, 2, 3], [3, 2, 1]) == -1


@pytest.mark.parametrize("score", [kendall, spearman, concordance])
@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        ([1, 2], [1, math.nan], "y must be finite"),
        ([math.inf, 2], [1, 2], "x must be finite"),
        ([1, 2, 3], [1, 2], "same length, got 3 and 2"),
        ([1], [1], "at least 2 records, got 1"),
        ([], [], "at least 2 records, got 0"),
        ([[1, 2]], [1, 2], "x must be one column"),
    ],
)
def test_bad_columns_are_named(score, x, y, words):
    with pytest.raises(ValueError, match=words):
        score(x, y)


def test_ranks_agree_with_scipy(rng):
    for column in (rng.normal(size=50), rng.integers(0, 5, 50), [1.0], [2, 2]):
        assert doubled_ranks(column).tolist() == (2 * stats.rankdata(column)).tolist()


def test_millions_of_records_do_not_overflow():
    """At 3,000,000 records the sum of the squares is beyond 64 bits; one record apart it stays close."""
    x = np.arange(3_000_000)
    assert spearman(x, -x) == -1.0
    assert quadrupled_rank_distance(x, -x) == 4 * len(x) * (len(x) ** 2 - 1) // 3
