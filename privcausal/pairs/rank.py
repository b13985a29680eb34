"""Rank correlations: exact integers inside, so that a bound can be compared without rounding.

Both scores follow the sources' definition, whose denominator depends on the sample size alone. The textbook's
correction for ties divides by something that one person can change, and then no useful bound exists: the book
shows the witness.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class Concordance:
    """How the pairs of records agree: `excess` is concordant minus discordant pairs."""

    excess: int
    pairs: int
    tied_x: int
    tied_y: int


def kendall(x: ArrayLike, y: ArrayLike, *, tie_corrected: bool = False) -> float:
    """Kendall's τ: concordant minus discordant pairs, over all pairs.

    With `tie_corrected` it is τ_b, as SciPy computes it: fine to look at, unfit for a private release.

    Claim: K-kendall

    >>> kendall([1, 2, 3, 4], [1, 2, 4, 3])
    0.6666666666666666
    """
    count = concordance(x, y)
    if not tie_corrected:
        return count.excess / count.pairs
    spread = (count.pairs - count.tied_x) * (count.pairs - count.tied_y)
    return count.excess / math.sqrt(spread) if spread else math.nan


def spearman(x: ArrayLike, y: ArrayLike, *, tie_corrected: bool = False) -> float:
    """Spearman's ρ = 1 − 6 Σ d² / (m(m² − 1)), d the difference of the two average ranks of a record.

    With `tie_corrected` it is the correlation of the ranks, as SciPy computes it: unfit for a private release.

    Claim: K-spearman

    >>> spearman([1, 2, 3, 4], [1, 2, 4, 3])
    0.8
    """
    a, b = checked_pair(x, y)
    m = len(a)
    if tie_corrected:
        ranks = np.stack([doubled_ranks(a), doubled_ranks(b)]) - float(m + 1)
        norms = np.linalg.norm(ranks, axis=1)
        return float(ranks[0] @ ranks[1] / norms.prod()) if norms.all() else math.nan
    cube = m * (m * m - 1)
    return (2 * cube - 3 * quadrupled_rank_distance(a, b)) / (2 * cube)


def spearman_of_broken_ties(x: ArrayLike, y: ArrayLike) -> float:
    """Spearman's ρ, as a mean over all ways to break the ties of x and those of y: 12 Σ (r − r̄)(s − s̄) / (m(m² − 1)).

    Without ties it is `spearman`. With many of them 1 − 6 Σ d² / (m(m² − 1)) is near 1 even for independent columns,
    because tied ranks have small differences; this is near 0. One replaced record moves it by no more than without
    ties (K-spearman): whoever breaks the ties of all others equally in both tables has two tables that differ in one
    record, and a mean moves by no more than its terms.

    >>> spearman_of_broken_ties([1, 2, 3, 4], [1, 2, 4, 3]), spearman_of_broken_ties([0, 0, 1, 1], [0, 1, 0, 1])
    (0.8, 0.0)
    >>> spearman([0, 0, 1, 1], [0, 1, 0, 1])
    0.2
    """
    a, b = checked_pair(x, y)
    m = len(a)
    return 3 * quadrupled_rank_product(a, b) / (m * (m * m - 1))


def quadrupled_rank_product(x: ArrayLike, y: ArrayLike) -> int:
    """4 Σ (r − r̄)(s − s̄): an exact integer, as `quadrupled_rank_distance` is.

    >>> quadrupled_rank_product([1, 2, 3], [1, 2, 3])
    8
    """
    one, other = (doubled_ranks(column) - (len(np.asarray(column)) + 1) for column in (x, y))
    few = max(1, (1 << 61) // len(one) ** 2)  # so many products fit into 64 bits
    parts = (slice(start, start + few) for start in range(0, len(one), few))
    return sum(int(one[part] @ other[part]) for part in parts)


def quadrupled_rank_distance(x: ArrayLike, y: ArrayLike) -> int:
    """4 Σ d²: an exact integer, because average ranks are whole or half numbers.

    >>> quadrupled_rank_distance([1, 2, 2], [3, 1, 2])
    26
    """
    doubled = doubled_ranks(x) - doubled_ranks(y)
    few = max(1, (1 << 61) // max(len(doubled), 1) ** 2)  # so many squares fit into 64 bits
    return sum(int(part @ part) for part in np.split(doubled, range(few, len(doubled), few)))


def doubled_ranks(column: ArrayLike) -> NDArray[np.int64]:
    """Twice the average rank of each value, which is a whole number.

    >>> doubled_ranks([10, 20, 20, 5]).tolist()
    [4, 7, 7, 2]
    """
    _, place, sizes = np.unique(np.asarray(column), return_inverse=True, return_counts=True)
    doubled: NDArray[np.int64] = (2 * np.cumsum(sizes, dtype=np.int64) - sizes + 1)[place]
    return doubled


def concordance(x: ArrayLike, y: ArrayLike) -> Concordance:
    """Count concordant, discordant and tied pairs in O(m log m), exactly, with ties.

    Every step takes the same time for all columns of one length: one value must not be seen in the time either.

    >>> concordance([1, 2, 3, 3], [1, 3, 2, 2])
    Concordance(excess=1, pairs=6, tied_x=1, tied_y=1)
    """
    a, b = (_dense_ranks(column) for column in checked_pair(x, y))
    m = len(a)
    pairs = m * (m - 1) // 2
    both = np.sort(a * m + b)  # the records in the order of (a, b)
    place = (
        np.sort(both % m * m + np.arange(m)) % m
    )  # the place of the lowest b, of the next one, …: ties in order
    sequence = np.empty(m, dtype=np.int32)
    sequence[place] = np.arange(m, dtype=np.int32)
    tied_x, tied_y = _tied_pairs(np.bincount(a)), _tied_pairs(np.bincount(b))
    tied_both = _tied_pairs(np.diff(np.flatnonzero(np.diff(both, prepend=-1, append=m * m))))
    excess = pairs - tied_x - tied_y + tied_both - 2 * _inversions(sequence)
    return Concordance(excess, pairs, tied_x, tied_y)


def checked_pair(x: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Two finite columns of one length, at least two records: or a ValueError that names the argument."""
    columns = []
    for name, column in (("x", x), ("y", y)):
        array = np.asarray(column, dtype=float)
        if array.ndim != 1:
            raise ValueError(f"{name} must be one column of numbers, got an array of shape {array.shape}")
        if not np.isfinite(array).all():
            raise ValueError(
                f"{name} must be finite, got NaN or infinity in some of its {len(array)} records"
            )
        columns.append(array)
    a, b = columns
    if len(a) != len(b):
        raise ValueError(f"x and y must have the same length, got {len(a)} and {len(b)}")
    if len(a) < 2:
        raise ValueError(f"x and y must hold at least 2 records, got {len(a)}")
    return a, b


