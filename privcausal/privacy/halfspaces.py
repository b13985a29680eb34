"""Halfspaces of the cube {0, 1}^k: all of them, how rich they are as a class, and how to learn one."""

from functools import cache
from itertools import combinations, product
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.arrays import Floats

Bits = NDArray[np.int64]
Queries = NDArray[np.bool_]
"""One row per predicate, one column per point of the cube: is the point counted?"""

Anything = TypeVar("Anything", bound=np.generic)

LARGEST_WEIGHT = {1: 1, 2: 1, 3: 2, 4: 3, 5: 5}
"""Whole weights of this size are enough to write down every halfspace over k bits."""


@cache
def cube(bits: int) -> Bits:
    """All points of {0, 1}^k, in counting order.

    >>> cube(2).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    return read_only(np.array(list(product((0, 1), repeat=bits)), dtype=np.int64))


@cache
def halfspaces(bits: int) -> Queries:
    """Every set {x : w·x ≥ c} of points of the cube, the empty one and the full one included.

    >>> [len(halfspaces(k)) for k in (1, 2, 3, 4)]
    [4, 14, 104, 1882]
    """
    if bits not in LARGEST_WEIGHT:
        raise ValueError(f"bits must be one of {', '.join(map(str, LARGEST_WEIGHT))}, got {bits!r}")
    largest = LARGEST_WEIGHT[bits]
    heights = np.array(list(product(range(-largest, largest + 1), repeat=bits))) @ cube(bits).T
    place = 1 << np.arange(2**bits, dtype=np.int64)
    codes = [
        np.unique((heights >= cut) @ place) for cut in range(-largest * bits, largest * bits + 2)
    ]  # each halfspace as one number, so that finding it twice is cheap to notice
    return read_only((np.unique(np.concatenate(codes))[:, None] & place) > 0)


@cache
def cuts(bits: int) -> Queries:
    """One of each halfspace and its complement: a share and its complement err alike, so these are enough.

    >>> len(cuts(4))
    941
    """
    every = halfspaces(bits)
    return read_only(every[~every[:, 0]])


def shattered(queries: Queries) -> int:
    """The VC dimension: how many points can be cut out in all 2^d ways.

    >>> [shattered(halfspaces(k)) for k in (1, 2, 3)]
    [2, 3, 4]
    """
    dimension, sets = 0, queries.astype(np.int64)
    while any(
        np.bincount(sets[:, chosen] @ (1 << np.arange(dimension + 1)), minlength=2 ** (dimension + 1)).all()
        for chosen in combinations(range(queries.shape[1]), dimension + 1)
    ):
        dimension += 1
    return dimension


def read_only(table: NDArray[Anything]) -> NDArray[Anything]:
    """What the cache hands out to everybody must not be changed by anybody."""
    table.flags.writeable = False
    return table


def learn(counts: ArrayLike, bits: int) -> Queries:
    """The halfspace over the first k − 1 bits that agrees most often with the last bit; the first of equals.

    >>> learn([0, 5, 5, 0, 0, 5, 5, 0], bits=3).tolist()  # the label is "the second bit is 0"
    [True, False, True, False]
    """
    guess: Queries = halfspaces(bits - 1)[int(agreements(counts, bits).argmax())]
    return guess


def agreements(counts: ArrayLike, bits: int) -> Floats:
    """For each halfspace over the first k − 1 bits, the share of records whose last bit it gets right.

    Takes one data set, or a table of them with one row each.
    """
    table = np.asarray(counts, dtype=float)
    guesses = halfspaces(bits - 1).astype(float).T
    right = table[..., 1::2] @ guesses + table[..., ::2] @ (1 - guesses)
    return np.asarray(right / table.sum(axis=-1, keepdims=True), dtype=float)
