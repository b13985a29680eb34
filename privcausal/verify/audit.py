"""Audits: catch a mechanism that is less private than it says, from samples alone.

One half of the samples chooses an event, the other half bounds its probability on both neighbours
(Clopper–Pearson). The level is split over both directions, so a mechanism that keeps its promise is accused with
probability at most `alpha`, whatever event was chosen. Finding nothing does not make a mechanism private.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta

from privcausal.privacy.neighbours import Relation
from privcausal.verify.claim import Claim, Effort, Mutant
from privcausal.verify.evidence import Finding, Kind, Outcome, Parameters

Outputs = NDArray[np.float64]
"""Draws of a mechanism: one row per run, one column per released number."""

CELLS = 64
"""At most this many cells, whatever the number of columns: fewer samples per cell would choose events by luck."""


@dataclass(frozen=True)
class AuditResult:
    """A lower confidence bound on ε and the direction in which it was found."""

    epsilon: float
    runs: int
    direction: str


@dataclass(frozen=True)
class Exhibit:
    """A mechanism for the gallery of the auditing chapter: one that keeps its promise, or a specimen that does not."""

    name: str
    what: str
    claim: str
    """The id of the claim that it obeys, or breaks."""
    honest: bool
    epsilon: float
    delta: float
    relation: Relation
    sample: Callable[[int, int, np.random.Generator], Outputs]
    """sample(neighbour, size, rng): outputs on neighbour 0 or 1; a refusal ⊥ is encoded as +inf."""


@dataclass(frozen=True)
class Audit:
    """Run a mechanism on two neighbours; its ε, bounded from below with confidence, must not exceed the claim."""

    name: str
    worlds: tuple[Parameters, ...]
    sample: Callable[..., Outputs]
    """sample(neighbour, size, rng, **parameters), neighbour 0 or 1"""
    mutants: tuple[Mutant, ...]
    delta: float = 0.0
    alpha: float = 1e-3
    kind: Kind = Kind.AUDIT

    def run(self, claim: Claim, effort: Effort, rng: np.random.Generator) -> Iterator[Finding]:
        """One finding per world; an audit can accuse or stay silent, never acquit."""
        for parameters in self.worlds:
            draws = [self.sample(side, effort.draws, rng, **parameters) for side in (0, 1)]
            result = audit(draws[0], draws[1], self.delta, self.alpha)
            witness = {"direction": result.direction, "alpha": self.alpha}
            for finding in claim.against(result.epsilon, parameters, cases=result.runs, witness=witness):
                accused = finding.outcome is Outcome.VIOLATED
                yield replace(finding, outcome=Outcome.VIOLATED if accused else Outcome.WITHIN)


@dataclass(frozen=True)
class Grid:
    """Cells of roughly equal probability, cut at quantiles of the samples that choose the event."""

    cuts: list[NDArray[np.float64]]

    @classmethod
    def over(cls, draws: Outputs) -> "Grid":
        """Cut each column at its own quantiles."""
        bins = int(CELLS ** (1 / draws.shape[1]))
        steps = np.linspace(0, 1, bins + 1)[1:-1]
        return cls([np.quantile(column, steps) for column in draws.T])

    def count(self, draws: Outputs) -> NDArray[np.intp]:
        """How many draws fall into each cell."""
        cell = np.zeros(len(draws), dtype=np.intp)
        for cuts, column in zip(self.cuts, draws.T, strict=True):
            cell = cell * (len(cuts) + 1) + np.searchsorted(cuts, column)
        return np.bincount(cell, minlength=(len(self.cuts[0]) + 1) ** len(self.cuts))


def audit(first: Outputs, second: Outputs, delta: float = 0.0, alpha: float = 1e-3) -> AuditResult:
    """The largest ε that the samples contradict at level `alpha`, over both directions.

    >>> rng = np.random.default_rng(0)
    >>> quiet, loud = (rng.laplace(centre, 1.0, size=(20_000, 1)) for centre in (0, 1))
    >>> 0.7 < audit(quiet, loud).epsilon < 1
    True
    """
    pair = [np.reshape(draws, (len(draws), -1)) for draws in (first, second)]
    half = len(first) // 2
    grid = Grid.over(np.concatenate([draws[:half] for draws in pair]))
    train = [grid.count(draws[:half]) for draws in pair]
    test = [grid.count(draws[half:]) for draws in pair]
    bounds = []
    for more, less in ((0, 1), (1, 0)):
        event = _likely_event(train[more], train[less], delta * half)
        hits = [int(test[side][event].sum()) for side in (more, less)]
        bounds.append(_epsilon_at_least(hits, len(first) - half, delta, alpha / 2))
    best = int(np.argmax(bounds))
    direction = ("first over second", "second over first")[best]
    return AuditResult(max(bounds[best], 0.0), 2 * len(first), direction)


def _likely_event(more: NDArray[np.intp], less: NDArray[np.intp], allowance: float) -> NDArray[np.intp]:
    """The cells most in favour of `more`, as many as maximise a cautious estimate of ε."""
    order = np.argsort(-(more + 0.5) / (less + 0.5), kind="stable")
    hits, others = np.cumsum(more[order]), np.cumsum(less[order])
    # Two standard errors of caution keep a handful of lucky samples from being chosen as the event.
    low = hits - 2 * np.sqrt(hits + 1) - allowance
    high = others + 2 * np.sqrt(others + 1)
    return order[: int(np.argmax(np.maximum(low, 0) / high)) + 1]


def _epsilon_at_least(hits: list[int], runs: int, delta: float, alpha: float) -> float:
    """ln((p − δ)/q) with p bounded from below and q from above, each at level α/2."""
    p = float(beta.ppf(alpha / 2, hits[0], runs - hits[0] + 1)) if hits[0] else 0.0
    q = float(beta.ppf(1 - alpha / 2, hits[1] + 1, runs - hits[1])) if hits[1] < runs else 1.0
    return math.log((p - delta) / q) if p > delta else -math.inf
