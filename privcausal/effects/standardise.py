"""Standardisation from noisy counts: the part that one stratum hides is bounded, without division by noise.

A standardised risk is a sum over strata of (people in the stratum) × (events / people in the arm). Dividing by a noisy
count is biased, and in a small arm it is meaningless. The quotient U/N is therefore not estimated. It lies between
U·H(N) and U·H(N) + e(N), where e(N) = exp(−N²/2s²) and H(N) = (1 − e(N))/N: for a large arm both are U/N, for an empty
one they are 0 and 1. H and e are smooth, and for smooth functions of a number with Laplace noise of scale b there is an
exactly unbiased estimate: f − b²f″ instead of f. The sums of these bounds are therefore estimated without bias for any
sample size, any ε and any number of strata, and the remaining error is their spread, from sampling and from noise.

Claim: B-effect-bounds, B-effect-unbiased
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from privcausal.arrays import Floats

WIDTH = 2.0
"""An arm counts as hidden, in part, up to a few times so many standard deviations of the noise in its size."""

FEWEST = 3.0
"""And up to a few times so many people, whatever the noise: nothing is known of the variance in smaller arms."""

FINE = 32
"""The stencil's step is so many times smaller than what the functions of a size change over."""

MOST_FACTORS = 5
"""Noise that is the sum of more Laplace variables is treated as if it was the sum of so many.

Every factor takes second differences once more, and with them come about two of the sixteen digits of a float.
"""


@dataclass(frozen=True, eq=False)
class Arms:
    """Noisy counts of the people of each stratum and arm, by their outcomes."""

    cells: Floats
    """One number for each stratum, arm (control first) and part of the outcome."""
    parts: Floats
    """What a person in each part adds to the arm's size and to the total of each outcome: rows (1, y, …)."""
    squares: Floats
    """The products of any two of these, of a person in each part."""
    scale: float
    """The scale of the Laplace noise in each number of a stratum that was released by itself."""
    merged: int = 1
    """The number of released numbers added up in each cell."""
    rows: int = 1
    """The largest number of records of one person."""
    root: Floats | None = None
    """Of Gaussian noise that the cells share: a matrix whose product with its transpose is the covariance."""

    @property
    def sizes(self) -> Floats:
        """The noisy number of people in each stratum and arm."""
        return np.asarray(self.cells.sum(axis=2))

    @property
    def totals(self) -> Floats:
        """For each stratum and arm the noisy number of people, and the total of each outcome."""
        return np.asarray(self.cells @ self.parts)

    @property
    def noise(self) -> Floats:
        """The covariance of the noise in the totals of one arm; it is that of every arm."""
        if self.root is not None:
            first = self.root[: len(self.parts)]
            return np.asarray(self.parts.T @ first @ first.T @ self.parts)
        return np.asarray(2 * self.scale**2 * self.merged * self.parts.T @ self.parts)

    @property
    def unseen(self) -> Floats:
        """What a person of each kind that a sample can lack adds to the cells of an arm: arms × kinds × cells.

        Of an event, a kind is a cell. Of a number, it is one as large as those are, on the average, that make up the
        arm's total, and one as small as those that make up what is missing to the end of the range: u²-sums over
        u-sums. Where these are not seen beyond the noise, such a person can be as far away as the end.
        """
        cells = len(self.parts)
        if np.array_equal(self.squares, self.parts[:, :, None] * self.parts[:, None, :]):
            return np.stack([np.eye(cells)] * 2)
        noise = math.sqrt(self.noise[1, 1] * len(self.cells))
        pooled = self.cells.sum(axis=0).reshape(2, -1, 3)  # with an instrument, by the treatment taken
        above, below = (np.maximum(pooled @ place, 0) + noise for place in ([0, 0.5, 1], [1, 0.5, 0]))
        far = [(np.maximum(pooled[..., end], 0) + noise) / all_ for end, all_ in ((2, above), (0, below))]
        high, low = (np.minimum(part, 1.0) for part in far)
        place = np.stack([1 - low, high], axis=-1)
        people = np.stack([(1 - place) ** 2, 2 * place * (1 - place), place**2], axis=-1)
        each = np.zeros((2, 2 * pooled.shape[1], cells))
        for group in range(pooled.shape[1]):
            each[:, 2 * group : 2 * group + 2, 3 * group : 3 * group + 3] = people[:, group]
        return each

    @property
    def width(self) -> float:
        """The s of e: from public numbers alone."""
        return max(WIDTH * math.sqrt(self.noise[0, 0]), FEWEST)


def hidden(size: Floats, width: float) -> Floats:
    """e(N): which part of an arm of this size counts as hidden."""
    return np.asarray(np.exp(-((size / width) ** 2) / 2))


def visible(size: Floats, width: float) -> Floats:
    """1 − e(N)."""
    return np.asarray(-np.expm1(-((size / width) ** 2) / 2))


