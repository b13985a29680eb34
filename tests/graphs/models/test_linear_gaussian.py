"""Linear models: exact moments by two routes, graphs as promised, and a warning by hand."""

from functools import partial

import numpy as np
import pytest

from privcausal.graphs.models import linear_gaussian
from privcausal.graphs.models.linear_gaussian import LinearModel, random_dag, random_model, varsortability
from privcausal.graphs.score_based.second_moments import moment
from privcausal.graphs.structure.pdag import topological
from tests.refusals import invoke, refusals


def test_the_exact_moments_are_those_of_a_walk_from_cause_to_effect():
    """By another route: variable by variable, Cov(j, ·) = Σ wᵢⱼ Cov(i, ·) for all that come before j."""
    model = random_model("erdos-renyi", 7, 2, np.random.default_rng(1), noise=0.7)
    exact, before = np.zeros((7, 7)), []
    for j in topological(model.dag):
        for k in before:
            exact[j, k] = exact[k, j] = model.weights[:, j] @ exact[:, k]
        exact[j, j] = 0.7**2 + model.weights[:, j] @ exact @ model.weights[:, j]
        before.append(j)
    assert np.allclose(model.covariance, exact)
    assert np.allclose(model.reach, sum(np.linalg.matrix_power(model.weights, k) for k in range(7)))


@pytest.mark.parametrize("kind", linear_gaussian.KINDS)
def test_sampled_moments_are_near_the_exact_ones(kind):
    model = random_model(kind, 6, 2, np.random.default_rng(6), noise=0.5)
    rows = model.sample(200_000, np.random.default_rng(7))
    assert np.allclose(moment(rows), model.covariance, rtol=0.05, atol=0.05 * model.covariance.max())
    sizes = np.abs(model.weights[model.dag])
    assert ((sizes >= 0.5) & (sizes <= 2)).all()


def test_random_graphs_are_acyclic_with_the_edges_they_promise():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        topological(random_dag("scale-free", 9, 2, rng))
        assert random_dag("erdos-renyi", 9, 2, rng).sum() == 18
    assert random_dag("erdos-renyi", 3, 5, rng).sum() == 3
    assert random_dag("erdos-renyi", 1, 1, rng).tolist() == [[False]]


test_impossible_graphs_are_refused_by_name = refusals(
    lambda *arguments: random_dag(*arguments, np.random.default_rng(0)),
    ("^kind ", ("ring", 3, 1)),
    ("^d ", ("erdos-renyi", 0, 1)),
    ("^degree ", ("scale-free", 3, 3)),
)


DIAMOND = np.array([[0, 1, 1, 0], [0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 0]], dtype=bool)

test_impossible_models_are_refused = refusals(
    invoke,
    ("cycle", lambda: LinearModel(np.ones((2, 2)) - np.eye(2))),
    (r"^noise ", lambda: LinearModel(np.zeros((2, 2)), noise=0.0)),
    (r"^size ", lambda: LinearModel(np.zeros((2, 2))).sample(-1, np.random.default_rng(0))),
    (r"^dag ", lambda: varsortability(np.zeros((2, 2), dtype=bool), [1.0, 2.0])),
    (r"^variances ", lambda: varsortability(DIAMOND, [1.0, 2.0])),
    (
        r"^records ",
        *(
            partial(linear_gaussian.standardise_columns, bad)
            for bad in ([[1.0], [1.0]], [1.0, 2.0], [[np.nan]])
        ),
    ),
    (r"^weights ", lambda: random_model("erdos-renyi", 3, 1, np.random.default_rng(0), weights=(2.0, 1.0))),
)


def test_varsortability_of_a_diamond_by_hand():
    """Paths 0→1, 0→2, 1→3, 2→3 and, of length two, 0→3: variance falls from 1 to 3 alone."""
    assert varsortability(DIAMOND, [1.0, 5.0, 2.0, 4.0]) == pytest.approx(4 / 5)


def test_standardised_columns():
    rows = linear_gaussian.standardise_columns(np.random.default_rng(0).normal(3, 5, size=(100, 2)))
    assert np.allclose(rows.mean(axis=0), 0)
    assert np.allclose(rows.std(axis=0), 1)
