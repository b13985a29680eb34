"""Counting all pairs at once gives the same counts as counting them one by one."""

from itertools import combinations, permutations

import numpy as np
import pytest

from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence import pair_counts
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.pair_counts import CountedTables, PairCounts, quickest, tables_of
from privcausal.graphs.methods.once import OnceTables
from privcausal.table.counts import count_pieces
from privcausal.table.declaration import Categories, Declaration
from privcausal.table.records import Table
from tests.graphs.builders import ONE, rng, townsfolk
from tests.refusals import refusals


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


def test_no_records_are_counted_as_none():
    assert PairCounts(np.zeros((0, 2), dtype=int), (2, 2)).counts(0, 1).sum() == 0


@pytest.mark.parametrize(
    ("columns", "values", "kind"), [(31, 2, Tables), (32, 4, PairCounts), (32, 5, Tables)]
)
def test_many_columns_of_few_values_are_counted_at_once(columns, values, kind):
    assert type(quickest(np.zeros((3, columns), dtype=int), (values,) * columns)) is kind


def test_once_learns_the_same_from_either():
    drawn = rng(1)
    records = drawn.integers(0, 2, (2_000, 6))
    records[:, 1] = records[:, 0] ^ (drawn.random(2_000) < 0.1)
    first, second = (OnceTables(kind(records, (2,) * 6), ONE, rng(2)) for kind in (Tables, PairCounts))
    np.testing.assert_array_equal(pc(6, first).graph, pc(6, second).graph)
    for columns, value in first.moments.means.items():
        np.testing.assert_array_equal(value, second.moments.means[columns])


COUNTED = [2, 3, 4, 2]


CODES = np.column_stack([rng().integers(0, size, 200) for size in COUNTED]).astype(np.uint8)
NAMES = [f"c{place}" for place in range(len(COUNTED))]
DECLARED = {name: Categories(range(size), missing=0) for name, size in zip(NAMES, COUNTED, strict=True)}
KEPT = CountedTables(count_pieces(Declaration(DECLARED), [dict(zip(NAMES, CODES.T, strict=True))]))


def test_counts_that_were_kept_are_those_of_the_records():
    exact = Tables(CODES, COUNTED)
    assert (KEPT.size, KEPT.cardinalities) == (exact.size, exact.cardinalities)
    for x, y in permutations(range(4), 2):
        for conditioning_set in ((), *((z,) for z in range(4) if z not in (x, y))):
            assert np.array_equal(KEPT.counts(x, y, conditioning_set), exact.counts(x, y, conditioning_set))


test_a_question_about_one_column_is_refused = refusals(
    lambda tables: tables.counts(0, 0), ("different columns", PairCounts([[0, 1]], (2, 2)), KEPT)
)


def test_a_table_is_counted_once_for_all_that_ask():
    table = townsfolk("cancer", 50)
    assert tables_of(table) is tables_of(table)
    assert tables_of(Table(table.declaration, table.columns)) is not tables_of(table)
