"""The experiment on unseen networks: equal records, controls beside the methods, judging apart from development."""

import numpy as np
import pytest

from privcausal.experiments import unseen
from privcausal.experiments.unseen import EPSILON, MOST_COLUMNS, NO_NOISE, SIZES, graphs, run, scores, tasks
from privcausal.experiments.unseen_worlds import categorical, families
from privcausal.graphs.structure.pdag import cpdag


def test_every_family_is_met_at_every_size_and_no_task_comes_twice():
    found = [tuple(task.values()) for task in tasks()]
    assert len(set(found)) == len(found)
    met = {(purpose, family, records) for purpose, family, _, records in found}
    for purpose in ("development", "judging"):
        for family in families(purpose):
            sizes = SIZES if families(purpose)[family].d <= MOST_COLUMNS else SIZES[:-1]
            assert {(purpose, family, records) for records in sizes} <= met


@pytest.mark.parametrize("purpose", ["development", "judging"])
def test_noise_is_left_out_in_development_alone(monkeypatch, purpose):
    monkeypatch.setattr(unseen, "categorical", lambda *_: categorical("development", "plain", 0))
    task = {"set": purpose, "family": "plain", "member": 0, "records": 400}
    rows = run(task, np.random.default_rng(0))
    assert rows == run(task, np.random.default_rng(0))
    private = [(row["method"], row["epsilon"]) for row in rows if np.isfinite(row["epsilon"])]
    prices = (EPSILON, NO_NOISE) if purpose == "development" else (EPSILON,)
    assert private == [(name, price) for price in prices for name in ("once", "once, further")]


def test_controls_stand_beside_the_methods():
    world = categorical("development", "plain", 0)
    records = world.sample(300, np.random.default_rng(0))
    found = {name: graph for name, _, graph in graphs(world, records, np.random.default_rng(1), ())}
    assert list(found) == ["empty", "random", "pc, G²"]
    truth = cpdag(world.dag)
    assert scores(found["empty"], truth, world.dag)["f1"] == 0
    assert scores(found["random"], truth, world.dag)["f1"] < 0.5


def test_the_truth_scores_full_marks():
    dag = categorical("development", "plain", 0).dag
    right = scores(cpdag(dag), cpdag(dag), dag)
    assert right["f1"] == right["cpdag f1"] == 1
    assert right["arrows"] == right["right arrows"] == right["true arrows"] > 0
