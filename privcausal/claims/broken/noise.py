"""Noise and accounting gone wrong: Gaussian, floating-point, sampled and overspent."""

import math

import numpy as np
from numpy.typing import NDArray

Outputs = NDArray[np.float64]


def classical_gaussian(
    value: float, epsilon: float, delta: float, size: int, rng: np.random.Generator
) -> Outputs:
    """Gaussian noise with σ = √(2 ln(1.25/δ))/ε for any ε, although that formula is a theorem for ε ≤ 1 only.

    Breaks C-agm: the noise shrinks like 1/ε, and 1/√(2ε) is needed.
    """
    return value + rng.normal(scale=math.sqrt(2 * math.log(1.25 / delta)) / epsilon, size=(size, 1))


def textbook_laplace(value: float, scale: float, size: int, rng: np.random.Generator) -> Outputs:
    """Value + b·sign·ln(u) with u on the grid of 2⁻⁵³: what most libraries do, written out.

    Breaks K-laplace: the noisy value is not published with infinite precision, and its last bits reveal it.
    """
    u = 1 - rng.random(size)  # in (0, 1], a multiple of 2⁻⁵³
    sign = 2.0 * rng.integers(0, 2, size) - 1.0
    return value + sign * (scale * np.log(u))


def could_come_from(outputs: Outputs, value: float, scale: float) -> NDArray[np.bool_]:
    """Is there any u from which the textbook sampler gets each output exactly, if the true value is `value`?

    Only u ≈ exp(−|output − value|/b) qualifies, give or take the steps of the grid that rounding can have cost.

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


def possible_at_zero(value: float, size: int, rng: np.random.Generator) -> Outputs:
    """Textbook Laplace noise of scale 1 on floats, and then: 1 if a true value of 0 could have given that very float.

    Breaks K-laplace. Everything after the noise is post-processing, which cannot change the ε of any mechanism.
    """
    outputs = textbook_laplace(value, 1.0, size, rng)
    return could_come_from(outputs, 0.0, 1.0)[:, None].astype(float)


def same_noise_twice(value: float, epsilon: float, size: int, rng: np.random.Generator) -> Outputs:
    """Two statistics, `value` and 0, released with one draw of noise, because the seed was set before each.

    Breaks K-laplace: the difference of the two releases is exact.
    """
    noise = rng.laplace(scale=1 / epsilon, size=size)
    return np.stack([value + noise, noise], axis=1)


def randomised_response_on_sample(
    bit: int, ratio: float, m: int, n: int, size: int, rng: np.random.Generator
) -> Outputs:
    """Does a random sample of m of n records, of which only the first can be 1, contain a 1? Told with odds `ratio`.

    Breaks C-subsample if its price is taken to be (m/n) ln ratio, as NOLEAKS' program multiplies (noleaks.py l. 40-42);
    with the price of P-amplify it is honest.
    """
    sampled = (rng.random(size) < m / n) & (bit == 1)
    truthful = rng.random(size) < ratio / (1 + ratio)
    noisy = np.asarray(sampled == truthful, dtype=np.float64)
    return noisy[:, None]


def late_budget(bit: int, budget: float, price: float, size: int, rng: np.random.Generator) -> Outputs:
    """Randomised responses about one bit, each for `price`, until a budget is found to be overspent: afterwards.

    Breaks B-filter-pure: the budget is compared with the earlier prices, without the next one.
    """
    spent, columns = 0.0, []
    while spent < budget:
        truthful = rng.random(size) < 1 / (1 + math.exp(-price))
        columns.append(truthful == (bit == 1))
        spent += price
    return np.stack(columns, axis=1).astype(float)
