"""Numbers as `discover` asks for them: a column of which nothing but noise was seen is not tested.

A column that does not vary, or hardly ever, still gets a variance from the noise, and correlations that are all noise.
What was released tells which these are, for nothing more.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.graphs.ask_once import mixed
from privcausal.graphs.ask_once.differences import differences
from privcausal.graphs.ask_once.mixed import OnceMixed
from privcausal.graphs.ask_once.noisy_shape import Shape, _sharpened, private_shape
from privcausal.graphs.ask_once.partial_correlations import (
    LOOKS,
    OnceCorrelations,
    searched,
    worth_in_records,
)
from privcausal.graphs.constraint_based.pc import Separators
from privcausal.graphs.structure.pdag import Matrix
from privcausal.privacy.price import Price

CLEARLY = 5.0
"""So many standard deviations of its noise a column's reading must have."""

Known = NDArray[np.bool_]
"""For each column: was more seen of it than noise? The others have no edges, and no sign against one."""


@dataclass(frozen=True, eq=False)
class Resolved(OnceCorrelations):
    """A graph of numbers, and which of them were seen."""

    seen: Known


@dataclass(frozen=True, eq=False)
class ResolvedMixed(OnceMixed):
    """The same beside categories, which count as seen."""

    seen: Known


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


def resolved(shape: Shape, size: int) -> Resolved:
    """Search among the columns that were seen."""
    known, worth = seen(shape), worth_in_records(shape, size)
    graph, separators = _of_all(known, *searched(shape.matrix[np.ix_(known, known)], worth))
    return Resolved(graph, separators, shape.matrix, worth, shape.spent, known)


def seen(shape: Shape) -> Known:
    """Which columns vary by more than noise alone would make them seem to.

    The last look sees each column in units of what those before it took for its spread.
    """
    spread = np.eye(len(shape.matrix))
    for look in shape.looks[:-1]:
        spread = _sharpened(spread, look)
    axes, last = spread / np.linalg.norm(spread, axis=1, keepdims=True), shape.looks[-1]
    readings = np.einsum("ij,jk,ik->i", axes, last.matrix, axes)
    return np.asarray(readings > CLEARLY * last.scale)


def resolved_mixed(found: OnceMixed) -> ResolvedMixed:
    """The same for `once-mixed`: if a number was not seen, search once more without it."""
    known, means = np.ones(len(found.graph), dtype=bool), found.moments.means
    noise = math.sqrt(2) * next(scale for columns, scale in found.moments.scales.items() if len(columns) == 2)
    for x, square in found.squares.items():
        known[x] = square - means[x,].item() ** 2 > CLEARLY * noise
    graph, separators = found.graph, found.separators
    if not known.all():
        among, apart, _ = mixed.searched(found.moments, found.squares, np.flatnonzero(known).tolist())
        graph, separators = _of_all(known, among, apart)
    return ResolvedMixed(graph, separators, found.asked, found.moments, found.squares, found.spent, known)


def _of_all(known: Known, graph: Matrix, separators: Separators) -> tuple[Matrix, Separators]:
    """What was found among some columns, as a graph of all."""
    places, whole = np.flatnonzero(known).tolist(), np.zeros((len(known),) * 2, dtype=bool)
    whole[np.ix_(known, known)] = graph
    return whole, {
        (places[x], places[y]): tuple(places[z] for z in given) for (x, y), given in separators.items()
    }
