"""From sums over strata to the estimands: risks, their difference and ratios, and the effect among compliers.

All intervals count sampling and noise. The end of an interval is the least, or the largest, value of the estimand over
the ellipse of the two risks that a test at this level does not reject. It is therefore valid where a ratio's lower part
can be 0, and then has no end.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtri

from privcausal.arrays import Floats
from privcausal.effects.overlap import overlapping
from privcausal.effects.standardise import Arms, StratifiedSums, standardised_sums

CONFIDENCE = 0.95
TURNS = 720
"""So many points of an ellipse are looked at."""

CANDIDATES = 41
"""So many effects among compliers are tested; then the ends of those that are kept are halved in."""

HALVINGS = 24

FEW = 5.0
"""People are too few if their number is not so many standard deviations of its noise away from 0."""

ATE, ATT, ATO = "ATE", "ATT", "ATO"


@dataclass(frozen=True)
class EffectEstimate:
    """A number, and the 95% interval around it; without an end where the noise allows anything."""

    value: float
    low: float
    high: float

    def to_list(self) -> list[float]:
        """Value and interval."""
        return [self.value, self.low, self.high]

    def times(self, factor: float, shift: float = 0.0) -> "EffectEstimate":
        """In other units, of which a larger number stays larger."""
        return EffectEstimate(*(number * factor + shift for number in self.to_list()))

    def __format__(self, spec: str) -> str:
        """All three in the same format."""
        value, low, high = (format(number, spec) for number in self.to_list())
        return f"{value}, 95% interval {low} to {high}"


@dataclass(frozen=True)
class Effects:
    """The estimates for one target population: both risks, and their contrasts."""

    target: str
    control: EffectEstimate
    treated: EffectEstimate
    difference: EffectEstimate
    ratio: EffectEstimate
    odds_ratio: EffectEstimate

    def to_dict(self) -> dict[str, Any]:
        """Each as value, low and high."""
        names = ("control", "treated", "difference", "ratio", "odds_ratio")
        return {"target": self.target, **{name: getattr(self, name).to_list() for name in names}}


def effects(arms: Arms, target: str = ATE) -> Effects:
    """Both arms standardised to all people ("ATE"), to the treated ("ATT"), or by overlap weights ("ATO").

    >>> parts = np.array([[1.0, 0.0], [1.0, 1.0]])
    >>> cells = np.array([[[900.0, 100.0], [450.0, 50.0]], [[250.0, 250.0], [500.0, 500.0]]])
    >>> result = effects(Arms(cells, parts, parts[:, :, None] * parts[:, None, :], scale=2.0))
    >>> abs(round(result.difference.value, 3)), round(result.control.value, 2)
    (0.0, 0.3)
    """
    sums = overlapping(arms) if target == ATO else standardised_sums(arms, target)
    people = _people(sums)
    if people is None:
        none, any_ratio = EffectEstimate(0.5, 0.0, 1.0), EffectEstimate(1.0, 0.0, math.inf)
        return Effects(target, none, none, EffectEstimate(0.0, -1.0, 1.0), any_ratio, any_ratio)
    values = [_point(arms, sums, arm) / people for arm in (0, 1)]
    control, treated = (
        _estimate(value, sums.lower(arm), sums.upper(arm), sums, people) for arm, value in enumerate(values)
    )
    low, high = sums.lower(1) - sums.upper(0), sums.upper(1) - sums.lower(0)
    difference = _estimate(values[1] - values[0], low, high, sums, people, least=-1.0)
    risks = [min(max(value, 0.0), 1.0) for value in values]
    ratios = (_of_risks(measure, risks, sums, people) for measure in (_ratio, _odds_ratio))
    return Effects(target, control, treated, difference, *ratios)


def normal_quantile() -> float:
    """How many standard deviations a normal interval reaches to either side."""
    return float(ndtri((1 + CONFIDENCE) / 2))


def _people(sums: StratifiedSums) -> float | None:
    """How many people are standardised over; None if noise hides even this."""
    people = float(sums.values @ sums.people)
    noise = sums.noise(sums.people)
    return people if people > FEW * math.sqrt(noise) else None


def _point(arms: Arms, sums: StratifiedSums, arm: int, outcome: int = 0) -> float:
    """Between both ends: where an arm is hidden, it is taken to be like the whole arm."""
    totals = arms.totals[:, arm].sum(axis=0)
    pooled = min(max(totals[outcome + 1] / totals[0], 0.0), 1.0) if totals[0] > 0 else 0.5
    low, high = (float(sums.values @ end(arm, outcome)) for end in (sums.lower, sums.upper))
    return low + pooled * (high - low)


def _estimate(
    value: float, low: Floats, high: Floats, sums: StratifiedSums, people: float, least: float = 0.0
) -> EffectEstimate:
    """A mean over people with its interval, within the range that it can have."""
    z = normal_quantile()
    centres, halves = [], []
    for functional in (low, high):
        centre = float(sums.values @ functional) / people
        centres.append(centre)
        halves.append(sums.half_width(functional - centre * sums.people, z) / people)
    ends = [centres[0] - halves[0], centres[1] + halves[1]]
    if (
        ends[0] > ends[1]
    ):  # noise has put the upper bound below the lower one: the interval holds both of theirs
        ends = [centres[1] - halves[1], centres[0] + halves[0]]
    bottom, top = min(max(ends[0], least), 1.0), max(min(ends[1], 1.0), least)
    return EffectEstimate(float(min(max(value, bottom), top)), float(bottom), float(top))


Measure = Callable[[Floats, Floats], Floats]


def _ratio(control: Floats, treated: Floats) -> Floats:
    return np.asarray(treated / control)


def _odds_ratio(control: Floats, treated: Floats) -> Floats:
    return np.asarray(treated * (1 - control) / ((1 - treated) * control))


def _of_risks(measure: Measure, risks: list[float], sums: StratifiedSums, people: float) -> EffectEstimate:
    """A measure that grows with the treated arm's risk and falls with the other's, with its interval."""
    low = _extreme(measure, sums.upper(0), sums.lower(1), sums, people, np.fmin, 0.0)
    high = _extreme(measure, sums.lower(0), sums.upper(1), sums, people, np.fmax, math.inf)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = float(measure(np.array(risks[0]), np.array(risks[1])))
    return EffectEstimate(min(max(1.0 if math.isnan(value) else value, low), high), low, high)


def _extreme(
    measure: Measure,
    control: Floats,
    treated: Floats,
    sums: StratifiedSums,
    people: float,
    choose: np.ufunc,
    undefined: float,
) -> float:
    """The least or largest value over the ellipse of both risks; where it is 0/0, anything is possible."""
    centre = np.array([sums.values @ control, sums.values @ treated]) / people
    ends = [side - mean * sums.people for side, mean in zip((control, treated), centre, strict=True)]
    spread = np.array([[sums.covariance(one, other) for other in ends] for one in ends])
    spread += np.diag([sums.rare(end) for end in ends])
    reach = max(sums.reach(end, normal_quantile()) for end in (*ends, ends[1] - ends[0]))
    sizes, axes = np.linalg.eigh(spread)
    turns = np.linspace(0, 2 * math.pi, TURNS)
    circle = np.array([np.cos(turns), np.sin(turns)])
    points = centre[:, None] + reach / people * (axes * np.sqrt(np.maximum(sizes, 0.0))) @ circle
    with np.errstate(divide="ignore", invalid="ignore"):
        values = measure(*np.clip(points, 0.0, 1.0))
    return float(choose.reduce(np.where(np.isnan(values), undefined, values)))


# --- instruments ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Compliers:
    """What an instrument says: how far it moves the treatment and the outcome, and their ratio."""

    uptake: EffectEstimate
    """How much more often the treatment is taken where the instrument says so."""
    outcome: EffectEstimate
    """What that changes in the outcome: the effect of being assigned ("intention to treat")."""
    effect: EffectEstimate
    """The effect of the treatment on those who follow the instrument."""

    @property
    def weak(self) -> bool:
        """Whether the interval of the uptake contains 0; the ratio's own interval can then be the whole range."""
        return self.uptake.low <= 0 <= self.uptake.high

    def to_dict(self) -> dict[str, Any]:
        """Each as value, low and high."""
        names = ("uptake", "outcome", "effect")
        return {**{name: getattr(self, name).to_list() for name in names}, "weak": self.weak}


