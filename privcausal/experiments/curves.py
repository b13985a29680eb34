"""How much data, how much ε? Development worlds, from a thousand records to a million, from ε = 0.1 to 10.

The tasks were written down before the first of them was run.
"""

import math
from collections.abc import Iterator
from functools import partial

import numpy as np

from privcausal.experiments.ablation import COVARIANCE, KENDALL, policies
from privcausal.experiments.runner import Experiment, Rows, Task
from privcausal.experiments.unseen import MOST_FIXED, scores
from privcausal.experiments.unseen import _independent as independent
from privcausal.experiments.unseen_worlds import categorical
from privcausal.graphs.ask_once.further import OnceFurther
from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.structure.pdag import Matrix, cpdag
from privcausal.privacy.price import Price, Relation

FAMILIES = ("binary", "plain", "dense", "many values")
"""Their second members, which the ablation does not use; at most twenty columns each."""

SIZES = (1_000_000, 100_000, 10_000, 1_000)
RUNS = 2
DELTA = 1e-6
EPSILONS = {100_000: (0.1, 1.0, 10.0)}
"""At other sizes 1 alone."""

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
    truth = cpdag(world.dag)
    return [
        {**task, "method": method, "epsilon": epsilon, **scores(graph, truth, world.dag)}
        for method, epsilon, graph in graphs(tables, rng)
    ]


def graphs(tables: Tables, rng: np.random.Generator) -> Iterator[tuple[str, float, Matrix]]:
    """Every method at every price, each with a generator of its own; an infinite price stands for none."""
    nodes, made = len(tables.cardinalities), policies()
    yield "pc, G²", math.inf, pc(nodes, OneByOne(partial(independent, tables)), largest=MOST_FIXED).graph
    for epsilon in EPSILONS.get(tables.size, (1.0,)):
        price = Price(epsilon, DELTA, Relation.SUBSTITUTION)
        once, own, better, further = rng.spawn(4)
        yield "once", epsilon, pc(nodes, made["once", COVARIANCE](tables, price, once)).graph
        yield RIVAL, epsilon, pc(nodes, made[RIVAL, KENDALL](tables, price, own)).graph
        yield (
            f"{RIVAL}, all contrasts",
            epsilon,
            pc(nodes, made[RIVAL, COVARIANCE](tables, price, better)).graph,
        )
        yield "once, further", epsilon, OnceFurther(tables, price, further).learn().graph


CURVES = Experiment("curves", tasks, run)
