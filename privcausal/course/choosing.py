"""Problems of chapters 5 to 8: choosing by score, paying for a yes, auditing, and exact curves."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from scipy.special import betaincinv

from privcausal.course.check import Answer, problem, same
from privcausal.privacy.above_threshold import AboveThreshold
from privcausal.privacy.price import Relation

RUNS = 5_000
ROOM = math.sqrt(math.log(2e6) / (2 * RUNS))
"""A share of so many runs is farther from its chance once in a million times (Hoeffding)."""


def check_frequencies(call: str, drawn: Sequence[Any], chances: Sequence[float]) -> Iterator[str | None]:
    """None for each place that is drawn about as often as it should be, else a sentence."""
    allowed = range(len(chances))
    strange = [place for place in drawn if np.ndim(place) or place not in allowed]
    if strange:
        yield f"{call} should give a place from 0 to {len(chances) - 1}, it gives {strange[0]}"
    for place, chance in enumerate(chances):
        share = sum(place == other for other in drawn) / len(drawn)
        text = (
            f"{call} should give {place} with probability {chance:.1%}, it does so in {share:.1%} of all runs"
        )
        yield None if abs(share - chance) <= ROOM else text


@problem(chapter=5)
def choose(mine: Answer) -> Iterator[str | None]:
    """`choose(scores, sensitivity, epsilon, rng)` draws one place by the exponential mechanism, with the factor 2."""
    for scores, sensitivity, epsilon in (
        ([0.0, 1.0], 1.0, 2.0),
        ([0.0, 1.0], 0.5, 1.0),
        ([3.0, 1.0, 2.0], 4.0, 8.0),
        ([1e6, 1e6 + 1.0, 0.0], 1.0, 1.0),  # exp would overflow
        ([-1e6, 1.0 - 1e6], 1.0, 1.0),  # and here it would give 0 / 0
    ):
        rng = np.random.default_rng(4)
        drawn = [mine(scores, sensitivity, epsilon, rng) for _ in range(RUNS)]
        points = epsilon / (2 * sensitivity) * (np.array(scores) - max(scores))
        tickets = np.exp(points)
        call = f"choose({scores}, {sensitivity:g}, {epsilon:g}, rng)"
        yield from check_frequencies(call, drawn, (tickets / tickets.sum()).tolist())


@problem(chapter=5)
def quantile_scores(mine: Answer) -> Iterator[str | None]:
    """`quantile_scores(values, candidates, share)`: minus how far the number below is from `share` of all."""
    for values, candidates, share, wanted in (
        ([1.0], [0.0, 2.0], 0.5, [-0.5, -0.5]),
        ([1.0, 2.0, 3.0, 4.0], [0.5, 2.5, 9.0], 0.5, [-2.0, 0.0, -2.0]),
        ([1.0, 2.0, 3.0, 4.0], [0.5, 2.5, 9.0], 0.75, [-3.0, -1.0, -1.0]),
        ([2.0, 2.0, 2.0, 1.0], [2.0, 2.1], 0.25, [0.0, -3.0]),  # equal is not below
    ):
        call = f"quantile_scores({values}, {candidates}, {share:g})"
        yield same(call, mine(values, candidates, share), wanted)


@problem(chapter=6)
def above_threshold(mine: Answer) -> Iterator[str | None]:
    """`above_threshold(values, threshold, sensitivity, epsilon, rng)` gives the place of the first yes, or None."""
    for values, wanted in (([], None), ([-1e9, -1e9], None), ([-1e9, 1e9, 1e9], 1)):
        got = mine(values, 5.0, 1.0, 1.0, np.random.default_rng(1))
        if got != wanted:
            yield f"above_threshold({values}, 5, 1, 1, rng) should be {wanted}, it gives {got}"
    yield _asked_too_much(mine)
    for values, threshold, sensitivity, epsilon in (
        ([0.0], 0.0, 1.0, 1.0),
        ([5.0], 0.0, 1.0, 1.0),
        ([-3.0] * 8, 0.0, 1.0, 1.0),
        ([10.0, 14.0], 12.0, 2.0, 4.0),
    ):
        yield _places(mine, values, threshold, sensitivity, epsilon)


def _asked_too_much(mine: Answer) -> str | None:
    """Values after the yes must not be computed: here they stop the run."""
    asked = (1e9 / (1 - place) for place in range(2))
    try:
        mine(asked, 0.0, 1.0, 1.0, np.random.default_rng(1))
    except ZeroDivisionError:
        return "the first value is a yes, and above_threshold still asks for the second"
    return None


def _places(
    mine: Answer, values: list[float], threshold: float, sensitivity: float, epsilon: float
) -> str | None:
    """None if the shares of many runs are what the integral over the threshold's noise says."""
    rng = np.random.default_rng(2)
    mechanism = AboveThreshold(threshold, sensitivity, epsilon, Relation.SUBSTITUTION)
    wanted = mechanism.probabilities(values)
    places = [mine(values, threshold, sensitivity, epsilon, rng) for _ in range(RUNS)]
    for place, chance in zip([*range(len(values)), None], wanted, strict=True):
        share = sum(got == place for got in places) / RUNS
        if abs(share - chance) > ROOM:
            call = f"above_threshold({values}, {threshold:g}, {sensitivity:g}, {epsilon:g}, rng)"
            return f"{call} is {place} in {share:.1%} of {RUNS} runs, and {chance:.1%} should be"
    return None


