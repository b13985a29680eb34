"""The interquartile range, its logarithm's cells, and how many records it takes to push it out of one.

The range is a difference of two sorted records, so everything about it can be read off windows of sorted data: a
window that starts no later than the lower quartile and ends no earlier than the upper one costs one changed record
for each place it is longer than the two quartiles lie apart.
"""

import math
from bisect import bisect_left
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from privcausal.arrays import Floats
from privcausal.privacy.filters import ApproximateFilter
from privcausal.privacy.price import Price, Relation, Release, check_positive, check_substitution
from privcausal.privacy.propose_test_release import REFUSED, ProposeTestRelease

NARROWEST = float(np.finfo(float).tiny)
"""Below this floats lose their digits, and cells their edges: such a range counts as none."""

SMALLEST_SIZE = 1e-6
"""Of a cell: far above what rounding does to a logarithm."""

LOGARITHM = 1e-12
"""More than rounding can do to the logarithm of a range, or to the edges of its cell."""

FARTHEST = 4e307
"""Larger values count as this one, so that differences are finite."""

Places = tuple[int, int]
"""Which sorted records are the two quartiles, counted from 0."""

GRIDS = (0.0, 0.5)
"""The two grids of cells for the logarithm, shifted by half a cell: no value is near an edge of both."""


@dataclass(frozen=True)
class Cell:
    """An interval [low, high) for the interquartile range."""

    low: float
    high: float


def quartile_places(m: int) -> Places:
    """The ⌈m/4⌉-th and ⌈3m/4⌉-th smallest of m records: what NumPy calls "inverted_cdf".

    >>> quartile_places(8)
    (1, 5)
    """
    if m < 3:
        raise ValueError(f"m must be at least 3 records, so that the quartiles differ, got {m}")
    return -(-m // 4) - 1, -(-3 * m // 4) - 1


def iqr(x: ArrayLike) -> float:
    """The interquartile range: upper minus lower quartile, both of them records; 0 if it is not a normal float.

    >>> iqr([5, 1, 4, 2, 3, 8, 7, 6])
    4.0
    """
    ordered = sorted_column(x)
    lower, upper = quartile_places(len(ordered))
    width = float(ordered[upper] - ordered[lower])
    return width if width >= NARROWEST else 0.0


def cell_of(width: float, shift: float = 0.0, size: float = 1.0) -> Cell:
    """The cell that contains a positive width, in a grid whose cells are `size` long for the logarithm.

    Cell k is [e^(size (k + shift)), e^(size (k + 1 + shift))).

    >>> cell = cell_of(4.0, shift=0.5)
    >>> round(math.log(cell.low), 9), round(math.log(cell.high), 9)
    (0.5, 1.5)
    """
    check_positive(width=width, size=size)
    if size < SMALLEST_SIZE:
        raise ValueError(
            f"size must be at least {SMALLEST_SIZE:g}, so that floats distinguish cells, got {size!r}"
        )
    k = math.floor(math.log(width) / size - shift)
    # Rounding can land one cell away; the edges themselves decide, so that the cells never overlap.
    while width < _edge(k, shift, size):
        k -= 1
    while width >= _edge(k + 1, shift, size):
        k += 1
    return Cell(_edge(k, shift, size), _edge(k + 1, shift, size))


def _edge(k: int, shift: float, size: float) -> float:
    exponent = size * (k + shift)
    return max(math.exp(exponent), NARROWEST) if exponent < 709 else math.inf


def changes_to_leave(ordered: Floats, cell: Cell, places: Places | None = None) -> int:
    """The fewest records to replace so that the interquartile range leaves the cell: 0 if it is outside already.

    Bisection over the number of changes, each step one pass over sorted data: 10⁶ records in a few hundredths of
    a second.

    Claim: B-iqr-windows

    >>> changes_to_leave(np.arange(1.0, 9.0), Cell(2.0, 7.0))
    2
    """
    lower, upper = places or quartile_places(len(ordered))
    # With so many changes a quartile can be carried off to infinity, or both be put on one spot.
    enough = min(lower + 1, len(ordered) - upper, upper - lower)

    def leaves(changes: int) -> bool:
        widest, narrowest = extreme_widths(ordered, lower, upper, changes)
        return widest >= cell.high or narrowest < cell.low

    return bisect_left(range(enough), True, key=leaves)


def extreme_widths(ordered: Floats, lower: int, upper: int, changes: int) -> tuple[float, float]:
    """The widest and the narrowest interquartile range within reach of so many changes, at most `enough` of them.

    Records moved out from between the quartiles let a window around both grow by one place each; records moved in
    let a window inside shrink by one place each. The changes can be split over both ends, and the best split counts.
    """
    widest = ordered[upper : upper + changes + 1] - ordered[lower - changes : lower + 1]
    narrowest = ordered[upper - changes : upper + 1] - ordered[lower : lower + changes + 1]
    return float(widest.max()), float(narrowest.min())


def distances(x: ArrayLike, size: float = 1.0) -> tuple[int, ...]:
    """A₁ and A₂: how many records must change before the log-IQR leaves its cell of either grid.

    Each moves by at most 1 when one record is replaced. An interquartile range of 0 has no logarithm and no
    cell; its distances are 0.

    Claim: B-iqr-windows

    >>> distances(np.linspace(0, 1, 201))
    (27, 22)
    """
    ordered = sorted_column(x)
    width = iqr(ordered)
    return tuple(changes_to_leave(ordered, cell_of(width, shift, size)) if width else 0 for shift in GRIDS)


def private_log_iqr(
    x: ArrayLike,
    *,
    epsilon: float,
    delta: float,
    relation: Relation,
    rng: np.random.Generator,
    size: float = 1.0,
) -> Release:
    """Release the logarithm of the interquartile range, or ⊥: (2ε, δ)-private when one record is replaced.

    No bounds need be declared: the test replaces them. The proposal is that one record moves the
    logarithm by less than `size`, to be chosen without looking at the data: smaller cells need less noise, and
    more records to pass. The number of records is public. A sample whose interquartile range is 0 is always
    refused, at the same price.

    Claim: B-ptr

    >>> rng, relation = np.random.default_rng(3), Relation.SUBSTITUTION
    >>> x = rng.normal(size=2_000)
    >>> print(private_log_iqr(x, epsilon=0.5, delta=1e-6, relation=relation, rng=rng, size=0.25))
    +0.2191 (ε = 1, δ = 1e-06, substitution)
    """
    check_substitution(relation)
    ordered = sorted_column(x)
    mechanism = ProposeTestRelease(size + LOGARITHM, epsilon, delta, relation, tests=len(GRIDS))
    width = iqr(ordered)
    privacy_filter = ApproximateFilter.within(Price(2 * epsilon, delta, relation))
    noisy = privacy_filter.release(
        mechanism, math.log(width) if width else 0.0, distances(ordered, size), rng
    )
    return noisy if width else Release(REFUSED, noisy.price)


def sorted_column(x: ArrayLike) -> Floats:
    """Return a finite column of at least 3 records in increasing order, or raise a ValueError that names its fault."""
    column = np.asarray(x, dtype=float)
    if column.ndim != 1:
        raise ValueError(f"x must be one column of numbers, got an array of shape {column.shape}")
    if len(column) < 3:
        raise ValueError(f"x must hold at least 3 records, got {len(column)}")
    if not np.isfinite(column).all():
        raise ValueError(f"x must be finite, got NaN or infinity in some of its {len(column)} records")
    return np.sort(np.clip(column, -FARTHEST, FARTHEST))
