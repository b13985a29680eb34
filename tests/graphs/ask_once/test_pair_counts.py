"""Counting all pairs at once gives the same counts as counting them one by one."""

from itertools import combinations

import numpy as np
import pytest

from privcausal.graphs.ask_once import pair_counts
from privcausal.graphs.ask_once.pair_counts import PairCounts, quickest
from privcausal.graphs.ask_once.tables import OnceTables
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.privacy.price import Price, Relation


@pytest.mark.parametrize("block", [7, 1 << 14])
def test_all_pairs_are_counted_alike(monkeypatch, block):
    monkeypatch.setattr(pair_counts, "BLOCK", block)
    sizes = (2, 5, 1, 3)
    records = np.random.default_rng(0).integers(0, sizes, (1_000, 4))
    slow, fast = Tables(records, sizes), PairCounts(records, sizes)
    for x, y in combinations(range(4), 2):
        for pair in ((x, y), (y, x)):
            np.testing.assert_array_equal(fast.counts(*pair), slow.counts(*pair))
            assert fast.counts(*pair).dtype == slow.counts(*pair).dtype
    np.testing.assert_array_equal(fast.counts(0, 1, (3,)), slow.counts(0, 1, (3,)))


def test_tables_keep_their_records():
    tables = Tables([[0, 1], [1, 1]], (2, 2))
    assert PairCounts.of(tables).counts(0, 1).tolist() == tables.counts(0, 1).tolist()
    assert PairCounts.of(tables).size == 2


def test_a_question_about_one_column_is_refused():
    with pytest.raises(ValueError, match="must be different columns"):
        PairCounts([[0, 1]], (2, 2)).counts(0, 0)


def test_no_records_are_counted_as_none():
    assert PairCounts(np.zeros((0, 2), dtype=int), (2, 2)).counts(0, 1).sum() == 0


@pytest.mark.parametrize(
    ("columns", "values", "kind"), [(31, 2, Tables), (32, 4, PairCounts), (32, 5, Tables)]
)
def test_many_columns_of_few_values_are_counted_at_once(columns, values, kind):
    assert type(quickest(np.zeros((3, columns), dtype=int), (values,) * columns)) is kind


def test_once_learns_the_same_from_either():
    rng = np.random.default_rng(1)
    records = rng.integers(0, 2, (2_000, 6))
    records[:, 1] = records[:, 0] ^ (rng.random(2_000) < 0.1)
    price = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    first, second = (
        OnceTables(kind(records, (2,) * 6), price, np.random.default_rng(2)) for kind in (Tables, PairCounts)
    )
    np.testing.assert_array_equal(pc(6, first).graph, pc(6, second).graph)
    for columns, value in first.moments.means.items():
        np.testing.assert_array_equal(value, second.moments.means[columns])
