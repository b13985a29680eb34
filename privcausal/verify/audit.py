"""Audits: catch a mechanism that is less private than it says, from samples alone.

Some of the samples choose an event, the others bound its probability on both neighbours (Clopper–Pearson). So a
mechanism that keeps its promise is accused with probability at most `alpha`, whatever event was chosen.
Finding nothing does not make a mechanism private: every result knows how much it could have noticed.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray
from tqdm import tqdm

from privcausal.privacy.price import Relation
from privcausal.verify.claim import Claim, Effort, Mutant
from privcausal.verify.evidence import Finding, Kind, Outcome, Parameters
from privcausal.verify.statistics.confidence import AuditResult, caution, epsilon_at_least
from privcausal.verify.statistics.events import Event, learn_event
from privcausal.verify.statistics.intervals import Counts

Outputs = NDArray[np.float64]
"""Draws of a mechanism: one row per run, one column per released number."""

Mechanism = Callable[[Any, int, np.random.Generator], Outputs]
"""mechanism(data, size, rng): `size` independent runs on the same data; a refusal ⊥ is encoded as +inf."""

LEARN = 250_000
"""At most this many runs on each neighbour choose the event; all others test it."""

CHUNK = 50_000
"""Runs handled at a time: what one job does, and what has to fit in memory."""


@dataclass(frozen=True)
class Exhibit:
    """A mechanism for the gallery of the auditing chapter: one that keeps its promise, or a specimen that does not."""

    name: str
    what: str
    claim: str
    """The id of the claim that it obeys, or breaks."""
    honest: bool
    sample: Callable[[int, int, np.random.Generator], Outputs]
    """sample(neighbour, size, rng): outputs on neighbour 0 or 1; a refusal ⊥ is encoded as +inf."""
    epsilon: float = 1.0
    """What is promised: this ε, this δ, for these neighbours."""
    delta: float = 0.0
    relation: Relation = Relation.SUBSTITUTION


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
        """One finding per world, which share alpha; an audit can accuse or stay silent, never acquit."""
        for parameters in self.worlds:

            def mechanism(
                side: int, size: int, rng: np.random.Generator, at: Parameters = parameters
            ) -> Outputs:
                return self.sample(side, size, rng, **at)

            confidence = 1 - self.alpha / len(self.worlds)
            promise = max(float(min((limit for _, limit in claim.limits(parameters)), default=0)), 0.0)
            options: dict[str, Any] = {"delta": self.delta, "promise": promise, "rng": rng}
            result = audit(mechanism, (0, 1), effort.draws, confidence, **options)
            smallest = float(f"{result.smallest:.3g}")
            witness = {"direction": result.direction, "alpha": self.alpha, "would see": smallest}
            for finding in claim.against(result.epsilon, parameters, cases=result.runs, witness=witness):
                accused = finding.outcome is Outcome.VIOLATED
                yield replace(finding, outcome=Outcome.VIOLATED if accused else Outcome.WITHIN)


def audit(
    mechanism: Mechanism,
    pair: Sequence[Any],
    n: int,
    confidence: float = 0.999,
    *,
    delta: float = 0.0,
    promise: float = 0.0,
    rng: np.random.Generator,
    jobs: int | None = None,
    progress: bool = False,
) -> AuditResult:
    """The largest ε that `n` runs on each of two neighbours contradict, with this confidence.

    `promise` is the ε on the label: what the result is compared with in words and in its plot, and nothing else.
    `jobs` goes to joblib; left out, a surrounding `joblib.parallel_config` decides, which may name a cluster.
    The result does not depend on it.

    >>> def noisy(value, size, rng):
    ...     return rng.laplace(value, 1.0, size)
    >>> 0.9 < audit(noisy, (0, 1), 200_000, rng=np.random.default_rng(0)).epsilon < 1
    True
    """
    alpha = 1 - confidence
    if len(pair) != 2:
        raise ValueError(f"pair must hold two neighbouring data sets, got {len(pair)}")
    if not (n >= 4 and n == int(n)):
        raise ValueError(f"n must be a whole number of runs on each neighbour, at least 4, got {n!r}")
    n = int(n)
    _check_levels(alpha, delta, promise)
    learning = min(n // 2, LEARN)
    with tqdm(total=2 * n, unit="run", unit_scale=True, disable=not progress) as bar:
        stage = _Stage(mechanism, pair, rng, jobs, bar)
        first, second = (np.concatenate(parts) for parts in stage.run(learning, None))
        event = learn_event(first, second, delta, caution(alpha))
        counts = [np.sum(parts, axis=0) for parts in stage.run(n - learning, event)]
    return _result(event, counts, 2 * n, delta, alpha, promise)


def audit_samples(
    first: Outputs, second: Outputs, delta: float = 0.0, alpha: float = 1e-3, promise: float = 0.0
) -> AuditResult:
    """The same from samples at hand: the first half of each learns the event, the second half tests it.

    >>> rng = np.random.default_rng(0)
    >>> quiet, loud = (rng.laplace(centre, 1.0, size=(20_000, 1)) for centre in (0, 1))
    >>> 0.8 < audit_samples(quiet, loud).epsilon < 1
    True
    """
    _check_levels(alpha, delta, promise)
    pair = [_table(first, len(first)), _table(second, len(second))]
    if min(map(len, pair)) < 4:
        raise ValueError(f"first and second must hold at least 4 draws each, got {[len(d) for d in pair]}")
    if pair[0].shape[1] != pair[1].shape[1]:
        raise ValueError(f"first and second must have equal columns, got {[d.shape[1] for d in pair]}")
    first, second = (draws[: len(draws) // 2] for draws in pair)
    event = learn_event(first, second, delta, caution(alpha))
    counts = [event.counts(draws[len(draws) // 2 :]) for draws in pair]
    return _result(event, counts, sum(map(len, pair)), delta, alpha, promise)


def _result(
    event: Event, counts: Sequence[Counts], runs: int, delta: float, alpha: float, promise: float
) -> AuditResult:
    """From the draws of the test at each place in the event's order, first data set and second."""
    direction = ("first over second", "second over first")[event.more]
    passed = [tuple(np.cumsum(counts[side]).tolist()) for side in (event.more, 1 - event.more)]
    hits, tested = ((passed[0][end], passed[1][end]) for end in (event.last, -1))
    epsilon = max(epsilon_at_least(hits, tested, delta, alpha), 0.0)
    return AuditResult(epsilon, runs, direction, hits, tested, delta, alpha, promise, (passed[0], passed[1]))


