"""The ablation: one thing is changed at a time, and the rivals' own runs are as they were."""

from dataclasses import replace

import numpy as np
import pytest

from privcausal.experiments import ablation
from privcausal.experiments.ablation import ABLATION, COVARIANCE, KENDALL, TESTS, ladder, policies
from privcausal.experiments.execution import load
from privcausal.experiments.simulated_networks import Recipe
from privcausal.graphs.ask_once.contrasts import contrasts
from privcausal.graphs.ask_once.independence import CovarianceTest
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence import stratified_covariance
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.margins import deviations
from privcausal.graphs.independence.stratified_covariance import covariance_margin, critical_value
from privcausal.graphs.independence.stratified_kendall import margin
from tests.graphs.builders import ONE

BASELINES = ("curate", "em-pc", "svt-pc", "priv-pc")


def sample(size=3_000, d=6):
    world = Recipe(d=d).draw(np.random.default_rng(3))
    return Tables(world.sample(size, np.random.default_rng(0)), world.cardinalities)


@pytest.mark.parametrize("method", ["once", *BASELINES])
@pytest.mark.parametrize("test", [KENDALL, COVARIANCE])
def test_each_keeps_its_budget_with_either_test(method, test):
    policy = policies()[method, test](sample(), ONE, np.random.default_rng(0))
    pc(6, policy)
    assert policy.spent == ONE


@pytest.mark.parametrize("method", BASELINES)
def test_noise_fits_the_test_that_is_asked(monkeypatch, method):
    """The other test's margins, with the other test's sensitivity, wherever one of them is used."""
    asked = []

    def seen(*args, **kwargs):
        asked.append(args[1:])
        return covariance_margin(*args, **kwargs)

    def twice(*args, **kwargs):
        return 2 * stratified_covariance.covariance_margin_sensitivity(*args, **kwargs)

    def spread(policy):
        return policy.deviation(1.0, 3_000) if hasattr(policy, "deviation") else policy.sensitivity

    tables, rng, test = sample(), np.random.default_rng(0), TESTS[COVARIANCE]
    monkeypatch.setitem(TESTS, COVARIANCE, replace(test, margin=seen))
    policy = policies()[method, COVARIANCE](tables, ONE, rng)
    pc(6, policy)
    assert asked
    monkeypatch.setitem(TESTS, COVARIANCE, replace(test, margin_sensitivity=twice))
    wider = policies()[method, COVARIANCE](tables, ONE, rng)
    if method == "em-pc":
        assert wider._choices(1, 0.1).sensitivity == 2 * policy._choices(1, 0.1).sensitivity
    else:
        assert spread(wider) == pytest.approx(2 * spread(policy))


def test_margins_of_the_two_tests_are_remembered_apart():
    tables = sample()
    ordered, every = (TESTS[name].table_margin(tables, (0, 1), (2,), 0.01) for name in (KENDALL, COVARIANCE))
    assert every == covariance_margin(tables, 0, 1, (2,), threshold=deviations(0.01))
    assert ordered == margin(tables, 0, 1, (2,), threshold=deviations(0.01)) != every


def test_every_task_has_every_method_with_each_test():
    wanted = {(method, test) for method in ("once", *BASELINES) for test in (KENDALL, COVARIANCE)}
    for _, rows in load(ABLATION).groupby(["family", "records", "run"]):
        private = rows[rows.epsilon == 1]
        assert set(zip(private.method, private.test, strict=True)) == wanted
        assert np.isinf(rows.epsilon).sum() == 3


@pytest.mark.parametrize("conditioning_set", [(), (2,)])
def test_two_values_are_in_order_whatever_one_believes(conditioning_set):
    rng = np.random.default_rng(1)
    rows = rng.integers(0, 2, (3_000, 3))
    rows[:, 1] = np.where(rng.random(3_000) < 0.1, rows[:, 0], rows[:, 1])
    tables = Tables(rows, (2, 2, 2))
    moments = Interactions((2, 2, 2), tables.size)
    moments.measure_pairs(tables, 0.5, rng)
    one, other = (kind(moments)(0, 1, conditioning_set) for kind in (CovarianceTest, ablation.OrderedTest))
    assert other.freedom == one.freedom == 1
    assert other.statistic == pytest.approx(one.statistic)
    assert other.statistic > 1


def test_a_ladder_rises_by_equal_steps():
    for values in (2, 3, 5):
        steps = contrasts(values) @ ladder(values)[0]
        assert np.ptp(np.diff(steps)) < 1e-12
        assert np.linalg.norm(ladder(values)) == pytest.approx(1)
    assert critical_value(9, 2.576) < critical_value(1, 2.576) == pytest.approx(2.576)
