"""Graphs with arrows and plain lines: patterns, Meek's rules, the graph that represents a whole equivalence class.

A graph is a Boolean matrix g. An arrow i → j is `g[i, j]` without `g[j, i]`; a line i — j is both of them.
"""

from collections.abc import Iterable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.bool_]
Collider = tuple[int, int, int]
"""(a, b, c) with a → b ← c, a < c, and no edge between a and c: a v-structure."""


def checked(graph: Matrix, argument: str = "graph") -> Matrix:
    """The graph as a square Boolean matrix without loops, or a ValueError that names the argument."""
    matrix = np.asarray(graph)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"{argument} must be a square matrix, got an array of shape {matrix.shape}")
    matrix = matrix.astype(bool)
    if matrix.diagonal().any():
        node = int(np.flatnonzero(matrix.diagonal())[0])
        raise ValueError(f"{argument} must not have an edge from a node to itself, got one at node {node}")
    return matrix


def arrows(graph: Matrix) -> Matrix:
    """Only the arrows."""
    return graph & ~graph.swapaxes(-1, -2)


def lines(graph: Matrix) -> Matrix:
    """Only the plain lines."""
    return graph & graph.swapaxes(-1, -2)


def skeleton(graph: Matrix) -> Matrix:
    """Which nodes are joined at all."""
    return graph | graph.swapaxes(-1, -2)


def topological(dag: Matrix) -> list[int]:
    """The nodes, parents before children; a ValueError if there is a cycle.

    >>> topological(np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0]], dtype=bool))
    [2, 1, 0]
    """
    graph = checked(dag, "dag")
    waiting = graph.sum(axis=0)
    ready = [int(node) for node in np.flatnonzero(waiting == 0)]
    order: list[int] = []
    while ready:
        order.append(ready.pop(0))
        children = np.flatnonzero(graph[order[-1]])
        waiting[children] -= 1
        ready += [int(child) for child in children if waiting[child] == 0]
    if len(order) < len(graph):
        rest = sorted(set(range(len(graph))) - set(order))
        raise ValueError(f"dag must have no directed cycle, got one among the nodes {rest}")
    return order


def colliders(dag: Matrix) -> list[Collider]:
    """All v-structures.

    >>> colliders(np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]], dtype=bool))
    [(0, 1, 2)]
    """
    joined, pointing = skeleton(dag), arrows(dag)
    return [
        (int(a), b, int(c))
        for b in range(len(dag))
        for a, c in combinations(np.flatnonzero(pointing[:, b]), 2)
        if not joined[a, c]
    ]


def pattern(joined: Matrix, v_structures: Iterable[Collider]) -> Matrix:
    """The skeleton with arrows in these v-structures.

    An edge that two of them claim in opposite ways is left a line.
    """
    graph = joined.copy()
    for a, b, c in v_structures:
        graph[b, [a, c]] = False
    contested = joined & ~skeleton(graph)
    return graph | contested


def cpdag(dag: Matrix) -> Matrix:
    """The graph of the whole Markov equivalence class: an arrow where all its members agree, a line elsewhere.

    Claim: B-cpdag

    >>> chain = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=bool)
    >>> bool(np.array_equal(cpdag(chain), skeleton(chain)))
    True
    """
    topological(dag)  # a cyclic graph has no class
    return meek(pattern(skeleton(dag), colliders(dag)))


def meek(graph: Matrix) -> Matrix:
    """Turn lines into arrows until none of Meek's first three rules applies.

    Tests on samples can contradict each other: a line that is forced both ways at once stays a line, so that the
    result does not depend on how the nodes are numbered. The fourth rule serves background knowledge only.

    Claim: B-cpdag
    """
    done = graph.copy()
    while True:
        forced = lines(done) & (meek_rule_1(done) | meek_rule_2(done) | meek_rule_3(done))
        forced &= ~forced.T
        if not forced.any():
            return done
        done &= ~forced.T


def meek_rule_1(graph: Matrix) -> Matrix:
    """Rule 1: a → b — c with a, c apart makes b → c; otherwise b would be a v-structure that nobody saw."""
    apart = ~skeleton(graph) & ~np.eye(len(graph), dtype=bool)
    forced: Matrix = arrows(graph).T @ apart
    return forced


def meek_rule_2(graph: Matrix) -> Matrix:
    """Rule 2: a → b → c with a — c makes a → c; otherwise there would be a cycle."""
    forced: Matrix = arrows(graph) @ arrows(graph)
    return forced


def meek_rule_3(graph: Matrix) -> Matrix:
    """Rule 3: a — c → b and a — d → b with c, d apart and a — b makes a → b."""
    plain, pointing, joined = lines(graph), arrows(graph), skeleton(graph)
    forced = np.zeros_like(graph)
    for a, b in np.argwhere(plain):
        middle = np.flatnonzero(plain[a] & pointing[:, b])
        forced[a, b] = any(not joined[c, d] for c, d in combinations(middle, 2))
    return forced


def extension(graph: Matrix) -> Matrix | None:
    """A directed acyclic graph with this skeleton, these arrows and no other v-structures; None if there is none.

    Take away one after the other each node that could be last: no arrow leaves it, and whoever is joined to it
    by a line is joined to all its other neighbours (Dor and Tarsi, 1992).

    >>> chain = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool)
    >>> extension(chain).astype(int).tolist()
    [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    """
    rest, dag = checked(graph).copy(), arrows(graph)
    left = set(range(len(rest)))
    while left:
        last = next((node for node in sorted(left) if _could_be_last(rest, node)), None)
        if last is None:
            return None
        dag[lines(rest)[last], last] = True
        rest[last] = rest[:, last] = False
        left.remove(last)
    return dag


def _could_be_last(graph: Matrix, node: int) -> bool:
    if arrows(graph)[node].any():
        return False
    joined = skeleton(graph)
    around = np.flatnonzero(joined[node])
    return all(joined[other, around[around != other]].all() for other in np.flatnonzero(lines(graph)[node]))
