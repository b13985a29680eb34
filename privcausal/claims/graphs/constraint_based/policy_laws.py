"""The exact law of a whole run of a private PC: every way that its releases can go, with its probability.

The library's own code runs, again and again; only its privacy filter is exchanged for one that does not draw noise but
follows a script, and computes how likely the script is.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice, permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.constraint_based.rounds import Rounds
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods.em_pc import EmPc
from privcausal.privacy.above_threshold import AboveThreshold, Noise
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.peeling import Peeling
from privcausal.privacy.price import Price, Release
from privcausal.privacy.sieve_and_examine import tail_of_two

Outcome = Any
Policy = Rounds | EmPc
Build = Callable[[Tables, Price, np.random.Generator], Policy]
Law = dict[tuple[Any, ...], float]
"""The possible outputs of a run, and the probability of each."""


@dataclass
class Script:
    """How the releases of one run are to go; beyond its end the first possibility is taken, the others noted."""

    outcomes: tuple[Outcome, ...]
    at: int = 0
    chance: float = 1.0
    open: list[tuple[Outcome, ...]] = field(default_factory=list)

    def next(
        self, possible: Callable[[], dict[Outcome, float]], chance: Callable[[Outcome], float]
    ) -> Outcome:
        """The outcome of the next release; `possible` is asked only beyond the end of the script."""
        if self.at < len(self.outcomes):
            outcome = self.outcomes[self.at]
            self.chance *= chance(outcome)
        else:
            likely = {value: p for value, p in possible().items() if p > 0}
            outcome = next(iter(likely))
            self.chance *= likely[outcome]
            self.open += [(*self.outcomes, value) for value in likely if value != outcome]
            self.outcomes = (*self.outcomes, outcome)
        self.at += 1
        return outcome


@dataclass(frozen=True)
class Scripted:
    """A mechanism with the price of another, and the outcome of the script."""

    mechanism: Any
    script: Script
    policy: Policy

    @property
    def price(self) -> Price:
        """The price of the mechanism."""
        return self.mechanism.price

    def release(self, value: Any, rng: np.random.Generator) -> Release:
        """What the script says."""
        if isinstance(self.mechanism, Laplace):
            outcome = self._examined(float(value))
        elif isinstance(self.mechanism, Peeling):
            outcome = self._peeled(np.asarray(value, dtype=float))
        else:
            outcome = self._sieved(iter(value), getattr(self.mechanism, "sieve", self.mechanism))
        return Release(outcome, self.price)

    def _sieved(self, values: Iterator[float], sieve: AboveThreshold) -> Outcome:
        """The place at which it fires; all answers are looked at only if they are needed."""

        def possible() -> dict[Outcome, float]:
            chances = fired_at(sieve, tuple(values))
            return {None: chances[-1], **dict(enumerate(chances[:-1]))}

        def chance(place: Outcome) -> float:
            outputs = list(values if place is None else islice(values, place + 1))
            return fired_at(sieve, tuple(outputs))[-1 if place is None else place]

        return self.script.next(possible, chance)

    def _examined(self, value: float) -> Outcome:
        """Above or below the bar, as if far."""
        assert isinstance(self.policy, Rounds)
        bar = self.policy.threshold(2 * self.mechanism.epsilon)
        below = tail_of_two(value - bar, self.mechanism.scale, 0.0, Noise.LAPLACE)
        chances = {math.inf: 1 - below, -math.inf: below}
        return self.script.next(lambda: chances, chances.__getitem__)

    def _peeled(self, scores: NDArray[np.float64]) -> Outcome:
        """Any sequence of choices from different groups."""
        chances = peeling_law(self.mechanism, scores)
        return self.script.next(lambda: chances, chances.__getitem__)


@cache
def fired_at(sieve: AboveThreshold, values: tuple[float, ...]) -> list[float]:
    """The chance of each place and, last, of silence."""
    return list(sieve.probabilities(list(values)).tolist())


def peeling_law(peeling: Peeling, scores: Iterable[float]) -> dict[tuple[int, ...], float]:
    """The chance of every sequence, choice by choice: no Gumbel noise here.

    >>> from privcausal.privacy.price import Relation
    >>> even = Peeling(1.0, each=2.0, count=2, relation=Relation.SUBSTITUTION)
    >>> law = peeling_law(even, [0.0, 0.0, 0.0])
    >>> len(law), round(law[2, 0], 6)
    (6, 0.166667)
    """
    values = [float(score) for score in scores]
    groups = list(range(len(values))) if peeling.groups is None else [int(g) for g in peeling.groups]
    weights = [math.exp(peeling.choice.rate * (value - max(values))) for value in values]
    law = {}
    for places in permutations(range(len(values)), peeling.count):
        gone: set[int] = set()
        chance = 1.0
        for place in places:
            left = math.fsum(w for w, group in zip(weights, groups, strict=True) if group not in gone)
            chance *= weights[place] / left if groups[place] not in gone else 0.0
            gone.add(groups[place])
            if not chance:
                break
        if chance:
            law[places] = chance
    return law


class ScriptedPurse(ConcentratedFilter):
    """The library's filter with all its refusals; only the noise is not drawn."""

    def follow(self, script: Script, policy: Policy) -> None:
        """Take all outcomes from here."""
        self.script, self.policy = script, policy

    def release(self, mechanism: Any, *question: Any) -> Release:
        """Release by script."""
        return super().release(Scripted(mechanism, self.script, self.policy), *question)


def law_of_run(build: Build, tables: Tables, budget: Price, seed: int = 0) -> Law:
    """Return everything that a run can release: the graph, the separating sets, the tests per order, why it stopped.

    The generator's only use besides noise is to shuffle the edges, and that has nothing to do with the data: the law
    is that given one shuffle.
    """
    law: Law = {}
    waiting: list[tuple[Outcome, ...]] = [()]
    while waiting:
        script = Script(waiting.pop())
        policy = build(tables, budget, np.random.default_rng(seed))
        privacy_filter = ScriptedPurse(policy.privacy_filter.budget, policy.privacy_filter.relation)
        privacy_filter.follow(script, policy)
        policy.privacy_filter = privacy_filter
        learned = pc(len(tables.cardinalities), policy)
        separators = tuple(sorted(learned.separators.items()))
        outcome = (learned.graph.tobytes(), separators, tuple(policy.asked), policy.stop_reason)
        law[outcome] = law.get(outcome, 0.0) + script.chance
        waiting += script.open
    return law


def side_by_side(first: Law, second: Law) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Two laws on one list of outcomes."""
    outcomes = sorted(set(first) | set(second), key=repr)
    p, q = (np.array([law.get(outcome, 0.0) for outcome in outcomes]) for law in (first, second))
    return p, q
