"""Part III's second experiment: private graphs of linear models, by all that asks every step and all that asks once.

Graphs are Erdős–Rényi with as many edges as variables, weights between 0.5 and 2 of either sign, equal noise: the
setting in which NOTEARS was published. All methods see the same records and pay the same price.
"""

import math
from functools import cache

import numpy as np

from privcausal.arrays import Floats
from privcausal.experiments.execution import Experiment, Rows, Task, every
from privcausal.graphs.ask_once.noisy_moments import private_moment
from privcausal.graphs.ask_once.private_shape import private_shape
from privcausal.graphs.methods.curate_scores import growth
from privcausal.graphs.methods.noleaks import LATE, descent, gradient_sensitivity
from privcausal.graphs.methods.once_linear import PRECISION, THRESHOLD, regressions, variance_order
from privcausal.graphs.models.linear_gaussian import random_model
from privcausal.graphs.score_based.notears import notears, support
from privcausal.graphs.score_based.second_moments import moment
from privcausal.graphs.structure.metrics import cpdag_scores, hamming, skeleton_scores
from privcausal.graphs.structure.pdag import Matrix, cpdag
from privcausal.privacy.gaussian import step_scales
from privcausal.privacy.price import Price, Relation

SIZES = (20, 10)
EPSILONS = (0.3, 1.0, 3.0, 10.0)
REPETITIONS = 20
RECORDS = 10_000
DELTA = 1e-6
STEPS = 100

GROWTHS = {
    "uniform": growth("uniform", STEPS),
    "arithmetic": growth("arithmetic", STEPS),
    "exponential": growth("exponential", STEPS),
    "geometric": growth("geometric", STEPS, ratio=10 ** (1 / (STEPS - 1))),
    "falling": growth("geometric", STEPS, ratio=10 ** (-1 / (STEPS - 1))),
}
"""What each step pays, relative to the others: the last is e times the first under "exponential", ten times under
"geometric"; "falling" is the latter backwards, as a control."""


def tasks() -> list[Task]:
    """Return one task per data set and ε; an infinite one means no privacy."""
    return every(d=SIZES, repetition=range(REPETITIONS), epsilon=(math.inf, *EPSILONS))


def run(task: Task, rng: np.random.Generator) -> Rows:
    """Every method's scores. The data set depends on d and repetition alone, so that all ε see the same."""
    data = np.random.default_rng([task["d"], task["repetition"]])
    model = random_model("erdos-renyi", task["d"], 1, data)
    records = model.sample(RECORDS, data)
    graphs = plain(records) if task["epsilon"] == math.inf else private(records, task["epsilon"], rng)
    truth = cpdag(model.dag)
    return [{**task, "method": method, **scores(graph, truth)} for method, graph in graphs.items()]


def scores(graph: Matrix, truth: Matrix) -> dict[str, float]:
    """Skeleton and CPDAG against the true class."""
    learned = cpdag(graph)
    return {
        "f1": skeleton_scores(learned, truth).f1,
        "cpdag_f1": cpdag_scores(learned, truth).f1,
        "hamming": hamming(learned, truth),
    }


def plain(records: Floats) -> dict[str, Matrix]:
    """Without privacy."""
    exact = moment(records)
    return {"notears": by_notears(exact), "order": by_order(exact)}


def private(records: Floats, epsilon: float, rng: np.random.Generator) -> dict[str, Matrix]:
    """Every method at the same price."""
    budget = Price(epsilon, DELTA, Relation.SUBSTITUTION)
    norm = declared_norm(records.shape[1])
    clipped = private_moment(records, budget=budget, rng=rng, row_norm=norm).repaired
    one_look = private_shape(records, budget=budget, rng=rng, schedule=(1.0,)).matrix
    shape = private_shape(records, budget=budget, rng=rng).matrix
    graphs = {
        "clipped, notears": by_notears(clipped),
        "clipped, order": by_order(clipped),
        "one look, order": by_order(one_look),
        "once, notears": by_notears(shape),
        "once, order": by_order(shape),
    }
    for schedule, shares in GROWTHS.items():
        average, last = run_noleaks(records, shares, budget, rng)
        graphs |= {f"steps, {schedule}": average, f"steps, {schedule}, last": last}
    return graphs


def by_notears(matrix: Floats) -> Matrix:
    """In units in which the smallest variance is 1."""
    return notears(matrix / matrix.diagonal().min(), threshold=THRESHOLD, precision=PRECISION).graph


def by_order(matrix: Floats) -> Matrix:
    """Causes first by variance, then regressions."""
    return support(regressions(matrix, variance_order(matrix)), THRESHOLD)


def run_noleaks(
    records: Floats, shares: Floats, budget: Price, rng: np.random.Generator
) -> tuple[Matrix, Matrix]:
    """What `noleaks` makes of a schedule: from its average of late weights, and from the very last ones."""
    scales = step_scales(shares.tolist(), gradient_sensitivity(1.0, len(records)), budget)
    walk = list(descent(records, scales, rng, clip=1.0))
    return support(np.mean(walk[int(LATE * len(walk)) :], axis=0), THRESHOLD), support(walk[-1], THRESHOLD)


@cache
def declared_norm(d: int) -> float:
    """A row bound from public knowledge: the typical length of a record in this family of models.

    Two hundred models are drawn from the family, none of them one of the experiment's.
    """
    rng = np.random.default_rng([d, 30, 2026])
    sizes = [random_model("erdos-renyi", d, 1, rng).covariance.trace() for _ in range(200)]
    return math.sqrt(float(np.median(sizes)))


LINEAR = Experiment("linear", tasks, run)
