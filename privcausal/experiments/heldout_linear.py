"""Linear models in any units, with noises that differ: who leans on the variances, and who does not?"""

import math
from collections.abc import Iterator

import numpy as np

from privcausal.arrays import Floats
from privcausal.experiments.execution import Experiment, Rows, Task, every
from privcausal.experiments.heldout import EPSILON, price, scores
from privcausal.experiments.heldout_networks import linear, linear_families
from privcausal.experiments.linear import run_noleaks
from privcausal.experiments.simulated_linear import numbers
from privcausal.experiments.simulated_networks import random_guess
from privcausal.graphs.ask_once.partial_correlations import search_graph
from privcausal.graphs.methods import METHODS
from privcausal.graphs.methods.curate_scores import growth
from privcausal.graphs.methods.once_linear import PRECISION, THRESHOLD
from privcausal.graphs.score_based.notears import notears
from privcausal.graphs.score_based.second_moments import moment
from privcausal.graphs.structure.pdag import Matrix, cpdag

SIZES = (1_000, 10_000, 100_000)
MEMBERS = 2
STEPS = 100
STEPPED = ("equal noises", "unequal noises", "standardised")
"""What takes a hundred steps takes a minute a graph: it meets the first member of these families,"""

STEPPED_RECORDS = 10_000
"""with so many records."""


def tasks() -> list[Task]:
    """One per judging world and number of records."""
    families = linear_families("judging")
    return every(set=("judging",), records=SIZES, family=families, member=range(MEMBERS))


def run(task: Task, rng: np.random.Generator) -> Rows:
    """All methods on one sample. What learns weights is judged by the class of its graph, as PC is."""
    world = linear(task["set"], task["family"], task["member"])
    stepped = (task["member"], task["records"]) == (0, STEPPED_RECORDS) and task["family"] in STEPPED
    records = world.sample(task["records"], rng)
    truth, sortable = cpdag(world.dag), world.varsortability
    return [
        {**task, "varsortability": sortable, "method": method, "epsilon": epsilon}
        | scores(graph, truth, world.dag)
        for method, epsilon, graph in graphs(world.dag, records, rng, stepped)
    ]


def graphs(
    dag: Matrix, records: Floats, rng: np.random.Generator, stepped: bool
) -> Iterator[tuple[str, float, Matrix]]:
    """Yield every method's graph, each with a generator of its own; an infinite price means no privacy."""
    one, own = price(), iter(rng.spawn(5))
    exact = moment(records)
    yield "empty", math.inf, np.zeros_like(dag)
    yield "random", math.inf, random_guess(dag, next(own))
    yield "pc, Fisher's z", math.inf, search_graph(exact, len(records))[0]
    table = numbers(records)
    yield "once, correlations", EPSILON, METHODS["once-correlations"].learn(table, one, next(own)).graph
    yield "once-linear", EPSILON, cpdag(METHODS["once-linear"].learn(table, one, next(own)).graph)
    if stepped:
        fitted = notears(exact / exact.diagonal().min(), threshold=THRESHOLD, precision=PRECISION)
        yield "notears", math.inf, cpdag(fitted.graph)
        for name, shares in (("noleaks", "uniform"), ("curate-scores", "exponential")):
            yield name, EPSILON, cpdag(run_noleaks(records, growth(shares, STEPS), one, next(own))[0])


HELDOUT_LINEAR = Experiment("heldout-linear", tasks, run)
