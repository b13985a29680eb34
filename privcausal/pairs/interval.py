"""How far a published correlation can lie from that of the population: the noise is known, and sampling is bounded."""

import math

from scipy.special import erfcx, ndtr

from privcausal.privacy.price import check_fraction, check_positive

SPREAD = {"kendall": 2.0, "spearman": 3.0}
"""Degrees of the U-statistics: with kernels in [−1, 1] and mean ρ, Hoeffding's bound on the variance is k(1 − ρ²)/n."""


def interval(
    value: float, *, score: str, records: int, noise: float, confidence: float = 0.95, rows: int = 1
) -> tuple[float, float]:
    """Return a confidence interval for the population's rank correlation, from the published value alone.

    `noise` is the scale of the Laplace noise. The sample's own error is taken to be normal, with the largest variance
    that a sample of independent records of this size can have; so the interval is rather too long than too short.

    With up to that many `rows` of one person the people are independent, and their rows need not be. Let every person
    be drawn with a chance of their own rows / rows, and then one of these rows: that is a sample of about records /
    rows independent ones, in which all pairs of rows of two people are equally likely. The correlation of such pairs is
    therefore a mean over samples, and a mean varies at most as much as its terms. The correlation within two rows of
    one person is not in it, and is counted by its largest possible value.

    >>> low, high = interval(0.30, score="kendall", records=5_000, noise=0.0008)
    >>> round(low, 3), round(high, 3)
    (0.263, 0.337)
    """
    if score not in SPREAD:
        raise ValueError(f"score must be one of {', '.join(SPREAD)}, got {score!r}")
    if records < 2:
        raise ValueError(f"records must be at least 2, got {records!r}")
    check_positive(noise=noise)
    check_fraction(confidence=confidence)
    # The larger the correlation the smaller the variance: count only what noise cannot have made.
    within = within_people(score, records, rows)
    surely = min(max(abs(value) - half_width(noise, 0.0, confidence) - within, 0.0), 1.0)
    sampling = math.sqrt(SPREAD[score] * (1 - surely**2) * rows / records)
    half = half_width(noise, sampling, confidence) + within
    return max(value - half, -1.0), min(value + half, 1.0)


def within_people(score: str, records: int, rows: int) -> float:
    """How far comparing rows of one person with each other can move the correlation of so many records.

    Of all pairs of records (rows − 1)/(records − 1) are of one person, at most; of all triples, which Spearman's
    compares, three times as many have two that are. Each lies in [−1, 1].

    >>> within_people("kendall", 400, 1), within_people("kendall", 401, 5)
    (0.0, 0.02)
    """
    degree = SPREAD[score]
    return degree * (degree - 1) * (rows - 1) / (records - 1)


def half_width(noise: float, sampling: float, confidence: float) -> float:
    """What Laplace noise of this scale and a normal error of this deviation together exceed so rarely, either way.

    >>> round(half_width(1.0, 0.0, 0.95), 3), round(half_width(1e-9, 1.0, 0.95), 3)
    (2.996, 1.96)
    """
    low, high = 0.0, 40 * (noise + sampling)
    for _ in range(60):  # bisection: the tail falls
        middle = (low + high) / 2
        low, high = (middle, high) if 2 * tail(middle, noise, sampling) > 1 - confidence else (low, middle)
    return high


def tail(size: float, noise: float, sampling: float) -> float:
    """P(Laplace + normal > size), for size ≥ 0.

    Integrating the normal density against the Laplace tail leaves two exponentials, each times a normal tail. Where the
    one is huge when the other is tiny they are taken together: e^(w²/2) Φ(−w) is a scaled error function.

    >>> round(tail(0.0, 1.0, 3.0), 12)
    0.5
    """
    if sampling == 0:
        return math.exp(-size / noise) / 2
    z, r = size / sampling, sampling / noise
    below = math.exp(-z * z / 2) / 2
    before = below * float(erfcx((z + r) / math.sqrt(2)))
    beyond = (
        below * float(erfcx((r - z) / math.sqrt(2)))
        if z < r
        else math.exp(r * (r / 2 - z)) * float(ndtr(z - r))
    )
    return float(ndtr(-z)) + (beyond - before) / 2
