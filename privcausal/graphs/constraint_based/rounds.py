"""Test after test, and only the rarer answer is paid for: what SVT-PC and Priv-PC have in common.

A round of AboveThreshold walks through the tests until one of them gives the answer it listens for. All tests before
that have the other answer, and cost nothing more. Then the next round begins behind it.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from privcausal.graphs.constraint_based.pc import Questions
from privcausal.graphs.constraint_based.policy import BudgetedPolicy
from privcausal.graphs.constraint_based.query_sequence import (
    PaidAnswer,
    Query,
    QuerySequence,
    RoundOutcome,
    how_many,
)
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.learned import Separators
from privcausal.privacy.above_threshold import AboveThreshold, Noise, best_share
from privcausal.privacy.price import check_not_negative

MOST_TESTS = 20_000
"""No order with more tests than that is begun: a graph that dense says that the answers were noise."""


@dataclass
class MarginPolicy(BudgetedPolicy):
    """What asks for heights, and spends nothing on answers that would drown in their noise."""

    caution: float = 1.0
    """By how many standard deviations of the noise a test must do better than its level says."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_not_negative(caution=self.caution)

    def start_order(self, questions: Questions) -> bool:
        """Begin an order, if it has not too many tests."""
        return self.begin(questions.order, how_many(questions), MOST_TESTS, "tests")

    def stop_if_underpowered(self, noise: float, order: int, edges: int) -> bool:
        """Stop, and say so, where noise of this deviation would leave nothing to be seen."""
        if self.test.is_underpowered(noise, self.tables.size):
            self.stop_reason = f"the budget is used up at order {order}, with {edges} edges to ask about"
        return self.stop_reason is not None


@dataclass
class Rounds(MarginPolicy):
    """A private policy that answers in rounds, each at an equal share of the remaining budget.

    Nothing about the data leaves but the answers, and everything that decides about the next round, its price and
    the answer it listens for, is computed from earlier answers. One filter therefore bounds the whole.
    """

    noise: Noise = Noise.EXPONENTIAL
    share: float = field(default_factory=best_share)
    """The part of a round's ε that hides the threshold."""
    rarer: bool = True
    """At order 0, listen for "dependent", rarer in sparse graphs; otherwise for "independent", like the sources."""

    def separate(self, questions: Questions) -> Separators:
        """Walk through the order's tests, round by round, as long as a round is worth its price."""
        if not self.start_order(questions):
            return {}
        walk = QuerySequence(questions, self.rng)
        while self.stop_reason is None and walk.ahead() is not None:
            self._one_round(walk)
        return walk.separators

    def _one_round(self, walk: QuerySequence) -> None:
        """Pay for one round, or stop; then record its answers."""
        listening = walk.rarer_answer(self.rarer)
        epsilon = self.epsilon_for(self.privacy_filter.remaining / (1 + walk.expected_rounds(self.rarer)))
        if self.stop_if_underpowered(self.decision_noise_sd(epsilon), walk.order, walk.edges_to_test):
            return
        passed, caught = self.ask(walk, listening, epsilon)
        self.asked[walk.order] += len(passed) + len(caught)
        walk.delete(caught if listening is PaidAnswer.INDEPENDENT else passed)

    def epsilon_for(self, rho: float) -> float:
        """The ε of a round that costs ρ."""
        raise NotImplementedError

    def decision_noise_sd(self, epsilon: float) -> float:
        """The standard deviation of the noise that decides in a round at this ε."""
        raise NotImplementedError

    def threshold(self, epsilon: float) -> float:
        """Return the margin above which a pair counts as dependent."""
        return self.caution * self.decision_noise_sd(epsilon)

    def ask(self, walk: QuerySequence, listening: PaidAnswer, epsilon: float) -> RoundOutcome:
        """One round."""
        raise NotImplementedError

    def sieve(self, threshold: float, listening: PaidAnswer, epsilon: float, records: int) -> AboveThreshold:
        """AboveThreshold for heights or for depths, on so many records."""
        return AboveThreshold(
            threshold * listening.value,
            self.test.sensitivity(records, self.level),
            epsilon,
            self.budget.relation,
            self.noise,
            self.share,
        )

    def answers(self, walk: QuerySequence, tables: Tables, passed: list[Query]) -> Iterator[float]:
        """The height of test after test, computed when asked for; the tests are noted in `passed`."""
        for test in walk:
            passed.append(test)
            yield self.test.table_margin(tables, *test, self.level)

    def deviation(self, epsilon: float, records: int) -> float:
        """Standard deviation of the two noises of AboveThreshold together."""
        sieve = self.sieve(0.0, PaidAnswer.DEPENDENT, epsilon, records)
        one = 1.0 if self.noise is Noise.EXPONENTIAL else math.sqrt(2)
        return one * math.hypot(sieve.threshold_scale, sieve.query_scale)
