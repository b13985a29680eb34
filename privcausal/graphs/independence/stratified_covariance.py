"""A test of all contrasts of two columns within strata: the values of a column are not taken to be in order."""

import math
from collections.abc import Sequence

import numpy as np
from scipy.linalg import helmert
from scipy.special import chdtri, ndtr

from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.margins import MarginTest


def covariance_margin(
    tables: Tables,
    x: int,
    y: int,
    conditioning_set: Sequence[int] = (),
    *,
    threshold: float,
    least: float = 0.1,
) -> float:
    """How far the covariance of all contrasts, summed over the strata, lies above what its own null allows.

    It is ‖Σ (u − ū)(v − v̄)ᵀ‖/√n, the means taken in each stratum. Under independence its square has the mean
    A = Σ (n_k/n)(1 − Σp²)(1 − Σq²), p and q the shares of the values in stratum k, and it is compared with A times what
    χ² exceeds at the level of so many deviations, for each degree of freedom.

    >>> tables = Tables(np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], [30, 10, 10, 30], axis=0), (2, 2))
    >>> round(covariance_margin(tables, 0, 1, threshold=2.576), 3)
    0.948
    """
    counts = tables.counts(x, y, conditioning_set).astype(float)
    rows, columns, sizes = counts.sum(axis=2), counts.sum(axis=1), counts.sum(axis=(1, 2))
    filled = np.maximum(sizes, 1)
    expected = np.einsum("sa,sb->ab", rows / filled[:, None], columns)
    u, v = helmert(counts.shape[1]).T, helmert(counts.shape[2]).T
    covariance = u.T @ (counts.sum(axis=0) - expected) @ v
    loose = (1 - ((rows / filled[:, None]) ** 2).sum(axis=1)) * (
        1 - ((columns / filled[:, None]) ** 2).sum(axis=1)
    )
    spread = math.sqrt(float((sizes * loose).sum()) / tables.size)
    allowed = critical_value(max(covariance.size, 1), threshold)
    return float(np.linalg.norm(covariance)) / math.sqrt(tables.size) - allowed * max(spread, least)


def critical_value(freedom: int, threshold: float) -> float:
    """The root of what χ² exceeds with the probability of so many deviations of a normal number, per degree.

    >>> round(critical_value(1, 2.576), 3), round(critical_value(4, 2.576), 3)
    (2.576, 1.822)
    """
    return math.sqrt(float(chdtri(freedom, 2 * ndtr(-threshold))) / freedom)


def covariance_margin_sensitivity(records: int, *, threshold: float, least: float = 0.1) -> float:
    """Return how far replacing one of n records moves `covariance_margin`: less than 4/√n + 5·threshold/(2·least·n).

    A record that leaves a stratum of m takes (1 − 1/m)(u − ū)(v − v̄)ᵀ with it, the means being those of the others;
    two contrasts are at most √2 apart. It therefore moves the sum by less than 2, and so does one that enters. It moves
    n·A by less than 4 one way and by 1 the other, and the largest critical value is that of one degree.

    >>> round(covariance_margin_sensitivity(100_000, threshold=2.576), 5)
    0.01329
    """
    return 4 / math.sqrt(records) + 5 * threshold / (2 * least * records)


COVARIANCE = MarginTest(
    "covariance", covariance_margin, covariance_margin_sensitivity, weak=2 * (math.sqrt(1.25) - 1)
)
"""Its margins are two thirds of Kendall's where values are two, and so is what counts as weak."""
