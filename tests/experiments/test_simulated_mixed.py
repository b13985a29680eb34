"""Mixed worlds: what a cause adds shows in its effect, and everything lies within what is declared."""

import numpy as np
import pytest

from privcausal.experiments.simulated_mixed import MixedWorld, mixed_world
from privcausal.table.declaration import Number


@pytest.mark.parametrize(("d", "numbers"), [(6, 3), (10, 0), (10, 10)])
def test_a_world_has_as_many_numbers_as_were_asked_for(d, numbers):
    world = mixed_world(d, numbers, np.random.default_rng(0))
    assert world.sizes.count(0) == numbers
    assert world.dag.sum() == round(1.5 * d)
    table = world.sample(500, np.random.default_rng(1))
    for name, column in world.declaration.columns.items():
        if isinstance(column, Number):
            assert table[name].min() >= column.low
            assert table[name].max() <= column.high
        else:
            assert set(np.unique(table[name])) <= set(range(column.size))


def test_the_same_seed_draws_the_same_people():
    worlds = [mixed_world(5, 2, np.random.default_rng(3)) for _ in range(2)]
    first, second = (world.sample(50, np.random.default_rng(4)) for world in worlds)
    assert all(np.array_equal(first[name], second[name]) for name in first.columns)


def test_effects_arrive():
    chain = np.zeros((3, 3), dtype=bool)
    chain[0, 1] = chain[1, 2] = True
    effects = {(0, 1): np.array([[0.0], [4.0]]), (1, 2): np.array([[0.0, 6.0]])}
    world = MixedWorld(chain, (2, 0, 2), (np.zeros(2), np.array([1.0]), np.zeros(2)), effects)
    table = world.sample(20_000, np.random.default_rng(0))
    first, second, third = (table[name] for name in ("x0", "x1", "x2"))
    assert second[first == 1].mean() - second[first == 0].mean() == pytest.approx(4, abs=0.1)
    assert third[second > 3].mean() > 0.95
