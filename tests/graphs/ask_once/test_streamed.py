"""Moments piece by piece: the same numbers as with all records in memory, bit for bit."""

import numpy as np
import pandas as pd
import pytest

from privcausal.graphs.ask_once import sums as module
from privcausal.graphs.ask_once.linear import once_linear as in_memory
from privcausal.graphs.ask_once.streamed import Streamed, once_linear
from privcausal.graphs.models.linear_gaussian import LinearModel
from privcausal.privacy.price import Price, Relation
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
    found = once_linear(Streamed(path, PUBLIC, row_norm), budget=ONE, rng=np.random.default_rng(1))
    assert np.array_equal(found.moment, plain.moment)
    assert np.array_equal(found.weights, plain.weights)
    assert np.array_equal(found.graph, plain.graph)
    assert found.spent == plain.spent


class Stream:
    """What Polars offers, and nothing else."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


def sources(frame, folder):
    """All ways in which numbers may come that need not fit into memory; blocks end within pieces and partitions."""
    pa = pytest.importorskip("pyarrow")
    frame.to_parquet(folder / "people.parquet", row_group_size=700)
    table = pa.Table.from_batches(pa.Table.from_pandas(frame).to_batches(max_chunksize=999))
    yield folder / "people.parquet"
    yield table
    yield Stream(table)
    duckdb, frames = pytest.importorskip("duckdb"), pytest.importorskip("dask.dataframe")
    yield duckdb.sql(f"select e, d, c, b, a from '{folder / 'people.parquet'}'")
    for partitions in (1, 3, 40):
        yield frames.from_pandas(frame, npartitions=partitions)
    late = frames.from_pandas(frame.assign(part=np.arange(len(frame)) // 300), npartitions=7)
    yield late[late.part >= 0]


@pytest.mark.parametrize("row_norm", [None, 9.0])
def test_streams_relations_and_clusters_give_the_same_digits(tmp_path, monkeypatch, row_norm):
    monkeypatch.setattr(module, "AT_ONCE", 2 * module.BLOCK)
    frame = pd.DataFrame(records(5_001), columns=NAMES)
    plain = in_memory(frame.to_numpy(), budget=ONE, rng=np.random.default_rng(1), row_norm=row_norm)
    kinds = 0
    for source in sources(frame, tmp_path):
        found = once_linear(Streamed(source, PUBLIC, row_norm), budget=ONE, rng=np.random.default_rng(1))
        assert np.array_equal(found.moment, plain.moment)
        assert np.array_equal(found.weights, plain.weights)
        assert found.spent == plain.spent
        kinds += 1
    assert kinds == 8


def test_partitions_without_records_add_nothing():
    frames = pytest.importorskip("dask.dataframe")
    frame = pd.DataFrame(records(2_500), columns=NAMES)
    spread = frames.from_pandas(frame.assign(part=np.arange(2_500) // 500), npartitions=5)
    found = Streamed(spread[spread.part % 2 == 0], PUBLIC)
    kept = frame[np.arange(2_500) // 500 % 2 == 0]
    assert (len(found), found.first.tolist()) == (1_500, Streamed(kept, PUBLIC).first.tolist())
    with pytest.raises(ValueError, match="data must hold at least one record, got none"):
        Streamed(spread[spread.part == 9], PUBLIC)


def test_a_stream_that_ends_is_refused_before_anything_is_drawn():
    pa = pytest.importorskip("pyarrow")
    table = pa.Table.from_pandas(pd.DataFrame(records(100), columns=NAMES))
    with pytest.raises(ValueError, match=r"only once: hand in a file, a table or \.read_all\(\)"):
        Streamed(Stream(table.to_reader()), PUBLIC)
    assert len(Streamed(Stream(table.to_reader()), PUBLIC, 9.0)) == 100


def test_a_file_that_grows_is_refused(tmp_path):
    path = tmp_path / "people.csv"
    pd.DataFrame(records(100), columns=NAMES).to_csv(path, index=False)
    found = Streamed(path, PUBLIC)
    assert (len(found), found.columns, found.declaration) == (100, NAMES, PUBLIC)
    with path.open("a") as file:
        file.write("1,2,3,4,5\n")
    with pytest.raises(ValueError, match="must not change"):
        once_linear(found, budget=ONE, rng=np.random.default_rng(0))


def test_how_many_records_there_may_be(tmp_path, monkeypatch):
    path = tmp_path / "people.csv"
    path.write_text("a,b,c,d,e\n")
    with pytest.raises(ValueError, match="at least one record"):
        Streamed(path, PUBLIC)
    path.write_text("a,b,c,d,e\n" + "1,2,3,4,5\n" * 11)
    monkeypatch.setattr(module, "MOST_RECORDS", 10)
    with pytest.raises(ValueError, match=r"at most 10, .* got 11"):
        Streamed(path, PUBLIC)
