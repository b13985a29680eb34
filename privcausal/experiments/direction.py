"""Simulated pairs on which `direction` is calibrated, and others on which it is judged.

The development pairs give exact scores at several numbers of records and penalties: what margins there are, and how
often the smaller score is the cause's. All other pairs are asked as a user asks: released scores with their noise.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

import numpy as np

from privcausal.arrays import Floats
from privcausal.experiments.execution import Experiment, Rows, Task
from privcausal.pairs.anm import Residuals, regress_both_ways, split
from privcausal.pairs.direction_calibration import KERNEL, PENALTIES, RECORDS
from privcausal.pairs.ridge import scale
from privcausal.pairs.scores import SCORES
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.propose_test_release import REFUSED

PARTS = {"development": 500, "check": 600, "stranger": 600, "cubic": 64}
"""How many pairs; each has a seed of its own, so none is in two parts."""

EPSILONS = (1.0, 8.0)

ASKED = (("hsic", "both"), ("hsic", "test"), ("iqr", "test"), ("kendall", "test"), ("spearman", "test"))

DELTA = 1e-6
"""For the score that asks first."""

MOST_RECORDS = 32_000


class CauseAndEffect(NamedTuple):
    """A cause, its effect, and the ranges that were declared for both."""

    cause: Floats
    effect: Floats
    bounds: tuple[tuple[float, float], tuple[float, float]]


def tasks() -> list[Task]:
    """One task per pair."""
    return [{"part": part, "pair": number} for part, many in PARTS.items() for number in range(many)]


def run(task: Task, rng: np.random.Generator) -> Rows:
    """Exact margins of a development pair, released scores of any other."""
    draw = PAIRS[task["part"]]
    rows = exact_margins(draw, rng) if task["part"] == "development" else released_scores(draw, rng)
    return [{**task, **row} for row in rows]


def exact_margins(draw: "Draw", rng: np.random.Generator) -> Rows:
    """By how much the wrong direction's score is larger, without noise: one row for n and λ."""
    pair = draw(max(RECORDS), rng)
    rows = []
    for n in RECORDS:
        for penalty in PENALTIES:
            both = fit_both(pair, n, penalty, rng)
            rows.append(
                {"n": n, "penalty": penalty} | {s: np.subtract(*SCORES[s].exact(both)[::-1]) for s in SCORES}
            )
    return rows


def released_scores(draw: "Draw", rng: np.random.Generator) -> Rows:
    """Return the answers to users of several methods and prices: one row for each."""
    n = round(np.exp(rng.uniform(np.log(RECORDS[0]), np.log(MOST_RECORDS))))
    penalty = float(np.exp(rng.uniform(np.log(PENALTIES[0]), np.log(PENALTIES[-1]))))
    both = fit_both(draw(n, rng), n, penalty, rng)
    rows = []
    for score, protect in ASKED:
        for epsilon in EPSILONS:
            delta = DELTA if protect in SCORES[score].asks_for else 0.0
            budget = Price(epsilon, delta, Relation.SUBSTITUTION)
            release, noise = SCORES[score].release(both, protect, budget, None, rng)
            if release.value is not REFUSED:
                margin = release.value[1] - release.value[0]
                row = {"n": n, "penalty": penalty, "score": score, "protect": protect, "epsilon": epsilon}
                rows.append(row | {"noise": noise, "margin": margin})
    return rows


def fit_both(pair: CauseAndEffect, n: int, penalty: float, rng: np.random.Generator) -> Residuals:
    """Both regressions on the first n records, as `direction` fits them."""
    x, y = (scale(column[:n], ends).values for column, ends in zip(pair[:2], pair.bounds, strict=True))
    return regress_both_ways(x, y, split(n, rng), penalty=penalty, kernel=KERNEL)


# --- families of pairs ---------------------------------------------------------------------------------------

Chosen = TypeVar("Chosen")

Draw = Callable[[int, np.random.Generator], CauseAndEffect]
Shape = Callable[[int, np.random.Generator], Floats]
Curve = Callable[[Floats, np.random.Generator], Floats]

CAUSES: tuple[Shape, ...] = (
    lambda n, rng: rng.uniform(-1, 1, n),
    lambda n, rng: rng.normal(size=n),
    lambda n, rng: rng.normal(size=n) + rng.uniform(1, 5) * (rng.random(n) < rng.uniform(0.2, 0.8)),
    lambda n, rng: rng.gamma(rng.uniform(1, 5), size=n),
    lambda n, rng: rng.lognormal(sigma=rng.uniform(0.3, 1.0), size=n),
    lambda n, rng: rng.beta(rng.uniform(0.5, 3), rng.uniform(0.5, 3), n),
)

CURVES: tuple[Curve, ...] = (
    lambda x, rng: x,
    lambda x, rng: x**3 + rng.uniform(0, 3) * x,
    lambda x, rng: np.tanh(rng.uniform(0.5, 3) * (x - rng.normal())),
    lambda x, rng: (x - rng.normal()) ** 2,
    lambda x, rng: np.exp(rng.uniform(0.3, 1.2) * x),
    lambda x, rng: np.sin(rng.uniform(0.5, 3) * x + rng.uniform(0, 6)),
    lambda x, rng: np.log(x - x.min() + rng.uniform(0.1, 1)),
    lambda x, rng: sum(rng.normal() * np.tanh(2 * (x - rng.normal())) for _ in range(4)) + 0 * x,
)

