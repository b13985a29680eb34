"""The same counts from a file, a stream, a DuckDB relation and a Dask cluster."""

import numpy as np
import pandas as pd
import pytest

from privcausal.table.cluster import is_dask
from privcausal.table.count import count
from privcausal.table.counts import count_pieces
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.sources import read

PUBLIC = Declaration(
    {
        "age": Number(0, 110, cuts=(18, 65)),
        "dose": Categories(("low", "high")),
        "well": Categories((0, 1), missing=0),
    }
)
RNG = np.random.default_rng(0)
FRAME = pd.DataFrame(
    {
        "age": np.where(RNG.random(1_000) < 0.1, np.nan, RNG.integers(0, 130, 1_000)),
        "dose": RNG.choice(["low", "high", "?"], 1_000),
        "well": RNG.integers(0, 2, 1_000),
    }
)
EXPECTED = count_pieces(PUBLIC, [read(FRAME, PUBLIC).columns])


def same(result):
    assert len(result) == 1_000
    assert result.blocks.keys() == EXPECTED.blocks.keys()
    return all(np.array_equal(result.blocks[block], counts) for block, counts in EXPECTED.blocks.items())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("people")
    FRAME.to_csv(folder / "people.csv", index=False)
    pytest.importorskip("pyarrow")
    FRAME.to_parquet(folder / "people.parquet")
    return folder


@pytest.mark.parametrize("name", ["people.csv", "people.parquet"])
def test_a_file(folder, name):
    assert same(count(folder / name, PUBLIC))
    assert same(count(str(folder / name), PUBLIC))


def test_a_relation_of_duckdb(folder):
    duckdb = pytest.importorskip("duckdb")
    relation = duckdb.sql(f"select well, age, dose from '{folder / 'people.parquet'}'")
    assert same(count(relation, PUBLIC))


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.mark.parametrize("partitions", [1, 3, 40])
def test_a_cluster_of_dask(cluster, partitions):
    frame = pytest.importorskip("dask.dataframe").from_pandas(FRAME, npartitions=partitions)
    assert is_dask(frame)
    assert not is_dask(FRAME)
    assert same(count(frame, PUBLIC))


def test_empty_partitions_count_nothing(cluster):
    frames = pytest.importorskip("dask.dataframe")
    frame = frames.from_pandas(FRAME.assign(part=np.arange(1_000) // 250), npartitions=4)
    assert len(count(frame[frame.part == 2], PUBLIC)) == 250
    with pytest.raises(ValueError, match="data must hold at least one record"):
        count(frame[frame.part == 9], PUBLIC)


def test_what_goes_wrong_on_a_cluster_quotes_no_cell(cluster):
    frames = pytest.importorskip("dask.dataframe")

    def broken(part):
        raise RuntimeError(f"Ann's dose is {part.dose.iloc[0]}")

    frame = frames.from_pandas(FRAME, npartitions=2).map_partitions(broken, meta=FRAME)
    with pytest.raises(ValueError, match=r"cannot count data on its cluster: a task failed; "):
        count(frame, PUBLIC)
    with pytest.raises(ValueError, match=r"does not have column 1 of those declared"):
        count(frames.from_pandas(FRAME, npartitions=2)[["dose", "well"]], PUBLIC)


def test_a_file_without_records_is_refused(tmp_path):
    (tmp_path / "a.csv").write_text("age,dose,well\n")
    with pytest.raises(ValueError, match=r"a\.csv must hold at least one record, got none"):
        count(str(tmp_path / "a.csv"), PUBLIC)
