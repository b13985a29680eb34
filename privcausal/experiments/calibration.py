"""Simulated networks by which forecasts and confidences are learned and then checked: never the same ones for both.

One task is one network, one sample, one price. Its rows are one for the table as a whole, with its public numbers
and how right the graph became, and one for every pair and arrow that was drawn, with its clues.
"""

import math
from collections.abc import Iterator

import numpy as np

from privcausal.experiments.execution import Experiment, Rows, Task
from privcausal.experiments.simulated_networks import Recipe, World
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.edge_confidence import EdgeFeatures, features
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods import policy_method
from privcausal.graphs.structure.metrics import cpdag_scores, skeleton_scores
from privcausal.graphs.structure.pdag import Matrix, cpdag
from privcausal.privacy.price import Price, Relation

ONCE = policy_method("once")

PARTS = {"development": 320, "check": 240, "stranger": 40}
"""How many tables each part has. The last are of other shapes than the first two: see `stranger`."""

COLUMNS = (4, 16)
RECORDS = (1_000, 200_000)
EPSILONS = (0.1, 10.0)
VALUES = (2, 5)
"""Between these the simulated tables lie."""

DELTA = 1e-6


def tasks() -> list[Task]:
    """One per table."""
    return [{"part": part, "world": number} for part, many in PARTS.items() for number in range(many)]


def run(task: Task, rng: np.random.Generator) -> Rows:
    """Draw a network, records and a price; learn; say how right each edge is."""
    world = (out_of_distribution if task["part"] == "stranger" else in_distribution)(rng).draw(rng)
    records, epsilon = round(_between(RECORDS, rng)), _between(EPSILONS, rng)
    tables = Tables(world.sample(records, rng), world.cardinalities)
    policy = ONCE.policy(tables, Price(epsilon, DELTA, Relation.SUBSTITUTION), rng)
    learned = pc(world.recorded, policy)
    truth = cpdag(world.dag)
    pairs, classes = skeleton_scores(learned.graph, truth), cpdag_scores(learned.graph, truth)
    whole = {
        "what": "table",
        **public(world, records, policy.budget),
        "f1_pairs": pairs.f1,
        "f1_arrows": classes.f1,
    }
    results = features(policy.moments, learned.graph, learned.separators)
    edges = [row for clue in results for row in edge_rows(clue, world.dag)]
    return [{**task, **row} for row in (whole, *edges)]


def in_distribution(rng: np.random.Generator) -> Recipe:
    """A family: few columns or many, weak causes or strong, with and without rare values and certain effects."""
    d = round(_between(COLUMNS, rng))
    return Recipe(
        d,
        degree=rng.uniform(0.7, min(2.0, (d - 1) / 2)),
        values=(VALUES[0], int(rng.integers(VALUES[0], VALUES[1], endpoint=True))),
        skew=rng.uniform(0.3, 1.0),
        strength=_between((0.6, 2.0), rng),
        certain=float(rng.choice([0.0, 0.2])),
        rare=float(rng.choice([0.0, 0.3])),
    )


def out_of_distribution(rng: np.random.Generator) -> Recipe:
    """A family that the maps were not made for: denser, with more values, and with causes that were not recorded."""
    return Recipe(
        int(rng.integers(10, 26)),
        degree=2.4,
        parents=4,
        values=(2, 8),
        skew=1.2,
        certain=0.4,
        rare=0.5,
        hidden=2,
    )


def public(world: World, records: int, budget: Price) -> Task:
    """What a plan knows beforehand."""
    forecast = ONCE.foresee(records, world.cardinalities, budget)
    assert forecast is not None  # its noise is known beforehand
    return {
        "records": records,
        "epsilon": budget.epsilon,
        "columns": world.recorded,
        "values": float(np.mean(world.cardinalities)),
        "noise": forecast.noise,
        "least": float(np.nanmedian(forecast.least)),
    }


def edge_rows(clue: EdgeFeatures, dag: Matrix) -> Iterator[Task]:
    """One for the pair and, if it has one, one for the arrow."""
    right = bool(dag[clue.first, clue.second])
    kinds = {"pair": (right or bool(dag[clue.second, clue.first]), clue.pair), "arrow": (right, clue.arrow)}
    for what, (is_right, values) in kinds.items():
        if values:
            yield {"what": what, "right": is_right, **{f"clue{i}": value for i, value in enumerate(values)}}


def _between(ends: tuple[float, float], rng: np.random.Generator) -> float:
    """Any size of number equally often."""
    return float(math.exp(rng.uniform(math.log(ends[0]), math.log(ends[1]))))


CALIBRATION = Experiment("calibration", tasks, run)
