from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from privcausal.claims.graphs.models.bayesian_network import plain_g_squared, plain_g_test
from privcausal.graphs.independence import contingency as module
from privcausal.graphs.independence.contingency import Tables, conditional_kendall, excesses, g_squared
from privcausal.graphs.models.bayesian_network import network
from privcausal.pairs.rank import concordance
from tests.refusals import refusals

SIZES = (2, 3, 4, 2)


@st.composite
def records(draw, most=60):
    size = draw(st.integers(1, most))
    columns = [draw(st.lists(st.integers(0, k - 1), min_size=size, max_size=size)) for k in SIZES]
    return np.array(columns, dtype=np.uint8).T


def strata_of(data, conditioning_set):
    """One block of records for each combination of values that occurs."""
    keys = np.unique(data[:, conditioning_set], axis=0) if conditioning_set else [[]]
    return [data[(data[:, conditioning_set] == key).all(axis=1)] for key in keys]


@given(records())
@settings(max_examples=60)
def test_counts_are_what_counting_by_hand_gives(data):
    tables = Tables(data, SIZES)
    for x, y, chosen in ((0, 1, ()), (1, 0, (2,)), (3, 2, (1, 0))):
        counts = tables.counts(x, y, chosen)
        for stratum, values in enumerate(product(*(range(SIZES[s]) for s in chosen))):
            inside = (data[:, list(chosen)] == values).all(axis=1)
            for a, b in product(range(SIZES[x]), range(SIZES[y])):
                by_hand = (inside & (data[:, x] == a) & (data[:, y] == b)).sum()
                assert counts[stratum, a, b] == by_hand


@given(records())
@settings(max_examples=60)
def test_excesses_are_those_of_the_rank_module(data):
    result = excesses(Tables(data, SIZES).counts(1, 2, (0,)))
    for value, excess in enumerate(result):
        block = data[data[:, 0] == value]
        if len(block) > 1:
            assert concordance(block[:, 1], block[:, 2]).excess == excess


@given(records())
@settings(max_examples=60)
def test_kendall_is_the_weighted_sum_over_strata(data):
    numerator = weight = 0.0
    for block in strata_of(data, [3]):
        n = len(block)
        if n > 1:
            w = 9 * n * (n - 1) / (2 * (2 * n + 5))
            numerator += w * concordance(block[:, 0], block[:, 2]).excess / (n * (n - 1) / 2)
            weight += w
    test = conditional_kendall(Tables(data, SIZES), 0, 2, (3,))
    expected = abs(numerator) / np.sqrt(weight) if weight else 0.0
    assert test.statistic == pytest.approx(expected, abs=1e-12)
    assert test.p_value == pytest.approx(2 * stats.norm.sf(expected))


@given(records())
@settings(max_examples=60)
def test_g_squared_agrees_with_a_plain_loop(data):
    """The statistics are compared: a p-value near 1 falls like their root, and turns 1e-14 into 1e-7."""
    tables = Tables(data, SIZES)
    for x, y, chosen in ((0, 1, ()), (1, 2, (0,)), (0, 3, (1, 2))):
        test = g_squared(tables, x, y, chosen)
        statistic, freedom = plain_g_squared(data, x, y, list(chosen))
        assert (test.statistic, test.freedom) == (pytest.approx(statistic, abs=1e-9), freedom)
        assert test.p_value == pytest.approx(stats.chi2.sf(test.statistic, freedom) if freedom else 1.0)


def test_g_squared_agrees_with_scipy():
    data = network("sachs").sample(5_000, np.random.default_rng(2))
    tables = Tables(data, network("sachs").cardinalities)
    for x, y in ((0, 1), (3, 10), (5, 6)):
        table = tables.counts(x, y)[0]
        theirs = stats.chi2_contingency(table, lambda_="log-likelihood", correction=False)
        ours = g_squared(tables, x, y)
        assert (ours.statistic, ours.freedom) == (pytest.approx(theirs.statistic), theirs.dof)
        assert ours.p_value == pytest.approx(theirs.pvalue)


def test_the_level_is_kept_when_variables_are_independent():
    """2,000 runs at 0.05: between 70 and 130 rejections, three standard deviations; the seed is fixed."""
    rng = np.random.default_rng(7)
    p_values = [
        g_squared(Tables(rng.integers(0, (3, 3, 2), (500, 3)), (3, 3, 2)), 0, 1, (2,)).p_value
        for _ in range(2_000)
    ]
    assert 70 < sum(p < 0.05 for p in p_values) < 130


def test_a_table_serves_every_order_of_its_columns(monkeypatch):
    counted = []
    monkeypatch.setattr(
        module, "_count", lambda code, cells: counted.append(cells) or np.bincount(code, minlength=cells)
    )
    tables = Tables(network("asia").sample(100, np.random.default_rng(0)), (2,) * 8)
    for x, y, s in ((0, 1, 2), (0, 2, 1), (2, 1, 0)):
        g_squared(tables, x, y, (s,))
        conditional_kendall(tables, x, y, (s,))
    assert counted == [8]


def test_memory_is_bounded(monkeypatch):
    monkeypatch.setattr(module, "CACHED_CELLS", 20)
    tables = Tables(network("asia").sample(100, np.random.default_rng(0)), (2,) * 8)
    for y in range(1, 8):
        tables.counts(0, y, ((y % 7) + 1,))
    assert sum(table.size for table in tables._kept.values()) <= 20


def test_more_cells_than_records(rng):
    """30 conditioning variables of 4 values: 2⁶⁰ strata, of which at most 50 occur."""
    data = rng.integers(0, 4, (50, 32))
    tables = Tables(data, (4,) * 32)
    counts = tables.counts(0, 1, tuple(range(2, 32)))
    assert counts.sum() == 50
    assert g_squared(tables, 0, 1, tuple(range(2, 32))) == module.Independence(0.0, 0, 1.0)


def test_many_cells_are_counted_the_same_way():
    rng = np.random.default_rng(1)
    data = rng.integers(0, 4, (300, 9))
    data[:, 8] = data[:, 0]
    few, many = Tables(data, (4,) * 9), tuple(range(1, 8))
    loop = plain_g_test(data.astype(np.uint8), 0, 8, list(many))
    assert g_squared(few, 0, 8, many).p_value == pytest.approx(loop)


@pytest.mark.parametrize(
    "data",
    [np.zeros((1, 2)), np.zeros((0, 2)), np.array([[0, 1]] * 5), np.array([[0, 0], [0, 1], [0, 0]])],
    ids=["one record", "no record", "constant columns", "one constant column"],
)
def test_nothing_to_say_means_independent(data):
    tables = Tables(data.astype(int), (2, 2))
    for test in (g_squared, conditional_kendall):
        assert test(tables, 0, 1).p_value == 1.0


test_bad_records = refusals(
    Tables,
    ("one column for each of the 1 cardinalities", ([[0, 1]], (2,))),
    ("whole numbers", ([[0.5, 1]], (2, 2)), ([["a", "b"]], (2, 2))),
    ("column 1 of records must hold codes from 0 to 1, got another one; it is not shown", ([[0, 2]], (2, 2))),
    ("column 1 of records", ([[0, -1]], (2, 2))),
    ("cardinalities must lie between 1 and 256", ([[0, 1]], (2, 300)), ([[0, 1]], (2, 0))),
)


test_bad_questions = refusals(
    lambda *question: Tables([[0, 0, 0, 0]], SIZES).counts(*question),
    ("different columns", (0, 0, ()), (0, 1, (1,))),
    ("between 0 and 3", (0, 5, ())),
)
