"""Ask first, release second: mechanisms that spend noise on a question about the data, and can decline to answer.

Both mechanisms rest on a *distance*: the fewest records to replace before a proposal about the data turns false.
Such a distance moves by at most 1 between neighbours, whatever the proposal says, so it can be tested privately.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.privacy.basic_filters import times
from privcausal.privacy.charges import announcing
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.noise import GridNoise, NoiseShape
from privcausal.privacy.outward_rounding import Number, digits, float_above, lower_reading
from privcausal.privacy.price import Price, Relation, Release, check_positive, settle_numbers


class Refusal(Enum):
    """What comes out instead of a value when the data are too close to the edge of the proposal."""

    NULL = "⊥"

    def __str__(self) -> str:
        return self.value


REFUSED = Refusal.NULL

FAR = 2.0**62
"""Farther than any data set is from another: an infinite distance counts as this one."""


@dataclass(frozen=True)
class ProposeTestRelease:
    """Release a value with noise for a *proposed* sensitivity, if one of a few noisy distances is large enough.

    Each proposal divides the data sets into cells, inside which neighbours have values at most `sensitivity`
    apart; its distance counts the records to replace before the data leave their cell. Which test passed stays
    secret. The price is (max(tests, 2)·ε, δ): with a value to pay for anyway, the second test is free.

    Claim: B-ptr

    >>> mechanism = ProposeTestRelease(1.0, epsilon=0.5, delta=1e-6, relation=Relation.SUBSTITUTION)
    >>> print(mechanism.price, round(mechanism.threshold, 2))
    ε = 1, δ = 1e-06 (substitution) 28.63
    >>> round(mechanism.refusal([1, 1]), 9), round(mechanism.refusal([60, 2]), 9)
    (0.999999, 7.7e-08)
    """

    sensitivity: float
    epsilon: float
    delta: float
    relation: Relation
    tests: int = 2

    def __post_init__(self) -> None:
        settle_numbers(self, "sensitivity", "epsilon", "delta")
        check_positive(sensitivity=self.sensitivity)
        _check_test(self.epsilon, self.delta)
        if self.tests < 1:
            raise ValueError(f"tests must be at least 1, got {self.tests!r}")

    @property
    def threshold(self) -> float:
        """At distance 1, the edge of a cell, one test passes with probability δ/tests."""
        return threshold(self.epsilon, self._each)

    @property
    def grid_threshold(self) -> float:
        """The same for noise on a grid."""
        return threshold_on_grid(self.question, self._each)

    @property
    def _each(self) -> Decimal:
        """The δ of one test."""
        with digits(50):
            return lower_reading(self.delta) / self.tests

    @property
    def price(self) -> Price:
        """The price of one release, ⊥ or not."""
        return Price(times(max(self.tests, 2), self.epsilon), self.delta, self.relation)

    @property
    def noise(self) -> Laplace:
        """What hides the value."""
        return Laplace(self.sensitivity, self.epsilon, self.relation)

    @property
    def question(self) -> Laplace:
        """What hides a distance, which moves by at most 1."""
        return Laplace(1.0, self.epsilon, self.relation)

    def refusal(self, distances: Sequence[int]) -> float:
        """The exact probability of ⊥."""
        return float(np.prod(failure_probability(self._checked(distances), self.epsilon, self.threshold)))

    @announcing
    def release(self, value: float, distances: Sequence[int], rng: np.random.Generator) -> Release:
        """Test once per proposal; then the value with noise, or ⊥."""
        noisy = self.question.sample(self._checked(distances), self.tests, rng)
        answer = self.noise.release(value, rng).value
        return Release(answer if (noisy > self.grid_threshold).any() else REFUSED, self.price)

    def sample(
        self, value: float, distances: Sequence[int], size: int, rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """What `size` independent runs would print, ⊥ as +inf: for audits and simulations, not for release."""
        noisy = self.question.sample(self._checked(distances), (size, self.tests), rng)
        answers = self.noise.sample(value, size, rng)
        return np.where((noisy > self.grid_threshold).any(axis=1), answers, np.inf)

    def _checked(self, distances: Sequence[int]) -> NDArray[np.float64]:
        array = np.asarray(distances, dtype=float)
        if array.shape != (self.tests,) or not (array >= 0).all():
            raise ValueError(
                f"distances must be {self.tests} numbers ≥ 0, got something else; it is not shown"
            )
        return np.asarray(np.minimum(array, FAR))


@dataclass(frozen=True)
class StableRelease:
    """Release a value *without any noise*, if it would survive the replacement of many records: (ε, δ)-private.

    `distance` counts the records to replace before the value changes, or is any 1-sensitive number that is at
    most 1 wherever one replacement can change the value.

    Claim: K-stable, B-gap

    >>> mechanism = StableRelease(epsilon=1.0, delta=1e-6, relation=Relation.SUBSTITUTION)
    >>> print(mechanism.release("X causes Y", 40, np.random.default_rng(0)))
    X causes Y (ε = 1, δ = 1e-06, substitution)
    >>> print(mechanism.release("X causes Y", 2, np.random.default_rng(0)))
    ⊥ (ε = 1, δ = 1e-06, substitution)
    """

    epsilon: float
    delta: float
    relation: Relation

    def __post_init__(self) -> None:
        settle_numbers(self, "epsilon", "delta")
        _check_test(self.epsilon, self.delta)

    @property
    def price(self) -> Price:
        """The price of one release, ⊥ or not."""
        return Price(self.epsilon, self.delta, self.relation)

    @property
    def question(self) -> Laplace:
        """What hides the distance, which moves by at most 1."""
        return Laplace(1.0, self.epsilon, self.relation)

    @property
    def threshold(self) -> float:
        """At distance 1 the test passes with probability δ."""
        return threshold(self.epsilon, self.delta)

    @property
    def grid_threshold(self) -> float:
        """The same for noise on a grid."""
        return threshold_on_grid(self.question, self.delta)

    def refusal(self, distance: float) -> float:
        """The exact probability of ⊥."""
        return float(failure_probability(_checked_distance(distance), self.epsilon, self.threshold))

    def distance_needed(self, beta: float) -> float:
        """Return the least distance at which ⊥ has probability at most β."""
        if not 0 < beta <= 0.5:
            raise ValueError(f"beta must lie in (0, 1/2], got {beta!r}")
        return self.threshold + math.log(1 / (2 * beta)) / self.epsilon

    @announcing
    def release(self, value: Any, distance: float, rng: np.random.Generator) -> Release:
        """The value itself, or ⊥."""
        noisy = self.question.release(_checked_distance(distance), rng).value
        return Release(value if noisy > self.grid_threshold else REFUSED, self.price)

    def sample(
        self, value: float, distance: float, size: int, rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """What `size` independent runs would print, ⊥ as +inf: for audits and simulations, not for release."""
        noisy = self.question.sample(_checked_distance(distance), size, rng)
        return np.where(noisy > self.grid_threshold, value, np.inf)


def threshold(epsilon: float, delta: Number) -> float:
    """1 + ln(1/2δ)/ε: a test with Laplace noise of scale 1/ε passes at distance 1 with probability δ ≤ ½.

    >>> round(threshold(epsilon=0.5, delta=5e-7), 2)
    28.63
    """
    with digits(50):
        return float_above(1 + _nats(delta) / lower_reading(epsilon))


def threshold_on_grid(question: Laplace, delta: Number) -> float:
    """Return the threshold for the answer to a question: the middle of a cell, from noise that is a little wider.

    The answer is at most half a step more than distance and real noise, so a step more leaves no doubt.

    >>> question = Laplace(1.0, 0.5, Relation.SUBSTITUTION)
    >>> 0 < threshold_on_grid(question, 5e-7) - threshold(0.5, 5e-7) < 2e-5
    True
    """
    noise = GridNoise.calibrated(NoiseShape.LAPLACE, question.scale, question.sensitivity)
    with digits(50):
        return float_above(1 + Decimal(noise.step) + Decimal(noise.scale) * _nats(delta))


def _nats(delta: Number) -> Decimal:
    """Ln(1/2δ), rounded up."""
    return max(-(2 * lower_reading(delta)).ln(), Decimal(0))


def failure_probability(distance: ArrayLike, epsilon: float, bar: float) -> NDArray[np.float64]:
    """P(distance + Laplace noise of scale 1/ε ≤ bar), to full precision however small."""
    room = (bar - np.asarray(distance, float)) / (1 / epsilon)
    tail = 0.5 * np.exp(-np.abs(room))
    return np.where(room > 0, 1 - tail, tail)


def _check_test(epsilon: float, delta: float) -> None:
    check_positive(epsilon=epsilon)
    if not 0 < delta <= 0.5:
        raise ValueError(f"delta must lie in (0, 1/2]: a test can always pass by luck; got {delta!r}")


def _checked_distance(distance: float) -> float:
    if not distance >= 0:
        raise ValueError("distance must be a number ≥ 0, got something else; it is not shown")
    return min(distance, FAR)
