"""Which of PC's questions are worth asking: those about nodes on the way between the two ends."""

import math

import numpy as np

from privcausal.graphs.constraint_based.pc import Questions
from privcausal.graphs.learned import Edge
from privcausal.graphs.structure.pdag import Matrix

Sets = dict[Edge, list[tuple[int, ...]]]
"""For each edge, the conditioning sets to ask about."""


def path_relevant_sets(questions: Questions) -> Sets:
    """The questions worth asking: PC's, without sets that cannot matter if the earlier answers are right.

    Whoever separates two variables lies on a path between them: at order 1 joined to both, later at least in the
    same block (a part of the graph that no single node cuts).

    Claim: B-way

    >>> bow = np.zeros((5, 5), dtype=bool)  # two triangles that meet in node 2
    >>> for a, b in ((0, 1), (0, 2), (1, 2), (2, 3), (2, 4), (3, 4)):
    ...     bow[a, b] = bow[b, a] = True
    >>> questions = Questions(bow, 1)
    >>> list(questions.sets((0, 2))), path_relevant_sets(questions)[0, 2]
    ([(1,), (3,), (4,)], [(1,)])
    """
    wanted = {edge: list(questions.sets(edge)) for edge in questions.edges()}
    if questions.order == 0:
        return wanted
    together = _neighbours_of_both if questions.order == 1 else _in_one_block
    near = together(questions.graph)
    chosen = {
        edge: [conditioning_set for conditioning_set in sets if near[edge].issuperset(conditioning_set)]
        for edge, sets in wanted.items()
    }
    return {edge: sets for edge, sets in chosen.items() if sets}


def _neighbours_of_both(graph: Matrix) -> dict[Edge, set[int]]:
    return {
        (int(x), int(y)): set(map(int, np.flatnonzero(graph[x] & graph[y])))
        for x, y in np.argwhere(np.triu(graph))
    }


def _in_one_block(graph: Matrix) -> dict[Edge, set[int]]:
    import networkx as nx  # which a plan does not wait for

    near: dict[Edge, set[int]] = {}
    for block in nx.biconnected_component_edges(nx.Graph(graph)):
        edges = [(min(edge), max(edge)) for edge in block]
        nodes = {int(node) for edge in edges for node in edge}
        near |= {(int(x), int(y)): nodes for x, y in edges}
    return near


def how_many(questions: Questions) -> int:
    """At most so many sets wait at this order; known from the graph alone, without listing them."""
    degree = questions.graph.sum(axis=1)
    return sum(
        math.comb(int(degree[end]) - 1, questions.order)
        for pair in np.argwhere(np.triu(questions.graph))
        for end in pair
    )
