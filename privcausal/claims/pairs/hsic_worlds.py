"""Where to look for the worst change of HSIC: all clusters, in exact integers, and searches over other kernels."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from privcausal.pairs.hsic import hsic
from privcausal.pairs.ridge import Gaussian
from privcausal.verify.checks.exhaustive import Extreme, Integers

Pair = dict[str, Any]
"""Neighbours: columns `x` and `y` of the m − 1 who stay, and the record `before` and `after`."""

DIGITS = 12
"""Scores of searches are rounded, so that a search takes the same way on every processor."""

SIDES = ("before", "after")

CHUNK = 2_000
"""Tables handled at a time, so that the largest worlds fit in memory."""

# --- clusters: kernels of zeros and ones, in exact integers --------------------------------------------------------


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


def cluster_witness(table: Integers, before: tuple[int, int], after: tuple[int, int]) -> Pair:
    """The table as columns of cluster names, and the record before and after."""
    cells = [(a, b) for (a, b), count in np.ndenumerate(table) for _ in range(int(count))]
    x, y = ([cell[place] for cell in cells] for place in (0, 1))
    return {"x": x, "y": y, "before": list(before), "after": list(after)}


def worst_two_clusters(m: int) -> Extreme:
    return worst_clusters(m, two_clusters(m - 1), one_column=False)


def worst_two_clusters_two_records(m: int) -> Extreme:
    """The wrong relation: two records move together."""
    return worst_clusters(m, two_clusters(m - 2), one_column=False, movers=2)


def worst_any_clusters(m: int) -> Extreme:
    return worst_clusters(m, any_clusters(m - 1), one_column=False)


def worst_two_clusters_one_column(m: int) -> Extreme:
    return worst_clusters(m, two_clusters(m - 1), one_column=True)


def worst_any_clusters_one_column(m: int) -> Extreme:
    return worst_clusters(m, any_clusters(m - 1), one_column=True)


def literal_hsic(K: Any, L: Any) -> Fraction:
    """tr(KHLH)/(m − 1)² as it is written, in fractions."""
    m = len(K)
    H = np.array([[Fraction(i == j) - Fraction(1, m) for j in range(m)] for i in range(m)])
    return Fraction(np.trace(K @ H @ L @ H)) / (m - 1) ** 2


def fractions(matrix: Any) -> NDArray[Any]:
    """The matrix with exact entries."""
    return np.array([[Fraction(value) for value in row] for row in matrix])


def cluster_change(pair: Pair, m: int) -> Fraction:
    """What a witness of clusters shows, by the definition."""
    values = []
    for side in SIDES:
        columns = [np.array([*pair[name], pair[side][place]]) for place, name in enumerate("xy")]
        values.append(literal_hsic(*(fractions(np.equal.outer(column, column) * 1) for column in columns)))
    return abs(values[0] - values[1])


# --- searches: Gaussian kernels, and kernels that come from anywhere -----------------------------------------------

FAR = 12
"""With bandwidth 1, numbers this far apart are different clusters: the kernel is below 10⁻³¹."""


def neighbours(m: int) -> st.SearchStrategy[Pair]:
    """M − 1 common records and one before and after, on a line where clusters, grades and outliers all fit."""
    level = st.integers(0, 4 * FAR).map(lambda step: step / 4)
    column = st.lists(level, min_size=m - 1, max_size=m - 1)
    spot = st.lists(level, min_size=2, max_size=2)
    return st.fixed_dictionaries({"x": column, "y": column, "before": spot, "after": spot})


def structured_neighbours(m: int) -> list[Pair]:
    """One cluster, two equal clusters, everybody apart; and two people in a crowd."""
    crowd = [0.0] * (m - 1)
    half = [float(FAR * (2 * i < m)) for i in range(m - 1)]
    pairs = [(half, half), (crowd, crowd), (half, crowd)]
    return [{"x": list(x), "y": list(y), "before": [0, 0], "after": [FAR, 0]} for x, y in pairs]


def nudged(pair: Pair, rng: np.random.Generator) -> Pair:
    """The pair with one number changed, by a little or to anywhere."""
    name = ("x", "y", "before", "after")[rng.integers(4)]
    column = list(pair[name])
    place = int(rng.integers(len(column)))
    far = bool(rng.integers(2))
    spot = rng.integers(0, 4 * FAR + 1) / 4 if far else column[place] + rng.normal(scale=0.3)
    column[place] = round(float(np.clip(spot, 0, FAR)), 3)
    return {**pair, name: column}


def gaussian_change(pair: Pair, m: int) -> float:
    """By the library's HSIC."""
    sides = [[[*pair[name], pair[side][place]] for place, name in enumerate("xy")] for side in SIDES]
    before, after = (hsic(x, y, kernel_x=Gaussian(1.0), kernel_y=Gaussian(1.0)) for x, y in sides)
    return round(abs(before - after), DIGITS)


