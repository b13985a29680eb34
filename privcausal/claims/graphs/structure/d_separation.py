"""Two ways to say that a graph separates two variables, and that they always agree."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from privcausal.claims.graphs.structure.worlds import (
    Candidate,
    all_dags,
    as_graph,
    as_lists,
    dags,
    graph_of,
    indicator,
    questions,
)
from privcausal.graphs.structure.d_separation import Oracle, ancestors, reached
from privcausal.graphs.structure.pdag import Matrix
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number
from privcausal.verify.reading import Origin, Reading

Route = Callable[[Matrix, int, int, tuple[int, ...]], Matrix]
"""route(dags, x, y, given): whether x and y are separated, in each of many graphs."""

# --- three routes ------------------------------------------------------------------------------------------


def by_walks(graphs: Matrix, x: int, y: int, given: tuple[int, ...]) -> Matrix:
    """No open walk leads from x to y: the library's route."""
    separated: Matrix = ~reached(graphs, x, indicator(graphs.shape[-1], given))[..., y]
    return separated


def by_moral_graph(graphs: Matrix, x: int, y: int, given: tuple[int, ...]) -> Matrix:
    """Cut down to the ancestors, marry parents, drop arrowheads, take the given nodes away: is y out of reach?"""
    nodes = graphs.shape[-1]
    kept = ancestors(graphs, indicator(nodes, (x, y, *given)))
    cut = graphs & kept[..., :, None] & kept[..., None, :]
    return unreachable(cut | (cut @ cut.swapaxes(-1, -2)), x, y, given)


def unreachable(joined: Matrix, x: int, y: int, given: tuple[int, ...]) -> Matrix:
    """Is there no path from x to y in the undirected graph outside the given nodes?"""
    free = ~indicator(joined.shape[-1], given)
    steps = (joined | joined.swapaxes(-1, -2)) & free[:, None] & free
    steps = steps | np.eye(joined.shape[-1], dtype=bool)
    for _ in range(joined.shape[-1].bit_length()):
        steps = steps @ steps
    apart: Matrix = ~steps[..., x, y]
    return apart


def by_paths(dag: Matrix, x: int, y: int, given: tuple[int, ...]) -> bool:
    """The textbook's words: every path that visits no node twice is blocked. One graph, slow and plain."""
    opened = ancestors(dag, indicator(len(dag), given))
    joined = dag | dag.T

    def lets_pass(before: int, node: int, after: int) -> bool:
        meets_heads = dag[before, node] and dag[after, node]
        return bool(opened[node]) if meets_heads else node not in given

    def open_path(path: list[int]) -> bool:
        if path[-1] == y:
            return True
        steps = [int(node) for node in np.flatnonzero(joined[path[-1]]) if node not in path]
        return any(
            open_path([*path, node]) for node in steps if len(path) < 2 or lets_pass(path[-2], path[-1], node)
        )

    return not open_path([x])


# --- wrong routes, which the checks must find out -------------------------------------------------------------


def without_marriage(graphs: Matrix, x: int, y: int, given: tuple[int, ...]) -> Matrix:
    kept = ancestors(graphs, indicator(graphs.shape[-1], (x, y, *given)))
    return unreachable(graphs & kept[..., :, None] & kept[..., None, :], x, y, given)


def without_cutting(graphs: Matrix, x: int, y: int, given: tuple[int, ...]) -> Matrix:
    return unreachable(graphs | (graphs @ graphs.swapaxes(-1, -2)), x, y, given)


# --- the checks --------------------------------------------------------------------------------------------


def worst_disagreement(nodes: int, other: Route = by_moral_graph) -> Extreme:
    """On how many (graph, x, y, S) do walks and moral graphs disagree, over all graphs and all questions?"""
    graphs = all_dags(nodes)
    witness: Candidate = {}
    disagreements = cases = 0
    for x, y, given in questions(nodes):
        differs = by_walks(graphs, x, y, given) != other(graphs, x, y, given)
        if differs.any() and not witness:
            witness = {"dag": as_lists(graphs[differs.argmax()]), "x": x, "y": y, "given": list(given)}
        disagreements += int(differs.sum())
        cases += len(graphs)
    return Extreme(disagreements, witness, cases)


def worst_without_marriage(nodes: int) -> Extreme:
    return worst_disagreement(nodes, without_marriage)


def worst_without_cutting(nodes: int) -> Extreme:
    return worst_disagreement(nodes, without_cutting)


def replay_disagreement(witness: Candidate, nodes: int) -> int:
    """What a stored disagreement looks like to the slow and plain route; no witness, no disagreement."""
    if not witness:
        return 0
    question = (witness["x"], witness["y"], tuple(witness["given"]))
    dag = as_graph(witness["dag"])
    return int(by_paths(dag, *question) != bool(by_moral_graph(dag, *question)))


def disagreements_of(case: Candidate, other: Route) -> int:
    """Over all pairs of free nodes of one random graph: paths against walks, and walks against the other route."""
    dag = graph_of(case)
    oracle = Oracle(dag)
    given = tuple(node for node, chosen in enumerate(case["given"]) if chosen)
    free = [node for node, chosen in enumerate(case["given"]) if not chosen]
    questions = [(x, y, given) for x, y in pairwise(free)]
    return sum(
        (oracle(*asked) != by_paths(dag, *asked)) + (oracle(*asked) != bool(other(dag, *asked)))
        for asked in questions
    )


def path_disagreement(case: Candidate, nodes: int) -> int:
    return disagreements_of(case, by_moral_graph)


def disagreement_without_marriage(case: Candidate, nodes: int) -> int:
    return disagreements_of(case, without_marriage)


def fewer_than_one(nodes: int) -> Number:
    """$0$ disagreements."""
    return 0.5


UNMARRIED = Mutant("parents of a common child stay unmarried", check={"worst": worst_without_marriage})
UNCUT = Mutant("the whole graph instead of the ancestors", check={"worst": worst_without_cutting})

CLAIMS = (
    Claim(
        id="B-moral",
        title="Blocked walks and moral graphs say the same",
        reading=Reading(Origin.OURS, "known: Lauritzen and others (1990); the proof is ours"),
        relation=None,
        definition="Let $x$ and $y$ be two nodes of a directed acyclic graph $G$ and $S$ a set of other nodes.",
        statement=(
            "An open walk given $S$ leads from $x$ to $y$ if and only if $x$ and $y$ are joined by a path outside $S$ "
            "in the *moral graph*: keep only $x$, $y$, $S$ and their ancestors, join any two parents of a common "
            "child, and forget the arrowheads."
        ),
        proof="proof-moral",
        subjects=(reached, Oracle),
        checks=(
            Exhaustive(
                name="all graphs, all questions",
                worlds=({"nodes": 2}, {"nodes": 3}, {"nodes": 4}),
                worst=worst_disagreement,
                mutants=(UNMARRIED, UNCUT),
                replay=replay_disagreement,
                thorough=({"nodes": 5},),
                tolerance=fewer_than_one,
            ),
            Search(
                name="random graphs, path by path",
                worlds=({"nodes": 6}, {"nodes": 8}),
                candidates=dags,
                score=path_disagreement,
                tolerance=fewer_than_one,
                mutants=(Mutant("parents stay unmarried", check={"score": disagreement_without_marriage}),),
            ),
        ),
    ),
)
