"""Graphs to and from NetworkX, for whoever wants to go on with them elsewhere."""

from collections.abc import Sequence

import networkx as nx
import numpy as np

from privcausal.graphs.pdag import Matrix, checked


def to_networkx(graph: Matrix, names: Sequence[str]) -> nx.DiGraph:
    """The graph with named nodes; a line becomes one edge in each direction, as the matrix has it.

    >>> to_networkx(np.array([[0, 1, 1], [0, 0, 0], [1, 0, 0]], dtype=bool), "abc").edges
    OutEdgeView([('a', 'b'), ('a', 'c'), ('c', 'a')])
    """
    matrix = checked(graph)
    if len(names) != len(matrix) or len(set(names)) < len(names):
        raise ValueError(f"names must be {len(matrix)} different names, one for each node, got {list(names)}")
    drawn = nx.DiGraph()
    drawn.add_nodes_from(names)
    drawn.add_edges_from((names[a], names[b]) for a, b in np.argwhere(matrix))
    return drawn


def from_networkx(graph: nx.DiGraph, names: Sequence[str]) -> Matrix:
    """The matrix of a NetworkX graph, with the nodes in the order of `names`.

    >>> from_networkx(nx.DiGraph([("b", "a")]), "ab").astype(int).tolist()
    [[0, 0], [1, 0]]
    """
    if set(names) != set(graph.nodes) or len(names) != graph.number_of_nodes():
        raise ValueError(
            f"names must be the nodes of graph in some order, {list(graph.nodes)}, got {list(names)}"
        )
    return checked(nx.to_numpy_array(graph, nodelist=list(names), weight=None) > 0)
