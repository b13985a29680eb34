"""The tests of one order, one after the other, and the answers so far."""

import math
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

import numpy as np

from privcausal.graphs.constraint_based.pc import Questions
from privcausal.graphs.learned import Edge, Separators


class PaidAnswer(Enum):
    """The answer that ends a round, and that is paid for."""

    DEPENDENT = 1
    INDEPENDENT = -1


class Query(NamedTuple):
    """One question of PC."""

    edge: Edge
    conditioning_set: tuple[int, ...]


RoundOutcome = tuple[list[Query], list[Query]]
"""The outcome of a round: the tests that it passed, and the one that ended it, if any did."""


def how_many(questions: Questions) -> int:
    """At most so many tests wait at this order; known from the graph alone, without listing them."""
    degree = questions.graph.sum(axis=1)
    return sum(
        math.comb(int(degree[end]) - 1, questions.order)
        for pair in np.argwhere(np.triu(questions.graph))
        for end in (pair if questions.order else pair[:1])
    )


class QuerySequence:
    """The tests of one order in a random order of the edges, and the answers so far.

    An edge is done with at its first "independent", or when all its tests said "dependent".
    """

    def __init__(self, questions: Questions, rng: np.random.Generator) -> None:
        self.order = questions.order
        self.separators: Separators = {}
        edges = questions.edges()
        self._edges = [edges[place] for place in rng.permutation(len(edges))]
        self._questions = questions
        self._place = -1
        self._sets: Iterator[tuple[int, ...]] = iter(())
        self._ahead: Query | None = None

    def __iter__(self) -> Iterator[Query]:
        while (test := self.ahead()) is not None:
            self._ahead = None
            yield test

    def ahead(self) -> Query | None:
        """The next test, if there is one, without taking it."""
        while self._ahead is None and self._place < len(self._edges):
            conditioning_set = None
            if self._place >= 0 and self._edges[self._place] not in self.separators:
                conditioning_set = next(self._sets, None)
            if conditioning_set is not None:
                self._ahead = Query(self._edges[self._place], conditioning_set)
            else:
                self._place += 1
                if self._place < len(self._edges):
                    self._sets = self._questions.sets(self._edges[self._place])
        return self._ahead

    def delete(self, independent: list[Query]) -> None:
        """Write down the answers that change anything."""
        self.separators |= dict(independent)

    @property
    def edges_to_test(self) -> int:
        """How many edges still have a test to come, as long as there is one ahead."""
        return len(self._edges) - max(self._place, 0)

    def rarer_answer(self, choose: bool) -> PaidAnswer:
        """At order 0 "dependent", the rarer answer in a sparse graph; later "independent", which names the set.

        A rule that followed the answers could lock itself in: what a sieve fails to catch counts as the other answer.
        """
        return PaidAnswer.DEPENDENT if choose and not self.order else PaidAnswer.INDEPENDENT

    def expected_rounds(self, choose: bool) -> float:
        """How many rounds are to be expected: those of this order, and one more for each edge that stays.

        By Laplace's rule of succession, from the answers so far.
        """
        done, deleted = len(self._edges) - self.edges_to_test, len(self.separators)
        going = self.edges_to_test * (1 + deleted) / (2 + done)
        staying = self.edges_to_test - going
        now = going if self.rarer_answer(choose) is PaidAnswer.INDEPENDENT else staying
        return now + staying + (done - deleted)
