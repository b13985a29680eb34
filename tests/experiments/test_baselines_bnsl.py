"""Greedy private weights: what one record moves, what is chosen, what is made acyclic, what it cost."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import check_grad

from privcausal.experiments import baselines_bnsl
from privcausal.experiments.baselines_bnsl import Site, acyclic, gradient, soft, sparse_bnsl
from privcausal.graphs.score_based.notears import acyclicity
from privcausal.privacy.filters import BudgetExhausted, ConcentratedFilter
from tests.graphs.builders import LOUD, ONE


def test_one_record_moves_an_entry_no_more_than_is_paid_for():
    """Every substitution in three records: x within ±1, and rests that are cut off at ±1."""
    cells = list(product((-1.0, 0.0, 1.0), (-3.0, 0.0, 3.0)))
    worst = 0.0
    for one, other in product(cells, repeat=2):
        values = [
            gradient(np.array([[x], [0.5], [-0.5]]), np.array([r, 0.3, 0.1]), 1.0)[0] for x, r in (one, other)
        ]
        worst = max(worst, abs(values[0] - values[1]))
    bound = baselines_bnsl.gradient_sensitivity(1.0, 3)
    assert 0.999 * bound < worst <= bound


def test_a_soft_threshold_moves_no_further_than_its_value(rng):
    one, other = rng.normal(size=(2, 1_000))
    assert (np.abs(soft(one, 0.4) - soft(other, 0.4)) <= np.abs(one - other) + 1e-15).all()


def test_the_gradient_is_that_of_the_squared_error():
    rows = np.random.default_rng(1).normal(size=(200, 3))

    def loss(weights):
        return 0.5 * ((rows[:, 2] - rows @ weights) ** 2).mean()

    def slope(weights):
        return gradient(rows, rows[:, 2] - rows @ weights, 100.0)

    assert check_grad(loss, slope, np.array([0.3, -0.2, 0.0])) < 1e-6


def test_a_site_takes_so_many_steps_and_no_more():
    rows = np.random.default_rng(2).normal(size=(1_000, 4))
    site = Site(np.clip(rows, -2, 2), 2.0, ConcentratedFilter.within(ONE), 3, np.random.default_rng(0))
    for _ in range(3):
        site.step(np.zeros((4, 4)), np.zeros((4, 4)), 1.0)
    with pytest.raises(BudgetExhausted):
        site.step(np.zeros((4, 4)), np.zeros((4, 4)), 1.0)
    with pytest.raises(ValueError, match="two columns"):
        sparse_bnsl(rows[:, :1], bound=2.0, budget=ONE, rng=np.random.default_rng(0))


def test_a_step_moves_one_weight_the_loudest_if_nothing_hides_it():
    mix = np.array([[1.0, 0.9, 0.3], [0.0, 0.4, 0.0], [0.0, 0.0, 0.95]])
    rows = np.clip(np.random.default_rng(3).normal(size=(50_000, 3)) @ mix, -4, 4)
    site = Site(rows, 4.0, ConcentratedFilter.within(LOUD), 5, np.random.default_rng(0))
    site.step(np.zeros((3, 3)), np.zeros((3, 3)), 0.1)
    moved = np.argwhere(site.weights)
    assert len(moved) == 1
    assert set(moved[0].tolist()) == {0, 1}


def test_what_is_made_acyclic_is_the_nearest_such():
    wanted = np.array([[0.0, 0.9, 0.0], [0.2, 0.0, 0.5], [0.0, 0.0, 0.0]])
    result = acyclic(wanted, np.zeros((3, 3)), 10.0, 1e6, 1.0)
    assert acyclicity(result)[0] < 1e-4
    np.testing.assert_allclose(result, np.where(wanted == 0.2, 0.0, wanted), atol=0.02)
    free = acyclic(wanted, np.zeros((3, 3)), 0.0, 0.0, 1.0)
    np.testing.assert_allclose(free, wanted, atol=1e-4)


def test_without_noise_a_fork_with_equal_noises_is_found(monkeypatch):
    monkeypatch.setattr(baselines_bnsl, "STEPS", 10.0)
    rng = np.random.default_rng(4)
    cause = rng.normal(size=20_000)
    rows = np.stack([cause, *(0.8 * cause + rng.normal(size=(2, 20_000)))], axis=1)
    result = sparse_bnsl(rows, bound=6.0, budget=LOUD, rng=np.random.default_rng(0))
    assert result.graph.astype(int).tolist() == [[0, 1, 1], [0, 0, 0], [0, 0, 0]]
