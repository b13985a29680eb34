"""A choice with exactly the claimed probabilities: the exponential mechanism without a float in its law.

The scores are rounded to a public grid, so that the ratio of any two chances is exp(−rate × a whole number), and the
rate is that of the larger sensitivity. A real number u in [0, 1) is drawn, with as many digits as it takes to say
between which of the added-up chances it lies: nearly always 64 bits and floats suffice, else exact fractions decide.

Claim: B-choose
"""

import math
from fractions import Fraction
from itertools import accumulate

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.privacy.noise import HAIR, Integers, exp_minus, grid_step
from privcausal.privacy.price import finite
from privcausal.privacy.randomness import random_words

FAINTEST = 700
"""A score counts as at most so far below the best, in the exponent: no chance is too small for a float."""


def choose(
    scores: ArrayLike,
    rate: float,
    sensitivity: float,
    rng: np.random.Generator,
    base: ArrayLike | None = None,
    size: int = 1,
) -> Integers:
    """The places of `size` independent choices, each with chances ∝ base × exp(rate × score).

    `rate` is its value if one record moves each score by at most `sensitivity`; for the sake of the grid it
    shrinks by less than a millionth.

    Claim: B-choose

    >>> from privcausal.privacy.randomness import generator
    >>> drawn = choose([0.0, 1.0], 1.0, 1.0, generator(0), size=10_000)
    >>> bool(abs(drawn.mean() - 1 / (1 + math.exp(-1))) < 0.01)
    True
    """
    gaps, slower = on_grid(scores, rate, sensitivity)
    weights = np.ones(len(gaps)) if base is None else np.asarray(base, dtype=np.float64)
    added = np.cumsum(weights * np.exp(-float(slower) * gaps))
    heights = random_words(rng, size)
    targets = heights * 2.0**-64 * added[-1]
    chosen = np.minimum(np.searchsorted(added, targets, side="right"), len(added) - 1)
    for run in np.flatnonzero(undecided(added, chosen, targets)):
        chosen[run] = settle(gaps, slower, weights, int(heights[run]), rng)
    return np.asarray(chosen, dtype=np.int64)


def on_grid(scores: ArrayLike, rate: float, sensitivity: float) -> tuple[NDArray[np.float64], Fraction]:
    """How many steps of a public grid each score lies below the best, and what a step counts in the exponent.

    One record moves a rounded score by at most Δ/g + 1 steps. Cutting off scores far below the best moves it no more.
    """
    exact, step = finite(scores), grid_step(sensitivity)
    moved = Fraction(sensitivity) / Fraction(step) + 1
    slower = Fraction(rate) * Fraction(sensitivity) / moved * (1 - HAIR)
    with np.errstate(over="ignore"):
        limit = 2.0**500 * step
        rounded = np.rint(np.clip(exact, -limit, limit) / step)
    return np.minimum(rounded.max() - rounded, min(math.floor(FAINTEST / slower), 2**52)), slower


def undecided(
    added: NDArray[np.float64], chosen: Integers, targets: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Where the target lies so near to an end of its interval that the rounding of the floats might matter.

    The exponents err by less than 700 × 2⁻⁵², exp by less than that, each of the additions by 2⁻⁵³ of the sum: all in
    all less than half of the margin.
    """
    margin = added[-1] * (2.0**-40 + len(added) * 2.0**-51) + 1e-290
    start = np.where(chosen > 0, added[chosen - 1], -np.inf)
    stop = np.where(chosen < len(added) - 1, added[chosen], np.inf)
    return np.asarray(np.minimum(targets - start, stop - targets) < margin)


def settle(
    gaps: NDArray[np.float64],
    slower: Fraction,
    weights: NDArray[np.float64],
    height: int,
    rng: np.random.Generator,
) -> int:
    """The same choice in exact fractions, with as many more bits as it takes."""
    bits, exact = 64, [Fraction(weight) for weight in weights.tolist()]
    while True:
        ends = {gap: exp_minus(slower * int(gap), bits) for gap in set(gaps.tolist())}
        low, high = (
            [
                Fraction(0),
                *accumulate(w * ends[gap][side] for w, gap in zip(exact, gaps.tolist(), strict=True)),
            ]
            for side in (0, 1)
        )
        for place in range(len(exact)):
            starts = Fraction(height, 1 << bits) * low[-1] >= high[place] or place == 0
            stops = Fraction(height + 1, 1 << bits) * high[-1] <= low[place + 1] or place == len(exact) - 1
            if starts and stops:
                return place
        height, bits = (height << 64) + int(random_words(rng, 1)[0]), bits + 64
