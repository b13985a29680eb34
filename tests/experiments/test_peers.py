"""The peers: the same records and the same price for all, and controls beside them."""

import numpy as np

from privcausal.experiments import peers
from privcausal.experiments.peers import SET, SIZES, graphs, run, tasks
from privcausal.experiments.unseen_worlds import MEMBERS, categorical, families
from privcausal.experiments.worlds import Recipe
from privcausal.graphs.structure.pdag import cpdag, skeleton

METHODS = [
    "empty",
    "random",
    "pc, G²",
    "once",
    "once, further",
    "MST, then PC",
    "all pairs, further",
    "all triples",
    "all triples, further",
]


def test_every_development_world_is_met_at_every_size():
    found = [tuple(task.values()) for task in tasks()]
    assert SET == "development"
    assert len(found) == len(set(found)) == len(families(SET)) * MEMBERS[SET] * len(SIZES)


def test_a_task_repeats_itself(monkeypatch):
    small = Recipe(d=6).draw(np.random.default_rng(3))
    monkeypatch.setattr(peers, "categorical", lambda *_: small)
    task = {"family": "plain", "member": 0, "records": 3_000}
    rows = run(task, np.random.default_rng(0))
    assert rows == run(task, np.random.default_rng(0))
    assert [row["method"] for row in rows] == METHODS


def test_a_tree_of_tables_cannot_show_more_than_a_tree():
    """PC on a synthetic table finds at most what the tree says, and chance."""
    world = categorical(SET, "binary", 0)
    records = world.sample(5_000, np.random.default_rng(0))
    found = dict(graphs(world, records, np.random.default_rng(1)))
    edges = {name: int(skeleton(graph).sum()) // 2 for name, graph in found.items()}
    nodes = len(world.dag)
    assert edges["MST, then PC"] <= nodes + 2
    assert int(skeleton(cpdag(world.dag)).sum()) // 2 > nodes - 1
