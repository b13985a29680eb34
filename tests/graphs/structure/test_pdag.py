import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.claims.graphs.constraint_based.pc import compelled
from privcausal.claims.graphs.structure.cases import all_dags, dags, graph_of
from privcausal.graphs.structure import pdag
from privcausal.graphs.structure.pdag import arrows, colliders, cpdag, extension, lines, meek, skeleton
from tests.refusals import refusals


def graph(nodes, *edges):
    """`"ab"` is an arrow, `"a-b"` a line."""
    matrix = np.zeros((nodes, nodes), dtype=bool)
    for edge in edges:
        a, b = (ord(letter) - ord("a") for letter in (edge[0], edge[-1]))
        matrix[a, b] = True
        matrix[b, a] |= "-" in edge
    return matrix


cases = st.integers(2, 8).flatmap(dags).map(graph_of)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (graph(3, "ab", "b-c"), graph(3, "ab", "bc")),
        (graph(3, "ab", "bc", "a-c"), graph(3, "ab", "bc", "ac")),
        (graph(4, "a-b", "a-d", "a-c", "bc", "dc"), graph(4, "a-b", "a-d", "ac", "bc", "dc")),
        (graph(3, "a-b", "b-c", "a-c"), graph(3, "a-b", "b-c", "a-c")),
    ],
)
def test_meeks_rules_one_by_one(before, after):
    assert (meek(before) == after).all()


def test_a_line_that_is_forced_both_ways_stays_a_line():
    tug_of_war = graph(4, "ab", "b-c", "dc")
    assert (meek(tug_of_war) == tug_of_war).all()


def test_an_edge_that_two_v_structures_claim_stays_a_line():
    path = graph(4, "a-b", "b-c", "c-d")
    claimed = pdag.pattern(path, [(0, 1, 2), (1, 2, 3)])
    assert (claimed == graph(4, "ab", "b-c", "dc")).all()


@given(cases)
@settings(max_examples=100)
def test_the_cpdag_is_what_chickerings_sweep_finds(dag):
    assert (cpdag(dag) == compelled(dag)).all()


@given(cases)
@settings(max_examples=100)
def test_an_extension_of_the_cpdag_is_in_the_class(dag):
    result = extension(cpdag(dag))
    assert result is not None
    pdag.topological(result)
    assert (skeleton(result) == skeleton(dag)).all()
    assert colliders(result) == colliders(dag)


def test_what_has_no_extension():
    assert extension(graph(4, "a-b", "b-c", "c-d", "d-a")) is None
    assert extension(graph(3, "ab", "bc", "ca")) is None


@given(cases)
@settings(max_examples=100)
def test_arrows_and_lines_make_up_the_graph(dag):
    mixed = cpdag(dag)
    assert (arrows(mixed) | lines(mixed) == mixed).all()
    assert not (arrows(mixed) & lines(mixed)).any()


def test_topological_order_puts_parents_first():
    for dag in all_dags(4):
        place = np.argsort(pdag.topological(dag))
        assert all(place[a] < place[b] for a, b in np.argwhere(dag))


def test_small_graphs():
    assert cpdag(np.zeros((1, 1), dtype=bool)).shape == (1, 1)
    assert cpdag(graph(2, "ab")).all() ^ True
    assert (cpdag(graph(2, "ab")) == graph(2, "a-b")).all()


test_what_is_no_graph = refusals(
    cpdag,
    (r"square matrix, got an array of shape \(2, 3\)", np.zeros((2, 3))),
    ("from a node to itself, got one at node 0", np.eye(3)),
    (r"no directed cycle, got one among the nodes \[0, 1, 2\]", graph(4, "ab", "bc", "ca")),
)
