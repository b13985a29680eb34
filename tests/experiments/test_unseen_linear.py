"""The experiment on unseen linear models: who meets which records, and who is measured where."""

import numpy as np

from privcausal.experiments import unseen_linear
from privcausal.experiments.unseen_linear import STEPPED, STEPPED_RECORDS, graphs, run, tasks
from privcausal.experiments.unseen_worlds import linear


def test_no_task_comes_twice_and_steps_are_taken_by_some():
    found = [tuple(task.values()) for task in tasks()]
    assert len(set(found)) == len(found)
    assert set(STEPPED) <= {task["family"] for task in tasks() if task["records"] == STEPPED_RECORDS}


def test_methods_that_take_steps_join_where_they_are_asked_to(monkeypatch):
    monkeypatch.setattr(unseen_linear, "STEPS", 2)
    world = linear("development", "standardised, few", 0)
    records = world.sample(300, np.random.default_rng(0))
    quick, all_of_them = (
        [name for name, _, _ in graphs(world.dag, records, np.random.default_rng(1), stepped)]
        for stepped in (False, True)
    )
    assert all_of_them[: len(quick)] == quick
    assert all_of_them[len(quick) :] == ["notears", "noleaks", "curate-scores"]


def test_a_task_repeats_itself_and_says_how_sortable_the_world_is():
    task = {"set": "development", "family": "standardised, few", "member": 0, "records": 1_000}
    first, again = (run(task, np.random.default_rng(4)) for _ in range(2))
    assert first == again
    assert {row["varsortability"] for row in first} == {0.5}
    assert {"empty", "random", "once, correlations"} <= {row["method"] for row in first}
