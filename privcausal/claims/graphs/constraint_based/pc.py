"""PC with a perfect oracle finds the true equivalence class, and nobody can find more."""

from collections.abc import Callable
from functools import cache, partial

import numpy as np

from privcausal.claims.functions import our_error
from privcausal.claims.graphs.structure.cases import all_dags, as_graph, as_lists, dags, graph_of
from privcausal.claims.graphs.structure.d_separation import by_moral_graph
from privcausal.claims.graphs.structure.pdag import by_separations
from privcausal.graphs.constraint_based.pc import OneByOne, delete_edges, pc, unseparating_middles
from privcausal.graphs.models.bayesian_network import NAMES, network
from privcausal.graphs.structure import pdag
from privcausal.graphs.structure.d_separation import Oracle
from privcausal.graphs.structure.metrics import hamming
from privcausal.verify import Claim, Formula, Number, Sense, by_us, each, mutant, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness

Learner = Callable[[pdag.Matrix], pdag.Matrix]
"""From a true graph, through an oracle, to the learned graph."""

Rule = Callable[[pdag.Matrix], pdag.Matrix]


def learn_pc(dag: pdag.Matrix) -> pdag.Matrix:
    """PC on the oracle of this graph."""
    return pc(len(dag), OneByOne(Oracle(dag))).graph


def learned_without(left_out: Rule, dag: pdag.Matrix) -> pdag.Matrix:
    """The same with two of Meek's rules only."""
    rules = [rule for rule in (pdag.meek_rule_1, pdag.meek_rule_2, pdag.meek_rule_3) if rule is not left_out]
    joined, separators = delete_edges(len(dag), OneByOne(Oracle(dag)), len(dag) - 2)
    graph = pdag.pattern(joined, unseparating_middles(joined, separators))
    while True:
        forced = pdag.lines(graph) & np.any([rule(graph) for rule in rules], axis=0)
        if not forced.any():
            return graph
        graph &= ~forced.T


# --- the true graph: two routes without Meek's rules --------------------------------------------------------------


@cache
def common_graphs(nodes: int) -> pdag.Matrix:
    """For each graph of that size, what all graphs with the same separations agree on: the union of their arrows."""
    graphs = all_dags(nodes)
    labels = by_separations(graphs)
    unions = np.zeros((labels.max() + 1, nodes, nodes), dtype=bool)
    np.logical_or.at(unions, labels, graphs)
    union: pdag.Matrix = unions[labels]
    return union


def compelled(dag: pdag.Matrix) -> pdag.Matrix:
    """The same for one graph of any size: which arrows are compelled, decided in one sweep (Chickering, 1995)."""
    forced = np.zeros_like(dag)
    order = pdag.topological(dag)
    for y in order:
        parents = [x for x in order if dag[x, y]]
        if parents:
            nearest = parents[-1]
            strangers = dag[:, y] & ~dag[:, nearest]
            strangers[nearest] = False
            inherited = forced[:, nearest]
            all_of_them = strangers.any() or (inherited & ~dag[:, y]).any()
            forced[:, y] = dag[:, y] if all_of_them else inherited
    reversible: pdag.Matrix = dag & ~forced
    return dag | reversible.T


def worst_recovery(claim: Claim, nodes: int, learner: Learner = learn_pc) -> Extreme:
    """Return how far the largest distance of a learned graph from its class's common edges is from the stated one."""
    truths = zip(all_dags(nodes), common_graphs(nodes), strict=True)
    distances = [hamming(learner(dag), common) for dag, common in truths]
    worst = int(np.argmax(distances))
    witness = {"dag": as_lists(all_dags(nodes)[worst])} if distances[worst] else {}
    return Extreme(abs(distances[worst] - number_of(claim)), witness, len(distances))


def worst_on_network(claim: Claim, network_name: str, learner: Learner = learn_pc) -> Extreme:
    """The same on one of the seven."""
    dag = network(network_name).dag
    distance = hamming(learner(dag), compelled(dag))
    witness = {"dag": as_lists(dag)} if distance else {}
    return Extreme(abs(distance - number_of(claim)), witness, int(pdag.skeleton(dag).sum()) // 2)


def number_of(claim: Claim) -> Number:
    """The number of pairs at which the claim says that the graphs differ."""
    return claim.stated["ours"]()


def recovery_error(claim: Claim, case: Witness, nodes: int) -> Number:
    """On a random graph, with moral graphs for the oracle: another route to the learned and to the true graph."""
    dag = graph_of(case)
    result = pc(nodes, OneByOne(lambda *asked: bool(by_moral_graph(dag, *asked)))).graph
    distances = (hamming(result, compelled(dag)), hamming(result, pdag.cpdag(dag)))
    return max(abs(distance - number_of(claim)) for distance in distances)


def error_of_dag(case: Witness, nodes: int) -> int:
    """As if PC could find the graph itself."""
    return hamming(learn_pc(graph_of(case)), graph_of(case))


def replay_recovery(witness: Witness) -> int:
    """What a stored failure amounts to; no witness, no failure."""
    if not witness:
        return 0
    dag = as_graph(witness["dag"])
    return hamming(learn_pc(dag), compelled(dag))


CLAIMS = (
    by_us(
        id="B-cpdag",
        title="With perfect answers, PC finds the equivalence class, and all of it",
        place="known: Spirtes and Glymour, Meek (1995), Verma and Pearl; the proof is ours",
        relation=None,
        statement=(
            "Let every question of PC be answered by separation in a directed acyclic graph $G$. Then PC returns the "
            "CPDAG of $G$, and the number of pairs of nodes at which it differs is «sense» $«ours»$: it joins the "
            "nodes that $G$ joins, with an arrow where all graphs of $G$'s Markov equivalence class have that arrow, "
            "and with a line where some have one and some have the other."
        ),
        sense=Sense.EXACTLY,
        ours=Formula("0"),
        assumes=("PC-stable: deletion at the end of an order", "no hidden causes"),
        depends=("B-markov",),
        subjects=(pc, pdag.cpdag, pdag.meek),
        checks=(
            Exhaustive(
                "all graphs against their classes",
                each(nodes=(2, 3, 4)),
                worst_recovery,
                tuple(
                    mutant(
                        f"without the {place} rule",
                        worst=partial(worst_recovery, learner=partial(learned_without, rule)),
                    )
                    for place, rule in (
                        ("first", pdag.meek_rule_1),
                        ("second", pdag.meek_rule_2),
                        ("third", pdag.meek_rule_3),
                    )
                ),
                replay_recovery,
                worlds("nodes", 5),
                **our_error(0),
            ),
            Exhaustive(
                "the seven networks",
                each(network_name=NAMES),
                worst_on_network,
                (
                    mutant(
                        "the skeleton alone",
                        worst=partial(worst_on_network, learner=lambda dag: pdag.skeleton(learn_pc(dag))),
                    ),
                ),
                replay_recovery,
                **our_error(0),
            ),
            Search(
                "random graphs, another oracle, another truth",
                each(nodes=(5, 7)),
                dags,
                recovery_error,
                (mutant("the graph itself instead of its class", score=error_of_dag),),
                **our_error(0),
            ),
        ),
    ),
)
