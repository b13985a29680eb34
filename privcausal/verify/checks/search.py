"""Searches: Hypothesis steered by `target()`, then hill climbing from the best of its finds and ours.

A search never proves a bound. It breaks it, attains it, or says how close it came.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from privcausal.verify.checks.space import Space
from privcausal.verify.claim import Bound, Claim, Effort, Mutant, evaluate, informed
from privcausal.verify.evidence import (
    Finding,
    Kind,
    Number,
    Parameters,
    Sense,
    Target,
    beats,
    blunt,
    error,
    is_slight,
)

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Candidate = Any
"""The object of the search: usually a pair of neighbours as a dict of plain numbers and lists."""


class Enough(BaseException):
    """Ends a search early. No Exception, which Hypothesis would catch and examine."""


@dataclass
class Best:
    """The best candidate so far, and how many were tried; of equal ones, the first."""

    candidate: Candidate = None
    score: Number | None = None
    tried: int = 0
    enough: Sequence[Number] = ()
    """Beyond one of these the search is over: what a check on trial has to show, it has shown."""

    def offer(self, candidate: Candidate, score: Number) -> bool:
        """Count one try; keep it if it is an improvement by more than rounding, and say so."""
        self.tried += 1
        if self.score is not None and not beats(score, self.score):
            return False
        self.candidate, self.score = candidate, score
        if any(beats(score, limit) for limit in self.enough):
            raise Enough
        return True


@dataclass(frozen=True)
class Search:
    """Look for the candidate with the highest score, in each of several worlds.

    The score is compared with the claim's bounds, or with `tolerance` when it is the error of a formula.
    """

    name: str
    worlds: tuple[Parameters, ...]
    candidates: "Space | Callable[..., Space | SearchStrategy[Candidate]]"
    """A space, or what makes one for a world; a bare strategy of Hypothesis knows no step."""
    score: Callable[..., Number]
    """score(candidate, **parameters), with the claim before the candidate if it needs it"""
    mutants: tuple[Mutant, ...] = ()
    climbs: bool = True
    """No where one look takes long: then Hypothesis alone draws from the space."""
    starts: Callable[..., list[Candidate]] | None = None
    step: Callable[[Candidate, np.random.Generator], Candidate] | None = None
    tolerance: Bound | Number | None = None
    target: Target = Target.PUBLISHED
    kind: Kind = Kind.SEARCH

    @property
    def replay(self) -> Callable[..., Number]:
        """What a stored witness scores."""
        return self.score

    def run(self, claim: Claim, effort: Effort, rng: np.random.Generator) -> Iterator[Finding]:
        """One finding per world and bound."""
        for parameters in self.worlds:
            allowed = None if self.tolerance is None else evaluate(self.tolerance, parameters)
            best = Best(enough=self._enough(claim, parameters, allowed, effort.trial))
            with suppress(Enough):
                self._look(claim, parameters, best, allowed, effort, rng)
            assert best.score is not None
            details: dict[str, Any] = {"cases": best.tried, "witness": best.candidate}
            if allowed is None:
                yield from claim.against(best.score, parameters, **details)
            else:
                yield error(self.target, parameters, best.score, allowed, **details)

    def _enough(
        self, claim: Claim, parameters: Parameters, allowed: Number | None, trial: Sequence[Target]
    ) -> list[Number]:
        """Scores beyond which a violation is certain: none where a claim says that something is large enough."""
        if allowed is not None:
            return [allowed] * bool(trial)
        limits = [] if claim.sense is Sense.AT_LEAST else claim.limits(parameters)
        return [limit for target, limit in limits if target in trial]

    def _look(
        self,
        claim: Claim,
        parameters: Parameters,
        best: Best,
        allowed: Number | None,
        effort: Effort,
        rng: np.random.Generator,
    ) -> None:
        compute = informed(self.score, claim)
        slight = allowed if allowed is not None and is_slight(allowed) else None

        def score(candidate: Candidate) -> Number:
            value: Number = compute(candidate, **parameters)
            # An error that is all rounding must not steer the search: it is another one on another processor.
            return 0 if slight is not None and value <= slight else value

        look = self.candidates
        space = look if isinstance(look, Space) else informed(look, claim)(**parameters)
        strategy, step = (
            (space.strategy(), self.step or space.step) if isinstance(space, Space) else (space, self.step)
        )
        explore(strategy, score, best, effort.examples, int(rng.integers(2**32)))
        if step is not None and self.climbs:
            structured = informed(self.starts, claim)(**parameters) if self.starts else []
            for start in (*getattr(space, "starts", ()), *structured):
                best.offer(start, score(start))
            climb(best, score, step, effort.climbs, rng)


def explore(
    strategy: "SearchStrategy[Candidate]",
    score: Callable[[Candidate], Number],
    best: Best,
    examples: int,
    seed: int,
) -> None:
    """Let Hypothesis draw candidates and steer it towards high scores; the seed decides everything."""
    import hypothesis

    from privcausal.verify.checks.reproducible import Reproducible

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
        hypothesis.target(float(blunt(value)))
        best.offer(candidate, value)

    attempt()


def climb(
    best: Best,
    score: Callable[[Candidate], Number],
    step: Callable[[Candidate, np.random.Generator], Candidate],
    steps: int,
    rng: np.random.Generator,
) -> None:
    """From the best candidate so far, take random steps and keep each one that loses no height but by rounding."""
    here, height = best.candidate, best.score
    for _ in range(steps):
        there = step(here, rng)
        reached = score(there)
        best.offer(there, reached)
        if height is None or not beats(height, reached):
            here, height = there, reached if height is None else max(height, reached)
