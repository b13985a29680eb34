"""Kernel ridge regression with one eigendecomposition for a whole path of penalties.

The objective is that of the source, on n records with declared bounds mapped to [−1, 1]:

    (λ/2) ‖w‖² + (1/n) Σ (w·φ(x_i) − y_i)²

Its minimiser predicts Σ_j α_j k(x_j, x) with (K + (nλ/2) I) α = y.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import cho_factor, cho_solve, eigh

from privcausal.arrays import Floats
from privcausal.pairs.rank import checked_pair
from privcausal.privacy.price import as_number, check_positive, settle_numbers

Kernel = Callable[[Floats, Floats], Floats]
"""k(a, b): the matrix of all k(a_i, b_j); every bound of the book needs k ≤ 1 on the diagonal."""


LARGEST = 4e307
"""Bounds stay below, so that sums and differences of them are finite."""

FINE = 2.0**40
"""Values in [−1, 1] are multiples of one part in so many."""

ROUNDING = 1e-11
"""More than rounding can do to the difference of two residuals of values in [−1, 1]."""

SMALLEST_PENALTY = 1e-6
"""Below it a regression could follow single records so far that rounding shows."""


@dataclass(frozen=True)
class GaussianKernel:
    """The kernel exp(−(a − b)² / (2 width²)).

    >>> GaussianKernel(1.0)(np.array([0.0]), np.array([0.0, 2.0])).round(4)
    array([[1.    , 0.1353]])
    """

    width: float

    def __post_init__(self) -> None:
        settle_numbers(self, "width")
        positive("width", self.width)

    def __call__(self, a: Floats, b: Floats) -> Floats:
        """The matrix of all k(a_i, b_j)."""
        kernel: Floats = np.exp(self._exponents(a, b))
        return kernel

    def apart(self, a: Floats, b: Floats) -> Floats:
        """The distances ‖φ(a_i) − φ(b_j)‖ = √(2 − 2k), to the last digits however close a_i and b_j are.

        >>> GaussianKernel(1.0).apart(np.array([0.0]), np.array([1e-9, 9.0])).round(12)
        array([[1.00000000e-09, 1.41421356e+00]])
        """
        distances: Floats = np.sqrt(-2 * np.expm1(self._exponents(a, b)))
        return distances

    def _exponents(self, a: Floats, b: Floats) -> Floats:
        with np.errstate(over="ignore"):  # infinitely far is far enough, and a warning would reveal a record
            exponents: Floats = -0.5 * (np.subtract.outer(a, b) / self.width) ** 2
        return exponents


@dataclass(frozen=True)
class Scaled:
    """A column mapped from its declared bounds to [−1, 1], and how many values had to be clipped."""

    values: Floats
    clipped: int


def scale(column: ArrayLike, bounds: tuple[float, float], name: str = "column") -> Scaled:
    """Map declared bounds to [−1, 1]; values outside are clipped, and counted.

    The bounds must come from knowledge of the quantity, never from the private data: a minimum reveals a person's
    value. The values are rounded to 2⁻⁴⁰, so that no difference of two values is ever lost in later rounding.

    >>> scale([0.0, 5.0, 20.0], (0.0, 10.0))
    Scaled(values=array([-1.,  0.,  1.]), clipped=1)
    """
    low, high = bounds
    if not (low < high and max(abs(low), abs(high)) < LARGEST):
        raise ValueError(f"the bounds of {name} must be two finite numbers low < high, got {bounds!r}")
    values = np.asarray(column, dtype=float)
    if values.ndim != 1 or not np.isfinite(values).all():
        raise ValueError(f"{name} must be one column of finite numbers, got shape {values.shape}")
    mapped = (2 * np.clip(values, low, high) - (low + high)) / (high - low)
    return Scaled(
        np.clip(np.rint(mapped * FINE) / FINE, -1, 1), int(np.count_nonzero((values < low) | (values > high)))
    )


@dataclass(frozen=True)
class Fit:
    """A fitted regression: the distinct training inputs, their coefficients α, and the settings of the fit."""

    inputs: Floats
    coefficients: Floats
    kernel: Kernel
    penalty: float
    records: int
    """n, the number of training records; several can share an input."""

    def predict(self, x: ArrayLike) -> Floats:
        """Return the regression function at new places; its value at one does not depend on the others.

        A product of matrices can round equal rows differently, depending on their place. That breaks ties between
        ranks.
        """
        kernel = self.kernel(np.asarray(x, dtype=float), self.inputs)
        return np.asarray(np.einsum("ij,j->i", kernel, self.coefficients))

    @property
    def norm(self) -> float:
        """‖w‖, at most 1/√(2λ)."""
        return math.sqrt(self.coefficients @ self.kernel(self.inputs, self.inputs) @ self.coefficients)


def fit(x: ArrayLike, y: ArrayLike, *, penalty: float, kernel: Kernel) -> Fit:
    """Fit one penalty, by one Cholesky factorisation over the *distinct* inputs.

    Records with equal inputs act through their number c and the mean of their outcomes alone, which leaves
    (K + (nλ/2) diag(1/c)) α = mean y: a hundred thousand records on two hundred places are a small system.

    >>> line = fit([-1.0, 0.0, 1.0], [-1.0, 0.0, 1.0], penalty=0.01, kernel=GaussianKernel(1.0))
    >>> line.predict([0.5]).round(3)
    array([0.634])
    """
    inputs, outputs = training(x, y)
    places, where, counts = np.unique(inputs, return_inverse=True, return_counts=True)
    means = np.bincount(where, weights=outputs) / counts
    system = kernel(places, places) + np.diag(ridge_of(len(inputs), penalty) / counts)
    coefficients = cho_solve(cho_factor(system, lower=True), means)
    return Fit(places, coefficients, kernel, penalty, len(inputs))


@dataclass(frozen=True)
class Path:
    """Everything that is needed to fit any penalty: the eigendecomposition of the kernel matrix.

    Claim: B-leave-one-out
    """

    inputs: Floats
    outputs: Floats
    kernel: Kernel
    eigenvalues: Floats
    eigenvectors: Floats

    def at(self, penalty: float) -> Fit:
        """The regression for one penalty, in O(n²)."""
        return Fit(self.inputs, self.coefficients([penalty])[:, 0], self.kernel, penalty, len(self.inputs))

    def coefficients(self, penalties: ArrayLike) -> Floats:
        """α for each penalty, one column each."""
        projected = self.eigenvectors.T @ self.outputs
        columns: Floats = self.eigenvectors @ (self._shrinkage(penalties) * projected[:, None])
        return columns

    def leave_one_out(self, penalties: ArrayLike) -> Floats:
        """y_i minus the prediction of a fit without record i, for each penalty: α_i / [(K + (nλ/2) I)⁻¹]_ii.

        The n in nλ/2 stays that of the full sample, as is usual.
        """
        diagonal = self.eigenvectors**2 @ self._shrinkage(penalties)
        return self.coefficients(penalties) / diagonal

    def best(self, penalties: ArrayLike) -> float:
        """Return the penalty with the smallest leave-one-out error, which is not private: a release must not use it."""
        errors = np.square(self.leave_one_out(penalties)).mean(axis=0)
        return float(np.atleast_1d(np.asarray(penalties, dtype=float))[int(errors.argmin())])

    def _shrinkage(self, penalties: ArrayLike) -> Floats:
        """1 / (eigenvalue + nλ/2): one row per eigenvalue, one column per penalty."""
        column = np.atleast_1d(np.asarray(penalties, dtype=float))
        ridges = np.array([ridge_of(len(self.inputs), float(penalty)) for penalty in column])
        shrinkage: Floats = 1 / (self.eigenvalues[:, None] + ridges)
        return shrinkage


def path(x: ArrayLike, y: ArrayLike, *, kernel: Kernel) -> Path:
    """Factorise once; then every penalty is cheap, leave-one-out errors included.

    >>> x = np.linspace(-1, 1, 30)
    >>> path(x, x**3, kernel=GaussianKernel(0.5)).best([1e-4, 1e-2, 1.0])
    0.0001
    """
    inputs, outputs = training(x, y)
    values, vectors = eigh(kernel(inputs, inputs), driver="evd")
    return Path(inputs, outputs, kernel, np.maximum(values, 0.0), vectors)


def ridge_of(n: int, penalty: float) -> float:
    """Return nλ/2, the addition to the diagonal."""
    return n * positive("penalty", penalty) / 2


def training(x: ArrayLike, y: ArrayLike) -> tuple[Floats, Floats]:
    """Two finite columns of one length within [−1, 1]; the proofs of the book use |y| ≤ 1."""
    inputs, outputs = checked_pair(x, y)
    for name, column in (("x", inputs), ("y", outputs)):
        if np.abs(column).max() > 1:
            raise ValueError(
                f"{name} must lie in [-1, 1], got a value outside, which is not shown; map declared bounds with scale()"
            )
    return inputs, outputs


def positive(name: str, value: float) -> float:
    """The value, if it is a positive finite number."""
    check_positive(**{name: value})
    return value


def residual_sensitivity(n: int, penalty: float) -> float:
    """How far any prediction can move when one of n training records is replaced: (2/nλ) max_α (2 sin α + W sin 2α).

    W = 1/√(2λ) bounds the norm of the regression.

    Claim: K-ridge

    >>> round(residual_sensitivity(1_000, 1.0), 6), 8 / 1_000
    (0.00471, 0.008)
    """
    if n < 1:
        raise ValueError(f"n must be at least 1, got {n!r}")
    penalty = as_number("penalty", penalty)
    cosine = (math.sqrt(positive("penalty", penalty) + 4) - math.sqrt(penalty)) / math.sqrt(8)
    sine = math.sqrt(1 - cosine**2)
    return 4 / (n * penalty) * sine * (1 + cosine / math.sqrt(2 * penalty))