def shrunk_inverse(size: Floats, width: float) -> Floats:
    """H(N) = (1 − e(N))/N, and 0 at 0."""
    safe = np.where(np.abs(size) < 1e-9 * width, 1e-9 * width, size)
    return visible(safe, width) / safe


def steps(size: Floats, width: float) -> Floats:
    """The functions change over the width of e; far beyond it they are 1/N, and change over N."""
    return np.asarray(np.maximum(np.abs(size) / 4, width) / FINE)


Function = Callable[[Floats], Floats]


@dataclass(frozen=True)
class Denoiser:
    """Unbiased estimates of smooth functions of an arm's size, and of these times a total."""

    noise: Floats
    """The covariance of the noise in the totals: size first."""
    factors: int
    """The noise in a size is the sum of so many Laplace variables of one scale."""
    step: Floats
    """The step of the differences that approximate derivatives, for each size."""

    def plain(self, function: Function, size: Floats) -> Floats:
        """The estimate of function(N)."""
        return self._applied(function, size, self.factors)

    def slope(self, function: Function, size: Floats) -> Floats:
        """What a total's noise, which the size shares, adds to the product of the total and function(N)."""

        def derivative(x: Floats) -> Floats:
            step = self.step.reshape(self.step.shape + (1,) * (x.ndim - self.step.ndim))
            return (function(x + step) - function(x - step)) / (2 * step)

        return self._applied(derivative, size, self.factors - 1)

    def curvature(self, function: Function, size: Floats) -> Floats:
        """The same for the product of two totals, whose noises both share a part with the size's."""

        def second(x: Floats) -> Floats:
            step = self.step.reshape(self.step.shape + (1,) * (x.ndim - self.step.ndim))
            return (function(x + step) - 2 * function(x) + function(x - step)) / step**2

        return self._applied(second, size, self.factors - 2)

    def with_derivative(
        self, estimate: Callable[[Function, Floats], Floats], function: Function, size: Floats
    ) -> tuple[Floats, Floats]:
        """An estimate, and how it moves with the size."""
        before, at, after = (estimate(function, size + sign * self.step) for sign in (-1, 0, 1))
        return at, (after - before) / (2 * self.step)

    def _applied(self, function: Function, size: Floats, times: int) -> Floats:
        """(1 − b²D²) so many times, by second differences."""
        factor = self.noise[0, 0] / (2 * self.factors * self.step**2)
        values = function(size[..., None] + self.step[..., None] * np.arange(-times, times + 1))
        for _ in range(times):
            values = values[..., 1:-1] - factor[..., None] * np.diff(values, 2)
        return np.asarray(values[..., 0])


@dataclass(frozen=True, eq=False)
class StratifiedSums:
    """Estimates of sums over strata: the lower ends for either arm, what hides, and the people counted.

    The targets are, for each arm (control first), the lower end of each outcome's sum; then the hidden weight of each
    arm; last the number of people over whom is standardised.
    """

    values: Floats
    gradients: Floats
    """How each target moves with each noisy count: targets × counts."""
    sampling: Floats
    """The covariance of the targets from drawing the people."""
    arms: Arms
    outcomes: int

    def lower(self, arm: int, outcome: int = 0) -> Floats:
        """The functional that is the lower end of an arm's sum."""
        place = np.zeros(len(self.values))
        place[arm * self.outcomes + outcome] = 1.0
        return place

    def upper(self, arm: int, outcome: int = 0) -> Floats:
        """The upper one."""
        place = self.lower(arm, outcome)
        place[2 * self.outcomes + arm] = 1.0
        return place

    @property
    def people(self) -> Floats:
        """The functional that is the number of people."""
        place = np.zeros(len(self.values))
        place[-1] = 1.0
        return place

    def noisy(self, functional: Floats) -> Floats:
        """How a functional moves with each independent noise, in units of that noise's standard deviation."""
        gradient = functional @ self.gradients
        if self.arms.root is not None:
            return np.asarray(gradient @ self.arms.root)
        return np.asarray(math.sqrt(2 * self.arms.merged) * self.arms.scale * gradient)

    def noise(self, functional: Floats) -> float:
        """The variance of one functional from noise alone."""
        return float((self.noisy(functional) ** 2).sum())

    def covariance(self, one: Floats, other: Floats) -> float:
        """Of two functionals, from sampling and from noise."""
        return float(self.noisy(one) @ self.noisy(other) + one @ self.sampling @ other)

    def variance(self, functional: Floats) -> float:
        """Return the variance of one functional, with two more people of each kind: the sample can lack rare ones."""
        sampling = float(functional @ self.sampling @ functional)
        return max(sampling, 0.0) + self.noise(functional) + self.rare(functional)

    def rare(self, functional: Floats) -> float:
        """Return twice the square of one person's contribution, weighted over strata by their share of the variance."""
        gradient = (functional @ self.gradients).reshape(self.arms.cells.shape)
        squares = np.einsum("sac,akc->sak", gradient, self.arms.unseen) ** 2
        weights = squares * np.maximum(self.arms.sizes, 0.0)[:, :, None]
        total = weights.sum(axis=0)
        each = (weights * squares).sum(axis=0) / np.where(total > 0, total, 1.0)
        return 2 * self.arms.rows * float(each.sum())

    def half_width(self, functional: Floats, z: float) -> float:
        """Return how far the estimate can lie from the estimand."""
        return self.reach(functional, z) * math.sqrt(self.variance(functional))

    def reach(self, functional: Floats, z: float) -> float:
        """How many standard deviations to go instead of z: more where a few noises rule.

        Tails of Laplace noise are heavier than normal ones; Cornish and Fisher's expansion allows for it.
        """
        variance = self.variance(functional)
        if self.arms.root is not None or variance == 0:
            return z
        shares = self.noisy(functional) ** 2 / variance
        return z + (z**3 - 3 * z) / 8 * float((shares**2).sum()) / self.arms.merged


