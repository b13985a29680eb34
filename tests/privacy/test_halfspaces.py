"""Halfspaces: as many as the books say, closed under complements, and learned as by trying each."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.privacy.halfspaces import agreements, cube, cuts, halfspaces, learn, shattered


@pytest.mark.parametrize(("bits", "number"), [(1, 4), (2, 14), (3, 104), (4, 1882)])
def test_there_are_as_many_as_threshold_functions(bits, number):
    found = halfspaces(bits)
    assert found.shape == (number, 2**bits)
    assert len(np.unique(found, axis=0)) == number


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
    assert [shattered(halfspaces(bits)) for bits in (1, 2)] == [2, 3]
    assert shattered(np.zeros((0, 4), dtype=bool)) == 0
    assert shattered(np.array([[False, True], [True, True]])) == 1


@pytest.mark.parametrize("bits", [0, 6, -1])
def test_cubes_whose_weights_are_not_known_are_refused(bits):
    with pytest.raises(ValueError, match=f"bits must be one of 1, 2, 3, 4, 5, got {bits}"):
        halfspaces(bits)


def test_what_is_remembered_cannot_be_changed():
    for table in (cube(2), halfspaces(2), cuts(2)):
        with pytest.raises(ValueError, match="read-only"):
            table[0, 0] = 1


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
