"""How many tests PC really makes, how many it can have to make, and which of them are worth making."""

import math
from collections.abc import Callable
from functools import cache, partial
from itertools import combinations, permutations

import numpy as np

from privcausal.claims.functions import our_error
from privcausal.claims.graphs.structure.cases import all_dags, as_graph, as_lists, dags, graph_of
from privcausal.claims.sources import AT_CURATE, CURATE
from privcausal.graphs.constraint_based.curate_allocation import most_tests
from privcausal.graphs.constraint_based.pc import OneByOne, Questions, oriented, pc
from privcausal.graphs.constraint_based.pruned_questions import Sets, path_relevant_sets
from privcausal.graphs.learned import Separators
from privcausal.graphs.models.bayesian_network import NAMES, network
from privcausal.graphs.structure.d_separation import Oracle
from privcausal.graphs.structure.metrics import hamming
from privcausal.graphs.structure.pdag import Matrix, cpdag
from privcausal.verify import Claim, Formula, Quality, by_us, each, instead, mutant, whole, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness, worst_of

Choose = Callable[[Questions], Sets]
"""Which of an order's questions are asked."""


def most_asked(edges: int, nodes: int, order: int) -> Extreme:
    """The largest number of questions that PC can have at this order, over all graphs with so many edges left."""

    def asked(case: Witness) -> int:
        questions = Questions(as_graph(case["graph"]), order)
        return sum(len(list(questions.sets(edge))) for edge in questions.edges())

    graphs = (
        [[int((min(a, b), max(a, b)) in chosen) for b in range(nodes)] for a in range(nodes)]
        for chosen in combinations(combinations(range(nodes), 2), edges)
    )
    return worst_of(({"graph": graph} for graph in graphs), asked)


def asked_of_witness(witness: Witness, order: int) -> int:
    """The number for a stored graph, by running PC with a test that never deletes."""
    graph = as_graph(witness["graph"])
    policy = OneByOne(lambda x, y, conditioning_set: False)
    policy.separate(Questions(graph, order))
    return policy.asked[order]


# --- the tests really made --------------------------------------------------------------------------------------


@cache
def asked_on(dag_key: bytes, nodes: int) -> tuple[tuple[int, int], ...]:
    """For each order of PC with an oracle: edges at its beginning, questions asked."""
    dag = np.frombuffer(dag_key, dtype=bool).reshape(nodes, nodes)
    policy, rows = OneByOne(Oracle(dag)), []

    class Watched:
        def separate(self, questions: Questions) -> Separators:
            edges, before = int(questions.graph.sum()) // 2, sum(policy.asked)
            separators = policy.separate(questions)
            rows.append((edges, sum(policy.asked) - before))
            return separators

    pc(nodes, Watched())
    return tuple(rows)


# --- which questions are worth asking ------------------------------------------------------------------------------


class OnTheWay:
    """PC with an oracle that is asked only what `path_relevant_sets` leaves."""

    def __init__(self, dag: Matrix, choose: Choose) -> None:
        self.oracle, self.choose = Oracle(dag), choose

    def separate(self, questions: Questions) -> Separators:
        """Delete at the first set that separates."""
        separators: Separators = {}
        for edge, sets in self.choose(questions).items():
            for conditioning_set in sets:
                if self.oracle(*edge, conditioning_set):
                    separators[edge] = conditioning_set
                    break
        return separators


def near_the_first(questions: Questions) -> Sets:
    """Wrong: only sets of neighbours of the first end, and of them those joined to the other."""
    graph = questions.graph
    wanted = {edge: list(questions.sets(edge)) for edge in questions.edges()}
    return {
        (x, y): [
            conditioning_set
            for conditioning_set in sets
            if all(graph[x, node] and graph[y, node] for node in conditioning_set)
        ][:1]
        for (x, y), sets in wanted.items()
    }


def error_on_the_way(dag: Matrix, choose: Choose = path_relevant_sets) -> int:
    return hamming(pc(len(dag), OnTheWay(dag, choose)).graph, cpdag(dag))


