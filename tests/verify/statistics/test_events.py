"""Events that tell two neighbours apart: the half line where theory says so, both columns where one says nothing."""

import numpy as np
import pytest

from privcausal.verify.statistics.events import grow, learn_event, merge


def share(event, draws):
    return event.holds(draws).mean()


def learned(first, second, delta=0.0, seed=0):
    rng = np.random.default_rng(seed)
    return learn_event(first(rng), second(rng), delta, 0.01)


def test_a_shift_is_a_half_line():
    event = learned(lambda rng: rng.laplace(0, 1, (20_000, 1)), lambda rng: rng.laplace(1, 1, (20_000, 1)))
    line = np.linspace(-6, 7, 400)[:, None]
    inside = event.holds(line)
    assert 1 <= np.abs(np.diff(inside.astype(int))).sum() <= 3, "one end, except for chance in the tails"
    assert inside[0] == (event.more == 0)


def test_two_columns_that_tell_only_together():
    def pairs(secret):
        def draw(rng):
            mask, lie = rng.integers(0, 2, 20_000), rng.random(20_000) < 0.1
            return np.stack([mask, mask ^ secret ^ lie], axis=1).astype(float)

        return draw

    event, rng = learned(pairs(0), pairs(1)), np.random.default_rng(9)
    shares = [share(event, pairs(side)(rng)) for side in (event.more, 1 - event.more)]
    assert shares[0] > 0.8 > 0.2 > shares[1]


def test_delta_makes_rare_events_worthless():
    """Something that only one neighbour ever says, once in a hundred runs: worth nothing at δ = 0.05."""

    def leaky(chance):
        return lambda rng: np.where(rng.random((40_000, 1)) < chance, 9.0, rng.integers(0, 2, (40_000, 1)))

    reference = np.array([[9.0]])
    assert learned(leaky(0.01), leaky(0.0)).holds(reference)[0]
    event = learned(leaky(0.01), leaky(0.0), delta=0.05)
    assert share(event, np.array([[0.0], [1.0]])) > 0


def test_places_and_counts_agree():
    event = learned(lambda rng: rng.normal(0, 1, (5_000, 1)), lambda rng: rng.normal(1, 1, (5_000, 1)))
    draws = np.random.default_rng(3).normal(0, 1, (1_000, 1))
    counts = event.counts(draws)
    assert counts.sum() == 1_000
    assert counts[: event.last + 1].sum() == event.holds(draws).sum()


def test_not_a_number_lies_beyond_every_cut():
    side = np.repeat([0, 1], 500)
    draws = np.concatenate([np.zeros(500), np.full(500, np.nan)])[:, None]
    tree = grow(draws, side)
    cells = tree.cell(np.array([[0.0], [np.nan], [1e308]]))
    assert cells[1] != cells[0]


def test_cells_that_do_not_differ_are_one():
    alike = np.array([[100, 101], [99, 100], [102, 98], [100, 100]])
    np.testing.assert_array_equal(merge(alike), np.tile(alike.sum(axis=0), (4, 1)))
    apart = np.array([[500, 10], [10, 500], [100, 100], [100, 100]])
    assert len(np.unique(merge(apart), axis=0)) == 3


@pytest.mark.parametrize("cells", [np.array([[7, 9]]), np.zeros((4, 2), dtype=int)])
def test_one_cell_and_empty_cells(cells):
    np.testing.assert_array_equal(merge(cells), np.tile(cells.sum(axis=0), (len(cells), 1)))
