"""Audits: catch a mechanism that is less private than it says, from samples alone.

Some of the samples choose an event, the others bound its probability on both neighbours (Clopper–Pearson). A
mechanism that satisfies its claim is accused with probability at most `alpha`, regardless of the event chosen.
Finding nothing does not make a mechanism private: every result knows how much it could have noticed.

Outputs can be of any kind and count byte by byte, so that NumPy's noise in floats is accused for its last digits; what
a mechanism would be with real numbers is audited with `ideal=True`.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from privcausal.arguments import check_arguments, number
from privcausal.privacy.price import Relation
from privcausal.verify.claim import Claim, Effort, Mutant
from privcausal.verify.evidence import Finding, Kind, Outcome, Parameters
from privcausal.verify.statistics.audit_result import AuditResult, caution, epsilon_at_least
from privcausal.verify.statistics.events import Event, learn_event
from privcausal.verify.statistics.intervals import Counts
from privcausal.verify.statistics.outputs import Reader, read_all, rows_of

Outputs = NDArray[np.float64]
"""Draws of a mechanism that releases numbers: one row per run, one column per number."""

Mechanism = Callable[[Any, int, np.random.Generator], Any]
"""mechanism(data, size, rng): `size` independent runs on the same data, a row or an entry of a list for each, of any
kind. Among numbers a refusal ⊥ is encoded as +inf."""

LEARN = 250_000
"""At most this many runs on each neighbour choose the event; all others test it."""

CHUNK = 50_000
"""Runs handled at a time: the work of one job, which has to fit in memory."""


@dataclass(frozen=True)
class Exhibit:
    """A mechanism for the gallery of chapter 17: one that satisfies its claim, or a specimen that does not."""

    name: str
    what: str
    claim: str
    """The id of the claim that it obeys, or breaks."""
    honest: bool
    sample: Callable[[int, int, np.random.Generator], Outputs]
    """sample(neighbour, size, rng): outputs on neighbour 0 or 1; a refusal ⊥ is encoded as +inf."""
    epsilon: float = 1.0
    """The claim: this ε, this δ, for these neighbours."""
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
    ideal: bool = True
    """Claims are about real numbers; what floats add to them is a matter of the noise that is used."""
    kind: Kind = Kind.AUDIT

    def run(self, claim: Claim, effort: Effort, rng: np.random.Generator) -> Iterator[Finding]:
        """One finding per world, which share alpha; an audit can accuse or stay silent, never acquit."""
        for parameters in self.worlds:

            def mechanism(
                side: int, size: int, rng: np.random.Generator, at: Parameters = parameters
            ) -> Outputs:
                return self.sample(side, size, rng, **at)

            confidence = 1 - self.alpha / len(self.worlds)
            claimed = max(float(min((limit for _, limit in claim.limits(parameters)), default=0)), 0.0)
            options: dict[str, Any] = {
                "delta": self.delta,
                "claimed_epsilon": claimed,
                "ideal": self.ideal,
                "rng": rng,
            }
            result = audit(mechanism, (0, 1), effort.draws, confidence, **options)
            smallest = float(f"{result.smallest:.3g}")
            witness = {"direction": result.direction, "alpha": self.alpha, "would see": smallest}
            for finding in claim.against(result.epsilon, parameters, cases=result.runs, witness=witness):
                accused = finding.outcome is Outcome.VIOLATED
                yield replace(finding, outcome=Outcome.VIOLATED if accused else Outcome.WITHIN)


@check_arguments
def audit(
    mechanism: Mechanism,
    pair: Sequence[Any],
    n: int,
    confidence: float = 0.999,
    *,
    delta: float = 0.0,
    claimed_epsilon: float = 0.0,
    ideal: bool = False,
    rng: np.random.Generator,
    jobs: int | None = None,
    progress: bool = False,
) -> AuditResult:
    """The largest ε that `n` runs on each of two neighbours contradict, with this confidence.

    `claimed_epsilon` is the ε on the label: what the result is compared with in words and in its plot, no more.
    `jobs` goes to joblib; left out, a surrounding `joblib.parallel_config` decides, which can name a cluster.
    The result does not depend on it, unless outputs differ between processes, as the order of a set of words does.

    Outputs are compared byte by byte: numbers with all their bits, texts, bytes, None, errors that are returned, and
    the contents of lists, tuples, arrays and dictionaries, with their types and the order of keys. With `ideal`, floats
    represent real numbers. Exceptions, running times and effects across several runs stay unseen; which events
    are looked at, how likely and how informative they must be, and what else stays unseen, `result.limits` says.

    >>> def noisy(value, size, rng):
    ...     return rng.laplace(value, 1.0, size)
    >>> 0.9 < audit(noisy, (0, 1), 200_000, ideal=True, rng=np.random.default_rng(0)).epsilon < 1
    True
    >>> audit(noisy, (0, 1), 200_000, rng=np.random.default_rng(0)).epsilon > 1  # the last digits reveal more
    True
    """
    alpha = 1 - confidence
    if len(pair) != 2:
        raise ValueError("pair must hold two neighbouring data sets, and no more")
    if not (n >= 4 and n == int(n)):
        raise ValueError(f"n must be a whole number of runs on each neighbour, at least 4, got {number(n)}")
    n = int(n)
    _check_levels(alpha, delta, claimed_epsilon)
    learning = min(n // 2, LEARN)
    with tqdm(total=2 * n, unit="run", unit_scale=True, disable=not progress) as bar:
        stage = _Stage(mechanism, pair, rng, jobs, bar)
        reader, first, second = read_all(*stage.run(learning, None), ideal)
        event = learn_event(first, second, delta, caution(alpha))
        counts = [np.sum(parts, axis=0) for parts in stage.run(n - learning, (reader, event))]
    return _result(event, counts, 2 * n, ideal, delta, alpha, claimed_epsilon)


def audit_samples(
    first: Any,
    second: Any,
    delta: float = 0.0,
    alpha: float = 1e-3,
    claimed_epsilon: float = 0.0,
    *,
    ideal: bool = False,
) -> AuditResult:
    """Audit stored samples in the same way: the first half of each learns the event, the second half tests it.

    >>> rng = np.random.default_rng(0)
    >>> quiet, loud = (rng.laplace(centre, 1.0, size=(20_000, 1)) for centre in (0, 1))
    >>> 0.8 < audit_samples(quiet, loud, ideal=True).epsilon < 1
    True
    """
    _check_levels(alpha, delta, claimed_epsilon)
    if min(len(first), len(second)) < 4:
        raise ValueError("first and second must hold at least 4 draws each")
    pair = read_all([first], [second], ideal)[1:]
    one, other = (draws.part(slice(0, len(draws) // 2)) for draws in pair)
    event = learn_event(one, other, delta, caution(alpha))
    counts = [event.counts(draws.part(slice(len(draws) // 2, None))) for draws in pair]
    return _result(event, counts, sum(map(len, pair)), ideal, delta, alpha, claimed_epsilon)


def _result(
    event: Event,
    counts: Sequence[Counts],
    runs: int,
    ideal: bool,
    delta: float,
    alpha: float,
    claimed_epsilon: float,
) -> AuditResult:
    """From the draws of the test at each place in the event's order, first data set and second."""
    direction = ("first over second", "second over first")[event.more]
    passed = [tuple(np.cumsum(counts[side]).tolist()) for side in (event.more, 1 - event.more)]
    hits, tested = ((passed[0][end], passed[1][end]) for end in (event.last, -1))
    epsilon = max(epsilon_at_least(hits, tested, delta, alpha), 0.0)
    levels, nested = (delta, alpha, claimed_epsilon), (passed[0], passed[1])
    seen = tuple(map(str, event.lenses))
    return AuditResult(epsilon, runs, direction, hits, tested, *levels, nested, ideal, seen)


