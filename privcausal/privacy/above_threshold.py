"""AboveThreshold: many yes-or-no questions, and only the first "yes" is paid for.

The threshold gets noise once, each query gets fresh noise, and the first query that looks above ends the run.
The output is its place in the stream, or that there was none.
"""

import itertools
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from privcausal.arrays import Floats
from privcausal.privacy.charges import announcing, computed_outside
from privcausal.privacy.draws import Size, add_exponential, add_laplace
from privcausal.privacy.noise import HARDLY_ANY, grid_step
from privcausal.privacy.price import Price, Relation, Release, check_fraction, check_positive, settle_numbers


class Noise(Enum):
    """The shape of the noise; its scale is the mechanism's business."""

    LAPLACE = "Laplace"
    EXPONENTIAL = "one-sided exponential"
    """Never negative: as private here as Laplace noise of the same scale, at half its variance (B-svt-noise)."""

    @property
    def law(self) -> Any:
        """The distribution at scale 1."""
        from scipy import stats  # slow to load, and only the analysis of a sieve needs it

        return {Noise.LAPLACE: stats.laplace, Noise.EXPONENTIAL: stats.expon}[self]

    @property
    def mean(self) -> float:
        """Its mean at scale 1: subtracted, so that no noise pushes answers to one side on average."""
        return {Noise.LAPLACE: 0.0, Noise.EXPONENTIAL: 1.0}[self]

    @property
    def add(self) -> Callable[..., Any]:
        """Adds centred noise to a value."""
        return {Noise.LAPLACE: add_laplace, Noise.EXPONENTIAL: add_exponential}[self]


@dataclass(frozen=True)
class AboveThreshold:
    """Report the first query that looks above the threshold: (ε, 0)-private, however many queries there are.

    `share` is the part of ε that hides the threshold; at one half and with Laplace noise this is the textbook's
    mechanism, with scales 2Δ/ε and 4Δ/ε. `best_share` makes the two noises together as quiet as possible.

    Claim: P-svt, B-svt-noise

    >>> sieve = AboveThreshold(10.0, sensitivity=1.0, epsilon=2.0, relation=Relation.SUBSTITUTION)
    >>> sieve.threshold_scale, sieve.query_scale
    (1.0, 2.0)
    >>> print(sieve.release([0, 1, 0, 30, 2], np.random.default_rng(0)))
    3 (ε = 2, substitution)
    """

    threshold: float
    sensitivity: float
    epsilon: float
    relation: Relation
    noise: Noise = Noise.LAPLACE
    share: float = 0.5

    def __post_init__(self) -> None:
        settle_numbers(self, "threshold", "sensitivity", "epsilon", "share")
        check_positive(sensitivity=self.sensitivity, epsilon=self.epsilon)
        check_fraction(share=self.share)
        if not math.isfinite(self.threshold):
            raise ValueError(f"threshold must be a finite number, got {self.threshold!r}")

    @property
    def threshold_scale(self) -> float:
        """Hides a move of the threshold by Δ."""
        return self.sensitivity / (self.share * self.epsilon)

    @property
    def query_scale(self) -> float:
        """Hides a move by 2Δ: the query's own, and the threshold's, which moved out of the others' way."""
        return 2 * self.sensitivity / ((1 - self.share) * self.epsilon)

    @property
    def step(self) -> float:
        """One grid for threshold and queries: on it a move by Δ is a move by Δ/g + 1 steps, and noise hides steps."""
        smallest = min(self.sensitivity, self.threshold_scale, self.query_scale)
        return grid_step(max(smallest, self.sensitivity * HARDLY_ANY))

    @property
    def price(self) -> Price:
        """The price of one run, however long it is."""
        return Price.pure(self.epsilon, self.relation)

    def noisy_bar(self, rng: np.random.Generator, size: Size = None) -> Any:
        """The threshold with its noise."""
        return self.noise.add(self.threshold, self.threshold_scale, self.sensitivity, rng, size, self.step)

    def look(self, value: ArrayLike, rng: np.random.Generator, size: Size = None) -> Any:
        """A query's value with its noise, twice as wide as a move by Δ needs."""
        return self.noise.add(value, self.query_scale, self.sensitivity, rng, size, self.step)

    @announcing
    def release(self, values: Iterable[float], rng: np.random.Generator) -> Release:
        """The place of the first query that looks above, or None; later queries are not even computed."""
        bar = self.noisy_bar(rng)
        for place, value in enumerate(computed_outside(values)):
            if not math.isfinite(value):
                raise ValueError(f"values must be finite, got NaN or infinity as query {place}")
            if self.look(value, rng) >= bar:
                return Release(place, self.price)
        return Release(None, self.price)

    def sample(self, values: ArrayLike, size: int, rng: np.random.Generator) -> Floats:
        """What `size` runs would report, None as +inf: for audits and simulations, not for release.

        `values` is one stream for all runs, or one row for each run.
        """
        streams = np.atleast_2d(_finite(values))
        bars = self.noisy_bar(rng, size)
        first = np.full(size, np.inf)
        for place in range(streams.shape[1]):
            open_runs = np.isinf(first)
            looks = self.look(streams[:, place], rng, size)
            first[open_runs & (looks >= bars)] = place
        return first

    def probabilities(self, values: ArrayLike) -> Floats:
        """The exact chance of each place and, last, of None: integrated over the threshold's noise.

        >>> even = AboveThreshold(0.0, 1.0, 1.0, Relation.SUBSTITUTION)
        >>> even.probabilities([0.0]).round(12).tolist()
        [0.5, 0.5]
        """
        stream = _finite(values)
        places = len(stream)
        answers = np.tri(places + 1, places, -1, dtype=int)
        # Row k: "no" before place k (1 below the diagonal), "yes" at k, and whatever comes later is not asked.
        patterns = np.where(answers == 1, 0, np.where(np.eye(places + 1, places) == 1, 1, -1))
        offset = self.noise.mean * (self.query_scale - self.threshold_scale)
        gaps = stream - self.threshold - offset
        return pattern_probabilities(patterns, gaps, self.threshold_scale, self.query_scale, self.noise)


