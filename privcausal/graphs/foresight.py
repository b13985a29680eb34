"""What a budget would let one see, from public numbers alone: it costs nothing, and can be asked beforehand."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtri, chndtrinc, ndtri

from privcausal.graphs.ask_once.contrasts import fair_weight, pairs_sensitivity
from privcausal.graphs.ask_once.mixed_rows import Frame
from privcausal.graphs.ask_once.noisy_moments import moment_sensitivity
from privcausal.graphs.constraint_based.rounds import deviations
from privcausal.graphs.independence.stratified_kendall import margin_sensitivity
from privcausal.graphs.methods import LEVEL
from privcausal.graphs.score_based.second_moments import SPARE
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
    for `once`, `once-further` and PC, and τ-b instead for `curate`. All values are taken to be equally frequent: with
    rare ones only stronger associations are seen. Of the other methods, nothing is known beforehand.

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
    if method != "pc":
        check_budget(budget)
    rows, columns = np.meshgrid(sizes, sizes, indexing="ij")
    if method == "pc":
        return _by_squares(0.0, records, rows, columns, power)
    if method in ("once", "once-further"):
        return _by_squares(noise_of_pairs(records, sizes, budget), records, rows, columns, power)
    if method == "curate":
        return _by_ranks(noise_of_heights(records, len(sizes), budget), records, rows, columns, power)
    return np.full(rows.shape, math.nan)


def smallest_mixed(records: int, sizes: Sequence[int], budget: Price, *, power: float = POWER) -> Floats:
    """The same for `once-mixed`; of `sizes`, 0 stands for a number, and φ of two numbers is their correlation.

    >>> from privcausal.privacy.price import Relation
    >>> budget = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    >>> smallest_mixed(5_000, [2, 2, 0], budget)[0].round(3).tolist()
    [nan, 0.053, 0.053]
    """
    frame = Frame(tuple(sizes))
    rows, columns = np.meshgrid(frame.effective, frame.effective, indexing="ij")
    return _by_squares(frame.noise(records, budget), records, rows, columns, power)


def smallest_correlations(records: int, columns: int, budget: Price, *, power: float = POWER) -> Floats:
    """The same for `once-correlations`, if its looks before the last have found how the columns spread.

    >>> from privcausal.privacy.price import Relation
    >>> smallest_correlations(10_000, 3, Price(1.0, 1e-6, Relation.SUBSTITUTION))[0].round(2).tolist()
    [nan, 0.07, 0.07]
    """
    worth = worth_of_pairs(records, columns, budget)
    reach = float(ndtri(1 - LEVEL / 2) + ndtri(power))
    least = math.tanh(reach / math.sqrt(worth - 3)) if worth > 3 + reach**2 / 4 else math.inf
    return _apart(np.full((columns, columns), least))


def worth_of_pairs(records: int, columns: int, budget: Price) -> float:
    """How many Gaussian records without noise show as much as `once-correlations` sees: see `worth_in_records`."""
    from privcausal.graphs.ask_once.partial_correlations import LOOKS  # plans of categories need no optimiser
    from privcausal.graphs.score_based.noleaks import step_scales

    pairs = max(records // 2, 1)
    scale = step_scales(LOOKS, SPARE * moment_sensitivity(1.0) / pairs, budget)[-1]
    return float(1 / ((1 + 2 / columns) / pairs + ((columns + 2) * scale) ** 2 / 2))


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
