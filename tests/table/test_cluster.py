"""Partitions of a Dask frame: cut and joined so that all but the last are multiples of a block."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.table import cluster
from privcausal.table.cluster import aligned, computed, delayed, is_dask, parts, piece
from privcausal.table.declaration import Declaration, Number
from privcausal.table.inputs import as_table

PUBLIC = Declaration({"age": Number(0, 110)})


@given(st.lists(st.integers(0, 20), max_size=12), st.integers(1, 9))
def test_every_row_is_kept_in_its_place(lengths, step):
    rows = np.split(np.arange(sum(lengths)), np.cumsum(lengths)[:-1]) if lengths else []
    joined = [np.concatenate([rows[p][low:high] for p, low, high in cuts]) for cuts in aligned(lengths, step)]
    assert [len(some) % step for some in joined[:-1]] == [0] * len(joined[:-1])
    assert all(len(some) for some in joined)
    assert np.concatenate([np.arange(0), *joined]).tolist() == list(range(sum(lengths)))


def test_partitions_are_read_where_they_are():
    frames = pytest.importorskip("dask.dataframe")
    frame = pd.DataFrame({"name": list("abcd"), "age": [1, 200, None, 4]})
    spread = frames.from_pandas(frame, npartitions=2)
    assert is_dask(spread)
    assert not is_dask(frame)
    results = computed([delayed(piece)(part, PUBLIC) for part in parts(spread, PUBLIC)])
    assert [some["age"].tolist() for some in results] == [[1, 110], [55, 4]]
    assert piece(frame.head(0), PUBLIC) is None
    with pytest.raises(ValueError, match=r"does not have column|has none of the columns"):
        parts(spread, Declaration({"weight": Number()}))
    with pytest.raises(ValueError, match=r"must be brought here with \.compute\(\)"):  # was "got DataFrame"
        as_table(spread)


def test_what_goes_wrong_there_quotes_nothing():
    pytest.importorskip("dask")

    def broken():
        raise RuntimeError("Ann, 34")

    with pytest.raises(ValueError, match=r"^cannot add up data on its cluster: a task failed; ") as refusal:
        computed([delayed(broken)()], "add up")
    assert refusal.value.__context__ is None
    assert "Error" not in str(refusal.value)


class Unspeakable:
    def __str__(self):
        raise RuntimeError("HIV positive")


NO_TEXT = {
    "bytes": b"M\xfcller",
    "a surrogate": "\udce9",
    "a signalling NaN": Decimal("sNaN"),
    "an object that raises": Unspeakable(),
}


def with_cell(cell):
    """A pandas frame with this cell among words and among numbers."""
    words, ages = (
        pd.Series([usual] * 5 + [cell] + [last] * 4, dtype=object) for usual, last in (("Ann", "Bo"), (34, 7))
    )
    return pd.DataFrame({"name": words, "age": ages})


@pytest.mark.parametrize("what", NO_TEXT)
def test_a_cell_that_is_no_text_stops_no_pandas_frame_that_was_spread(what):
    """Dask made text of objects, also of undeclared ones, before any task ran: its words quoted the cell."""
    frames = pytest.importorskip("dask.dataframe")
    frame = with_cell(NO_TEXT[what])
    spread = frames.from_pandas(frame, npartitions=3)
    turned = frames.from_pandas(frame[["age", "name"]].iloc[::-1], npartitions=2, sort=False)
    later = (
        spread.repartition(npartitions=2),
        spread.assign(more=1),
        spread.map_partitions(lambda part: part),
    )
    for data in (spread, spread[["age"]], turned, *later):
        results = computed([delayed(piece)(part, PUBLIC) for part in parts(data, PUBLIC)])
        assert sorted(np.concatenate([some["age"] for some in results]).tolist()) == [7] * 4 + [34] * 5 + [55]


def test_columns_are_asked_for_in_another_order_than_the_frame_has():
    """Then Dask keeps a selection between the frame and what is asked, and made text of all objects again."""
    frames = pytest.importorskip("dask.dataframe")
    frame = with_cell(NO_TEXT["bytes"]).assign(dose=range(10))
    spread = frames.from_pandas(frame, npartitions=3)
    for order in (["age", "dose"], ["dose", "age"]):
        declared = Declaration({name: Number(0, 100) for name in order})
        results = computed([delayed(piece)(part, declared) for part in parts(spread, declared)])
        assert np.concatenate([some["dose"] for some in results]).tolist() == list(range(10))


PLANNED = {
    "sorted": lambda frame: frame.sort_values("dose"),
    "by an index": lambda frame: frame.set_index("dose"),
    "shuffled": lambda frame: frame.shuffle("dose"),
    "cut by size": lambda frame: frame.repartition(partition_size="1kB"),
    "joined": lambda frame: frame.merge(frame[["dose"]], on="dose"),
    "without repetitions": lambda frame: frame.drop_duplicates(subset=["dose"]),
}


@pytest.mark.parametrize("step", PLANNED)
def test_a_step_that_looks_at_other_cells_to_be_planned_is_not_stopped(step):
    """For the borders of a sorted frame Dask reads all of it while it plans, before any task runs."""
    frames = pytest.importorskip("dask.dataframe")
    frame = with_cell(NO_TEXT["bytes"]).assign(dose=range(10))
    data = PLANNED[step](frames.from_pandas(frame, npartitions=3))
    results = computed([delayed(piece)(part, PUBLIC) for part in parts(data, PUBLIC)])
    ages = np.concatenate([some["age"] for some in results if some is not None])
    assert sorted(ages.tolist()) == [7] * 4 + [34] * 5 + [55]


BEGUN = {
    "mapped": lambda frames, halves: frames.from_map(lambda half: half, halves),
    "delayed": lambda frames, halves: frames.from_delayed([delayed(half) for half in halves]),
    "an array": lambda frames, halves: frames.from_array(
        pd.concat(halves).to_numpy(dtype=object), columns=["name", "age"], chunksize=5
    ),
}


@pytest.mark.parametrize("way", BEGUN)
def test_a_frame_begun_in_another_way_is_not_made_text_either(way):
    frames = pytest.importorskip("dask.dataframe")
    frame = with_cell(NO_TEXT["bytes"])
    data = BEGUN[way](frames, [frame[:5], frame[5:]])
    results = computed([delayed(piece)(part, PUBLIC) for part in parts(data, PUBLIC)])
    assert sorted(np.concatenate([some["age"] for some in results]).tolist()) == [7] * 4 + [34] * 5 + [55]


def test_what_stops_dask_before_any_task_runs_quotes_nothing(monkeypatch):
    frames = pytest.importorskip("dask.dataframe")
    monkeypatch.setattr(cluster, "_delayed", lambda frame: str(b"M\xfcller", "utf-8"))
    with pytest.raises(ValueError, match=r"^cannot read data on its cluster: a task failed; ") as refusal:
        parts(frames.from_pandas(with_cell("Ann"), npartitions=3), PUBLIC)
    assert refusal.value.__context__ is None
    assert "0xfc" not in str(refusal.value)
