"""EM-PC: at each order the exponential mechanism chooses how many edges go, and then which."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.graphs.constraint_based.pc import Questions
from privcausal.graphs.constraint_based.policy_method import IN_ORDER, PolicyMethod
from privcausal.graphs.constraint_based.query_sequence import Query
from privcausal.graphs.constraint_based.rounds import MarginPolicy
from privcausal.graphs.kinds import CATEGORIES
from privcausal.graphs.learned import Separators
from privcausal.privacy.peeling import Peeling

COUNTING = 1 / 20
"""The part of the remaining budget that an order spends on the number of edges."""


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
class EmPc(MarginPolicy):
    """A private policy that decides order by order: all tests are made, and two kinds of choices are released.

    How many edges go is one choice among m + 1. Which ones, and by which separating sets, is peeled off one by one
    among all tests; at order 0, where every separating set is empty, the edges that stay are peeled off instead if
    they are fewer. Each choice gets an equal share of the remaining budget, one share being kept for every edge that
    stays.

    Claim: B-private-pcs, P-em

    >>> from privcausal.graphs.constraint_based.pc import pc
    >>> from privcausal.graphs.independence.contingency import Tables
    >>> from privcausal.privacy.price import Price, Relation
    >>> rows = np.random.default_rng(0).integers(0, 2, (20_000, 2))[:, [0, 0, 1]]
    >>> policy = EmPc(Tables(rows, (2, 2, 2)), Price(1.0, 1e-6, Relation.SUBSTITUTION), np.random.default_rng(1))
    >>> pc(3, policy).graph.astype(int).tolist(), policy.asked
    ([[0, 1, 0], [1, 0, 0], [0, 0, 0]], [3])
    """

    def separate(self, questions: Questions) -> Separators:
        """Make all tests of the order, choose a number, then that many edges."""
        if not self.start_order(questions):
            return {}
        edges = questions.edges()
        tests = [Query(edge, conditioning_set) for edge in edges for conditioning_set in questions.sets(edge)]
        number = {edge: place for place, edge in enumerate(edges)}
        groups = np.array([number[test.edge] for test in tests])
        counting = self._choices(1, self.privacy_filter.remaining * COUNTING)
        if self.stop_if_underpowered(counting.deviation, questions.order, len(edges)):
            return {}
        heights = np.array([self.test.table_margin(self.tables, *test, self.level) for test in tests])
        self.asked[questions.order] = len(tests)
        lowest = np.full(len(edges), np.inf)
        np.minimum.at(lowest, groups, heights)
        scores = count_scores(lowest, self.caution * counting.deviation)
        going = int(self.privacy_filter.release(counting, scores, self.rng).value[0])
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
        price = self.privacy_filter.remaining * picks / (picks + staying)
        peeling = self._choices(picks, price, groups)
        if self.stop_if_underpowered(peeling.deviation, questions.order, going + staying):
            return {}
        chosen = self.privacy_filter.release(peeling, heights if keep else -heights, self.rng).value
        if keep:
            return dict(test for place, test in enumerate(tests) if place not in set(chosen))
        return dict(tests[place] for place in chosen)

    def _choices(self, count: int, rho: float, groups: NDArray[np.int64] | None = None) -> Peeling:
        """Return the peeling of `count` choices that cost ρ in all."""
        # Slightly less, so that the sum of rounded prices cannot exceed the remaining budget.
        each = math.sqrt(8 * rho / count) * (1 - 1e-12)
        return Peeling(
            self.test.sensitivity(self.tables.size, self.level), each, count, self.budget.relation, groups
        )


METHOD = PolicyMethod(
    name="em-pc",
    wants=CATEGORIES,
    says="PC that picks the edges to delete, the least dependent first",
    rank=5,
    policy=EmPc,
    assumes=IN_ORDER,
)
