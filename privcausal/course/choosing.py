"""Problems of chapters 4 to 6: choosing by score, paying for a yes, and auditing."""

import math
from collections.abc import Iterator

import numpy as np

from privcausal.course.check import Answer, problem
from privcausal.privacy.above_threshold import AboveThreshold
from privcausal.privacy.price import Relation

ROUNDS = 4_000


@problem(chapter=5)
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
    """None if the shares of many runs are what the integral over the threshold's noise says.

    A right answer passes but once in a million times (Hoeffding, for every place and for none).
    """
    rng = np.random.default_rng(2)
    mechanism = AboveThreshold(threshold, sensitivity, epsilon, Relation.SUBSTITUTION)
    wanted = mechanism.probabilities(values)
    places = [mine(values, threshold, sensitivity, epsilon, rng) for _ in range(ROUNDS)]
    for place, chance in zip([*range(len(values)), None], wanted, strict=True):
        share = sum(got == place for got in places) / ROUNDS
        if abs(share - chance) > math.sqrt(math.log(2e6 * len(wanted)) / (2 * ROUNDS)):
            call = f"above_threshold({values}, {threshold:g}, {sensitivity:g}, {epsilon:g}, rng)"
            return f"{call} is {place} in {share:.1%} of {ROUNDS} runs, and {chance:.1%} should be"
    return None
