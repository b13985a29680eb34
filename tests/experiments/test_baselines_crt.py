"""PC that asks PrivCRT: what one record moves, how often a test errs, what PC finds, what it cost."""

import numpy as np
import pytest

from privcausal.experiments import baselines_crt
from privcausal.experiments.baselines_crt import BEYOND, CRT_LEVEL, PrivCrt, cut_variance, residuals
from privcausal.graphs.constraint_based.pc import Questions, pc
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.price import Relation
from tests.graphs.builders import ONE, price

LOUD = price(100_000.0)
CHAIN = np.array([[1.0, 0.8, 0.48], [0.0, 0.6, 0.36], [0.0, 0.0, 0.8]])


def asked_of(size, price, mix=CHAIN, seed=0):
    records = np.random.default_rng(seed).normal(size=(size, len(mix))) @ mix
    return PrivCrt(records, mix.T @ mix, 4.0, price, np.random.default_rng(seed + 1))


def statistics(table, conditioning_set):
    left, y, z = table[:, 0] * BEYOND, table[:, 1], table[:, 2 : 2 + conditioning_set]
    right = residuals(z, y, 1.0)
    return left @ right, 2 * BEYOND * np.linalg.norm(right)


@pytest.mark.parametrize("conditioning_set", [0, 1, 2])
def test_no_substitution_that_a_climb_finds_moves_a_statistic_further(conditioning_set):
    """Everything in bounds of ±1, with the other records as bad as they come; without z the bound is reached."""
    rng, worst, fresh = np.random.default_rng(conditioning_set), 0.0, 0.0
    for _ in range(60):
        table, other = (
            rng.choice([-1.0, 1.0], size=(4, 2 + conditioning_set)),
            rng.choice([-1.0, 1.0], size=2 + conditioning_set),
        )
        best = 0.0
        for _ in range(60):
            near, far = table.copy(), other.copy()
            spot = rng.integers(5)
            (far if spot == 4 else near[spot])[rng.integers(2 + conditioning_set)] = rng.choice(
                [-1.0, 0.0, 1.0, rng.uniform(-1, 1)]
            )
            one, two = (
                statistics(near, conditioning_set),
                statistics(np.vstack([far, near[1:]]), conditioning_set),
            )
            fresh = max(fresh, abs(one[1] - two[1]))
            if abs(one[0] - two[0]) >= best:
                best, table, other = abs(one[0] - two[0]), near, far
        worst = max(worst, best)
    bound = baselines_crt.statistic_sensitivity(1.0, conditioning_set)
    assert max(worst, fresh) <= bound
    assert worst > (0.99 if conditioning_set == 0 else 0.8) * bound


def test_a_ridge_regression_is_the_best_of_its_kind():
    rng = np.random.default_rng(5)
    z = rng.uniform(-1, 1, size=(50, 2))
    y = np.clip(z @ [0.9, -0.5] + 0.1 * rng.normal(size=50), -1, 1)
    penalty = 2 / baselines_crt.STIFFNESS
    stacked = np.linalg.lstsq(
        np.vstack([z / np.sqrt(50), np.sqrt(penalty) * np.eye(2)]),
        np.append(y / np.sqrt(50), [0, 0]),
        rcond=None,
    )[0]
    np.testing.assert_allclose(residuals(z, y, 1.0), np.clip(y - z @ stacked, -1, 1), atol=1e-12)


@pytest.mark.parametrize("rho", [1e-9, 1e3])
def test_independent_columns_are_called_dependent_as_often_as_the_level_says(rho):
    """With next to no privacy and with next to no answer: the ends of a chain, given its middle."""
    calls, runs = 0, 400
    for seed in range(runs):
        policy = asked_of(60, LOUD, seed=seed)
        policy.privacy_filter = ConcentratedFilter(1e9, Relation.SUBSTITUTION)
        calls += policy.p_value(0, 2, (1,), rho) <= CRT_LEVEL
    assert abs(calls / runs - CRT_LEVEL) < 0.035


def test_numbers_that_are_cut_off_vary_less():
    drawn = np.random.default_rng(0).normal(size=1_000_000)
    for cut in (0.5, 2.0):
        assert np.clip(drawn, -cut, cut).var() == pytest.approx(cut_variance(cut), rel=0.01)


def test_without_noise_pc_finds_the_chain():
    assert pc(3, asked_of(20_000, LOUD)).graph.astype(int).tolist() == [[0, 1, 0], [1, 0, 1], [0, 1, 0]]


def test_few_records_are_refused():
    with pytest.raises(ValueError, match="records"):
        asked_of(3, ONE)


def test_a_search_ends_where_the_plan_does(monkeypatch):
    monkeypatch.setattr(baselines_crt, "ORDERS", 1)
    policy = asked_of(2_000, LOUD)
    pc(3, policy)
    assert policy.asked == [3]
    monkeypatch.setattr(baselines_crt, "MOST_SETS", 1)
    assert asked_of(2_000, ONE).separate(Questions(~np.eye(3, dtype=bool), 0)) == {}