def worst_on_the_way(nodes: int, choose: Choose = path_relevant_sets) -> Extreme:
    """The largest distance from the true CPDAG over all graphs."""
    errors = [error_on_the_way(dag, choose) for dag in all_dags(nodes)]
    worst = int(np.argmax(errors))
    witness = {"dag": as_lists(all_dags(nodes)[worst])} if errors[worst] else {}
    return Extreme(errors[worst], witness, len(errors))


def on_network(network_name: str, choose: Choose = path_relevant_sets) -> Extreme:
    """The same for one of the seven."""
    return Extreme(error_on_the_way(network(network_name).dag, choose), {}, 1)


def on_random(case: Witness, choose: Choose = path_relevant_sets) -> int:
    return error_on_the_way(graph_of(case), choose)


# --- deletion at once -----------------------------------------------------------------------------------------------


def learned_at_once(dag: Matrix, choose: Choose) -> Matrix:
    """PC with an oracle, each edge deleted as soon as a set separates it: later questions see the smaller graph."""
    nodes, oracle = len(dag), Oracle(dag)
    graph, separators = ~np.eye(nodes, dtype=bool), {}
    for order in range(nodes - 1):
        for edge in combinations(range(nodes), 2):
            questions = Questions(graph, order)
            sets = choose(questions).get(edge, []) if edge in questions.edges() else []
            conditioning_set = next(
                (conditioning_set for conditioning_set in sets if oracle(*edge, conditioning_set)), None
            )
            if conditioning_set is not None:
                graph[edge] = graph[edge[::-1]] = False
                separators[edge] = conditioning_set
    return oriented(graph, separators)


def every_question(questions: Questions) -> Sets:
    """Nothing is left out."""
    return {edge: list(questions.sets(edge)) for edge in questions.edges()}


def miscounted_at_once(claim: Claim, nodes: int, choose: Choose = path_relevant_sets) -> Extreme:
    """Return the difference between the claim's number and that of the graphs on which deletion at once fails."""
    wrong = [dag for dag in all_dags(nodes) if hamming(learned_at_once(dag, choose), cpdag(dag))]
    witness = {"dag": as_lists(wrong[0])} if wrong else {}
    return Extreme(abs(len(wrong) - claim.formulas["at_once"]()), witness, len(all_dags(nodes)))


# --- the bound, and what PC asks -----------------------------------------------------------------------------------

TESTS = Formula("edges*binom(nodes - 2, order)")


def share_asked(network_name: str, bound: Callable[..., int] = TESTS) -> Extreme:
    """The largest ratio of questions asked to the bound, over the orders of PC except 0, on one of the seven."""
    dag = network(network_name).dag
    rows = asked_on(dag.tobytes(), len(dag))
    ratios = [
        asked / max(bound(edges=e, nodes=len(dag), order=order), 1) for order, (e, asked) in enumerate(rows)
    ]
    library = [
        most_tests(len(dag), e, order)[0] - TESTS(edges=e, nodes=len(dag), order=order)
        for order, (e, _) in enumerate(rows)
    ]
    assert not any(library)
    return Extreme(float(f"{max(ratios[1:]):.6f}"), {"edges, asked": [list(row) for row in rows]}, len(rows))


LESS = instead(published="edges*binom(max(nodes - 3, 0), order)")


def off_by(claim: Claim, nodes: int, order: int, times: int = 2) -> Extreme:
    """How far the claim's second number is from what a loop over ordered pairs asks, and its third from the second."""
    edges = math.comb(nodes, 2)
    asked = sum(
        1
        for x, y in permutations(range(nodes), 2)
        if times == 2 or x < y
        for _ in combinations([node for node in range(nodes) if node not in (x, y)], order)
    )
    stated = claim.formulas["ordered"](edges=edges, nodes=nodes, order=order)
    naive = claim.formulas["naive"](nodes=nodes, order=order)
    return Extreme(abs(asked - stated) + abs(times * naive - asked), {}, asked)


