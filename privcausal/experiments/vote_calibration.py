"""Simulated networks from which edge probabilities of `once-further` and `once-correlations` are learned and checked.

One task is one network, one sample, one price; its rows are one for every pair and arrow that was drawn.
No network serves both for learning and for checking, and none of `privcausal.experiments.calibration` serves here.
"""

import math
from collections.abc import Iterator

import numpy as np

from privcausal.experiments import calibration
from privcausal.experiments.calibration import COLUMNS, DELTA, EPSILONS, PARTS, RECORDS, _between, edge_rows
from privcausal.experiments.execution import Experiment, Rows, Task
from privcausal.experiments.simulated_linear import LinearRecipe, numbers
from privcausal.graphs.edge_confidence import EdgeFeatures
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods import METHODS, policy_method
from privcausal.graphs.structure.pdag import Matrix
from privcausal.graphs.vote_confidence import Correlations, features, of_moments
from privcausal.privacy.price import Price, Relation

FURTHER, CORRELATIONS = policy_method("once-further"), METHODS["once-correlations"]


STRENGTHS = (0.4, 1.2)
"""The strongest effect of a linear model lies between these, in units of the noises; the weakest is a quarter of it."""


def tasks() -> list[Task]:
    """One per table."""
    return [
        {"method": method, "part": part, "world": number}
        for method in LEARNED
        for part, many in PARTS.items()
        for number in range(many)
    ]


def run(task: Task, rng: np.random.Generator) -> Rows:
    """Draw a network, records and a price; learn; say how right each edge is."""
    dag, results = LEARNED[task["method"]](task["part"] == "stranger", rng)
    return [{**task, **row} for clue in results for row in edge_rows(clue, dag)]


def by_tables(strange: bool, rng: np.random.Generator) -> tuple[Matrix, Iterator[EdgeFeatures]]:
    """Categories, as the calibration of `once` draws them."""
    world = (calibration.out_of_distribution if strange else calibration.in_distribution)(rng).draw(rng)
    records, budget = _public(rng)
    policy = FURTHER.policy(Tables(world.sample(records, rng), world.cardinalities), budget, rng)
    graph = policy.learn().graph
    return world.dag, features(graph, of_moments(policy.moments))


def by_shape(strange: bool, rng: np.random.Generator) -> tuple[Matrix, Iterator[EdgeFeatures]]:
    """Numbers in any units, of linear models."""
    world = (strange_numbers if strange else usual_numbers)(rng).draw(rng)
    records, budget = _public(rng)
    learned = CORRELATIONS.learn(numbers(world.sample(records, rng)), budget, rng)
    assert isinstance(learned.release, Correlations)
    return world.dag, features(learned.graph, learned.release.p_value)


def usual_numbers(rng: np.random.Generator) -> LinearRecipe:
    """A family: few columns or many, weak causes or strong, Gaussian noise or heavier tails."""
    d = round(_between(COLUMNS, rng))
    strongest = _between(STRENGTHS, rng)
    return LinearRecipe(
        d,
        degree=rng.uniform(0.7, min(2.0, (d - 1) / 2)),
        parents=3,
        weights=(strongest / 4, strongest),
        tail=float(rng.choice([math.inf, math.inf, 5.0])),
        units=0.5,
    )


def strange_numbers(rng: np.random.Generator) -> LinearRecipe:
    """A family that the map was not made for: denser, with outliers, and with causes that were not recorded."""
    return LinearRecipe(
        int(rng.integers(10, 26)), degree=2.4, parents=4, weights=(0.1, 1.5), tail=3.0, hidden=2
    )


def _public(rng: np.random.Generator) -> tuple[int, Price]:
    """A number of records, and a price."""
    return round(_between(RECORDS, rng)), Price(_between(EPSILONS, rng), DELTA, Relation.SUBSTITUTION)


LEARNED = {FURTHER.name: by_tables, CORRELATIONS.name: by_shape}

VOTE_CALIBRATION = Experiment("vote-calibration", tasks, run)


def more_tasks() -> list[Task]:
    """Return enough networks of numbers to distinguish 90% from less: few of their arrows are called so sure."""
    return [
        {"method": "once-correlations", "part": "check", "world": AGAIN + number} for number in range(AGAIN)
    ]


AGAIN = 1_000

VOTE_CALIBRATION_AGAIN = Experiment("vote-calibration-again", more_tasks, run)
