"""All directed acyclic graphs of a few nodes, and random ones of more."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np
from hypothesis import strategies as st

from privcausal.graphs.structure.pdag import Matrix
from privcausal.verify.checks import Witness


@cache
def all_dags(nodes: int) -> Matrix:
    """Every directed acyclic graph on these labelled nodes, stacked: 1, 3, 25, 543, 29281 of them.

    >>> [len(all_dags(nodes)) for nodes in (1, 2, 3, 4)]
    [1, 3, 25, 543]
    """
    graphs = np.zeros((1, nodes, nodes), dtype=bool)
    for a, b in combinations(range(nodes), 2):  # no edge, one way, the other way
        graphs = np.repeat(graphs, 3, axis=0)
        graphs[1::3, a, b] = True
        graphs[2::3, b, a] = True
    walks = graphs
    for _ in range(nodes):
        walks = walks | (walks @ graphs)
    return graphs[~walks.diagonal(axis1=1, axis2=2).any(axis=1)]


def questions(nodes: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Every "are x and y independent given S?"."""
    for x, y in combinations(range(nodes), 2):
        others = [node for node in range(nodes) if node not in (x, y)]
        for size in range(len(others) + 1):
            for conditioning_set in combinations(others, size):
                yield x, y, conditioning_set


def indicator(nodes: int, chosen: tuple[int, ...]) -> Matrix:
    """A set of nodes as a Boolean vector."""
    marks = np.zeros(nodes, dtype=bool)
    marks[list(chosen)] = True
    return marks


def as_lists(graph: Matrix) -> list[list[int]]:
    """A graph as plain numbers, for a witness."""
    return [[int(entry) for entry in row] for row in graph]


def as_graph(rows: list[list[int]]) -> Matrix:
    """The graph of a witness."""
    return np.array(rows, dtype=bool)


def dags(nodes: int) -> st.SearchStrategy[Witness]:
    """A random directed acyclic graph, with a set of nodes and one edge to be reversed for those who need them."""
    pairs = nodes * (nodes - 1) // 2
    return st.fixed_dictionaries(
        {
            "order": st.permutations(range(nodes)),
            "edges": st.lists(st.booleans(), min_size=pairs, max_size=pairs),
            "given": st.lists(st.booleans(), min_size=nodes, max_size=nodes),
            "turned": st.integers(0, pairs - 1),
        }
    )


def graph_of(case: Witness, turned: bool = False) -> Matrix:
    """The graph of a random case; if `turned`, with one edge reversed, which can close a cycle."""
    order, nodes = case["order"], len(case["order"])
    dag = np.zeros((nodes, nodes), dtype=bool)
    for (a, b), present in zip(combinations(range(nodes), 2), case["edges"], strict=True):
        dag[order[a], order[b]] = present
    edges = np.argwhere(dag)
    if turned and len(edges):
        a, b = edges[case["turned"] % len(edges)]
        dag[a, b], dag[b, a] = False, True
    return dag
