"""The second moments of a table, released once: what they cost, and how to repair them.

A linear model needs the records only through M = XᵀX/n, a table of d × d numbers. Once M is released, every fit of
every model to it is free.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.graphs.constraint_based.policy import Price, check_budget
from privcausal.graphs.score_based.second_moments import checked_records, moment
from privcausal.privacy.gaussian import check_positive, gaussian_scale

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class NoisyMoment:
    """A released matrix. It may have negative eigenvalues; `repaired` has none."""

    matrix: Floats
    scale: float
    """Standard deviation of the noise on the diagonal; off the diagonal it is √2 times smaller."""
    spent: Price

    @property
    def noise_edge(self) -> float:
        """How far the noise alone moves eigenvalues: the edge of the spectrum of a matrix of pure noise.

        For d × d noise like ours that is scale × √(2d), up to a fluctuation that shrinks as d grows.
        """
        return self.scale * math.sqrt(2 * len(self.matrix))

    @property
    def repaired(self) -> Floats:
        """The matrix with every eigenvalue below the noise's edge raised to it: positive definite, and of use."""
        return lifted(self.matrix, self.noise_edge)


def moment_sensitivity(row_norm: float) -> float:
    """How far one record of norm at most c moves XᵀX, in Frobenius norm, when it is replaced: √2 c².

    Claim: B-moment

    >>> round(moment_sensitivity(1.0), 4)
    1.4142
    """
    check_positive(row_norm=row_norm)
    return math.sqrt(2) * row_norm**2


def shortened(records: ArrayLike, row_norm: float) -> Floats:
    """Records longer than the bound, cut back to it; their direction stays.

    >>> shortened([[3.0, 4.0], [0.3, 0.4]], row_norm=2.5).tolist()
    [[1.5, 2.0], [0.3, 0.4]]
    """
    check_positive(row_norm=row_norm)
    rows = checked_records(records)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows * np.minimum(1.0, row_norm / np.maximum(lengths, np.finfo(float).tiny)))


def symmetric_noise(d: int, scale: float, rng: np.random.Generator) -> Floats:
    """A symmetric Gaussian matrix whose law does not change under rotations.

    A symmetric matrix is a point with d(d + 1)/2 coordinates: its diagonal, and √2 times what stands above it. In
    these coordinates Frobenius distance is Euclidean distance, and each gets noise of this scale.

    >>> symmetric_noise(2, 1.0, np.random.default_rng(0)).round(3).tolist()
    [[0.126, -0.093], [-0.093, 0.105]]
    """
    noise = rng.normal(scale=scale, size=(d, d))
    above = np.triu(noise, 1) / math.sqrt(2)
    return above + above.T + np.diag(noise.diagonal())


def private_moment(
    records: ArrayLike, *, budget: Price, rng: np.random.Generator, row_norm: float
) -> NoisyMoment:
    """XᵀX/n once, with as little noise as the budget allows, after every record was shortened to `row_norm`.

    Private under substitution; the number of records is public. The bound is declared: it must come from what is
    known about the variables, never from these records. Moments are taken about zero, so subtract beforehand what
    is publicly known as the centre.

    Claim: B-once-linear

    >>> from privcausal.privacy.price import Relation
    >>> people = np.random.default_rng(0).normal(size=(10_000, 2))
    >>> price = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    >>> noisy = private_moment(people, budget=price, rng=np.random.default_rng(0), row_norm=3.0)
    >>> round(noisy.scale, 4), noisy.matrix.round(2).tolist()
    (0.0054, [[0.98, -0.01], [-0.01, 0.98]])
    """
    check_budget(budget)
    rows = shortened(records, row_norm)
    scale = gaussian_scale(moment_sensitivity(row_norm) / len(rows), budget.epsilon, budget.delta)
    matrix = moment(rows) + symmetric_noise(rows.shape[1], scale, rng)
    return NoisyMoment(matrix, scale, budget)


def lifted(matrix: ArrayLike, floor: float) -> Floats:
    """The symmetric matrix with eigenvalues below the floor raised to it, its eigenvectors untouched.

    >>> lifted([[1.0, 0.0], [0.0, -1.0]], floor=0.25).tolist()
    [[1.0, 0.0], [0.0, 0.25]]
    """
    check_positive(floor=floor)
    values, vectors = np.linalg.eigh(np.asarray(matrix, dtype=np.float64))
    whole: Floats = (vectors * np.maximum(values, floor)) @ vectors.T
    return (whole + whole.T) / 2
