"""PC on a released shape: the noise acts like fewer records, and units do not matter."""

import math

import numpy as np
import pytest
from scipy.stats import norm

from privcausal.graphs.ask_once.partial_correlations import LOOKS, effective_sample_size, fisher, search_graph
from privcausal.graphs.ask_once.private_shape import private_shape
from privcausal.graphs.models.linear_gaussian import LinearModel
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import cpdag
from tests.graphs.builders import ONE

CHAIN = LinearModel(np.diag([0.8, -0.6, 0.7, 0.9], 1))


def test_fisher_is_the_textbook_test():
    z = 0.5 * math.log(1.3 / 0.7)
    expected = 2 * norm.sf(z * math.sqrt(100 - 3))
    assert fisher(np.array([[4.0, 0.6], [0.6, 1.0]]), 0, 1, (), 100.0) == pytest.approx(expected)


def test_the_middle_of_a_chain_separates_its_ends():
    assert fisher(CHAIN.covariance, 0, 2, (1,), 1e6) == pytest.approx(1.0)
    assert fisher(CHAIN.covariance, 0, 2, (), 1e4) < 1e-6


def test_exact_moments_give_the_class():
    weights = np.array([[0, 0.7, 0, 0], [0, 0, 0, 0], [0, 0.7, 0, 0], [0, 0.5, 0, 0]])
    model = LinearModel(weights)
    np.testing.assert_array_equal(search_graph(model.covariance, 1e4)[0], cpdag(model.dag))


def test_the_noise_of_a_look_acts_like_fewer_records():
    """z-scores of absent partial correlations have the variance that the worth in records says."""
    rng, size, results = np.random.default_rng(0), 2_000, []
    for _ in range(150):
        people = rng.normal(size=(size, 6)) @ np.diag([1.0, 3, 1, 0.5, 2, 1])
        shape = private_shape(people, budget=ONE, rng=rng, schedule=LOOKS)
        worth = effective_sample_size(shape, size)
        results += [
            norm.isf(fisher(shape.matrix, x, y, (z,), worth) / 2) ** 2 for x, y, z in ((0, 1, 2), (3, 4, 5))
        ]
    assert worth < size / 2
    assert np.mean(results) == pytest.approx(1.0, abs=0.3)


def test_units_change_no_edge_of_the_chain():
    people = CHAIN.sample(20_000, np.random.default_rng(1))
    for units in (np.ones(5), np.array([1.0, 10, 0.1, 1, 5])):
        shape = private_shape(people * units, budget=ONE, rng=np.random.default_rng(2), schedule=LOOKS)
        graph, _ = search_graph(shape.matrix, effective_sample_size(shape, len(people)))
        assert skeleton_scores(graph, CHAIN.dag).f1 == 1
        assert shape.spent.epsilon <= 1