def standardised_sums(arms: Arms, target: str) -> StratifiedSums:
    """The sums by which both arms are standardised to all people ("ATE") or to the treated ("ATT")."""
    strata = len(arms.cells)
    outcomes = arms.parts.shape[1] - 1
    totals = arms.totals
    influence = np.zeros((2 * outcomes + 3, strata, 2, outcomes + 1))
    values = np.zeros(len(influence))
    for arm in (0, 1):
        if target == "ATT" and arm == 1:  # the treated have the weights of the treated already
            values[outcomes : 2 * outcomes] = totals[:, 1, 1:].sum(axis=0)
            influence[range(outcomes, 2 * outcomes), :, 1, range(1, outcomes + 1)] = 1.0
        else:
            _one_arm(arms, arm, target == "ATE", values, influence)
    counted = [0, 1] if target == "ATE" else [1]
    values[-1] = totals[:, counted, 0].sum()
    influence[-1][:, counted, 0] = 1.0
    return with_spread(arms, values, influence)


def with_spread(arms: Arms, values: Floats, influence: Floats) -> StratifiedSums:
    """Sums that move so with the totals of each stratum and arm, and how far they spread."""
    second = np.tensordot(arms.cells, arms.squares, axes=(2, 0))
    sampling = np.einsum("isap,sapq,jsaq->ij", influence, second, influence)
    sampling -= np.outer(values, values) / max(float(arms.cells.sum()), 1.0)
    gradients = (influence @ arms.parts.T).reshape(len(influence), -1)
    return StratifiedSums(values, gradients, arms.rows * sampling, arms, arms.parts.shape[1] - 1)


def _one_arm(arms: Arms, arm: int, everyone: bool, values: Floats, influence: Floats) -> None:
    """The lower ends of one arm and its hidden weight, with how they move with the totals of both arms.

    The weight of a stratum is the number of people in the other arm and, if everyone counts, in this arm.
    """
    totals, width = arms.totals, arms.width
    outcomes = totals.shape[2] - 1
    size, other = totals[:, arm, 0], totals[:, 1 - arm, 0]
    step = steps(size, width)
    factors = len(arms.parts) * arms.merged if arms.root is None else MOST_FACTORS
    denoiser = Denoiser(arms.noise, min(factors, MOST_FACTORS), step)

    def with_derivative(
        estimate: Callable[[Function, Floats], Floats], function: Function
    ) -> tuple[Floats, Floats]:
        return denoiser.with_derivative(estimate, function, size)

    functions: list[Function] = [lambda n: shrunk_inverse(n, width), lambda n: visible(n, width)]
    (a, da), (c, dc) = (with_derivative(denoiser.plain, function) for function in functions)
    (b, db), (d, dd) = (with_derivative(denoiser.slope, function) for function in functions)
    for j in range(outcomes):
        place = arm * outcomes + j
        u, shared = totals[:, arm, j + 1], denoiser.noise[0, j + 1]
        risk = u * a - shared * b
        values[place] = (everyone * (u * c - shared * d) + other * risk).sum()
        influence[place, :, arm, 0] = everyone * (u * dc - shared * dd) + other * (u * da - shared * db)
        influence[place, :, arm, j + 1] = everyone * c + other * a
        influence[place, :, 1 - arm, 0] = risk
    lost, dlost = with_derivative(denoiser.plain, lambda n: hidden(n, width))
    kept, dkept = with_derivative(denoiser.plain, lambda n: n * hidden(n, width))
    place = 2 * outcomes + arm
    values[place] = (everyone * kept + other * lost).sum()
    influence[place, :, arm, 0] = everyone * dkept + other * dlost
    influence[place, :, 1 - arm, 0] = lost
