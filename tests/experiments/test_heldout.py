"""The experiment on unseen networks: equal records, controls beside the methods, judging apart from development."""

import numpy as np
import pytest

from privcausal.experiments import heldout
from privcausal.experiments.execution import load
from privcausal.experiments.heldout import EPSILON, HELDOUT, MOST_COLUMNS, NO_NOISE, SIZES, graphs, scores
from privcausal.experiments.heldout_networks import categorical, families
from privcausal.graphs.structure.pdag import cpdag


def test_every_family_is_met_at_every_size():
    met = {(task["set"], task["family"], task["records"]) for task in heldout.tasks()}
    for purpose in ("development", "judging"):
        for family in families(purpose):
            sizes = SIZES if families(purpose)[family].d <= MOST_COLUMNS else SIZES[:-1]
            assert {(purpose, family, records) for records in sizes} <= met


@pytest.mark.parametrize("purpose", ["development", "judging"])
def test_noise_is_left_out_in_development_alone(purpose):
    stored = load(HELDOUT).query(f"set == {purpose!r} and epsilon < inf")
    prices = (EPSILON, NO_NOISE) if purpose == "development" else (EPSILON,)
    for _, rows in stored.groupby(["family", "member", "records"]):
        met = list(zip(rows.method, rows.epsilon, strict=True))
        assert met == [(name, price) for price in prices for name in ("once", "once, further")]


def test_controls_stand_beside_the_methods():
    world = categorical("development", "plain", 0)
    records = world.sample(300, np.random.default_rng(0))
    results = {name: graph for name, _, graph in graphs(world, records, np.random.default_rng(1), ())}
    assert list(results) == ["empty", "random", "pc, G²"]
    truth = cpdag(world.dag)
    assert scores(results["empty"], truth, world.dag)["f1"] == 0
    assert scores(results["random"], truth, world.dag)["f1"] < 0.5


def test_the_truth_scores_full_marks():
    dag = categorical("development", "plain", 0).dag
    right = scores(cpdag(dag), cpdag(dag), dag)
    assert right["f1"] == right["cpdag f1"] == 1
    assert right["arrows"] == right["right arrows"] == right["true arrows"] > 0
