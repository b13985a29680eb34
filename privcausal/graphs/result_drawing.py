"""A learned graph drawn with the probability of each edge, or with its differences from the truth."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from privcausal.graphs.pair_status import MAX_PRINTED_PROBABILITY
from privcausal.graphs.structure.exchange import from_networkx
from privcausal.graphs.structure.graph_drawing import draw, layers, ring
from privcausal.graphs.structure.pdag import Matrix, extension

Place = NDArray[np.float64]

APART = 45
"""Pixels from one number to the next that are enough."""

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes

    from privcausal.graphs.result import Discovery


def draw_result(result: Discovery, ax: Axes, truth: nx.DiGraph | None, title: str) -> Axes:
    """Draw it with the probability of each edge, or, if the truth is known, mark the differences from it."""
    reference = None if truth is None else from_networkx(truth, result.names)
    basis = result.matrix if reference is None else reference
    places = ring(result.names) if extension(basis) is None else layers(basis, result.names)
    drawn = draw(
        ax,
        result.matrix,
        result.names,
        places=places,
        truth=reference,
        untested=result.learned.untested,
        doubtful=_more_likely_wrong(result) if reference is None else None,
        title=title,
    )
    taken = [drawn.transData.transform(places[name]) for name in result.names]
    for (x, y), sure in result.probabilities.items() if reference is None else ():
        if sure.points is None and result.matrix[x, y] != result.matrix[y, x]:
            continue  # the direction follows from background knowledge: no probability is calibrated for it
        (left, low), (right, high) = sorted(places[result.names[end]] for end in (x, y))
        share = min(sure.joined if sure.points is None else sure.points, MAX_PRINTED_PROBABILITY)
        part = _free(drawn.transData.transform([(left, low), (right, high)]), taken)
        under = high > low
        drawn.annotate(  # at the right of its edge: below one that rises, above one that falls
            f"{share:.0%}",
            (left + part * (right - left), low + part * (high - low)),
            (5, -3 if under else 3),
            textcoords="offset points",
            va="top" if under else "bottom",
            fontsize=9,
        )
    return drawn


def _free(ends: Place, taken: list[Place]) -> float:
    """Where along an edge its number is not near another one or a node: it stands in the middle if it can."""
    start, way = ends[0], ends[1] - ends[0]

    def room(part: float) -> int:
        here = start + part * way
        return min(APART, round(min(float(np.hypot(*(here - other))) for other in taken)))

    part = max((0.5, 0.4, 0.6, 0.3, 0.7, 0.25, 0.75), key=room)
    taken.append(start + part * way)
    return part


def _more_likely_wrong(result: Discovery) -> Matrix:
    """Return the pairs whose arrows are less sure than a coin."""
    places = combinations(range(len(result.names)), 2)
    wrong = np.zeros_like(result.matrix)
    for (x, y), pair in zip(places, result.pairs, strict=True):
        wrong[x, y] = wrong[y, x] = pair.more_likely_wrong
    return wrong
