"""Are edges that nothing speaks against right? Counted on networks of the second kind, in both halves.

The rule, written down before the sealed half was drawn: of the edges that are not doubtful at least 95% must be right,
for each reader and each number of records, over all networks of the half together.
"""

from collections import Counter
from collections.abc import Mapping

import numpy as np

from privcausal.experiments.execution import Experiment, Rows, Task, every
from privcausal.experiments.heldout import price
from privcausal.experiments.lifelike_networks import FAMILIES, NEW_FAMILIES, lifelike
from privcausal.graphs.ask_once.doubts import DETERMINED, NEARLY
from privcausal.graphs.independence.pair_counts import quickest
from privcausal.graphs.learned import Edge
from privcausal.graphs.methods import policy_method

READERS = ("once", "once-further")
SIZES = (10_000, 100_000)
MEMBERS = {"development": 3, "judging": 2}
LEAST_RIGHT = 0.95
KINDS = {None: "plain", DETERMINED: "determined", NEARLY: "nearly"}


def tasks() -> list[Task]:
    """One per network and number of records, the largest first."""
    development = every(
        records=SIZES, set=("development",), family=FAMILIES, member=range(MEMBERS["development"])
    )
    judging = every(
        records=SIZES, set=("judging",), family=FAMILIES | NEW_FAMILIES, member=range(MEMBERS["judging"])
    )
    return sorted(development + judging, key=lambda task: -task["records"])


def run(task: Task, rng: np.random.Generator) -> Rows:
    """For each reader, how many edges of each kind are right."""
    world = lifelike(task["set"], task["family"], task["member"])
    records, rows = world.sample(task["records"], rng), []
    for reader, own in zip(READERS, rng.spawn(len(READERS)), strict=True):
        method, tables = policy_method(reader), quickest(records, world.cardinalities)
        learned = method.search(method.policy(tables, price(), own), len(world.dag), price())
        counts = count_edges(learned.graph, learned.doubts, world.dag)
        rows.append({**task, "method": reader, "true": int(world.dag.sum()), **counts})
    return rows


def count_edges(graph: np.ndarray, doubts: Mapping[Edge, str], dag: np.ndarray) -> dict[str, int]:
    """How many edges there are of each kind, and how many of them are right."""
    joined, true = graph | graph.T, dag | dag.T
    tally: Counter[str] = Counter()
    for x, y in np.argwhere(np.triu(joined)).tolist():
        kind = KINDS[doubts.get((x, y))]
        tally.update([kind, *[f"{kind} right"] * bool(true[x, y])])
    return {f"{kind}{right}": tally[f"{kind}{right}"] for kind in KINDS.values() for right in ("", " right")}


DOUBTFUL = Experiment("doubtful", tasks, run)
