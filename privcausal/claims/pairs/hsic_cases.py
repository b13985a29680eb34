"""Where to look for the worst change of HSIC: all clusters, kernels of zeros and ones, in exact integers."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.verify.checks import Extreme, Witness
from privcausal.verify.checks.exhaustive import Integers

SIDES = ("before", "after")

CHUNK = 2_000
"""Tables handled at a time, so that the largest worlds fit in memory."""


def scaled_hsic(tables: Integers) -> Integers:
    """m²·tr(KHLH) for many tables of counts at once: entry (a, b) counts the records in cluster a of x and b of y."""
    in_x, in_y = tables.sum(-1), tables.sum(-2)
    m = in_x.sum(-1)
    overlap = np.square(tables).sum((-1, -2))
    degrees = (tables * in_x[..., :, None] * in_y[..., None, :]).sum((-1, -2))
    total: Integers = m**2 * overlap - 2 * m * degrees + np.square(in_x).sum(-1) * np.square(in_y).sum(-1)
    return total


def two_clusters(others: int) -> Integers:
    """All ways to deal the others into 2 × 2 clusters; the third row and column await a stranger."""
    bars = np.array(list(combinations_with_replacement(range(others + 1), 3)))
    padded = np.pad(bars, ((0, 0), (1, 1)), constant_values=((0, 0), (0, others)))
    tables = np.zeros((len(bars), 3, 3), dtype=np.int64)
    tables[:, :2, :2] = np.diff(padded, axis=1).reshape(-1, 2, 2)
    return tables


def any_clusters(others: int) -> Integers:
    """All pairs of partitions of the others, up to order; the last row and column await a stranger."""
    size = others + 1
    every = growing_labels(others)
    tables = []
    for x, y in product(filter(largest_first, every), every):
        table = np.zeros((size, size), dtype=np.int64)
        np.add.at(table, (x, y), 1)
        tables.append(table)
    return np.array(tables)


def growing_labels(size: int) -> list[tuple[int, ...]]:
    """Every partition of `size` records once: a label is at most one more than all labels before it."""
    rows: list[tuple[int, ...]] = [()]
    for _ in range(size):
        rows = [(*row, label) for row in rows for label in range(max(row, default=-1) + 2)]
    return rows


def largest_first(labels: tuple[int, ...]) -> bool:
    """Are these whole clusters one after the other, the largest first? Other partitions only rename records."""
    counts = [labels.count(label) for label in range(max(labels, default=-1) + 1)]
    return list(labels) == sorted(labels) and counts == sorted(counts, reverse=True)


def worst_clusters(m: int, tables: Integers, *, one_column: bool, movers: int = 1) -> Extreme:
    """The largest change when the record moves from any cell of any table to any other (in its row or column)."""
    chunks = np.array_split(tables, -(-len(tables) // CHUNK))
    extremes = [worst_of_chunk(m, chunk, one_column, movers) for chunk in chunks]
    worst = max(extremes, key=lambda extreme: extreme.value)
    return replace(worst, cases=sum(extreme.cases for extreme in extremes))


def worst_of_chunk(m: int, tables: Integers, one_column: bool, movers: int) -> Extreme:
    """The same for as many tables as fit into memory at once."""
    rows, columns = tables.shape[1:]
    places = movers * np.eye(rows * columns, dtype=np.int64).reshape(rows, columns, rows, columns)
    values = scaled_hsic(tables[:, None, None] + places)
    lines = [values, values.swapaxes(1, 2)] if one_column else [values.reshape(len(values), 1, -1)]
    spans = [np.ptp(line, axis=2) for line in lines]
    way = int(np.argmax([span.max() for span in spans]))
    base, line = np.unravel_index(spans[way].argmax(), spans[way].shape)
    ends = [int(end(lines[way][base, line])) for end in (np.argmin, np.argmax)]
    if one_column:
        cells = [(int(line), end) if way == 0 else (end, int(line)) for end in ends]
    else:
        cells = [divmod(end, columns) for end in ends]
    value = Fraction(int(spans[way].max()), m**2 * (m - 1) ** 2)
    return Extreme(value, cluster_witness(tables[base], *cells), values.size)


def cluster_witness(table: Integers, before: tuple[int, int], after: tuple[int, int]) -> Witness:
    """The table as columns of cluster names, and the record before and after."""
    cells = [(a, b) for (a, b), count in np.ndenumerate(table) for _ in range(int(count))]
    x, y = ([cell[place] for cell in cells] for place in (0, 1))
    return {"x": x, "y": y, "before": list(before), "after": list(after)}


def worst_two_clusters(m: int, one_column: bool = False, movers: int = 1) -> Extreme:
    """Over all tables of two clusters; with two `movers` for the wrong relation, in which two records move together."""
    return worst_clusters(m, two_clusters(m - movers), one_column=one_column, movers=movers)


def worst_any_clusters(m: int, one_column: bool = False) -> Extreme:
    return worst_clusters(m, any_clusters(m - 1), one_column=one_column)


def literal_hsic(K: Any, L: Any) -> Fraction:
    """tr(KHLH)/(m − 1)² as it is written, in fractions."""
    m = len(K)
    H = np.array([[Fraction(i == j) - Fraction(1, m) for j in range(m)] for i in range(m)])
    return Fraction(np.trace(K @ H @ L @ H)) / (m - 1) ** 2


def fractions(matrix: Any) -> NDArray[Any]:
    """The matrix with exact entries."""
    return np.array([[Fraction(value) for value in row] for row in matrix])


def cluster_change(pair: Witness) -> Fraction:
    """What a witness of clusters shows, by the definition."""
    values = []
    for side in SIDES:
        columns = [np.array([*pair[name], pair[side][place]]) for place, name in enumerate("xy")]
        values.append(literal_hsic(*(fractions(np.equal.outer(column, column) * 1) for column in columns)))
    return abs(values[0] - values[1])
