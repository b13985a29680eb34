"""Graphs in DAGitty's language: what is read, what is written, and what is neither."""

import networkx as nx
import pytest

from privcausal.graphs.structure.dagitty import as_dagitty, parse
from tests.refusals import refusals

FULL = """dag {
bb="-1,-1,1,1"
"age (years)" [exposure,pos="-1.2,0.3"]
U [latent,pos="0,[1]"]  // not "measured" -> here
# a -> b
"age (years)" -> death [beta=.3]
U -> death
U -> {dose "see // this"}
dose <-> death; dose -- sex
a1 -> b1 <- c1
}
"""


def test_a_drawing_is_read_with_its_notes_left_out():
    drawn = parse(FULL)
    assert [name for name, latent in drawn.nodes.items() if latent] == ["U"]
    assert drawn.arrows == [
        ("age (years)", "death"),
        ("U", "death"),
        ("U", "dose"),
        ("U", "see // this"),
        ("a1", "b1"),
        ("c1", "b1"),
    ]
    assert (drawn.lines, drawn.confounded) == ([("dose", "sex")], [("dose", "death")])


@pytest.mark.parametrize(
    "edges", [[("a", "b")], [("a", 'say "b"'), ("b", "c"), ("c", "b")], [("{", "}")], []]
)
def test_what_is_written_is_read_again(edges):
    graph = nx.DiGraph(edges)
    graph.add_node("alone")
    drawn = parse(as_dagitty(graph, {"price": "ε = 1"}))
    both = [(a, b) for a, b in edges if (b, a) in edges]
    assert list(drawn.nodes) == list(graph)
    assert drawn.arrows == [edge for edge in edges if edge not in both]
    assert drawn.lines == both[:1]


def test_settings_are_read_wherever_they_stand_and_a_name_is_none():
    """In one line a mark was lost, and a name that ends like a setting took the arrow behind it away."""
    text = 'dag { price="1 \\"x\\"" mark = "m"; a -> b\rbb="0,0"\r"c d=" -> "e" "f mark=\\"no\\"" mark="" mark="n" }'
    drawn = parse(text)
    assert drawn.settings == {"price": '1 "x"', "mark": "m; n", "bb": "0,0"}
    assert drawn.arrows == [("a", "b"), ("c d=", "e")]
    assert list(drawn.nodes) == ["a", "b", "c d=", "e", 'f mark="no"']


def test_price_and_mark_are_written_at_learned_edges_alone():
    graph = nx.DiGraph()
    graph.add_edge("a", "b", basis="data")
    graph.add_edge("b", "c")
    rows = as_dagitty(graph, {"price": "ε = 1", "mark": "weak"}).splitlines()
    assert '  "a" -> "b" [basis="data",mark="weak",price="ε = 1"]' in rows
    assert '  "b" -> "c"' in rows


def test_each_price_at_an_edge_counts_and_none_twice():
    """DAGitty drops what a graph says of itself; one price can begin as another does, and each is its own."""
    text = (
        'dag { a -> b [price="ε = 10"] b -> c [price="ε = 1",mark="m; n"] c -> d [price="ε = 10",mark="n"] '
    )
    text += '"x [price=\\"9\\"]" }'
    assert parse(text).settings == {"price": "ε = 10; ε = 1", "mark": "m; n"}
    assert parse(text.replace("{", '{ price="ε = 1"', 1)).settings["price"] == "ε = 1; ε = 10"


test_refusals = refusals(
    parse,
    ("must look like dag { a -> b }", "hello", "dag a -> b", ""),
    (
        r"for Graphviz \(\.dot\) is not read",
        "digraph { a -> b }",
        "strict graph { a -- b }",
        "graph { a -- b }",
    ),
    ("must be made of names and arrows", "dag { a => b }", 'dag { "a -> b }'),
    (
        "an arrow needs a column at each end",
        "dag { a -> }",
        "dag { -> b }",
        "dag { a -> -> b }",
        "dag { a -> ; b }",
    ),
)
