"""Effects from one noisy table compared with estimates to which noise is added: the same people, price and relation.

Two estimators of the literature are built again from what could be read of them. Weighting by the inverse of the
propensity, clipped at a public share c, moves by at most 2/(cn) when a record is replaced (B-effect-clipped), whatever
the propensities are estimated from. The augmented estimator is given more than we know how to pay for: its two models
count as fixed, though they are estimated from the other half of the same people. Both learn their variance for nothing.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.effects.effect_table import EVENT, table_sensitivity
from privcausal.effects.estimates import ATE, ATO, EffectEstimate, effects, normal_quantile
from privcausal.effects.standardise import Arms
from privcausal.experiments.effects import SQUARES, WITHOUT_NOISE, count_intervals, noisy, world
from privcausal.experiments.execution import Experiment, Rows, Task, every
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation

RECORDS = (2_000, 20_000, 200_000)
EPSILONS = (0.1, 1.0, 10.0)
STRATA = (2, 20, 200)
LEVELS = (0.3, 0.02)
REPETITIONS = 200

CLIP = 0.05
"""The public share below which a propensity counts as this share; PrivATE and EconML have such a bound too."""


def tasks() -> list[Task]:
    """Observed people in strata, and randomised trials without."""
    grid = {"records": RECORDS, "epsilon": EPSILONS, "level": LEVELS}
    observed = every(kind=["observed"], strata=STRATA, **grid)
    return [*observed, *every(kind=["trial"], strata=[1], **grid)]


def run(task: Task, rng: np.random.Generator) -> Rows:
    """Return how often each method's interval holds its estimand, and its width."""
    asked = {"observed": observed, "trial": trial}[task["kind"]]
    found: dict[str, list[tuple[float, EffectEstimate]]] = {}
    for _ in range(REPETITIONS):
        for name, pair in asked(task, rng).items():
            found.setdefault(name, []).append(pair)
    return [{**task, "method": name, **count_intervals(pairs)} for name, pairs in found.items()]


Answers = dict[str, tuple[float, EffectEstimate]]
"""The truth and its estimate, by method."""


def observed(task: Task, rng: np.random.Generator) -> Answers:
    """People who chose their treatment: one draw, asked by every method."""
    weights, takes, risks = world(task, rng)
    n, epsilon = task["records"], task["epsilon"]
    chances = weights[:, None] * np.stack([1 - takes, takes], axis=1)
    chances = np.stack([chances * (1 - risks), chances * risks], axis=-1)
    cells = rng.multinomial(n, chances.ravel() / chances.sum()).reshape(chances.shape)
    truth = float(weights @ (risks[:, 1] - risks[:, 0]))
    table, scale = noisy(cells, epsilon, rng)
    arms = Arms(table, EVENT, SQUARES, scale)
    exact = Arms(cells.astype(float), EVENT, SQUARES, table_sensitivity() / WITHOUT_NOISE)
    overlap = weights * takes * (1 - takes)
    in_overlap = float(overlap @ (risks[:, 1] - risks[:, 0]) / overlap.sum())
    answers: Answers = {
        "table": (truth, effects(arms, ATE).difference),
        "table, overlap": (in_overlap, effects(arms, ATO).difference),
        "table without noise": (truth, effects(exact, ATE).difference),
    }
    for name, estimate in (("weighting", weighted(cells)), ("augmented", augmented(cells, rng))):
        answers[name] = truth, estimate.release(epsilon, rng)
        answers[f"{name} without noise"] = truth, estimate.interval(0.0)
    answers["weighting, both ends"] = truth, between_ends(cells, epsilon, rng)
    return answers


def trial(task: Task, rng: np.random.Generator) -> Answers:
    """Assign half of the people to treatment at random; their number is public."""
    n, (control, treated) = task["records"], world(task, rng)[2][0]
    arm = n // 2
    events = rng.binomial(arm, [control, treated])
    cells = np.stack([arm - events, events], axis=-1)[None]
    table, scale = noisy(cells, task["epsilon"], rng)
    truth = float(treated - control)
    shares = events / arm
    spread = float((shares * (1 - shares) / arm).sum())
    plain = Estimated(float(shares[1] - shares[0]), spread, 2 / arm)
    return {
        "table": (truth, effects(Arms(table, EVENT, SQUARES, scale)).difference),
        "difference": (truth, plain.release(task["epsilon"], rng)),
        "difference without noise": (truth, plain.interval(0.0)),
    }


