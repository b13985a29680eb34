"""All tables of two columns by a few multiplications of matrices: the same counts, at a fraction of the time."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from privcausal.graphs.independence.contingency import Counts, Tables

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
        return cls(tables._columns.T, tables.cardinalities)

    def counts(self, x: int, y: int, given: Sequence[int] = ()) -> Counts:
        """How many records: one stratum × values of x × values of y; more columns are counted one by one."""
        if given:
            return super().counts(x, y, given)
        self._check_question(x, y, given)
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
