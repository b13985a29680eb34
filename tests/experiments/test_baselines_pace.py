"""Covariances by the entry: what one record moves, which covariance is taken, which pairs are asked, what it cost."""

from itertools import product

import numpy as np
import pytest
from scipy.optimize import minimize

from privcausal.experiments.baselines_pace import most_likely_covariance, pace_ggm
from privcausal.graphs.score_based.second_moments import moment
from tests.graphs.builders import LOUD, ONE, rng

CHAIN = np.array([[1.0, 0.8, 0.48], [0.0, 0.6, 0.36], [0.0, 0.0, 0.8]])


def people(size, seed=0):
    return np.random.default_rng(seed).normal(size=(size, 3)) @ CHAIN


def test_one_record_moves_entries_no_more_than_is_paid_for():
    """Every substitution in three records of two columns: 2/n off the diagonal, √2/n on it; both are reached."""
    cells = list(product((-1.0, 0.0, 1.0), repeat=2))
    off, on = 0.0, 0.0
    for rest in product(cells, repeat=2):
        for one, other in product(cells, repeat=2):
            moved = np.abs(moment([*rest, one]) - moment([*rest, other]))
            off, on = max(off, moved[0, 1]), max(on, float(np.linalg.norm(moved.diagonal())))
    assert off == pytest.approx(2 / 3)
    assert on == pytest.approx(np.sqrt(2) / 3)


def test_noise_costs_records_and_a_bound_is_wanted():
    assert pace_ggm(people(2_000), bound=2.0, budget=ONE, rng=rng()).worth < 2_000
    with pytest.raises(ValueError, match="bound"):
        pace_ggm(people(10), bound=0.0, budget=ONE, rng=rng())


def test_without_noise_the_edges_of_a_chain_give_the_whole_covariance(monkeypatch):
    monkeypatch.setattr("privcausal.experiments.baselines_pace.ROUNDS", 2 / 3)
    result = pace_ggm(people(100_000), bound=6.0, budget=LOUD, rng=np.random.default_rng(0))
    assert set(result.pairs) == {(0, 1), (1, 2)}
    np.testing.assert_allclose(result.covariance, moment(people(100_000)), atol=0.02)


def test_no_pair_is_measured_twice_and_there_are_no_more_than_there_are():
    result = pace_ggm(people(5_000), bound=2.0, budget=ONE, rng=np.random.default_rng(1))
    assert sorted(result.pairs) == [(0, 1), (0, 2), (1, 2)]
    alone = pace_ggm(people(5_000)[:, :1], bound=4.0, budget=LOUD, rng=np.random.default_rng(1))
    assert alone.pairs == []
    assert alone.covariance[0, 0] == pytest.approx(1.0, abs=0.05)


@pytest.mark.parametrize("noise", [1e-3, 0.3])
def test_the_covariance_is_the_best_one(noise):
    """The same optimum by another road: over Cholesky factors of Σ, and the inverse is 0 where nothing was measured."""
    rng = np.random.default_rng(3)
    places = np.array([[0, 0], [1, 1], [2, 2], [3, 3], [0, 1], [1, 2], [2, 3]])
    answers = np.array([1.0, 1.2, 0.9, 1.1, 0.5, -0.4, 0.3]) + noise * rng.normal(size=7)
    scales = np.full(7, noise)
    result = most_likely_covariance(places, answers, scales, 4)
    lower = np.tril_indices(4)

    def worse(flat):
        root = np.zeros((4, 4))
        root[lower] = flat
        matrix = root @ root.T
        off = (matrix[places[:, 0], places[:, 1]] - answers) / scales
        return 0.5 * (off @ off) - np.linalg.slogdet(matrix + 1e-12 * np.eye(4))[1]

    start = np.linalg.cholesky(result)[lower]
    best = minimize(worse, start + 0.01 * rng.normal(size=len(start)), options={"gtol": 1e-9})
    assert worse(start) <= best.fun + 1e-6
    inverse = np.linalg.inv(result)
    assert np.abs([inverse[0, 2], inverse[0, 3], inverse[1, 3]]).max() < 1e-8


def test_answers_that_fit_no_covariance_still_have_one():
    places = np.array([[0, 0], [1, 1], [2, 2], [0, 1], [1, 2], [0, 2]])
    result = most_likely_covariance(places, np.array([1.0, -0.5, 1.0, 0.9, 0.9, -0.9]), np.full(6, 0.1), 3)
    assert np.linalg.eigvalsh(result)[0] > 0
