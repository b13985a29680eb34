"""The comparison of private graphs: all methods of the registry, the same records for all, right scores."""

import math

import numpy as np
import pytest

from privcausal.experiments import networks
from privcausal.experiments.networks import EPSILONS, OPEN, PRIVATE, policies, run, scores, tasks
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods import CATEGORIES, private_methods
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.pdag import cpdag


def test_it_compares_every_private_method_for_categories_but_the_one_that_came_later():
    assert [*PRIVATE, "once-further"] == sorted(
        private_methods(CATEGORIES), key=[*PRIVATE, "once-further"].index
    )


def test_every_method_is_asked_at_every_price():
    tables = Tables(np.random.default_rng(0).integers(0, 2, (100, 2)), (2, 2))
    asked = [(method, epsilon) for method, epsilon, _ in policies(tables, np.random.default_rng(1))]
    assert asked[: len(OPEN)] == [(method, math.inf) for method in OPEN]
    assert asked[len(OPEN) :] == [(method, epsilon) for method in PRIVATE for epsilon in EPSILONS]


def test_no_two_policies_share_their_noise():
    tables = Tables(np.random.default_rng(0).integers(0, 2, (100, 2)), (2, 2))
    drawn = [p.rng.random() for m, _, p in policies(tables, np.random.default_rng(1)) if m in PRIVATE]
    assert len(set(drawn)) == len(drawn)


def test_tasks_differ_and_the_largest_come_first():
    found = [(task["network"], task["run"]) for task in tasks()]
    assert len(set(found)) == len(found)
    assert len(network(found[0][0]).nodes) == max(len(network(name).nodes) for name, _ in found)


def test_the_truth_scores_full_marks_and_nothing_scores_none():
    truth = cpdag(network("earthquake").dag)
    right, empty = scores(truth, truth), scores(np.zeros_like(truth), truth)
    assert (right["skeleton f1"], right["cpdag f1"], right["shd"]) == (1, 1, 0)
    assert (empty["skeleton recall"], empty["skeleton f1"]) == (0, 0)
    assert empty["shd"] == 4


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(networks, "RECORDS", 2_000)


def test_a_task_repeats_itself(small):
    task = {"network": "cancer", "run": 3}
    first, again = (run(task, np.random.default_rng(4)) for _ in range(2))
    assert first == again
    assert len(first) == len(OPEN) + len(PRIVATE) * len(EPSILONS)
    assert all(row["network"] == "cancer" and 0 <= row["skeleton f1"] <= 1 for row in first)
