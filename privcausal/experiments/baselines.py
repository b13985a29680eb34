"""Comparison of `once` with synthetic data (MST) and with planned marginals (ResidualPlanner).

Development networks only, equal (ε, δ), the same relation, the same records for all. The tasks were fixed before
the first run.
"""

from collections.abc import Iterator

import numpy as np

from privcausal.experiments.baselines_mst import synthetic
from privcausal.experiments.baselines_residual_planner import Planned, PlannedFurther
from privcausal.experiments.execution import Experiment, Rows, Task, every
from privcausal.experiments.heldout import price, scores, without_privacy
from privcausal.experiments.heldout_networks import MEMBERS, categorical, families
from privcausal.experiments.simulated_networks import World, random_guess
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods.once import OnceTables
from privcausal.graphs.methods.once_further import OnceFurther
from privcausal.graphs.structure.pdag import Matrix, cpdag

SET = "development"
SIZES = (100_000, 10_000)


def tasks() -> list[Task]:
    """Every development world at both sizes, the largest first."""
    return every(records=SIZES, family=list(families(SET))[::-1], member=range(MEMBERS[SET]))


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
    one, own = price(), iter(rng.spawn(7))
    yield "empty", np.zeros_like(world.dag)
    yield "random", random_guess(world.dag, next(own))
    yield "pc, G²", without_privacy(tables)
    yield "once", pc(nodes, OnceTables(tables, one, next(own))).graph
    yield "once, further", OnceFurther(tables, one, next(own)).learn().graph
    made, _ = synthetic(tables, one, next(own))
    yield "MST, then PC", without_privacy(Tables(made, world.cardinalities))
    yield "all pairs, further", PlannedFurther(tables, one, next(own), largest=2).learn().graph
    yield "all triples", pc(nodes, Planned(tables, one, next(own), largest=3)).graph
    yield "all triples, further", PlannedFurther(tables, one, next(own), largest=3).learn().graph


BASELINES = Experiment("baselines", tasks, run)
