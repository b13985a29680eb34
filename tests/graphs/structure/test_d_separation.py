import networkx as nx
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.claims.graphs.structure.cases import all_dags, dags, graph_of, questions
from privcausal.claims.graphs.structure.d_separation import by_moral_graph, by_paths, by_walks
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.d_separation import Oracle, ancestors, reachable
from tests.refusals import refusals


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
    names_known = set(others[: random.randrange(len(others) + 1)])
    assert Oracle(dag)(x, y, names_known) == nx.is_d_separator(nx.DiGraph(dag), x, y, names_known)


def test_many_graphs_at_once_give_what_one_at_a_time_gives():
    graphs, reference = all_dags(4)[::7], np.array([False, False, True, False])
    together = reachable(graphs, 0, reference)
    assert (together == [reachable(dag, 0, reference) for dag in graphs]).all()


def test_a_node_is_its_own_ancestor():
    nothing = np.zeros((3, 3), dtype=bool)
    assert ancestors(nothing, np.array([True, False, False])).tolist() == [True, False, False]


test_a_question_about_itself_is_refused = refusals(
    lambda *question: Oracle(network("cancer").dag)(*question),
    ("x and y must be two nodes outside the given set", (1, 1, ()), (0, 1, (1,)), (0, 1, (0, 2))),
)

test_an_oracle_wants_an_acyclic_graph = refusals(
    Oracle, ("no directed cycle", np.array([[0, 1], [1, 0]], dtype=bool))
)
