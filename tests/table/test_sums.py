"""Sums piece by piece are those of all records at once, to the last bit."""

import math

import numpy as np
import pytest

from privcausal.table import sums as module
from privcausal.table.sums import Sum, sum_products, summed


@pytest.mark.parametrize("waiting", [1, 3, 100])
def test_a_sum_is_rounded_once(monkeypatch, waiting, rng):
    monkeypatch.setattr(module, "WAITING", waiting)
    parts = rng.normal(size=(60, 2, 2)) * 10.0 ** rng.integers(-200, 200, (60, 1, 1))
    total = Sum()
    for part in parts:
        total.add(part)
    assert total.value.ravel().tolist() == [math.fsum(entry) for entry in parts.reshape(60, 4).T.tolist()]


def test_a_sum_that_vanishes_on_the_way_goes_on(monkeypatch):
    monkeypatch.setattr(module, "WAITING", 1)
    total = Sum()
    for part in (1.0, -1.0, 3.0):
        total.add(np.array([[part]]))
    assert total.value.tolist() == [[3.0]]


@pytest.mark.parametrize("lengths", [[5_001], [1, 1_023, 4_000, 0, 77], [2_048, 2_953]])
def test_pieces_of_any_length_are_added_up_in_the_same_blocks(monkeypatch, lengths):
    monkeypatch.setattr(module, "AT_ONCE", 2 * module.BLOCK)
    rows = np.random.default_rng(0).normal(size=(5_101, 3))[: sum(lengths)]
    total, size = sum_products(np.split(rows, np.cumsum(lengths)[:-1]), lambda few: (few[:, :1], few**3))
    assert size == len(rows)
    assert np.array_equal(total.value, summed(rows[:, :1], rows**3))