def best_share() -> float:
    """The split of ε that minimises the variance of the two noises together: 1 part in 1 + 2^(2/3).

    >>> round(best_share(), 4)
    0.3865
    """
    return 1 / (1 + 4 ** (1 / 3))


def pattern_probabilities(
    patterns: ArrayLike, gaps: ArrayLike, threshold_scale: float, query_scale: float, noise: Noise
) -> Floats:
    """The chance of each pattern of answers (1 yes, 0 no, −1 not asked) to one noisy threshold.

    `gaps` says how far each query lies above the threshold, before any (uncentred) noise. Given the threshold's
    noise the answers are independent, so a chance is one integral of a product. Between its corners the integrand
    is smooth, and Gauss-Legendre panels give it to about 13 digits, however small it is.
    """
    answers, distance = np.atleast_2d(np.asarray(patterns)), np.asarray(gaps, dtype=float)
    points, weights = _quadrature(distance, threshold_scale, query_scale, noise)
    needed = (points - distance[:, None]) / query_scale
    yes, no = noise.law.sf(needed), noise.law.cdf(needed)
    chances = []
    for row in answers:
        factors = np.where((row == 1)[:, None], yes, np.where((row == 0)[:, None], no, 1.0))
        chances.append(float(weights @ factors.prod(axis=0)))
    return np.array(chances)


NODES, SHARES = np.polynomial.legendre.leggauss(16)
SPAN = 45.0
"""How many scales of noise are integrated beyond the outermost corner; the rest weighs less than 1e-19."""


def _quadrature(
    gaps: Floats, threshold_scale: float, query_scale: float, noise: Noise
) -> tuple[Floats, Floats]:
    """Places of the threshold's noise, and their weights times its density."""
    wide, narrow = max(threshold_scale, query_scale), min(threshold_scale, query_scale)
    start = 0.0 if noise is Noise.EXPONENTIAL else float(min(0.0, gaps.min(initial=0.0))) - SPAN * wide
    stop = float(max(0.0, gaps.max(initial=0.0))) + SPAN * wide
    corners = np.unique([start, *np.clip([0.0, *gaps], start, stop), stop])
    pieces = [
        np.linspace(left, right, 2 + int((right - left) / (2 * narrow)))
        for left, right in itertools.pairwise(corners)
    ]
    left = np.concatenate([piece[:-1] for piece in pieces])
    half = np.concatenate([np.diff(piece) for piece in pieces]) / 2
    points = ((left + half)[:, None] + half[:, None] * NODES).ravel()
    density = noise.law.pdf(points / threshold_scale) / threshold_scale
    return points, (half[:, None] * SHARES).ravel() * density


def _finite(values: ArrayLike) -> Floats:
    stream = np.asarray(values, dtype=float)
    if stream.ndim not in (1, 2) or stream.shape[-1] == 0:
        raise ValueError(f"values must be at least one query, got an array of shape {stream.shape}")
    if not np.isfinite(stream).all():
        raise ValueError("values must be finite, got NaN or infinity among them")
    return stream
