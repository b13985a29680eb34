"""Choosing gone wrong: a factor forgotten, a noisy number redrawn until it fits, a score divided by the winner's."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Outputs = NDArray[np.float64]


def chosen_at_full_rate(scores: ArrayLike, epsilon: float, size: int, rng: np.random.Generator) -> Outputs:
    """Weights exp(ε q), booked as ε, although one record can raise one score by 1 and lower another by 1.

    Breaks X-dp: the sum of the weights moves too, so the price is 2ε.
    """
    return _choose(epsilon * np.asarray(scores, dtype=float), size, rng)


def redrawn_until_inside(
    share: float, n: int, epsilon: float, size: int, rng: np.random.Generator
) -> Outputs:
    """A share of n records with Laplace noise of scale 1/εn, drawn again until it lies in [0, 1], and booked as ε.

    Breaks X-dp: this chooses r in [0, 1] with score −|share − r|, and how often one must redraw depends on the data.
    At the edge it costs up to ε + ln(2 − exp(−ε)).
    """
    rate = epsilon * n
    low, high = np.exp(-rate * share), np.exp(-rate * (1 - share))
    # The law by inversion: the parts of the density below and above the share, cut at 0 and 1.
    u = rng.random(size) * (2 - low - high)
    below = u < 1 - low
    left = share + np.log(low + np.where(below, u, 0)) / rate
    right = share - np.log(1 - np.where(below, 0, u - (1 - low))) / rate
    draws: Outputs = np.where(below, left, right)[:, None]
    return draws


def divided_by_the_winner(scores: ArrayLike, epsilon: float, size: int, rng: np.random.Generator) -> Outputs:
    """Counts divided by the largest count, and sensitivity taken to be 1/n, as if the divisor were n.

    Breaks X-count: one vote can double the largest count, and then every other score is halved.
    """
    counts = np.asarray(scores, dtype=float)
    return _choose(epsilon * counts.sum() / 2 * counts / counts.max(), size, rng)


def _choose(exponents: NDArray[np.float64], size: int, rng: np.random.Generator) -> Outputs:
    """Places of the chosen outputs, by adding Gumbel noise to the exponents and taking the largest."""
    noisy = exponents + rng.gumbel(size=(size, len(exponents)))
    places: Outputs = noisy.argmax(axis=1)[:, None].astype(float)
    return places
