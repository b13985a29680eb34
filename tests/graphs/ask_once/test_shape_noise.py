"""Noise that is followed through all looks is as large as it is in simulations."""

import numpy as np
import pytest

from privcausal.graphs.ask_once.partial_correlations import LOOKS
from privcausal.graphs.ask_once.private_shape import private_shape
from privcausal.graphs.ask_once.shape_noise import (
    almost_even,
    gain_and_rest,
    noise_variances,
    resolved,
    sampling_variances,
    unevenly,
)
from privcausal.privacy.price import Price, Relation

ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
NO_NOISE = Price(1e4, 1e-6, Relation.SUBSTITUTION)


def released(pairs, rng, budget=ONE):
    return private_shape(pairs, budget=budget, rng=rng, schedule=LOOKS)


def correlation(shape):
    """Of the first two columns."""
    return shape.matrix[0, 1] / np.sqrt(shape.matrix[0, 0] * shape.matrix[1, 1])


@pytest.mark.parametrize(("share", "columns"), [(0.02, 2), (0.2, 2), (0.05, 3), (0.05, 5)])
def test_it_is_as_large_as_in_simulations_where_most_people_have_a_number_alike(share, columns):
    rng, n, scores = np.random.default_rng(3), 15_000, []
    for _ in range(60):
        pairs = rng.normal(size=(n, columns)) * np.r_[1, np.ones(columns - 1)]
        pairs[:, 1:] = rng.choice([-1, 0, 1], p=[share / 2, 1 - share, share / 2], size=(n, columns - 1))
        shape = released(pairs, rng)
        assert unevenly(shape)[1]
        variance = noise_variances(shape)[0, 1] + (1 + 2 / columns) / n
        scores.append(np.arctanh(correlation(shape)) / np.sqrt(variance))
    assert 0.3 < np.std(scores) < 1.3


@pytest.mark.parametrize(("share", "rare_columns"), [(0.15, 3), (0.05, 8)])
def test_sampling_is_as_large_as_in_simulations_beside_columns_that_most_people_have_alike(
    share, rare_columns
):
    """As in a table whose columns all vary, unrelated columns were joined in 9% where 1% is promised."""
    rng, n, scores = np.random.default_rng(3), 2_000, []
    for _ in range(120):
        rare = rng.choice([-1, 0, 1], p=[share / 2, 1 - share, share / 2], size=(n, rare_columns))
        shape = released(np.c_[rng.normal(size=(n, 2)), rare], rng, NO_NOISE)
        assert resolved(shape)
        scores.append(np.arctanh(correlation(shape)) / np.sqrt(sampling_variances(shape, n)[0, 1]))
    assert 0.85 < np.std(scores) < 1.15


def test_sampling_counts_the_columns_in_which_people_differ():
    rng, n = np.random.default_rng(0), 15_000
    rare = rng.choice([-1, 0, 1], p=[0.01, 0.98, 0.01], size=n)
    variances = sampling_variances(released(np.c_[rng.normal(size=(n, 2)), rare], rng), n) * n
    assert variances[0, 1] == pytest.approx(2 / 0.98, rel=0.01)
    assert variances[0, 2] == pytest.approx(1 + 2 / 3)
    hidden = released(np.c_[rng.normal(size=(n, 2)), np.zeros(n)], rng)
    assert not resolved(hidden)
    assert sampling_variances(hidden, n)[0, 1] * n == pytest.approx(1 + 2 / 3)


def test_nothing_changes_where_all_columns_are_seen_evenly():
    rng = np.random.default_rng(0)
    shape = released(rng.normal(size=(10_000, 4)), rng)
    assert not unevenly(shape).any()
    assert (noise_variances(shape) == almost_even(shape)).all()
    assert (sampling_variances(shape, 10_000) == 1 / (10_000 / (1 + 2 / 4))).all()


@pytest.mark.parametrize("shares", [[0.9, 0.1], [0.5, 0.3, 0.2], [0.4, 0.3, 0.2, 0.1]])
def test_gain_and_rest_are_the_response_to_a_small_error(shares):
    """An axis moved by a small angle is seen in the moments; what the map leaves of it is the rest."""
    from privcausal.graphs.ask_once.private_shape import shape_eigenvalues

    shares, small = np.array(shares), 1e-5
    values, (gain, rest) = shape_eigenvalues(shares), gain_and_rest(np.array(shares))
    moment = np.diag(shares)
    moment[0, 1] = moment[1, 0] = small
    found, vectors = np.linalg.eigh(moment)
    mapped = (vectors * shape_eigenvalues(found)) @ vectors.T
    assert mapped[0, 1] / np.sqrt(values[0] * values[1]) == pytest.approx(gain[0, 1] * small, rel=1e-3)
    seen = -small * shares[0]  # all people lie along an axis; the first is off by a small angle
    left = small * values[0] + seen * (values[0] - values[1]) / (shares[0] - shares[1])
    assert left / np.sqrt(values[0] * values[1]) == pytest.approx(rest[0, 1] * small, rel=1e-6)
