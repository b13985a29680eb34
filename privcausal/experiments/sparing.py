"""Is the sparing reading of a release better? Held-back networks of two kinds, and the seven published ones.

The held-back networks are members that no other experiment has drawn. The rule, written down before any of them was:
the sparing reading is better if the whole band of its lead over each other reading, over whole families of networks,
lies above 0, for networks of the second kind with 10,000 and with 100,000 records, at ε = 1; it is no worse elsewhere
if for the networks of the first kind the whole band lies above −.01. All these comparisons share one error of 1%. Of
its edges that are not doubtful 95% must be right, for each kind of network and each number of records. Reported
beside it: what noise costs, against the same reading without noise and against PC without privacy.
"""

import math
from collections.abc import Iterator

import numpy as np

from privcausal.experiments.execution import Experiment, Rows, Task, every
from privcausal.experiments.heldout import EPSILON, NO_NOISE, price, scores, without_privacy
from privcausal.experiments.heldout_networks import categorical, families
from privcausal.experiments.lifelike_networks import FAMILIES, NEW_FAMILIES, lifelike
from privcausal.experiments.simulated_networks import World
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.pair_counts import quickest
from privcausal.graphs.learned import Learned
from privcausal.graphs.methods import policy_method
from privcausal.graphs.models.bayesian_network import NAMES, network
from privcausal.graphs.structure.pdag import cpdag

SPARING = "once-sparing"
READINGS = ("once", "once-further", SPARING)
WITHOUT = "pc, G²"
"""PC without privacy."""

KINDS = ("lifelike", "first", "published")
SIZES = (1_000_000, 100_000, 10_000)
MEMBERS = {"lifelike": (2, 3), "first": (3, 4), "published": (0, 1, 2)}
"""The networks of each family, or samples of a published one; of more than 10,000 records the first member alone, and a
million are drawn from networks of the second kind alone."""

LEAST_LEADS = {"lifelike": 0.0, "first": -0.01}
"""The band of every lead must lie above."""


def tasks() -> list[Task]:
    """One per network and number of records, the largest first."""
    groups = {
        "lifelike": [name for name, recipe in (NEW_FAMILIES | FAMILIES).items() if recipe.d <= 80],
        "first": list(families("judging")),
        "published": list(NAMES),
    }
    return [
        task
        for records in SIZES
        for kind in KINDS
        for task in every(kind=(kind,), family=groups[kind], member=MEMBERS[kind], records=(records,))
        if drawn_so_large(task)
    ]


def drawn_so_large(task: Task) -> bool:
    """Is there time for so many records?"""
    kind, records = task["kind"], task["records"]
    if records == max(SIZES):
        return bool(kind == "lifelike" and first(task))
    return bool(kind == "published" or records == min(SIZES) or first(task))


def first(task: Task) -> bool:
    """Is it the first network of its family, in which readings are also made without noise?"""
    return bool(task["member"] == MEMBERS[task["kind"]][0])


def run(task: Task, rng: np.random.Generator) -> Rows:
    """All readings of the same records, with the noise of ε = 1 and, in the first network of a family, without."""
    world = drawn(task["kind"], task["family"], task["member"])
    records, truth = world.sample(task["records"], rng), cpdag(world.dag)
    tables = quickest(records, world.cardinalities)
    rows = [
        {
            **task,
            "method": method,
            "epsilon": epsilon,
            **scores(learned.graph, truth, world.dag),
            **unmarked(learned, world.dag),
        }
        for method, epsilon, learned in read(tables, len(world.dag), rng, prices(task))
    ]
    if len(prices(task)) > 1:
        graph = without_privacy(tables)
        whole = scores(graph, truth, world.dag) | unmarked(Learned(graph), world.dag)
        rows.append({**task, "method": WITHOUT, "epsilon": math.inf, **whole})
    return rows


def prices(task: Task) -> tuple[float, ...]:
    """At which ε the readings are made."""
    return (EPSILON, NO_NOISE) if first(task) and task["records"] < max(SIZES) else (EPSILON,)


def drawn(kind: str, family: str, member: int) -> World:
    """A held-back network, or a published one."""
    if kind == "published":
        return World(network(family), len(network(family).nodes))
    return (lifelike if kind == "lifelike" else categorical)("judging", family, member)


def read(
    tables: Tables, nodes: int, rng: np.random.Generator, budgets: tuple[float, ...]
) -> Iterator[tuple[str, float, Learned]]:
    """Yield what each reading makes of releases with the same noise."""
    for epsilon, own in zip(budgets, rng.spawn(len(budgets)), strict=True):
        seed = int(own.integers(1 << 62))
        for name in READINGS:
            method, budget = policy_method(name), price(epsilon)
            policy = method.policy(tables, budget, np.random.default_rng(seed))
            yield name, epsilon, method.search(policy, nodes, budget)


def unmarked(learned: Learned, dag: np.ndarray) -> dict[str, int]:
    """How many edges are not doubtful, and how many of them are right."""
    joined = np.triu(learned.graph | learned.graph.T)
    for edge in learned.doubts:
        joined[edge] = False
    return {"unmarked": int(joined.sum()), "unmarked right": int((joined & (dag | dag.T)).sum())}


SPARING_READING = Experiment("sparing", tasks, run)
