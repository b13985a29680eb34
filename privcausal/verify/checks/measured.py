"""Measurements: a statement about a stored experiment, judged by where the confidence band of a number lies.

A theorem speaks about all data, a table of results about the data that were drawn. The band must therefore lie on the
claim's side as a whole to confirm it, and on the other side as a whole to refute it. Anything else is undecided.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from privcausal.verify import fingerprint
from privcausal.verify.claim import Claim, Effort, Mutant, informed
from privcausal.verify.evidence import Finding, Kind, Number, Outcome, Parameters, Sense, compare

if TYPE_CHECKING:
    import pandas as pd

RESAMPLES = 10_000
"""How often the bootstrap draws all units again."""

BEYOND = 2.5
"""As many resamples have to lie beyond an end of a band; with about two, normal means already miss twice too often."""


@dataclass(frozen=True)
class Estimate:
    """A number read off a table, and the confidence band around it."""

    value: float
    low: float
    high: float
    units: int
    """How many independent things it rests on: pairs, networks, repetitions."""

    def __post_init__(self) -> None:
        if not (self.low <= self.value <= self.high and math.isfinite(self.value)):
            raise ValueError(f"an estimate must be finite and lie within its band, got {self}")

    def __neg__(self) -> "Estimate":
        """Return the estimate of the same number with the other sign."""
        return Estimate(-self.value, -self.high, -self.low, self.units)


def negated(measure: Callable[..., Estimate]) -> Callable[..., Estimate]:
    """Return the measure with the other sign, in which the two compared quantities are exchanged."""
    return lambda *table, **world: -measure(*table, **world)


@dataclass(frozen=True)
class Measured:
    """Read a stored table, measure something, and compare its confidence band with every stated bound.

    The worlds share `alpha`. The claim's hash covers `digest`, so a changed table makes its row stale.
    """

    name: str
    worlds: tuple[Parameters, ...]
    table: "Callable[[], pd.DataFrame]"
    """Loads the stored table; a ValueError says that it is missing or that its code was edited."""
    digest: str
    """What `digest_of` says about the stored file."""
    measure: Callable[..., Estimate]
    """measure(table, alpha, rng, **parameters), with the claim first if it needs it"""
    mutants: tuple[Mutant, ...]
    alpha: float = 0.01
    kind: Kind = Kind.EXPERIMENT

    def run(self, claim: Claim, effort: Effort, rng: np.random.Generator) -> Iterator[Finding]:
        """One finding per world and bound. The experiment is not repeated here: only its table is read."""
        table = self.table()
        level = self.alpha / len(self.worlds)
        for parameters in self.worlds:
            estimate = informed(self.measure, claim)(table, level, rng, **parameters)
            band = {"low": _short(estimate.low), "high": _short(estimate.high), "confidence": 1 - self.alpha}
            for target, limit in claim.limits(parameters):
                outcome = place(estimate, limit, claim.sense)
                yield Finding(target, outcome, parameters, estimate.value, limit, estimate.units, band)


def place(estimate: Estimate, bound: Number, sense: Sense = Sense.AT_MOST) -> Outcome:
    """On which side of the bound does the whole band lie?

    >>> [place(Estimate(0.5, 0.4, 0.6, 10), bound).value for bound in (0.3, 0.5, 0.6)]
    ['violated', 'undecided', 'confirmed']
    """
    broken = [compare(end, bound, sense) is Outcome.VIOLATED for end in (estimate.low, estimate.high)]
    return Outcome.VIOLATED if all(broken) else Outcome.UNDECIDED if any(broken) else Outcome.CONFIRMED


def digest_of(path: Path) -> str:
    """A short hash of a file's content, whatever its line ends; a missing file has one too.

    >>> digest_of(Path("no such file"))
    'missing'
    """
    return fingerprint.digest(path.read_text(encoding="utf-8")) if path.exists() else "missing"


# --- bands ------------------------------------------------------------------------------------------------------


def exact(value: float, units: int) -> Estimate:
    """A fact about the table itself, which no other draw of the data could change."""
    return Estimate(float(value), float(value), float(value), units)


def share(hits: int, trials: int, alpha: float) -> Estimate:
    """A share of independent trials, with the exact band of Clopper and Pearson.

    >>> estimate = share(8, 10, 0.05)
    >>> round(estimate.low, 3), round(estimate.high, 3)
    (0.444, 0.975)
    """
    from scipy.stats import binomtest

    band = binomtest(hits, trials).proportion_ci(confidence_level=1 - alpha, method="exact")
    return Estimate(hits / trials, float(band.low), float(band.high), trials)


def mean(
    values: ArrayLike,
    alpha: float,
    rng: np.random.Generator,
    *,
    weights: ArrayLike | None = None,
    groups: ArrayLike | None = None,
) -> Estimate:
    """A weighted mean with a bootstrap band: whole groups are drawn again, since their members resemble each other.

    The band reaches as far beyond the plain percentiles as Student's t reaches beyond the normal distribution, for
    as many groups as the weights make count; a dozen groups need that. No resample lies beyond the lowest and the
    highest group, so with few groups percentiles cannot support a small error: seven normal means of which all have
    one sign, once in 64 times, would be called different at any error. Where fewer than `BEYOND` resamples would lie
    beyond an end, the band is therefore Student's interval over the groups. Very skewed values get too narrow a band
    anyway, and values that are all equal get none: use `share` for hits and misses.

    >>> estimate = mean([0.0, 1.0, 1.0, 0.0, 1.0, 1.0], 0.05, np.random.default_rng(0))
    >>> round(estimate.value, 3), estimate.low < 0.3, estimate.high
    (0.667, True, 1.0)
    """
    column = np.asarray(values, dtype=float)
    heavy = np.ones(len(column)) if weights is None else np.asarray(weights, dtype=float)
    labels = np.arange(len(column)) if groups is None else np.asarray(groups)
    if not (len(column) == len(heavy) == len(labels) and np.isfinite(column).all() and (heavy > 0).all()):
        raise ValueError(
            "values must be finite, and weights positive, with one weight and group for each value"
        )
    names, where = np.unique(labels, return_inverse=True)
    weight = np.bincount(where, weights=heavy).astype(float)
    total = np.bincount(where, weights=heavy * column)
    value = float(total.sum() / weight.sum())
    if len(names) < 2:
        raise ValueError(f"a band needs at least two groups, got {len(names)}")
    count = max(weight.sum() ** 2 / (weight**2).sum(), 1.5)  # how many equal groups would count as much
    reach, tail = _tail(count, alpha)
    if tail * RESAMPLES < BEYOND:
        spread = (
            math.sqrt(np.square(total - value * weight).sum() * len(names) / (len(names) - 1)) / weight.sum()
        )
        return Estimate(value, value - reach * spread, value + reach * spread, len(names))
    drawn = rng.integers(len(names), size=(RESAMPLES, len(names)))
    means = total[drawn].sum(axis=1) / weight[drawn].sum(axis=1)
    low, high = np.quantile(means, [tail, 1 - tail])
    return Estimate(value, min(float(low), value), max(float(high), value), len(names))


def _tail(count: float, alpha: float) -> tuple[float, float]:
    """Student's quantile, and the percentile to read off, so that few groups get a band as wide as they deserve."""
    from scipy.stats import norm
    from scipy.stats import t as student

    reach = float(student.isf(alpha / 2, count - 1))
    return reach, float(norm.sf(reach * math.sqrt(count / (count - 1))))


def _short(number: float) -> float:
    return float(f"{number:.6g}")
