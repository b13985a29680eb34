"""Noise that a computer can draw: the release is the cell of a public grid in which value + noise lies, and no more.

A float sampler leaks: which floats it can print depends on the value, down to the last bit. Therefore the statistic is
first rounded to a grid of step g, a power of two that depends on nothing private. To it is added real noise, Laplace or
Gaussian, with all its infinitely many digits, and the middle of the cell [kg, (k+1)g) in which the sum lies is
released.

That is post-processing of the mechanism with real noise. Every theorem about real noise (pure ε, the exact
(ε, δ) of Gaussians, zCDP, every composition) therefore holds on the computer, with the sensitivity that rounding makes
larger, and the grid is so fine that this costs less than 10⁻⁶ of the noise. Discrete Laplace and Gaussian noise would
do too, but the second has a δ of its own, slightly different, and each would need its theorems proved again.

Which cell real noise falls into is drawn exactly. A point y = k + x of the half-line is proposed by tossing a coin
until the first tail (k heads) and drawing x from [0, 1); it is kept with probability C 2ᵏ exp(−q(y)). Proposals have
density 2⁻ᵏ⁻¹, so an accepted one has density ∝ exp(−q(y)). Of x only its cell is drawn, and the coin "keep" is a real
number v in [0, 1) of which 64 bits are drawn: nearly always these say on which side of the probability v lies. If
they do not, more digits of x and v are drawn, and exact fractions decide.

Claim: B-grid, B-cells
"""

import math
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.privacy.price import finite
from privcausal.privacy.randomness import Words, random_words

Integers = NDArray[np.int64]

Size = int | tuple[int, ...] | None
"""How many independent runs: None for one, of the value's own shape."""

FINER = 22
"""The grid is at least 2²² times finer than the noise and than the sensitivity to one record."""

HARDLY_ANY = 2.0**-10
"""Noise smaller than this part of the sensitivity gets no finer grid: whole tables would not fit into 64 bits."""

HAIR = Fraction(1, 2**48)
"""The noise is wider by this part, to cover the rounding of a scale and a sensitivity that came as floats."""

MOST_STEPS = 2**50
"""The noise is at most so many steps wide: all products below fit into 64 bits."""

CHUNK = 1 << 18
"""Proposals handled at a time."""


class NoiseShape(Enum):
    """The density ∝ exp(−q(y)) of the noise at scale 1, on both sides of 0 or on one."""

    LAPLACE = "Laplace"
    EXPONENTIAL = "one-sided exponential"
    GAUSSIAN = "Gaussian"

    @property
    def peak(self) -> float:
        """C, such that C 2ᵏ exp(−q(y)) is at most 1 everywhere: for Gaussians a little below e^½/2."""
        return 211 / 256 if self is NoiseShape.GAUSSIAN else 1.0

    def exponent(self, y: Any) -> Any:
        """q(y)."""
        return y * y / 2 if self is NoiseShape.GAUSSIAN else y


