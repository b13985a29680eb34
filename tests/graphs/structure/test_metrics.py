from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.claims.graphs.structure.cases import dags, graph_of
from privcausal.graphs.structure.metrics import Scores, cpdag_scores, hamming, skeleton_scores
from privcausal.graphs.structure.pdag import cpdag, skeleton
from tests.refusals import refusals

pairs = st.integers(2, 7).flatmap(lambda nodes: st.tuples(dags(nodes), dags(nodes)))


@given(pairs)
@settings(max_examples=100)
def test_scores_against_sets_of_edges(pair):
    mine, its = (cpdag(graph_of(case)) for case in pair)
    joined = [{frozenset(map(int, edge)) for edge in np.argwhere(graph)} for graph in (mine, its)]
    score = skeleton_scores(mine, its)
    assert score == Scores(len(joined[0] & joined[1]), len(joined[0]), len(joined[1]))
    marked = [
        {
            (frozenset(edge), tuple(edge) if not graph[edge[1], edge[0]] else None)
            for edge in np.argwhere(graph).tolist()
        }
        for graph in (mine, its)
    ]
    score = cpdag_scores(mine, its)
    assert score == Scores(len(marked[0] & marked[1]), len(marked[0]), len(marked[1]))


@given(pairs)
@settings(max_examples=100)
def test_the_distance_is_a_metric_and_fits_the_scores(pair):
    mine, its = (cpdag(graph_of(case)) for case in pair)
    assert hamming(mine, its) == hamming(its, mine)
    assert (hamming(mine, its) == 0) == np.array_equal(mine, its)
    edges = skeleton_scores(mine, its)
    either = edges.drawn + edges.true - edges.right
    assert hamming(mine, its) == either - cpdag_scores(mine, its).right


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_f1_is_the_harmonic_mean_and_jaccard_its_other_scale(right, more_drawn, more_true):
    score = Scores(right, right + more_drawn, right + more_true)
    if right:
        assert score.f1 == pytest.approx(2 / (1 / score.precision + 1 / score.recall))
    assert score.f1 == pytest.approx(2 * score.jaccard / (1 + score.jaccard))


def test_empty_graphs_agree():
    nothing = np.zeros((3, 3), dtype=bool)
    score = skeleton_scores(nothing, nothing)
    assert (score.precision, score.recall, score.f1, score.jaccard) == (1, 1, 1, 1)
    full = ~np.eye(3, dtype=bool)
    assert (skeleton_scores(nothing, full).f1, skeleton_scores(full, nothing).f1) == (0, 0)


def test_known_values():
    dag = np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]], dtype=bool)
    lines_only = skeleton(dag)
    assert skeleton_scores(lines_only, cpdag(dag)).f1 == 1
    assert cpdag_scores(lines_only, cpdag(dag)).f1 == 0
    assert hamming(lines_only, cpdag(dag)) == 2
    assert Fraction(Scores(6, 6, 8).f1).limit_denominator(100) == Fraction(6, 7)


test_graphs_of_different_size_cannot_be_compared = refusals(
    hamming, ("same nodes, got 2 of them and 3 of them", (np.zeros((2, 2)), np.zeros((3, 3))))
)
