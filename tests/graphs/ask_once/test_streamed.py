"""Moments piece by piece: the same numbers as with all records in memory, bit for bit."""

import math

import numpy as np
import pandas as pd
import pytest

from privcausal.graphs.ask_once import streamed as module
from privcausal.graphs.ask_once.linear import once_linear as in_memory
from privcausal.graphs.ask_once.streamed import Streamed, Sum, once_linear
from privcausal.graphs.models.linear_gaussian import LinearModel
from privcausal.privacy.price import Price, Relation
from privcausal.table.batches import Batches
from privcausal.table.declaration import Declaration, Number
from privcausal.table.sources import read

ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
NAMES = list("abcde")
PUBLIC = Declaration(dict.fromkeys(NAMES, Number()))


def records(size):
    weights = np.triu(np.full((5, 5), 0.7), 1)
    return LinearModel(weights).sample(size, np.random.default_rng(size))


@pytest.mark.parametrize("row_norm", [None, 9.0])
@pytest.mark.parametrize("size", [300, 2_048, 5_001])
def test_the_answer_is_that_of_the_records_in_memory(tmp_path, monkeypatch, size, row_norm):
    monkeypatch.setattr(module, "AT_ONCE", 2 * module.BLOCK)
    monkeypatch.setattr(module, "WAITING", 2)
    path = tmp_path / "people.csv"
    pd.DataFrame(records(size), columns=NAMES).to_csv(path, index=False)
    plain = in_memory(
        read(path, PUBLIC).numbers(), budget=ONE, rng=np.random.default_rng(1), row_norm=row_norm
    )
    found = once_linear(Streamed(Batches(path, PUBLIC), row_norm), budget=ONE, rng=np.random.default_rng(1))
    assert np.array_equal(found.moment, plain.moment)
    assert np.array_equal(found.weights, plain.weights)
    assert np.array_equal(found.graph, plain.graph)
    assert found.spent == plain.spent


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


def test_a_file_that_grows_is_refused(tmp_path):
    path = tmp_path / "people.csv"
    pd.DataFrame(records(100), columns=NAMES).to_csv(path, index=False)
    found = Streamed(Batches(path, PUBLIC))
    assert (len(found), found.columns, found.declaration) == (100, NAMES, PUBLIC)
    with path.open("a") as file:
        file.write("1,2,3,4,5\n")
    with pytest.raises(ValueError, match="must not change"):
        once_linear(found, budget=ONE, rng=np.random.default_rng(0))


def test_how_many_records_there_may_be(tmp_path, monkeypatch):
    path = tmp_path / "people.csv"
    path.write_text("a,b,c,d,e\n")
    with pytest.raises(ValueError, match="at least one record"):
        Streamed(Batches(path, PUBLIC))
    path.write_text("a,b,c,d,e\n" + "1,2,3,4,5\n" * 11)
    monkeypatch.setattr(module, "MOST_RECORDS", 10)
    with pytest.raises(ValueError, match=r"at most 10, .* got 11"):
        Streamed(Batches(path, PUBLIC))