def gaussian_change_one_column(pair: Pair, m: int) -> float:
    """The record keeps its y."""
    return gaussian_change({**pair, "after": [pair["after"][0], pair["before"][1]]}, m)


Features = list[list[int]]
"""One row per record: where a finite kernel k(i, j) = ⟨φᵢ, φⱼ⟩ puts it, in hundredths, before normalising."""


def feature_neighbours(m: int) -> st.SearchStrategy[Pair]:
    """Any kernel on m + 1 records of rank 3 with values in [0, 1]; the last two are the record before and after."""
    row = st.lists(st.integers(0, 100), min_size=3, max_size=3)
    rows = st.lists(row, min_size=m + 1, max_size=m + 1)
    return st.fixed_dictionaries({"x": rows, "y": rows})


def feature_starts(m: int) -> list[Pair]:
    """Three clusters in each column, with the record going from one to another."""
    corners = [[100, 0, 0], [0, 100, 0], [0, 0, 100]]
    return [{name: [corners[i % k] for i in range(m + 1)] for name in "xy"} for k in (2, 3)]


def turned(pair: Pair, rng: np.random.Generator) -> Pair:
    """The pair with one record put where another one is, in one column or both, or somewhere new in one column."""
    places = len(pair["x"])
    here, there = int(rng.integers(places)), int(rng.integers(places))
    way = int(rng.integers(4))
    moved = {name: [list(row) for row in pair[name]] for name in "xy"}
    for name in ("x", "y", "xy", "xy"[rng.integers(2)])[way]:
        new = [int(value) for value in rng.integers(0, 101, 3)]
        moved[name][here] = new if way == 3 else list(moved[name][there])
    return moved


def gram(rows: Features) -> NDArray[np.float64]:
    """The kernel matrix of the rows, each scaled to length 1: entries in [0, 1]."""
    vectors = np.array(rows, dtype=float) + 1e-9
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    product_: NDArray[np.float64] = vectors @ vectors.T
    return product_


def matrix_hsic(K: NDArray[np.float64], L: NDArray[np.float64]) -> float:
    """HSIC of two kernel matrices, by centring one of them."""
    rows = K - K.mean(axis=0)
    return float(np.sum((rows - rows.mean(axis=1, keepdims=True)) * L)) / (len(K) - 1) ** 2


def feature_change(pair: Pair, m: int) -> float:
    """The record before is the last but one of the rows, the record after is the last."""
    K, L = gram(pair["x"]), gram(pair["y"])
    sides = [np.ix_(side, side) for side in ([*range(m)], [*range(m - 1), m])]
    before, after = (matrix_hsic(K[side], L[side]) for side in sides)
    return round(abs(before - after), DIGITS)


def feature_change_one_column(pair: Pair, m: int) -> float:
    """The record keeps its y."""
    return feature_change({**pair, "y": [*pair["y"][:m], pair["y"][m - 1]]}, m)
