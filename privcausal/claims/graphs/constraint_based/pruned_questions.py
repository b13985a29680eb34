"""How many tests PC really makes, how many it may have to make, and which of them are worth making."""

import math
from collections.abc import Callable
from typing import Any

from privcausal.claims.graphs.constraint_based.pc import no_distance
from privcausal.claims.graphs.constraint_based.pruned_questions_worlds import (
    asked_of_witness,
    asked_on,
    each,
    left,
    most_asked,
    network_near_the_first,
    one,
    random_error,
    random_error_near_the_first,
    replay_way,
    tests_in_one_order,
    way_of_network,
    worst_near_the_first,
    worst_on_the_way,
)
from privcausal.claims.graphs.structure.d_separation import fewer_than_one
from privcausal.claims.graphs.structure.worlds import dags
from privcausal.claims.sources import CURATE
from privcausal.graphs.constraint_based.curate_allocation import most_tests
from privcausal.graphs.constraint_based.pruned_questions import on_the_way
from privcausal.graphs.models.bayesian_network import NAMES, network
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Target

# --- bounds ---------------------------------------------------------------------------------------------------


def tests_published(edges: int, nodes: int, order: int) -> Any:
    r"""$e_i\binom{d-2}i$."""
    return edges * math.comb(nodes - 2, order)


def tests_one_node_less(edges: int, nodes: int, order: int) -> int:
    return edges * math.comb(max(nodes - 3, 0), order)


def share_asked(network_name: str, bound: Callable[[int, int, int], int] = tests_published) -> Extreme:
    """The largest ratio of questions asked to the bound, over the orders of PC from 1 on, on one of the seven."""
    dag = network(network_name).dag
    rows = asked_on(dag.tobytes(), len(dag))
    ratios = [asked / max(bound(e, len(dag), order), 1) for order, (e, asked) in enumerate(rows)]
    library = [
        most_tests(len(dag), e, order)[0] - tests_published(e, len(dag), order)
        for order, (e, _) in enumerate(rows)
    ]
    assert not any(library)
    return Extreme(float(f"{max(ratios[1:]):.6f}"), {"edges, asked": [list(row) for row in rows]}, len(rows))


def share_of_one_order(network_name: str) -> Extreme:
    """As if each edge were asked about once."""
    return share_asked(network_name, tests_in_one_order)


LESS = Mutant("C(d − 3, i)", claim={"published": tests_one_node_less})

CLAIMS = (
    Claim(
        id="C-tests",
        title="How many tests an order can take",
        source=CURATE,
        locator="Section III-A",
        relation=None,
        statement=(
            "Let $e_i$ edges be left among $d$ variables when order $i$ of PC begins. Then it takes at most "
            "$e_i\\binom{d-2}i\\le\\binom d2\\binom{d-2}i$ tests."
        ),
        published=tests_published,
        at={"edges": 10, "nodes": 5, "order": 1},
        proof="proof-tests-count",
        subjects=(most_tests,),
        checks=(
            Exhaustive(
                "all graphs that can be left",
                left(
                    (6, 4, 1), (6, 4, 2), (4, 4, 1), (10, 5, 1), (10, 5, 2), (10, 5, 3), (7, 5, 1), (5, 5, 2)
                ),
                most_asked,
                (LESS,),
                asked_of_witness,
            ),
            Exhaustive(
                "asked on the seven networks",
                each(NAMES),
                share_asked,
                (Mutant("one test for each edge", check={"worst": share_of_one_order}),),
                tolerance=one,
            ),
        ),
    ),
    Claim(
        id="B-way",
        title="Only what lies on the way is worth holding fixed",
        source="ours",
        locator="after Steck and Tresp's necessary path condition",
        relation=None,
        statement=(
            "Let every question of PC be answered by separation in a directed acyclic graph $G$. Of the questions "
            "about an edge, ask at order 1 only about nodes joined to both ends, and at higher orders only about sets "
            "of nodes that lie, with the edge, in one block of the graph that is left (no single node of which cuts "
            "it in two). PC still returns the CPDAG of $G$."
        ),
        proof="proof-way",
        depends=("B-cpdag",),
        subjects=(on_the_way,),
        checks=(
            Exhaustive(
                "all graphs",
                ({"nodes": 2}, {"nodes": 3}, {"nodes": 4}),
                worst_on_the_way,
                (Mutant("the first common neighbour alone", check={"worst": worst_near_the_first}),),
                replay_way,
                thorough=({"nodes": 5},),
                tolerance=no_distance,
                target=Target.OURS,
            ),
            Exhaustive(
                "the seven networks",
                each(NAMES),
                way_of_network,
                (Mutant("the first common neighbour alone", check={"worst": network_near_the_first}),),
                tolerance=no_distance,
                target=Target.OURS,
            ),
            Search(
                "random graphs",
                ({"nodes": 6},),
                dags,
                random_error,
                (Mutant("the first common neighbour alone", check={"score": random_error_near_the_first}),),
                tolerance=fewer_than_one,
                target=Target.OURS,
            ),
        ),
    ),
)
