"""What a budget would let one see, from public numbers alone: it costs nothing, and can be asked beforehand."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtri, chndtrinc, ndtri

from privcausal.graphs.ask_once.contrasts import fair_weight, pairs_sensitivity
from privcausal.graphs.constraint_based.rounds import deviations
from privcausal.graphs.independence.stratified_kendall import margin_sensitivity
from privcausal.graphs.methods import LEVEL, method_of
from privcausal.privacy.accounting import largest_rho
from privcausal.privacy.gaussian import largest_mu
from privcausal.privacy.price import Price, check_budget, check_fraction

Floats = NDArray[np.float64]

POWER = 0.8
"""What is called seen would be seen in so many of repeated studies."""

FORESEEN = ("once", "curate")
"""Methods whose noise is known before they begin."""

FIRST_LOOK = 0.75
"""The share of the squared budget that `once` spends on pairs."""

ORDERS = 3
"""Among so many orders `curate` divides its ρ."""

CAUTION = 0.1
"""How often `curate` lets noise alone keep an edge."""


def smallest_seen(
    method: str, records: int, sizes: Sequence[int], budget: Price, *, power: float = POWER
) -> Floats:
    """For each pair of columns the smallest association that this method would see; above 1 it would see none.

    `sizes` says how many categories each column has. Associations are measured by φ: for two yes-or-no columns with
    as many yes as no it is their correlation, and the difference of the two shares of yes. Larger tables have φ² = χ²/n
    for `once` and PC, and τ-b instead for `curate`. All values are taken to be equally frequent: with rare ones only
    stronger associations are seen. The other methods decide on the way what they pay: nothing is known beforehand.

    >>> from privcausal.privacy.price import Relation
    >>> budget = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    >>> smallest_seen("once", 5_000, [2, 2, 2], budget)[0, 1].round(3)
    np.float64(0.05)
    >>> smallest_seen("once", 50, [2, 2, 2], budget)[0, 1] > 1
    np.True_
    """
    check_fraction(power=power)
    if records < 1:
        raise ValueError(f"records must be at least 1, got {records!r}")
    if method_of(method).private:
        check_budget(budget)
    rows, columns = np.meshgrid(sizes, sizes, indexing="ij")
    if method == "pc":
        return _by_squares(0.0, records, rows, columns, power)
    if method == "once":
        return _by_squares(noise_of_pairs(records, sizes, budget), records, rows, columns, power)
    if method == "curate":
        return _by_ranks(noise_of_heights(records, len(sizes), budget), records, rows, columns, power)
    return np.full(rows.shape, math.nan)


def noise_of_pairs(records: int, sizes: Sequence[int], budget: Price) -> float:
    """The standard deviation of the noise that `once` adds to each number of a table of two columns, as a share."""
    mu = largest_mu(budget.epsilon, budget.delta) * math.sqrt(FIRST_LOOK)
    return pairs_sensitivity(sizes, fair_weight(sizes)) / mu / records


def noise_of_heights(records: int, columns: int, budget: Price) -> float:
    """The standard deviation of the noise of each answer that `curate` gives on two columns."""
    rho = largest_rho(budget.epsilon, budget.delta) / ORDERS / math.comb(columns, 2)
    return margin_sensitivity(records, threshold=deviations(LEVEL)) / math.sqrt(2 * rho)


def _by_squares(
    noise: float, records: int, rows: NDArray[np.int64], columns: NDArray[np.int64], power: float
) -> Floats:
    """A sum of squares over the cells, with noise and sampling in each."""
    freedom = np.maximum((rows - 1) * (columns - 1), 1)
    strength = chndtrinc(chdtri(freedom, LEVEL), freedom, 1 - power)
    least = np.sqrt(strength * (rows * columns * noise**2 + 1 / records))
    return _apart(np.where((rows > 1) & (columns > 1), least, math.inf))


def _by_ranks(
    noise: float, records: int, rows: NDArray[np.int64], columns: NDArray[np.int64], power: float
) -> Floats:
    """Kendall's statistic against its null, as in `stratified_kendall`, and above what noise alone reaches."""
    bar = -noise * float(ndtri(CAUTION))
    untied = np.sqrt((1 - 1.0 / rows**2) * (1 - 1.0 / columns**2))
    height = deviations(LEVEL) * untied + bar + float(ndtri(power)) * np.hypot(untied, noise)
    reached = (1 + height / (3 * math.sqrt(records))) ** 2 - 1
    scale = np.sqrt((1 - 1.0 / rows) * (1 - 1.0 / columns))
    return _apart(np.divide(reached, scale, out=np.full_like(scale, math.inf), where=scale > 0))


def _apart(least: Floats) -> Floats:
    """No column is a pair with itself."""
    np.fill_diagonal(least, math.nan)
    return least
