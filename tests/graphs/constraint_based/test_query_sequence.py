"""One order's tests, one after the other: each is asked once, and an answer ends its edge."""

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.claims.graphs.structure.cases import dags, graph_of
from privcausal.graphs.constraint_based.pc import Questions
from privcausal.graphs.constraint_based.query_sequence import PaidAnswer, Query, QuerySequence, how_many
from privcausal.graphs.structure.pdag import skeleton

ORDERS = st.integers(0, 3)


def walk_of(graph, order=1, seed=0):
    return QuerySequence(Questions(graph, order), np.random.default_rng(seed))


@given(dags(6), ORDERS)
def test_without_an_answer_every_question_is_asked_once(case, order):
    questions = Questions(skeleton(graph_of(case)), order)
    asked = list(QuerySequence(questions, np.random.default_rng(0)))
    assert len(asked) == len(set(asked))
    assert {
        (edge, conditioning_set) for edge in questions.edges() for conditioning_set in questions.sets(edge)
    } == set(asked)


@given(dags(6), ORDERS)
def test_what_is_known_from_the_graph_alone_is_never_too_few(case, order):
    questions = Questions(skeleton(graph_of(case)), order)
    asked = list(QuerySequence(questions, np.random.default_rng(0)))
    assert len(asked) <= how_many(questions) <= 2 * len(asked), "where both ends offer a set, it counts twice"
    if not order:
        assert how_many(questions) == len(asked)


def test_one_independence_ends_an_edge_and_is_remembered():
    walk = walk_of(~np.eye(4, dtype=bool))
    first = next(iter(walk))
    walk.delete([first])
    assert walk.separators == {first.edge: first.conditioning_set}
    assert all(test.edge != first.edge for test in walk)


def test_where_every_first_test_says_independent_every_edge_goes():
    walk = walk_of(~np.eye(5, dtype=bool))
    for test in walk:
        walk.delete([test])
    assert sorted(walk.separators) == Questions(~np.eye(5, dtype=bool), 1).edges()


def test_rounds_to_come_are_counted_by_succession():
    """Of ten edges none has answered: five are expected to go now, and five to be asked about again."""
    walk = walk_of(~np.eye(5, dtype=bool), 0)
    walk.ahead()
    assert walk.expected_rounds(True) == 10
    walk.delete([next(iter(walk)) for _ in range(3)])
    walk.ahead()
    assert walk.expected_rounds(False) == pytest.approx(7)
    assert walk.expected_rounds(True) == pytest.approx(7 / 5 + 7 / 5)


def test_looking_ahead_takes_nothing():
    walk = walk_of(~np.eye(4, dtype=bool))
    assert walk.ahead() == walk.ahead() == next(iter(walk))
    assert walk.ahead() not in (None, Query((0, 1), ()))


def test_edges_come_in_an_order_that_the_seed_decides():
    graph = ~np.eye(6, dtype=bool)
    orders = [[test.edge for test in walk_of(graph, 0, seed)] for seed in (0, 0, 1)]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == sorted(orders[2])


def test_an_empty_graph_has_nothing_to_ask():
    walk = walk_of(np.zeros((3, 3), dtype=bool))
    assert list(walk) == []
    assert walk.ahead() is None
    assert walk.edges_to_test == 0


def test_edges_left_and_rounds_to_come_by_hand():
    """Six edges; after two answers, one of them independent, half of what is left is expected to go."""
    walk = walk_of(~np.eye(4, dtype=bool), 0)
    one, other = islice(walk, 2)
    assert walk.edges_to_test == 5
    walk.delete([one])
    walk.ahead()
    assert walk.edges_to_test == 4
    # Laplace: (1 + 1)/(2 + 2) of the 4 left go. At order 0 the round is paid for by those that stay: 2, then again 2
    # at the next order, and the one that has stayed already.
    assert walk.expected_rounds(choose=True) == pytest.approx(2 + 2 + 1)
    assert walk.expected_rounds(choose=False) == pytest.approx(2 + 2 + 1)
    walk.delete([other])
    assert walk.expected_rounds(choose=True) == pytest.approx(1 + 1 + 0)
    assert walk.expected_rounds(choose=False) == pytest.approx(3 + 1 + 0)


def test_dependence_is_listened_for_at_order_zero_only_and_by_choice():
    graph = ~np.eye(3, dtype=bool)
    walk = walk_of(graph, 0)
    assert walk.rarer_answer(choose=True) is PaidAnswer.DEPENDENT
    list(islice(walk, 2))
    walk.ahead()
    # Whatever was answered: a rule that follows answers can lock itself in.
    assert walk.rarer_answer(choose=True) is PaidAnswer.DEPENDENT
    assert walk_of(graph, 0).rarer_answer(choose=False) is PaidAnswer.INDEPENDENT
    assert walk_of(graph, 1).rarer_answer(choose=True) is PaidAnswer.INDEPENDENT
