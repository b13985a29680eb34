"""EM-PC: at each order the exponential mechanism chooses how many edges go, and then which."""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from privcausal.graphs.constraint_based.pc import Questions, Separators
from privcausal.graphs.constraint_based.rounds import (
    MOST_TESTS,
    check_arguments,
    height,
    too_blind,
    width,
)
from privcausal.graphs.constraint_based.walk import Query, how_many
from privcausal.graphs.independence.contingency import Tables
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.peeling import Peeling
from privcausal.privacy.price import Price, check_budget

Floats = NDArray[np.float64]

COUNTING = 1 / 20
"""The part of what is left that an order spends on the number of edges."""


def count_scores(lowest: Floats, threshold: float) -> Floats:
    """How well each number 0 … m of deletions fits: min(threshold − m-th lowest, next − threshold).

    It is positive for the number that lies below the threshold, and for no other. Order statistics move no further
    than the farthest of the numbers, so each score is as sensitive as one number, and not more.

    Claim: B-em-count

    >>> count_scores(np.array([5.0, -2.0, 1.0]), 2.0).tolist()
    [-4.0, -1.0, 1.0, -3.0]
    """
    ordered = np.sort(lowest)
    below = np.concatenate([[np.inf], threshold - ordered])
    above = np.concatenate([ordered - threshold, [np.inf]])
    scores: Floats = np.minimum(below, above)
    return scores


@dataclass
class EmPc:
    """A private policy that decides order by order: all tests are made, two kinds of choices are told.

    How many edges go is one choice among m + 1. Which ones, and by which separating sets, is peeled off one by one
    among all tests; at order 0, where every separating set is empty, the edges that stay are peeled off instead if
    they are fewer. Each choice gets an equal share of what is left, one share being kept for every edge that stays.

    Under substitution, with a public number of records and declared categories.

    Claim: B-private-pcs, P-em

    >>> from privcausal.graphs.constraint_based.pc import pc
    >>> from privcausal.privacy.price import Relation
    >>> rows = np.random.default_rng(0).integers(0, 2, (20_000, 2))[:, [0, 0, 1]]
    >>> policy = EmPc(Tables(rows, (2, 2, 2)), Price(1.0, 1e-6, Relation.SUBSTITUTION), np.random.default_rng(1))
    >>> pc(3, policy).graph.astype(int).tolist(), policy.asked
    ([[0, 1, 0], [1, 0, 0], [0, 0, 0]], [3])
    """

    tables: Tables
    budget: Price
    rng: np.random.Generator
    level: float = 0.01
    """How often a test calls independent variables dependent, if there were no noise."""
    caution: float = 1.0
    """By how many standard deviations of the noise the last edge to go may do better than that."""
    asked: list[int] = field(default_factory=list, init=False)
    stopped: str | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        check_arguments(self.tables, self.level, self.caution)
        check_budget(self.budget)
        self.purse = ConcentratedFilter.within(self.budget)

    @property
    def spent(self) -> Price:
        """The whole budget, once anything was asked: when to stop depends on the answers."""
        return self.purse.bill

    def separate(self, questions: Questions) -> Separators:
        """Make all tests of the order, choose a number, then that many edges."""
        self.asked += [0] * (questions.order + 1 - len(self.asked))
        if self.stopped is None and how_many(questions) > MOST_TESTS:
            self.stopped = f"order {questions.order} would take more than {MOST_TESTS:,} tests"
        if self.stopped:
            return {}
        edges = questions.edges()
        tests = [Query(edge, given) for edge in edges for given in questions.sets(edge)]
        number = {edge: place for place, edge in enumerate(edges)}
        groups = np.array([number[test.edge] for test in tests])
        counting = self._choices(1, self.purse.left * COUNTING)
        if self._too_noisy(counting, questions, len(edges)):
            return {}
        heights = np.array([height(self.tables, test, self.level) for test in tests])
        self.asked[questions.order] = len(tests)
        lowest = np.full(len(edges), np.inf)
        np.minimum.at(lowest, groups, heights)
        scores = count_scores(lowest, self.caution * counting.deviation)
        going = int(self.purse.release(counting, scores, self.rng).value[0])
        return self._which(questions, tests, heights, groups, going)

    def _which(
        self, questions: Questions, tests: list[Query], heights: Floats, groups: NDArray[np.int64], going: int
    ) -> Separators:
        """Peel off the edges that go, or those that stay."""
        staying = int(groups.max()) + 1 - going
        keep = questions.order == 0 and staying < going
        picks = staying if keep else going
        if not picks:
            return dict(tests) if keep else {}
        price = self.purse.left * picks / (picks + staying)
        peeling = self._choices(picks, price, groups)
        if self._too_noisy(peeling, questions, going + staying):
            return {}
        chosen = self.purse.release(peeling, heights if keep else -heights, self.rng).value
        if keep:
            return dict(test for place, test in enumerate(tests) if place not in set(chosen))
        return dict(tests[place] for place in chosen)

    def _choices(self, count: int, rho: float, groups: NDArray[np.int64] | None = None) -> Peeling:
        """So many choices for ρ in all."""
        # A hair less, so that the sum of rounded prices cannot exceed what is left.
        each = math.sqrt(8 * rho / count) * (1 - 1e-12)
        return Peeling(width(self.tables.size, self.level), each, count, self.budget.relation, groups)

    def _too_noisy(self, choices: Peeling, questions: Questions, edges: int) -> bool:
        """Stop, and say so, where the answers would tell nothing."""
        if too_blind(choices.deviation, self.tables.size):
            self.stopped = (
                f"the budget is used up at order {questions.order}, with {edges} edges to ask about"
            )
        return self.stopped is not None
