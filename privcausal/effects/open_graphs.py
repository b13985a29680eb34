"""The directed graphs that a graph leaves open: by its lines, and by what its edges say of their own doubts."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations, islice
from pathlib import Path
from typing import TYPE_CHECKING, Union

import networkx as nx
import numpy as np

from privcausal.arguments import check_file_name, kind, number, text_of
from privcausal.graphs.pair_status import BACKGROUND, DATA, IMPLIED, REQUIRED
from privcausal.graphs.structure.dagitty import parse
from privcausal.graphs.structure.exchange import (
    COMMON_CAUSE,
    IN_DOUBT,
    MARK,
    from_networkx,
    load,
    mark_of,
    price_of,
    priced,
)
from privcausal.graphs.structure.pdag import Collider, Matrix, arrows, checked, colliders, lines

if TYPE_CHECKING:
    from privcausal.graphs.result import Discovery

Graph = Union["nx.DiGraph", "Discovery"]
"""An arrow is one edge; a line, whose direction is not known, is an edge each way."""

MOST_GRAPHS = 1_000
"""A graph that leaves more of them open is not looked through."""

LEARNED = (DATA, IMPLIED, BACKGROUND)
"""What the status of an edge rests on that was learned, even where its direction was known."""

MOST_DOUBTS = 10
"""The largest number of edges in doubt: more of them would leave too many graphs open."""


@dataclass(frozen=True)
class Doubtful:
    """A graph whose unsure arrows are lines, and its pairs that are possibly joined."""

    matrix: Matrix
    unsure: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, graph: Graph, names: list[str], sure: float) -> "Doubtful":
        """Return the graph with everything in doubt that is less sure than this: edges and directions of arrows.

        An arrow that was drawn, required or implied by background knowledge is as sure as whoever says so. One that
        was learned, and whose probability is not known, is not sure, and neither is such an edge. A pair that a search
        never tested is possibly joined.

        >>> drawn = nx.DiGraph([("a", "b")])
        >>> drawn.add_edge("b", "c", basis="data", edge_probability=0.9, arrow_probability=0.6)
        >>> result = Doubtful.of(drawn, ["a", "b", "c"], 0.95)
        >>> result.unsure, result.matrix.astype(int).tolist()
        (((1, 2),), [[0, 1, 0], [0, 0, 1], [0, 1, 0]])
        """
        if not 0 < sure <= 1:
            raise ValueError(f"sure must be a probability above 0, got {number(sure)}")
        drawn = drawn_graph(graph)
        matrix = from_networkx(drawn, list(drawn.nodes)).copy()
        unsure = _doubted(drawn, names)
        for a, b, about in drawn.edges(data=True):
            tail, head = names.index(str(a)), names.index(str(b))
            if about.get("basis") == REQUIRED:
                unsure.discard((min(tail, head), max(tail, head)))
                continue
            if about.get("edge_probability", 0.0 if about.get("basis") in LEARNED else 1.0) < sure:
                unsure.add((min(tail, head), max(tail, head)))
            if about.get("basis") in (DATA, IMPLIED) and not about.get("arrow_probability", 0.0) >= sure:
                matrix[head, tail] = True
        for a, b in unsure:
            if not (matrix[a, b] or matrix[b, a]):
                matrix[a, b] = matrix[b, a] = True
        return cls(checked(matrix), tuple(sorted(unsure)))

    def variants(self) -> Iterator[Matrix]:
        """The graph without any of the unsure edges, one after the other."""
        sizes = range(len(self.unsure) + 1)
        for missing in chain.from_iterable(combinations(self.unsure, size) for size in sizes):
            variant = self.matrix.copy()
            for a, b in missing:
                variant[a, b] = variant[b, a] = False
            yield variant


def drawn_graph(graph: Graph) -> nx.DiGraph:
    """Return the drawn or the learned graph for NetworkX."""
    if not isinstance(graph, nx.DiGraph) and not hasattr(graph, "pairs_with_status"):
        raise ValueError(
            "graph must be a directed graph of NetworkX, an answer of discover, a text for DAGitty or the name of a "
            f"file, got {kind(graph)}; nothing was spent"
        )
    drawn = graph if isinstance(graph, nx.DiGraph) else graph.graph
    return with_common_causes(drawn) if COMMON_CAUSE in drawn.graph else drawn


def with_common_causes(drawn: nx.DiGraph) -> nx.DiGraph:
    """Return an answer's graph with a node for what it says joins two columns that have no arrow between them."""
    graph = drawn.copy()
    for a, b, joined in json.loads(drawn.graph[COMMON_CAUSE]):
        about = {"basis": BACKGROUND} | ({} if joined is None else {"edge_probability": joined})
        graph.add_edges_from(((f"common cause of {a}, {b}", end) for end in (a, b)), **about)
    return graph


