"""Background knowledge on learned graphs: against all members of a class, and what it contradicts."""

from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.claims.graphs.structure.cases import all_dags, dags, graph_of
from privcausal.graphs.structure import background
from privcausal.graphs.structure.background import describe, oriented
from privcausal.graphs.structure.pdag import arrows, cpdag, skeleton


def graph(nodes, *edges):
    """`"ab"` is an arrow, `"a-b"` a line."""
    matrix = np.zeros((nodes, nodes), dtype=bool)
    for edge in edges:
        a, b = (ord(letter) - ord("a") for letter in (edge[0], edge[-1]))
        matrix[a, b] = True
        matrix[b, a] |= "-" in edge
    return matrix


def none(nodes):
    return np.zeros((nodes, nodes), dtype=bool)


@cache
def classes(nodes):
    """The members of every Markov equivalence class, by the graph that stands for it."""
    members = {}
    for dag in all_dags(nodes):
        members.setdefault(cpdag(dag).tobytes(), []).append(dag)
    return members


def agreed(dag, excluded):
    """The graph in which an arrow is what all members say that satisfy the knowledge: by listing them."""
    able = [other for other in classes(len(dag))[cpdag(dag).tobytes()] if not (other & excluded).any()]
    return np.any(able, axis=0)


def tiers(nodes):
    """Every way to put the nodes into tiers, as the arrows that run back in time."""
    for ranks in product(range(nodes), repeat=nodes):
        if set(ranks) == set(range(max(ranks) + 1)):
            yield np.greater.outer(ranks, ranks)


def learned(dag, excluded):
    return oriented(cpdag(dag), {}, excluded, none(len(dag)))


@pytest.mark.parametrize("nodes", [2, 3, 4])
def test_tiers_orient_exactly_what_all_graphs_agree_on(nodes):
    cases = 0
    for members in classes(nodes).values():
        for excluded in tiers(nodes):
            dag = next((one for one in members if not (one & excluded).any()), None)
            if dag is not None:
                cases += 1
                result = learned(dag, excluded)
                assert (result.graph == agreed(dag, excluded)).all()
                assert not describe(result, list("abcd"))
    assert cases > len(classes(nodes))


def known_arrows(edges, chosen):
    """Knowledge of some of these arrows, chosen by a number: their opposites are excluded."""
    excluded = none(len(edges))
    for place, (a, b) in enumerate(np.argwhere(edges)):
        excluded[b, a] = bool(chosen >> place & 1)
    return excluded


def wrong_cases(nodes):
    """Whether some known arrows of a graph do not lead to what all members agree on, case by case.

    Only of graphs with more edges than nodes, which the fourth rule needs; the others are in the test above.
    """
    for dag in (dag for dag in all_dags(nodes) if dag.sum() > nodes):
        open_edges = dag & cpdag(dag).T
        for chosen in range(2 ** int(open_edges.sum())):
            excluded = known_arrows(open_edges, chosen)
            yield bool((learned(dag, excluded).graph != agreed(dag, excluded)).any())


def test_known_arrows_orient_exactly_what_all_graphs_agree_on(monkeypatch):
    assert not any(wrong_cases(4))
    monkeypatch.setattr(background, "meek_rule_4", np.zeros_like)
    assert any(wrong_cases(4)), "a check that cannot fail: without the fourth rule it must"


@given(st.integers(5, 7).flatmap(dags), st.integers(0, 2**21 - 1))
@settings(max_examples=100)
def test_the_true_graph_is_never_contradicted(case, chosen):
    dag = graph_of(case)
    result = learned(dag, known_arrows(dag, chosen))
    assert not describe(result, list("abcdefg"))
    assert (skeleton(result.graph) == skeleton(dag)).all()
    assert not (arrows(result.graph) & dag.T).any()
    assert (arrows(cpdag(dag)) <= arrows(result.graph)).all()
    assert (arrows(result.graph) >= result.direct).all()


@given(st.integers(3, 6).flatmap(dags), st.lists(st.integers(0, 3), min_size=6, max_size=6))
@settings(max_examples=200)
def test_whatever_is_said_the_result_obeys_it_and_has_no_cycle(case, ranks):
    dag = graph_of(case)
    excluded = np.greater.outer(ranks[: len(dag)], ranks[: len(dag)])
    result = oriented(cpdag(dag), {}, excluded, none(len(dag)))
    assert not (arrows(result.graph) & excluded).any()
    assert not background._on_cycle(arrows(result.graph))
    assert (skeleton(result.graph) == skeleton(dag)).all()
    impossible = arrows(cpdag(dag)) & excluded
    assert len(result.reversed) == impossible.sum()