@problem(chapter=7)
def epsilon_at_least(mine: Answer) -> Iterator[str | None]:
    """`epsilon_at_least(hits, tested, delta, alpha)` bounds ε from below by two Clopper–Pearson bounds at alpha / 2."""
    for hits, tested, delta, alpha in (
        ((1, 0), (1, 1), 0.0, 0.1),
        ((0, 0), (10, 10), 0.0, 0.1),
        ((5, 10), (10, 10), 0.0, 0.1),
        ((9, 2), (10, 10), 0.0, 0.05),
        ((90, 20), (100, 150), 0.0, 0.05),
        ((600, 400), (1000, 1000), 0.01, 0.001),
        ((3, 0), (1000, 1000), 0.01, 0.05),
    ):
        low = betaincinv(hits[0], tested[0] - hits[0] + 1, alpha / 2) if hits[0] else 0.0
        room = tested[1] - hits[1]
        high = betaincinv(hits[1] + 1, room, 1 - alpha / 2) if room else 1.0
        wanted = math.log((low - delta) / high) if low > delta else -math.inf
        call = f"epsilon_at_least({hits}, {tested}, {delta:g}, {alpha:g})"
        yield same(call, mine(hits, tested, delta, alpha), wanted, 1e-6)


@problem(chapter=8)
def smallest_delta(mine: Answer) -> Iterator[str | None]:
    """`smallest_delta(p, q, epsilon)` is the δ that two neighbours with these probabilities need, in both orders."""
    for p, q, epsilon in (
        ([0.5, 0.5], [0.5, 0.5], 0.0),
        ([1.0, 0.0], [0.0, 1.0], 5.0),
        ([0.3, 0.3, 0.4], [0.1, 0.1, 0.8], math.log(2)),
        ([0.1, 0.1, 0.8], [0.3, 0.3, 0.4], math.log(2)),  # the other order needs more
        ([0.9, 0.1], [0.1, 0.9], 3.0),
    ):
        ratio = math.exp(epsilon)
        orders = (zip(p, q, strict=True), zip(q, p, strict=True))
        wanted = max(math.fsum(max(0.0, a - ratio * b) for a, b in pairs) for pairs in orders)
        call = f"smallest_delta({p}, {q}, {epsilon:.3g})"
        yield same(call, mine(np.array(p), np.array(q), epsilon), wanted)