@dataclass(frozen=True)
class GridNoise:
    """Noise of scale `steps` × `step` on the grid of this step.

    >>> noise = GridNoise.calibrated(NoiseShape.LAPLACE, scale=0.04, sensitivity=0.04)
    >>> noise.step == 2.0**-27, 0.04 < noise.scale < 0.04 * (1 + 1e-6)
    (True, True)
    >>> from privcausal.privacy.randomness import generator
    >>> noise.add(0.25, generator(0)).round(4)
    np.float64(0.242)
    """

    shape: NoiseShape
    step: float
    steps: int

    @classmethod
    @cache
    def calibrated(
        cls, shape: NoiseShape, scale: float, sensitivity: float, numbers: int = 1, step: float | None = None
    ) -> "GridNoise":
        """As private as real noise of this scale is for a statistic of so many numbers with this sensitivity.

        The sensitivity is a sum of distances, or for Gaussian noise their Euclidean length; it and the scale must
        depend on nothing private. Mechanisms that compare two noises give both the same step.

        Claim: B-grid
        """
        scale, sensitivity = (
            float(scale),
            float(sensitivity),
        )  # NumPy has others, of which no fraction is made
        for name, number in (("scale", scale), ("sensitivity", sensitivity)):
            if not 2.0**-500 < number < 2.0**500:
                raise ValueError(f"{name} must be a positive number of ordinary size, got {number!r}")
        # For Gaussians a whole number that is at least √numbers.
        rounding = numbers if shape is not NoiseShape.GAUSSIAN else math.isqrt(max(numbers - 1, 0)) + 1
        if step is None:
            each = sensitivity / rounding
            step = grid_step(max(min(scale, each), each * HARDLY_ANY))
        moved = Fraction(sensitivity) / Fraction(step) + rounding
        steps = math.ceil(Fraction(scale) / Fraction(sensitivity) * moved * (1 + HAIR))
        if steps > MOST_STEPS:
            raise ValueError(
                f"scale must be at most 10⁸ times the sensitivity of each of {numbers} numbers, "
                f"got {scale!r} for {sensitivity!r}"
            )
        return cls(shape, step, steps)

    @property
    def scale(self) -> float:
        """The scale of the real noise."""
        return self.steps * self.step

    def add(self, value: ArrayLike, rng: np.random.Generator, size: Size = None) -> Any:
        """Return the value, each number of it with noise of its own; or the outputs of `size` independent runs.

        A number that is 2²⁹ times as large as its sensitivity, or larger, is released as that.
        """
        exact = finite(value)
        shape = exact.shape if size is None else size
        drawn = cells(self.shape, self.steps, math.prod(np.atleast_1d(shape)), rng).reshape(shape)
        # Cutting off brings neighbours only closer. Whole numbers are added
        # modulo 2⁶⁴, and what follows depends on their sum alone: on the cell.
        limit = 2.0**62 * self.step
        here = np.rint(np.clip(exact, -limit, limit) / self.step).astype(np.int64)
        with np.errstate(over="ignore"):
            cell = here + drawn
        return (cell.astype(np.float64) + 0.5) * self.step


def grid_step(size: float) -> float:
    """The power of two that is 2²² to 2²³ times smaller than a size.

    >>> grid_step(1.0) == 2.0**-22, grid_step(1.999) == 2.0**-22
    (True, True)
    """
    return math.ldexp(1.0, math.frexp(size)[1] - 1 - FINER)


def cells(shape: NoiseShape, steps: int, size: int, rng: np.random.Generator) -> Integers:
    """⌊steps · Z⌋ for `size` independent real Z of this shape and scale 1, drawn exactly.

    Claim: B-cells

    >>> from privcausal.privacy.randomness import generator
    >>> draws = cells(NoiseShape.GAUSSIAN, 2**22, 10_000, generator(0)) >> 22
    >>> bool(abs(np.mean(draws == 0) - 0.3413) < 0.02)
    True
    """
    if not 1 <= steps <= MOST_STEPS:
        raise ValueError(f"steps must be a whole number from 1 to 2⁵⁰, got {steps!r}")
    kept = np.empty(size, dtype=np.int64)
    done = 0
    while done < size:
        result = _attempt(shape, steps, min(CHUNK, 2 * (size - done) + 64), rng)[: size - done]
        kept[done : done + len(result)] = result
        done += len(result)
    return kept


