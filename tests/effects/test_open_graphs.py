"""Graphs that doubts leave open: each is one of all orientations of all subsets of the unsure edges."""

from dataclasses import replace
from itertools import combinations, product

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.effects.identify import identify
from privcausal.effects.open_graphs import MOST_DOUBTS, Doubtful, drawn_graph, graphs_left_open, read_graph

LEARNED = {"basis": "data", "edge_probability": 0.99, "arrow_probability": 0.99}


def learned(edges):
    graph = nx.DiGraph()
    for a, b, more in edges:
        graph.add_edge(a, b, **(LEARNED | more))
    return graph


def acyclic(names, joined):
    """All directed acyclic graphs with exactly these pairs."""
    for turned in product((False, True), repeat=len(joined)):
        dag = nx.DiGraph([(b, a) if turn else (a, b) for (a, b), turn in zip(joined, turned, strict=True)])
        dag.add_nodes_from(names)
        if nx.is_directed_acyclic_graph(dag):
            yield frozenset(dag.edges)


def edges_of(dags, names):
    return {frozenset((names[a], names[b]) for a, b in np.argwhere(dag)) for dag in dags}


def test_an_edge_that_is_sure_stays_and_one_that_is_not_may_go_or_turn():
    names = ["a", "b", "c"]
    graph = learned([("a", "b", {}), ("b", "c", {"edge_probability": 0.5, "arrow_probability": 0.4})])
    dags, strict = graphs_left_open(graph, names, 0.9)
    assert strict
    # b ← c would make a v-structure that the data showed not to be there
    assert edges_of(dags, names) == {frozenset({("a", "b"), ("b", "c")}), frozenset({("a", "b")})}
    dags, _ = graphs_left_open(graph, names, 0.3)
    assert len(dags) == 1


def test_a_v_structure_may_be_wrong_if_its_arrows_are():
    graph = learned([(x, "c", {"arrow_probability": 0.5}) for x in "ab"])
    names = list(graph)
    dags, _ = graphs_left_open(graph, names, 0.9)
    assert edges_of(dags, names) == set(acyclic(names, [("a", "c"), ("b", "c")]))


def test_all_graphs_of_doubtful_edges_are_found():
    names = ["a", "b", "c"]
    pairs = list(combinations(names, 2))
    doubtful = {"edge_probability": 0.5, "arrow_probability": 0.5}
    dags, _ = graphs_left_open(learned([(*pair, doubtful) for pair in pairs]), names, 0.9)
    wanted = {
        dag
        for size in range(4)
        for joined in combinations(pairs, size)
        for dag in acyclic(names, list(joined))
    }
    found = edges_of(dags, names)
    assert found <= wanted
    for pair in pairs:  # each edge is there, the other way, and missing
        assert {(pair in dag, pair[::-1] in dag) for dag in found} == {
            (True, False),
            (False, True),
            (False, False),
        }


def test_drawn_arrows_and_background_knowledge_are_taken_at_their_word():
    drawn = nx.DiGraph([("a", "b")])
    drawn.add_edge("b", "c", basis="background knowledge", edge_probability=0.99)
    assert len(graphs_left_open(drawn, ["a", "b", "c"], 0.9)[0]) == 1
    drawn.add_edge("b", "d", basis="data", edge_probability=0.99)  # no probability of the arrow is known
    assert Doubtful.of(drawn, ["a", "b", "c", "d"], 0.9).matrix[3, 1]


def test_a_discovery_brings_its_doubts():
    rng = np.random.default_rng(0)
    a = rng.random(5_000) < 0.5
    b = rng.random(5_000) < np.where(a, 0.8, 0.2)
    people = pd.DataFrame({"a": a, "b": b}).astype(int)
    declare = {name: {"values": [0, 1], "missing": 0} for name in people}
    found = privcausal.discover(people, epsilon=2, delta=1e-6, declare=declare, seed=1)
    assert drawn_graph(found).number_of_nodes() == 2
    assert (
        len(identify(found, "a", "b", sure=1.0).graphs) == 3
    )  # either way, or no edge: its probability is 99%
    doubted = replace(found, learned=replace(found.learned, doubts={(0, 1): "for a test"}))
    assert len(identify(doubted, "a", "b", sure=0.5).graphs) == 3


