"""Specimens that leave out strata which seem to say nothing, as the public code of Priv-PC does."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from privcausal.arrays import Floats
from privcausal.graphs.independence.contingency import excesses

Counts = NDArray[Any]
"""Strata × values of x × values of y, and before these perhaps many data sets."""


def dropping_z(counts: Counts) -> Floats:
    """The weighted z of conditional Kendall, leaving out strata by the three rules of the public code.

    At most 2 records, a constant variable, or a misprinted variance below zero: indep_test.py l. 40-44 and
    Kendalltaua.py l. 164-165, 176-178 at commit 0fb6104. Breaks P-strata: one record can bring back a stratum of any
    size, and with it a weight of any size. There the product of two numbers of tied pairs is made in 64-bit integers
    and overflows for some strata above 78,000 records; here it does not.
    """
    kept, sizes = counts_at_all(counts), counts.sum(axis=(-1, -2)).astype(float)
    weights = np.where(kept, 9 * sizes * (sizes - 1) / (2 * (2 * sizes + 5)), 0.0).sum(axis=-1)
    total = np.where(kept, 9 * _excess(counts) / (2 * sizes + 5), 0.0).sum(axis=-1)
    with np.errstate(invalid="ignore"):  # if no stratum is left it is not a number, and so it is in the code
        return np.asarray(total / np.sqrt(weights))


def counts_at_all(strata: Counts) -> NDArray[np.bool_]:
    """Which strata does the public code keep?"""
    large = strata.sum(axis=(-1, -2)) > 2
    return large & ~_constant(strata) & (misprinted_variance(strata) >= 0)


def dropping_p_value(counts: Counts) -> Floats:
    """Its one-sided tail."""
    return np.asarray(ndtr(-np.abs(dropping_z(counts))))


def misprinted_variance(table: Counts) -> Floats:
    """The variance of concordant minus discordant pairs with ties, one term a fourth of its correct value.

    With t_x and t_y tied pairs and m = n(n − 1) the middle term reads t_x·t_y/(2m) instead of 2·t_x·t_y/m
    (Kendalltaua.py l. 176-178). The code never divides by it, it only asks whether its root is a number; in a stratum
    with few events it is not, and the stratum is dropped. Breaks P-strata.
    """
    return tie_variance(table, last=0.5)


def tie_variance(table: Counts, last: float = 2.0) -> Floats:
    """Kendall's variance given the margins; `last` is the factor of the last term here."""
    rows, columns = (table.sum(axis=axis).astype(float) for axis in (-1, -2))
    n = rows.sum(axis=-1)
    pairs = n * (n - 1)
    first = pairs * (2 * n + 5) - sum((t * (t - 1) * (2 * t + 5)).sum(axis=-1) for t in (rows, columns))
    triples, tied = np.ones_like(n), np.ones_like(n)
    for t in (rows, columns):
        triples *= (t * (t - 1) * (t - 2)).sum(axis=-1)
        tied *= (t * (t - 1)).sum(axis=-1) / 2
    with np.errstate(invalid="ignore", divide="ignore"):  # fewer than three records
        return np.asarray(first / 18 + triples / (9 * pairs * (n - 2)) + last * tied / pairs)


def p_value_at_order_0(table: Counts) -> Floats:
    """The tail when nothing is held fixed: no rule applies, and for a constant column it is not a number (l. 18-22)."""
    n = table.sum(axis=(-1, -2)).astype(float)
    z = _excess(table) * np.sqrt(18 / (n * (n - 1) * (2 * n + 5)))
    return np.where(_constant(table), np.nan, ndtr(-np.abs(z)))


def deletes(
    p_value: ArrayLike, threshold: float, scale: float, size: int, rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Independent runs of “delete the edge when the noisy p exceeds the threshold”; NaN exceeds nothing."""
    verdicts: NDArray[np.bool_] = np.asarray(p_value) + rng.laplace(scale=scale, size=size) > threshold
    return verdicts


def _constant(table: Counts) -> NDArray[np.bool_]:
    rows, columns = ((table.sum(axis=axis) > 0).sum(axis=-1) for axis in (-1, -2))
    return np.asarray(np.minimum(rows, columns) < 2)


def _excess(table: Counts) -> Floats:
    """Concordant minus discordant pairs."""
    flat = table.reshape(-1, *table.shape[-2:])
    return excesses(flat).reshape(table.shape[:-2]).astype(float)
