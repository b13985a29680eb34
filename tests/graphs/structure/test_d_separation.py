import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.claims.graphs.structure.d_separation import by_moral_graph, by_paths, by_walks
from privcausal.claims.graphs.structure.worlds import all_dags, dags, graph_of, questions
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.d_separation import Oracle, ancestors, reached


def test_walks_paths_and_moral_graphs_agree_on_all_graphs_of_four_nodes():
    graphs = all_dags(4)
    for asked in questions(4):
        walks = by_walks(graphs, *asked)
        assert (walks == by_moral_graph(graphs, *asked)).all()
        assert [by_paths(dag, *asked) for dag in graphs] == walks.tolist()


@given(st.integers(3, 9).flatmap(dags), st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_networkx_agrees(case, random):
    dag = graph_of(case)
    x, y, *others = random.sample(range(len(dag)), len(dag))
    known = set(others[: random.randrange(len(others) + 1)])
    assert Oracle(dag)(x, y, known) == nx.is_d_separator(nx.DiGraph(dag), x, y, known)


def test_many_graphs_at_once_give_what_one_at_a_time_gives():
    graphs, known = all_dags(4)[::7], np.array([False, False, True, False])
    together = reached(graphs, 0, known)
    assert (together == [reached(dag, 0, known) for dag in graphs]).all()


def test_a_node_is_its_own_ancestor():
    nothing = np.zeros((3, 3), dtype=bool)
    assert ancestors(nothing, np.array([True, False, False])).tolist() == [True, False, False]


@pytest.mark.parametrize("question", [(1, 1, ()), (0, 1, (1,)), (0, 1, (0, 2))])
def test_a_question_about_itself_is_refused(question):
    with pytest.raises(ValueError, match="x and y must be two nodes outside the given set"):
        Oracle(network("cancer").dag)(*question)


def test_an_oracle_wants_an_acyclic_graph():
    with pytest.raises(ValueError, match="no directed cycle"):
        Oracle(np.array([[0, 1], [1, 0]], dtype=bool))
