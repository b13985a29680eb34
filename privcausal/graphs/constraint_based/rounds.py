"""Test after test, and only the rarer answer is paid for: what SVT-PC and Priv-PC have in common.

A round of AboveThreshold walks through the tests until one of them gives the answer it listens for. All tests before
that have the other answer, and cost nothing more. Then the next round begins behind it.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from scipy.special import ndtri

from privcausal.graphs.constraint_based.pc import Questions, Separators
from privcausal.graphs.constraint_based.policy import Paying
from privcausal.graphs.constraint_based.walk import Listen, Query, Told, Walk, how_many
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.stratified_kendall import margin, margin_sensitivity
from privcausal.privacy.above_threshold import AboveThreshold, Noise, best_share
from privcausal.privacy.price import check_not_negative

MOST_TESTS = 20_000
"""No order with more tests than that is begun: a graph that dense says that the answers were noise."""

LEAST = 0.1
"""The smallest spread that a test's null is given: see `kendall.margin`."""

BLIND = 3 * (math.sqrt(1.25) - 1)
"""What τ = ¼ in every stratum adds to z′/√n. Where that would go unnoticed, a test is not worth its price."""


def deviations(level: float) -> float:
    """How many standard deviations of the null a test at this level allows.

    >>> round(deviations(0.01), 3)
    2.576
    """
    return float(-ndtri(level / 2))


def too_blind(noise: float, records: int) -> bool:
    """Would even a correlation of ¼ in every stratum drown in noise of this deviation?"""
    return noise > BLIND * math.sqrt(records)


def height(tables: Tables, test: Query, level: float) -> float:
    """How far a test's statistic lies above what its own null allows at this level; positive means dependent.

    Computed once for each data set, and remembered: another policy, or another budget, may ask again.
    """
    known = _known.setdefault(tables, {})
    if (test, level) not in known:
        x, y = test.edge
        known[test, level] = margin(tables, x, y, test.given, threshold=deviations(level), least=LEAST)
    return known[test, level]


_known: "WeakKeyDictionary[Tables, dict[tuple[Query, float], float]]" = WeakKeyDictionary()


def width(records: int, level: float) -> float:
    """How far replacing one record moves any `height`."""
    return margin_sensitivity(records, threshold=deviations(level), least=LEAST)


@dataclass
class Cautious(Paying):
    """What asks for heights, and spends nothing on answers that would drown in their noise."""

    caution: float = 1.0
    """By how many standard deviations of the noise a test must do better than its level says."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check_not_negative(caution=self.caution)

    def opens(self, questions: Questions) -> bool:
        """Begin an order, if it has not too many tests."""
        return self.begin(questions.order, how_many(questions), MOST_TESTS, "tests")

    def gives_up(self, noise: float, order: int, edges: int) -> bool:
        """Stop, and say so, where noise of this deviation would leave nothing to be seen."""
        if too_blind(noise, self.tables.size):
            self.stopped = f"the budget is used up at order {order}, with {edges} edges to ask about"
        return self.stopped is not None


@dataclass
class Rounds(Cautious):
    """A private policy that answers in rounds, each at an equal share of what is left for those still to come.

    Nothing about the data leaves but the answers, and everything that decides about the next round, its price and
    the answer it listens for, is computed from answers given before. So one filter bounds the whole.
    """

    noise: Noise = Noise.EXPONENTIAL
    share: float = field(default_factory=best_share)
    """The part of a round's ε that hides the threshold."""
    rarer: bool = True
    """At order 0, listen for "dependent", rarer in sparse graphs; otherwise for "independent", like the sources."""

    def separate(self, questions: Questions) -> Separators:
        """Walk through the order's tests, round by round, as long as a round is worth its price."""
        if not self.opens(questions):
            return {}
        walk = Walk(questions, self.rng)
        while self.stopped is None and walk.ahead() is not None:
            self._one_round(walk)
        return walk.found

    def _one_round(self, walk: Walk) -> None:
        """Pay for one round, or stop; then write down what it told."""
        listening = walk.rarer(self.rarer)
        epsilon = self.epsilon_for(self.purse.left / (1 + walk.to_come(self.rarer)))
        if self.gives_up(self.blur(epsilon), walk.order, walk.left):
            return
        passed, caught = self.ask(walk, listening, epsilon)
        self.asked[walk.order] += len(passed) + len(caught)
        walk.delete(caught if listening is Listen.INDEPENDENT else passed)

    def epsilon_for(self, rho: float) -> float:
        """The ε of a round that costs ρ."""
        raise NotImplementedError

    def blur(self, epsilon: float) -> float:
        """The standard deviation of the noise that decides in a round at this ε."""
        raise NotImplementedError

    def bar(self, epsilon: float) -> float:
        """How high a test must stand to count as dependent."""
        return self.caution * self.blur(epsilon)

    def ask(self, walk: Walk, listening: Listen, epsilon: float) -> Told:
        """One round."""
        raise NotImplementedError

    def sieve(self, threshold: float, listening: Listen, epsilon: float, records: int) -> AboveThreshold:
        """AboveThreshold for heights or for depths, on so many records."""
        return AboveThreshold(
            threshold * listening.value,
            width(records, self.level),
            epsilon,
            self.budget.relation,
            self.noise,
            self.share,
        )

    def answers(self, walk: Walk, tables: Tables, passed: list[Query]) -> Iterator[float]:
        """The height of test after test, computed when asked for; the tests are noted in `passed`."""
        for test in walk:
            passed.append(test)
            yield height(tables, test, self.level)

    def deviation(self, epsilon: float, records: int) -> float:
        """Standard deviation of the two noises of AboveThreshold together."""
        sieve = self.sieve(0.0, Listen.DEPENDENT, epsilon, records)
        one = 1.0 if self.noise is Noise.EXPONENTIAL else math.sqrt(2)
        return one * math.hypot(sieve.threshold_scale, sieve.query_scale)
