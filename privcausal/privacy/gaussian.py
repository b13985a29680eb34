"""Gaussian noise: how much privacy a σ buys exactly, the smallest σ for a given (ε, δ), and the classical one."""

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import erfcx, log_ndtr

from privcausal.privacy.draws import add_gaussian, finite
from privcausal.privacy.price import Price, Relation, Release, check_fraction, check_positive

LOUD = 100.0
"""From this μ on there is no privacy to speak of, and a simple bound on ε is good enough."""


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
    check_fraction(delta=delta)
    return sensitivity * _unit_scale(epsilon, delta)


@cache
def _unit_scale(epsilon: float, delta: float) -> float:
    from scipy.optimize import brentq  # slow to load, and a budget in ε needs none of it

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
    return scale


def largest_mu(epsilon: float, delta: float) -> float:
    """The largest μ of Gaussian privacy that is still (ε, δ)-private: as hard to tell as N(0, 1) from N(μ, 1).

    >>> round(largest_mu(1.0, 1e-6), 4)
    0.2367
    """
    return 1 / gaussian_scale(1.0, epsilon, delta)


@cache
def gaussian_epsilon(mu: float, delta: float) -> float:
    """The smallest ε at which μ-Gaussian privacy is (ε, δ)-private: the inverse of `largest_mu`.

    >>> round(gaussian_epsilon(largest_mu(1.0, 1e-6), 1e-6), 9)
    1.0
    """
    from scipy.optimize import brentq

    check_positive(mu=mu)
    check_fraction(delta=delta)

    def excess(epsilon: float) -> float:
        return _log_delta(mu, epsilon) - math.log(delta)

    if mu > LOUD:
        return mu**2 / 2 + mu * math.sqrt(2 * math.log(1 / delta))
    if excess(0.0) <= 0:
        return 0.0
    high = 1.0
    while excess(high) > 0:
        high *= 2
    epsilon, step = float(brentq(excess, 0.0, high, xtol=1e-15, rtol=1e-15)), 1e-16
    while excess(epsilon) > 0:  # rounding must never cost privacy
        epsilon, step = epsilon + step, 2 * step
    return epsilon


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
        """What one release costs."""
        return Price(self.epsilon, self.delta, self.relation, _mu=self.mu)

    def release(self, value: ArrayLike, rng: np.random.Generator) -> Release:
        """Release one number, or a vector whose sensitivity is measured in Euclidean distance."""
        return Release(_shown(add_gaussian(value, self.scale, self.sensitivity, rng)), self.price)

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
        check_positive(sensitivity=self.sensitivity, scale=self.scale)
        check_fraction(delta=self.delta)

    @property
    def price(self) -> Price:
        """What one release costs: μ = Δ/σ, exactly."""
        mu = self.sensitivity / self.scale
        return Price(gaussian_epsilon(mu, self.delta), self.delta, self.relation, _mu=mu)

    def release(self, value: ArrayLike, rng: np.random.Generator) -> Release:
        """Release one number, or a vector whose sensitivity is measured in Euclidean distance."""
        return Release(_shown(add_gaussian(value, self.scale, self.sensitivity, rng)), self.price)


@dataclass(frozen=True)
class SymmetricGaussian(GaussianNoise):
    """Add a symmetric Gaussian matrix to a symmetric one; its law does not change under rotations.

    A symmetric matrix is a point with d(d + 1)/2 coordinates: its diagonal, and √2 times what stands above it. In
    these coordinates Frobenius distance is Euclidean distance, and each gets noise of this scale.

    >>> mechanism = SymmetricGaussian(1.0, scale=1.0, relation=Relation.SUBSTITUTION)
    >>> mechanism.release(np.zeros((2, 2)), np.random.default_rng(0)).value.round(3).tolist()
    [[0.126, -0.093], [-0.093, 0.105]]
    """

    def release(self, value: ArrayLike, rng: np.random.Generator) -> Release:
        """Release one symmetric matrix."""
        exact = finite(value)
        noise = add_gaussian(np.zeros_like(exact), self.scale, self.sensitivity, rng)
        above = np.triu(noise, 1) / math.sqrt(2)
        return Release(exact + (above + above.T + np.diag(noise.diagonal())), self.price)


def _shown(noisy: NDArray[np.float64]) -> float | NDArray[np.float64]:
    return noisy if noisy.ndim else float(noisy)


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