def test_without_knowledge_nothing_changes():
    undecided = graph(3, "ab", "b-c")  # a method that left b — c open, which rule 1 would turn
    assert (oriented(undecided, {}, none(3), none(3)).graph == undecided).all()
    contested = graph(4, "ab", "b-c", "dc")
    assert (oriented(contested, {}, none(4), none(4)).graph == contested).all()


def test_rule_1_stops_at_a_node_that_did_not_separate():
    chain, later = graph(3, "a-b", "b-c"), graph(3, "ba")
    assert (oriented(chain, {(0, 2): (1,)}, later, none(3)).graph == graph(3, "ab", "bc")).all()
    assert (oriented(chain, {(0, 2): ()}, later, none(3)).graph == graph(3, "ab", "b-c")).all()


def test_an_arrow_against_time_is_turned_and_what_rests_on_it_is_given_up():
    wrong = graph(4, "ab", "cb", "bd")  # b after a and c, d after b; in truth b comes first
    result = oriented(wrong, {}, graph(4, "ab"), none(4))
    assert result.reversed == [(0, 1)]
    assert (result.graph == graph(4, "ba", "b-c", "b-d")).all()
    (row,) = describe(result, list("abcd"))
    assert "the data suggested a → b, which it excludes; drawn as b → a" in row


def test_an_excluded_pair_is_deleted_and_a_required_one_drawn():
    seen = graph(3, "a-b")
    result = oriented(seen, {(1, 2): ()}, graph(3, "a-b", "cb"), graph(3, "bc"))
    assert (result.graph == graph(3, "bc")).all()
    assert (result.deleted, result.unseen) == ([(0, 1)], [(1, 2)])
    rows = describe(result, list("abc"))
    assert ["a and b remain associated" in rows[0], "not seen in the data: b → c" in rows[1]] == [True, True]


def test_a_common_effect_that_separated_its_causes_is_said():
    chain = graph(3, "a-b", "b-c")
    result = oriented(chain, {(0, 2): (1,)}, graph(3, "ba", "bc"), none(3))
    assert (result.graph == graph(3, "ab", "cb")).all()
    assert "makes b a common effect of a and c" in describe(result, list("abc"))[0]


def test_knowledge_that_would_close_a_circle_gives_way_where_it_does():
    triangle = graph(4, "a-b", "b-c", "a-c", "c-d")
    result = oriented(triangle, {}, graph(4, "ba", "cb", "ac", "dc"), none(4))
    assert (result.graph == graph(4, "a-b", "b-c", "a-c", "cd")).all()
    assert "directed cycle among a, b, c" in describe(result, list("abcd"))[0]


def test_learned_arrows_that_close_a_circle_with_knowledge_give_way():
    learned_arrows = graph(3, "ab", "bc", "a-c")  # a method that left a — c open
    result = oriented(learned_arrows, {}, graph(3, "ac"), none(3))
    assert (result.graph == graph(3, "a-b", "b-c", "ca")).all()
    assert result.cycle == [0, 1, 2]


def closed(arrows_known):
    """Who is a cause of whom, directly or not."""
    reach = arrows_known.copy()
    for _ in range(len(reach)):
        reach = reach | (reach @ reach)
    return reach


def test_of_whatever_was_learned_and_is_known_comes_a_graph_that_obeys():
    drawn, cases = np.random.default_rng(0), 0
    for _ in range(400):
        nodes = int(drawn.integers(2, 7))
        seen, excluded = (drawn.random((nodes, nodes)) < share for share in (0.4, 0.2))
        np.fill_diagonal(seen, False)
        required = np.triu(drawn.random((nodes, nodes)) < 0.1, 1)
        excluded = (excluded & ~required) | closed(required).T
        if (excluded & required).any():
            continue
        cases += 1
        result = oriented(seen, {}, excluded, required)
        pointing = arrows(result.graph)
        assert not background._on_cycle(pointing)
        assert result.cycle or not (pointing & excluded).any()
        assert (required <= result.graph).all()
    assert cases > 300
