"""The kinds of worlds whose coverage was least, drawn again; and the measures that `effects` does not count.

The kinds were chosen by the stored table of `effects`, so that its own tables say too little of them: of many shares,
the least is low by chance. Here each gets 5,000 tables of its own.
"""

import numpy as np

from privcausal.effects.effect_table import EVENT
from privcausal.effects.estimates import ATE, ATO, ATT, EffectEstimate, effects
from privcausal.effects.standardise import Arms
from privcausal.experiments.effects import (
    SQUARES,
    Found,
    count_intervals,
    noisy,
    number_arms,
    of_instrument,
    world,
)
from privcausal.experiments.execution import Experiment, Rows, Task

LEAST = (
    (50_000, 0.1, 2, 0.02),
    (5_000, 0.1, 1, 0.3),
    (5_000, 1.0, 1, 0.3),
    (1_000_000, 10.0, 2, 0.02),
    (1_000_000, 0.1, 2, 0.02),
    (1_000_000, 0.1, 20, 0.3),
)
"""Records, ε, strata and level of risk of the kinds in which fewest intervals held the truth."""

PARTS = 5
EACH = 1_000
FEW = 200

MEASURES = ("difference", "ratio", "odds_ratio")
STRENGTHS = (0.5, 0.1, 0.03, 0.01)
"""How much more often the treatment is taken where the instrument says so."""


def tasks() -> list[Task]:
    """The least kinds in parts; then all measures and targets; then instruments, strong and weak."""
    names = ("records", "epsilon", "strata", "level")
    least = [
        {"kind": "again", **dict(zip(names, kind, strict=True)), "part": part}
        for kind in LEAST
        for part in range(PARTS)
    ]
    grid = [
        {"kind": kind, "records": n, "epsilon": epsilon, "strata": strata, "level": level, "part": 0}
        for kind, levels, sizes in (
            ("event", (0.3, 0.02), (500, 5_000, 50_000, 1_000_000)),
            ("number", (0.1,), (500, 5_000)),
            ("instrument", STRENGTHS, (500, 5_000)),
        )
        for level in levels
        for n in sizes
        for epsilon in (0.1, 1.0, 10.0)
        for strata in (1, 20)
    ]
    return [*least, *grid]


def run(task: Task, rng: np.random.Generator) -> Rows:
    """How often the truth lies in the interval, and how wide that is."""
    asked = {"again": of_all, "event": of_all, "number": of_numbers, "instrument": of_instrument}[
        task["kind"]
    ]
    found: dict[tuple[str, str], list[tuple[float, EffectEstimate]]] = {}
    for _ in range(EACH if task["kind"] == "again" else FEW):
        for name, pair in asked(task, rng).items():
            found.setdefault(name, []).append(pair)
    return [
        {**task, "target": target, "measure": measure, **count_intervals(pairs)}
        for (target, measure), pairs in found.items()
    ]


def of_all(task: Task, rng: np.random.Generator) -> Found:
    """Differences, risk ratios and odds ratios, in each target population."""
    weights, takes, risks = world(task, rng)
    chances = weights[:, None] * np.stack([1 - takes, takes], axis=1)
    chances = np.stack([chances * (1 - risks), chances * risks], axis=-1)
    cells = rng.multinomial(task["records"], chances.ravel() / chances.sum()).reshape(chances.shape)
    table, scale = noisy(cells, task["epsilon"], rng)
    arms = Arms(table, EVENT, SQUARES, scale)
    found: Found = {}
    for target, share in ((ATE, weights), (ATT, weights * takes), (ATO, weights * takes * (1 - takes))):
        control, treated = share @ risks / share.sum()
        result = effects(arms, target)
        odds = treated * (1 - control) / ((1 - treated) * control)
        truths = (treated - control, treated / control, odds)
        for measure, truth in zip(MEASURES, truths, strict=True):
            found[target, measure] = float(truth), getattr(result, measure)
    return found


def of_numbers(task: Task, rng: np.random.Generator) -> Found:
    """Differences of means in each target population."""
    arms, truths = number_arms(task, rng)
    return {
        (target, "difference"): (truth, effects(arms, target).difference) for target, truth in truths.items()
    }


EFFECTS_AGAIN = Experiment("effects-again", tasks, run)