Look = tuple[Reader, Event]
"""The reader of the outputs that was learned, and the event."""


@dataclass(frozen=True)
class _Stage:
    """Runs a mechanism on both neighbours in chunks, each with a generator of its own, so that jobs change nothing."""

    mechanism: Mechanism
    pair: Sequence[Any]
    rng: np.random.Generator
    jobs: int | None
    bar: Any

    def run(self, size: int, look: Look | None) -> tuple[list[Any], list[Any]]:
        """The draws of each neighbour in chunks or, given a look, where those of each chunk lie in its order."""
        sizes = [CHUNK] * (size // CHUNK) + [size % CHUNK] * bool(size % CHUNK)
        rngs = self.rng.spawn(2 * len(sizes))
        calls = [
            (self.mechanism, self.pair, part, pair, look)
            for part, *pair in zip(sizes, rngs[: len(sizes)], rngs[len(sizes) :], strict=True)
        ]
        done = []
        for part, result in zip(sizes, self._results(calls), strict=True):
            done.append(result)
            self.bar.update(2 * part)
        first, second = map(list, zip(*done, strict=True))
        return first, second

    def _results(self, calls: list[tuple[Any, ...]]) -> Iterator[Any]:
        """In the order of the calls; a single one is not worth a parcel to another process."""
        unasked = (
            self.jobs is None and "joblib" not in sys.modules
        )  # then no configuration of it surrounds this
        if unasked or len(calls) == 1:
            return (_one_chunk(*call) for call in calls)
        from joblib import Parallel, delayed  # of the extra `verify`

        parcels = (delayed(_one_chunk)(*call) for call in calls)
        results: Iterator[Any] = Parallel(n_jobs=self.jobs, return_as="generator")(parcels)
        return results


def _one_chunk(
    mechanism: Mechanism, pair: Sequence[Any], size: int, rngs: list[np.random.Generator], look: Look | None
) -> list[Any]:
    """The runs of both neighbours, in one process: in which order it has a set of words must not tell them apart."""
    results: list[Any] = []
    for data, rng in zip(pair, rngs, strict=True):
        outputs = mechanism(data, size, rng)
        results.append(
            rows_of(outputs, size) if look is None else look[1].counts(look[0].read(outputs, size))
        )
    return results


def _check_levels(alpha: float, delta: float, claimed_epsilon: float) -> None:
    if not 0 < alpha < 1:
        raise ValueError(f"confidence must lie strictly between 0 and 1, got {number(1 - alpha)}")
    if not 0 <= delta < 1:
        raise ValueError(f"delta must lie in [0, 1), got {number(delta)}")
    if not claimed_epsilon >= 0:
        raise ValueError(f"claimed_epsilon must be at least 0, got {number(claimed_epsilon)}")
