"""The guess from pairs alone, which chooses what to measure."""

import numpy as np
import pytest

from privcausal.graphs.ask_once.linear_screening import LinearGuess


def test_the_guess_ranks_the_true_middle_first(measured):
    rng = np.random.default_rng(4)
    z = rng.integers(0, 2, (2, 50_000))
    x, y = ((rng.random(50_000) < 0.2 + 0.3 * z[0] + 0.3 * z[1]).astype(int) for _ in range(2))
    far = np.where(rng.random(50_000) < 0.5, x, rng.integers(0, 2, 50_000))
    guess = LinearGuess(measured(np.stack([x, y, *z, far], axis=1), (2,) * 5, mu=0.5))
    assert guess.remaining(0, 1, (2, 3)) < min(guess.remaining(0, 1, s) for s in ((2, 4), (3, 4)))


def test_what_a_middle_explains_is_gone(measured, rng):
    z = rng.integers(0, 2, 20_000)
    x, y = (np.where(rng.random(20_000) < 0.8, z, 1 - z) for _ in range(2))
    other = rng.integers(0, 2, 20_000)
    guess = LinearGuess(measured(np.stack([x, y, z, other], axis=1), (2,) * 4))
    assert guess.remaining(0, 1, (3,)) > 100
    assert guess.remaining(0, 1, (2,)) < 10
    assert guess.remaining(0, 1, (2,)) == pytest.approx(guess.remaining(1, 0, (2,)), rel=1e-6)


def test_a_column_with_one_value_leaves_nothing(measured):
    guess = LinearGuess(measured(np.array([[0, 0, 1], [0, 1, 0]] * 20), (1, 2, 2)))
    assert guess.remaining(0, 1, (2,)) == 0.0