def _attempt(shape: NoiseShape, steps: int, size: int, rng: np.random.Generator) -> Integers:
    """About half of the proposals survive; which ones depends on nothing but random bits."""
    coins, lots, heights = random_words(rng, 3 * size).reshape(3, size)
    heads = 53 - np.frexp((coins >> np.uint64(11)).astype(np.float64))[1].astype(np.int64)
    inside = ((lots >> np.uint64(1)) // np.uint64(2**63 // steps)).astype(np.int64)
    in_range = inside < steps  # so that every cell is as likely as any other
    gap = chance(shape, steps, heads, inside) - heights * 2.0**-64
    kept = in_range & (gap > 0)
    for i in np.flatnonzero(in_range & undecided(steps, coins, gap)):
        heads[i], kept[i] = settle(shape, steps, int(coins[i]), int(inside[i]), int(heights[i]), rng)
    magnitude = (heads * steps + inside)[kept]
    if shape is NoiseShape.EXPONENTIAL:
        return magnitude
    minus = (coins & np.uint64(1)).astype(np.int64)[kept]
    return magnitude ^ -minus  # ~m = −m − 1: minus a number of cell m lies in cell −m − 1


def chance(shape: NoiseShape, steps: int, heads: Integers, inside: Integers) -> NDArray[np.float64]:
    """C 2ᵏ exp(−q(y)) in the middle of the cell, right to nine digits."""
    y = heads + (inside + 0.5) / steps
    return np.asarray(shape.peak * np.ldexp(np.exp(-shape.exponent(y)), heads), dtype=np.float64)


def undecided(steps: int, coins: Words, gap: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Where v is too close to the probability, or the run of heads reaches the end of its 53 bits.

    Within half a cell the probability changes by at most ½/steps, because its slope is at most 1: that is half of the
    margin, and the other half with 2⁻³⁰ is far more than any exp of any platform errs.
    """
    return (np.abs(gap) <= 1 / steps + 2.0**-30) | (coins < np.uint64(2**11))


def settle(
    shape: NoiseShape, steps: int, coin: int, inside: int, height: int, rng: np.random.Generator
) -> tuple[int, bool]:
    """How many heads, and whether to keep the proposal: decided exactly, by as many more bits as that takes."""

    def more() -> int:
        return int(random_words(rng, 1)[0])

    heads, coin = 53 - (coin >> 11).bit_length(), coin >> 11
    while coin == 0:
        coin = more()
        heads += 64 - coin.bit_length()
    fraction, fraction_bits, height_bits = 0, 0, 64
    while True:
        unit = Fraction(1, steps << fraction_bits)
        nearest = heads + ((inside << fraction_bits) + fraction) * unit
        weight = Fraction(shape.peak) * 2**heads
        least = weight * exp_minus(shape.exponent(nearest + unit), height_bits)[0]
        most = weight * exp_minus(shape.exponent(nearest), height_bits)[1]
        if Fraction(height + 1, 1 << height_bits) <= least:
            return heads, True
        if Fraction(height, 1 << height_bits) >= most:
            return heads, False
        fraction, fraction_bits = (fraction << 64) + more(), fraction_bits + 64
        height, height_bits = (height << 64) + more(), height_bits + 64


def exp_minus(t: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """Two fractions, at most 2^−bits apart, between which exp(−t) lies, for t ≥ 0.

    Partial sums of 1 − r + r²/2! − … lie below and above exp(−r) in turn, if r ≤ 1; then exp(−t) is a power of it.

    >>> low, high = exp_minus(Fraction(5, 2), 50)
    >>> abs(float(low) - math.exp(-2.5)) < 1e-15, 0 < high - low < Fraction(1, 2**50)
    (True, True)
    """
    parts = max(1, math.ceil(t))
    r, terms = t / parts, 1
    while math.factorial(terms + 1) < parts << bits:
        terms += 2
    return _partial_sum(r, terms) ** parts, _partial_sum(r, terms + 1) ** parts


def _partial_sum(r: Fraction, terms: int) -> Fraction:
    """1 − r(1 − r/2(1 − r/3(…))), so deep: below exp(−r) if the depth is odd."""
    top, bottom = 1, 1
    for i in range(terms, 0, -1):
        bottom *= i * r.denominator
        top = bottom - r.numerator * top
    return Fraction(top, bottom)
