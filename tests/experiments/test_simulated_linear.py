"""Linear worlds have the covariance that they state, and noises and units that differ."""

import math

import numpy as np
import pytest

from privcausal.experiments.simulated_linear import LinearRecipe
from tests.graphs.builders import rng
from tests.refusals import invoke, refusals


@pytest.mark.parametrize("tail", [math.inf, 3.5])
def test_linear_records_have_the_covariance(tail):
    world = LinearRecipe(d=5, tail=tail, units=0.3, hidden=1).draw(rng(2))
    observed = np.cov(world.sample(400_000, rng(1)).T)
    scale = np.sqrt(np.outer(*[world.covariance.diagonal()] * 2))
    np.testing.assert_allclose(observed / scale, world.covariance / scale, atol=0.05)


def test_noises_differ_and_effects_are_in_their_units():
    world = LinearRecipe(d=50, weights=(0.4, 1.0)).draw(rng())
    assert 0.5 <= world.noises.min() < 1 < world.noises.max() <= 2
    effects = np.abs(world.weights * world.noises[:, None] / world.noises[None, :])[world.dag]
    assert 0.4 - 1e-12 <= effects.min() < effects.max() <= 1 + 1e-12


def test_standardised_columns_say_nothing_about_the_order():
    world = LinearRecipe(d=12, standardised=True, hidden=2).draw(rng())
    np.testing.assert_allclose(world.covariance.diagonal(), 1)
    assert world.varsortability == 0.5
    assert LinearRecipe(d=12, noises=(1, 1)).draw(rng()).varsortability > 0.8


def test_a_hidden_cause_is_in_the_covariance_and_marked():
    world = LinearRecipe(d=4, degree=0.0, hidden=1).draw(rng())
    np.testing.assert_array_equal(np.abs(np.triu(world.covariance, 1)) > 1e-9, np.triu(world.confounded))
    assert world.confounded.sum() == 2


test_bad_recipes_are_refused = refusals(
    invoke,
    ("weights must be", lambda: LinearRecipe(d=5, weights=(0, 1))),
    ("noises must be", lambda: LinearRecipe(d=5, noises=(2, 1))),
    ("tail must be", lambda: LinearRecipe(d=5, tail=2)),
)
