"""Adjustment sets against a second opinion that walks along every path, and ranges over graphs that stay open."""

from itertools import combinations, permutations

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.effects.identify import effect_range, identify, suffices
from privcausal.effects.open_graphs import MOST_GRAPHS, graphs_within
from privcausal.graphs.structure.exchange import to_networkx
from privcausal.graphs.structure.pdag import colliders, cpdag, skeleton


def random_dag(seed, nodes=6):
    rng = np.random.default_rng(seed)
    dag = np.triu(rng.random((nodes, nodes)) < rng.uniform(0.2, 0.7), 1)
    order = rng.permutation(nodes)
    return dag[np.ix_(order, order)]


def is_open(dag, path, given):
    """By the definition, node by node along one path."""
    for before, node, after in zip(path, path[1:], path[2:], strict=False):
        if dag.has_edge(before, node) and dag.has_edge(after, node):
            if not ({node} | nx.descendants(dag, node)) & given:
                return False
        elif node in given:
            return False
    return True


def by_paths(dag, x, y):
    """All sets that meet the backdoor criterion, from every path between x and y that begins with an arrow into x."""
    others = set(dag) - {x, y} - nx.descendants(dag, x)
    paths = [path for path in nx.all_simple_paths(dag.to_undirected(), x, y) if dag.has_edge(path[1], x)]
    every = [set(chosen) for size in range(len(others) + 1) for chosen in combinations(sorted(others), size)]
    return [chosen for chosen in every if not any(is_open(dag, path, chosen) for path in paths)]


@pytest.mark.parametrize("seed", range(40))
def test_minimal_sets_are_those_of_the_paths(seed):
    dag = to_networkx(random_dag(seed), "abcdef")
    for x, y in [("a", "b"), ("c", "d"), ("f", "e")]:
        every = by_paths(dag, x, y)
        minimal = {frozenset(s) for s in every if not any(other < s for other in every)}
        found = identify(dag, x, y).graphs[0]
        assert {frozenset(chosen) for chosen in found.sufficient} == minimal
        assert found.affects == nx.has_path(dag, x, y)
        on_the_way = nx.descendants(dag, x) & nx.ancestors(dag, y)
        assert set(found.mediators) == on_the_way
        for node in found.colliders:
            assert any(s | {node} not in every for s in map(set, found.sufficient))


@pytest.mark.parametrize("seed", range(40))
def test_sufficient_sets_are_those_of_networkx(seed):
    matrix = random_dag(seed)
    dag, names = to_networkx(matrix, "abcdef"), "abcdef"
    for x, y in permutations(range(6), 2):
        others = [node for node in range(6) if node not in (x, y)]
        without = dag.copy()
        without.remove_edges_from(list(dag.out_edges(names[x])))
        below = nx.descendants(dag, names[x])
        for size in range(5):
            for chosen in combinations(others, size):
                given = {names[node] for node in chosen}
                meets = not given & below and nx.is_d_separator(without, {names[x]}, {names[y]}, given)
                assert suffices(matrix, x, y, chosen) == meets


def test_what_does_harm_is_named():
    bow = nx.DiGraph([("u", "x"), ("u", "m"), ("v", "m"), ("v", "y"), ("x", "w"), ("w", "y")])
    result = identify(bow, "x", "y")
    assert result.sets == [()]
    assert result.graphs[0].mediators == ("w",)
    assert result.graphs[0].colliders == ("m",)
    assert "do not adjust for: w (on the way" in str(result)
    assert result.role("m") == {"mediator": 0, "collider": 1}
    hidden = identify(nx.DiGraph([("u", "x"), ("u", "y"), ("x", "y")]), "x", "y", observed=[])
    assert hidden.sets == []
    assert "no set of the observed columns suffices in 1 of 1" in str(hidden)


@pytest.mark.parametrize("seed", range(12))
def test_all_members_of_a_class_are_found(seed):
    dag = random_dag(seed, 5)
    joined, wanted = skeleton(dag), colliders(dag)
    pairs = np.argwhere(np.triu(joined))
    members = set()
    for order in permutations(range(5)):
        place = np.argsort(order)
        member = np.zeros_like(dag)
        for a, b in pairs:
            member[(a, b) if place[a] < place[b] else (b, a)] = True
        if colliders(member) == wanted:
            members.add(member.tobytes())
    found, strict = graphs_within(cpdag(dag))
    assert strict
    assert {one.tobytes() for one in found} == members
    assert len(found) == len(members)


