"""Gaussian noise: how much privacy a σ buys exactly, the smallest σ for a given (ε, δ), and the classical one."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import brentq
from scipy.special import erfcx, log_ndtr

from privcausal.privacy.laplace import Release
from privcausal.privacy.price import Relation


@dataclass(frozen=True)
class ConcentratedRelease(Release):
    """A release that also knows its price ρ in zero-concentrated privacy, so that many of them compose well."""

    rho: float


def gaussian_delta(sensitivity: float, epsilon: float, scale: float) -> float:
    """The smallest δ for which Gaussian noise of this scale is (ε, δ)-private; no smaller δ is true.

    Claim: C-agm

    >>> round(gaussian_delta(sensitivity=1.0, epsilon=1.0, scale=1.0), 6)
    0.126937
    """
    check_positive(sensitivity=sensitivity, epsilon=epsilon, scale=scale)
    return math.exp(_log_delta(sensitivity / scale, epsilon))


def gaussian_scale(sensitivity: float, epsilon: float, delta: float) -> float:
    """The smallest scale σ for which Gaussian noise is (ε, δ)-private, correct to the last digits.

    Claim: C-agm

    >>> scale = gaussian_scale(sensitivity=1.0, epsilon=1.0, delta=1e-6)
    >>> round(scale, 4)
    4.2247
    >>> gaussian_delta(1.0, 1.0, scale) <= 1e-6
    True
    """
    check_positive(sensitivity=sensitivity, epsilon=epsilon)
    check_delta(delta)

    def excess(log_scale: float) -> float:
        return _log_delta(math.exp(-log_scale), epsilon) - math.log(delta)

    low, high = -1.0, 1.0
    while excess(low) < 0:
        low -= 2
    while excess(high) > 0:
        high += 2
    scale = math.exp(brentq(excess, low, high, xtol=1e-15, rtol=1e-15))
    while _log_delta(1 / scale, epsilon) > math.log(delta):  # rounding must never cost privacy
        scale *= 1 + 1e-15
    return sensitivity * scale


def classical_scale(sensitivity: float, epsilon: float, delta: float) -> float:
    """The σ of the textbooks, √(2 ln(1.25/δ)) Δ/ε. Its theorem ends at ε = 1, and so does this function.

    >>> round(classical_scale(sensitivity=1.0, epsilon=1.0, delta=1e-6), 4)
    5.2988
    """
    check_positive(sensitivity=sensitivity, epsilon=epsilon)
    check_delta(delta)
    if epsilon > 1:
        raise ValueError(
            f"epsilon must be at most 1 for the classical σ, got {epsilon!r}; see gaussian_scale"
        )
    return sensitivity * math.sqrt(2 * math.log(1.25 / delta)) / epsilon


@dataclass(frozen=True)
class Gaussian:
    """Add Gaussian noise of the smallest scale that makes it (ε, δ)-private.

    `sensitivity` is the largest Euclidean distance between the values of neighbours under `relation`.

    Claim: C-agm

    >>> mechanism = Gaussian(0.04, epsilon=1.0, delta=1e-6, relation=Relation.SUBSTITUTION)
    >>> round(mechanism.scale, 4), round(mechanism.rho, 4)
    (0.169, 0.028)
    >>> print(mechanism.release(0.25, np.random.default_rng(0)))
    +0.2712 (ε = 1, δ = 1e-06, substitution)
    """

    sensitivity: float
    epsilon: float
    delta: float
    relation: Relation

    def __post_init__(self) -> None:
        check_positive(sensitivity=self.sensitivity, epsilon=self.epsilon)
        check_delta(self.delta)

    @cached_property
    def scale(self) -> float:
        """The noise's standard deviation."""
        return gaussian_scale(self.sensitivity, self.epsilon, self.delta)

    @property
    def rho(self) -> float:
        """The price in zero-concentrated privacy: Δ²/2σ², at every order at once."""
        return (self.sensitivity / self.scale) ** 2 / 2

    def release(self, value: ArrayLike, rng: np.random.Generator) -> ConcentratedRelease:
        """Release one number, or a vector whose sensitivity is measured in Euclidean distance."""
        exact = check_finite(value)
        noisy = exact + rng.normal(scale=self.scale, size=exact.shape)
        shown = float(noisy) if exact.ndim == 0 else noisy
        return ConcentratedRelease(shown, self.epsilon, self.delta, self.relation, self.rho)

    def sample(self, value: float, size: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """What `size` independent runs would print: for audits and simulations, not for release."""
        return value + rng.normal(scale=self.scale, size=size)


def check_positive(**arguments: float) -> None:
    """Refuse an argument that is not a positive finite number, by its name."""
    for name, value in arguments.items():
        if not (math.isfinite(value) and value > 0):
            raise ValueError(f"{name} must be a positive finite number, got {value!r}")


def check_delta(delta: float) -> None:
    """Refuse a δ outside (0, 1)."""
    if not 0 < delta < 1:
        raise ValueError(f"delta must lie strictly between 0 and 1, got {delta!r}")


def check_finite(value: ArrayLike) -> NDArray[np.float64]:
    """The value as an array, if no entry is NaN or infinite."""
    exact = np.asarray(value, dtype=np.float64)
    if not np.isfinite(exact).all():
        raise ValueError(f"value must be finite before noise is added, got {value!r}")
    return exact


def _log_delta(shift: float, epsilon: float) -> float:
    """Ln δ when neighbours lie `shift` = Δ/σ standard deviations apart.

    δ = Φ(x) − e^ε Φ(y) loses its digits when both terms are close. Far out, e^ε φ(y) = φ(x) turns the quotient of
    the two terms into a quotient of scaled tails, which keeps them.
    """
    x, y = shift / 2 - epsilon / shift, -shift / 2 - epsilon / shift
    if x > 0:
        quotient = math.exp(epsilon + float(log_ndtr(y)) - float(log_ndtr(x)))
    else:
        quotient = float(erfcx(-y / math.sqrt(2)) / erfcx(-x / math.sqrt(2)))
    if quotient >= 1:  # the two terms agree to every digit: δ is below what floats can tell from 0
        return -math.inf
    return float(log_ndtr(x)) + math.log1p(-quotient)
