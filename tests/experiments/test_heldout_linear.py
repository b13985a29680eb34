"""The experiment on unseen linear models: who meets which records, and who is measured where."""

from privcausal.experiments import heldout_linear
from privcausal.experiments.execution import load
from privcausal.experiments.heldout_linear import HELDOUT_LINEAR, STEPPED, STEPPED_RECORDS, graphs, tasks
from privcausal.experiments.heldout_networks import linear
from tests.graphs.builders import rng


def test_steps_are_taken_by_some():
    assert set(STEPPED) <= {task["family"] for task in tasks() if task["records"] == STEPPED_RECORDS}


def test_methods_that_take_steps_join_where_they_are_asked_to(monkeypatch):
    monkeypatch.setattr(heldout_linear, "STEPS", 2)
    world = linear("development", "standardised, few", 0)
    records = world.sample(300, rng())
    quick, all_of_them = (
        [name for name, _, _ in graphs(world.dag, records, rng(1), stepped)] for stepped in (False, True)
    )
    assert all_of_them[: len(quick)] == quick
    assert all_of_them[len(quick) :] == ["notears", "noleaks", "curate-scores"]


def test_every_task_says_how_sortable_the_world_is():
    stored = load(HELDOUT_LINEAR)
    assert set(stored[stored.family.str.startswith("standardised")].varsortability) == {0.5}
    for _, rows in stored.groupby(["family", "member", "records"]):
        assert {"empty", "random", "once, correlations"} <= set(rows.method)