def compliers(arms: Arms) -> Compliers:
    """The Wald estimator, with the effects that Anderson and Rubin's test does not reject.

    An effect β is rejected if the outcome less β times the treatment differs between the instrument's two arms. No
    ratio is formed, so the interval holds however weak the instrument is.
    """
    sums = standardised_sums(arms, ATE)
    people = _people(sums)
    if people is None:
        anything = EffectEstimate(0.0, -1.0, 1.0)
        return Compliers(anything, anything, anything)
    moved = []
    for outcome in (0, 1):
        least = sums.lower(1, outcome) - sums.upper(0, outcome)
        most = sums.upper(1, outcome) - sums.lower(0, outcome)
        value = (_point(arms, sums, 1, outcome) - _point(arms, sums, 0, outcome)) / people
        moved.append(_estimate(value, least, most, sums, people, least=-1.0))
    effect, uptake = moved
    ratio = effect.value / uptake.value if uptake.value else 0.0
    ratio = min(max(ratio, -1.0), 1.0)
    tried = np.unique([*np.linspace(-1, 1, CANDIDATES), ratio])
    kept = [place for place, beta in enumerate(tried) if _not_rejected(float(beta), sums)]
    if not kept:
        return Compliers(uptake, effect, EffectEstimate(ratio, -1.0, 1.0))
    low, high = (
        _end(sums, float(tried[place]), float(tried[min(max(place + step, 0), len(tried) - 1)]))
        for place, step in ((kept[0], -1), (kept[-1], 1))
    )
    return Compliers(uptake, effect, EffectEstimate(min(max(ratio, low), high), low, high))


def _end(sums: StratifiedSums, kept: float, rejected: float) -> float:
    """Where between the two the test begins to reject, on the side that keeps more."""
    for _ in range(HALVINGS):
        middle = (kept + rejected) / 2
        kept, rejected = (middle, rejected) if _not_rejected(middle, sums) else (kept, middle)
    return rejected


def _not_rejected(beta: float, sums: StratifiedSums) -> bool:
    """May the outcome less β times the treatment have the same mean in both arms?"""
    takes = (sums.upper, sums.lower) if beta >= 0 else (sums.lower, sums.upper)
    least = sums.lower(1) - beta * takes[0](1, 1) - sums.upper(0) + beta * takes[1](0, 1)
    most = sums.upper(1) - beta * takes[1](1, 1) - sums.lower(0) + beta * takes[0](0, 1)
    z = normal_quantile()
    return bool(
        sums.values @ least - sums.half_width(least, z) <= 0 <= sums.values @ most + sums.half_width(most, z)
    )