@dataclass(frozen=True)
class _Stage:
    """Runs a mechanism on both neighbours in chunks, each with a generator of its own, so that jobs change nothing."""

    mechanism: Mechanism
    pair: Sequence[Any]
    rng: np.random.Generator
    jobs: int | None
    bar: Any

    def run(self, size: int, event: Event | None) -> tuple[list[Any], list[Any]]:
        """The draws of each neighbour in chunks or, given an event, where those of each chunk lie in its order."""
        sizes = [CHUNK] * (size // CHUNK) + [size % CHUNK] * bool(size % CHUNK)
        work = [(data, part) for data in self.pair for part in sizes]
        calls = [
            (self.mechanism, data, part, rng, event)
            for (data, part), rng in zip(work, self.rng.spawn(len(work)), strict=True)
        ]
        done = []
        for (_, part), result in zip(work, self._results(calls), strict=True):
            done.append(result)
            self.bar.update(part)
        return done[: len(sizes)], done[len(sizes) :]

    def _results(self, calls: list[tuple[Any, ...]]) -> Iterator[Any]:
        """In the order of the calls; two short ones are not worth a parcel to another process."""
        if len(calls) <= 2:
            return (_one_chunk(*call) for call in calls)
        parcels = (delayed(_one_chunk)(*call) for call in calls)
        results: Iterator[Any] = Parallel(n_jobs=self.jobs, return_as="generator")(parcels)
        return results


def _one_chunk(
    mechanism: Mechanism, data: Any, size: int, rng: np.random.Generator, event: Event | None
) -> Outputs | Counts:
    draws = _table(mechanism(data, size, rng), size)
    return draws if event is None else event.counts(draws)


def _table(draws: Any, size: int) -> Outputs:
    """Outputs with one row per run."""
    table = np.asarray(draws, dtype=np.float64)
    if len(table) != size or table.ndim not in (1, 2):
        raise ValueError(f"mechanism must return one row per run, {size} of them, got shape {table.shape}")
    return table.reshape(size, -1)


def _check_levels(alpha: float, delta: float, promise: float) -> None:
    if not 0 < alpha < 1:
        raise ValueError(f"confidence must lie strictly between 0 and 1, got {1 - alpha!r}")
    if not 0 <= delta < 1:
        raise ValueError(f"delta must lie in [0, 1), got {delta!r}")
    if not promise >= 0:
        raise ValueError(f"promise must be an ε of at least 0, got {promise!r}")
