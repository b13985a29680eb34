"""Contrasts, and how far one record moves interactions: against brute force over all records."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.graphs.ask_once import contrasts as module
from privcausal.graphs.ask_once.contrasts import basis, contrasts, fair_weight, pairs_sensitivity
from tests.refusals import refusals


@pytest.mark.parametrize("values", [1, 2, 3, 7])
def test_contrasts_are_equally_long_and_equally_far_apart(values):
    np.testing.assert_allclose(basis(values).T @ basis(values), np.eye(values), atol=1e-12)
    u = contrasts(values)
    np.testing.assert_allclose(u @ u.T, np.eye(values) - 1 / values, atol=1e-12)


def brute_force(sizes, sets, weights):
    """The largest distance over all pairs of records, from tables whose margins are taken out."""
    vectors = []
    for record in product(*map(range, sizes)):
        parts = []
        for columns, weight in zip(sets, weights, strict=True):
            table = np.zeros([sizes[c] for c in columns])
            table[tuple(record[c] for c in columns)] = 1
            for axis in range(table.ndim):
                table = table - table.mean(axis=axis, keepdims=True)
            parts.append(math.sqrt(weight) * table.ravel())
        vectors.append(np.concatenate(parts))
    points = np.array(vectors)
    return np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=2).max())


@pytest.mark.parametrize("sizes", [(2, 2, 2, 2), (2, 3, 4), (3, 3, 2, 2), (2, 5)])
@pytest.mark.parametrize("weight", [0.0, 0.7])
def test_the_sensitivity_of_pairs_is_what_brute_force_finds(sizes, weight):
    columns = range(len(sizes))
    sets = [(x,) for x in columns] + [(x, y) for x in columns for y in range(x + 1, len(sizes))]
    weights = [weight if len(key) == 1 else 1.0 for key in sets]
    assert pairs_sensitivity(sizes, weight) == pytest.approx(brute_force(sizes, sets, weights))


@pytest.mark.parametrize("sizes", [(2, 2, 2), (3, 2, 4), (3, 3, 3), (2, 2, 2, 2)])
def test_the_sensitivity_of_one_set_is_what_brute_force_finds(sizes):
    exact = brute_force(sizes, [tuple(range(len(sizes)))], [1.0])
    assert module.interaction_sensitivity_squared(sizes) == pytest.approx(exact**2)


def test_sets_that_share_columns_never_move_further_than_the_bound():
    sizes, sets = (2, 3, 2, 2), [(0, 1, 2), (1, 2, 3), (0, 2, 3)]
    assert brute_force(sizes, sets, [1.0] * 3) <= module.sets_sensitivity(sizes, sets) + 1e-12


@given(st.lists(st.integers(2, 6), min_size=2, max_size=40))
def test_the_fair_weight_is_the_best_one(sizes):
    radius, weight = module.total_radius(sizes), fair_weight(sizes)

    def noise(w):
        return (radius + w) ** 2 * (1 + 2 * radius / (len(sizes) * w))

    assert noise(weight) <= min(noise(weight * 1.01), noise(weight / 1.01))


def test_a_column_with_one_value_has_no_contrasts_and_moves_nothing():
    assert module.interaction_sensitivity_squared((1, 2, 2)) == 0
    assert pairs_sensitivity((1, 1), 1.0) == 0
    assert fair_weight((1, 1)) == 1
    assert pairs_sensitivity((1, 2, 2), 0.0) >= brute_force((1, 2, 2), [(0, 1), (0, 2), (1, 2)], [1.0] * 3)


test_a_negative_weight_is_refused = refusals(
    pairs_sensitivity, (r"weight must be 0 or more, got -1\.0", ((2, 2), -1.0))
)


def test_interactions_add_up_over_records():
    table = np.array([[3, 1], [0, 2]])
    parts = sum(table[a, b] * np.outer(contrasts(2)[a], contrasts(2)[b]) for a in range(2) for b in range(2))
    np.testing.assert_allclose(module.interaction(table, (2, 2)), parts)


def test_whole_tables_would_move_further():
    """What a pair adds to its columns moves by less than its table, √2."""
    assert module.interaction_sensitivity_squared((2, 2)) < 2
    assert pairs_sensitivity((2,) * 10, 0.0) < math.sqrt(2 * 45)


def test_no_sets_move_nothing():
    assert module.sets_sensitivity((2, 3), []) == 0
