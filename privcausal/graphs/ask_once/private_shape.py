"""Second moments from directions alone: no bound has to be declared, and later questions are asked where it matters.

A record's direction is a unit vector, whatever the record. If records are centred at zero and elliptical (Gaussian,
for one), the second moments of their directions have the eigenvectors of those of the records, and their
eigenvalues determine those of the records up to a common factor: they determine the *shape*.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.noisy_moments import NoisyMoment, moment_sensitivity, raise_eigenvalues
from privcausal.graphs.score_based.second_moments import Records, checked_records, rows_of
from privcausal.privacy.filters import GaussianFilter
from privcausal.privacy.gaussian import SymmetricGaussian, step_scales
from privcausal.privacy.price import Price, check_substitution
from privcausal.table.sums import SPARE

LOOKS = (1.0, 2**0.5, 2.0, 2 * 2**0.5)
"""How the looks share the budget, as a ratio of ε's: each has half the noise variance of the one before."""

GRID = np.exp(np.arange(-40, 60, 0.1))
"""Where the integral over (0, ∞) is sampled; in ln t the integrand is analytic, so equal steps are very exact."""


@dataclass(frozen=True, eq=False)
class PrivateShape:
    """The second moments of the records up to a common factor, and the answers they were learned from."""

    matrix: Floats
    """Positive definite; the mean of its diagonal is 1."""
    looks: tuple[NoisyMoment, ...]
    """The releases, one after the other."""
    spent: Price


def spatial_signs(records: ArrayLike) -> Floats:
    """Each record divided by its length; a record at the centre has no direction, and stays there.

    >>> spatial_signs([[3.0, 4.0], [0.0, 0.0]]).tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    rows = checked_records(records)
    rows = rows / np.maximum(np.abs(rows).max(axis=1, keepdims=True), np.finfo(float).tiny)  # no overflow
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.maximum(lengths, np.finfo(float).tiny))


def direction_shares(eigenvalues: ArrayLike) -> Floats:
    """The eigenvalues of the second moments of directions, from those of the records: E[λᵢzᵢ²/Σⱼλⱼzⱼ²].

    Claim: B-directions

    >>> direction_shares([4.0, 1.0]).round(6).tolist()  # in the plane: the square roots' shares
    [0.666667, 0.333333]
    """
    values = np.asarray(eigenvalues, dtype=np.float64)
    values = values / values.max()
    grown = 1 + GRID[:, None] * values
    weight = GRID * np.exp(-0.5 * np.log(grown).sum(axis=1))
    integrals = values * (weight[:, None] / grown).sum(axis=0)
    return np.asarray(integrals / integrals.sum())  # they add up to 1 before, except for the last digits


def shape_eigenvalues(shares: ArrayLike, *, tolerance: float = 1e-9, steps: int = 2000) -> Floats:
    """The inverse: the only eigenvalues, with mean 1, whose directions have these shares.

    Each step multiplies by the ratio of the required to the present value, and never moves away from the solution.

    Claim: B-directions

    >>> shape_eigenvalues([2 / 3, 1 / 3]).round(6).tolist()
    [1.6, 0.4]
    """
    wanted = np.asarray(shares, dtype=np.float64)
    if wanted.ndim != 1 or not len(wanted) or not np.isfinite(wanted).all() or not (wanted > 0).all():
        raise ValueError(f"shares must be positive finite numbers, got {shares!r}")
    wanted = wanted / wanted.sum()
    values = wanted
    for _ in range(steps):
        correction = wanted / direction_shares(values)
        values = values * correction
        if np.abs(np.log(correction)).max() < tolerance:
            break
    return np.asarray(values / values.mean())


@dataclass(frozen=True, eq=False)
class Directions:
    """A look at directions, taken through a matrix; the lengths of records play no part in it."""

    spread: Floats

    def __call__(self, rows: Floats) -> tuple[Floats, Floats]:
        """Return directions on both sides of the product."""
        signs = spatial_signs(rows)
        try:
            turned = np.linalg.solve(self.spread, signs.T).T
        except np.linalg.LinAlgError:  # columns alike to the last digit: of how they differ nothing is seen
            turned = signs @ np.linalg.pinv(self.spread).T
        turned = spatial_signs(turned)
        return turned, turned


def private_shape(
    records: Records, *, budget: Price, rng: np.random.Generator, schedule: Sequence[float] = LOOKS
) -> PrivateShape:
    """Release the shape of the records, from a few looks at directions that all together cost the budget.

    Every look makes the next one better: the records are multiplied by a public matrix under which, according to the
    looks so far, they spread equally in all directions. Then no direction is lost in the noise of another.
    Private under substitution for any records at all; the shape is right for elliptical ones centred at zero.

    Claim: B-once-linear

    >>> from privcausal.privacy.price import Relation
    >>> people = np.random.default_rng(0).normal(size=(10_000, 2)) @ [[1.0, 2.0], [0.0, 1.0]]
    >>> price = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    >>> private_shape(people, budget=price, rng=np.random.default_rng(0)).matrix.round(1).tolist()
    [[0.3, 0.7], [0.7, 1.7]]
    """
    check_substitution(budget.relation)
    rows, privacy_filter = rows_of(records), GaussianFilter.within(budget)
    spread = np.eye(
        len(rows.columns)
    )  # a square root of the shape, as known so far: shape = spread @ spread.T
    looks, sensitivity = [], SPARE * moment_sensitivity(1.0) / len(rows)
    for scale in step_scales(schedule, sensitivity, budget).tolist():
        mechanism = SymmetricGaussian(sensitivity, scale, budget.relation)
        noisy = privacy_filter.release(mechanism, rows.sum(Directions(spread)) / len(rows), rng).value
        looks.append(NoisyMoment(noisy, scale, mechanism.price))
        spread = sharpened(spread, looks[-1])
    shape = spread @ spread.T
    return PrivateShape(np.asarray(shape / shape.diagonal().mean()), tuple(looks), privacy_filter.total_cost)


def sharpened(spread: Floats, look: NoisyMoment) -> Floats:
    """The square root of the shape after one more look, taken through the matrix `spread`."""
    values, vectors = np.linalg.eigh(raise_eigenvalues(look.matrix, look.noise_edge))
    inner = (
        vectors * np.sqrt(shape_eigenvalues(values))
    ) @ vectors.T  # eigenvectors can turn, this root cannot
    sharper = spread @ inner
    return np.asarray(sharper / np.sqrt((sharper**2).sum() / len(sharper)))