# --- estimates to which noise is added ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Estimated:
    """An estimate, its variance from sampling, and how far a replaced record moves it."""

    value: float
    variance: float
    sensitivity: float

    def release(self, epsilon: float, rng: np.random.Generator) -> EffectEstimate:
        """With Laplace noise for the whole of ε; the variance is released at no cost."""
        mechanism = Laplace(self.sensitivity, epsilon, Relation.SUBSTITUTION)
        noise = float(np.asarray(mechanism.release(0.0, rng).value))
        moved = Estimated(self.value + noise, self.variance, self.sensitivity)
        return moved.interval(mechanism.scale)

    def interval(self, scale: float) -> EffectEstimate:
        """For so much noise, whose heavier tails are allowed for as they are in `effect`."""
        noise, z = 2 * scale**2, normal_quantile()
        total = self.variance + noise
        share = noise / total if total > 0 else 0.0
        half = (z + (z**3 - 3 * z) / 8 * share**2) * math.sqrt(total)
        return EffectEstimate(self.value, self.value - half, self.value + half)


def weighted(cells: NDArray[Any]) -> Estimated:
    """Weights of one over the share of each arm in its stratum, or over c if this is larger."""
    n, sizes, events = cells.sum(), cells.sum(axis=2), cells[:, :, 1]
    shares = clipped(sizes)
    means = (events / shares).sum(axis=0) / n
    risks = events / np.maximum(sizes, 1)
    between = sizes.sum(axis=1) @ (risks[:, 1] - risks[:, 0] - (means[1] - means[0])) ** 2
    within = (sizes * risks * (1 - risks) / shares**2).sum()
    return Estimated(float(means[1] - means[0]), float(within + between) / n**2, weighted_sensitivity(n))


def between_ends(cells: NDArray[Any], epsilon: float, rng: np.random.Generator) -> EffectEstimate:
    """Weighted events bound a risk from below, and weighted others from above; half of ε for either end.

    Then nobody is left out whose share is below c, or of whose arm nobody was drawn.
    """
    spread = weighted(cells)
    low, high = (
        Estimated(end / cells.sum(), spread.variance, spread.sensitivity).release(epsilon / 2, rng)
        for end in weighted_ends(cells)
    )
    return EffectEstimate((low.value + high.value) / 2, min(low.low, high.low), max(low.high, high.high))


def weighted_sensitivity(records: int, clip: float = CLIP) -> float:
    """2/(cn): how far a replaced record moves the weighted difference. Claim: B-effect-clipped."""
    return 2 / (clip * records)


def weighted_total(cells: NDArray[Any], clip: float = CLIP) -> float:
    """The weighted difference times the number of records."""
    weighted_events = cells[:, :, 1] / clipped(cells.sum(axis=2), clip)
    return float(weighted_events[:, 1].sum() - weighted_events[:, 0].sum())


def weighted_ends(cells: NDArray[Any], clip: float = CLIP) -> tuple[float, float]:
    """Between which the standardised difference lies, times the number of records."""
    sums = (cells / clipped(cells.sum(axis=2), clip)[:, :, None]).sum(axis=0)
    people = cells.sum()
    return float(sums[1, 1] + sums[0, 0] - people), float(people - sums[1, 0] - sums[0, 1])


def clipped(sizes: NDArray[Any], clip: float = CLIP) -> Floats:
    """The share of each arm in its stratum, and at least c."""
    people = np.maximum(sizes.sum(axis=1, keepdims=True), 1)
    return np.asarray(np.maximum(sizes / people, clip))


def augmented(cells: NDArray[Any], rng: np.random.Generator) -> Estimated:
    """The doubly robust estimator, each half of the people by the models of the other."""
    one = rng.binomial(cells, 0.5)
    halves = (one, cells - one)
    sums = [pseudo_outcomes(people, *models(other)) for people, other in (halves, halves[::-1])]
    n = cells.sum()
    total, squares = (sum(part[place] for part in sums) for place in (0, 1))
    mean = total / n
    return Estimated(float(mean), float(squares / n - mean**2) / n, weighted_sensitivity(n))


def models(cells: NDArray[Any]) -> tuple[Floats, Floats]:
    """The share of each arm, between c and 1 − c, and the risk in it, drawn a little towards that of the whole arm."""
    sizes, events = cells.sum(axis=2), cells[:, :, 1]
    overall = events.sum(axis=0) / np.maximum(sizes.sum(axis=0), 1)
    treated = (sizes[:, 1] + 0.5) / (sizes.sum(axis=1) + 1)
    share = np.clip(treated, CLIP, 1 - CLIP)
    return np.stack([1 - share, share], axis=1), (events + overall) / (sizes + 1)


def pseudo_outcomes(cells: NDArray[Any], shares: Floats, risks: Floats) -> tuple[float, float]:
    """Their sum over people, and the sum of their squares."""
    outcome = np.array([0.0, 1.0])
    residual = (outcome - risks[:, :, None]) / shares[:, :, None] * np.array([-1.0, 1.0])[:, None]
    each = (risks[:, 1] - risks[:, 0])[:, None, None] + residual
    return float((cells * each).sum()), float((cells * each**2).sum())


EFFECTS_COMPARED = Experiment("effects-compared", tasks, run)
