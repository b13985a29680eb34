"""How much data, how much ε? Development worlds, from a thousand records to a million, from ε = 0.1 to 10.

The tasks were written down before the first of them was run.
"""

import math
from collections.abc import Iterator

import numpy as np

from privcausal.experiments.ablation import COVARIANCE, KENDALL, ONCE, policies
from privcausal.experiments.execution import Experiment, Rows, Task
from privcausal.experiments.heldout import price, scored, without_privacy
from privcausal.experiments.heldout_networks import categorical
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods import policy_method
from privcausal.graphs.structure.pdag import Matrix

FAMILIES = ("binary", "plain", "dense", "many values")
"""Their second members, which the ablation does not use; at most twenty columns each."""

SIZES = (1_000_000, 100_000, 10_000, 1_000)
RUNS = 2
EPSILONS = {100_000: (0.1, 1.0, 10.0)}
"""At other sizes 1 alone."""

FURTHER = policy_method("once-further")

RIVAL = "curate"
"""The best of the rivals on the seven networks, at every price."""


def tasks() -> list[Task]:
    """Each world, number of records and run, the largest first; a million records come once."""
    return [
        {"family": family, "records": records, "run": run}
        for records in SIZES
        for family in reversed(FAMILIES)
        for run in range(RUNS if records < max(SIZES) else 1)
    ]


def run(task: Task, rng: np.random.Generator) -> Rows:
    """All methods on one sample."""
    world = categorical("development", task["family"], 1)
    tables = Tables(world.sample(task["records"], rng), world.cardinalities)
    return scored(task, world.dag, graphs(tables, rng))


def graphs(tables: Tables, rng: np.random.Generator) -> Iterator[tuple[str, float, Matrix]]:
    """Yield every method at every price, each with a generator of its own; an infinite price means none."""
    nodes, made = len(tables.cardinalities), policies()
    cases = (
        ("once", ONCE.name, COVARIANCE),
        (RIVAL, RIVAL, KENDALL),
        (f"{RIVAL}, all contrasts", RIVAL, COVARIANCE),
    )
    yield "pc, G²", math.inf, without_privacy(tables)
    for epsilon in EPSILONS.get(tables.size, (1.0,)):
        *own, further = rng.spawn(4)
        for (name, method, test), generator in zip(cases, own, strict=True):
            yield name, epsilon, pc(nodes, made[method, test](tables, price(epsilon), generator)).graph
        yield "once, further", epsilon, FURTHER.policy(tables, price(epsilon), further).learn().graph


CURVES = Experiment("curves", tasks, run)
