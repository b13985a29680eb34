"""PC on a released shape: the noise acts like fewer records, and units do not matter."""

import math

import numpy as np
import pytest
from scipy.stats import norm

from privcausal.graphs.ask_once.noisy_shape import private_shape
from privcausal.graphs.ask_once.partial_correlations import (
    LOOKS,
    fisher,
    once_correlations,
    searched,
    worth_in_records,
)
from privcausal.graphs.models.linear_gaussian import LinearModel
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import cpdag
from privcausal.privacy.price import Price, Relation

ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
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
    np.testing.assert_array_equal(searched(model.covariance, 1e4)[0], cpdag(model.dag))


def test_the_noise_of_a_look_acts_like_fewer_records():
    """z-scores of absent partial correlations have the variance that the worth in records says."""
    rng, size, found = np.random.default_rng(0), 2_000, []
    for _ in range(150):
        people = rng.normal(size=(size, 6)) @ np.diag([1.0, 3, 1, 0.5, 2, 1])
        shape = private_shape(people, budget=ONE, rng=rng, schedule=LOOKS)
        worth = worth_in_records(shape, size)
        found += [
            norm.isf(fisher(shape.matrix, x, y, (z,), worth) / 2) ** 2 for x, y, z in ((0, 1, 2), (3, 4, 5))
        ]
    assert worth < size / 2
    assert np.mean(found) == pytest.approx(1.0, abs=0.3)


def test_units_change_no_edge_of_the_chain():
    people = CHAIN.sample(20_000, np.random.default_rng(1))
    for units in (np.ones(5), np.array([1.0, 10, 0.1, 1, 5])):
        found = once_correlations(people * units, budget=ONE, rng=np.random.default_rng(2))
        assert skeleton_scores(found.graph, CHAIN.dag).f1 == 1
        assert found.spent.epsilon <= 1


def test_the_same_generator_gives_the_same_graph():
    people = CHAIN.sample(2_000, np.random.default_rng(1))
    first, second = (once_correlations(people, budget=ONE, rng=np.random.default_rng(2)) for _ in range(2))
    np.testing.assert_array_equal(first.graph, second.graph)
    np.testing.assert_array_equal(first.shape, second.shape)


def test_a_level_outside_its_range_is_refused():
    with pytest.raises(ValueError, match="level"):
        once_correlations(np.ones((5, 2)), budget=ONE, rng=np.random.default_rng(0), level=1.5)


@pytest.mark.parametrize(
    "people",
    [
        np.zeros((50, 3)),
        np.ones((50, 3)) * [1.0, 1e300, 1e-300],
        np.repeat(np.random.default_rng(0).normal(size=(50, 1)), 3, axis=1),
        np.vstack([np.ones((49, 3)), [[1.7e308, 0, 0]]]),
    ],
    ids=["nothing", "units", "copies", "one huge record"],
)
def test_strange_records_have_an_answer_too(people):
    found = once_correlations(people, budget=ONE, rng=np.random.default_rng(0))
    assert found.graph.shape == (3, 3)
