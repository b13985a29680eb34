"""Comparison of `once-correlations` with methods after PACE-GGM, Fed-Sparse-BNSL and PrivCRT, and with all entries.

Standardised columns, noises that differ, equal (ε, δ), the same relation, the same records for all. The peers' public
constants were chosen on members of three of these families that come before the first one here, with other records.
The list of tasks was written down before the first of them was run.
"""

import math
from collections.abc import Iterator

import numpy as np

from privcausal.arrays import Floats
from privcausal.experiments.baselines_bnsl import sparse_bnsl
from privcausal.experiments.baselines_crt import PrivCrt
from privcausal.experiments.baselines_pace import pace_ggm
from privcausal.experiments.execution import Experiment, Rows, Task, every
from privcausal.experiments.heldout import scored
from privcausal.experiments.heldout_networks import linear
from privcausal.experiments.simulated_linear import LinearWorld, numbers
from privcausal.experiments.simulated_networks import random_guess
from privcausal.graphs.ask_once.noisy_moments import private_moment
from privcausal.graphs.ask_once.partial_correlations import search_graph
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.methods import METHODS
from privcausal.graphs.score_based.second_moments import moment
from privcausal.graphs.structure.pdag import Matrix, cpdag
from privcausal.privacy.price import Price, Relation

SET = "development"
FAMILIES = (
    "standardised",
    "standardised, heavy tails",
    "standardised, hidden",
    "standardised, dense",
    "standardised, few",
)
FIRST = 2
"""Members 0 and 1 are those on which methods were developed."""

MEMBERS = 3
SIZES = (100_000, 10_000)
EPSILON = 1.0
DELTA = 1e-6
BOUND = 2.0
"""Columns of variance 1 are declared to stay within so much; what lies beyond is cut off."""


def tasks() -> list[Task]:
    """Every world at both sizes, the largest first."""
    return every(records=SIZES, family=FAMILIES, member=range(FIRST, FIRST + MEMBERS))


def run(task: Task, rng: np.random.Generator) -> Rows:
    """All methods on one sample."""
    world = linear(SET, task["family"], task["member"])
    return scored(task, world.dag, graphs(world, world.sample(task["records"], rng), rng))


def graphs(
    world: LinearWorld, records: Floats, rng: np.random.Generator
) -> Iterator[tuple[str, float, Matrix]]:
    """Yield every method's graph, each with a generator of its own; an infinite price means no privacy."""
    price, own = Price(EPSILON, DELTA, Relation.SUBSTITUTION), iter(rng.spawn(7))
    yield "empty", math.inf, np.zeros_like(world.dag)
    yield "random", math.inf, random_guess(world.dag, next(own))
    yield "pc, Fisher's z", math.inf, search_graph(moment(records), len(records))[0]
    table = numbers(records)
    yield "once, correlations", EPSILON, METHODS["once-correlations"].learn(table, price, next(own)).graph
    yield "once-linear", EPSILON, cpdag(METHODS["once-linear"].learn(table, price, next(own)).graph)
    yield "all entries, then PC", EPSILON, all_entries(records, price, next(own))
    paced = pace_ggm(records, bound=BOUND, budget=price, rng=next(own))
    yield "PACE-GGM, then PC", EPSILON, search_graph(paced.covariance, paced.worth)[0]
    sparse = sparse_bnsl(records, bound=BOUND, budget=price, rng=next(own))
    yield "Fed-Sparse-BNSL", EPSILON, cpdag(sparse.graph)
    policy = PrivCrt(records, world.covariance, BOUND, price, next(own))
    yield "PC asks PrivCRT", EPSILON, pc(len(world.dag), policy).graph


def all_entries(records: Floats, price: Price, rng: np.random.Generator) -> Matrix:
    """PC on a covariance all of whose entries were measured once, within the same bounds on every column.

    >>> people = np.random.default_rng(0).normal(size=(100_000, 2)) @ [[1.0, 0.6], [0.0, 0.8]]
    >>> one = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    >>> all_entries(people, one, np.random.default_rng(0)).astype(int).tolist()
    [[0, 1], [1, 0]]
    """
    cut = np.clip(records, -BOUND, BOUND)
    row_norm = BOUND * math.sqrt(records.shape[1])
    noisy = private_moment(cut, budget=price, rng=rng, row_norm=row_norm)
    blur = noisy.scale / math.sqrt(2) / noisy.repaired.diagonal().mean()
    return search_graph(noisy.repaired, 1 / (1 / len(records) + blur**2))[0]


BASELINES_NUMBERS = Experiment("baselines-numbers", tasks, run)
