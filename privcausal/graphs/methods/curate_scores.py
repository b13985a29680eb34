"""How a budget is spread over the steps of a search: equally, or more and more as the end comes near."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.graphs.kinds import NUMBERS
from privcausal.graphs.methods.noleaks import NoLeaks, StepMethod, noleaks
from privcausal.privacy.price import Price, check_positive

SCHEDULES = ("uniform", "arithmetic", "exponential", "geometric")

RULES = ("basic", "zCDP")
"""How prices add up: basic composition adds ε, zero-concentrated privacy adds ε²/2."""


def growth(schedule: str, steps: int, *, ratio: float = 1.1) -> NDArray[np.float64]:
    """How many times the first price each of the steps pays.

    With I steps, i = 0, …, I − 1: arithmetic 1 + i/I, exponential e^(i/I), geometric ratio^i.

    Claim: C-lemma2

    >>> growth("arithmetic", 4).tolist()
    [1.0, 1.25, 1.5, 1.75]
    >>> growth("geometric", 4, ratio=2.0).tolist()
    [1.0, 2.0, 4.0, 8.0]
    """
    _check(schedule, "basic")
    check_positive(ratio=ratio)
    if steps < 0 or steps != int(steps):
        raise ValueError(f"steps must be a whole number, 0 or more, got {steps!r}")
    place = np.arange(int(steps))
    if schedule == "geometric":
        return np.asarray(ratio ** place.astype(float))
    way = place / max(int(steps), 1)
    return np.asarray({"uniform": 1 + 0 * way, "arithmetic": 1 + way, "exponential": np.exp(way)}[schedule])


def curate_scores(
    records: ArrayLike,
    *,
    budget: Price,
    rng: np.random.Generator,
    schedule: str = "geometric",
    steps: int = 100,
    last: float = math.e,
    clip: float = 1.0,
    penalty: float = 0.07,
    threshold: float = 0.3,
    row_norm: float | None = None,
) -> NoLeaks:
    """Score-based CURATE, repaired: `noleaks` whose later steps pay more; (ε, δ)-private under substitution.

    All schedules spend exactly the budget, so growth makes the first steps noisier and the last ones quieter.
    Under "geometric" the last step pays `last` times what the first one does.

    >>> from privcausal.graphs.models.linear_gaussian import LinearModel
    >>> from privcausal.privacy.price import Relation
    >>> chain = LinearModel(np.array([[0.0, 1.5, 0.0], [0.0, 0.0, -1.2], [0.0, 0.0, 0.0]]))
    >>> records = chain.sample(10_000, np.random.default_rng(0))
    >>> result = curate_scores(records, budget=Price(1.0, 1e-6, Relation.SUBSTITUTION), rng=np.random.default_rng(1))
    >>> result.graph.astype(int).tolist()
    [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    >>> round(result.scales[0] / result.scales[-1], 3)
    2.718
    """
    check_positive(steps=steps, last=last)
    ratio = last ** (1 / max(steps - 1, 1))
    return noleaks(
        records,
        budget=budget,
        rng=rng,
        clip=clip,
        schedule=growth(schedule, steps, ratio=ratio).tolist(),
        penalty=penalty,
        threshold=threshold,
        row_norm=row_norm,
    )


def affordable(schedule: str, rule: str, first: float, total: float, *, ratio: float = 1.1) -> int:
    """The largest number of steps whose prices fit the total, when the first costs `first`; exact.

    Under "basic" the total is in ε, and the prices add up; under "zCDP" it is in ρ, and each ε costs ε²/2.
    A closed formula names the candidate, the sum itself confirms it.

    Claim: C-lemma2

    >>> [affordable(schedule, "basic", 0.01, 1.0, ratio=1.01) for schedule in SCHEDULES]
    [100, 67, 58, 69]
    >>> [affordable(schedule, "zCDP", 0.1, 1.0, ratio=1.1) for schedule in SCHEDULES]
    [200, 86, 63, 19]
    """
    _check(schedule, rule)
    check_positive(first=first, total=total, ratio=ratio)
    if schedule == "geometric" and not ratio > 1:
        raise ValueError(f"ratio must be larger than 1, got {ratio!r}")
    room = room_for(rule, first, total)
    count = max(math.floor(real_steps(schedule, rule, float(room), ratio) + 1e-9), 0)
    while count and cost_of_steps(schedule, rule, count, ratio) > room:
        count -= 1
    while cost_of_steps(schedule, rule, count + 1, ratio) <= room:
        count += 1
    return count


def room_for(rule: str, first: float, total: float) -> Fraction:
    """How many times the first step's price fits into the total."""
    one, whole = (Fraction(repr(float(amount))) for amount in (first, total))
    return whole / one if rule == "basic" else 2 * whole / one**2


def real_steps(schedule: str, rule: str, room: float, ratio: float) -> float:
    r"""The number of steps, before rounding down, at which a schedule has spent `room` times its first price.

    Claim: C-lemma2
    """
    if schedule == "uniform":
        return room
    if schedule == "arithmetic":
        linear = 9 + 6 * room
        return (2 * room + 1) / 3 if rule == "basic" else (linear + math.sqrt(linear**2 - 56)) / 28
    power = 1 if rule == "basic" else 2
    if schedule == "exponential":
        return power / math.log1p(math.expm1(power) / room)
    return math.log1p((ratio**power - 1) * room) / (power * math.log(ratio))


def cost_of_steps(schedule: str, rule: str, steps: int, ratio: float) -> Any:
    """What so many steps cost, in units of the first step's price; a fraction wherever it is one."""
    power = 1 if rule == "basic" else 2
    if not steps:
        return Fraction(0)
    if schedule == "uniform":
        return Fraction(steps)
    if schedule == "arithmetic":
        return (
            Fraction(3 * steps - 1, 2) if power == 1 else Fraction(14 * steps**2 - 9 * steps + 1, 6 * steps)
        )
    if schedule == "geometric":
        factor = Fraction(repr(float(ratio))) ** power
        return (factor**steps - 1) / (factor - 1)
    return math.expm1(power) / math.expm1(power / steps)


def _check(schedule: str, rule: str) -> None:
    if schedule not in SCHEDULES:
        raise ValueError(f"schedule must be one of {', '.join(SCHEDULES)}, got {schedule!r}")
    if rule not in RULES:
        raise ValueError(f"rule must be one of {', '.join(RULES)}, got {rule!r}")


METHOD = StepMethod(
    name="curate-scores",
    wants=NUMBERS,
    says="NOTEARS with less noise in later steps",
    rank=11,
    fit=curate_scores,
)
