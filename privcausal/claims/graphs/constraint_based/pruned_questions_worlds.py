"""What counting tests is measured on: small graphs, the seven networks, and what was charged."""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from privcausal.claims.graphs.structure.worlds import Candidate, all_dags, as_graph, as_lists, graph_of
from privcausal.graphs.constraint_based.pc import OneByOne, Questions, Separators, oriented, pc
from privcausal.graphs.constraint_based.pruned_questions import Sets, on_the_way
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.d_separation import Oracle
from privcausal.graphs.structure.metrics import hamming
from privcausal.graphs.structure.pdag import Matrix, cpdag
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.claim import Claim
from privcausal.verify.evidence import Number


def tests_in_one_order(*, edges: int, nodes: int, order: int) -> int:
    return edges


# --- exhaustive: all graphs that may be left -----------------------------------------------------------------------


def most_asked(edges: int, nodes: int, order: int) -> Extreme:
    """The largest number of questions that PC can have at this order, over all graphs with so many edges left."""
    pairs = list(combinations(range(nodes), 2))
    worst, witness, cases = -1, {}, 0
    for chosen in combinations(pairs, edges):
        graph = np.zeros((nodes, nodes), dtype=bool)
        for a, b in chosen:
            graph[a, b] = graph[b, a] = True
        asked = number_of_questions(graph, order)
        cases += 1
        if asked > worst:
            worst, witness = asked, {"graph": as_lists(graph)}
    return Extreme(worst, witness, cases)


def number_of_questions(graph: Matrix, order: int) -> int:
    questions = Questions(graph, order)
    return sum(len(list(questions.sets(edge))) for edge in questions.edges())


def asked_of_witness(witness: Candidate, edges: int, nodes: int, order: int) -> int:
    """The number for a stored graph, by running PC with a test that never deletes."""
    graph = as_graph(witness["graph"])
    policy = OneByOne(lambda x, y, given: False)
    policy.separate(Questions(graph, order))
    return policy.asked[order]


# --- what is really asked ---------------------------------------------------------------------------------------


@cache
def asked_on(dag_key: bytes, nodes: int) -> tuple[tuple[int, int], ...]:
    """For each order of PC with an oracle: edges at its beginning, questions asked."""
    dag = np.frombuffer(dag_key, dtype=bool).reshape(nodes, nodes)
    policy, rows = OneByOne(Oracle(dag)), []

    class Watched:
        def separate(self, questions: Questions) -> Separators:
            edges, before = int(questions.graph.sum()) // 2, sum(policy.asked)
            found = policy.separate(questions)
            rows.append((edges, sum(policy.asked) - before))
            return found

    pc(nodes, Watched())
    return tuple(rows)


def one() -> Number:
    return 1


# --- which questions are worth asking ------------------------------------------------------------------------------


class OnTheWay:
    """PC with an oracle that is asked only what `on_the_way` leaves."""

    def __init__(self, dag: Matrix, choose: Callable[[Questions], Sets]) -> None:
        self.oracle, self.choose = Oracle(dag), choose

    def separate(self, questions: Questions) -> Separators:
        """Delete at the first set that separates."""
        found: Separators = {}
        for edge, sets in self.choose(questions).items():
            for given in sets:
                if self.oracle(*edge, given):
                    found[edge] = given
                    break
        return found


def near_the_first(questions: Questions) -> Sets:
    """Wrong: only sets of neighbours of the first end, and of them those joined to the other."""
    graph = questions.graph
    wanted = {edge: list(questions.sets(edge)) for edge in questions.edges()}
    return {
        (x, y): [given for given in sets if all(graph[x, node] and graph[y, node] for node in given)][:1]
        for (x, y), sets in wanted.items()
    }


def error_on_the_way(dag: Matrix, choose: Callable[[Questions], Sets] = on_the_way) -> int:
    return hamming(pc(len(dag), OnTheWay(dag, choose)).graph, cpdag(dag))


def worst_on_the_way(nodes: int, choose: Callable[[Questions], Sets] = on_the_way) -> Extreme:
    """The largest distance from the true CPDAG over all graphs."""
    errors = [error_on_the_way(dag, choose) for dag in all_dags(nodes)]
    worst = int(np.argmax(errors))
    witness = {"dag": as_lists(all_dags(nodes)[worst])} if errors[worst] else {}
    return Extreme(errors[worst], witness, len(errors))


def worst_near_the_first(nodes: int) -> Extreme:
    return worst_on_the_way(nodes, near_the_first)


def way_of_network(network_name: str, choose: Callable[[Questions], Sets] = on_the_way) -> Extreme:
    """The same for one of the seven."""
    dag = network(network_name).dag
    return Extreme(error_on_the_way(dag, choose), {}, 1)


def network_near_the_first(network_name: str) -> Extreme:
    return way_of_network(network_name, near_the_first)


def random_error(case: Candidate, nodes: int) -> int:
    return error_on_the_way(graph_of(case))


def random_error_near_the_first(case: Candidate, nodes: int) -> int:
    return error_on_the_way(graph_of(case), near_the_first)


def replay_way(witness: Candidate, **world: object) -> int:
    return error_on_the_way(as_graph(witness["dag"])) if witness else 0


# --- deletion at once -----------------------------------------------------------------------------------------------


def learned_at_once(dag: Matrix, choose: Callable[[Questions], Sets]) -> Matrix:
    """PC with an oracle, each edge deleted as soon as a set separates it: later questions see the smaller graph."""
    nodes, oracle = len(dag), Oracle(dag)
    graph, separators = ~np.eye(nodes, dtype=bool), {}
    for order in range(nodes - 1):
        for edge in combinations(range(nodes), 2):
            questions = Questions(graph, order)
            sets = choose(questions).get(edge, []) if edge in questions.edges() else []
            given = next((given for given in sets if oracle(*edge, given)), None)
            if given is not None:
                graph[edge] = graph[edge[::-1]] = False
                separators[edge] = given
    return oriented(graph, separators)


def every_question(questions: Questions) -> Sets:
    """Nothing is left out."""
    return {edge: list(questions.sets(edge)) for edge in questions.edges()}


def miscounted_at_once(claim: Claim, nodes: int, choose: Callable[[Questions], Sets] = on_the_way) -> Extreme:
    """How far the claim's number is from that of the graphs on which deletion at once goes wrong."""
    wrong = [dag for dag in all_dags(nodes) if hamming(learned_at_once(dag, choose), cpdag(dag))]
    witness = {"dag": as_lists(wrong[0])} if wrong else {}
    return Extreme(abs(len(wrong) - claim.formulas["at_once"]()), witness, len(all_dags(nodes)))


def miscounted_without_pruning(claim: Claim, nodes: int) -> Extreme:
    return miscounted_at_once(claim, nodes, every_question)


def each(names: tuple[str, ...]) -> tuple[dict[str, Any], ...]:
    return tuple({"network_name": name} for name in names)


def left(*worlds: tuple[int, int, int]) -> tuple[dict[str, Any], ...]:
    return tuple({"edges": edges, "nodes": nodes, "order": order} for edges, nodes, order in worlds)
