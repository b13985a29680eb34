"""The search for parities finds the one that was hidden, and says nothing of fair bits."""

import numpy as np
import pytest

from privcausal.verify.statistics.outputs import Draws
from privcausal.verify.statistics.parities import planes, rows_for, search, walsh

SIZE = 6_000
SIDE = np.repeat([0, 1], SIZE // 2)
EXCESS, SCALE = SIDE - 0.5, 0.5 * SIZE**0.5


def hidden(columns, places, rng):
    """Fair words of sixteen bits whose parity at these places of these columns is the side in four runs of five."""
    words = rng.integers(0, 1 << 16, (SIZE, max(columns) + 1))
    odd = sum(words[:, column] >> place for column, place in zip(columns, places, strict=True)) % 2
    wrong = odd != np.where(rng.random(SIZE) < 0.8, SIDE, 1 - SIDE)
    words[wrong, columns[0]] ^= 1 << places[0]
    return Draws(words.astype(float), words)


@pytest.mark.parametrize(
    ("columns", "places"),
    [
        ((0,), (3,)),
        ((0, 0), (2, 15)),
        ((0, 1), (7, 1)),
        ((0,) * 6, (0, 3, 4, 8, 11, 15)),
        ((0, 1, 2, 3), (6,) * 4),
    ],
    ids=["one", "two", "two columns", "six of one column", "one place of four columns"],
)
def test_a_hidden_parity_is_found(columns, places):
    gain, lens = max(
        search(hidden(columns, places, np.random.default_rng(1)), EXCESS, SCALE), key=lambda p: p[0]
    )
    assert gain > 100
    assert (lens.columns, lens.detail) == (columns, places)


def test_fair_bits_are_rarely_called_telling():
    gains = []
    for seed in range(20):
        words = np.random.default_rng(seed).integers(0, 1 << 16, (SIZE, 2))
        gains.append(max(gain for gain, _ in search(Draws(words.astype(float), words), EXCESS, SCALE)))
    assert max(gains) < 10


def test_two_sides_with_the_same_outputs_are_searched_too():
    """Each output was given equally often on both sides, so that no parity leans to either of them."""
    words, side = np.tile(np.arange(8), 20), np.repeat([0, 1], 80)
    draws = Draws(words[:, None].astype(float), words[:, None])
    found = search(draws, side - 0.5, 0.5 * 160**0.5)
    assert all(lens.detail for _, lens in found), "each names its bits"
    assert max(gain for gain, _ in found) <= 0


def test_bits_that_never_change_are_left_out():
    words = np.array([[5], [4]])
    assert {bit for bit in planes(Draws(words.astype(float), words)).bits if bit[0] == "whole parity"} == {
        ("whole parity", 0, 0)
    }
    assert search(Draws(np.ones((9, 1)), np.ones((9, 1))), np.zeros(9), 1.0) == []


def test_the_transform_is_its_own_inverse_up_to_scale():
    values = np.random.default_rng(0).normal(size=64)
    np.testing.assert_allclose(walsh(walsh(values)), 64 * values)


def test_of_many_columns_fewer_runs_are_looked_at():
    wide = np.zeros((9_000, 100))
    assert len(wide[rows_for(Draws(wide, wide))]) < 9_000
    narrow = np.zeros((9_000, 1))
    assert len(narrow[rows_for(Draws(narrow, narrow))]) == 9_000
