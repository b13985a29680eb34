"""`once-correlations`, as `discover` asks it: a column of which nothing but noise was seen is not tested.

A column that does not vary, or hardly ever, still gets a variance from the noise, and correlations that are all noise.
The looks tell, for nothing more: the last one sees each column in units of what those before it took for its spread.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.graphs.ask_once.differences import differences
from privcausal.graphs.ask_once.noisy_shape import Shape, _sharpened, private_shape
from privcausal.graphs.ask_once.partial_correlations import (
    LOOKS,
    OnceCorrelations,
    searched,
    worth_in_records,
)
from privcausal.privacy.price import Price

CLEARLY = 5.0
"""So many standard deviations of its noise a column's reading must have."""


@dataclass(frozen=True, eq=False)
class Resolved(OnceCorrelations):
    """A graph of the columns that were seen."""

    seen: NDArray[np.bool_]
    """The others have no edges, and no sign against one."""


def seen(shape: Shape) -> NDArray[np.bool_]:
    """Which columns vary by more than noise alone would make them seem to."""
    spread = np.eye(len(shape.matrix))
    for look in shape.looks[:-1]:
        spread = _sharpened(spread, look)
    axes, last = spread / np.linalg.norm(spread, axis=1, keepdims=True), shape.looks[-1]
    readings = np.einsum("ij,jk,ik->i", axes, last.matrix, axes)
    return np.asarray(readings > CLEARLY * last.scale)


def resolved(shape: Shape, size: int) -> Resolved:
    """Search among the columns that were seen; what was released decides, so that this is free."""
    known, worth = seen(shape), worth_in_records(shape, size)
    places, graph = np.flatnonzero(known).tolist(), np.zeros(shape.matrix.shape, dtype=bool)
    inner = np.ix_(places, places)
    graph[inner], apart = searched(shape.matrix[inner], worth)
    separators = {(places[x], places[y]): tuple(places[z] for z in given) for (x, y), given in apart.items()}
    return Resolved(graph, separators, shape.matrix, worth, shape.spent, known)


def resolved_correlations(
    records: ArrayLike, *, budget: Price, rng: np.random.Generator, row_norm: float | None = None
) -> Resolved:
    """`once-correlations` of randomly paired records, of the columns that vary.

    Private under substitution, for any records at all.

    >>> from privcausal.privacy.price import Relation
    >>> people = np.random.default_rng(0).normal(size=(20_000, 3)) @ [[1, 1, 0], [0, 1, 0], [0, 0, 0]]
    >>> found = resolved_correlations(people, budget=Price(1.0, 1e-6, Relation.SUBSTITUTION),
    ...                               rng=np.random.default_rng(0))
    >>> found.graph.astype(int).tolist(), found.seen.tolist()
    ([[0, 1, 0], [1, 0, 0], [0, 0, 0]], [True, True, False])
    """
    if row_norm is not None:
        raise ValueError(
            f"row_norm must be left out for once-correlations: only directions count, got {row_norm!r}"
        )
    pairs = differences(records, rng)
    return resolved(private_shape(pairs, budget=budget, rng=rng, schedule=LOOKS), len(pairs))
