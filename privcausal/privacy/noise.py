"""Laplace noise that survives the finite precision of floats, and the attack that the textbook sampler does not.

A float sampler computes value + b·ln(u) for one of at most 2⁵³ numbers u. Which sums can come out depends on the value,
down to the last bit, so a single output can rule a data set out. The cure is to leave the floats: round the value to a
coarse public grid, and add noise that is drawn exactly, by integer arithmetic alone.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.privacy.draws import Size, finite
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Price, Release, check_positive

Integers = NDArray[np.int64]

GRID_BITS = 20
"""The grid is 2²⁰ to 2²¹ times finer than the noise: coarse for a computer, invisible to a reader."""

WHOLE = 1 << 40
"""The noise's rate is a fraction over 2⁴⁰, so that every product below fits into 64 bits."""


def textbook_laplace(value: float, scale: float, size: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Value + b·sign·ln(u) with u on the grid of 2⁻⁵³: what most libraries do, written out."""
    u = 1 - rng.random(size)  # in (0, 1], a multiple of 2⁻⁵³
    sign = 2.0 * rng.integers(0, 2, size) - 1.0
    return value + sign * (scale * np.log(u))


def could_come_from(outputs: NDArray[np.float64], value: float, scale: float) -> NDArray[np.bool_]:
    """Is there any u from which the textbook sampler gets each output exactly, if the true value is `value`?

    Only u ≈ exp(−|output − value|/b) qualifies, give or take the steps of the grid that rounding may have cost.

    >>> rng = np.random.default_rng(0)
    >>> outputs = textbook_laplace(0.0, 1.0, 1_000, rng)
    >>> could_come_from(outputs, 0.0, 1.0).all(), could_come_from(outputs, 1.0, 1.0).mean() < 0.9
    (np.True_, np.True_)
    """
    distance = np.abs(outputs - value)
    centre = np.rint(np.exp(-distance / scale) * 2.0**53)
    sign = np.where(outputs < value, 1.0, -1.0)
    possible = np.zeros(len(outputs), dtype=bool)
    # The sum is rounded to the spacing of floats near the value, which is |value|/b steps of u at most.
    reach = 4 + math.ceil(abs(value) / scale)
    for shift in range(-reach, reach + 1):
        u = np.clip(centre + shift, 1, 2**53) * 2.0**-53
        possible |= value + sign * (scale * np.log(u)) == outputs
    return possible


@dataclass(frozen=True)
class HardenedLaplace(Laplace):
    """The Laplace mechanism without floats: the value on a power-of-two grid, and exact discrete Laplace noise.

    Same arguments and same price as `Laplace`. The noise is wider by less than one part in 10⁵.

    >>> from privcausal.privacy.price import Relation
    >>> mechanism = HardenedLaplace(sensitivity=0.04, epsilon=1.0, relation=Relation.SUBSTITUTION)
    >>> mechanism.grid == 2.0**-25
    True
    >>> released = mechanism.release(0.25, np.random.default_rng(0))
    >>> released.value / mechanism.grid == int(released.value / mechanism.grid)
    True
    """

    @cached_property
    def grid(self) -> float:
        """A power of two that depends on nothing private."""
        return math.ldexp(1.0, math.floor(math.log2(self.scale)) - GRID_BITS)

    @cached_property
    def rate(self) -> int:
        """The noise at k steps of the grid has probability ∝ exp(−rate · |k| / 2⁴⁰); rounded down, never up."""
        steps = math.floor(Fraction(self.sensitivity) / Fraction(self.grid)) + 1  # rounding may add one step
        return math.floor(Fraction(self.epsilon) / steps * WHOLE)

    def release(self, value: ArrayLike, rng: np.random.Generator) -> Release:
        """Release one value."""
        return Release(float(self.sample(value, 1, rng)[0]), self.price)

    def sample(self, value: ArrayLike, size: Size, rng: np.random.Generator) -> NDArray[np.float64]:
        """What `size` independent runs would print."""
        assert isinstance(size, int)
        here = round(Fraction(float(finite(value))) / Fraction(self.grid))
        noise = discrete_laplace(self.rate, size, rng)
        if abs(here) < 2**52:  # the sum fits a float exactly; noise never comes near 2⁵²
            return np.asarray((here + noise) * self.grid, dtype=np.float64)
        # Rounding a whole number to a float looks at nothing but the number: post-processing.
        return np.array([float((here + int(step)) * Fraction(self.grid)) for step in noise])


def discrete_laplace(rate: int, size: int, rng: np.random.Generator) -> Integers:
    """Whole numbers k with probability ∝ exp(−rate · |k| / 2⁴⁰), drawn without a single float.

    After Canonne, Kamath and Steinke (2020): exp(−x) is the probability that a run of coins with biases x, x/2, x/3, …
    stops after an even number of heads, and whole numbers are enough to toss such coins.

    >>> draws = discrete_laplace(2**40, 10_000, np.random.default_rng(0))
    >>> bool(abs(np.mean(draws == 0) - np.tanh(0.5)) < 0.02)
    True
    """
    if not 1 <= rate <= 64 * WHOLE:
        raise ValueError(f"rate must be a whole number from 1 to 64·2⁴⁰, got {rate!r}")
    kept: list[Integers] = []
    while (missing := size - sum(map(len, kept))) > 0:
        kept.append(_attempt(rate, max(64, 2 * missing), rng)[:missing])
    return np.concatenate(kept) if kept else np.zeros(0, dtype=np.int64)


def _attempt(rate: int, size: int, rng: np.random.Generator) -> Integers:
    """About three in five tries survive; which ones do not depends on nothing but coins."""
    rest = rng.integers(0, WHOLE, size)
    rest = rest[_coin_exp(rest, rng)]  # exp(−rest/2⁴⁰)
    runs = np.zeros(len(rest), dtype=np.int64)
    running = np.ones(len(rest), dtype=bool)
    while running.any():
        running[running] = _coin_exp(np.full(int(running.sum()), WHOLE), rng)  # exp(−1)
        runs += running
    size_of_step = (rest + WHOLE * runs) // rate
    minus = rng.integers(0, 2, len(rest)).astype(bool)
    signed: Integers = np.where(minus, -size_of_step, size_of_step)
    counted_twice = minus & (size_of_step == 0)
    return np.asarray(signed[~counted_twice], dtype=np.int64)


def _coin_exp(numerator: Integers, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Heads with probability exp(−numerator/2⁴⁰), for 0 ≤ numerator ≤ 2⁴⁰."""
    heads_in_a_row = np.zeros(len(numerator), dtype=np.int64)
    tossing = np.ones(len(numerator), dtype=bool)
    toss = 0
    while tossing.any():
        toss += 1
        tossing[tossing] = rng.integers(0, WHOLE * toss, int(tossing.sum())) < numerator[tossing]
        heads_in_a_row += tossing
    return np.asarray(heads_in_a_row % 2 == 0)


@dataclass(frozen=True)
class OpenDPLaplace(Laplace):
    """The same mechanism drawn by OpenDP, whose noise is exact too: `pip install privcausal[hardened]`.

    OpenDP takes its randomness from the operating system, so the generator that is passed in is not used and a
    release cannot be repeated: right for production, wrong for a book.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if find_spec("opendp") is None:
            raise ValueError("OpenDPLaplace needs the optional extra: pip install 'privcausal[hardened]'")

    def release(self, value: ArrayLike, rng: np.random.Generator) -> Release:
        """Release one value."""
        import opendp.prelude as dp

        dp.enable_features("contrib")
        space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
        measurement = dp.m.make_laplace(*space, scale=self.scale)
        price = float(measurement.map(self.sensitivity))
        check_positive(price=price)
        return Release(float(measurement(float(finite(value)))), Price.pure(price, self.relation))
