"""Tables that are not kept in memory: pieces of any size give the same bits as the records at hand."""

import tracemalloc

import numpy as np
import pandas as pd
import pytest

from privcausal.table import stream as module
from privcausal.table import sums
from privcausal.table.batches import Batches
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table
from privcausal.table.sources import read
from privcausal.table.stream import Stream, open_table
from tests.table.streams import Stream as Polars

PUBLIC = Declaration({"age": Number(0, 110), "dose": Categories(("low", "high")), "pain": Number()})


def people(size):
    rng = np.random.default_rng(size)
    words = rng.choice(["low", "high", "none"], size)
    return pd.DataFrame({"age": rng.normal(50, 40, size), "dose": words, "pain": rng.normal(size=size)})


def sources(frame, folder):
    """All ways in which a table may come that need not fit into memory; blocks end within pieces and partitions."""
    pa = pytest.importorskip("pyarrow")
    frame.to_csv(folder / "people.csv", index=False)
    frame.to_parquet(folder / "people.parquet", row_group_size=700)
    table = pa.Table.from_batches(pa.Table.from_pandas(frame).to_batches(max_chunksize=999))
    yield folder / "people.csv"
    yield folder / "people.parquet"
    yield table
    yield Polars(table)
    duckdb, frames = pytest.importorskip("duckdb"), pytest.importorskip("dask.dataframe")
    yield duckdb.sql(f"select pain, dose, age from '{folder / 'people.parquet'}'")
    for partitions in (1, 3, 40):
        yield frames.from_pandas(frame, npartitions=partitions)
    late = frames.from_pandas(frame.assign(part=np.arange(len(frame)) // 300), npartitions=7)
    yield late[late.part >= 0]


def cubed(rows):
    return rows[:, :2], rows**3


def test_every_source_gives_the_bits_of_the_records_in_memory(tmp_path, monkeypatch):
    monkeypatch.setattr(sums, "AT_ONCE", 2 * sums.BLOCK)
    monkeypatch.setattr(sums, "WAITING", 2)
    frame, kinds = people(5_001), 0
    table = read(frame, PUBLIC)
    rows, exact = np.concatenate(list(table.pieces())), table.sum(cubed)
    assert np.array_equal(exact, sums.summed(*cubed(rows)))
    for source in sources(frame, tmp_path):
        result = open_table(source, PUBLIC, "sums")
        assert isinstance(result, Stream)
        assert (len(result), result.columns, str(result)) == (5_001, list(PUBLIC.columns), str(table))
        assert np.array_equal(result.sum(cubed), exact)
        assert np.array_equal(np.concatenate(list(result.pieces())), rows)
        kinds += 1
    assert kinds == 9


WORDS = Declaration({"dose": Categories(("low", "high")), "old": Number(0, 110, cuts=(65,), missing=55)})


def test_what_is_printed_of_it_holds_no_record():
    """A debugger or a test that failed would have shown the first and the last."""
    frame = people(3).assign(dose="HIV positive")
    shown = [repr(Stream(frame, PUBLIC)), str(Stream(frame, PUBLIC)), repr(Batches(frame, PUBLIC))]
    assert not any("HIV" in text for text in shown)


def test_counts_are_those_of_the_records(tmp_path):
    frame = people(3_000).rename(columns={"age": "old"})
    exact = np.zeros((3, 2), dtype=int)
    np.add.at(exact, tuple(read(frame, WORDS).codes().T), 1)
    pa = pytest.importorskip("pyarrow")
    frame.to_csv(tmp_path / "people.csv", index=False)
    for source in (tmp_path / "people.csv", pa.Table.from_pandas(frame).to_reader(max_chunksize=999)):
        result = open_table(source, WORDS)
        assert isinstance(result, Stream)
        assert (len(result), result.counted.table((0, 1)).tolist()) == (3_000, exact.tolist())


def test_what_a_method_asks_decides_what_is_kept(tmp_path, monkeypatch):
    pa = pytest.importorskip("pyarrow")
    frame = people(500).rename(columns={"age": "old"})
    table, path = pa.Table.from_pandas(frame), tmp_path / "people.csv"
    frame.to_csv(path, index=False)
    assert isinstance(open_table(path, WORDS, "records"), Table)
    assert isinstance(open_table(frame, WORDS), Table)
    assert isinstance(open_table(table.to_reader(), WORDS, "sums"), Table), "it can be gone through only once"
    assert isinstance(open_table(path, WORDS.only(["old"])), Table)
    monkeypatch.setattr("privcausal.table.counts.MOST_CELLS", 1)
    assert isinstance(open_table(path, WORDS), Table), "there are too many cells"
    cluster = pytest.importorskip("dask.dataframe").from_pandas(frame, npartitions=2)
    with pytest.raises(ValueError, match=r"by release or by a method .* 'once'.*\.compute\(\)"):
        open_table(cluster, WORDS, "records")


def test_partitions_without_records_add_nothing():
    frames = pytest.importorskip("dask.dataframe")
    frame = people(2_500)
    spread = frames.from_pandas(frame.assign(part=np.arange(2_500) // 500), npartitions=5)
    result = open_table(spread[spread.part % 2 == 0], PUBLIC, "sums")
    kept = read(frame[np.arange(2_500) // 500 % 2 == 0], PUBLIC)
    assert (len(result), result.sum(cubed).tolist()) == (1_500, kept.sum(cubed).tolist())
    with pytest.raises(ValueError, match="data must hold at least one record, got none"):
        open_table(spread[spread.part == 9], PUBLIC, "sums")


def test_a_stream_that_ends_is_refused_before_anything_is_drawn():
    table = pytest.importorskip("pyarrow").Table.from_pandas(people(100))
    with pytest.raises(ValueError, match=r"only once: hand in a file, a table or \.read_all\(\)"):
        open_table(Polars(table.to_reader()), PUBLIC, "sums")


@pytest.mark.parametrize("size", [99, 101])
def test_a_file_that_changes_is_refused(tmp_path, size):
    path = tmp_path / "people.csv"
    people(100).to_csv(path, index=False)
    result = open_table(path, PUBLIC, "sums")
    people(size).to_csv(path, index=False)
    with pytest.raises(ValueError, match="must not change"):
        result.sum(cubed)


def test_how_many_records_there_may_be_and_which_columns(tmp_path, monkeypatch):
    path = tmp_path / "people.csv"
    path.write_text("age,dose,pain\n")
    with pytest.raises(ValueError, match="at least one record"):
        open_table(path, PUBLIC, "sums")
    path.write_text("age,dose,pain\n" + "1,low,3\n" * 11)
    with pytest.raises(ValueError, match="does not have column"):
        open_table(path, Declaration({"age": Number(), "z": Number()}), "sums")
    monkeypatch.setattr(module, "MOST_RECORDS", 10)
    with pytest.raises(ValueError, match=r"at most 10, .* got 11"):
        open_table(path, PUBLIC, "sums")


def peak(path, declaration, asks, size):
    tracemalloc.start()
    assert len(open_table(path, declaration, asks)) == size
    highest = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return highest


def test_memory_does_not_grow_with_the_file(tmp_path):
    """Eight times as many records take no more memory, within a few megabytes."""
    both, peaks = Declaration({"A": Categories(("young", "old")), "S": Categories(("M", "F"))}), []
    for many in (1, 8):
        path = tmp_path / f"{many}.csv"
        path.write_bytes(b"A,S\n" + b"young,M\nold,F\n" * (200_000 * many))
        peaks.append(peak(path, both, "counts", 400_000 * many))
    assert peaks[1] < peaks[0] + 4e6
    assert peaks[0] < 64e6


def test_memory_does_not_grow_with_a_parquet_file(tmp_path):
    """What pyarrow reads ahead it would keep, whole files of it."""
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    group = pa.table({name: np.random.default_rng(0).normal(size=50_000) for name in "ab"})
    numbers, peaks = Declaration(dict.fromkeys("ab", Number(-20, 20))), []
    for many in (2, 24):
        path = tmp_path / f"{many}.parquet"
        with parquet.ParquetWriter(path, group.schema) as writer:
            for _ in range(many):
                writer.write_table(group)
        peaks.append(peak(path, numbers, "sums", 50_000 * many))
    assert peaks[1] < peaks[0] + 4e6
