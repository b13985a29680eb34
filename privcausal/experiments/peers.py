"""What a reader would pick instead of `once`: a synthetic table, or the optimal plan for all tables of few columns.

Development worlds, equal (ε, δ), the same relation, the same records for all. The list of tasks was written down before
the first of them was run.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np

from privcausal.experiments.peers_mst import synthetic
from privcausal.experiments.peers_residual_planner import Planned, PlannedFurther
from privcausal.experiments.runner import Experiment, Rows, Task
from privcausal.experiments.unseen import MOST_FIXED, scores
from privcausal.experiments.unseen import _independent as independent
from privcausal.experiments.unseen_worlds import MEMBERS, categorical, families
from privcausal.experiments.worlds import World, random_guess
from privcausal.graphs.ask_once.further import OnceFurther
from privcausal.graphs.ask_once.tables import OnceTables
from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.structure.pdag import Matrix, cpdag
from privcausal.privacy.price import Price, Relation

SET = "development"
SIZES = (100_000, 10_000)
EPSILON = 1.0
DELTA = 1e-6


def tasks() -> list[Task]:
    """Every development world at both sizes, the largest first."""
    return [
        {"family": family, "member": member, "records": records}
        for records in SIZES
        for family in reversed(list(families(SET)))
        for member in range(MEMBERS[SET])
    ]


def run(task: Task, rng: np.random.Generator) -> Rows:
    """All methods on one sample."""
    world = categorical(SET, task["family"], task["member"])
    records = world.sample(task["records"], rng)
    truth = cpdag(world.dag)
    return [
        {**task, "method": method, **scores(graph, truth, world.dag)}
        for method, graph in graphs(world, records, rng)
    ]


def graphs(world: World, records: np.ndarray, rng: np.random.Generator) -> Iterator[tuple[str, Matrix]]:
    """Every method's graph, each with a generator of its own."""
    nodes, tables = len(world.dag), Tables(records, world.cardinalities)
    price, own = Price(EPSILON, DELTA, Relation.SUBSTITUTION), iter(rng.spawn(7))
    yield "empty", np.zeros_like(world.dag)
    yield "random", random_guess(world.dag, next(own))
    yield "pc, G²", searched(tables)
    yield "once", pc(nodes, OnceTables(tables, price, next(own))).graph
    yield "once, further", OnceFurther(tables, price, next(own)).learn().graph
    made, _ = synthetic(tables, price, next(own))
    yield "MST, then PC", searched(Tables(made, world.cardinalities))
    yield "all pairs, further", PlannedFurther(tables, price, next(own), largest=2).learn().graph
    yield "all triples", pc(nodes, Planned(tables, price, next(own), largest=3)).graph
    yield "all triples, further", PlannedFurther(tables, price, next(own), largest=3).learn().graph


def searched(tables: Tables) -> Matrix:
    """PC without privacy."""
    return pc(len(tables.cardinalities), OneByOne(partial(independent, tables)), largest=MOST_FIXED).graph


PEERS = Experiment("peers", tasks, run)
