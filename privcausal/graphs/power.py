"""The smallest association that a test would detect: from its noise, and from sampling.

Associations are measured by φ: for two yes-or-no columns it is their correlation. Before anything is released all
values are taken to be equally frequent. With rare values only stronger associations are detected: after a release
`privcausal.graphs.ask_once.detectable` looks at its noisy margins.
"""

import math
from collections.abc import Sequence

import numpy as np
from scipy.special import chdtri, chndtrinc, ndtri

from privcausal.arguments import number
from privcausal.arrays import Floats
from privcausal.graphs.independence.margins import deviations
from privcausal.graphs.levels import LEVEL
from privcausal.privacy.price import check_fraction


def minimum_detectable_by_squares(
    noise: float | Floats, records: int, sizes: Sequence[int], power: float, floor: float = 0.0
) -> Floats:
    """For a sum of squares over the cells of a table, with noise and sampling in each: φ² = χ²/n.

    A test with a floor divides by a larger variance than the squares have, and its critical value is so much larger.

    >>> minimum_detectable_by_squares(0.0, 5_000, [2, 2], 0.8)[0, 1].round(3)
    np.float64(0.048)
    >>> minimum_detectable_by_squares(0.0, 10**6, [2, 2], 0.8, floor=1e-4)[0, 1].round(3)
    np.float64(0.027)
    """
    check_public(records, power)
    rows, columns = np.meshgrid(sizes, sizes, indexing="ij")
    freedom = np.maximum((rows - 1) * (columns - 1), 1)
    variance = rows * columns * noise**2 + 1 / records
    strength = chndtrinc(chdtri(freedom, LEVEL) * (1 + floor / variance), freedom, 1 - power)
    least = np.sqrt(strength * variance)
    return apart(np.where((rows > 1) & (columns > 1), least, math.inf))


def minimum_detectable_by_ranks(
    noise: float, records: int, sizes: Sequence[int], power: float, caution: float
) -> Floats:
    """Return τ-b for Kendall's statistic against its null, as in `stratified_kendall`, and above the reach of noise
    alone.

    `caution` is how often noise alone would exceed the critical value.
    """
    check_public(records, power)
    rows, columns = np.meshgrid(sizes, sizes, indexing="ij")
    bar = -noise * float(ndtri(caution))
    untied = np.sqrt((1 - 1.0 / rows**2) * (1 - 1.0 / columns**2))
    height = deviations(LEVEL) * untied + bar + float(ndtri(power)) * np.hypot(untied, noise)
    reached = (1 + height / (3 * math.sqrt(records))) ** 2 - 1
    scale = np.sqrt((1 - 1.0 / rows) * (1 - 1.0 / columns))
    return apart(np.divide(reached, scale, out=np.full_like(scale, math.inf), where=scale > 0))


def minimum_detectable_by_correlation(worth: float | Floats, columns: int, power: float) -> Floats:
    """Return it for Fisher's z on correlations whose effective sample size is `worth` Gaussian records."""
    check_fraction(power=power)
    reach = float(ndtri(1 - LEVEL / 2) + ndtri(power))
    worth = np.broadcast_to(worth, (columns, columns))
    least = np.tanh(reach / np.sqrt(np.maximum(worth - 3, reach**2 / 4)))
    return apart(np.where(worth > 3 + reach**2 / 4, least, math.inf))


def check_public(records: int, power: float) -> None:
    """Refuse an invalid number of records, or an invalid power."""
    check_fraction(power=power)
    if records < 1:
        raise ValueError(f"records must be at least 1, got {number(records)}")


def apart(least: Floats) -> Floats:
    """No column is a pair with itself."""
    np.fill_diagonal(least, math.nan)
    return least
