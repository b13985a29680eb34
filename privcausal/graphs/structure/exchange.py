"""Graphs to and from NetworkX and files, for whoever wants to go on with them elsewhere."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import networkx as nx
import numpy as np

from privcausal.arguments import check_target, check_there
from privcausal.graphs.structure.dagitty import Drawn, as_dagitty
from privcausal.graphs.structure.pdag import Matrix, checked
from privcausal.privacy.marks import TRAVELLING


def to_networkx(graph: Matrix, names: Sequence[str]) -> nx.DiGraph:
    """The graph with named nodes; a line becomes one edge in each direction, as the matrix has it.

    >>> to_networkx(np.array([[0, 1, 1], [0, 0, 0], [1, 0, 0]], dtype=bool), "abc").edges
    OutEdgeView([('a', 'b'), ('a', 'c'), ('c', 'a')])
    """
    matrix = checked(graph)
    if len(names) != len(matrix) or len(set(names)) < len(names):
        raise ValueError("names must be different names, one for each node")
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
        raise ValueError("names must be the nodes of graph in some order, and they are not")
    return checked(nx.to_numpy_array(graph, nodelist=list(names), weight=None) > 0)


FORMATS = (".graphml", ".dot", ".dagitty", ".json")

MARK = "mark"
"""The attribute of a graph that says what weakens the price of the answer it was."""

ANSWER = "answer_"
"""The attributes of a graph that name the price of each answer in it: graphs joined by NetworkX have those of both."""

METHOD = "method"
"""The attribute of a learned graph that names its method."""

IN_DOUBT = "in_doubt"
"""The attribute that lists, as JSON, its pairs that were not tested, and those whose edge is doubtful."""

COMMON_CAUSE = "common_cause"
"""The attribute that lists, as JSON, its pairs that stay associated without an arrow, and how sure each is."""


def save(graph: nx.DiGraph, path: str | Path) -> None:
    """Write a graph by the file's ending, with all that its edges and it say; each edge is an arrow or a line."""
    target = check_format(path)
    written = {".dot": as_dot, ".dagitty": _as_dagitty, ".json": _as_json}
    if target.suffix in written:
        target.write_text(written[target.suffix](graph), encoding="utf-8")
        return
    marked = nx.DiGraph(**graph.graph)
    marked.add_nodes_from(graph)
    marked.add_edges_from(
        (a, b, {**about, "mark": "line" if graph.has_edge(b, a) else "arrow"})
        for a, b, about in graph.edges(data=True)
    )
    nx.write_graphml(marked, target)


def _as_json(graph: nx.DiGraph) -> str:
    """As NetworkX, and D3, read it: nodes and links."""
    return json.dumps(nx.node_link_data(graph, edges="links"), ensure_ascii=False, indent=1) + "\n"


def _as_dagitty(graph: nx.DiGraph) -> str:
    return as_dagitty(graph, _price_and_mark(graph))


def _price_and_mark(graph: nx.DiGraph) -> dict[str, str]:
    """What the files of others say of the answer that a graph was."""
    said = {"price": price_of(graph), MARK: mark_of(graph)}
    return {name: words for name, words in said.items() if words}


def mark_of(graph: nx.DiGraph | Drawn) -> str:
    """Return what weakens the price of the answers that a graph, or a text for DAGitty, was; "" if nothing does.

    All that it says of itself is looked through: other programs move attributes, and composed graphs have one `mark`.

    >>> mark_of(nx.DiGraph(mark="weak guarantee")), mark_of(nx.DiGraph(label=TRAVELLING["demonstration"]))[:13]
    ('weak guarantee', 'demonstration')
    """
    about = graph.settings if isinstance(graph, Drawn) else graph.graph
    mark, said = str(about.get(MARK, "")), str(about)
    more = [line for line in TRAVELLING.values() if line not in mark and line.partition(",")[0] in said]
    return "; ".join(filter(None, [mark, *more]))


def price_of(graph: nx.DiGraph | Drawn) -> str:
    """Return what the answers that a graph, or a text for DAGitty, was cost its people; "" if it was none.

    >>> first, second = (nx.DiGraph(price=price, **priced(price, price)) for price in ("ε = 1", "ε = 9"))
    >>> price_of(first), price_of(nx.compose(first, second)), price_of(nx.DiGraph())
    ('ε = 1', 'ε = 1; ε = 9', '')
    """
    about = graph.settings if isinstance(graph, Drawn) else graph.graph
    each = [str(price) for name, price in about.items() if name.startswith(ANSWER)]
    return "; ".join(each) or str(about.get("price", ""))


def priced(price: str, *answer: object) -> dict[str, str]:
    """The attribute with the price of an answer, which it shares with no other one; without a price there is none."""
    return {ANSWER + sha256(repr((price, *answer)).encode()).hexdigest()[:16]: price} if price else {}


def load(path: str | Path) -> nx.DiGraph:
    """Read a GraphML file, for example a graph that is known to be true."""
    check_there("the graph", path)
    try:
        graph = nx.read_graphml(path)
    except Exception:  # the parser's errors have no common parent
        graph = None
    if graph is None:  # raised here, so that it has no context, which would quote the file
        raise ValueError(f"{path} cannot be read as GraphML")
    return graph if graph.is_directed() else graph.to_directed()


def check_format(path: str | Path) -> Path:
    """The path, if its ending says in which format to write and its folder exists."""
    return check_target(path, FORMATS)


def as_dot(graph: nx.DiGraph) -> str:
    """The graph in Graphviz's language; a line is an edge without a head.

    >>> print(as_dot(nx.DiGraph([("a", "b"), ("b", "c"), ("c", "b")])), end="")
    digraph {
      "a";
      "b";
      "c";
      "a" -> "b";
      "b" -> "c" [dir=none];
    }
    """
    nodes = list(graph)
    rank = {node: place for place, node in enumerate(nodes)}
    rows = [f"{_quoted(node)};" for node in nodes]
    for a, b in graph.edges:
        line = graph.has_edge(b, a)
        if not line or rank[a] < rank[b]:
            rows.append(f"{_quoted(a)} -> {_quoted(b)}{_notes(graph.edges[a, b], line=line)};")
    label = "; ".join(_price_and_mark(graph).values())
    rows += [f"label={_quoted(label)};"] if label else []
    return "digraph {\n" + "".join(f"  {row}\n" for row in rows) + "}\n"


def _notes(about: Mapping[str, object], *, line: bool) -> str:
    """Return the brackets behind an edge: its style, its probability as a label, and all its attributes."""
    notes = {"dir": "none"} if line else {}
    sure = about.get("edge_probability" if line else "arrow_probability")
    if isinstance(sure, float):
        notes["label"] = _quoted(f"{min(sure, MOST_PRINTED):.0%}")
    notes |= {name: _quoted(value) for name, value in about.items()}
    return f" [{', '.join(f'{name}={value}' for name, value in notes.items())}]" if notes else ""


MOST_PRINTED = 0.99
"""More is never printed."""


def _quoted(name: object) -> str:
    text = str(name).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
