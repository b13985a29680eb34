"""PC with a perfect oracle finds the true equivalence class, and nobody can find more."""

from collections.abc import Callable
from functools import cache

import numpy as np

from privcausal.claims.graphs.structure.d_separation import by_moral_graph, fewer_than_one
from privcausal.claims.graphs.structure.pdag import by_separations
from privcausal.claims.graphs.structure.worlds import (
    Candidate,
    all_dags,
    as_graph,
    as_lists,
    dags,
    graph_of,
)
from privcausal.graphs.constraint_based.pc import OneByOne, delete_edges, pc, unseparating_middles
from privcausal.graphs.models.bayesian_network import NAMES, network
from privcausal.graphs.structure.d_separation import Oracle
from privcausal.graphs.structure.metrics import hamming
from privcausal.graphs.structure.pdag import (
    Matrix,
    cpdag,
    lines,
    meek,
    no_cycle,
    no_new_collider,
    pattern,
    skeleton,
    topological,
    two_roads,
)
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.reading import Origin, Reading

Learner = Callable[[Matrix], Matrix]
"""From a true graph, through an oracle, to what is learned."""

Rule = Callable[[Matrix], Matrix]

# --- what is learned -----------------------------------------------------------------------------------------


def learned(dag: Matrix) -> Matrix:
    """PC on the oracle of this graph."""
    return pc(len(dag), OneByOne(Oracle(dag))).graph


def learned_with(rules: tuple[Rule, ...]) -> Learner:
    """The same with some of Meek's rules only."""

    def learner(dag: Matrix) -> Matrix:
        joined, separators = delete_edges(len(dag), OneByOne(Oracle(dag)), len(dag) - 2)
        graph = pattern(joined, unseparating_middles(joined, separators))
        while True:
            forced = lines(graph) & np.any([rule(graph) for rule in rules], axis=0)
            if not forced.any():
                return graph
            graph &= ~forced.T

    return learner


def learned_without_rule_1(dag: Matrix) -> Matrix:
    return learned_with((no_cycle, two_roads))(dag)


def learned_without_rule_2(dag: Matrix) -> Matrix:
    return learned_with((no_new_collider, two_roads))(dag)


def learned_without_rule_3(dag: Matrix) -> Matrix:
    return learned_with((no_new_collider, no_cycle))(dag)


# --- what is true: two routes that know nothing of Meek's rules ---------------------------------------------------


@cache
def common_graphs(nodes: int) -> Matrix:
    """For each graph of that size, what all graphs with the same separations agree on: the union of their arrows."""
    graphs = all_dags(nodes)
    labels = by_separations(graphs)
    unions = np.zeros((labels.max() + 1, nodes, nodes), dtype=bool)
    np.logical_or.at(unions, labels, graphs)
    union: Matrix = unions[labels]
    return union


def compelled(dag: Matrix) -> Matrix:
    """The same for one graph of any size: which arrows are compelled, decided in one sweep (Chickering, 1995)."""
    forced = np.zeros_like(dag)
    order = topological(dag)
    for y in order:
        parents = [x for x in order if dag[x, y]]
        if parents:
            nearest = parents[-1]
            strangers = dag[:, y] & ~dag[:, nearest]
            strangers[nearest] = False
            inherited = forced[:, nearest]
            all_of_them = strangers.any() or (inherited & ~dag[:, y]).any()
            forced[:, y] = dag[:, y] if all_of_them else inherited
    reversible: Matrix = dag & ~forced
    return dag | reversible.T


# --- the checks --------------------------------------------------------------------------------------------


def worst_recovery(nodes: int, learner: Learner = learned) -> Extreme:
    """The largest distance between what is learned and what the whole class agrees on, over all graphs."""
    distances = [
        hamming(learner(dag), common)
        for dag, common in zip(all_dags(nodes), common_graphs(nodes), strict=True)
    ]
    worst = int(np.argmax(distances))
    witness = {"dag": as_lists(all_dags(nodes)[worst])} if distances[worst] else {}
    return Extreme(distances[worst], witness, len(distances))


