"""Sums piece by piece are those of all records at once, to the last bit, and say when there is nothing to add up."""

import math

import numpy as np
import pandas as pd
import pytest

from privcausal.graphs.ask_once import sums as module
from privcausal.graphs.ask_once.sums import Records, Sum, Unread, added
from privcausal.graphs.score_based.second_moments import summed
from privcausal.table.declaration import Categories, Declaration, Number

PUBLIC = Declaration({"age": Number(0, 110), "dose": Categories(("low", "high"))})


def twice(rows):
    return rows, rows


@pytest.mark.parametrize("waiting", [1, 3, 100])
def test_a_sum_is_rounded_once(monkeypatch, waiting):
    monkeypatch.setattr(module, "WAITING", waiting)
    rng = np.random.default_rng(0)
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
    total, size = added(np.split(rows, np.cumsum(lengths)[:-1]), lambda few: (few[:, :1], few**3))
    assert size == len(rows)
    assert np.array_equal(total.value, summed(rows[:, :1], rows**3))


def test_columns_stand_side_by_side_on_a_cluster_too():
    people = pd.DataFrame({"age": [34, 200, 7, 7], "dose": ["low", "high", "none", "low"]})
    exact = [[34.0, 0.0], [110.0, 1.0], [7.0, 2.0], [7.0, 0.0]]
    dask = pytest.importorskip("dask.dataframe")
    for source in (people, dask.from_pandas(people, npartitions=2)):
        found = Records(source, PUBLIC)
        assert np.concatenate(list(found)).tolist() == exact
        assert found.count() == 4
        total, size = found.sum(twice)
        assert (size, total.tolist()) == (4, (np.array(exact).T @ exact).tolist())


class Once:
    """A stream that hands out its rows a single time."""

    def __init__(self, table):
        self.reader = table.to_reader()

    def __arrow_c_stream__(self, requested_schema=None):
        return self.reader.__arrow_c_stream__(requested_schema)


def test_what_can_be_gone_through_once_is_told_apart():
    stream = pytest.importorskip("pyarrow").table({"age": [1.0, 2.0], "dose": ["low", "high"]})
    Records(stream, PUBLIC).check_again()
    one = Records(Once(stream), PUBLIC)
    assert one.count() == 2
    with pytest.raises(ValueError, match="only once"):
        one.check_again()


def test_how_many_there_may_be(monkeypatch):
    monkeypatch.setattr(module, "MOST_RECORDS", 2)
    found = Records(pd.DataFrame({"age": [1, 2, 3], "dose": [0, 0, 0]}), PUBLIC)
    found.check(2)
    with pytest.raises(ValueError, match=r"at most 2, .* got 3"):
        found.sum(twice)
    with pytest.raises(ValueError, match="data must hold at least one record"):
        found.check(0)


def test_other_records_than_before_are_refused():
    found = Unread(pd.DataFrame({"age": [1, 2, 3], "dose": [0, 0, 0]}), PUBLIC)
    found.size = 3
    assert (len(found), found.columns) == (3, ["age", "dose"])
    assert found.sum(twice)[0, 0] == 14
    found.size = 2
    with pytest.raises(ValueError, match="must not change"):
        found.sum(twice)
