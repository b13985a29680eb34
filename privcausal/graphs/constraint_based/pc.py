"""The PC algorithm in two halves: an engine that asks, and a policy that decides.

Every method of Part III, private or not, runs this engine; they differ in the policy alone.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Protocol

import numpy as np

from privcausal.graphs.learned import Edge, Learned, Separators
from privcausal.graphs.structure.pdag import Collider, Matrix, checked, meek, pattern, skeleton

Test = Callable[[int, int, tuple[int, ...]], bool]
"""test(x, y, given): are x and y independent given these nodes?"""


@dataclass(frozen=True)
class Questions:
    """The tests of PC at one order: for each edge still there, all sets of that many neighbours of either end.

    The neighbours are those at the beginning of the order, whatever is deleted during it; so the answer does not
    depend on how the columns are sorted ("PC-stable", Colombo and Maathuis, 2014).
    """

    graph: Matrix
    order: int

    def edges(self) -> list[Edge]:
        """The edges about which there is something to ask."""
        joined = [(int(x), int(y)) for x, y in np.argwhere(np.triu(self.graph))]
        return [edge for edge in joined if next(self.sets(edge), None) is not None]

    def sets(self, edge: Edge) -> Iterator[tuple[int, ...]]:
        """The conditioning sets for one edge, each once."""
        x, y = edge
        visited = set()
        for end, other in ((x, y), (y, x)):
            neighbours = [int(node) for node in np.flatnonzero(self.graph[end]) if node != other]
            for conditioning_set in combinations(neighbours, self.order):
                if conditioning_set not in visited:
                    visited.add(conditioning_set)
                    yield conditioning_set


class Policy(Protocol):
    """Decides which edges go. It sees one order at a time, with all that could be asked there."""

    def separate(self, questions: Questions) -> Separators:
        """The edges to delete at this order, each with the set that separates it."""
        ...


@dataclass
class OneByOne:
    """Ask edge by edge and set by set, and delete an edge at its first "independent"."""

    test: Test
    asked: list[int] = field(default_factory=list)
    """How many questions each order took."""

    def separate(self, questions: Questions) -> Separators:
        """Delete at the first set that the test accepts."""
        separators: Separators = {}
        self.asked += [0] * (questions.order + 1 - len(self.asked))
        for edge in questions.edges():
            for conditioning_set in questions.sets(edge):
                self.asked[questions.order] += 1
                if self.test(*edge, conditioning_set):
                    separators[edge] = conditioning_set
                    break
        return separators


def pc(nodes: int, policy: Policy, *, largest: int | None = None) -> Learned:
    """Learn a graph over this many variables from whatever the policy answers.

    `largest` caps the number of variables that are held fixed at once.

    Claim: B-cpdag

    >>> def fork(x: int, y: int, conditioning_set: tuple[int, ...]) -> bool:
    ...     return {x, y} == {0, 2} and conditioning_set == (1,)
    >>> learned = pc(3, OneByOne(fork))
    >>> learned.graph.astype(int).tolist(), learned.separators
    ([[0, 1, 0], [1, 0, 1], [0, 1, 0]], {(0, 2): (1,)})
    """
    if nodes < 1:
        raise ValueError(f"nodes must be at least 1, got {nodes!r}")
    if largest is not None and largest < 0:
        raise ValueError(f"largest must be 0 or more, got {largest!r}")
    joined, separators = delete_edges(nodes, policy, nodes - 2 if largest is None else largest)
    return Learned(oriented(joined, separators), separators)


def delete_edges(nodes: int, policy: Policy, largest: int) -> tuple[Matrix, Separators]:
    """First half: from the complete graph, order by order, delete what the policy calls separated."""
    graph = ~np.eye(nodes, dtype=bool)
    separators: Separators = {}
    for order in range(largest + 1):
        questions = Questions(graph.copy(), order)
        if not questions.edges():
            break
        separating_sets = policy.separate(questions)
        for x, y in separating_sets:
            graph[x, y] = graph[y, x] = False
        separators |= separating_sets
    return graph, separators


def oriented(joined: Matrix, separators: Separators) -> Matrix:
    """Second half: v-structures where the middle node did not separate, then Meek's rules."""
    return meek(pattern(joined, unseparating_middles(checked(joined, "joined"), separators)))


def unseparating_middles(joined: Matrix, separators: Separators) -> list[Collider]:
    """Each a — b — c with a, c apart and b outside the set that separated them."""
    apart = ~skeleton(joined)
    return [
        (int(a), b, int(c))
        for b in range(len(joined))
        for a, c in combinations(np.flatnonzero(joined[b]), 2)
        if apart[a, c] and b not in separators[int(a), int(c)]
    ]