def test_an_edge_whose_probability_nobody_knows_is_not_taken_for_granted():
    """Most methods calibrate none, and neither does any where a person has several rows."""
    rng = np.random.default_rng(0)
    a = rng.random(5_000) < 0.5
    b = rng.random(5_000) < np.where(a, 0.8, 0.2)
    people = pd.DataFrame({"a": a, "b": b}).astype(int)
    options = {"declare": {name: {"values": [0, 1], "missing": 0} for name in people}, "seed": 1}
    several = privcausal.discover(people, epsilon=9, delta=1e-6, rows_per_person=2, **options)
    for found in (several, privcausal.discover(people, epsilon=5, delta=1e-6, method="curate", **options)):
        assert found.pairs[0].edge_probability is None
        assert drawn_graph(found).number_of_edges() == 2
        assert len(identify(found, "a", "b", sure=0.9).graphs) == 3
        ordered = found.with_knowledge({"tiers": [["a"], ["b"]]})  # says nothing of the edge itself
        assert [graph.affects for graph in identify(ordered, "a", "b", sure=0.9).graphs] == [True, False]
        required = found.with_knowledge({"required": ["a -> b"]})
        assert len(identify(required, "a", "b", sure=0.9).graphs) == 1


def test_a_graph_is_read_from_text_and_files(tmp_path):
    text = "dag { severe -> drug; severe -> died; drug -> died; drug <-> died }"
    (tmp_path / "g.dagitty").write_text(text)
    nx.write_graphml(nx.DiGraph([("a", "b")]), tmp_path / "g.graphml")
    assert read_graph(text).edges == read_graph(str(tmp_path / "g.dagitty")).edges
    assert list(read_graph(str(tmp_path / "g.graphml")).edges) == [("a", "b")]
    hidden = identify(read_graph(text), "drug", "died", ["severe"])
    assert not hidden.graphs[0].sufficient
    with pytest.raises(ValueError, match="cannot read the graph: there is no file of this name"):
        read_graph(str(tmp_path / "none.dagitty"))


def test_an_answer_from_a_file_is_doubted_like_the_answer_itself(tmp_path):
    """A confounder that few people have is not tested: from the file, nothing was to be adjusted for."""
    rng, n = np.random.default_rng(0), 20_000
    some = 20.0 * (rng.random(n) < 0.0003)
    dose = some / 2 + rng.normal(size=n)
    people = pd.DataFrame({"some": some, "dose": dose, "well": some / 2 + dose + rng.normal(size=n)})
    ranges = {name: {"range": [-50, 50], "missing": 0} for name in people}
    with pytest.warns(UserWarning, match="demonstration"):
        found = privcausal.discover(people, epsilon=1, delta=1e-6, declare=ranges, seed=0)
    assert found.lost_columns == ["some"]
    for ending in ("graphml", "dagitty"):
        found.save(tmp_path / f"found.{ending}")
    itself = identify(found, "dose", "well", sure=0.9)
    assert ("some",) in itself.sets
    for graph in (found.graph, read_graph(str(tmp_path / "found.graphml"), 0.9)):
        assert str(identify(graph, "dose", "well", sure=0.9)) == str(itself)
    assert read_graph(str(tmp_path / "found.dagitty")).edges == found.graph.edges
    with pytest.raises(ValueError, match=r"graph must be the answer as \.graphml .* nothing was spent"):
        read_graph(str(tmp_path / "found.dagitty"), 0.9)
    with pytest.raises(ValueError, match=r"graph must be the answer as \.graphml"):
        read_graph(" ".join((tmp_path / "found.dagitty").read_text(encoding="utf-8").split()), 0.9)
    assert read_graph("dag { a -> b }", 0.9).edges == {("a", "b")}


def test_too_many_doubts_are_refused():
    graph = learned([(0, node, {"edge_probability": 0.5}) for node in range(1, MOST_DOUBTS + 2)])
    with pytest.raises(
        ValueError, match=f"at most {MOST_DOUBTS} edges in doubt, and {MOST_DOUBTS + 1} of this one"
    ):
        graphs_left_open(graph, [str(node) for node in graph], 0.9)
    with pytest.raises(ValueError, match="sure must be a probability above 0, got 0"):
        graphs_left_open(graph, [str(node) for node in graph], 0)
