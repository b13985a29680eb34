"""Two ways to say that a graph separates two variables, and that they always agree."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import numpy as np

from privcausal.claims.graphs.structure import cases
from privcausal.graphs.structure.d_separation import Oracle, ancestors, reachable
from privcausal.graphs.structure.pdag import Matrix
from privcausal.verify import by_us, each, mutant
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness

Route = Callable[[Matrix, int, int, tuple[int, ...]], Matrix]
"""route(dags, x, y, given): whether x and y are separated, in each of many graphs."""


def by_walks(graphs: Matrix, x: int, y: int, conditioning_set: tuple[int, ...]) -> Matrix:
    """No open walk leads from x to y: the library's route."""
    separated: Matrix = ~reachable(graphs, x, cases.indicator(graphs.shape[-1], conditioning_set))[..., y]
    return separated


def by_moral_graph(graphs: Matrix, x: int, y: int, conditioning_set: tuple[int, ...]) -> Matrix:
    """Cut down to the ancestors, marry parents, drop arrowheads, take the given nodes away: is y out of reach?"""
    nodes = graphs.shape[-1]
    kept = ancestors(graphs, cases.indicator(nodes, (x, y, *conditioning_set)))
    cut = graphs & kept[..., :, None] & kept[..., None, :]
    return unreachable(cut | (cut @ cut.swapaxes(-1, -2)), x, y, conditioning_set)


def unreachable(joined: Matrix, x: int, y: int, conditioning_set: tuple[int, ...]) -> Matrix:
    """Is there no path from x to y in the undirected graph outside the given nodes?"""
    free = ~cases.indicator(joined.shape[-1], conditioning_set)
    steps = (joined | joined.swapaxes(-1, -2)) & free[:, None] & free
    steps = steps | np.eye(joined.shape[-1], dtype=bool)
    for _ in range(joined.shape[-1].bit_length()):
        steps = steps @ steps
    apart: Matrix = ~steps[..., x, y]
    return apart


def by_paths(dag: Matrix, x: int, y: int, conditioning_set: tuple[int, ...]) -> bool:
    """The textbook's words: every path that visits no node twice is blocked. One graph, slow and plain."""
    opened = ancestors(dag, cases.indicator(len(dag), conditioning_set))
    joined = dag | dag.T

    def lets_pass(before: int, node: int, after: int) -> bool:
        meets_heads = dag[before, node] and dag[after, node]
        return bool(opened[node]) if meets_heads else node not in conditioning_set

    def open_path(path: list[int]) -> bool:
        if path[-1] == y:
            return True
        steps = [int(node) for node in np.flatnonzero(joined[path[-1]]) if node not in path]
        return any(
            open_path([*path, node]) for node in steps if len(path) < 2 or lets_pass(path[-2], path[-1], node)
        )

    return not open_path([x])


# --- wrong routes, which the checks must find out -------------------------------------------------------------


def without_marriage(graphs: Matrix, x: int, y: int, conditioning_set: tuple[int, ...]) -> Matrix:
    kept = ancestors(graphs, cases.indicator(graphs.shape[-1], (x, y, *conditioning_set)))
    return unreachable(graphs & kept[..., :, None] & kept[..., None, :], x, y, conditioning_set)


def without_cutting(graphs: Matrix, x: int, y: int, conditioning_set: tuple[int, ...]) -> Matrix:
    return unreachable(graphs | (graphs @ graphs.swapaxes(-1, -2)), x, y, conditioning_set)


def worst_disagreement(nodes: int, other: Route = by_moral_graph) -> Extreme:
    """On how many (graph, x, y, S) do walks and moral graphs disagree, over all graphs and all questions?"""
    graphs = cases.all_dags(nodes)
    witness: Witness = {}
    disagreements = tried = 0
    for x, y, conditioning_set in cases.questions(nodes):
        differs = by_walks(graphs, x, y, conditioning_set) != other(graphs, x, y, conditioning_set)
        if differs.any() and not witness:
            witness = {
                "dag": cases.as_lists(graphs[differs.argmax()]),
                "x": x,
                "y": y,
                "given": list(conditioning_set),
            }
        disagreements += int(differs.sum())
        tried += len(graphs)
    return Extreme(disagreements, witness, tried)


def replay_disagreement(witness: Witness, nodes: int) -> int:
    """What a stored disagreement looks like to the slow and plain route; no witness, no disagreement."""
    if not witness:
        return 0
    question = (witness["x"], witness["y"], tuple(witness["given"]))
    dag = cases.as_graph(witness["dag"])
    return int(by_paths(dag, *question) != bool(by_moral_graph(dag, *question)))


def path_disagreement(case: Witness, other: Route = by_moral_graph) -> int:
    """Over all pairs of free nodes of one random graph: paths against walks, and walks against the other route."""
    dag = cases.graph_of(case)
    oracle = Oracle(dag)
    conditioning_set = tuple(node for node, chosen in enumerate(case["given"]) if chosen)
    free = [node for node, chosen in enumerate(case["given"]) if not chosen]
    return sum(
        (oracle(*asked) != by_paths(dag, *asked)) + (oracle(*asked) != bool(other(dag, *asked)))
        for asked in ((x, y, conditioning_set) for x, y in pairwise(free))
    )


UNMARRIED = mutant(
    "parents of a common child stay unmarried", worst=partial(worst_disagreement, other=without_marriage)
)
UNCUT = mutant(
    "the whole graph instead of the ancestors", worst=partial(worst_disagreement, other=without_cutting)
)

CLAIMS = (
    by_us(
        id="B-moral",
        title="Blocked walks and moral graphs say the same",
        place="known: Lauritzen and others (1990); the proof is ours",
        relation=None,
        definition="Let $x$ and $y$ be two nodes of a directed acyclic graph $G$ and $S$ a set of other nodes.",
        statement=(
            "An open walk given $S$ leads from $x$ to $y$ if and only if $x$ and $y$ are joined by a path outside $S$ "
            "in the *moral graph*: keep only $x$, $y$, $S$ and their ancestors, join any two parents of a common "
            "child, and forget the arrowheads."
        ),
        subjects=(reachable, Oracle),
        checks=(
            Exhaustive(
                "all graphs, all questions",
                each(nodes=(2, 3, 4)),
                worst_disagreement,
                (UNMARRIED, UNCUT),
                replay_disagreement,
                each(nodes=(5,)),
                tolerance=0.5,
            ),
            Search(
                "random graphs, path by path",
                each(nodes=(6, 8)),
                cases.dags,
                path_disagreement,
                (mutant("parents stay unmarried", score=partial(path_disagreement, other=without_marriage)),),
                tolerance=0.5,
            ),
        ),
    ),
)
