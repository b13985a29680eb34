"""Asking once, or a better test? Each rival with `once`'s test, `once` with the rivals', each test without noise.

The tasks were written down before the first of them was run.
"""

import math
from collections.abc import Callable, Iterator
from functools import partial
from types import FunctionType
from typing import Any, cast
from weakref import WeakKeyDictionary

import numpy as np

from privcausal.experiments.ablation_tests import (
    OrderedTest,
    covariance_margin,
    covariance_margin_sensitivity,
)
from privcausal.experiments.runner import Experiment, Rows, Task
from privcausal.experiments.swapped import swapped, with_swapped
from privcausal.experiments.unseen import LEVEL, MOST_FIXED, NO_NOISE, scores
from privcausal.experiments.unseen import _independent as independent
from privcausal.experiments.unseen_worlds import categorical
from privcausal.graphs.ask_once.tables import OnceTables
from privcausal.graphs.constraint_based.curate_pc import CuratePc
from privcausal.graphs.constraint_based.em_pc import EmPc
from privcausal.graphs.constraint_based.pc import OneByOne, Policy, pc
from privcausal.graphs.constraint_based.priv_pc import PrivPc
from privcausal.graphs.constraint_based.rounds import deviations, height, too_blind, width
from privcausal.graphs.constraint_based.svt_pc import SvtPc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.stratified_kendall import margin
from privcausal.graphs.structure.pdag import cpdag
from privcausal.privacy.price import Price, Relation

FAMILIES = ("binary", "plain", "dense", "weak", "rare", "many values")
"""Development worlds of at most twenty columns, the first member of each; of two values, the first."""

SIZES = (100_000, 10_000)
RUNS = 2
EPSILON = 1.0
DELTA = 1e-6

KENDALL = "in order"
COVARIANCE = "all contrasts"

OWN_HEIGHT = swapped(cast(FunctionType, height), margin=covariance_margin, _known=WeakKeyDictionary())
OWN_WIDTH = swapped(cast(FunctionType, width), margin_sensitivity=covariance_margin_sensitivity)
"""Heights of the other test, remembered apart from Kendall's."""


def also_blind(noise: float, records: int) -> bool:
    """`too_blind` for covariances, whose heights are two thirds of Kendall's where values are two."""
    return too_blind(1.5 * noise, records)


def policies() -> dict[tuple[str, str], Callable[..., Policy]]:
    """Every method with each test."""
    rounds = {"em-pc": EmPc, "svt-pc": SvtPc, "priv-pc": PrivPc}
    other: dict[str, Any] = {"height": OWN_HEIGHT, "width": OWN_WIDTH, "too_blind": also_blind}
    margins = {"margin": covariance_margin, "margin_sensitivity": covariance_margin_sensitivity}
    return {
        ("once", COVARIANCE): OnceTables,
        ("once", KENDALL): with_swapped(OnceTables, CovarianceTest=OrderedTest),
        ("curate", KENDALL): CuratePc,
        ("curate", COVARIANCE): with_swapped(CuratePc, **margins),
        **{(name, KENDALL): kind for name, kind in rounds.items()},
        **{(name, COVARIANCE): with_swapped(kind, **other) for name, kind in rounds.items()},
    }


def tasks() -> list[Task]:
    """Each world, number of records and run, the largest first."""
    return [
        {"family": family, "records": records, "run": run}
        for records in SIZES
        for family in reversed(FAMILIES)
        for run in range(RUNS)
    ]


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
    """Each with a generator of its own; an infinite price stands for none."""
    yield "pc, G²", "whole tables", math.inf, OneByOne(partial(independent, tables))
    for test, measure in ((KENDALL, margin), (COVARIANCE, covariance_margin)):
        yield "pc", test, math.inf, OneByOne(partial(below, measure, tables))
    made = policies()
    for (method, test), build in made.items():
        yield method, test, EPSILON, build(tables, _price(EPSILON), rng.spawn(1)[0])
    for test in (KENDALL, COVARIANCE):
        yield "once", test, NO_NOISE, made["once", test](tables, _price(NO_NOISE), rng.spawn(1)[0])


def below(measure: Callable[..., float], tables: Tables, x: int, y: int, given: tuple[int, ...]) -> bool:
    """Does the test call them independent, without noise and without caution?"""
    return measure(tables, x, y, given, threshold=deviations(LEVEL)) <= 0


def _price(epsilon: float) -> Price:
    return Price(epsilon, DELTA, Relation.SUBSTITUTION)


ABLATION = Experiment("ablation", tasks, run)
