"""The experiment on linear models: equal records, equal prices, schedules that are what their names say."""

import math

import numpy as np
import pytest

from privcausal.experiments import linear
from privcausal.experiments.linear import GROWTHS, STEPS, declared_norm, run, scores, tasks
from privcausal.graphs.models.linear_gaussian import random_model
from privcausal.graphs.score_based.second_moments import moment
from privcausal.graphs.structure.pdag import cpdag
from tests.graphs.builders import rng


def test_each_data_set_is_met_at_every_price():
    free = sum(task["epsilon"] == math.inf for task in tasks())
    assert free * (1 + len(linear.EPSILONS)) == len(tasks())


def test_schedules_grow_as_they_are_called():
    assert all(len(shares) == STEPS for shares in GROWTHS.values())
    ends = {name: shares[-1] / shares[0] for name, shares in GROWTHS.items()}
    assert ends["uniform"] == pytest.approx(1)
    assert ends["geometric"] == pytest.approx(10)
    assert ends["exponential"] == pytest.approx(math.e, rel=0.02)
    np.testing.assert_allclose(GROWTHS["falling"] / GROWTHS["falling"].sum(),
                               GROWTHS["geometric"][::-1] / GROWTHS["geometric"].sum())  # fmt: skip


def test_exact_moments_give_the_graph_back_and_the_empty_graph_scores_nothing():
    model = random_model("erdos-renyi", 6, 1, rng(1))
    for graph in (linear.by_order(model.covariance), linear.by_notears(model.covariance)):
        assert scores(graph, cpdag(model.dag))["f1"] == 1
    assert scores(np.zeros_like(model.dag), cpdag(model.dag))["f1"] == 0


def test_the_declared_norm_looks_at_none_of_the_data_sets():
    assert declared_norm(4) == declared_norm.__wrapped__(4)
    assert declared_norm(6) > declared_norm(4), "longer records have more columns"


def test_all_prices_see_the_same_records(monkeypatch):
    calls = []
    monkeypatch.setattr(linear, "RECORDS", 300)
    monkeypatch.setattr(linear, "plain", lambda records: calls.append(moment(records)) or {})
    monkeypatch.setattr(linear, "private", lambda records, epsilon, rng: calls.append(moment(records)) or {})
    for epsilon in (math.inf, 1.0, 3.0):
        assert run({"d": 4, "repetition": 2, "epsilon": epsilon}, rng(len(calls))) == []
    assert np.array_equal(calls[0], calls[1])
    assert np.array_equal(calls[0], calls[2])


def test_without_privacy_there_are_two_methods():
    records = random_model("erdos-renyi", 4, 1, rng(1)).sample(500, rng(2))
    assert list(linear.plain(records)) == ["notears", "order"]
