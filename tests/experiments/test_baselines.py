"""The peers: the same records and the same price for all, and controls beside them."""

import numpy as np
import pytest

from privcausal.experiments import baselines_aim, baselines_mst
from privcausal.experiments.baselines import BASELINES, SET, SIZES, graphs, tasks
from privcausal.experiments.baselines_bnsl import sparse_bnsl
from privcausal.experiments.baselines_crt import PrivCrt
from privcausal.experiments.baselines_pace import pace_ggm
from privcausal.experiments.execution import load
from privcausal.experiments.heldout_networks import MEMBERS, categorical, families
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.structure.pdag import cpdag, skeleton
from tests.graphs.builders import ONE, OTHER, price, rng
from tests.refusals import refusals

METHODS = ["empty", "random", "pc, G²", "once", "once, further", "MST, then PC"]
METHODS += ["all pairs, further", "all triples", "all triples, further"]


def test_every_development_world_is_met_at_every_size():
    assert SET == "development"
    assert len(tasks()) == len(families(SET)) * MEMBERS[SET] * len(SIZES)


def test_every_task_meets_every_method():
    for _, rows in load(BASELINES).groupby(["family", "member", "records"]):
        assert rows.method.tolist() == METHODS


def test_a_tree_of_tables_cannot_show_more_than_a_tree():
    """PC on a synthetic table finds at most what the tree says, and chance."""
    world = categorical(SET, "binary", 0)
    records = world.sample(5_000, rng())
    results = dict(graphs(world, records, rng(1)))
    edges = {name: int(skeleton(graph).sum()) // 2 for name, graph in results.items()}
    nodes = len(world.dag)
    assert edges["MST, then PC"] <= nodes + 2
    assert int(skeleton(cpdag(world.dag)).sum()) // 2 > nodes - 1


CHAIN = np.array([[1.0, 0.8, 0.48], [0.0, 0.6, 0.36], [0.0, 0.0, 0.8]])
NUMBERS = rng().normal(size=(2_000, 3)) @ CHAIN
TABLES = Tables((NUMBERS > 0).astype(int), (2, 2, 2))


def asking_crt(budget):
    policy = PrivCrt(NUMBERS, CHAIN.T @ CHAIN, 4.0, budget, rng())
    assert policy.spent.epsilon == 0, "nothing is spent before the first question"
    pc(3, policy)
    assert policy.privacy_filter.remaining >= 0
    return policy.spent


PEERS = {
    "MST": lambda budget: baselines_mst.synthetic(TABLES, budget, rng())[1],
    "AIM": lambda budget: baselines_aim.synthetic(TABLES, budget, rng()).spent,
    "PACE-GGM": lambda budget: pace_ggm(NUMBERS, bound=2.0, budget=budget, rng=rng()).spent,
    "Fed-Sparse-BNSL": lambda budget: sparse_bnsl(NUMBERS, bound=2.0, budget=budget, rng=rng()).spent,
    "PrivCRT": asking_crt,
}


@pytest.mark.parametrize("peer", PEERS)
def test_the_budget_is_spent_and_never_more(peer):
    assert PEERS[peer](ONE) == ONE


test_other_neighbours_are_refused = refusals(
    lambda peer: PEERS[peer](price(1.0, relation=OTHER)), ("relation", *PEERS)
)
