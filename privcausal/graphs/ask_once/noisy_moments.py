"""The second moments of a table, released once: their cost, and how to repair them.

A linear model needs the records only through M = XᵀX/n, a table of d × d numbers. Once M is released, every fit of
every model to it is free.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from privcausal.arrays import Floats
from privcausal.graphs.score_based.second_moments import Records, clip_norms, rows_of
from privcausal.privacy.filters import GaussianFilter
from privcausal.privacy.gaussian import SymmetricGaussian, gaussian_scale
from privcausal.privacy.price import Price, as_number, check_positive, check_substitution
from privcausal.table.sums import SPARE


@dataclass(frozen=True, eq=False)
class NoisyMoment:
    """A released matrix. It can have negative eigenvalues; `repaired` has none."""

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
        return raise_eigenvalues(self.matrix, self.noise_edge)


def moment_sensitivity(row_norm: float) -> float:
    """How far one record of norm at most c moves XᵀX, in Frobenius norm, when it is replaced: √2 c².

    Claim: B-moment

    >>> round(moment_sensitivity(1.0), 4)
    1.4142
    """
    check_positive(row_norm=row_norm)
    row_norm = as_number("row_norm", row_norm)
    return math.sqrt(2) * row_norm**2


@dataclass(frozen=True, eq=False)
class Shortened:
    """A look at records that are cut back to a length."""

    row_norm: float

    def __call__(self, rows: Floats) -> tuple[Floats, Floats]:
        """Return the shortened rows, for both sides of the product."""
        short = clip_norms(rows, self.row_norm)
        return short, short


def private_moment(
    records: Records, *, budget: Price, rng: np.random.Generator, row_norm: float
) -> NoisyMoment:
    """Release XᵀX/n once, with as little noise as the budget allows, after every record was shortened to `row_norm`.

    Private under substitution; the number of records is public. The bound is declared: it must come from public
    knowledge of the variables, never from these records. Moments are taken about zero, so subtract beforehand what
    is publicly known as the centre.

    Claim: B-once-linear

    >>> from privcausal.privacy.price import Relation
    >>> people = np.random.default_rng(0).normal(size=(10_000, 2))
    >>> price = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    >>> noisy = private_moment(people, budget=price, rng=np.random.default_rng(0), row_norm=3.0)
    >>> round(noisy.scale, 4), noisy.matrix.round(2).tolist()
    (0.0054, [[0.98, -0.01], [-0.01, 0.98]])
    """
    check_substitution(budget.relation)
    rows, privacy_filter = rows_of(records), GaussianFilter.within(budget)
    sensitivity = SPARE * moment_sensitivity(row_norm) / len(rows)
    # Rounding must never cost privacy: a hair more noise.
    scale = gaussian_scale(sensitivity, budget.epsilon, budget.delta) * (1 + 1e-12)
    exact = rows.sum(Shortened(row_norm)) / len(rows)
    released = privacy_filter.release(SymmetricGaussian(sensitivity, scale, budget.relation), exact, rng)
    return NoisyMoment(released.value, scale, privacy_filter.total_cost)


def raise_eigenvalues(matrix: ArrayLike, floor: float) -> Floats:
    """The symmetric matrix with eigenvalues below the floor raised to it, its eigenvectors untouched.

    >>> raise_eigenvalues([[1.0, 0.0], [0.0, -1.0]], floor=0.25).tolist()
    [[1.0, 0.0], [0.0, 0.25]]
    """
    check_positive(floor=floor)
    values, vectors = np.linalg.eigh(np.asarray(matrix, dtype=np.float64))
    whole: Floats = (vectors * np.maximum(values, floor)) @ vectors.T
    return (whole + whole.T) / 2
