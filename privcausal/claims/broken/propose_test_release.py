"""Specimens that ask first and release wrongly: the IQR algorithm as printed, and a distance that moves too far."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.stats import laplace


@dataclass(frozen=True)
class PrintedIqr:
    """Propose-test-release for the log-IQR as printed in the appendix of Kusner et al. (2016), two slips included.

    Breaks K-ptr: the threshold is 1 + ln(1/δ) instead of 1 + ln(1/δ)/ε, and the second interval is centred on the
    lower end of the first instead of containing the IQR. Either slip can be repaired alone.
    """

    epsilon: float
    delta: float
    right_threshold: bool = False
    right_interval: bool = False

    @property
    def threshold(self) -> float:
        """What a noisy distance must exceed."""
        return 1 + math.log(1 / self.delta) / (self.epsilon if self.right_threshold else 1)

    def intervals(self, width: float) -> list[tuple[float, float]]:
        """B₁ and B₂."""
        k = math.floor(math.log(width))
        shift = math.floor(math.log(width) - k + 0.5) - 0.5 if self.right_interval else -0.5
        return [(math.exp(k + s), math.exp(k + 1 + s)) for s in (0.0, shift)]

    def distances(self, x: ArrayLike) -> list[int]:
        """A₁ and A₂: how many records to change before the IQR lies outside; 0 if it does already."""
        ordered = np.sort(np.asarray(x, dtype=float))
        lower, upper = math.ceil(len(ordered) / 4) - 1, math.ceil(3 * len(ordered) / 4) - 1
        width = float(ordered[upper] - ordered[lower])
        return [_changes(ordered, lower, upper, *interval) for interval in self.intervals(width)]

    def law(self, x: ArrayLike) -> tuple[float, float]:
        """The exact probability of ⊥, and the log-IQR around which everything else is spread."""
        failing = laplace.cdf(self.threshold, loc=self.distances(x), scale=1 / self.epsilon)
        return float(np.prod(failing)), _log_iqr(x)

    def sample(self, x: ArrayLike, size: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Independent runs, ⊥ as +inf."""
        noisy = self.distances(x) + rng.laplace(scale=1 / self.epsilon, size=(size, 2))
        answers = _log_iqr(x) + rng.laplace(scale=1 / self.epsilon, size=size)
        return np.where((noisy > self.threshold).any(axis=1), answers, np.inf)


@dataclass(frozen=True)
class JumpyGap:
    """Release an order of numbers exactly, judging its distance to a change by the gap over ρ instead of over 2ρ.

    Breaks B-gap: two numbers can move towards each other, so this distance moves by 2 between neighbours.
    """

    epsilon: float
    delta: float

    def sample(self, order: float, gap: float, size: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Independent runs for a gap measured in units of ρ, ⊥ as +inf."""
        noisy = gap + rng.laplace(scale=1 / self.epsilon, size=size)
        return np.where(noisy > 1 + math.log(1 / (2 * self.delta)) / self.epsilon, order, np.inf)


def _log_iqr(x: ArrayLike) -> float:
    ordered = np.sort(np.asarray(x, dtype=float))
    lower, upper = math.ceil(len(ordered) / 4) - 1, math.ceil(3 * len(ordered) / 4) - 1
    return math.log(ordered[upper] - ordered[lower])


def _changes(x: NDArray[np.float64], lower: int, upper: int, low: float, high: float) -> int:
    """Try 0, 1, 2, … changes, split in every way between the two ends."""
    changes = 0
    while True:
        for below in range(changes + 1):
            start, end = lower - below, upper + changes - below
            if start < 0 or end >= len(x) or x[end] - x[start] >= high:
                return changes
            start, end = lower + below, upper - changes + below
            if start >= end or x[end] - x[start] < low:
                return changes
        changes += 1
