"""Broken variants of AboveThreshold and of sieve-and-examine.

Each runs on a stream of answers counted from the threshold, with Δ = 1, and claims ε; `size` runs at a time.
"""

import numpy as np
from numpy.typing import ArrayLike

from privcausal.arrays import Floats


def first_place(looks: Floats, bars: Floats) -> Floats:
    """The first column in which a run looks above its bar; none is +inf."""
    above = looks >= np.broadcast_to(bars[:, None], looks.shape)
    return np.where(above.any(axis=1), above.argmax(axis=1), np.inf)


def without_query_noise(stream: ArrayLike, epsilon: float, size: int, rng: np.random.Generator) -> Floats:
    """Noise on the threshold only. Breaks P-svt: some places are possible on one neighbour alone."""
    bars = rng.laplace(scale=2 / epsilon, size=size)
    return first_place(np.broadcast_to(stream, (size, len(np.atleast_1d(stream)))), bars)


def without_threshold_noise(stream: ArrayLike, epsilon: float, size: int, rng: np.random.Generator) -> Floats:
    """Noise on the queries only. Breaks P-svt: every "no" costs, and nobody counts them."""
    looks = _noisy(stream, 4 / epsilon, size, rng)
    return first_place(looks, np.zeros(size))


def never_stopping(stream: ArrayLike, epsilon: float, size: int, rng: np.random.Generator) -> Floats:
    """Goes on after a yes, with the noise of one. Breaks P-svt: each further yes costs ε/2.

    Reports how many looked above among the first half of the queries, and among the second.
    """
    looks = _noisy(stream, 4 / epsilon, size, rng)
    above = np.asarray(looks >= rng.laplace(scale=2 / epsilon, size=size)[:, None])
    half = above.shape[1] // 2
    return np.stack([above[:, :half].sum(axis=1), above[:, half:].sum(axis=1)], axis=1).astype(float)


def noise_of_one(
    stream: ArrayLike, epsilon: float, passes: int, size: int, rng: np.random.Generator
) -> Floats:
    """Stops after several passes, with query noise that does not grow with their number. Breaks B-svt-noise.

    Reports how many answers were given, and how many of the passes fell into the first half of the queries.
    """
    looks = _noisy(stream, 4 / epsilon, size, rng)
    above = np.asarray(looks >= rng.laplace(scale=2 / epsilon, size=size)[:, None])
    asked = np.asarray(np.cumsum(above, axis=1) - above < passes)
    half = above.shape[1] // 2
    early = (above & asked)[:, :half].sum(axis=1)
    return np.stack([asked.sum(axis=1), early], axis=1).astype(float)


def publishing_the_value(stream: ArrayLike, epsilon: float, size: int, rng: np.random.Generator) -> Floats:
    """Releases the noisy answer that passed, with its place. Breaks P-svt: the threshold lies below it, for sure."""
    looks = _noisy(stream, 4 / epsilon, size, rng)
    place = first_place(looks, rng.laplace(scale=2 / epsilon, size=size))
    result = np.isfinite(place)
    value = looks[np.arange(size), np.where(result, place, 0).astype(int)]
    return np.stack([place, np.where(result, value, np.inf)], axis=1)


def gaussian_threshold(stream: ArrayLike, epsilon: float, size: int, rng: np.random.Generator) -> Floats:
    """A later round of SVT-PC as coded (its authors' pc.py, l. 266-305): Gaussian noise of the Laplace scale.

    Breaks P-svt: the tails of the refreshed threshold are too thin. The first threshold is Laplace, and the queries
    have twice the textbook's noise, so a round with Laplace noise would cost 3ε/4.
    """
    looks = _noisy(stream, 8 / epsilon, size, rng)
    return first_place(looks, rng.normal(scale=2 / epsilon, size=size))


def sieve_as_printed(stream: ArrayLike, epsilon: float, size: int, rng: np.random.Generator) -> Floats:
    """Algorithm 1 to the letter, on all records: the threshold's noise is divided by ε, not ε′. Breaks P-sieve."""
    place = first_place(_noisy(stream, 8 / epsilon, size, rng), rng.laplace(scale=2 / epsilon, size=size))
    result = np.isfinite(place)
    values = np.asarray(stream, dtype=float)[np.where(result, place, 0).astype(int)]
    confirmed = values + rng.laplace(scale=2 / epsilon, size=size) >= 0
    return np.where(result & confirmed, place, np.inf)


def charging_successes_only(
    stream: ArrayLike, epsilon: float, tweak: float, size: int, rng: np.random.Generator
) -> Floats:
    """Goes on after a failed examination, on the same threshold, and charges ε for the one that succeeds.

    A slip of ours: the authors' program charges every pass of the sieve. The sieve looks at all records.
    """
    passed = (
        _noisy(stream, 8 / epsilon, size, rng) >= rng.laplace(scale=4 / epsilon, size=size)[:, None] - tweak
    )
    confirmed = _noisy(stream, 2 / epsilon, size, rng) >= 0
    both = passed & confirmed
    return np.where(both.any(axis=1), both.argmax(axis=1), np.inf)


def _noisy(stream: ArrayLike, scale: float, size: int, rng: np.random.Generator) -> Floats:
    values = np.asarray(stream, dtype=float)
    return values + rng.laplace(scale=scale, size=(size, len(values)))
