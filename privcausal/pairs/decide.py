"""Compare two noisy scores: how often does the smaller one still look smaller?"""

import math

import numpy as np


def probability_right(margin: float, scale: float) -> float:
    """P(s + Z < s + margin + Z′) for independent Laplace noises Z, Z′ of the given scale.

    Claim: K-correct2

    >>> round(probability_right(margin=0.2, scale=0.1), 4)
    0.8647
    """
    if not (math.isfinite(scale) and scale > 0):
        raise ValueError(f"scale must be a positive finite number, got {scale!r}")
    if not (math.isfinite(margin) and margin >= 0):
        raise ValueError(f"margin must be a finite number ≥ 0, got {margin!r}")
    return 1 - (margin + 2 * scale) / (4 * scale) * math.exp(-margin / scale)


def share_right(margin: float, scale: float, runs: int, rng: np.random.Generator) -> float:
    """The same probability by simulation: the share of `runs` comparisons that come out right."""
    noise = rng.laplace(scale=scale, size=(2, runs))
    return float(np.mean(noise[0] < margin + noise[1]))