def worst_without_rule_1(nodes: int) -> Extreme:
    return worst_recovery(nodes, learned_without_rule_1)


def worst_without_rule_2(nodes: int) -> Extreme:
    return worst_recovery(nodes, learned_without_rule_2)


def worst_without_rule_3(nodes: int) -> Extreme:
    return worst_recovery(nodes, learned_without_rule_3)


def worst_on_network(network_name: str, learner: Learner = learned) -> Extreme:
    """The distance on one of the seven."""
    dag = network(network_name).dag
    distance = hamming(learner(dag), compelled(dag))
    return Extreme(distance, {"dag": as_lists(dag)} if distance else {}, int(skeleton(dag).sum()) // 2)


def worst_on_network_unoriented(network_name: str) -> Extreme:
    """As if the skeleton were all."""
    return worst_on_network(network_name, skeleton_only)


def skeleton_only(dag: Matrix) -> Matrix:
    return skeleton(learned(dag))


def recovery_error(case: Candidate, nodes: int) -> int:
    """On a random graph, with moral graphs for the oracle: another route to what is learned and to what is true."""
    dag = graph_of(case)

    def oracle(x: int, y: int, given: tuple[int, ...]) -> bool:
        return bool(by_moral_graph(dag, x, y, given))

    found = pc(nodes, OneByOne(oracle)).graph
    return hamming(found, compelled(dag)) + hamming(found, cpdag(dag))


def recovery_error_of_dag(case: Candidate, nodes: int) -> int:
    """As if PC could find the graph itself."""
    dag = graph_of(case)
    return hamming(learned(dag), dag)


def replay_recovery(witness: Candidate, **world: object) -> int:
    """What a stored failure amounts to; no witness, no failure."""
    if not witness:
        return 0
    dag = as_graph(witness["dag"])
    return hamming(learned(dag), compelled(dag))


def no_distance() -> float:
    """$0$ pairs of nodes."""
    return 0.5


CLAIMS = (
    Claim(
        id="B-cpdag",
        title="With perfect answers, PC finds the equivalence class, and all of it",
        reading=Reading(
            Origin.OURS, "known: Spirtes and Glymour, Meek (1995), Verma and Pearl; the proof is ours"
        ),
        relation=None,
        statement=(
            "Let every question of PC be answered by separation in a directed acyclic graph $G$. Then PC returns the "
            "CPDAG of $G$: it joins the nodes that $G$ joins, with an arrow where all graphs of $G$'s Markov "
            "equivalence class have that arrow, and with a line where some have one and some have the other."
        ),
        assumes=("PC-stable: deletion at the end of an order", "no hidden causes"),
        proof="proof-cpdag",
        depends=("B-markov",),
        subjects=(pc, cpdag, meek),
        checks=(
            Exhaustive(
                name="all graphs against their classes",
                worlds=({"nodes": 2}, {"nodes": 3}, {"nodes": 4}),
                worst=worst_recovery,
                mutants=(
                    Mutant("without the first rule", check={"worst": worst_without_rule_1}),
                    Mutant("without the second rule", check={"worst": worst_without_rule_2}),
                    Mutant("without the third rule", check={"worst": worst_without_rule_3}),
                ),
                replay=replay_recovery,
                thorough=({"nodes": 5},),
                tolerance=fewer_than_one,
            ),
            Exhaustive(
                name="the seven networks",
                worlds=tuple({"network_name": name} for name in NAMES),
                worst=worst_on_network,
                mutants=(Mutant("the skeleton alone", check={"worst": worst_on_network_unoriented}),),
                replay=replay_recovery,
                tolerance=no_distance,
            ),
            Search(
                name="random graphs, another oracle, another truth",
                worlds=({"nodes": 5}, {"nodes": 7}),
                candidates=dags,
                score=recovery_error,
                tolerance=fewer_than_one,
                mutants=(
                    Mutant("the graph itself instead of its class", check={"score": recovery_error_of_dag}),
                ),
            ),
        ),
    ),
)
