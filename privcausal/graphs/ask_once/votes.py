"""Arrows from votes: in each a — b — c with a, c apart, is b a common effect? The surest answers speak first.

A vote compares the largest p-values, as PC-Max does (Ramsey, 2016, arXiv:1610.00378); close ones decide nothing here.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, combinations

import numpy as np

from privcausal.graphs.structure.pdag import Matrix, arrows, checked, lines, meek_rule_2, meek_rule_3

PValue = Callable[[int, int, tuple[int, ...]], float]
"""How well x and y look independent when these are held fixed."""

SURE = math.log(10)
"""By so much, in the logarithm of p-values, one answer must be likelier than the other: 0 is a majority."""

MOST = 256
"""So many sets are asked for each triple, the smallest first."""

TINY = 1e-300


@dataclass(frozen=True)
class Vote:
    """What the tests say about one a — b — c."""

    triple: tuple[int, int, int]
    margin: float
    """Positive: b is a common effect, for sets without b separate a and c better than any with b."""


def votes(joined: Matrix, p_value: PValue, largest: int) -> list[Vote]:
    """One vote for each a — b — c with a and c apart, the surest first.

    >>> chain = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool)
    >>> votes(chain, lambda x, y, conditioning_set: 1e-9 if 1 in conditioning_set else 0.5, largest=1)[0].margin > 20
    True
    """
    around = checked(joined, "joined")
    results = []
    for b in range(len(around)):
        for a, c in combinations(np.flatnonzero(around[b]).tolist(), 2):
            if not around[a, c]:
                best = {True: TINY, False: TINY}
                for conditioning_set in _sets(around, a, c, largest):
                    best[b in conditioning_set] = max(
                        best[b in conditioning_set], p_value(a, c, conditioning_set)
                    )
                results.append(Vote((a, b, c), math.log(best[False] / best[True])))
    return sorted(results, key=lambda vote: (-abs(vote.margin), vote.triple))


def orient_by_votes(joined: Matrix, ballots: list[Vote], sure: float = SURE) -> Matrix:
    """Orient edges by the sure votes, in their order; a vote that contradicts an earlier one, or makes a cycle, is
    ignored.

    A conclusion from an arrow into b requires a vote that b is not a common effect; an unsure vote has no influence.

    >>> chain = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool)
    >>> orient_by_votes(chain, [Vote((0, 1, 2), 5.0)]).astype(int).tolist()
    [[0, 1, 0], [0, 0, 0], [0, 1, 0]]
    >>> bool((orient_by_votes(chain, [Vote((0, 1, 2), 0.1)], sure=1.0) == chain).all())
    True
    """
    graph = checked(joined, "joined").copy()
    for vote in ballots:
        a, b, c = vote.triple
        if vote.margin >= sure and graph[a, b] and graph[c, b]:
            turned = graph.copy()
            turned[b, [a, c]] = False
            if not _circular(arrows(turned)):
                graph = turned
    passing = [vote.triple for vote in ballots if vote.margin <= -sure]
    while True:
        forced = lines(graph) & (_passed_on(graph, passing) | meek_rule_2(graph) | meek_rule_3(graph))
        forced &= ~forced.T
        if not forced.any():
            return graph
        graph &= ~forced.T


def _sets(joined: Matrix, a: int, c: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Sets of neighbours of either end, the smallest first, each once."""
    sides = [np.flatnonzero(joined[end]).tolist() for end in (a, c)]
    visited: set[tuple[int, ...]] = set()
    for size in range(largest + 1):
        for conditioning_set in chain.from_iterable(combinations(side, size) for side in sides):
            if conditioning_set not in visited and not {a, c} & set(conditioning_set):
                if len(visited) == MOST:
                    return
                visited.add(conditioning_set)
                yield conditioning_set


def _passed_on(graph: Matrix, passing: list[tuple[int, int, int]]) -> Matrix:
    """Where a → b — c and b is surely no common effect, b → c."""
    pointing: Matrix = arrows(graph)
    forced = np.zeros(graph.shape, dtype=bool)
    for a, b, c in passing:
        forced[b, c] = forced[b, c] or pointing[a, b]
        forced[b, a] = forced[b, a] or pointing[c, b]
    return forced


def _circular(pointing: Matrix) -> bool:
    """Is there a directed cycle?"""
    left = pointing.copy()
    while left.any():
        ends: Matrix = np.asarray(~left.any(axis=1))
        if not (left & ends[None, :]).any():
            return True
        left &= ~ends[None, :]
    return False
