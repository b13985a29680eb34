"""Halfspaces: as many as the books say, closed under complements, and learned as by trying each."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.claims.privacy.halfspaces import without_crossings
from privcausal.privacy.halfspaces import agreements, cube, cuts, halfspaces, learn, shattered
from privcausal.privacy.synthetic import multisets
from tests.refusals import refusals


@pytest.mark.parametrize(("bits", "number"), [(1, 4), (2, 14), (3, 104), (4, 1882), (5, 94_572)])
def test_there_are_as_many_as_threshold_functions(bits, number):
    """Found with small weights from below, and from above by a condition that every halfspace meets: equal."""
    result = halfspaces(bits)
    assert result.shape == (number, 2**bits)
    assert len(cuts(bits)) == number // 2
    assert len(np.unique(result, axis=0)) == number
    if bits < 5:
        assert np.array_equal(np.sort(result @ (1 << np.arange(2**bits))), without_crossings(bits))


def test_the_exclusive_or_is_none():
    points = cube(2)
    assert not (halfspaces(2) == (points[:, 0] ^ points[:, 1]).astype(bool)).all(axis=1).any()


@pytest.mark.parametrize("bits", [1, 2, 3])
def test_complements_are_halfspaces_and_cuts_are_one_of_each(bits):
    every = {tuple(row) for row in halfspaces(bits).tolist()}
    assert {tuple(not inside for inside in row) for row in every} == every
    assert 2 * len(cuts(bits)) == len(every)
    assert not cuts(bits)[:, 0].any()


def test_they_shatter_one_point_more_than_there_are_bits():
    assert [shattered(halfspaces(bits)) for bits in (1, 2, 3, 4)] == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("labels", "points"),
    [
        (np.zeros((0, 4)), 0),
        ([[True, True]], 0),
        ([[False, True], [True, True]], 1),
        ([[True, False], [False, False]], 1),
    ],
)
def test_a_small_class_shatters_little(labels, points):
    assert shattered(np.array(labels, dtype=bool)) == points


test_cubes_whose_weights_are_not_known_are_refused = refusals(
    halfspaces, *((f"bits must be one of 1, 2, 3, 4, 5, got {bits}", bits) for bits in (0, 6, -1))
)


def spoil(table):
    table[0, 0] = 1


test_what_is_remembered_cannot_be_changed = refusals(
    spoil, ("read-only", cube(2), halfspaces(2), cuts(2), multisets(2, 2))
)


@given(st.lists(st.integers(0, 9), min_size=8, max_size=8).filter(any))
def test_learning_is_trying_each(counts):
    points = cube(3)
    right = []
    for guess in halfspaces(2):
        hits = [n for n, (a, b, label) in zip(counts, points, strict=True) if guess[2 * a + b] == label]
        right.append(sum(hits) / sum(counts))
    np.testing.assert_allclose(agreements(counts, 3), right)
    np.testing.assert_array_equal(learn(counts, 3), halfspaces(2)[int(np.argmax(right))])


def test_many_data_sets_at_once():
    tables = np.array(list(product([1, 2], repeat=4)))
    np.testing.assert_allclose(agreements(tables, 2), [agreements(table, 2) for table in tables])
