"""A conditional Kendall test that one record can hardly move, whatever the strata look like.

The z of `tables.conditional_kendall` has no such bound: its weights depend on who is in the data. Here the number of
records n, which substitution leaves alone, sets the scale.
"""

import math
from collections.abc import Sequence

import numpy as np
from scipy.special import ndtr

from privcausal.graphs.independence.contingency import Counts, Tables, excesses
from privcausal.graphs.independence.margins import MarginTest

STEEPEST = 1 / math.sqrt(2 * math.pi)
"""φ(0): how fast a tail of the normal distribution can change."""


def stratified_kendall(tables: Tables, x: int, y: int, conditioning_set: Sequence[int] = ()) -> float:
    """The signed statistic z′ = (3/√n) Σ ±(√(n_k² + 2|S_k|) − n_k) over strata of n_k records with excess S_k.

    For weak dependence this is (3/2) Σ n_k τ_k / √n, with variance 1 under independence without ties, less with them.
    The root damps strata of strong dependence (τ = 1 counts 0.83), just so much that a record which enters a stratum
    moves its term by less than 1. All strata count; those of one record, or with a constant variable, contribute 0.

    Claim: B-stratified

    >>> tables = Tables(np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], [30, 10, 10, 30], axis=0), (2, 2))
    >>> round(stratified_kendall(tables, 0, 1), 3)
    3.167
    """
    if not tables.size:
        return 0.0
    counts = tables.counts(x, y, conditioning_set)
    return 3 * float(damp(excesses(counts), counts.sum(axis=(1, 2))).sum()) / math.sqrt(tables.size)


def damp(excess: Counts, sizes: Counts) -> np.ndarray:
    """±(√(n² + 2|S|) − n): half of nτ where τ is small.

    >>> damp(np.array([0, 4, -12]), np.array([1, 4, 5])).round(3).tolist()
    [0.0, 0.899, -2.0]
    """
    root = np.sqrt(sizes.astype(float) ** 2 + 2 * np.abs(excess))
    result: np.ndarray = np.sign(excess) * (root - sizes)
    return result


def stratified_sensitivity(records: int) -> float:
    """How far replacing one of n records moves `stratified_kendall`, or its absolute value: less than 6/√n.

    No side condition: not on the size or number of strata, not on ties.

    Claim: B-stratified

    >>> stratified_sensitivity(10_000)
    0.06
    """
    if not records >= 1:
        raise ValueError(f"records must be the public number of records, at least 1, got {records!r}")
    return 6 / math.sqrt(records)


def stratified_p_value(statistic: float) -> float:
    """The one-sided tail Φ̄(|z′|) that the sources compare with a threshold; twice it is the two-sided p-value.

    Better compare |z′| itself: in the tail that matters p is flat, and the noise it needs is set by its steepest place.

    >>> round(stratified_p_value(-1.645), 3)
    0.05
    """
    return float(ndtr(-abs(statistic)))


def p_value_sensitivity(records: int) -> float:
    """How far replacing one of n records moves `stratified_p_value`: less than φ(0)·6/√n.

    Claim: B-stratified

    >>> round(p_value_sensitivity(10_000), 4)
    0.0239
    """
    return STEEPEST * stratified_sensitivity(records)


def null_spread(tables: Tables, x: int, y: int, conditioning_set: Sequence[int] = ()) -> float:
    """How widely `stratified_kendall` scatters under independence, with ties: 1 without them, less with them.

    √V with V = Σ (n_k/n)(1 − Σ p³)(1 − Σ q³), p and q the shares of the values of x and y in stratum k: the exact
    variance up to terms of order 1/n_k. V moves by less than 4/n when a record is replaced.

    Claim: B-ties

    >>> tables = Tables(np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], [25, 25, 25, 25], axis=0), (2, 2))
    >>> null_spread(tables, 0, 1)
    0.75
    """
    if not tables.size:
        return 0.0
    counts = tables.counts(x, y, conditioning_set)
    sizes = counts.sum(axis=(1, 2))
    loose = _untied(counts.sum(axis=2), sizes) * _untied(counts.sum(axis=1), sizes)
    return math.sqrt(float((sizes * loose).sum()) / tables.size)


def _untied(margin: Counts, sizes: Counts) -> np.ndarray:
    """1 − Σ p³ in each stratum; a stratum without records has nothing untied."""
    shares = margin / np.maximum(sizes, 1)[:, None]
    result: np.ndarray = np.where(sizes > 0, 1 - (shares**3).sum(axis=1), 0.0)
    return result


def margin(
    tables: Tables,
    x: int,
    y: int,
    conditioning_set: Sequence[int] = (),
    *,
    threshold: float,
    least: float = 0.1,
) -> float:
    """How far |z′| lies above `threshold` standard deviations of its own null: positive means dependent.

    The threshold moves with the ties, not the statistic. `least` keeps the deviation away from 0, where its root is
    too steep.

    Claim: B-ties

    >>> tables = Tables(np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], [30, 10, 10, 30], axis=0), (2, 2))
    >>> round(margin(tables, 0, 1, threshold=2.576), 3)
    1.235
    """
    _check_margin(threshold, least)
    spread = max(null_spread(tables, x, y, conditioning_set), least)
    return abs(stratified_kendall(tables, x, y, conditioning_set)) - threshold * spread


def margin_sensitivity(records: int, *, threshold: float, least: float = 0.1) -> float:
    """How far replacing one of n records moves `margin`: less than 6/√n + 2·threshold/(least·n).

    Claim: B-ties

    >>> round(margin_sensitivity(100_000, threshold=2.576), 5)
    0.01949
    """
    _check_margin(threshold, least)
    return stratified_sensitivity(records) + 2 * threshold / (least * records)


def _check_margin(threshold: float, least: float) -> None:
    if not (math.isfinite(threshold) and threshold >= 0):
        raise ValueError(f"threshold must be a finite number of standard deviations, got {threshold!r}")
    if not 0 < least <= 1:
        raise ValueError(f"least must be a public spread above 0, at most 1, got {least!r}")


KENDALL = MarginTest("Kendall", margin, margin_sensitivity, weak=3 * (math.sqrt(1.25) - 1))
"""The values of a column are taken to be in order. A weak dependence is τ = ¼ in every stratum."""
