"""Searches: Hypothesis steered by `target()`, then hill climbing from the best of its finds and ours.

A search never proves a bound. It breaks it, attains it, or says how close it came.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import hypothesis
import numpy as np
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, HypothesisProvider
from hypothesis.strategies import SearchStrategy

from privcausal.verify.claim import Bound, Claim, Effort, Mutant, informed
from privcausal.verify.evidence import Finding, Kind, Number, Parameters, Target, tolerate

Candidate = Any
"""What is searched over: usually a pair of neighbours as a dict of plain numbers and lists."""


@dataclass
class Best:
    """The best candidate so far, and how many were tried."""

    candidate: Candidate = None
    score: Number | None = None
    tried: int = 0

    def offer(self, candidate: Candidate, score: Number) -> bool:
        """Count one try; keep it if it is an improvement, and say so."""
        self.tried += 1
        if self.score is not None and score <= self.score:
            return False
        self.candidate, self.score = candidate, score
        return True


@dataclass(frozen=True)
class Search:
    """Look for the candidate with the highest score, in each of several worlds.

    The score is compared with the claim's bounds, or with `tolerance` when it is the error of a formula.
    """

    name: str
    worlds: tuple[Parameters, ...]
    candidates: Callable[..., SearchStrategy[Candidate]]
    score: Callable[..., Number]
    """score(candidate, **parameters), with the claim before the candidate if it needs it"""
    mutants: tuple[Mutant, ...]
    starts: Callable[..., list[Candidate]] | None = None
    step: Callable[[Candidate, np.random.Generator], Candidate] | None = None
    tolerance: Bound | None = None
    target: Target = Target.PUBLISHED
    kind: Kind = Kind.SEARCH

    @property
    def replay(self) -> Callable[..., Number]:
        """What a stored witness scores."""
        return self.score

    def run(self, claim: Claim, effort: Effort, rng: np.random.Generator) -> Iterator[Finding]:
        """One finding per world and bound."""
        for parameters in self.worlds:
            best, compute = Best(), informed(self.score, claim)

            def score(candidate: Candidate, at: Parameters = parameters) -> Number:
                value: Number = compute(candidate, **at)  # noqa: B023  (called before the loop goes on)
                return value

            explore(self.candidates(**parameters), score, best, effort.examples, int(rng.integers(2**32)))
            if self.step is not None:
                for start in self.starts(**parameters) if self.starts else []:
                    best.offer(start, score(start))
                climb(best, score, self.step, effort.climbs, rng)
            yield from self._findings(claim, parameters, best)

    def _findings(self, claim: Claim, parameters: Parameters, best: Best) -> Iterator[Finding]:
        assert best.score is not None
        if self.tolerance is None:
            yield from claim.against(best.score, parameters, cases=best.tried, witness=best.candidate)
            return
        limit = self.tolerance(**parameters)
        outcome = tolerate(best.score, limit)
        yield Finding(self.target, outcome, parameters, best.score, limit, best.tried, best.candidate)


class Reproducible(HypothesisProvider):
    """Hypothesis without the constants that it reads from whatever modules happen to be loaded.

    Those make the examples of one seed differ between two processes, and the ledger must not.
    """

    def _maybe_draw_constant(self, *args: Any, **options: Any) -> None:
        return None


AVAILABLE_PROVIDERS[Reproducible.__name__] = f"{__name__}.{Reproducible.__name__}"


def explore(
    strategy: SearchStrategy[Candidate],
    score: Callable[[Candidate], Number],
    best: Best,
    examples: int,
    seed: int,
) -> None:
    """Let Hypothesis draw candidates and steer it towards high scores; the seed decides everything."""

    @hypothesis.seed(seed)
    @hypothesis.settings(
        max_examples=examples,
        database=None,
        deadline=None,
        backend=Reproducible.__name__,
        phases=[hypothesis.Phase.generate, hypothesis.Phase.target],
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(strategy)
    def attempt(candidate: Candidate) -> None:
        value = score(candidate)
        hypothesis.target(float(value))
        best.offer(candidate, value)

    attempt()


def climb(
    best: Best,
    score: Callable[[Candidate], Number],
    step: Callable[[Candidate, np.random.Generator], Candidate],
    steps: int,
    rng: np.random.Generator,
) -> None:
    """From the best candidate so far, take random steps and keep each one that does not lose height."""
    here, height = best.candidate, best.score
    for _ in range(steps):
        there = step(here, rng)
        reached = score(there)
        best.offer(there, reached)
        if height is None or reached >= height:
            here, height = there, reached