NEAR = "the first common neighbour alone"
ALL_QUESTIONS = mutant("all questions", worst=partial(miscounted_at_once, choose=every_question))
ONE_PER_EDGE = mutant(
    "one test for each edge", worst=partial(share_asked, bound=lambda edges, nodes, order: edges)
)
SHAPES = worlds(
    "edges nodes order",
    *((6, 4, 1), (6, 4, 2), (4, 4, 1), (10, 5, 1), (10, 5, 2), (10, 5, 3), (7, 5, 1), (5, 5, 2)),
)

CLAIMS = (
    Claim(
        id="C-tests",
        title="How many tests an order can take",
        **CURATE(
            f"Section III-A (002:l.53, formulas half lost; {AT_CURATE}l. 127-129, 1953-1956)",
            Quality.RECONSTRUCTED,
        ),
        relation=None,
        definition=(
            "Let $e_i$ edges be left among $d$ variables when order $i$ of PC begins, and let each set be "
            "asked at most once for each edge."
        ),
        statement=(
            "Then the order takes «sense» $«published»$ tests, which is $«naive»$ as long as all pairs are "
            "joined. A loop over ordered pairs, as in the public code, takes «sense» $«ordered»$."
        ),
        quantities=(whole("edges", letter="e_i"), whole("nodes", letter="d"), whole("order", letter="i")),
        published=TESTS,
        formulas={
            "naive": Formula("binom(nodes, 2)*binom(nodes - 2, order)"),
            "ordered": Formula("2*edges*binom(nodes - 2, order)"),
        },
        assumes=(
            "each set is asked at most once for each edge, from the graph at the beginning of the order",
        ),
        at={"edges": 10, "nodes": 5, "order": 1},
        proof="proof-tests-count",
        subjects=(most_tests,),
        checks=(
            Exhaustive("all graphs that can be left", SHAPES, most_asked, (LESS,), asked_of_witness),
            Exhaustive(
                "asked on the seven networks",
                each(network_name=NAMES),
                share_asked,
                (ONE_PER_EDGE,),
                tolerance=1,
            ),
            Exhaustive(
                "ordered pairs, on complete graphs from which nothing goes",
                worlds("nodes order", (4, 0), (4, 1), (5, 2)),
                off_by,
                (mutant("each pair once", worst=partial(off_by, times=1)),),
                **our_error(0),
            ),
        ),
    ),
    by_us(
        id="B-way",
        title="Only what lies on the way is worth holding fixed",
        place="after Steck and Tresp's necessary path condition (1999)",
        relation=None,
        statement=(
            "Let every question of PC be answered by separation in a directed acyclic graph $G$. Of the questions "
            "about an edge, ask at order one only about nodes joined to both ends, and at higher orders only about "
            "sets of nodes that lie, with the edge, in one block of the graph that is left (no single node of which "
            "cuts it in two). PC-stable, which deletes edges at the end of an order, still returns the CPDAG of $G$; "
            "of the graphs on four nodes, deletion at once finds another on $«at_once»$."
        ),
        formulas={"at_once": Formula("12")},
        assumes=("PC-stable: every question of an order is about the graph at its beginning",),
        depends=("B-cpdag",),
        subjects=(path_relevant_sets,),
        checks=(
            Exhaustive(
                "all graphs",
                each(nodes=(2, 3, 4)),
                worst_on_the_way,
                (mutant(NEAR, worst=partial(worst_on_the_way, choose=near_the_first)),),
                lambda witness: error_on_the_way(as_graph(witness["dag"])) if witness else 0,
                worlds("nodes", 5),
                **our_error(0.5),
            ),
            Exhaustive(
                "deletion at once, on four nodes",
                worlds("nodes", 4),
                miscounted_at_once,
                (instead(at_once="11"), ALL_QUESTIONS),
                **our_error(0),
            ),
            Exhaustive(
                "the seven networks",
                each(network_name=NAMES),
                on_network,
                (mutant(NEAR, worst=partial(on_network, choose=near_the_first)),),
                **our_error(0.5),
            ),
            Search(
                "random graphs",
                worlds("nodes", 6),
                dags,
                on_random,
                (mutant(NEAR, score=partial(on_random, choose=near_the_first)),),
                **our_error(0.5),
            ),
        ),
    ),
)
