"""Contingency tables, counted once and used often, and two tests of conditional independence that need nothing else."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import chdtrc, ndtr, xlogy

from privcausal.graphs.models.bayesian_network import Codes
from privcausal.table.declaration import MOST_CATEGORIES

Counts = NDArray[np.int64]


SMALL = 1 << 16
"""A table of so many cells is worth having even for few records, and its cells are numbered in two bytes."""

CACHED_CELLS = 1 << 22
"""So many counts are kept for reuse: 32 MB."""


class Tables:
    """The records of one data set, ready to be counted over any few of their columns.

    A table is counted once for a set of columns and then serves all questions about them: of the columns
    {0, 1, 2} it answers questions about 0 and 1 given 2, about 0 and 2 given 1, and about 1 and 2 given 0.

    >>> tables = Tables([[0, 0], [0, 1], [1, 1], [1, 1]], (2, 2))
    >>> tables.counts(0, 1).tolist()
    [[[1, 1], [0, 2]]]
    """

    rows_per_person: int = 1
    """Up to so many of the records are of one person."""
    gaps: tuple[bool, ...] = ()
    """For each column whether its last code is a gap, which is none of its values; empty if there are none."""

    def __init__(self, records: ArrayLike, cardinalities: Sequence[int], gaps: Sequence[bool] = ()) -> None:
        self.cardinalities, self.gaps = tuple(int(size) for size in cardinalities), tuple(gaps)
        codes = _checked_codes(np.asarray(records), self.cardinalities)
        self.size = len(codes)
        self._columns = np.ascontiguousarray(codes.T)
        self._kept: dict[tuple[int, ...], Counts] = {}

    @property
    def values(self) -> tuple[int, ...]:
        """How many values each column has, if a gap is none of them.

        >>> Tables([[0, 2], [1, 0]], (2, 3), (False, True)).values
        (2, 2)
        """
        gaps = self.gaps or (False,) * len(self.cardinalities)
        return tuple(size - gap for size, gap in zip(self.cardinalities, gaps, strict=True))

    def counts(self, x: int, y: int, conditioning_set: Sequence[int] = ()) -> Counts:
        """Count the records: strata × values of x × values of y. Strata without records can be missing."""
        self._check_question(x, y, conditioning_set)
        columns = (*conditioning_set, x, y)
        sizes = [self.cardinalities[column] for column in columns]
        if math.prod(sizes) > max(self.size, SMALL):
            code, strata = self._occurring_strata(conditioning_set)
            code = (code * sizes[-2] + self._columns[x]) * sizes[-1] + self._columns[y]
            return _count(code, strata * sizes[-2] * sizes[-1]).reshape(strata, *sizes[-2:])
        key = tuple(sorted(columns))
        table = self._dense(key).transpose([key.index(column) for column in columns])
        return table.reshape(-1, *sizes[-2:])

    def some(self, rows: NDArray[np.integer]) -> "Tables":
        """The same columns, and only these records.

        >>> Tables([[0, 0], [0, 1], [1, 1]], (2, 2)).some(np.array([0, 2])).counts(0, 1).tolist()
        [[[1, 0], [0, 1]]]
        """
        return Tables(self._columns[:, rows].T, self.cardinalities, self.gaps)

    def forget(self) -> None:
        """Throw the kept tables away."""
        self._kept.clear()

    def _dense(self, key: tuple[int, ...]) -> Counts:
        """Every combination of values of these columns, from memory if it was counted before."""
        if key in self._kept:
            self._kept[key] = self._kept.pop(key)  # the one used last is thrown away last
            return self._kept[key]
        sizes = [self.cardinalities[column] for column in key]
        cells = math.prod(sizes)
        code: NDArray[Any] = np.zeros(self.size, dtype=np.uint16 if cells <= SMALL else np.int64)
        for column, size in zip(key, sizes, strict=True):
            code *= size
            code += self._columns[column]
        self._kept[key] = _count(code, cells).reshape(sizes)
        while sum(table.size for table in self._kept.values()) > CACHED_CELLS:
            del self._kept[next(iter(self._kept))]
        return self._kept[key]

    def _occurring_strata(self, conditioning_set: Sequence[int]) -> tuple[NDArray[np.intp], int]:
        """Number the combinations of values that occur, when there are too many that could."""
        code, strata = np.zeros(self.size, dtype=np.intp), 1
        for column in conditioning_set:
            code = code * self.cardinalities[column] + self._columns[column]
            levels, code = np.unique(code, return_inverse=True)
            strata = len(levels)
        return code, strata

    def _check_question(self, x: int, y: int, conditioning_set: Sequence[int]) -> None:
        columns = (x, y, *conditioning_set)
        if len(set(columns)) < len(columns):
            raise ValueError(
                f"x, y and given must be different columns, got {x}, {y} and {tuple(conditioning_set)}"
            )
        if not all(0 <= column < len(self.cardinalities) for column in columns):
            last = len(self.cardinalities) - 1
            raise ValueError(
                f"columns must lie between 0 and {last}, got {x}, {y} and {tuple(conditioning_set)}"
            )


def _count(code: NDArray[np.integer], cells: int) -> Counts:
    return np.bincount(code, minlength=cells).astype(np.int64, copy=False)


def _checked_codes(records: NDArray[np.generic], cardinalities: tuple[int, ...]) -> Codes:
    if records.ndim != 2 or records.shape[1] != len(cardinalities):
        raise ValueError(
            f"records must have one column for each of the {len(cardinalities)} cardinalities, "
            f"got an array of shape {records.shape}"
        )
    if not all(1 <= size <= MOST_CATEGORIES for size in cardinalities):
        raise ValueError(f"cardinalities must lie between 1 and {MOST_CATEGORIES}, got {cardinalities}")
    if records.size and not np.issubdtype(records.dtype, np.integer):
        raise ValueError(f"records must be whole numbers, codes of categories, got {records.dtype}")
    for column, size in enumerate(cardinalities):
        values = records[:, column]
        if len(values) and not (values.min() >= 0 and values.max() < size):
            raise ValueError(
                f"column {column} of records must hold codes from 0 to {size - 1}, got another one; it is not shown"
            )
    return records.astype(np.uint8)


@dataclass(frozen=True)
class Independence:
    """The outcome of a test: the larger the statistic, the less independent."""

    statistic: float
    freedom: int
    """Degrees of freedom; 0 means that the data have nothing to say."""
    p_value: float


def g_squared(tables: Tables, x: int, y: int, conditioning_set: Sequence[int] = ()) -> Independence:
    """The likelihood-ratio test of independence within strata: no order of the categories is assumed.

    G² = 2 Σ N ln(N/E). A stratum in which a value does not occur cannot contradict independence about that value, so
    it brings (rows that occur − 1)·(columns that occur − 1) degrees of freedom.

    >>> tables = Tables(np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], [30, 10, 10, 30], axis=0), (2, 2))
    >>> test = g_squared(tables, 0, 1)
    >>> round(test.statistic, 3), test.freedom
    (20.93, 1)
    """
    counts = tables.counts(x, y, conditioning_set)
    rows, columns = counts.sum(axis=2), counts.sum(axis=1)
    strata = rows.sum(axis=1)
    inside, margins = (_entropy_sum(part) for part in (counts, strata)), (rows, columns)
    statistic = 2 * (sum(inside) - sum(_entropy_sum(part) for part in margins))
    freedom = int((_occurring(rows) * _occurring(columns)).sum())
    # Rounding can leave a statistic of exactly nothing slightly below 0.
    statistic = max(statistic, 0.0)
    return Independence(statistic, freedom, float(chdtrc(freedom, statistic)) if freedom else 1.0)


def _entropy_sum(counts: Counts) -> float:
    return float(xlogy(counts, counts).sum())


def _occurring(margin: Counts) -> Counts:
    """How many values occur in each stratum, less one."""
    occurring: Counts = np.maximum((margin > 0).sum(axis=1) - 1, 0)
    return occurring


def excesses(counts: Counts) -> Counts:
    """Concordant minus discordant pairs of records in each stratum, exactly.

    >>> excesses(np.array([[[1, 1], [0, 2]]])).tolist()
    [2]
    """
    return _concordant(counts) - _concordant(counts[:, :, ::-1])


def _concordant(counts: Counts) -> Counts:
    """Pairs with one record higher than the other in both columns."""
    beyond = counts[:, ::-1, ::-1].cumsum(axis=1).cumsum(axis=2)[:, ::-1, ::-1]
    pairs: Counts = (counts[:, :-1, :-1] * beyond[:, 1:, 1:]).sum(axis=(1, 2))
    return pairs


def conditional_kendall(tables: Tables, x: int, y: int, conditioning_set: Sequence[int] = ()) -> Independence:
    """Kendall's τ within strata, weighted and scaled to z = Σ w τ/√(Σ w) with w = 9n(n − 1)/(2(2n + 5)).

    The variance is the one without ties, as in the sources. Strata of fewer than two records have no pairs and weigh
    nothing. The p-value is two-sided.

    >>> tables = Tables(np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], [30, 10, 10, 30], axis=0), (2, 2))
    >>> round(conditional_kendall(tables, 0, 1).statistic, 3)
    3.324
    """
    counts = tables.counts(x, y, conditioning_set)
    sizes = counts.sum(axis=(1, 2))
    weight = float((9 * sizes * (sizes - 1) / (2 * (2 * sizes + 5))).sum())
    if not weight:
        return Independence(0.0, 0, 1.0)
    z = float((9 * excesses(counts) / (2 * sizes + 5)).sum()) / math.sqrt(weight)
    return Independence(abs(z), 1, float(2 * ndtr(-abs(z))))
