"""How like published networks the simulated ones are: the same statistics of all of them, from as many records."""

import numpy as np

from privcausal.experiments.execution import Experiment, Rows, Task
from privcausal.experiments.heldout_networks import FAMILIES as KIND_FAMILIES
from privcausal.experiments.heldout_networks import categorical
from privcausal.experiments.lifelike_networks import FAMILIES, MEMBERS, lifelike
from privcausal.graphs.independence.contingency import Tables, g_squared
from privcausal.graphs.models.bayesian_network import NAMES, Network, network

RECORDS = 20_000
RARE = 0.02
NEARLY = 0.1
"""A column is nearly determined where its causes leave less of its entropy."""


def tasks() -> list[Task]:
    """One per network: the published ones, the lifelike ones, and those of the first recipe."""
    published = [{"kind": "published", "family": name, "member": 0} for name in NAMES]
    drawn = [
        {"kind": kind, "family": family, "member": member}
        for kind, families, members in (("lifelike", FAMILIES, MEMBERS), ("kind", KIND_FAMILIES, 2))
        for family in families
        for member in range(members)
    ]
    return published + drawn


def run(task: Task, rng: np.random.Generator) -> Rows:
    """The statistics of one network."""
    return [{**task, **statistics(_network(task), rng)}]


def _network(task: Task) -> Network:
    if task["kind"] == "published":
        return network(task["family"])
    draw = lifelike if task["kind"] == "lifelike" else categorical
    return draw("development", task["family"], task["member"]).network


def statistics(net: Network, rng: np.random.Generator) -> dict[str, float]:
    """What makes a network easy or hard to learn, apart from its size.

    >>> measured = statistics(network("cancer"), np.random.default_rng(0))
    >>> measured["columns"], measured["edges per column"]
    (5, 0.8)
    """
    tables = Tables(net.sample(RECORDS, rng), net.cardinalities)
    dag, margins = net.dag, _margins(tables)
    strength = np.array([_strength(tables, x, y) for x, y in np.argwhere(dag).tolist()] or [0.0])
    left = np.array(
        [_remaining_entropy(tables, node, causes) for node, causes in enumerate(net.parents) if causes]
        or [1.0]
    )
    return {
        "columns": len(dag),
        "edges per column": float(dag.sum() / len(dag)),
        "most effects": int(dag.sum(axis=1).max()),
        "most causes": int(dag.sum(axis=0).max()),
        "values": float(np.mean(net.cardinalities)),
        "most values": max(net.cardinalities),
        "most frequent value": float(np.median([margin.max() for margin in margins])),
        "columns with rare values": float(np.mean([margin.min() < RARE for margin in margins])),
        "nearly determined": float((left < NEARLY).mean()),
        "median strength": float(np.median(strength)),
        "weak edges": float((strength < NEARLY).mean()),
    }


def _margins(tables: Tables) -> list[np.ndarray]:
    columns = range(len(tables.cardinalities))
    return [
        tables.counts(column, (column + 1) % len(columns))[0].sum(axis=1) / tables.size for column in columns
    ]


def _strength(tables: Tables, x: int, y: int) -> float:
    """√(1 − e^(−2I)) for a mutual information of I: |r| of two Gaussian variables that share as much."""
    information = g_squared(tables, x, y).statistic / (2 * tables.size)
    return float(np.sqrt(1 - np.exp(-2 * information)))


def _remaining_entropy(tables: Tables, node: int, causes: tuple[int, ...]) -> float:
    """The share of a column's entropy that its causes leave."""
    first, *others = causes
    counts = tables.counts(first, node, others)
    inside = counts.reshape(-1, counts.shape[-1])
    whole = _entropy(inside.sum(axis=0)[None])
    return _entropy(inside) / whole if whole else 0.0


def _entropy(counts: np.ndarray) -> float:
    """The entropy within rows, averaged over the records."""
    rows = counts.sum(axis=1, keepdims=True)
    shares = np.where(counts > 0, counts / np.maximum(rows, 1), 1)
    return float(-(counts * np.log(shares)).sum() / counts.sum())


LIFELIKE = Experiment("lifelike", tasks, run)
