"""Linear models in any units, with noises that differ: who leans on the variances, and who does not?"""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from privcausal.experiments.linear import walked
from privcausal.experiments.runner import Experiment, Rows, Task
from privcausal.experiments.unseen import DELTA, EPSILON, scores
from privcausal.experiments.unseen_worlds import linear, linear_families
from privcausal.experiments.worlds import random_guess
from privcausal.graphs.ask_once.linear import PRECISION, THRESHOLD, once_linear
from privcausal.graphs.ask_once.partial_correlations import once_correlations, searched
from privcausal.graphs.score_based.curate_scores import growth
from privcausal.graphs.score_based.notears import notears
from privcausal.graphs.score_based.second_moments import moment
from privcausal.graphs.structure.pdag import Matrix, cpdag
from privcausal.privacy.price import Price, Relation

Floats = NDArray[np.float64]

SIZES = (1_000, 10_000, 100_000)
MEMBERS = 2
STEPS = 100
STEPPED = ("equal noises", "unequal noises", "standardised")
"""What takes a hundred steps takes a minute a graph: it meets the first member of these families,"""

STEPPED_RECORDS = 10_000
"""with so many records."""


def tasks() -> list[Task]:
    """One per judging world and number of records."""
    return [
        {"set": "judging", "family": family, "member": member, "records": records}
        for records in SIZES
        for family in linear_families("judging")
        for member in range(MEMBERS)
    ]


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
    """Every method's graph; an infinite price stands for no privacy."""
    price = Price(EPSILON, DELTA, Relation.SUBSTITUTION)
    exact = moment(records)
    yield "empty", math.inf, np.zeros_like(dag)
    yield "random", math.inf, random_guess(dag, rng)
    yield "pc, Fisher's z", math.inf, searched(exact, len(records))[0]
    yield "once, correlations", EPSILON, once_correlations(records, budget=price, rng=rng).graph
    yield "once-linear", EPSILON, cpdag(once_linear(records, budget=price, rng=rng).graph)
    if stepped:
        fitted = notears(exact / exact.diagonal().min(), threshold=THRESHOLD, precision=PRECISION)
        yield "notears", math.inf, cpdag(fitted.graph)
        for name, shares in (("noleaks", "uniform"), ("curate-scores", "exponential")):
            yield name, EPSILON, cpdag(walked(records, growth(shares, STEPS), price, rng)[0])


UNSEEN_LINEAR = Experiment("unseen-linear", tasks, run)
