"""Which reading of one release should be the default? Three readings at four prices, on held-back networks.

The rule, written down before any of these networks was drawn: the sparing reading can be the default if it is nowhere
worse than another reading by more than a hundredth of skeleton F1. In each cell, a kind of networks with a number of
records at a price, the whole band of its lead over each other reading, over whole families, must lie above −.01; all
comparisons share one error of 1%. Where only every mean lead lies above −.01, that is what may be said. On development
networks, other members of the same families, every mean lead did, and the least was −.002.
"""

import numpy as np

from privcausal.experiments.execution import Experiment, Rows, Task, every
from privcausal.experiments.heldout import scores
from privcausal.experiments.heldout_networks import families
from privcausal.experiments.lifelike_networks import FAMILIES, NEW_FAMILIES
from privcausal.experiments.sealed_comparison import EPSILONS
from privcausal.experiments.sparing import drawn, read, unmarked
from privcausal.graphs.independence.pair_counts import quickest
from privcausal.graphs.structure.pdag import cpdag

SIZES = (100_000, 10_000)
MEMBERS = {"lifelike": 4, "first": 5}
"""Members that no other experiment has drawn."""


def tasks() -> list[Task]:
    """One per network and number of records, the largest first."""
    groups = {
        "lifelike": [name for name, recipe in (NEW_FAMILIES | FAMILIES).items() if recipe.d <= 80],
        "first": list(families("judging")),
    }
    return [
        task
        for records in SIZES
        for kind, names in groups.items()
        for task in every(kind=(kind,), family=names, member=(MEMBERS[kind],), records=(records,))
    ]


def run(task: Task, rng: np.random.Generator) -> Rows:
    """All readings of the same records, with the same noise at each price."""
    world = drawn(task["kind"], task["family"], task["member"])
    tables, truth = quickest(world.sample(task["records"], rng), world.cardinalities), cpdag(world.dag)
    return [
        {
            **task,
            "method": method,
            "epsilon": epsilon,
            **scores(learned.graph, truth, world.dag),
            **unmarked(learned, world.dag),
        }
        for method, epsilon, learned in read(tables, len(world.dag), rng, EPSILONS)
    ]


READINGS_COMPARED = Experiment("readings", tasks, run)
