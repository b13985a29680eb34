"""Tables taken apart into interactions, and how far one record can move all of them together.

A table of counts over several columns repeats some facts of smaller tables. The part that it adds to them is its
*interaction*: Σ over records of u(x) ⊗ u(y) ⊗ …, where u(x) holds the value of each *contrast*, an orthonormal basis
of the vectors that sum to zero over the values. One record moves the interactions less than it moves the tables.
"""

import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import helmert

from privcausal.arrays import Floats

MOST_VALUES = 32
"""A test of two columns with more values has too many degrees of freedom to be computed, or to be of use."""


@cache
def basis(values: int) -> Floats:
    """An orthonormal basis of the functions of so many values: first the constant, then the contrasts.

    >>> basis(2).round(3).tolist()
    [[0.707, 0.707], [0.707, -0.707]]
    """
    return np.asarray(helmert(values, full=True).T)


def contrasts(values: int) -> Floats:
    """The value of each contrast for each value of the variable: rows are the u(x).

    u(a)·u(b) is 1 − 1/values if a = b and −1/values if not, whichever basis one takes.
    """
    return basis(values)[:, 1:]


def with_gap(values: int) -> Floats:
    """The same, and after the last value a row of zeros: what a cell counts as that holds none of them.

    >>> with_gap(2).round(3).tolist()
    [[0.707], [-0.707], [0.0]]
    """
    return np.vstack([contrasts(values), np.zeros((1, values - 1))])


def pairs_sensitivity(cardinalities: Sequence[int], weight: float) -> float:
    """How far one replaced record moves all pairs' interactions, and all columns' own times √weight: exactly.

    If it changes m columns, the squared distance is 2m(R + weight) − m² − Σ(1 − 2/k) over these columns, where
    R = Σ(1 − 1/k) over all columns and k is the number of a column's values.

    Claim: B-once-pairs

    >>> pairs_sensitivity((2,) * 36, weight=0.0)  # 630 whole tables would move by √1260 = 35.5
    18.0
    """
    if not weight >= 0:
        raise ValueError(f"weight must be 0 or more, got {weight!r}")
    reach = total_radius(cardinalities)
    movable = sorted(k for k in cardinalities if k > 1)
    squared = [0.0]
    for m in range(1, len(movable) + 1):
        corrections = math.fsum(1 - 2 / k for k in movable[:m])
        squared.append(2 * m * (reach + weight) - m**2 - corrections)
    return math.sqrt(max(squared))


def total_radius(cardinalities: Sequence[int]) -> float:
    """R = Σ(1 − 1/k): the squared length of all contrasts of one record, whatever its values."""
    return math.fsum(1 - 1 / k for k in cardinalities)


def fair_weight(cardinalities: Sequence[int]) -> float:
    """The weight of single columns that leaves least noise in a covariance of two nearly constant columns.

    A covariance is a pair's interaction minus a product of means. With noise of variance (R + w)² on interactions and
    (R + w)²/w on means, whose partner is at most √(R/d) long, the sum (R + w)²(1 + 2R/(dw)) is smallest here.
    """
    radius = total_radius(cardinalities)
    if not radius:
        return 1.0
    mean = 2 * radius / max(len(cardinalities), 1)
    return (math.sqrt(mean**2 + 8 * mean * radius) - mean) / 4


@cache
def interaction_sensitivity_squared(cardinalities: tuple[int, ...]) -> float:
    """How far one replaced record moves the interaction of a few columns, squared: exactly.

    Claim: B-once-sets

    >>> interaction_sensitivity_squared((2, 2, 2))  # the whole table would move by 2
    0.5
    """
    sizes = [k for k in cardinalities if k > 1]
    if len(sizes) < len(cardinalities):
        return 0.0
    same = math.prod(1 - 1 / k for k in sizes)
    changes = (set(c) for m in range(len(sizes) + 1) for c in combinations(range(len(sizes)), m))
    return 2 * max(
        same - math.prod(-1 / k if i in changed else 1 - 1 / k for i, k in enumerate(sizes))
        for changed in changes
    )


def sets_sensitivity(cardinalities: Sequence[int], sets: Iterable[Sequence[int]]) -> float:
    """A bound for the interactions of several sets of columns together.

    Claim: B-once-sets
    """
    sizes = [tuple(sorted(cardinalities[column] for column in columns)) for columns in sets]
    return math.sqrt(math.fsum(interaction_sensitivity_squared(key) for key in sizes))


def interaction(counts: NDArray[np.int64], sizes: Sequence[int]) -> Floats:
    """Compute Σ u ⊗ u ⊗ … over the records that a table counts.

    What an axis counts beyond its values are gaps: their u is 0, the mean of u over all values, as if each gap held a
    value drawn evenly. An interaction is linear in each u, so a record with gaps moves it as the mean of all records
    without gaps that it can represent, and the distance of two such records is at most that of some two without gaps.

    Claim: B-once-gaps

    >>> two_values_and_a_gap = np.array([3, 1, 6])
    >>> interaction(two_values_and_a_gap, (2,)).round(3).tolist()
    [1.414]
    """
    values = tuple(slice(size) for size in sizes)
    moved = counts[values].astype(float)
    for size in sizes:  # each step takes the first axis away and appends its contrasts
        moved = np.tensordot(moved, contrasts(size), axes=(0, 0))
    return moved
