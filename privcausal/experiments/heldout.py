"""Tables asked for once, on networks that nobody tuned on: the limit without noise, and where the noise goes.

All methods of a task see the same records, counted again by each. The empty graph and a random one with as many edges
as the truth are listed next to them.
"""

import math
from collections.abc import Iterable, Iterator

import numpy as np

from privcausal.experiments.execution import Experiment, Rows, Task
from privcausal.experiments.heldout_networks import MEMBERS, categorical, families
from privcausal.experiments.simulated_networks import World, random_guess
from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.independence.contingency import Tables, g_squared
from privcausal.graphs.levels import LEVEL
from privcausal.graphs.methods import policy_method
from privcausal.graphs.structure.metrics import cpdag_scores, skeleton_scores
from privcausal.graphs.structure.pdag import Matrix, arrows, cpdag
from privcausal.privacy.price import Price, Relation

ONCE, FURTHER = policy_method("once"), policy_method("once-further")

SIZES = (10_000, 100_000, 1_000_000)
MOST_COLUMNS = 40
"""With a million records, PC without privacy would take minutes beyond."""

EPSILON = 1.0
DELTA = 1e-6
NO_NOISE = 1000.0
"""An ε at which noise is a thousandth of that at 1: the same tests, practically without noise."""

PRICES = {"development": (EPSILON, NO_NOISE), "judging": (EPSILON,)}


MOST_FIXED = 3
"""So many variables PC holds fixed at once: no column of the sets has many more causes, and tables stay countable."""


def tasks() -> list[Task]:
    """One per world and number of records, the largest first.

    What costs most meets one member of each family: the limit without noise, and a million records, the latter up to
    so many columns only.
    """
    return [
        {"set": purpose, "family": family, "member": member, "records": records}
        for records in reversed(SIZES)
        for purpose in MEMBERS
        for family, recipe in families(purpose).items()
        if records < max(SIZES) or recipe.d <= MOST_COLUMNS
        for member in range(MEMBERS[purpose] if purpose == "judging" and records < max(SIZES) else 1)
    ]


def run(task: Task, rng: np.random.Generator) -> Rows:
    """All methods on one sample."""
    world = categorical(task["set"], task["family"], task["member"])
    records = world.sample(task["records"], rng)
    return scored(task, world.dag, graphs(world, records, rng, PRICES[task["set"]]))


def graphs(
    world: World, records: np.ndarray, rng: np.random.Generator, prices: tuple[float, ...]
) -> Iterator[tuple[str, float, Matrix]]:
    """Yield every method's graph; an infinite price means no privacy."""
    nodes, tables = len(world.dag), Tables(records, world.cardinalities)
    yield "empty", math.inf, np.zeros_like(world.dag)
    yield "random", math.inf, random_guess(world.dag, rng)
    yield "pc, G²", math.inf, without_privacy(tables)
    for epsilon, own in zip(prices, rng.spawn(len(prices)), strict=True):
        tables.forget()
        yield "once", epsilon, pc(nodes, ONCE.policy(tables, price(epsilon), own)).graph
        tables.forget()
        yield "once, further", epsilon, FURTHER.policy(tables, price(epsilon), own).learn().graph


def without_privacy(tables: Tables) -> Matrix:
    """What PC learns by the G² test."""
    return pc(len(tables.cardinalities), by_g_squared(tables), largest=MOST_FIXED).graph


def by_g_squared(tables: Tables) -> OneByOne:
    """The policy that asks it."""
    return OneByOne(lambda x, y, conditioning_set: g_squared(tables, x, y, conditioning_set).p_value > LEVEL)


def price(epsilon: float = EPSILON) -> Price:
    """What every method of an experiment pays, in all."""
    return Price(epsilon, DELTA, Relation.SUBSTITUTION)


def scored(task: Task, dag: Matrix, graphs: Iterable[tuple[str, float, Matrix]]) -> Rows:
    """One row for each method and price, with how right its graph is."""
    truth = cpdag(dag)
    return [
        {**task, "method": method, "epsilon": epsilon, **scores(graph, truth, dag)}
        for method, epsilon, graph in graphs
    ]


def scores(graph: Matrix, truth: Matrix, dag: Matrix) -> dict[str, float]:
    """Edges against the true class; arrows claimed, and those of them that point as the true graph does."""
    edges = skeleton_scores(graph, truth)
    return {
        "precision": edges.precision,
        "recall": edges.recall,
        "f1": edges.f1,
        "cpdag f1": cpdag_scores(graph, truth).f1,
        "arrows": int(arrows(graph).sum()),
        "right arrows": int((arrows(graph) & dag).sum()),
        "true arrows": int(arrows(truth).sum()),
    }


HELDOUT = Experiment("heldout", tasks, run)
