"""The additive noise model: regress both ways, and believe the direction whose residuals look like noise."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.arrays import Floats
from privcausal.pairs.fourier_kernel import Regression, regress
from privcausal.pairs.rank import checked_pair
from privcausal.pairs.ridge import GaussianKernel, Kernel, scale
from privcausal.privacy.price import check_fraction

Score = Callable[[Floats, Floats], float]
"""How strongly two columns depend on each other; 0 for independence, more for more."""

FORWARD, BACKWARD, UNDECIDED = "x → y", "y → x", "undecided"


@dataclass(frozen=True)
class Split:
    """Which records train the regressions and which ones test the residuals."""

    train: NDArray[np.intp]
    test: NDArray[np.intp]


@dataclass(frozen=True)
class Residuals:
    """Both regressions, and their residuals on the test records, in columns mapped to [−1, 1]."""

    x: Floats
    y: Floats
    of_y: Floats
    """y − f(x): the noise, if x is the cause."""
    of_x: Floats
    """x − g(y): the noise, if y is the cause."""
    f: Regression
    g: Regression


@dataclass(frozen=True)
class AnmDirection:
    """What Algorithm 1 found: not private, and not to be released."""

    answer: str
    score_xy: float
    score_yx: float
    residuals: Residuals
    clipped: int
    """How many of the 2n values lay outside the declared bounds."""

    @property
    def margin(self) -> float:
        """By how much the losing direction's score is larger."""
        return abs(self.score_yx - self.score_xy)


def split(n: int, rng: np.random.Generator, share: float = 0.5) -> Split:
    """Deal n records at random into a training set with this share of them, and a test set.

    >>> [len(part) for part in vars(split(11, np.random.default_rng(0))).values()]
    [6, 5]
    """
    cut = training_size(n, share)
    order = rng.permutation(n)
    return Split(order[:cut], order[cut:])


def training_size(n: int, share: float = 0.5) -> int:
    """How many of n records are dealt to the training set: a public number.

    >>> training_size(11)
    6
    """
    check_fraction(share=share)
    if n < 4:
        raise ValueError(f"n must be at least 4, to leave two records for each part, got {n!r}")
    return min(max(2, int(np.ceil(share * n))), n - 2)


def regress_both_ways(x: Floats, y: Floats, parts: Split, *, penalty: float, kernel: Kernel) -> Residuals:
    """Fit f: x → y and g: y → x on the training records; take residuals on the test records.

    Two fits, two objects: see the specimen of claim K-code for what happens when there is only one.
    """
    f = regress(x[parts.train], y[parts.train], penalty=penalty, kernel=kernel)
    g = regress(y[parts.train], x[parts.train], penalty=penalty, kernel=kernel)
    u, v = x[parts.test], y[parts.test]
    return Residuals(u, v, v - f.predict(u), u - g.predict(v), f, g)


def decide(score_xy: float, score_yx: float) -> str:
    """The direction with the smaller dependence between input and residual.

    Claim: K-anm

    >>> decide(0.1, 0.4)
    'x → y'
    """
    if score_xy == score_yx:
        return UNDECIDED
    return FORWARD if score_xy < score_yx else BACKWARD


def direction(
    x: ArrayLike,
    y: ArrayLike,
    *,
    score: Score,
    bounds: tuple[tuple[float, float], tuple[float, float]],
    rng: np.random.Generator,
    penalty: float = 1e-3,
    kernel: Kernel = GaussianKernel(0.5),  # noqa: B008 (frozen)
    share: float = 0.5,
) -> AnmDirection:
    """Algorithm 1 end to end, without privacy: scale, split, regress both ways, score, compare.

    `bounds` declares the range of x and of y; values outside are clipped and counted.

    Claim: K-anm

    >>> from functools import partial
    >>> from privcausal.pairs.hsic import hsic
    >>> score = partial(hsic, kernel_x=GaussianKernel(0.3), kernel_y=GaussianKernel(0.3))
    >>> rng = np.random.default_rng(4)
    >>> x = rng.uniform(-1, 1, 400)
    >>> y = x**3 + rng.uniform(-0.3, 0.3, 400)
    >>> direction(x, y, score=score, bounds=((-1, 1), (-1.5, 1.5)), rng=rng).answer
    'x → y'
    """
    columns = checked_pair(x, y)
    scaled = [scale(*item) for item in zip(columns, bounds, ("x", "y"), strict=True)]
    parts = split(len(columns[0]), rng, share)
    both = regress_both_ways(scaled[0].values, scaled[1].values, parts, penalty=penalty, kernel=kernel)
    scores = score(both.x, both.of_y), score(both.y, both.of_x)
    return AnmDirection(decide(*scores), *scores, both, sum(column.clipped for column in scaled))
