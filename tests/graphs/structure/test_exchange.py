import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.claims.graphs.structure.cases import dags, graph_of
from privcausal.graphs.structure.exchange import from_networkx, load, save, to_networkx
from privcausal.graphs.structure.pdag import cpdag
from tests.refusals import refusals


@given(st.integers(1, 6).flatmap(lambda nodes: dags(nodes + 1)))
@settings(max_examples=50)
def test_there_and_back(case):
    graph = cpdag(graph_of(case))
    names = [f"v{node}" for node in range(len(graph))]
    assert (from_networkx(to_networkx(graph, names), names) == graph).all()


NONE = np.zeros((2, 2), dtype=bool)

test_names_must_fit = refusals(
    lambda convert, graph, names: convert(graph, names),
    (
        "names must be different names, one for each node",
        *((to_networkx, NONE, names) for names in (["a"], ["a", "a"])),
    ),
    ("names must be the nodes of graph", (from_networkx, nx.DiGraph([("a", "b")]), ["a", "c"])),
)


@pytest.mark.parametrize("ending", [".graphml", ".dot"])
def test_a_saved_graph_keeps_its_arrows_and_lines(tmp_path, ending):
    graph = nx.DiGraph([("a", "b"), ("b", 'say "c"'), ('say "c"', "b")])
    graph.add_node("alone")
    path = tmp_path / f"graph{ending}"
    save(graph, path)
    if ending == ".graphml":
        again = load(path)
        assert set(again.edges) == set(graph.edges)
        assert set(again.nodes) == set(graph.nodes)
        assert again.edges["a", "b"]["mark"] == "arrow"
    else:
        text = path.read_text(encoding="utf-8")
        assert '"a" -> "b";' in text
        assert '"b" -> "say \\"c\\"" [dir=none];' in text
        assert '"alone";' in text


@pytest.mark.parametrize("name", ["graph.txt", "graph", "nowhere/graph.dot"])
def test_an_unknown_format_or_folder_is_refused_before_anything_is_written(tmp_path, name):
    with pytest.raises(ValueError, match=r"path must name a \.graphml, \.dot, \.dagitty or \.json file in"):
        save(nx.DiGraph(), tmp_path / name)


def test_what_is_no_graph_cannot_be_loaded(tmp_path):
    (tmp_path / "broken.graphml").write_text("not xml")
    for name, words in (
        ("broken.graphml", "cannot be read as GraphML"),
        ("missing.graphml", "cannot read the graph: there is no file of this name"),
    ):
        with pytest.raises(ValueError, match=words):
            load(tmp_path / name)
