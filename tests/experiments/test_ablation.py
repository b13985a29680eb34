"""The ablation: one thing is changed at a time, and the rivals' own runs are as they were."""

import math

import numpy as np
import pytest

from privcausal.experiments import ablation
from privcausal.experiments.ablation import COVARIANCE, FAMILIES, KENDALL, RUNS, SIZES, policies, run, tasks
from privcausal.experiments.ablation_tests import covariance_margin, covariance_margin_sensitivity
from privcausal.experiments.worlds import Recipe
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.constraint_based.rounds import deviations, height
from privcausal.graphs.independence.contingency import Tables
from privcausal.privacy.price import Price, Relation

ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
RIVALS = ("curate", "em-pc", "svt-pc", "priv-pc")


def sample(size=3_000, d=6):
    world = Recipe(d=d).draw(np.random.default_rng(3))
    return Tables(world.sample(size, np.random.default_rng(0)), world.cardinalities)


def test_no_task_comes_twice():
    found = [tuple(task.values()) for task in tasks()]
    assert len(found) == len(set(found)) == len(FAMILIES) * len(SIZES) * RUNS


@pytest.mark.parametrize("method", ["once", *RIVALS])
@pytest.mark.parametrize("test", [KENDALL, COVARIANCE])
def test_each_keeps_its_budget_with_either_test(method, test):
    policy = policies()[method, test](sample(), ONE, np.random.default_rng(0))
    pc(6, policy)
    assert policy.spent == ONE


@pytest.mark.parametrize("method", RIVALS)
def test_noise_fits_the_test_that_is_asked(monkeypatch, method):
    """The other test's heights, with the other test's sensitivity, wherever one of them is used."""
    asked = []

    def seen(*args, **kwargs):
        asked.append(args[1:])
        return covariance_margin(*args, **kwargs)

    def twice(*args, **kwargs):
        return 2 * covariance_margin_sensitivity(*args, **kwargs)

    def spread(policy):
        return policy.deviation(1.0, 3_000) if hasattr(policy, "deviation") else policy.sensitivity

    tables, rng = sample(), np.random.default_rng(0)
    monkeypatch.setattr(ablation, "OWN_HEIGHT", ablation.swapped(ablation.OWN_HEIGHT, margin=seen))
    monkeypatch.setattr(ablation, "covariance_margin", seen)
    policy = policies()[method, COVARIANCE](tables, ONE, rng)
    before = None if method == "em-pc" else spread(policy)
    pc(6, policy)
    assert asked
    monkeypatch.setattr(ablation, "OWN_WIDTH", ablation.swapped(ablation.OWN_WIDTH, margin_sensitivity=twice))
    monkeypatch.setattr(ablation, "covariance_margin_sensitivity", twice)
    wider = policies()[method, COVARIANCE](tables, ONE, rng)
    if method == "em-pc":
        assert wider._choices(1, 0.1).sensitivity == 2 * policy._choices(1, 0.1).sensitivity
    else:
        assert spread(wider) == pytest.approx(2 * before)


def test_heights_of_the_two_tests_are_remembered_apart():
    tables = sample()
    for test in (KENDALL, COVARIANCE):
        pc(6, policies()["em-pc", test](tables, ONE, np.random.default_rng(0)))
    query = ablation.OWN_HEIGHT.__globals__["_known"][tables]
    (test, level), value = next(iter(query.items()))
    assert value == covariance_margin(tables, *test.edge, test.given, threshold=deviations(level))
    assert height(tables, test, level) != value


def test_a_task_repeats_itself_and_has_every_method_with_each_test(monkeypatch):
    small = Recipe(d=5).draw(np.random.default_rng(3))
    monkeypatch.setattr(ablation, "categorical", lambda *_: small)
    task = {"family": "plain", "records": 2_000, "run": 0}
    rows = run(task, np.random.default_rng(0))
    assert rows == run(task, np.random.default_rng(0))
    private = {(row["method"], row["test"]) for row in rows if row["epsilon"] == 1}
    assert private == {(method, test) for method in ("once", *RIVALS) for test in (KENDALL, COVARIANCE)}
    assert sum(math.isinf(row["epsilon"]) for row in rows) == 3
