"""Gaussian noise: how much privacy a σ buys exactly, the smallest σ for a given (ε, δ), and the classical one."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.privacy.charges import announcing
from privcausal.privacy.draws import add_gaussian
from privcausal.privacy.outward_rounding import (
    UNSURE,
    digits,
    float_above,
    float_below,
    lower_reading,
    normal,
    pi,
    upper_reading,
)
from privcausal.privacy.price import (
    Price,
    Relation,
    Release,
    check_fraction,
    check_positive,
    finite,
    settle_numbers,
)

LARGEST = Decimal(1000)
"""The largest ε: a larger one gives no protection, and is taken for this one."""


def gaussian_delta(sensitivity: float, epsilon: float, scale: float) -> float:
    """The smallest δ for which Gaussian noise of this scale is (ε, δ)-private; no smaller δ is true.

    Claim: C-agm, B-outward

    >>> round(gaussian_delta(sensitivity=1.0, epsilon=1.0, scale=1.0), 6)
    0.126937
    """
    check_positive(sensitivity=sensitivity, epsilon=epsilon, scale=scale)
    with digits(50):
        shift = upper_reading(sensitivity) / lower_reading(scale)
        return min(float_above(hockey_stick(shift, lower_reading(epsilon))[0]), 1.0)


def gaussian_scale(sensitivity: float, epsilon: float, delta: float) -> float:
    """The smallest scale σ for which Gaussian noise is (ε, δ)-private, correct to the last digits.

    Claim: C-agm, B-outward

    >>> scale = gaussian_scale(sensitivity=1.0, epsilon=1.0, delta=1e-6)
    >>> round(scale, 4), gaussian_delta(1.0, 1.0, scale) <= 1e-6
    (4.2247, True)
    """
    check_positive(sensitivity=sensitivity, epsilon=epsilon)
    check_fraction(delta=delta)
    with digits(50):
        return float_above(upper_reading(sensitivity) / lower_reading(largest_mu(epsilon, delta)))


def step_scales(schedule: Sequence[float], sensitivity: float, budget: Price) -> NDArray[np.float64]:
    """The noise of each step, so that all of them together cost the budget and no less.

    Gaussian releases add up like the squares of sensitivity/σ, exactly, whatever each step makes of the earlier
    ones: many steps with shares s are worth one release with √Σs² of them.

    Claim: B-steps

    >>> price = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    >>> step_scales([1.0, 1.0, 1.0, 1.0], 1.0, price).round(3).tolist(), round(gaussian_scale(1.0, 1.0, 1e-6), 3)
    ([8.449, 8.449, 8.449, 8.449], 4.225)
    """
    check_positive(sensitivity=sensitivity)
    shares = np.asarray(schedule, dtype=np.float64)
    if shares.ndim != 1 or not shares.size or not (np.isfinite(shares).all() and (shares > 0).all()):
        raise ValueError(f"schedule must be a sequence of positive finite numbers, got {schedule!r}")
    whole = gaussian_scale(sensitivity, budget.epsilon, budget.delta)
    shares = shares / shares.max()
    # Rounding must never cost privacy: the last factor is larger than all errors in the sum.
    return np.asarray(whole * math.sqrt(math.fsum(shares**2)) / shares * (1 + 1e-12))


@cache
def largest_mu(epsilon: float, delta: float) -> float:
    """Return the largest μ of Gaussian privacy that is still (ε, δ)-private: as hard to distinguish as N(0, 1) from
    N(μ, 1).

    Newton's method from below: ln δ is a concave function of μ, so that no step goes too far.

    Claim: C-agm, B-outward

    >>> round(largest_mu(1.0, 1e-6), 4)
    0.2367
    """
    check_positive(epsilon=epsilon)
    check_fraction(delta=delta)
    wanted, allowed = lower_reading(delta), min(lower_reading(epsilon), LARGEST)
    with digits(50):
        tail = -wanted.ln()
        concentrated = ((allowed + tail).sqrt() - tail.sqrt()) * Decimal(2).sqrt()
        mu = step = max(concentrated, wanted * (2 * pi(50)).sqrt())  # by simpler bounds, both are private
        while step > mu * Decimal("1e-17"):
            spread_delta = hockey_stick(mu, allowed)[0]
            x = mu / 2 - allowed / mu
            density = (-x * x / 2).exp() / (2 * pi(50)).sqrt()  # the slope of δ
            step = (wanted / spread_delta).ln() * spread_delta / density
            mu += max(step, Decimal(0))
    answer_below = float_below(mu)
    while hockey_stick(upper_reading(answer_below), allowed)[0] > wanted:
        answer_below = math.nextafter(answer_below, 0.0)
    return answer_below


@cache
def gaussian_epsilon(mu: float, delta: float) -> float:
    """The smallest ε at which μ-Gaussian privacy is (ε, δ)-private: the inverse of `largest_mu`.

    Newton's method from above: ln δ is a concave function of ε too. Beyond ε = 1,000 a simple bound is good enough.

    Claim: C-agm, B-outward

    >>> round(gaussian_epsilon(largest_mu(1.0, 1e-6), 1e-6), 9)
    1.0
    """
    check_positive(mu=mu)
    check_fraction(delta=delta)
    wanted, shift = lower_reading(delta), upper_reading(mu)
    if hockey_stick(shift, Decimal(0))[0] <= wanted:
        return 0.0
    with digits(50):
        epsilon = step = shift * shift / 2 + shift * (-2 * wanted.ln()).sqrt()
        while epsilon < LARGEST and step > epsilon * Decimal("1e-17"):
            spread_delta, far = hockey_stick(shift, epsilon)
            step = (wanted / spread_delta).ln() * spread_delta / far  # far is minus the slope of δ
            epsilon -= max(step, Decimal(0))
    answer_below = float_above(epsilon)
    while answer_below < LARGEST and hockey_stick(shift, lower_reading(answer_below))[0] > wanted:
        answer_below = math.nextafter(answer_below, math.inf)
    return answer_below


def hockey_stick(mu: Decimal, epsilon: Decimal) -> tuple[Decimal, Decimal]:
    """δ = Φ(x) − e^ε Φ(x − μ) with x = μ/2 − ε/μ, less than 10⁻²⁰ of itself too large, and the second term alone.

    The two terms can agree in many digits, so digits are doubled until those that are left suffice. Where |x| > 40,
    δ is 0 or 1 to more digits than a float has.
    """
    allowed, precision = min(epsilon, LARGEST), 50
    while True:
        with digits(precision):
            x = mu / 2 - allowed / mu
            if abs(x) > 40:
                return (Decimal(1), Decimal(1)) if x > 0 else (Decimal("1e-340"), Decimal("1e-340"))
            grown = allowed.exp()
            far = grown * normal(x - mu)
            spread_delta = normal(x) - far
            error = (1 + grown) * Decimal(10) ** (10 - precision)
            if error < UNSURE * min(spread_delta, far):
                return spread_delta + error, far
        precision *= 2


def classical_scale(sensitivity: float, epsilon: float, delta: float) -> float:
    """The σ of the textbooks, √(2 ln(1.25/δ)) Δ/ε. Its theorem ends at ε = 1, and so does this function.

    >>> round(classical_scale(sensitivity=1.0, epsilon=1.0, delta=1e-6), 4)
    5.2988
    """
    check_positive(sensitivity=sensitivity, epsilon=epsilon)
    check_fraction(delta=delta)
    if epsilon > 1:
        raise ValueError(
            f"epsilon must be at most 1 for the classical σ, got {epsilon!r}; see gaussian_scale"
        )
    with digits(50):
        return float_above(
            upper_reading(sensitivity)
            * (2 * (Decimal("1.25") / lower_reading(delta)).ln()).sqrt()
            / lower_reading(epsilon)
        )


@dataclass(frozen=True)
class Gaussian:
    """Add Gaussian noise of the smallest scale that makes it (ε, δ)-private.

    `sensitivity` is the largest Euclidean distance between values of neighbours under `relation`. Claim: C-agm.

    >>> mechanism = Gaussian(0.04, epsilon=1.0, delta=1e-6, relation=Relation.SUBSTITUTION)
    >>> round(mechanism.scale, 4), round(mechanism.rho, 4)
    (0.169, 0.028)
    >>> print(mechanism.release(0.25, np.random.default_rng(0)))
    +0.0887 (ε = 1, δ = 1e-06, substitution)
    """

    sensitivity: float
    epsilon: float
    delta: float
    relation: Relation

    def __post_init__(self) -> None:
        settle_numbers(self, "sensitivity", "epsilon", "delta")
        check_positive(sensitivity=self.sensitivity, epsilon=self.epsilon)
        check_fraction(delta=self.delta)

    @property
    def mu(self) -> float:
        """The price in Gaussian privacy: how many standard deviations of the noise lie between neighbours."""
        return largest_mu(self.epsilon, self.delta)

    @property
    def scale(self) -> float:
        """The noise's standard deviation."""
        return gaussian_scale(self.sensitivity, self.epsilon, self.delta)

    @property
    def rho(self) -> float:
        """The price in zero-concentrated privacy: Δ²/2σ², at every order at once."""
        return self.price.rho

    @property
    def price(self) -> Price:
        """The price of one release."""
        return Price(self.epsilon, self.delta, self.relation, _mu=self.mu)

    @announcing
    def release(self, value: ArrayLike, rng: np.random.Generator) -> Release:
        """Release one number, or a vector whose sensitivity is measured in Euclidean distance."""
        return Release(_as_floats(add_gaussian(value, self.scale, self.sensitivity, rng)), self.price)

    def sample(self, value: float, size: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """What `size` independent runs would print: for audits and simulations, not for release."""
        return np.asarray(add_gaussian(value, self.scale, self.sensitivity, rng, size))


@dataclass(frozen=True)
class GaussianNoise:
    """Add Gaussian noise of a given scale: one of several releases that share a budget in μ² or ρ.

    Its μ is exact; `delta` only says where its own ε is read off, should it be asked for alone.

    >>> look = GaussianNoise(0.04, scale=0.169, relation=Relation.SUBSTITUTION)
    >>> round(look.price.mu, 4), round(look.price.epsilon, 3)
    (0.2367, 1.0)
    """

    sensitivity: float
    scale: float
    relation: Relation
    delta: float = 1e-6

    def __post_init__(self) -> None:
        settle_numbers(self, "sensitivity", "scale", "delta")
        check_positive(sensitivity=self.sensitivity, scale=self.scale)
        check_fraction(delta=self.delta)

    @property
    def price(self) -> Price:
        """The price of one release: μ = Δ/σ."""
        with digits(50):
            mu = float_above(upper_reading(self.sensitivity) / lower_reading(self.scale))
        return Price(gaussian_epsilon(mu, self.delta), self.delta, self.relation, _mu=mu)

    @announcing
    def release(self, value: ArrayLike, rng: np.random.Generator) -> Release:
        """Release one number, or a vector whose sensitivity is measured in Euclidean distance."""
        return Release(_as_floats(add_gaussian(value, self.scale, self.sensitivity, rng)), self.price)


@dataclass(frozen=True)
class SymmetricGaussian(GaussianNoise):
    """Add a symmetric Gaussian matrix to a symmetric one; its law does not change under rotations.

    A symmetric matrix is a point with d(d + 1)/2 coordinates: its diagonal, and √2 times the entries above it. In
    these coordinates Frobenius distance is Euclidean distance, and each gets noise of this scale.

    >>> mechanism = SymmetricGaussian(1.0, scale=1.0, relation=Relation.SUBSTITUTION)
    >>> mechanism.release(np.zeros((2, 2)), np.random.default_rng(0)).value.round(3).tolist()
    [[-0.629, -0.353], [-0.353, -0.62]]
    """

    @announcing
    def release(self, value: ArrayLike, rng: np.random.Generator) -> Release:
        """Release one symmetric matrix."""
        exact = finite(value)
        rows, columns = np.triu_indices(len(exact))
        stretch = np.where(rows == columns, 1.0, math.sqrt(2))
        spread_delta = np.zeros_like(exact)
        spread_delta[rows, columns] = (
            add_gaussian(stretch * exact[rows, columns], self.scale, self.sensitivity, rng) / stretch
        )
        return Release(np.triu(spread_delta) + np.triu(spread_delta, 1).T, self.price)


def _as_floats(noisy: NDArray[np.float64]) -> float | NDArray[np.float64]:
    return noisy if noisy.ndim else float(noisy)
