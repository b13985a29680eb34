"""Compare two noisy scores: how often does the smaller one still look smaller?"""

import math

import numpy as np

from privcausal.privacy.noise import GridNoise, NoiseShape
from privcausal.privacy.price import check_not_negative, check_positive


def probability_correct(margin: float, scale: float) -> float:
    """P(s + Z < s + margin + Z′) for independent Laplace noises Z, Z′ of the given scale.

    Claim: K-correct2

    >>> round(probability_correct(margin=0.2, scale=0.1), 4)
    0.8647
    """
    check_positive(scale=scale)
    check_not_negative(margin=margin)
    return 1 - (margin + 2 * scale) / (4 * scale) * math.exp(-margin / scale)


def simulate_correct(margin: float, scale: float, runs: int, rng: np.random.Generator) -> float:
    """The same probability by simulation: the share of `runs` comparisons that come out right."""
    noise = GridNoise.calibrated(NoiseShape.LAPLACE, scale, scale).add(0.0, rng, (2, runs))
    return float(np.mean(noise[0] < margin + noise[1]))
