"""Specimens that test independence within strata: one lets strata come and go, one computes a negative variance."""

import math

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

Counts = NDArray[np.int64]
"""Strata × values of x × values of y."""


def dropping_z(counts: Counts) -> float:
    """The weighted z of conditional Kendall, leaving out strata of at most 2 records or with a constant variable.

    Breaks P-strata: one record can bring back a stratum of any size, and with it a weight of any size.
    """
    kept = counts[[stratum.sum() > 2 and not _constant(stratum) for stratum in counts]]
    sizes = kept.sum(axis=(1, 2))
    weight = float((9 * sizes * (sizes - 1) / (2 * (2 * sizes + 5))).sum())
    excess = np.array([_excess(stratum) for stratum in kept], dtype=float)
    return float((9 * excess / (2 * sizes + 5)).sum()) / math.sqrt(weight) if weight else 0.0


def dropping_p_value(counts: Counts) -> float:
    """Its one-sided tail."""
    return float(ndtr(-abs(dropping_z(counts))))


def misprinted_variance(table: Counts) -> float:
    """The variance of concordant minus discordant pairs with ties, one term a fourth of what it should be.

    Breaks P-strata: with t_x and t_y tied pairs and m = n(n − 1) the last term reads t_x·t_y/(2m) instead of
    2·t_x·t_y/m. For a constant column the rest must cancel exactly, so the sum is negative and p is not a number.
    """
    return tie_variance(table, last=0.5)


def tie_variance(table: Counts, last: float = 2.0) -> float:
    """Kendall's variance given the margins; `last` is the factor of the last term."""
    rows, columns = (table.sum(axis=axis).astype(float) for axis in (1, 0))
    n = rows.sum()
    pairs = n * (n - 1)
    first = pairs * (2 * n + 5) - sum(float((t * (t - 1) * (2 * t + 5)).sum()) for t in (rows, columns))
    triples = math.prod(float((t * (t - 1) * (t - 2)).sum()) for t in (rows, columns))
    tied = math.prod(float((t * (t - 1)).sum()) / 2 for t in (rows, columns))
    return float(first / 18 + triples / (9 * pairs * (n - 2)) + last * tied / pairs)


def misprinted_p_value(table: Counts) -> float:
    """The one-sided tail; the root of a negative variance is not a number."""
    variance = misprinted_variance(table)
    return float(ndtr(-abs(_excess(table)) / math.sqrt(variance))) if variance > 0 else math.nan


def deletes(
    p_value: float, threshold: float, scale: float, size: int, rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Independent runs of “delete the edge when the noisy p exceeds the threshold”; NaN exceeds nothing."""
    verdicts: NDArray[np.bool_] = p_value + rng.laplace(scale=scale, size=size) > threshold
    return verdicts


def _constant(table: Counts) -> bool:
    return bool(min((table.sum(axis=axis) > 0).sum() for axis in (0, 1)) < 2)


def _excess(table: Counts) -> int:
    """Concordant minus discordant pairs, cell by cell."""
    rows, columns = table.shape
    total = 0
    for a in range(rows):
        for b in range(columns):
            above = table[a + 1 :]
            total += int(table[a, b]) * int(above[:, b + 1 :].sum() - above[:, :b].sum())
    return total
