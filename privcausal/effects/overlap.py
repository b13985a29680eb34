"""Overlap weights from noisy counts: each stratum is weighted by its information about the comparison.

A stratum with N₀ people in one arm and N₁ in the other, N in all, has the weight N₀N₁/N of Mantel and Haenszel: for a
share e of treated this is N·e(1 − e), the overlap weight of Li, Morgan and Zaslavsky. The weighted risks are the sums
of U₁N₀/N and of U₀N₁/N, each over the sum of N₀N₁/N. No division by the size of an arm is needed, and a stratum whose
arm is empty has no weight. Only 1/N has to be bounded, by H(N) and by a loss of N·e(N)/4 at most in each stratum.

Claim: B-effect-overlap
"""

import math

import numpy as np

from privcausal.arrays import Floats
from privcausal.effects.standardise import (
    MOST_FACTORS,
    Arms,
    Denoiser,
    StratifiedSums,
    hidden,
    shrunk_inverse,
    steps,
    with_spread,
)


def most_lost(size: Floats, width: float) -> Floats:
    """N·e(N)/4: the most that N₀N₁/N exceeds N₀N₁·H(N) by, however N people are divided into two arms.

    Claim: B-effect-overlap

    >>> most_lost(np.array([0.0, 10.0]), 10.0).round(2).tolist()
    [0.0, 1.52]
    """
    return np.asarray(size * hidden(size, width) / 4)


def overlapping(arms: Arms) -> StratifiedSums:
    """The sums by which both arms are standardised to the people in whom they overlap ("ATO")."""
    strata, _, parts = arms.cells.shape
    outcomes = arms.parts.shape[1] - 1
    totals = arms.totals
    size = totals[:, :, 0].sum(axis=1)
    noise = _stratum_noise(arms)
    width = math.sqrt(2) * arms.width
    factors = 2 * parts * arms.merged if arms.root is None else MOST_FACTORS
    denoiser = Denoiser(noise[:1, :1], min(factors, MOST_FACTORS), steps(size, width))
    products = _Products(totals, size, noise, denoiser, width)
    influence = np.zeros((2 * outcomes + 3, strata, 2, outcomes + 1))
    values = np.zeros(len(influence))
    for arm in (0, 1):
        for j in range(1, outcomes + 1):
            products.add(arm, j, arm * outcomes + j - 1, values, influence)
    products.add(1, 0, -1, values, influence)
    lost, slope = denoiser.with_derivative(denoiser.plain, lambda n: most_lost(n, width), size)
    for place in (2 * outcomes, 2 * outcomes + 1, -1):
        values[place] += lost.sum()
        influence[place, :, :, 0] += slope[:, None]
    return with_spread(arms, values, influence)


def _stratum_noise(arms: Arms) -> Floats:
    """The covariance of the noise in a stratum's size and in the totals of its two arms: (N, N₀, U₀ …, N₁, U₁ …)."""
    if arms.root is None:
        both = np.kron(np.eye(2), arms.noise)
    else:
        first = np.kron(np.eye(2), arms.parts.T) @ arms.root[: 2 * len(arms.parts)]
        both = first @ first.T
    sums = np.zeros(len(both))
    sums[[0, len(both) // 2]] = 1.0
    wider = np.vstack([sums, np.eye(len(both))])
    return np.asarray(wider @ both @ wider.T)


class _Products:
    """Unbiased estimates of the total of one arm, times the size of the other, times H(N)."""

    def __init__(self, totals: Floats, size: Floats, noise: Floats, denoiser: Denoiser, width: float) -> None:
        self.totals, self.noise = totals, noise

        def function(n: Floats) -> Floats:
            return shrunk_inverse(n, width)

        kinds = (denoiser.plain, denoiser.slope, denoiser.curvature)
        self.orders = [denoiser.with_derivative(kind, function, size) for kind in kinds]

    def add(self, arm: int, j: int, place: int, values: Floats, influence: Floats) -> None:
        """Its sum over strata, and how that moves with the totals."""
        u, v = self.totals[:, arm, j], self.totals[:, 1 - arm, 0]
        many = self.totals.shape[2]
        first, second = 1 + arm * many + j, 1 + (1 - arm) * many
        c_u, c_v, c_uv = self.noise[0, first], self.noise[0, second], self.noise[first, second]
        (f, df), (g, dg), (h, dh) = self.orders
        values[place] += ((u * v - c_uv) * f - (c_u * v + c_v * u) * g + c_u * c_v * h).sum()
        influence[place, :, arm, j] += v * f - c_v * g
        influence[place, :, 1 - arm, 0] += u * f - c_u * g
        by_size = (u * v - c_uv) * df - (c_u * v + c_v * u) * dg + c_u * c_v * dh
        influence[place, :, :, 0] += by_size[:, None]
