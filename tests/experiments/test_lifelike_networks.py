"""Networks like real ones: a seed draws the same one twice, every row is a distribution, and the halves differ."""

import numpy as np
import pytest

from privcausal.experiments.lifelike_networks import (
    FAMILIES,
    MOST_ROWS,
    Lifelike,
    copy,
    gate,
    lifelike,
    noisy_or,
)
from privcausal.graphs.structure.pdag import topological
from tests.graphs.builders import rng


@pytest.mark.parametrize("family", FAMILIES)
def test_a_member_is_a_network_whose_tables_fit(family):
    world = lifelike("development", family, 0)
    topological(world.dag)
    net = world.network
    for causes, size, table in zip(net.parents, net.cardinalities, net.tables, strict=True):
        rows = int(np.prod([net.cardinalities[cause] for cause in causes]))
        assert table.shape == (rows, size)
        assert rows <= MOST_ROWS
        assert (table >= 0).all()
        np.testing.assert_allclose(table.sum(axis=1), 1)


def test_a_seed_draws_the_same_world_twice_and_the_halves_differ():
    first, again, sealed = (
        lifelike(half, "small", 0).sample(50, rng(1)) for half in ("development", "development", "judging")
    )
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, sealed)


def test_a_copy_says_what_one_cause_says_but_for_errors():
    table = copy(3, [3, 2], rng(3))
    assert (table.max(axis=1) > 0.9).all()
    assert len(set(table.argmax(axis=1))) >= 2


def test_a_gate_without_leak_is_certain():
    tables = [gate(2, [2, 2], rng(seed)) for seed in range(20)]
    assert any((table.max(axis=1) == 1).all() for table in tables)
    assert all((table.max(axis=1) >= 0.95).all() for table in tables)


def test_a_noisy_or_is_likelier_the_more_causes_are_at_work():
    for seed in range(20):
        none, first, second, both = noisy_or(2, [2, 2], rng(seed))[:, 1]
        assert none < min(first, second) <= max(first, second) < both
        leak = 1 - none
        assert (1 - both) * leak == pytest.approx((1 - first) * (1 - second))  # causes work by themselves


REFUSED = [
    (lambda: Lifelike(d=1), "d must be a number of columns, 2 or more, got 1"),
    (lambda: Lifelike(d=5, values=(1.0,)), "values must be four shares that add up to 1"),
    (lambda: Lifelike(d=5, weight=0), "weight must be a positive number, got 0"),
    (lambda: Lifelike(d=5, gates=0.9), "copies, gates and ors must be shares of at most 1 together"),
    (lambda: lifelike("test", "small", 0), "purpose must be one of development, judging"),
]


@pytest.mark.parametrize(("action", "words"), REFUSED)
def test_bad_input(action, words):
    with pytest.raises(ValueError, match=words):
        action()
