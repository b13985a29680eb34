"""An explorer of d-separation: condition on nodes, and see which paths are open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from privcausal import plots
from privcausal.explorers.frame import Explorer, static_figure
from privcausal.graphs.structure.d_separation import ancestors
from privcausal.graphs.structure.graph_drawing import draw
from privcausal.graphs.structure.pdag import Matrix

NAMES = ("reward", "visit", "age", "health", "letter")
PLACES = ((0.0, 0.45), (0.5, 0.45), (0.75, 1.0), (1.0, 0.45), (0.5, 0.0))
GRAPHS = {
    "chain": ((0, 1), (1, 3)),
    "fork": ((2, 1), (2, 3)),
    "collider": ((0, 1), (2, 1), (1, 4)),
    "all three": ((0, 1), (1, 3), (2, 1), (2, 3), (1, 4)),
}
ENDS = {"chain": (0, 3), "fork": (1, 3), "collider": (0, 2), "all three": (0, 3)}
THREE = {"chain": ((0, 1), (1, 2)), "fork": ((1, 0), (1, 2)), "collider": ((0, 1), (2, 1))}
"""The graphs of three nodes whose first and last are joined by one path."""

WEIGHT = 0.9
"""The coefficient of every arrow in the linear model whose partial correlations are shown."""


def matrix(edges: Sequence[tuple[int, int]]) -> Matrix:
    """Return the graph with these arrows on the five nodes."""
    dag: Matrix = np.zeros((len(NAMES), len(NAMES)), dtype=bool)
    dag[tuple(np.array(edges).T)] = True
    return dag


def paths(dag: Matrix, x: int, y: int) -> list[list[int]]:
    """Return all paths from x to y, along and against arrows, without a node twice.

    Examples
    --------
    >>> paths(matrix(GRAPHS["all three"]), 0, 3)
    [[0, 1, 2, 3], [0, 1, 3]]
    """

    def on(path: list[int]) -> Iterator[list[int]]:
        if path[-1] == y:
            yield path
            return
        for node in np.flatnonzero((dag | dag.T)[path[-1]]).tolist():
            if node not in path:
                yield from on([*path, node])

    return list(on([x]))


def blocking(dag: Matrix, path: Sequence[int], given: Sequence[int]) -> list[int]:
    """Return the nodes within the path that block it, given these nodes.

    Examples
    --------
    >>> collider = matrix(GRAPHS["collider"])
    >>> [blocking(collider, (0, 1, 2), given) for given in ((), (1,), (4,))]
    [[1], [], []]
    """
    chosen = np.isin(np.arange(len(dag)), list(given))
    conditioned = ancestors(dag, chosen)
    return [
        node
        for before, node, after in zip(path, path[1:], path[2:], strict=False)
        if (not conditioned[node] if dag[before, node] and dag[after, node] else chosen[node])
    ]


def partial_correlation(dag: Matrix, x: int, y: int, given: Sequence[int]) -> float:
    """Return the partial correlation in the linear model with this graph, equal coefficients and unit noise."""
    inverse = np.linalg.inv(np.eye(len(dag)) - WEIGHT * dag)
    nodes = [x, y, *given]
    precision = np.linalg.inv((inverse.T @ inverse)[np.ix_(nodes, nodes)])
    return float(-precision[0, 1] / np.sqrt(precision[0, 0] * precision[1, 1])) + 0.0


def _world(name: str) -> dict[str, Any]:
    """Return the page's data of one graph: arrows, paths, and each conditioning set with the paths that it opens."""
    dag, (x, y) = matrix(GRAPHS[name]), ENDS[name]
    free = [node for node in np.flatnonzero(dag.any(axis=0) | dag.any(axis=1)).tolist() if node not in (x, y)]
    routes = paths(dag, x, y)
    sets = chain.from_iterable(combinations(free, size) for size in range(len(free) + 1))
    return {
        "name": name,
        "edges": GRAPHS[name],
        "ends": (x, y),
        "free": free,
        "paths": routes,
        "sets": {
            ",".join(map(str, given)): {
                "blocked": [blocking(dag, route, given) for route in routes],
                "correlation": round(partial_correlation(dag, x, y, given), 6) + 0.0,
            }
            for given in sets
        },
    }


def three_paths() -> list[Axes]:
    """Draw a chain, a fork and a collider, and say of each whether it is open, alone and given its inner node."""
    axes = plots.panels(3, height=2.2)
    for ax, (title, edges) in zip(axes, THREE.items(), strict=True):
        dag = matrix(edges)[:3, :3]
        for height, words, given in ((1, "", ()), (0, "given b: ", (1,))):
            draw(ax, dag, "abc", places={name: (at, height) for at, name in enumerate("abc")}, title=title)
            state = "closed" if blocking(dag, (0, 1, 2), given) else "open"
            ax.text(1, height - 0.35, words + state, ha="center", fontsize=9)
        ax.patches[6].set_linewidth(3)  # the inner node below, on which we condition
        ax.set_ylim(-0.6, 1.3)
    return axes


def open_paths() -> Explorer:
    """Condition on nodes of a chain, a fork, a collider and all three, and see which paths they open and close."""
    worlds = [_world(name) for name in GRAPHS]
    rows = [
        (
            world["name"],
            " and ".join(NAMES[end] for end in world["ends"]),
            ", ".join(NAMES[int(node)] for node in given.split(",") if node) or "nothing",
            f"{found['blocked'].count([])} of {len(world['paths'])}",
            found["correlation"],
        )
        for world in worlds
        for given, found in world["sets"].items()
    ]
    places = {name: (2 * x, y) for name, (x, y) in zip(NAMES, PLACES, strict=True)}
    still = draw(plots.panel(), matrix(GRAPHS["all three"]), NAMES, places=places)
    return Explorer(
        "paths",
        "Open and close the paths",
        "**Click nodes to condition on them.** The two ends are dependent if a path between them is open. Conditioning "
        "on a node closes a chain or a fork, and opens a collider.",
        {"names": NAMES, "places": PLACES, "worlds": worlds, "records": 100},
        static_figure(
            still,
            "Reward and health are joined by two paths. Conditioning on visit closes the chain, and opens the path "
            "through age, on which visit is a collider; visit and age together separate them.",
        ),
        ("graph", "ends", "given", "open paths", "remaining dependence"),
        rows,
    )