def _dense_ranks(column: NDArray[np.float64]) -> NDArray[np.int64]:
    """0 for the smallest value, 1 for the next one up, …: ties share a rank."""
    order = np.argsort(column)
    climbs = column[order[1:]] != column[order[:-1]]
    ranks = np.zeros(len(column), dtype=np.int64)
    ranks[order[1:]] = np.cumsum(climbs)
    return ranks


def _tied_pairs(group_sizes: NDArray[np.intp]) -> int:
    sizes = group_sizes.astype(np.int64)  # where NumPy counts in 32 bits, their squares need more
    return int((sizes * (sizes - 1) // 2).sum())


LEAF_BITS = 6


def _inversions(values: NDArray[np.int32]) -> int:
    """Pairs i < j with values[i] > values[j] in a permutation, by radix sort from the top bit: O(m log m).

    Sorting stably by one more bit puts zeros before ones within each block of equal higher bits; every inversion
    decided at that bit moves a one by one place, so the sum of the ones' places grows by their number.
    The last blocks are complete rows, which plain comparisons finish faster.
    """
    places = np.arange(len(values))
    total = 0
    for bit in reversed(range(LEAF_BITS, (len(values) - 1).bit_length())):
        # Stable argsort: on the shortest integer type that fits, NumPy then counts instead of comparing.
        high = (values >> bit).astype(np.min_scalar_type(len(values) >> bit))
        order = np.argsort(high, kind="stable")
        ones = (high & 1).astype(np.int64)
        total += int(places @ (ones[order] - ones))
        values = values[order]
    return total + _inversions_in_rows(values)


def _inversions_in_rows(values: NDArray[np.int32]) -> int:
    """Inversions inside consecutive rows of 2^LEAF_BITS values; the last row is filled up harmlessly."""
    width = 1 << LEAF_BITS
    rows = np.concatenate((values % width, np.full(-len(values) % width, width))).astype(np.int8)
    columns = np.ascontiguousarray(rows.reshape(-1, width).T)
    return sum(int(np.count_nonzero(columns[:-k] > columns[k:])) for k in range(1, width))
