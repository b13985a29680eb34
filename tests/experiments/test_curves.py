"""The curves: every size, and every price at one of them."""

import numpy as np

from privcausal.experiments import curves
from privcausal.experiments.curves import EPSILONS, FAMILIES, RUNS, SIZES, graphs, tasks
from privcausal.experiments.heldout_networks import families
from privcausal.experiments.simulated_networks import Recipe
from privcausal.graphs.independence.contingency import Tables


def test_a_million_records_come_once_and_no_world_is_wide():
    assert len(tasks()) == len(FAMILIES) * (RUNS * (len(SIZES) - 1) + 1)
    assert max(families("development")[family].d for family in FAMILIES) <= 20


def test_every_price_is_paid_by_every_method(monkeypatch):
    world = Recipe(d=5).draw(np.random.default_rng(3))
    monkeypatch.setattr(curves, "EPSILONS", {2_000: (0.3, 3.0)})
    tables = Tables(world.sample(2_000, np.random.default_rng(0)), world.cardinalities)
    results = [(method, epsilon) for method, epsilon, _ in graphs(tables, np.random.default_rng(0))]
    methods = ("once", "curate", "curate, all contrasts", "once, further")
    assert results == [("pc, G²", np.inf)] + [
        (method, epsilon) for epsilon in (0.3, 3.0) for method in methods
    ]
    assert set(EPSILONS) <= set(SIZES)
