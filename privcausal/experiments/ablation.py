"""Asking once, or a better test? Each rival with `once`'s test, `once` with the rivals', each test without noise.

The tasks were written down before the first of them was run.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from privcausal.arrays import Floats
from privcausal.experiments.execution import Experiment, Rows, Task, every
from privcausal.experiments.heldout import EPSILON, MOST_FIXED, NO_NOISE, by_g_squared, price, scores
from privcausal.experiments.heldout_networks import categorical
from privcausal.graphs.ask_once.contrasts import contrasts
from privcausal.graphs.ask_once.independence import CovarianceTest, Side
from privcausal.graphs.constraint_based.pc import OneByOne, Policy, pc
from privcausal.graphs.independence import stratified_covariance, stratified_kendall
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.margins import MarginTest
from privcausal.graphs.levels import LEVEL
from privcausal.graphs.methods import policy_method
from privcausal.graphs.structure.pdag import cpdag

FAMILIES = ("binary", "plain", "dense", "weak", "rare", "many values")
"""Development worlds of at most twenty columns, the first member of each; of two values, the first."""

SIZES = (100_000, 10_000)
RUNS = 2

KENDALL = "in order"
COVARIANCE = "all contrasts"
TESTS = {KENDALL: stratified_kendall.KENDALL, COVARIANCE: stratified_covariance.COVARIANCE}

ONCE = policy_method("once")
CURATE = policy_method("curate")
ROUNDS = tuple(policy_method(name) for name in ("em-pc", "svt-pc", "priv-pc"))


def policies() -> dict[tuple[str, str], Callable[..., Policy]]:
    """Every method with each test."""
    return {
        ("once", COVARIANCE): ONCE.policy,
        ("once", KENDALL): partial(ONCE.policy, free_test=OrderedTest),
        **{("curate", name): partial(CURATE.policy, test=test) for name, test in TESTS.items()},
        **{
            (method.name, name): partial(method.policy, test=test)
            for name, test in TESTS.items()
            for method in ROUNDS
        },
    }


class OrderedTest(CovarianceTest):
    """`once`'s test, for which values are equal steps of one ladder, as they are for Kendall's.

    One contrast of each column is looked at: that of its value's number.
    """

    def _side(self, x: int, conditioning_set: tuple[int, ...]) -> Side:
        whole, step = super()._side(x, conditioning_set), ladder(self.moments.cardinalities[x])
        return Side(
            step @ whole.sums,
            step @ whole.means,
            np.einsum("ab,bcs,dc->ads", step, whole.spread, step),
            step @ whole.turned,
            whole.informative,
        )

    def _pair(self, x: int, y: int) -> tuple[Floats, float]:
        pair, noise = super()._pair(x, y)
        one, other = (ladder(self.moments.cardinalities[column]) for column in (x, y))
        return one @ pair @ other.T, noise


def ladder(values: int) -> Floats:
    """The values' numbers as one direction among the contrasts, of length 1.

    >>> ladder(2).tolist(), ladder(1).shape
    ([[-1.0]], (0, 0))
    """
    steps = (np.arange(values) @ contrasts(values))[None, :]
    length = np.linalg.norm(steps)
    return np.asarray(steps / length) if length else np.zeros((0, 0))


def tasks() -> list[Task]:
    """Each world, number of records and run, the largest first."""
    return every(records=SIZES, family=FAMILIES[::-1], run=range(RUNS))


def run(task: Task, rng: np.random.Generator) -> Rows:
    """All of them on one sample."""
    world = categorical("development", task["family"], 0)
    tables = Tables(world.sample(task["records"], rng), world.cardinalities)
    truth = cpdag(world.dag)
    return [
        {**task, "method": method, "test": test, "epsilon": epsilon}
        | scores(pc(len(truth), policy, largest=MOST_FIXED).graph, truth, world.dag)
        for method, test, epsilon, policy in built(tables, rng)
    ]


def built(tables: Tables, rng: np.random.Generator) -> Iterator[tuple[str, str, float, Policy]]:
    """Yield each with a generator of its own; an infinite price means none."""
    yield "pc, G²", "whole tables", math.inf, by_g_squared(tables)
    for name, test in TESTS.items():
        yield "pc", name, math.inf, OneByOne(partial(below, test, tables))
    made = policies()
    for (method, name), build in made.items():
        yield method, name, EPSILON, build(tables, price(EPSILON), rng.spawn(1)[0])
    for name in TESTS:
        yield ONCE.name, name, NO_NOISE, made[ONCE.name, name](tables, price(NO_NOISE), rng.spawn(1)[0])


def below(test: MarginTest, tables: Tables, x: int, y: int, conditioning_set: tuple[int, ...]) -> bool:
    """Does the test call them independent, without noise and without caution?"""
    return test.table_margin(tables, (x, y), conditioning_set, LEVEL) <= 0


ABLATION = Experiment("ablation", tasks, run)
