"""A Gaussian kernel as a short sum of waves: sums over pairs of records become sums over records.

Between numbers that lie at most `span` apart, cosines of a few dozen frequencies add up to the kernel, to the last
digit of a float. Records therefore have a few dozen features; a regression and HSIC need only their products, in
time that grows like the number of records. The number of waves follows from public numbers alone.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike
from scipy.linalg import cho_factor, cho_solve, eigh

from privcausal.arrays import Floats
from privcausal.pairs.hsic import hsic
from privcausal.pairs.rank import checked_pair
from privcausal.pairs.ridge import Fit, GaussianKernel, Kernel, fit, positive, ridge_of, training

ROOM = 2**20
"""Features are held for a part of the records at a time: so many numbers, 8 MB."""

SPAN = 2.0
"""How far apart scaled numbers lie at most."""

LARGEST = 5_000
"""The largest system of equations that is solved for a regression: 200 MB."""

ROUNDING = 1e-12
"""More than the end of the sum and floats can do to HSIC, of up to 10⁷ records."""

PACE: ContextVar[Callable[[range], Iterable[int]]] = ContextVar("PACE", default=iter)
"""What goes through the parts of a long sum: a command puts a progress bar here."""


@dataclass(frozen=True)
class Waves:
    """The kernel Σ c_j cos(jω(a − b)) with c_j ∝ exp(−(jω·width)²/2): `Gaussian(width)`, for |a − b| ≤ span.

    Its period 2π/ω is span + `sigmas` · width, its last frequency at least `sigmas`/width. It is positive definite
    and 1 on the diagonal wherever a and b lie, so every theorem about such kernels applies to it without change.

    Claim: B-waves

    >>> a, b = np.array([-0.3]), np.array([0.9])
    >>> waves = Waves(0.4, span=2.0)
    >>> waves.count, abs(waves(a) @ waves(b).T - GaussianKernel(0.4)(a, b))[0, 0] < 1e-16
    (43, np.True_)
    """

    width: float
    span: float
    sigmas: float = 9.0
    """3·exp(−9²/2) is a tenth of the last digit of a float."""

    def __post_init__(self) -> None:
        positive("width", self.width)
        positive("span", self.span)

    @property
    def frequency(self) -> float:
        """ω, of which all frequencies are multiples."""
        return 2 * math.pi / (self.span + self.sigmas * self.width)

    @property
    def count(self) -> int:
        """How many features a number has: a constant, and a cosine and a sine of each frequency."""
        highest = self.sigmas / self.frequency / self.width
        return 2 * math.ceil(min(highest, 1e15)) + 1  # more than any computer holds is enough

    @cached_property
    def roots(self) -> Floats:
        """√c_j for j = 0, 1, …; the sum of all c_j is 1."""
        heights = np.exp(-np.square(np.arange(self.count // 2 + 1) * self.frequency * self.width) / 2)
        heights[1:] *= 2
        shares: Floats = np.sqrt(heights / heights.sum())
        return shares

    def __call__(self, a: Floats) -> Floats:
        """The features of each number in a row; those of one number do not depend on the others."""
        angles = np.multiply.outer(a, np.arange(1, len(self.roots)) * self.frequency)
        constant = np.full((len(a), 1), self.roots[0])
        return np.hstack([constant, np.cos(angles) * self.roots[1:], np.sin(angles) * self.roots[1:]])

    def parts(self, records: int) -> Iterator[slice]:
        """The records in parts whose features there is room for."""
        size = max(1, ROOM // self.count)
        for start in PACE.get()(range(0, records, size)):
            yield slice(start, start + size)


@dataclass(frozen=True)
class WaveFit:
    """A fitted regression over waves: a weight for each feature, and the settings of the fit."""

    waves: Waves
    weights: Floats
    kernel: GaussianKernel
    penalty: float
    records: int
    """n, the number of training records."""

    def predict(self, x: ArrayLike) -> Floats:
        """Return the regression function at new places; its value at one does not depend on the others."""
        places = np.asarray(x, dtype=float)
        parts = self.waves.parts(len(places))
        predicted = [np.einsum("ij,j->i", self.waves(places[part]), self.weights) for part in parts]
        return np.concatenate(predicted) if predicted else places


Regression = Fit | WaveFit


def regress(x: ArrayLike, y: ArrayLike, *, penalty: float, kernel: Kernel) -> Regression:
    """The ridge regression of `fit`, over waves where they are fewer than the records: in O(n), ties or none.

    Claim: B-waves

    >>> x = np.linspace(-1, 1, 1_000)
    >>> options = {"penalty": 0.01, "kernel": GaussianKernel(0.5)}
    >>> abs(regress(x, x**3, **options).predict([0.5]) - fit(x, x**3, **options).predict([0.5]))[0] < 1e-13
    np.True_
    """
    inputs, outputs = training(x, y)
    n = len(inputs)
    if not isinstance(kernel, GaussianKernel):
        return fit(inputs, outputs, penalty=penalty, kernel=kernel)
    waves = Waves(kernel.width, SPAN)
    check_width(kernel, n)
    if waves.count >= n:
        return fit(inputs, outputs, penalty=penalty, kernel=kernel)
    system, right = np.diag(np.full(waves.count, ridge_of(n, penalty))), np.zeros(waves.count)
    for part in waves.parts(n):
        features = waves(inputs[part])
        system += features.T @ features
        right += features.T @ outputs[part]
    weights = cho_solve(cho_factor(system, lower=True), right)
    return WaveFit(waves, weights, kernel, penalty, n)


def best_penalty(x: ArrayLike, y: ArrayLike, *, penalties: Sequence[float], kernel: GaussianKernel) -> float:
    """Return the penalty with the smallest leave-one-out error: the same as `Path.best`, in O(n).

    The data choose it, so a private release must not use it.

    >>> x = np.linspace(-1, 1, 30)
    >>> best_penalty(x, x**3, penalties=[1e-4, 1e-2, 1.0], kernel=GaussianKernel(0.5))
    0.0001
    """
    inputs, outputs = training(x, y)
    features = Waves(kernel.width, SPAN)(inputs)
    values, vectors = eigh(features.T @ features)
    turned = features @ vectors
    errors = []
    for penalty in penalties:
        shrunk = turned / (np.maximum(values, 0) + ridge_of(len(inputs), penalty))
        missed = outputs - shrunk @ (turned.T @ outputs)
        errors.append(np.square(missed / (1 - (shrunk * turned).sum(axis=1))).mean())
    return penalties[int(np.argmin(errors))]


def check_width(kernel: GaussianKernel, records: int) -> None:
    """Refuse a kernel so narrow that neither its waves nor the training records make a system that can be solved.

    >>> check_width(GaussianKernel(0.001), 10_000)
    Traceback (most recent call last):
    ValueError: width must be larger to train on 10000 records, got 0.001: 5757 waves, the most are 5000
    """
    count = Waves(kernel.width, SPAN).count
    if min(count, records) > LARGEST:
        raise ValueError(
            f"width must be larger to train on {records} records, got {kernel.width!r}: {count} waves, the most "
            f"are {LARGEST}"
        )


def hsic_within(x: ArrayLike, y: ArrayLike, *, kernel: GaussianKernel, spans: tuple[float, float]) -> float:
    """HSIC with one kernel for both columns, whose numbers lie at most so far apart: in O(m) where waves are few.

    It is the squared length of the features' covariance, divided by m − 1.

    Claim: B-waves

    >>> x = np.linspace(-1, 1, 2_000)
    >>> exact = hsic(x, x**2, kernel_x=GaussianKernel(0.4), kernel_y=GaussianKernel(0.4))
    >>> abs(hsic_within(x, x**2, kernel=GaussianKernel(0.4), spans=(2.0, 1.0)) - exact) < 1e-15
    True
    """
    a, b = checked_pair(x, y)
    first, second = (Waves(kernel.width, span) for span in spans)
    m = len(a)
    if first.count + second.count >= m:
        return hsic(a, b, kernel_x=kernel, kernel_y=kernel)
    products = np.zeros((first.count, second.count))
    sum_a, sum_b = np.zeros(first.count), np.zeros(second.count)
    for part in max((first, second), key=lambda waves: waves.count).parts(m):
        left, right = first(a[part]), second(b[part])
        products += left.T @ right
        sum_a += left.sum(axis=0)
        sum_b += right.sum(axis=0)
    return float(np.square(products - np.outer(sum_a, sum_b) / m).sum() / (m - 1) ** 2)
