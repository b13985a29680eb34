"""How often an effect's interval holds the truth, from 500 to a million people, in 1 to 200 strata, for rare outcomes.

Every repetition is a world of its own: weights of strata, who gets the treatment (one stratum in ten hardly ever), the
risks, and effects that differ between strata and go with who is treated. The families were written down after the
estimator's two constants were fixed, and are wider than those on which these were chosen.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.effects.effect_table import EVENT, NUMBER, number_weights, table_sensitivity
from privcausal.effects.estimates import ATE, ATO, ATT, EffectEstimate, compliers, effects
from privcausal.effects.standardise import Arms
from privcausal.experiments.execution import Experiment, Rows, Task
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation

RECORDS = (500, 5_000, 50_000, 1_000_000)
EPSILONS = (0.1, 1.0, 10.0)
STRATA = (1, 2, 20, 200)
RISKS = (0.3, 0.02)
REPETITIONS = 200
FEWER = 100
"""For outcomes that are numbers, and for instruments."""

WITHOUT_NOISE = 1e9
"""An ε at which nothing is seen of the noise."""

INFORMATIVE = 0.5
"""An interval shorter than half of the whole range is informative; whether the others hold the truth is not a test."""

SQUARES = EVENT[:, :, None] * EVENT[:, None, :]


def tasks() -> list[Task]:
    """One for each kind of question, size, price, number of strata and level of risk."""
    grid = [
        {"kind": "event", "records": n, "epsilon": epsilon, "strata": strata, "level": risk}
        for n in RECORDS
        for epsilon in EPSILONS
        for strata in STRATA
        for risk in RISKS
    ]
    more = [
        {"kind": kind, "records": n, "epsilon": epsilon, "strata": strata, "level": level}
        for kind, levels in (("number", (0.1,)), ("instrument", (0.5, 0.03)))
        for n in RECORDS[:3]
        for epsilon in EPSILONS
        for strata in (1, 20)
        for level in levels
    ]
    return [*grid, *more]


def run(task: Task, rng: np.random.Generator) -> Rows:
    """How often the truth lies in the interval, and how wide that is."""
    asked = {"event": of_event, "number": of_number, "instrument": of_instrument}[task["kind"]]
    many = REPETITIONS if task["kind"] == "event" else FEWER
    found: dict[tuple[str, str], list[tuple[float, EffectEstimate]]] = {}
    for _ in range(many):
        for name, pair in asked(task, rng).items():
            found.setdefault(name, []).append(pair)
    return [
        {**task, "target": target, "measure": measure, **count_intervals(pairs)}
        for (target, measure), pairs in found.items()
    ]


Found = dict[tuple[str, str], tuple[float, EffectEstimate]]
"""The truth and its estimate, by target and measure."""


def count_intervals(pairs: list[tuple[float, EffectEstimate]]) -> dict[str, float]:
    """Of all repetitions, and of those whose interval says something."""
    held = np.array([part.low <= truth <= part.high for truth, part in pairs])
    widths = np.array([part.high - part.low for _, part in pairs])
    short = widths < INFORMATIVE * 2
    return {
        "trials": len(pairs),
        "held": int(held.sum()),
        "informative": int(short.sum()),
        "informative_held": int(held[short].sum()),
        "width": float(np.median(widths)),
        "error": float(np.sqrt(np.mean([(part.value - truth) ** 2 for truth, part in pairs]))),
    }


def world(task: Task, rng: np.random.Generator) -> tuple[Floats, Floats, Floats]:
    """Weights of strata, chances of treatment, and the risks of both arms."""
    strata, level = task["strata"], task["level"]
    weights = np.asarray(rng.dirichlet(np.ones(strata)))
    frailty = np.asarray(rng.normal(0, 1, strata))
    takes = logistic(np.asarray(0.8 * frailty + rng.normal(0, 1, strata)))
    if strata > 1:
        takes[rng.random(strata) < 0.1] = 0.01
    control = np.asarray(np.log(level / (1 - level)) + frailty * 0.7)
    treated = control + rng.normal(-0.3, 0.6, strata)
    return weights, takes, logistic(np.stack([control, treated], axis=1))


def logistic(x: NDArray[Any]) -> Floats:
    """1/(1 + e⁻ˣ)."""
    return np.asarray(1 / (1 + np.exp(-x)))


def noisy(cells: NDArray[Any], epsilon: float, rng: np.random.Generator) -> tuple[Floats, float]:
    """The look of the library, and the scale of its noise."""
    mechanism = Laplace(table_sensitivity(), epsilon, Relation.SUBSTITUTION)
    return np.asarray(mechanism.release(cells, rng).value), mechanism.scale


def of_event(task: Task, rng: np.random.Generator) -> Found:
    """Differences and ratios of risks, for everyone and for the treated; and the first without noise."""
    weights, takes, risks = world(task, rng)
    chances = weights[:, None] * np.stack([1 - takes, takes], axis=1)
    chances = np.stack([chances * (1 - risks), chances * risks], axis=-1)
    cells = rng.multinomial(task["records"], chances.ravel() / chances.sum()).reshape(chances.shape)
    table, scale = noisy(cells, task["epsilon"], rng)
    found: Found = {}
    for target, share in ((ATE, weights), (ATT, weights * takes)):
        control, treated = share @ risks / share.sum()
        result = effects(Arms(table, EVENT, SQUARES, scale), target)
        found[target, "difference"] = treated - control, result.difference
        found[target, "ratio"] = treated / control, result.ratio
    exact = effects(Arms(cells.astype(float), EVENT, SQUARES, table_sensitivity() / WITHOUT_NOISE), ATE)
    found[ATE, "difference without noise"] = found[ATE, "difference"][0], exact.difference
    return found


def of_number(task: Task, rng: np.random.Generator) -> Found:
    """Return a number in its range, whose spread is small compared with it."""
    arms, truth = number_arms(task, rng)
    return {(ATE, "difference"): (truth[ATE], effects(arms).difference)}


def number_arms(task: Task, rng: np.random.Generator) -> tuple[Arms, dict[str, float]]:
    """Its noisy table, and the true difference of means in each target population."""
    weights, takes, _ = world({**task, "level": 0.3}, rng)
    strata, n = task["strata"], task["records"]
    means = np.clip(rng.normal(0.5, 0.1, (strata, 2)), 0.1, 0.9)
    stratum = rng.choice(strata, n, p=weights)
    arm = (rng.random(n) < takes[stratum]).astype(int)
    low = means[stratum, arm] - task["level"]
    values = number_weights(low + 2 * task["level"] * rng.random(n), 0.0, 1.0)
    cells = np.zeros((strata, 2, 3))
    np.add.at(cells, (stratum, arm), values)
    table, scale = noisy(cells, task["epsilon"], rng)
    squares = NUMBER[:, :, None] * NUMBER[:, None, :]
    squares[1, 1, 1] = 0.0
    shares = {ATE: weights, ATT: weights * takes, ATO: weights * takes * (1 - takes)}
    truth = {name: float(share @ (means[:, 1] - means[:, 0]) / share.sum()) for name, share in shares.items()}
    return Arms(table, NUMBER, squares, scale), truth


def of_instrument(task: Task, rng: np.random.Generator) -> Found:
    """The effect among compliers, by an instrument that moves few or many of them."""
    strata, effect = task["strata"], rng.uniform(-0.3, 0.3)
    weights = rng.dirichlet(np.ones(strata))
    assigned = np.asarray(rng.uniform(0.3, 0.7, strata))
    cells = np.zeros((strata, 2, 4))
    n = task["records"]
    stratum = rng.choice(strata, n, p=weights)
    drawn = rng.random(n) < assigned[stratum]
    frail = rng.random(n) < 0.4
    took = rng.random(n) < np.where(frail, 0.3, 0.1) + task["level"] * drawn
    event = rng.random(n) < 0.35 + 0.2 * frail + effect * took
    np.add.at(cells, (stratum, drawn.astype(int), 2 * took + event), 1)
    table, scale = noisy(cells, task["epsilon"], rng)
    parts = np.array([[*row, took] for took in (0.0, 1.0) for row in EVENT])
    result = compliers(Arms(table, parts, parts[:, :, None] * parts[:, None, :], scale))
    return {("compliers", "difference"): (float(effect), result.effect)}


EFFECTS = Experiment("effects", tasks, run)
