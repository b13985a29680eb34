"""Part II's experiment: four scores of every pair, over ten random splits into training and test half.

The table holds scores without noise. How often noise of any scale would leave the direction right has a closed
form, so one run serves every ε and every bound.
"""

import numpy as np

from privcausal.arrays import Floats
from privcausal.data.simulated_pairs import SCENARIOS, simulate
from privcausal.data.tuebingen_pairs import official_ids, tuebingen
from privcausal.experiments.execution import Experiment, Rows, Task
from privcausal.pairs.anm import Residuals, regress_both_ways, split
from privcausal.pairs.fourier_kernel import best_penalty
from privcausal.pairs.iqr import distances, iqr
from privcausal.pairs.rank import kendall, spearman
from privcausal.pairs.ridge import GaussianKernel, scale
from privcausal.pairs.scores import RESIDUAL_KERNEL
from privcausal.pairs.training_sensitivity import hsic_scores

SPLITS = 10
SIMULATED = 100
LARGEST = 4_000
"""Of a longer pair, this many records are drawn for every split: half of them train, half of them test."""

KERNEL = GaussianKernel(0.5)
PENALTIES = tuple(10.0**power for power in range(-5, 0))
"""Candidates for λ. The training half is public in this experiment, so its leave-one-out error can choose."""


def tasks() -> list[Task]:
    """One task per pair."""
    real: list[Task] = [{"set": "Tübingen", "pair": number} for number in official_ids()]
    return real + [{"set": name, "pair": number} for name in SCENARIOS for number in range(SIMULATED)]


def run(task: Task, rng: np.random.Generator) -> Rows:
    """All scores of one pair, ordered so that the first direction is the true one."""
    cause, effect, weight = _columns(task, rng)
    rows = []
    for number in range(SPLITS):
        chosen = rng.permutation(len(cause))[:LARGEST]
        both, penalty = residuals(cause[chosen], effect[chosen], rng)
        common = {**task, "weight": weight, "split": number, "m": len(both.x), "penalty": penalty}
        for score, (right, wrong) in scores(both).items():
            rows.append({**common, "score": score, "right": right, "wrong": wrong})
        rows[-1]["distance"] = least_distance(both)
    return rows


def residuals(cause: Floats, effect: Floats, rng: np.random.Generator) -> tuple[Residuals, float]:
    """Regress both ways after mapping the observed range to [−1, 1], and the λ that was chosen.

    A private run would have to declare that range. This experiment compares bounds on equal data, so it can look.
    """
    x, y = (scale(column, (column.min(), column.max())).values for column in (cause, effect))
    parts = split(len(x), rng)
    penalty = best_penalty(x[parts.train], y[parts.train], penalties=PENALTIES, kernel=KERNEL)
    return regress_both_ways(x, y, parts, penalty=penalty, kernel=KERNEL), penalty


def scores(both: Residuals) -> dict[str, tuple[float, float]]:
    """Each score of the true direction and of the other one; smaller should be right."""
    sides = ((both.x, both.of_y), (both.y, both.of_x))
    widths = [[iqr(column) for column in side] for side in sides]
    return {
        "spearman": (abs(spearman(*sides[0])), abs(spearman(*sides[1]))),
        "kendall": (abs(kendall(*sides[0])), abs(kendall(*sides[1]))),
        "hsic": hsic_scores(both, RESIDUAL_KERNEL),
        "iqr": (_log_sum(widths[0]), _log_sum(widths[1])),
    }


def least_distance(both: Residuals) -> int:
    """The IQR score asks first about four columns; this is the smallest of their distances."""
    return min(max(distances(column)) for column in (both.x, both.y, both.of_x, both.of_y))


def _log_sum(widths: list[float]) -> float:
    """The sum of two log-IQRs; a column whose quartiles coincide has none."""
    return float(np.log(widths).sum()) if min(widths) > 0 else float("nan")


def _columns(task: Task, rng: np.random.Generator) -> tuple[Floats, Floats, float]:
    if task["set"] == "Tübingen":
        pair = tuebingen(task["pair"])
        return pair.cause, pair.effect, pair.weight
    drawn = simulate(task["set"], rng)
    columns = (drawn.x, drawn.y) if drawn.x_is_cause else (drawn.y, drawn.x)
    return *columns, 1.0


PAIRS = Experiment("pairs", tasks, run)