def read_graph(drawn: str, sure: float | None = None) -> nx.DiGraph:
    """A graph from a GraphML file, a file for DAGitty, or a text for it; a line is an edge each way.

    With `sure`, an answer must come as GraphML: from a text for DAGitty its edges are read, and not their doubts.

    >>> sorted(read_graph("pdag { a -> b; b -- c; a <-> c }").edges)
    [('a', 'b'), ('b', 'c'), ('c', 'b'), ('common cause of a, c', 'a'), ('common cause of a, c', 'c')]
    """
    path = Path(drawn)
    if "{" not in drawn:
        check_file_name("graph", drawn)
    if "{" not in drawn and path.suffix == ".graphml":
        return load(path)
    text = drawn if "{" in drawn else text_of("the graph", path)
    found = parse(text)
    if sure is not None and "price" in found.settings:  # which `save` writes
        raise ValueError(
            "graph must be the answer as .graphml where sure is asked for: from its text for DAGitty no probabilities "
            "are read, so that every edge would be taken for granted; nothing was spent"
        )
    price = price_of(found)
    graph = nx.DiGraph(found.arrows, **{MARK: mark_of(found), "price": price, **priced(price, text)})
    graph.add_nodes_from(found.nodes)
    for a, b in found.lines:
        graph.add_edges_from([(a, b), (b, a)])
    for a, b in found.confounded:
        graph.add_edges_from((f"common cause of {a}, {b}", end) for end in (a, b))
    return graph


def _doubted(drawn: nx.DiGraph, names: list[str]) -> set[tuple[int, int]]:
    """The pairs of an answer whose edge it calls doubtful, or that it did not test."""
    pairs = json.loads(drawn.graph.get(IN_DOUBT, "[]"))
    places = (sorted(map(names.index, pair)) for pair in pairs)
    return {(first, second) for first, second in places}


def graphs_left_open(graph: Graph, names: list[str], sure: float) -> tuple[list[Matrix], bool]:
    """All directed acyclic graphs that remain when nothing less sure than this is taken for granted.

    The v-structures are those of the graph, and those that appear where an edge is missing; none of them is certain.
    """
    doubtful = Doubtful.of(graph, names, sure)
    if len(doubtful.unsure) > MOST_DOUBTS:
        raise ValueError(
            f"graph must leave at most {MOST_DOUBTS} edges in doubt, and {len(doubtful.unsure)} of this one are less "
            f"than {sure:.0%} sure; declare background knowledge about them, or ask for a lower probability with sure="
        )
    found: dict[bytes, Matrix] = {}
    given = set(colliders(from_networkx(drawn_graph(graph), list(drawn_graph(graph).nodes))))
    for variant in doubtful.variants():
        wanted = given | set(colliders(variant))
        for dag in _at_most(_oriented(variant, wanted), variant, MOST_GRAPHS - len(found)):
            found[dag.tobytes()] = dag
    if found:
        return list(found.values()), True
    return graphs_within(doubtful.matrix)


def graphs_within(graph: Matrix) -> tuple[list[Matrix], bool]:
    """Return all directed acyclic graphs with this skeleton, these arrows and no other v-structures.

    A graph learned from noisy answers can have none; then return all acyclic orientations of its lines, and False.

    >>> chain = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool)
    >>> len(graphs_within(chain)[0])
    3
    """
    graph = checked(graph)
    for wanted in (set(colliders(graph)), None):
        dags = _at_most(_oriented(graph, wanted), graph, MOST_GRAPHS)
        if dags:
            return dags, wanted is not None
    raise ValueError("graph must have no directed cycle, whichever way its lines point")


def _at_most(dags: Iterable[Matrix], graph: Matrix, many: int) -> list[Matrix]:
    first = list(islice(dags, many + 1))
    if len(first) > many:
        raise ValueError(
            f"graph must leave at most {MOST_GRAPHS:,} directed graphs open, and the "
            f"{int(lines(graph).sum()) // 2} lines of this one leave more: orient some of them"
        )
    return first


def _oriented(graph: Matrix, wanted: set[Collider] | None) -> Iterator[Matrix]:
    """Every acyclic graph in which each line has become an arrow, with these v-structures alone if any are said."""
    waiting = [graph]
    while waiting:
        current = waiting.pop()
        if _has_cycle(arrows(current)) or not (wanted is None or wanted.issuperset(colliders(current))):
            continue
        pairs = np.argwhere(np.triu(lines(current)))
        if not len(pairs):
            yield current
            continue
        a, b = pairs[0]
        for tail, head in ((a, b), (b, a)):
            more = current.copy()
            more[head, tail] = False
            waiting.append(more)


def _has_cycle(dag: Matrix) -> bool:
    left = np.ones(len(dag), dtype=bool)
    while left.any():
        sources = left & ~dag[left].any(axis=0)
        if not sources.any():
            return True
        left &= ~sources
    return False
