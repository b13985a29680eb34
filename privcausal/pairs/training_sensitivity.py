"""Protect the people behind the regression: the sensitivity of a score of the test residuals to one training record.

Everything here is about one replaced *training* record. The test records are public as far as these guarantees go;
protect them as well by releasing with noise for both, as the functions for test sets do. Which records train is public
too: where a secret split decides, a price from here holds for one half of the people (`half.price_for_everyone`).
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from privcausal.pairs.anm import Residuals
from privcausal.pairs.fourier_kernel import ROUNDING as HSIC_ROUNDING
from privcausal.pairs.fourier_kernel import SPAN, Regression, hsic_within
from privcausal.pairs.iqr import GRIDS, LOGARITHM, cell_of, iqr
from privcausal.pairs.ridge import ROUNDING, GaussianKernel, residual_sensitivity
from privcausal.privacy.filters import ApproximateFilter, Filter
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Price, Relation, Release, check_positive, check_substitution
from privcausal.privacy.propose_test_release import REFUSED, ProposeTestRelease


def order_distance(residuals: ArrayLike, x: ArrayLike, regression: Regression) -> float:
    """A number of training records that can be replaced while no two residuals change their order, or meet.

    One record moves the difference of two residuals by at most ρ·‖φ(x) − φ(x′)‖: neighbours on the line move
    together. The minimum over all pairs of difference ÷ that is therefore 1-sensitive. Records with the same
    input never change their order. The test records are public here: this protects the training set.

    Neighbours in the order of residuals are pairs enough: between two that are none, differences add up, and ρ·‖…‖
    adds up to no less than their own, so one of the steps between them has a quotient as small.

    Claim: B-gap-pairs

    >>> from privcausal.pairs.ridge import fit
    >>> line = np.linspace(-1, 1, 5)
    >>> f = fit(np.tile(line, 2000), np.tile(line, 2000), penalty=1.0, kernel=GaussianKernel(1.0))
    >>> round(order_distance(line - f.predict(line), line, f), 1)
    1306.5
    """
    r, places = np.asarray(residuals, dtype=float), np.asarray(x, dtype=float)
    if r.ndim != 1 or r.shape != places.shape or len(r) < 2:
        raise ValueError(
            f"residuals and x must be two columns of one length ≥ 2, got {r.shape} and {places.shape}"
        )
    if not isinstance(regression.kernel, GaussianKernel):
        raise ValueError(f"regression must have a Gaussian kernel, got {regression.kernel!r}")
    rho = residual_sensitivity(regression.records, regression.penalty)
    order = np.argsort(r)
    gaps, steps = np.diff(r[order]), np.diff(places[order])
    differ = steps != 0
    # Rounding moves residuals too: the count stays 1-sensitive if that is added to the effect of one record.
    apart = regression.kernel.apart(steps[differ], np.zeros(1))[:, 0]
    ratios = gaps[differ] / (rho * apart + ROUNDING)
    return float(ratios.min(initial=math.inf))


def gap_distance(residuals: ArrayLike, n: int, penalty: float) -> float:
    """The plain version: the smallest gap between neighbouring residuals ÷ 2ρ.

    Claim: B-gap-pairs

    >>> round(gap_distance([0.1, 0.3, 0.9], 1_000, 1.0), 1)
    21.2
    """
    ordered = np.sort(np.asarray(residuals, dtype=float))
    if ordered.ndim != 1 or len(ordered) < 2:
        raise ValueError(f"residuals must be one column of at least 2, got shape {ordered.shape}")
    return float(np.diff(ordered).min()) / (2 * residual_sensitivity(n, penalty))


def hsic_training_sensitivity(m: int, n: int, penalty: float, kernel: GaussianKernel) -> float:
    """How far one of n training records can move HSIC of m test residuals: Lρ/√2 · (m/(m − 1))².

    L = 1/(width·√e) is the steepest slope of the residuals' Gaussian kernel.

    Claim: B-hsic-train

    >>> round(hsic_training_sensitivity(500, 500, 0.1, GaussianKernel(0.5)), 4)
    0.1291
    """
    if m < 2:
        raise ValueError(f"m must be at least 2, got {m!r}")
    slope = 1 / (kernel.width * math.sqrt(math.e))
    return slope * residual_sensitivity(n, penalty) / math.sqrt(2) * (m / (m - 1)) ** 2


def private_training_scores(
    both: Residuals, kernel: GaussianKernel, *, epsilon: float, relation: Relation, rng: np.random.Generator
) -> Release:
    """Both HSIC scores with noise for the training set: (ε, 0)-private together for a replaced training record.

    Inputs and residuals get the same kernel, whose width must be public. Compare the two to get the direction.

    Claim: B-hsic-train

    >>> from privcausal.pairs.anm import regress_both_ways, split
    >>> rng = np.random.default_rng(0)
    >>> x = rng.uniform(-1, 1, 2_000)
    >>> y = np.clip(x**3 + rng.uniform(-0.3, 0.3, 2_000), -1, 1)
    >>> both = regress_both_ways(x, y, split(2_000, rng), penalty=0.05, kernel=GaussianKernel(0.5))
    >>> paid = private_training_scores(both, GaussianKernel(0.3), epsilon=2.0, relation=Relation.SUBSTITUTION, rng=rng)
    >>> [round(score, 4) for score in paid.value], paid.epsilon
    ([0.0682, -1.2187], 2.0)
    """
    check_substitution(relation)
    m, n = len(both.x), both.f.records
    sensitivity = hsic_training_sensitivity(m, n, both.f.penalty, kernel) + HSIC_ROUNDING
    check_positive(epsilon=epsilon)
    privacy_filter = Filter(epsilon, relation)
    mechanism = Laplace(sensitivity, privacy_filter.equal_share(2), relation)
    noisy = tuple(privacy_filter.release(mechanism, score, rng).value for score in hsic_scores(both, kernel))
    return Release(noisy, privacy_filter.total_cost)


def hsic_scores(both: Residuals, kernel: GaussianKernel) -> tuple[float, float]:
    """HSIC of x with the residual of y, and of y with the residual of x.

    Columns lie in [−1, 1], and regressions in ±1/√(2λ): so far apart can residuals be, whatever the records are.
    """
    spans = SPAN, SPAN + 2 / math.sqrt(2 * both.f.penalty)
    sides = (both.x, both.of_y), (both.y, both.of_x)
    forward, backward = (hsic_within(*side, kernel=kernel, spans=spans) for side in sides)
    return forward, backward


def training_distances(residuals: ArrayLike, n: int, penalty: float) -> tuple[int, ...]:
    """For each grid of cells, a lower bound on the training records that can push the IQR out of its cell.

    One record moves both quartiles by at most ρ, so the distance to the nearer edge ÷ 2ρ, rounded up, is 1-sensitive.

    Claim: K-iqr-train

    >>> training_distances(np.linspace(-1, 1, 403), 10_000, 0.5)
    (3, 192)
    """
    width = iqr(residuals)
    if width == 0:
        return (0,) * len(GRIDS)
    cells = [cell_of(width, shift) for shift in GRIDS]
    step = 2 * residual_sensitivity(n, penalty) + ROUNDING
    return tuple(math.ceil(min(width - cell.low, cell.high - width) / step) for cell in cells)


def private_residual_log_iqr(
    residuals: ArrayLike,
    n: int,
    penalty: float,
    *,
    epsilon: float,
    delta: float,
    relation: Relation,
    rng: np.random.Generator,
) -> Release:
    """The log-IQR of test residuals, or ⊥: (2ε, δ)-private when one of the n training records is replaced.

    Claim: K-iqr-train

    >>> rng = np.random.default_rng(0)
    >>> noise = rng.normal(scale=0.3, size=400)
    >>> print(private_residual_log_iqr(
    ...     noise, 50_000, 0.5, epsilon=0.5, delta=1e-6, relation=Relation.SUBSTITUTION, rng=rng))
    -8.0607 (ε = 1, δ = 1e-06, substitution)
    """
    check_substitution(relation)
    mechanism = ProposeTestRelease(1.0 + LOGARITHM, epsilon, delta, relation, tests=len(GRIDS))
    distances = training_distances(residuals, n, penalty)
    width = iqr(residuals)
    privacy_filter = ApproximateFilter.within(Price(2 * epsilon, delta, relation))
    noisy = privacy_filter.release(mechanism, math.log(width) if width else 0.0, distances, rng)
    return noisy if width else Release(REFUSED, noisy.price)
