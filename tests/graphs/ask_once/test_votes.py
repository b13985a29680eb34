"""Votes find the v-structures of every small graph, and leave what is unsure."""

import numpy as np
import pytest

from privcausal.claims.graphs.structure.cases import all_dags
from privcausal.graphs.ask_once.votes import Vote, orient_by_votes, votes
from privcausal.graphs.structure.d_separation import reachable
from privcausal.graphs.structure.pdag import arrows, cpdag, skeleton, topological


def test_perfect_answers_give_the_class_of_every_graph_of_four():
    for dag in all_dags(4):

        def p_value(x, y, conditioning_set, dag=dag):
            return 1e-9 if reachable(dag, x, np.isin(np.arange(4), conditioning_set))[y] else 0.5

        joined = skeleton(dag)
        np.testing.assert_array_equal(orient_by_votes(joined, votes(joined, p_value, 2)), cpdag(dag))


STAR = np.array([[0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1], [1, 1, 1, 0]], dtype=bool)


def test_the_surest_vote_speaks_first():
    square = np.array([[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]], dtype=bool)
    result = orient_by_votes(square, [Vote((0, 1, 2), 9.0), Vote((1, 2, 3), 5.0)])
    assert arrows(result)[0, 1]
    assert arrows(result)[2, 1], "the later vote would turn it round"
    assert result[3, 2] == result[2, 3]


def test_an_unsure_vote_turns_nothing_and_hands_on_nothing():
    sure, unsure = Vote((0, 3, 1), 9.0), Vote((0, 3, 2), -0.1)
    result = orient_by_votes(STAR, [sure, unsure])
    assert arrows(result).sum() == 2
    result = orient_by_votes(STAR, [sure, Vote((0, 3, 2), -9.0)])
    assert arrows(result)[3, 2]


def test_votes_come_in_the_order_of_their_margins():
    margins = {(0, 1): 1e-3, (0, 2): 1e-6, (1, 2): 0.5}
    ballots = votes(
        STAR, lambda x, y, conditioning_set: margins[min(x, y), max(x, y)] if conditioning_set else 1.0, 1
    )
    sizes = [abs(ballot.margin) for ballot in ballots]
    assert sizes == sorted(sizes, reverse=True)
    assert ballots[0].triple == (0, 3, 2)


def test_no_answer_makes_a_directed_circle(rng):
    for _ in range(60):
        joined = np.triu(rng.random((6, 6)) < 0.5, 1)
        joined = joined | joined.T
        triples = votes(joined, lambda x, y, conditioning_set: float(rng.random()) ** 20, 1)
        pointing = arrows(orient_by_votes(joined, [v for v in triples if v.margin > 0]))
        topological(pointing)


@pytest.mark.parametrize("nodes", [1, 2])
def test_small_graphs_have_no_votes(nodes):
    joined = ~np.eye(nodes, dtype=bool)
    assert votes(joined, lambda x, y, conditioning_set: 1.0, 2) == []
    np.testing.assert_array_equal(orient_by_votes(joined, []), joined)
