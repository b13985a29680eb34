"""The tables of a data set wherever its records lie, and all tables of two columns by a few products of matrices."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike

from privcausal.graphs.independence.contingency import Counts, Tables
from privcausal.table.counts import Counted
from privcausal.table.declaration import gaps_of
from privcausal.table.records import Table
from privcausal.table.stream import Stream

BLOCK = 1 << 14
"""So many records are multiplied at once: single floats count exactly up to 2²⁴."""


class PairCounts(Tables):
    """The records of one data set, counted over all pairs of columns at the first question.

    A record is a row of zeros with a one for the value of each column; the square of that matrix holds all counts.

    >>> PairCounts([[0, 0], [0, 1], [1, 1], [1, 1]], (2, 2)).counts(0, 1).tolist()
    [[[1, 1], [0, 2]]]
    """

    @classmethod
    def of(cls, tables: Tables) -> "PairCounts":
        """The same records."""
        return cls(tables._columns.T, tables.cardinalities, tables.gaps)

    def counts(self, x: int, y: int, conditioning_set: Sequence[int] = ()) -> Counts:
        """How many records: one stratum × values of x × values of y; more columns are counted one by one."""
        if conditioning_set:
            return super().counts(x, y, conditioning_set)
        self._check_question(x, y, conditioning_set)
        return self._square[self._places[x], self._places[y]][None]

    @cached_property
    def _places(self) -> list[slice]:
        return [slice(*ends) for ends in pairwise(np.cumsum([0, *self.cardinalities]).tolist())]

    @cached_property
    def _square(self) -> Counts:
        starts = np.array([places.start for places in self._places], dtype=np.intp)
        width = sum(self.cardinalities)
        square: Counts = np.zeros((width, width), dtype=np.int64)
        for start in range(0, self.size, BLOCK):
            codes = self._columns[:, start : start + BLOCK].T + starts
            ones = np.zeros((len(codes), width), dtype=np.float32)
            np.put_along_axis(ones, codes, 1, axis=1)
            square += (ones.T @ ones).astype(np.int64)
        return square


MANY = 32
"""Fewer columns are counted one pair at a time as fast."""

VALUES = 4
"""With more values per column, in the mean, most of the matrix is wasted."""


def quickest(records: ArrayLike, cardinalities: Sequence[int]) -> Tables:
    """Tables that give the same counts either way, ready for all pairs if there are many columns of few values.

    >>> type(quickest([[0, 1]], (2, 2))).__name__, type(quickest([[0] * 40], (2,) * 40)).__name__
    ('Tables', 'PairCounts')
    """
    many = len(cardinalities) >= MANY and sum(cardinalities) <= VALUES * len(cardinalities)
    return (PairCounts if many else Tables)(records, cardinalities)


class CountedTables(Tables):
    """The tables of records that were counted and are not kept: of three columns at most.

    >>> from privcausal.table.counts import count_pieces
    >>> from privcausal.table.declaration import Categories, Declaration
    >>> declaration = Declaration(dict.fromkeys("ab", Categories((0, 1), missing=0)))
    >>> codes = np.array([0, 1, 1], dtype=np.uint8)
    >>> CountedTables(count_pieces(declaration, [{"a": codes, "b": codes}])).counts(0, 1).tolist()
    [[[1, 0], [0, 2]]]
    """

    def __init__(self, counted: Counted) -> None:
        self.cardinalities, self.size = tuple(counted.sizes), counted.size
        self._counted = counted

    def _dense(self, key: tuple[int, ...]) -> Counts:
        return self._counted.table(key)


def tables_of(table: Table | Stream) -> Tables:
    """Return the contingency tables of a declared table, wherever its records lie; counted once for all that ask."""
    if table not in _tables:
        if isinstance(table, Stream):
            _tables[table] = CountedTables(table.counted)
        else:
            _tables[table] = quickest(table.codes(), table.sizes())
        _tables[table].rows_per_person = table.declaration.unit.rows
        _tables[table].gaps = gaps_of(table.declaration)
    return _tables[table]


_tables: "WeakKeyDictionary[Table | Stream, Tables]" = WeakKeyDictionary()
