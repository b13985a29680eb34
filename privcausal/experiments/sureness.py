"""Simulated networks by which the sureness of `once-further` and `once-correlations` is learned, and then checked.

One task is one network, one sample, one price; its rows are one for every pair and arrow that was drawn.
No network serves both for learning and for checking, and none of `privcausal.experiments.calibration` serves here.
"""

import math
from collections.abc import Iterator

import numpy as np

from privcausal.experiments.calibration import (
    COLUMNS,
    DELTA,
    EPSILONS,
    RECORDS,
    _between,
    _numbered,
    stranger,
    usual,
)
from privcausal.experiments.linear_worlds import LinearRecipe
from privcausal.experiments.runner import Experiment, Rows, Task
from privcausal.graphs.ask_once.differences import paired_correlations
from privcausal.graphs.ask_once.further import OnceFurther
from privcausal.graphs.confidence import Clues
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.structure.pdag import Matrix
from privcausal.graphs.voted import Correlations, clues, of_moments
from privcausal.privacy.price import Price, Relation

PARTS = {"development": 320, "check": 240, "stranger": 40}
"""How many tables each part has, for each method."""

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
    dag, found = LEARNED[task["method"]](task["part"] == "stranger", rng)
    return [{**task, **row} for clue in found for row in _rows(clue, dag)]


def by_tables(strange: bool, rng: np.random.Generator) -> tuple[Matrix, Iterator[Clues]]:
    """Categories, as the calibration of `once` draws them."""
    world = (stranger if strange else usual)(rng).draw(rng)
    records, budget = _public(rng)
    policy = OnceFurther(Tables(world.sample(records, rng), world.cardinalities), budget, rng)
    graph = policy.learn().graph
    return world.dag, clues(graph, of_moments(policy.moments))


def by_shape(strange: bool, rng: np.random.Generator) -> tuple[Matrix, Iterator[Clues]]:
    """Numbers in any units, of linear models."""
    world = (strange_numbers if strange else usual_numbers)(rng).draw(rng)
    records, budget = _public(rng)
    found = paired_correlations(world.sample(records, rng), budget=budget, rng=rng)
    return world.dag, clues(found.graph, Correlations(found.shape, found.worth, records).p_value)


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


def _rows(clue: Clues, dag: Matrix) -> Iterator[Task]:
    """One for the pair and, if it has one, one for the arrow."""
    first, second = clue.first, clue.second
    yield {"what": "pair", "right": bool(dag[first, second] or dag[second, first]), **_numbered(clue.pair)}
    if clue.arrow:
        yield {"what": "arrow", "right": bool(dag[first, second]), **_numbered(clue.arrow)}


LEARNED = {"once-further": by_tables, "once-correlations": by_shape}

SURENESS = Experiment("sureness", tasks, run)


def more_tasks() -> list[Task]:
    """As many networks of numbers that 90% can be told from less: few of their arrows are called so sure."""
    return [
        {"method": "once-correlations", "part": "check", "world": AGAIN + number} for number in range(AGAIN)
    ]


AGAIN = 1_000

SURENESS_AGAIN = Experiment("sureness-again", more_tasks, run)
