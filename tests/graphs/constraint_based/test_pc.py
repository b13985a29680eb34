import numpy as np
import pytest
from hypothesis import given, settings

from privcausal.claims.graphs.structure.cases import dags, graph_of
from privcausal.graphs.constraint_based.pc import OneByOne, Questions, oriented, pc
from privcausal.graphs.independence.contingency import Tables, g_squared
from privcausal.graphs.models.bayesian_network import NAMES, network
from privcausal.graphs.structure.d_separation import Oracle
from privcausal.graphs.structure.pdag import cpdag, skeleton
from tests.refusals import refusals


@pytest.mark.parametrize("name", NAMES)
def test_a_perfect_oracle_gives_the_true_cpdag_of_each_network(name):
    dag = network(name).dag
    assert (pc(len(dag), OneByOne(Oracle(dag))).graph == cpdag(dag)).all()


def test_a_perfect_oracle_gives_the_true_cpdag_of_200_random_graphs(rng):
    for _ in range(200):
        shuffle = rng.permutation(7)
        dag = np.triu(rng.random((7, 7)) < rng.uniform(0.1, 0.5), 1)[np.ix_(shuffle, shuffle)]
        assert (pc(7, OneByOne(Oracle(dag))).graph == cpdag(dag)).all()


@given(dags(6))
@settings(max_examples=50)
def test_each_stored_set_separates_and_only_pairs_apart_have_one(case):
    dag = graph_of(case)
    oracle = Oracle(dag)
    learned = pc(6, OneByOne(oracle))
    assert all(oracle(*edge, conditioning_set) for edge, conditioning_set in learned.separators.items())
    apart = {(a, b) for a, b in np.argwhere(np.triu(~skeleton(learned.graph), 1)).tolist()}
    assert set(learned.separators) == apart


@given(dags(6))
@settings(max_examples=25)
def test_the_skeleton_does_not_depend_on_the_order_of_the_columns(case):
    """Even for answers that fit no graph: here, whatever a hash of the question says."""
    shuffle = np.array(case["order"])
    weights = 1 + np.arange(6) ** 2

    def answer(x, y, conditioning_set):
        return bool((weights[x] * weights[y] + 3 * sum(weights[list(conditioning_set)])) % 3 == 0)

    def renamed(x, y, conditioning_set):
        return answer(shuffle[x], shuffle[y], tuple(shuffle[list(conditioning_set)]))

    first, other = (skeleton(pc(6, OneByOne(test)).graph) for test in (answer, renamed))
    assert (first[np.ix_(shuffle, shuffle)] == other).all()


def test_questions_are_asked_once_and_about_neighbours_only():
    square = np.array([[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]], dtype=bool)
    questions = Questions(square, 1)
    assert questions.edges() == [(0, 1), (0, 3), (1, 2), (2, 3)]
    assert list(questions.sets((0, 1))) == [(3,), (2,)]
    triangle = ~np.eye(3, dtype=bool)
    assert list(Questions(triangle, 1).sets((0, 1))) == [(2,)]


@pytest.mark.parametrize(("largest", "asked"), [(None, [6, 12, 6]), (1, [6, 12]), (0, [6])])
def test_the_policy_counts_what_it_asks_and_largest_caps_the_sets(largest, asked):
    policy = OneByOne(lambda x, y, conditioning_set: False)
    assert skeleton(pc(4, policy, largest=largest).graph).sum() == 12
    assert policy.asked == asked


def test_one_and_two_variables():
    assert pc(1, OneByOne(lambda *question: True)).graph.tolist() == [[False]]
    assert not pc(2, OneByOne(lambda *question: True)).graph.any()
    assert pc(2, OneByOne(lambda *question: False)).graph.sum() == 2


def test_a_policy_may_decide_about_all_edges_together():
    class Heaviest:
        def separate(self, questions):
            edges = questions.edges()
            return {edges[-1]: next(questions.sets(edges[-1]))} if questions.order == 0 else {}

    assert pc(3, Heaviest()).separators == {(1, 2): ()}


def test_orientation_alone():
    path = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool)
    assert oriented(path, {(0, 2): ()}).tolist() == [[False, True, False], [False] * 3, [False, True, False]]
    assert (oriented(path, {(0, 2): (1,)}) == path).all()


def test_pc_on_records_finds_sachs():
    net = network("sachs")
    tables = Tables(net.sample(100_000, np.random.default_rng(3)), net.cardinalities)
    learned = pc(
        11, OneByOne(lambda x, y, conditioning_set: g_squared(tables, x, y, conditioning_set).p_value > 0.01)
    )
    assert (learned.graph == cpdag(net.dag)).all()


test_bad_input = refusals(
    lambda arguments: pc(policy=OneByOne(lambda *question: True), **arguments),
    ("nodes must be", {"nodes": 0}),
    ("largest must be", {"nodes": 2, "largest": -1}),
)
