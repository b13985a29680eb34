"""Cut a column of outputs into intervals: at quantiles, far into both tails, and around every repeated value."""

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats

Counts = NDArray[np.int64]
Flags = NDArray[np.bool_]

ATOMS = 64
"""At most this many repeated values of a column become intervals of their own."""

REPEATS = 8
"""A value that comes up so often is repeated on purpose: continuous draws do not repeat."""


def edges_of(column: Floats) -> Floats:
    """Where a column can be cut: at quantiles, far into both tails, and on both sides of every repeated value.

    >>> edges_of(np.array([0.0] * 50 + [np.inf] * 50))[:2].tolist()
    [-5e-324, 0.0]
    """
    ordered, size = np.sort(column), len(column)
    tails = 0.5 ** np.arange(6, max(np.log2(size) - 3, 6))
    places = np.concatenate([np.linspace(0, 1, 65)[1:-1], tails, 1 - tails])
    values, counts = np.unique(ordered, return_counts=True)
    often = counts >= REPEATS
    atoms = values[often][np.argsort(-counts[often], kind="stable")[:ATOMS]]
    below = np.nextafter(atoms, -np.inf)
    # The last two edges keep +inf apart from every finite number; NaN lies beyond them, in an interval of its own.
    ends = [np.finfo(np.float64).max, np.inf]
    edges: Floats = np.unique(np.concatenate([ordered[(places * size).astype(int)], atoms, below, ends]))
    return edges[~np.isnan(edges)]


def encode(draws: Floats, edges: list[Floats]) -> Counts:
    """The number of the interval in which each value lies, column by column."""
    columns = [np.searchsorted(cuts, column) for cuts, column in zip(edges, draws.T, strict=True)]
    return np.stack(columns, axis=1)


def single(edges: Floats) -> Flags:
    """Which intervals hold one value only; that of NaN is one of them.

    >>> single(edges_of(np.array([0.0] * 50 + [1.0, 2.0]))).tolist()
    [False, True, False, False, False, True, True]
    """
    alone = edges[:-1] == np.nextafter(edges[1:], -np.inf)
    return np.concatenate([[edges[0] == -np.inf], alone, [True]])