NOISES: tuple[Shape, ...] = (
    lambda n, rng: rng.normal(size=n),
    lambda n, rng: rng.uniform(-1, 1, n),
    lambda n, rng: rng.laplace(size=n),
    lambda n, rng: rng.standard_t(5, n),
    lambda n, rng: rng.exponential(size=n),
)

OTHER_CAUSES: tuple[Shape, ...] = (
    lambda n, rng: rng.standard_t(3, n),
    lambda n, rng: rng.triangular(0, rng.random(), 1, n),
    lambda n, rng: rng.integers(0, 12, n).astype(float),
    lambda n, rng: rng.normal(size=n) ** 2,
    lambda n, rng: rng.uniform(0, 1, n) + 2 * rng.integers(0, 2, n),
)

OTHER_CURVES: tuple[Curve, ...] = (
    lambda x, rng: np.abs(x - rng.normal()),
    lambda x, rng: 1 / (1 + (x - rng.normal()) ** 2),
    lambda x, rng: np.maximum(x, rng.normal()),
    lambda x, rng: (
        sum(rng.normal() * np.cos(rng.normal() * 1.5 * x + rng.uniform(0, 6)) for _ in range(8)) + 0 * x
    ),
)

OTHER_NOISES: tuple[Shape, ...] = (
    lambda n, rng: rng.standard_t(3, n),
    lambda n, rng: rng.normal(size=n) + 3 * (rng.random(n) < 0.3),
    lambda n, rng: rng.triangular(-1, 0, 1, n),
)


def usual(n: int, rng: np.random.Generator) -> CauseAndEffect:
    """A smooth curve and noise, mostly added; some are bent afterwards, or have noise that is wider at the ends."""
    x = standardise(one_of(CAUSES, rng)(n, rng))
    curve = standardise(one_of(CURVES, rng)(x, rng))
    noise = np.exp(rng.uniform(np.log(0.1), np.log(1.5))) * standardise(one_of(NOISES, rng)(n, rng))
    kind = rng.choice(["added", "wider", "bent", "hidden"], p=[0.6, 0.15, 0.15, 0.1])
    y = curve + noise * (0.3 + np.abs(x) if kind == "wider" else 1)
    if kind == "hidden":
        common = rng.uniform(0.1, 0.5) * rng.normal(size=n)
        x, y = x + common, y + common
    return declare_ranges(x, np.sinh(y / 2) if kind == "bent" else y, 1.0, rng)


def strange(n: int, rng: np.random.Generator) -> CauseAndEffect:
    """Families that the calibration has not met: other shapes, rounded values, a cause of both that nobody recorded."""
    x = standardise(one_of(OTHER_CAUSES, rng)(n, rng))
    noise = np.exp(rng.uniform(np.log(0.1), np.log(1.5))) * standardise(one_of(OTHER_NOISES, rng)(n, rng))
    kind = rng.choice(["added", "rounded", "hidden"])
    y = standardise(one_of(OTHER_CURVES, rng)(x, rng)) + noise
    if kind == "hidden":
        common = rng.uniform(0.1, 0.5) * rng.normal(size=n)
        x, y = x + common, y + common
    return declare_ranges(x, np.round(y, 1) if kind == "rounded" else y, 2.0, rng)


def cubic(n: int, rng: np.random.Generator) -> CauseAndEffect:
    """A cause that is drawn evenly, its cube, and much noise, in wide ranges."""
    x = rng.uniform(0, 10, n)
    return CauseAndEffect(x, (x / 5) ** 3 + rng.normal(0, 0.8, n), ((0.0, 10.0), (-3.0, 12.0)))


def declare_ranges(x: Floats, y: Floats, slack: float, rng: np.random.Generator) -> CauseAndEffect:
    """Ranges such as people declare: some records beyond them, or room on either side."""

    def around(column: Floats) -> tuple[float, float]:
        tail = rng.choice([0.0, 0.001, 0.01])
        low, high = np.quantile(column, [tail, 1 - tail])
        below, above = slack * (high - low) * rng.random(2) ** 2
        return float(low - below), float(high + above)

    return CauseAndEffect(x, y, (around(x), around(y)))


def one_of(choices: tuple[Chosen, ...], rng: np.random.Generator) -> Chosen:
    """Return one of them, each as likely."""
    return choices[int(rng.integers(len(choices)))]


def standardise(column: Floats) -> Floats:
    """Mean 0, standard deviation 1."""
    result: Floats = (column - column.mean()) / max(float(column.std()), 1e-9)
    return result


PAIRS: dict[str, Draw] = {"development": usual, "check": usual, "stranger": strange, "cubic": cubic}

DIRECTION = Experiment("direction", tasks, run)

AGAIN = 1_500


def more_tasks() -> list[Task]:
    """Return enough more pairs to distinguish 95% from less: few of the first ones were called so sure."""
    return [
        {"part": part, "pair": AGAIN + number} for part in ("check", "stranger") for number in range(AGAIN)
    ]


def run_again(task: Task, rng: np.random.Generator) -> Rows:
    """Return the releases of the one score that ever was so sure."""
    return [row for row in run(task, rng) if row["score"] == "hsic"]


DIRECTION_AGAIN = Experiment("direction-again", more_tasks, run_again)
