"""How many tests PC really makes, how many it may have to make, and which of them are worth making."""

import math
from collections.abc import Callable
from itertools import combinations, permutations

from privcausal.claims.graphs.constraint_based.pc import no_distance
from privcausal.claims.graphs.constraint_based.pruned_questions_worlds import (
    asked_of_witness,
    asked_on,
    each,
    left,
    miscounted_at_once,
    miscounted_without_pruning,
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
from privcausal.claims.sources import AT_CURATE, CURATE
from privcausal.graphs.constraint_based.curate_allocation import most_tests
from privcausal.graphs.constraint_based.pruned_questions import on_the_way
from privcausal.graphs.models.bayesian_network import NAMES, network
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Claim, Mutant, instead
from privcausal.verify.evidence import Target
from privcausal.verify.formula import Formula
from privcausal.verify.quantity import whole
from privcausal.verify.reading import Origin, Quality, Reading

# --- the bound, and what PC asks -----------------------------------------------------------------------------------

TESTS = Formula("edges*binom(nodes - 2, order)")


def share_asked(network_name: str, bound: Callable[..., int] = TESTS) -> Extreme:
    """The largest ratio of questions asked to the bound, over the orders of PC from 1 on, on one of the seven."""
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


def share_of_one_order(network_name: str) -> Extreme:
    """As if each edge were asked about once."""
    return share_asked(network_name, tests_in_one_order)


LESS = instead(published="edges*binom(max(nodes - 3, 0), order)")


def shares_of_ordered(claim: Claim, nodes: int, order: int) -> Extreme:
    """How far the claim's second number is from what a loop over ordered pairs asks, and its third from the second."""
    return off_by(claim, nodes, order, times=2)


def shares_of_unordered(claim: Claim, nodes: int, order: int) -> Extreme:
    return off_by(claim, nodes, order, times=1)


def off_by(claim: Claim, nodes: int, order: int, times: int) -> Extreme:
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


def nothing() -> int:
    return 0


CLAIMS = (
    Claim(
        id="C-tests",
        title="How many tests an order can take",
        source=CURATE,
        reading=Reading(
            Origin.PAPER,
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
        quantities=(
            whole("edges", letter="e_i"),
            whole("nodes", letter="d"),
            whole("order", letter="i"),
        ),
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
            Exhaustive(
                "ordered pairs, on complete graphs from which nothing goes",
                ({"nodes": 4, "order": 0}, {"nodes": 4, "order": 1}, {"nodes": 5, "order": 2}),
                shares_of_ordered,
                (Mutant("each pair once", check={"worst": shares_of_unordered}),),
                tolerance=nothing,
                target=Target.OURS,
            ),
        ),
    ),
    Claim(
        id="B-way",
        title="Only what lies on the way is worth holding fixed",
        reading=Reading(Origin.OURS, "after Steck and Tresp's necessary path condition (1999)"),
        relation=None,
        statement=(
            "Let every question of PC be answered by separation in a directed acyclic graph $G$. Of the "
            "questions about an edge, ask at order one only about nodes joined to both ends, and at higher "
            "orders only about sets of nodes that lie, with the edge, in one block of the graph that is "
            "left (no single node of which cuts it in two). PC-stable, which deletes edges at the end of "
            "an order, still returns the CPDAG of $G$; of the graphs on four nodes, deletion at once finds "
            "another on $«at_once»$."
        ),
        formulas={"at_once": Formula("12")},
        assumes=("PC-stable: every question of an order is about the graph at its beginning",),
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
                "deletion at once, on four nodes",
                ({"nodes": 4},),
                miscounted_at_once,
                (instead(at_once="11"), Mutant("all questions", check={"worst": miscounted_without_pruning})),
                tolerance=nothing,
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
