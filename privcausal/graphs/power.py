"""The smallest association that a test would detect: from its noise, and from sampling.

Associations are measured by φ: for two yes-or-no columns it is their correlation. Before anything is released all
values are taken to be equally frequent. With rare values only stronger associations are detected, so after a release
the noisy margins that it contains decide.
"""

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.special import chdtri, chndtrinc, ndtri

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.contrasts import contrasts
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.independence.margins import deviations
from privcausal.graphs.levels import LEVEL
from privcausal.privacy.price import check_fraction

CLEARLY = 3.0
"""A contrast varies if its variance is more than so many standard deviations of the noise."""


def minimum_detectable_by_squares(noise: float, records: int, sizes: Sequence[int], power: float) -> Floats:
    """For a sum of squares over the cells of a table, with noise and sampling in each: φ² = χ²/n.

    >>> minimum_detectable_by_squares(0.0, 5_000, [2, 2], 0.8)[0, 1].round(3)
    np.float64(0.048)
    """
    check_public(records, power)
    rows, columns = np.meshgrid(sizes, sizes, indexing="ij")
    freedom = np.maximum((rows - 1) * (columns - 1), 1)
    strength = chndtrinc(chdtri(freedom, LEVEL), freedom, 1 - power)
    least = np.sqrt(strength * (rows * columns * noise**2 + 1 / records))
    return _apart(np.where((rows > 1) & (columns > 1), least, math.inf))


def minimum_detectable_at_margins(release: Interactions, power: float) -> Floats:
    """Return it for each two columns of a release, by their noisy margins: infinite where only noise was seen of one.

    Contrasts of rare values vary little, so the same φ is a smaller covariance under the same noise. With more than two
    values the φ is that of a dependence which lies alike in all contrasts that were seen to vary.

    >>> rare = Interactions((2, 2), 20_000)
    >>> rare.means = {(0,): np.array([0.67]), (1,): np.array([0.0]), (0, 1): np.zeros((1, 1))}
    >>> rare.scales = {(0,): 0.0005, (1,): 0.0005, (0, 1): 0.001}
    >>> minimum_detectable_at_margins(rare, 0.8)[0, 1].round(3)
    np.float64(0.033)
    """
    check_public(release.size, power)
    columns = [_variances(release, x) for x in range(len(release.cardinalities))]
    least = np.full((len(columns),) * 2, math.inf)
    for x, y in combinations(range(len(columns)), 2):
        (one, mean), (other, average) = columns[x], columns[y]
        rows, width = (release.cardinalities[column] - 1 for column in (x, y))
        if len(one) and len(other):
            noise = release.scales[x, y] ** 2  # of the products, and of both means, each times the other one
            noise += release.scales[x,] ** 2 * average / width + release.scales[y,] ** 2 * mean / rows
            precision = 1 / (noise / np.outer(one, other) + 1 / release.independent)
            strength = float(chndtrinc(chdtri(rows * width, LEVEL), rows * width, 1 - power))
            least[x, y] = least[y, x] = math.sqrt(strength / precision.mean())
    return _apart(least)


def _variances(release: Interactions, x: int) -> tuple[Floats, float]:
    """Return the variances of a column's contrasts that are above noise, and the squared length of their mean."""
    shares, turned = release.table((x,))[0], contrasts(release.cardinalities[x])
    mean = turned.T @ shares
    covariance = turned.T @ (shares[:, None] * turned) - np.outer(mean, mean)
    variances = np.linalg.eigvalsh(covariance).astype(np.float64)
    return variances[variances > CLEARLY * release.scales[x,]], float(mean @ mean)


def minimum_detectable_by_ranks(
    noise: float, records: int, sizes: Sequence[int], power: float, caution: float
) -> Floats:
    """For Kendall's statistic against its null, as in `stratified_kendall`, and above what noise alone reaches: τ-b.

    `caution` is how often noise alone would exceed what it has to.
    """
    check_public(records, power)
    rows, columns = np.meshgrid(sizes, sizes, indexing="ij")
    bar = -noise * float(ndtri(caution))
    untied = np.sqrt((1 - 1.0 / rows**2) * (1 - 1.0 / columns**2))
    height = deviations(LEVEL) * untied + bar + float(ndtri(power)) * np.hypot(untied, noise)
    reached = (1 + height / (3 * math.sqrt(records))) ** 2 - 1
    scale = np.sqrt((1 - 1.0 / rows) * (1 - 1.0 / columns))
    return _apart(np.divide(reached, scale, out=np.full_like(scale, math.inf), where=scale > 0))


def minimum_detectable_by_correlation(worth: float, columns: int, power: float) -> Floats:
    """For Fisher's z on a correlation that is worth so many Gaussian records."""
    check_fraction(power=power)
    reach = float(ndtri(1 - LEVEL / 2) + ndtri(power))
    least = math.tanh(reach / math.sqrt(worth - 3)) if worth > 3 + reach**2 / 4 else math.inf
    return _apart(np.full((columns, columns), least))


def check_public(records: int, power: float) -> None:
    """Refuse what is no number of records, or no power."""
    check_fraction(power=power)
    if records < 1:
        raise ValueError(f"records must be at least 1, got {records!r}")


def _apart(least: Floats) -> Floats:
    """No column is a pair with itself."""
    np.fill_diagonal(least, math.nan)
    return least
