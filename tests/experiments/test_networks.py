"""The comparison of private graphs: all methods of the registry, the same records for all, right scores."""

import math

import numpy as np

from privcausal.experiments.execution import load
from privcausal.experiments.networks import EPSILONS, NETWORKS, OPEN, PRIVATE, policies, scores, tasks
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods import CATEGORIES, private_methods
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.pdag import cpdag
from tests.graphs.builders import rng

LATER = ["once-further", "once-sparing"]


def test_it_compares_every_private_method_for_categories_but_those_that_came_later():
    assert sorted([*PRIVATE, *LATER]) == sorted(private_methods(CATEGORIES))


def test_every_method_is_asked_at_every_price_with_noise_of_its_own():
    tables = Tables(rng().integers(0, 2, (100, 2)), (2, 2))
    made = list(policies(tables, rng(1)))
    asked = [(method, epsilon) for method, epsilon, _ in made]
    assert asked[: len(OPEN)] == [(method, math.inf) for method in OPEN]
    assert asked[len(OPEN) :] == [(method, epsilon) for method in PRIVATE for epsilon in EPSILONS]
    drawn = [policy.rng.random() for method, _, policy in made if method in PRIVATE]
    assert len(set(drawn)) == len(drawn)


def test_the_largest_tasks_come_first_and_each_is_scored_throughout():
    names = [task["network"] for task in tasks()]
    assert len(network(names[0]).nodes) == max(len(network(name).nodes) for name in names)
    stored = load(NETWORKS)
    assert stored["skeleton f1"].between(0, 1).all()
    assert set(stored.groupby(["network", "run"]).size()) == {len(OPEN) + len(PRIVATE) * len(EPSILONS)}


def test_the_truth_scores_full_marks_and_nothing_scores_none():
    truth = cpdag(network("earthquake").dag)
    right, empty = scores(truth, truth), scores(np.zeros_like(truth), truth)
    assert (right["skeleton f1"], right["cpdag f1"], right["shd"]) == (1, 1, 0)
    assert (empty["skeleton recall"], empty["skeleton f1"]) == (0, 0)
    assert empty["shd"] == 4
