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


def possible_at_zero(value: float, size: int, rng: np.random.Generator) -> Outputs:
    """Textbook Laplace noise of scale 1 on floats, and then: 1 if a true value of 0 could have given that very float.

    Breaks K-laplace: the noisy value is not published with infinite precision, and its last bits tell. Everything
    after the noise is post-processing, which no mechanism with finite ε may mind.
    """
    u = 1 - rng.random(size)
    output = value + np.where(rng.random(size) < 0.5, -1.0, 1.0) * np.log(u)
    sign = np.where(output < 0, 1.0, -1.0)
    nearest = np.rint(np.exp(-np.abs(output)) * 2.0**53)
    possible = np.zeros(size, dtype=bool)
    for shift in range(-4, 5):
        candidate = np.clip(nearest + shift, 1, 2**53) * 2.0**-53
        possible |= sign * np.log(candidate) == output
    return possible[:, None].astype(float)


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

    Breaks C-subsample if its price is taken to be (m/n) ln ratio; with the price of P-amplify it is honest.
    """
    sampled = (rng.random(size) < m / n) & (bit == 1)
    truthful = rng.random(size) < ratio / (1 + ratio)
    told = np.asarray(sampled == truthful, dtype=np.float64)
    return told[:, None]


def late_budget(bit: int, budget: float, price: float, size: int, rng: np.random.Generator) -> Outputs:
    """Randomised responses about one bit, each for `price`, until a budget is found to be overspent: afterwards.

    Breaks B-filter-pure: the budget is compared with what has been spent, not with what is about to be.
    """
    spent, columns = 0.0, []
    while spent < budget:
        truthful = rng.random(size) < 1 / (1 + math.exp(-price))
        columns.append(truthful == (bit == 1))
        spent += price
    return np.stack(columns, axis=1).astype(float)
