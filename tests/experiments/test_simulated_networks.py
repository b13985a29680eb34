"""Worlds are what their recipes say, and a seed draws the same one twice."""

import math

import numpy as np
import pytest

from privcausal.experiments import simulated_networks
from privcausal.experiments.simulated_linear import LinearRecipe
from privcausal.experiments.simulated_networks import LEAK, Recipe, confounded, random_graph, random_guess
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import topological
from tests.graphs.builders import rng
from tests.refusals import invoke, refusals


@pytest.mark.parametrize("recipe", [Recipe(d=10), Recipe(d=40, values=(2, 30), hidden=3), LinearRecipe(d=10)])
def test_a_seed_draws_the_same_world_twice(recipe):
    first, second = (recipe.draw(rng(5)) for _ in range(2))
    for part in ("dag", *["weights"] * isinstance(recipe, LinearRecipe)):
        np.testing.assert_array_equal(getattr(first, part), getattr(second, part))
    np.testing.assert_array_equal(first.sample(50, rng(1)), second.sample(50, rng(1)))
    assert not np.array_equal(first.sample(50, rng(1)), recipe.draw(rng(6)).sample(50, rng(1)))


@pytest.mark.parametrize("d", [10, 200])
def test_a_graph_has_the_edges_and_no_more_causes_than_asked(d):
    graph = random_graph(d, 1.5, 3, rng())
    topological(graph)
    assert graph.sum() == 1.5 * d
    assert graph.sum(axis=0).max() <= 3


def test_a_graph_without_room_has_fewer_edges():
    assert random_graph(10, 4.0, 1, rng()).sum() == 9


def test_rows_are_distributions_and_tables_fit_the_causes():
    net = Recipe(d=20, values=(2, 6), rare=0.5, certain=0.5).draw(rng()).network
    for causes, size, table in zip(net.parents, net.cardinalities, net.tables, strict=True):
        assert table.shape == (math.prod(net.cardinalities[p] for p in causes), size)
        np.testing.assert_allclose(table.sum(axis=1), 1)
        assert (table > 0).all()


def test_certain_columns_are_determined_but_for_a_leak():
    net = Recipe(d=20, certain=1.0).draw(rng()).network
    for causes, table in zip(net.parents, net.tables, strict=True):
        assert not causes or table.max(axis=1).min() >= 1 - LEAK


def test_rare_values_are_rare():
    net = Recipe(d=60, degree=0.0, rare=1.0).draw(rng()).network
    assert all(0.0005 < table[0, -1] < 0.0105 for table in net.tables)


def test_records_follow_the_tables():
    world = Recipe(d=2, degree=0.5).draw(rng(3))
    cause, effect = np.argwhere(world.dag)[0]
    records = world.sample(100_000, rng(4))
    for value, row in enumerate(world.network.tables[effect]):
        observed = np.bincount(records[records[:, cause] == value, effect], minlength=len(row))
        np.testing.assert_allclose(observed / observed.sum(), row, atol=0.02)


def test_hidden_causes_are_marked_and_not_recorded():
    world = Recipe(d=10, hidden=3).draw(rng())
    assert world.sample(5, rng()).shape == (5, 10)
    assert len(world.cardinalities) == 10
    marked = np.argwhere(np.triu(world.confounded))
    assert len(marked) == 3
    assert not (world.confounded & (world.dag | world.dag.T)).any()
    np.testing.assert_array_equal(confounded(world.network.dag, 10), world.confounded)


def test_hidden_causes_need_room():
    with pytest.raises(ValueError, match="hidden must leave room"):
        simulated_networks.with_hidden(np.array([[0, 1], [0, 0]], dtype=bool), 1, rng())


def test_a_guess_has_as_many_edges_and_is_mostly_wrong():
    truth = random_graph(30, 1.5, 3, rng())
    f1 = [skeleton_scores(random_guess(truth, rng(seed)), truth).f1 for seed in range(20)]
    assert skeleton_scores(random_guess(truth, rng()), truth).drawn == 45
    assert np.mean(f1) == pytest.approx(45 / (30 * 29 / 2), abs=0.04)


test_bad_recipes_are_refused = refusals(
    invoke,
    ("d must be", lambda: Recipe(d=1)),
    ("degree must be", lambda: Recipe(d=5, degree=3)),
    ("hidden must be", lambda: Recipe(d=5, hidden=-1)),
    ("values must be", lambda: Recipe(d=5, values=(1, 3))),
    ("parents must be", lambda: Recipe(d=5, parents=0)),
    ("rare must be", lambda: Recipe(d=5, rare=2)),
)
