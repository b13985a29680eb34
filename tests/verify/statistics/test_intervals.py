"""Intervals of a column: every value in one, repeated values and what is not a number in one of their own."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.verify.statistics.intervals import ATOMS, REPEATS, edges_of, encode, single

COLUMN = np.concatenate([np.zeros(50), np.linspace(-3, 3, 200), np.full(20, np.inf), np.full(9, np.nan)])


def place(edges, *values):
    return encode(np.array(values)[:, None], [edges])[:, 0]


def test_a_repeated_value_is_alone_in_its_interval():
    edges = edges_of(COLUMN)
    below, at, above = place(edges, np.nextafter(0, -1), 0.0, np.nextafter(0, 1))
    assert below < at < above
    assert single(edges)[at]
    assert not single(edges)[below]


def test_infinity_and_nan_share_with_nothing():
    edges = edges_of(COLUMN)
    places = place(edges, -np.inf, -1e308, 1e308, np.inf, np.nan)
    assert len(set(places[1:].tolist())) == 4
    assert single(edges)[places[-1]]


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), min_size=1, max_size=60))
def test_edges_increase_and_every_value_has_a_place(values):
    column = np.array(values)
    edges = edges_of(column)
    assert (np.diff(edges) > 0).all()
    codes = encode(column[:, None], [edges])
    assert ((codes >= 0) & (codes <= len(edges))).all()
    assert len(single(edges)) == len(edges) + 1


@pytest.mark.parametrize(("times", "alone"), [(REPEATS, True), (REPEATS - 1, False)])
def test_what_comes_up_often_enough_is_repeated_on_purpose(times, alone):
    column = np.concatenate([np.random.default_rng(0).normal(size=1_000), np.full(times, 0.123456)])
    edges = edges_of(column)
    assert single(edges)[place(edges, 0.123456)[0]] == alone


def test_there_are_never_too_many_intervals():
    column = np.repeat(np.arange(500.0), 20)
    assert len(edges_of(column)) <= 2 * ATOMS + 150