def test_a_long_chain_is_no_burden_and_a_clique_is_refused():
    chain = nx.path_graph(list("abcdefghijkl"), create_using=nx.DiGraph)
    result = identify(nx.compose(chain, chain.reverse()), "a", "l")
    assert len(result.graphs) == 12
    with pytest.raises(ValueError, match=f"leave at most {MOST_GRAPHS:,} directed graphs open"):
        identify(nx.complete_graph("abcdefg").to_directed(), "a", "b")


def test_a_graph_that_contradicts_itself_is_read_as_its_lines_alone():
    square = nx.relabel_nodes(nx.cycle_graph(4).to_directed(), dict(enumerate("abcd")))
    result = identify(square, "a", "b")  # every orientation has a v-structure, or a cycle
    assert not result.strict
    assert len(result.graphs) == 14
    with pytest.raises(ValueError, match="no directed cycle"):
        identify(nx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")]), "a", "b")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("z", "b"), "treatment must be one of the nodes of the graph"),
        (("a", "z"), "outcome must be one of the nodes"),
        (("a", "a"), "must be two nodes, got one of them twice"),
        (("a", "b", ["c"]), "observed must be nodes of the graph"),
    ],
)
def test_bad_roles_are_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        identify(nx.DiGraph([("a", "b")]), *arguments)


def test_an_effect_is_a_range_where_the_graph_is_not_known():
    rng = np.random.default_rng(0)
    n = 20_000
    severe = rng.random(n) < 0.4
    drug = rng.random(n) < np.where(severe, 0.8, 0.2)
    died = rng.random(n) < np.where(severe, 0.3, 0.1) - 0.068 * drug
    people = pd.DataFrame({"severe": severe, "drug": drug, "died": died}).astype(int)
    declare = {name: {"values": [0, 1], "missing": 0} for name in people}
    effect = privcausal.effect(people, "drug", "died", adjust=["severe"], epsilon=1, declare=declare)
    known = nx.DiGraph([("severe", "drug"), ("severe", "died"), ("drug", "died")])
    sure = effect_range(effect, known)
    assert (sure.low, sure.high) == (effect.difference.low, effect.difference.high)
    assert sure.estimates == {("severe",): effect.difference}
    clique = nx.complete_graph(["severe", "drug", "died"]).to_directed()
    open_ended = effect_range(effect, clique)
    assert open_ended.graphs == 6
    assert open_ended.low <= effect.difference.low < 0 < effect.crude.difference.high <= open_ended.high
    assert open_ended.without_effect == 3
    hidden = nx.DiGraph([("u", "drug"), ("u", "died"), ("severe", "drug")])
    assert effect_range(effect, nx.compose(hidden, known)).not_identified == 1
    assert len(str(open_ended).splitlines()) == 4


@pytest.mark.parametrize("seed", range(40))
def test_pgmpy_agrees_on_every_set(seed):
    """A published oracle, where it is installed; agreed with pgmpy 0.1.20 on every set of forty graphs."""
    inference = pytest.importorskip("pgmpy.inference.CausalInference")
    models = pytest.importorskip("pgmpy.models")
    dag = random_dag(seed, 5)
    names = list("abcde")
    model = models.BayesianNetwork()
    model.add_nodes_from(names)
    model.add_edges_from((names[a], names[b]) for a, b in np.argwhere(dag))
    oracle = inference.CausalInference(model)
    below = {name: nx.descendants(to_networkx(dag, names), name) for name in names}
    for x, y in permutations(range(5), 2):
        others = [node for node in range(5) if node not in (x, y) and names[node] not in below[names[x]]]
        for size in range(len(others) + 1):
            for chosen in combinations(others, size):
                theirs = oracle.is_valid_adjustment_set(
                    [names[x]], [names[y]], [names[node] for node in chosen]
                )
                assert theirs == suffices(dag, x, y, chosen)
