"""Part III's experiment: every private way of learning a graph, at equal honest price, on seven known networks.

All methods and budgets of a task see the same records, counted once.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from privcausal.experiments.execution import Experiment, Rows, Task
from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.constraint_based.policy import PrivatePolicy
from privcausal.graphs.independence.contingency import Independence, Tables, conditional_kendall, g_squared
from privcausal.graphs.levels import LEVEL
from privcausal.graphs.methods import policy_method
from privcausal.graphs.models.bayesian_network import NAMES, network
from privcausal.graphs.structure.metrics import Scores, cpdag_scores, hamming, skeleton_scores
from privcausal.graphs.structure.pdag import Matrix, cpdag
from privcausal.privacy.price import Price, Relation

RUNS = 20
RECORDS = 100_000
EPSILONS = (0.1, 0.3, 1.0, 3.0, 10.0)
DELTA = 1e-6

PRIVATE = {name: policy_method(name) for name in ("once", "curate", "priv-pc", "em-pc", "svt-pc")}

OPEN = {"pc, G²": g_squared, "pc, Kendall": conditional_kendall}
"""Without privacy: what the records themselves would show."""


def tasks() -> list[Task]:
    """One task per network and run, the largest networks first."""
    return [{"network": name, "run": run} for name in reversed(NAMES) for run in range(RUNS)]


def run(task: Task, rng: np.random.Generator) -> Rows:
    """All methods on one sample."""
    net = network(task["network"])
    tables = Tables(net.sample(RECORDS, rng), net.cardinalities)
    truth = cpdag(net.dag)
    rows = []
    for method, epsilon, policy in policies(tables, rng):
        learned = pc(len(truth), policy).graph
        tests = sum(policy.asked)
        rows.append({**task, "method": method, "epsilon": epsilon, **scores(learned, truth), "tests": tests})
    return rows


def policies(
    tables: Tables, rng: np.random.Generator
) -> Iterator[tuple[str, float, PrivatePolicy | OneByOne]]:
    """Yield each method at each price, with a generator of its own; an infinite price means none."""
    for method, test in OPEN.items():
        yield method, math.inf, OneByOne(partial(_independent, test, tables))
    for method, private in PRIVATE.items():
        for epsilon, own in zip(EPSILONS, rng.spawn(len(EPSILONS)), strict=True):
            price = Price(epsilon, DELTA, Relation.SUBSTITUTION)
            yield method, epsilon, private.policy(tables, price, own)


def _independent(
    test: Callable[..., Independence], tables: Tables, x: int, y: int, conditioning_set: tuple[int, ...]
) -> bool:
    return test(tables, x, y, conditioning_set).p_value > LEVEL


def scores(learned: Matrix, truth: Matrix) -> dict[str, float]:
    """How right the graph is, edge by edge, and how far it is from the true CPDAG."""
    parts: dict[str, Scores] = {
        "skeleton": skeleton_scores(learned, truth),
        "cpdag": cpdag_scores(learned, truth),
    }
    table = {
        f"{what} {measure}": float(getattr(part, measure))
        for what, part in parts.items()
        for measure in ("precision", "recall", "f1")
    }
    return table | {"shd": hamming(learned, truth)}


NETWORKS = Experiment("networks", tasks, run)
