"""The smallest association that a released table would have shown, by the noisy margins that it contains."""

import math
from collections.abc import Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc, chdtri, chndtrinc

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.contrasts import contrasts
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.levels import LEVEL
from privcausal.graphs.power import apart, check_public

CLEARLY = 3.0
"""A contrast varies if its variance is more than so many standard deviations of the noise."""

SMALL = 0.1
"""Noise hides nothing of a sample if it is a smaller part of what sampling moves."""


def minimum_detectable_at_margins(
    release: Interactions, power: float, floor: float = 0.0, squares: Mapping[int, float] | None = None
) -> Floats:
    """Return it for each two columns of a release, by their noisy margins: infinite where only noise was seen of one.

    A test with a floor divides by a larger variance than sampling has, and its critical value is so much larger. A
    column of numbers is one contrast, and `squares` has its mean square.

    Contrasts of rare values vary little, so the same φ is a smaller covariance under the same noise. With more than two
    values the φ is that of a dependence which lies alike in all contrasts that were seen to vary.

    >>> rare = Interactions((2, 2), 20_000)
    >>> rare.means = {(0,): np.array([0.67]), (1,): np.array([0.0]), (0, 1): np.zeros((1, 1))}
    >>> rare.scales = {(0,): 0.0005, (1,): 0.0005, (0, 1): 0.001}
    >>> minimum_detectable_at_margins(rare, 0.8)[0, 1].round(3)
    np.float64(0.033)
    """
    check_public(release.size, power)
    columns = [_variances(release, x, squares or {}) for x in range(len(release.cardinalities))]
    least = np.full((len(columns),) * 2, math.inf)
    for x, y in combinations(range(len(columns)), 2):
        (one, mean), (other, average) = columns[x], columns[y]
        rows, width = (release.cardinalities[column] - 1 for column in (x, y))
        if len(one) and len(other):
            noise = release.scales[x, y] ** 2  # of the products, and of both means, each times the other one
            noise += release.scales[x,] ** 2 * average / width + release.scales[y,] ** 2 * mean / rows
            precision = 1 / (noise / np.outer(one, other) + 1 / release.independent)
            critical = chdtri(rows * width, LEVEL) * (1 + floor * precision.mean())
            strength = float(chndtrinc(critical, rows * width, 1 - power))
            least[x, y] = least[y, x] = math.sqrt(strength / precision.mean())
    return apart(least)


def all_noise(release: Interactions) -> NDArray[np.bool_]:
    """Return the columns of which no contrast varies by more than noise: one value has all but a few records."""
    return np.array([not len(_variances(release, x, {})[0]) for x in range(len(release.cardinalities))])


def silent(release: Interactions) -> NDArray[np.bool_]:
    """Return the columns of which all that was released is as noise alone would be.

    So it is where no cell holds a declared value: a gap adds nothing, and the noisy margin looks even. A column whose
    values are about equally frequent strays from that as samples do. Where noise could hide this, no column is silent.

    >>> gaps = Interactions((2, 2), 20_000)
    >>> gaps.means = {(0,): np.array([0.67]), (1,): np.array([0.0]), (0, 1): np.zeros((1, 1))}
    >>> gaps.scales = {(0,): 0.0004, (1,): 0.0004, (0, 1): 0.001}
    >>> silent(gaps).tolist()
    [False, True]
    """
    squares, freedom = np.zeros((2, len(release.cardinalities)))
    for columns, mean in release.means.items():
        if len(columns) <= 2 and release.scales[columns]:
            squares[list(columns)] += float((mean**2).sum()) / release.scales[columns] ** 2
            freedom[list(columns)] += mean.size
    sampling = [1 / math.sqrt(k * max(release.size, 1)) for k in release.cardinalities]
    quiet = [SMALL * size > release.scales.get((x,), math.inf) for x, size in enumerate(sampling)]
    return np.asarray((freedom > 0) & quiet & (chdtrc(np.maximum(freedom, 1), squares) > LEVEL))


def _variances(release: Interactions, x: int, squares: Mapping[int, float]) -> tuple[Floats, float]:
    """Return the variances of a column's contrasts that are above noise, and the squared length of their mean."""
    if x in squares:
        average = release.means[x,].item() ** 2
        seen = squares[x] - average > CLEARLY * math.sqrt(2) * release.scales[x,]
        return np.array([squares[x] - average] * seen), average
    shares, turned = release.table((x,))[0], contrasts(release.cardinalities[x])
    mean = turned.T @ shares
    covariance = turned.T @ (shares[:, None] * turned) - np.outer(mean, mean)
    variances = np.linalg.eigvalsh(covariance).astype(np.float64)
    return variances[variances > CLEARLY * release.scales[x,]], float(mean @ mean)
