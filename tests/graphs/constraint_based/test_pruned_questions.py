"""Questions about nodes on the way: never the answer lost, by path enumeration and by perfect oracles."""

from itertools import combinations

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from privcausal.claims.graphs.structure.cases import dags, graph_of
from privcausal.graphs.constraint_based.pc import Questions
from privcausal.graphs.constraint_based.pruned_questions import how_many, path_relevant_sets
from privcausal.graphs.structure.d_separation import Oracle
from privcausal.graphs.structure.pdag import skeleton

ORDERS = st.integers(0, 3)


def between(graph, x, y):
    """Every node on some path from x to y that visits nothing twice."""
    return {node for path in nx.all_simple_paths(nx.Graph(graph), x, y) for node in path}


@given(dags(6), ORDERS)
def test_a_question_stays_if_all_its_nodes_lie_on_paths_between_the_ends(case, order):
    questions = Questions(skeleton(graph_of(case)), order)
    expected = {}
    for edge in questions.edges():
        near = between(questions.graph, *edge)
        if order == 1:  # joined to both: at this order a longer way would already have been cut
            near = {node for node in near if questions.graph[node, list(edge)].all()}
        sets = [
            conditioning_set for conditioning_set in questions.sets(edge) if near.issuperset(conditioning_set)
        ]
        if sets:
            expected[edge] = sets
    assert path_relevant_sets(questions) == expected


def learned(dag):
    """The CPDAG from pruned questions and a perfect oracle, order by order."""
    oracle, nodes = Oracle(dag), len(dag)
    graph, separators = ~np.eye(nodes, dtype=bool), {}
    for order in range(nodes - 1):
        for edge, sets in path_relevant_sets(Questions(graph.copy(), order)).items():
            results = next(
                (conditioning_set for conditioning_set in sets if oracle(*edge, conditioning_set)), None
            )
            if results is not None:
                separators[edge] = results
        for a, b in separators:
            graph[a, b] = graph[b, a] = False
    return graph, separators


@given(dags(6))
def test_a_perfect_oracle_loses_nothing(case):
    dag = graph_of(case)
    graph, separators = learned(dag)
    assert (graph == skeleton(dag)).all()
    assert set(separators) == {(a, b) for a, b in combinations(range(6), 2) if not (dag[a, b] or dag[b, a])}


@given(dags(6), ORDERS)
def test_what_is_known_from_the_graph_alone_is_never_too_few(case, order):
    questions = Questions(skeleton(graph_of(case)), order)
    assert how_many(questions) >= sum(len(sets) for sets in path_relevant_sets(questions).values())
