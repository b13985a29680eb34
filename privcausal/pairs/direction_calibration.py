"""Confidence in a direction: the published margin, compared with the margins of simulated pairs.

A margin is the score of the losing direction minus that of the winning one. The simulated pairs say which margins
there are, and how often the smaller score is the cause's; the noise is known. Bayes' rule gives the rest, from public
numbers and the published margin, at no further privacy cost. `privcausal.experiments.direction` simulates the pairs.
"""

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import logsumexp

from privcausal.arrays import Floats
from privcausal.pairs.ridge import GaussianKernel

FILE = Path(__file__).parents[1] / "data" / "direction_margins.json"

KERNEL = GaussianKernel(0.5)
"""The width of the regressions for which margins were simulated."""

RECORDS = (250, 500, 1_000, 2_000, 5_000, 16_000)
"""Numbers of records for which margins were simulated; more records are judged by the next smaller number."""

PENALTIES = (0.001, 0.01, 0.05, 0.2, 1.0)
"""Values of λ for which margins were simulated."""

SURE = 0.95
"""A direction is named if it is at least that likely to be right on pairs like the simulated ones."""

SPREAD = 0.2
"""Another pair's margin can differ from a simulated one by about that share: least loss on the development pairs."""

RESOLUTION = 0.05
"""Margins that differ by less than this share of the median one are not distinguished."""

FEW = 0.3
"""That many pairs that were not simulated are assumed on either side of every margin."""

PAIRS = 500
"""The number of simulated pairs; quantiles of their margins are stored."""

SIMULATED = (
    f"{RECORDS[0]} records on, with a penalty from {PENALTIES[0] / 2:g} to {2 * PENALTIES[-1]:g} and kernels of width "
    f"{KERNEL.width:g}"
)
"""For which public numbers margins were simulated."""

WORTHWHILE = 0.01
"""The question is refused if fewer of the simulated pairs would get a direction."""

GRID = 400
"""The margins at which naming is decided beforehand."""


@dataclass(frozen=True)
class Margins:
    """The exact margins of simulated pairs: positive where the smaller score is the cause's.

    >>> alike = Margins(np.array([0.1, 0.2, 0.3, -0.1]))
    >>> round(alike.right(0.3, noise=0.01), 2), round(alike.right(0.3, noise=10.0), 2)
    (0.96, 0.5)
    """

    exact: Floats

    def right(self, margin: float, noise: float) -> float:
        """Return how likely the direction with the smaller published score is right."""
        return float(self._odds(np.array([margin]), noise, self.exact)[0])

    def reversed(self, margin: float, noise: float) -> float:
        """Return how likely the noise has reversed the order of the scores."""
        if not noise:
            return 0.0
        return 1 - float(self._odds(np.array([margin]), noise, np.abs(self.exact), few=1e-9)[0])

    def least(self, noise: float) -> float | None:
        """Return the smallest margin at which a direction is named; None if there is none."""
        margins = self._grid(noise)
        named = margins[self._odds(margins, noise, self.exact) >= SURE]
        return float(named[0]) if len(named) else None

    def named(self, noise: float) -> float:
        """Return the share of the simulated pairs that would get a direction with this noise."""
        margins = self._grid(noise)
        apart = np.diff(margins, prepend=0.0)
        named = self._odds(margins, noise, self.exact) >= SURE
        width = self._width(noise, self.exact)
        density = np.exp(difference(margins[:, None] - self.exact, width)) + np.exp(
            difference(margins[:, None] + self.exact, width)
        )
        return float(min(1.0, (density.mean(axis=1) * apart * named).sum()))

    def _odds(self, margins: Floats, noise: float, exact: Floats, few: float = FEW) -> Floats:
        """Return the probability of the orientation that was published, both being as likely beforehand.

        Each orientation counts as many simulated pairs as lie near the margin, and a few more that nobody has seen.
        """
        width, here = self._width(noise, exact), self._width(noise, margins)
        counts = [
            np.exp(logsumexp(difference(margins[:, None] - sign * exact, width), axis=1) + np.log(4 * here))
            for sign in (1, -1)
        ]
        as_published, turned = (few + PAIRS / len(exact) * count for count in counts)
        result: Floats = as_published / (as_published + turned)
        return result

    def _width(self, noise: float, margins: Floats) -> Floats:
        """Return how far the margin of a pair can lie from a simulated one."""
        return noise + SPREAD * np.abs(margins) + RESOLUTION * self._middle

    @property
    def _middle(self) -> float:
        return max(float(np.median(np.abs(self.exact))), 1e-9)

    def _grid(self, noise: float) -> Floats:
        """Return margins from far below the usual ones to as far as noise and pairs reach."""
        start = RESOLUTION * self._middle
        return np.geomspace(start / 10, float(np.abs(self.exact).max()) + 20 * (noise + start), GRID)


def difference(value: Floats, scale: Floats) -> Floats:
    """Return the logarithm of the density of the difference of two Laplace variables of this scale.

    >>> round(float(np.exp(difference(np.array([0.0]), np.array([2.0])))[0]), 4)
    0.125
    """
    far = np.abs(value) / scale
    result: Floats = np.log1p(far) - far - np.log(4 * scale)
    return result


def margins_of(score: str, records: int, penalty: float, kernel: GaussianKernel) -> Margins | None:
    """Return the simulated margins nearest to these public numbers; None if none were simulated near them.

    >>> margins_of("hsic", 100, 0.05, KERNEL) is None, margins_of("hsic", 3_000, 0.05, KERNEL) is None
    (True, False)
    """
    fits = PENALTIES[0] / 2 <= penalty <= 2 * PENALTIES[-1] and kernel == KERNEL and records >= RECORDS[0]
    if not fits or score not in stored():
        return None
    return Margins(np.array(stored()[score][nearest(records, penalty)]))


def nearest(records: float, penalty: float) -> str:
    """Return the name of the simulation for no more records, and for the nearest λ.

    >>> nearest(3_000, 0.06)
    '2000 0.05'
    """
    below = max(n for n in RECORDS if n <= records)
    return f"{below} {min(PENALTIES, key=lambda one: abs(math.log(one / penalty))):g}"


@cache
def stored() -> dict[str, Any]:
    """Return the margins by score, number of records and λ."""
    margins: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))["margins"]
    return margins
