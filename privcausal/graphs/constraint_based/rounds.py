"""Test after test, and only the rarer answer is paid for: what SVT-PC and Priv-PC have in common.

A round of AboveThreshold walks through the tests until one of them gives the answer it listens for. All tests before
that have the other answer, and cost nothing more. Then the next round begins behind it.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import numpy as np
from scipy.special import ndtri

from privcausal.graphs.constraint_based.pc import Questions, Separators
from privcausal.graphs.constraint_based.walk import Listen, Query, Told, Walk, how_many
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.stratified_kendall import margin, margin_sensitivity
from privcausal.privacy.above_threshold import AboveThreshold, Noise, best_share
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.price import Price, check_budget, check_fraction, check_not_negative

MOST_TESTS = 20_000
"""No order with more tests than that is begun: a graph that dense says that the answers were noise."""

LEAST = 0.1
"""The smallest spread that a test's null is given: see `kendall.margin`."""

BLIND = 3 * (math.sqrt(1.25) - 1)
"""What τ = ¼ in every stratum adds to z′/√n. Where that would go unnoticed, a test is not worth its price."""


def check_arguments(tables: Tables, level: float, caution: float) -> None:
    """Refuse a level outside (0, 1), negative caution, and a table without records."""
    check_fraction(level=level)
    check_not_negative(caution=caution)
    if tables.size < 1:
        raise ValueError("tables must hold at least 1 record, got none")


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
class Rounds:
    """A private policy that answers in rounds, each at an equal share of what is left for those still to come.

    Nothing about the data leaves but the answers, and everything that decides about the next round, its price and
    the answer it listens for, is computed from answers given before. So one filter bounds the whole.

    Under substitution, with a public number of records and declared categories.
    """

    tables: Tables
    budget: Price
    rng: np.random.Generator
    level: float = 0.01
    """How often a test calls independent variables dependent, if there were no noise."""
    caution: float = 1.0
    """By how many standard deviations of the noise a test must do better than that."""
    noise: Noise = Noise.EXPONENTIAL
    share: float = field(default_factory=best_share)
    """The part of a round's ε that hides the threshold."""
    rarer: bool = True
    """At order 0, listen for "dependent", rarer in sparse graphs; otherwise for "independent", like the sources."""
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
        """Walk through the order's tests, round by round, as long as a round is worth its price."""
        self.asked += [0] * (questions.order + 1 - len(self.asked))
        if self.stopped is None and how_many(questions) > MOST_TESTS:
            self.stopped = f"order {questions.order} would take more than {MOST_TESTS:,} tests"
        if self.stopped:
            return {}
        walk = Walk(questions, self.rng)
        while self.stopped is None and walk.ahead() is not None:
            self._one_round(walk)
        return walk.found

    def _one_round(self, walk: Walk) -> None:
        """Pay for one round, or stop; then write down what it told."""
        listening = walk.rarer(self.rarer)
        epsilon = self.epsilon_for(self.purse.left / (1 + walk.to_come(self.rarer)))
        if too_blind(self.blur(epsilon), self.tables.size):
            self.stopped = f"the budget is used up at order {walk.order}, with {walk.left} edges to ask about"
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

    def answers(self, walk: Walk, tables: Tables, listening: Listen, passed: list[Query]) -> Iterator[float]:
        """Height or depth of test after test, computed when asked for; the tests are noted in `passed`."""
        for test in walk:
            passed.append(test)
            yield listening.value * height(tables, test, self.level)

    def deviation(self, epsilon: float, records: int) -> float:
        """Standard deviation of the two noises of AboveThreshold together."""
        sieve = self.sieve(0.0, Listen.DEPENDENT, epsilon, records)
        one = 1.0 if self.noise is Noise.EXPONENTIAL else math.sqrt(2)
        return one * math.hypot(sieve.threshold_scale, sieve.query_scale)
