"""Larger than memory: what was counted or summed gives, with the same noise, the same answer as the records."""

import tracemalloc

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.graphs.ask_once.streamed import Streamed
from privcausal.graphs.ask_once.streamed_mixed import StreamedMixed
from privcausal.graphs.ask_once.streamed_pairs import Paired
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.streamed import discover, opened, release
from privcausal.privacy.price import Price, Relation
from privcausal.table.counts import Counted
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table
from privcausal.table.sources import is_reader, read

ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
SURVEY = network("survey")
DECLARED = Declaration(
    {name: Categories(values) for name, values in zip(SURVEY.nodes, SURVEY.categories, strict=True)}
)


@pytest.fixture(scope="module")
def people():
    codes = SURVEY.sample(20_000, np.random.default_rng(0))
    return pd.DataFrame(
        {name: np.array(SURVEY.categories[i])[codes[:, i]] for i, name in enumerate(SURVEY.nodes)}
    )


@pytest.fixture(scope="module")
def folder(people, tmp_path_factory):
    folder = tmp_path_factory.mktemp("survey")
    people.to_csv(folder / "survey.csv", index=False)
    pytest.importorskip("pyarrow")
    people.to_parquet(folder / "survey.parquet")
    return folder


def sources(folder, people):
    """As far as they are installed here, all ways in which a table may come."""
    pa = pytest.importorskip("pyarrow")
    yield folder / "survey.csv"
    yield folder / "survey.parquet"
    yield pa.Table.from_pandas(people)
    yield pa.Table.from_pandas(people).to_reader(max_chunksize=999)
    try:
        import duckdb
    except ImportError:
        pass
    else:
        yield duckdb.sql(f"select * from '{folder / 'survey.parquet'}'")
    try:
        import dask.dataframe
    except ImportError:
        pass
    else:
        yield dask.dataframe.from_pandas(people, npartitions=3)


def test_every_source_gives_the_graph_and_the_release_of_the_records(folder, people):
    table = read(people, DECLARED)
    options = {"method": "once", "epsilon": 1, "delta": 1e-6}
    graph = discover(table, **options, rng=np.random.default_rng(1))
    noisy = release(table, ONE, np.random.default_rng(1))
    kinds = 0
    for again in (False, True):
        for source in sources(folder, people):
            found = opened(source, DECLARED)
            assert isinstance(found, Counted)
            assert found.columns == list(table.columns)
            if again:
                assert release(found, ONE, np.random.default_rng(1)).to_json() == noisy.to_json()
            else:
                assert discover(found, **options, rng=np.random.default_rng(1)).to_json() == graph.to_json()
            kinds += 1
    assert kinds >= 8


def test_numbers_are_summed_wherever_they_lie(tmp_path):
    rng, path = np.random.default_rng(0), tmp_path / "numbers.csv"
    frame = pd.DataFrame(rng.normal(size=(3_000, 3)) @ [[1, 2, 0], [0, 1, 1], [0, 0, 1]], columns=list("abc"))
    frame.to_csv(path, index=False)
    public = Declaration(dict.fromkeys("abc", Number()))
    table = pytest.importorskip("pyarrow").Table.from_pandas(frame)
    spread = pytest.importorskip("dask.dataframe").from_pandas(frame, npartitions=3)
    for row_norm in (None, 5.0):
        options = {"method": "once-linear", "epsilon": 1, "delta": 1e-6, "row_norm": row_norm}
        plain = discover(read(path, public), **options, rng=np.random.default_rng(1))
        assert len(plain.edges()) > 0
        for source in (path, table, spread, table.to_reader()):
            found = opened(source, public, "once-linear", row_norm)
            many_looks_at_a_reader = row_norm is None and is_reader(source)
            assert isinstance(found, Table if many_looks_at_a_reader else Streamed)
            assert discover(found, **options, rng=np.random.default_rng(1)).to_json() == plain.to_json()


NUMBERS = Declaration(dict.fromkeys("abc", Number(-20, 20)))
MIXED = Declaration({"a": Number(-20, 20), "b": Number(-20, 20), "c": Number(-20, 20, cuts=(-1, 1))})


@pytest.mark.parametrize(
    ("method", "public", "kind"),
    [("once-correlations", NUMBERS, Paired), ("once-mixed", MIXED, StreamedMixed)],
)
def test_every_source_of_numbers_gives_the_graph_of_the_records(tmp_path, method, public, kind):
    pytest.importorskip("pyarrow")
    numbers = np.random.default_rng(0).normal(size=(20_000, 3)) @ [[1, 1, 0], [0, 1, 0], [0, 1, 1]]
    people = pd.DataFrame(numbers, columns=list("abc")).sort_values("a")
    people.to_csv(tmp_path / "survey.csv", index=False)
    people.to_parquet(tmp_path / "survey.parquet")
    options = {"method": method, "epsilon": 1, "delta": 1e-6}
    graph = discover(read(people, public), **options, rng=np.random.default_rng(1))
    assert len(graph.edges()) == 2
    assert graph.pairs[1].seen_from
    kinds = []
    for source in sources(tmp_path, people):
        found = opened(source, public, method)
        kinds.append(type(found))
        assert (len(found), list(found.columns)) == (20_000, list("abc"))
        assert discover(found, **options, rng=np.random.default_rng(1)).to_json() == graph.to_json()
    assert kinds.count(Table) == 1, "what can be gone through only once is kept"
    assert kinds.count(kind) >= 3


def test_numbers_too_few_for_anything_are_refused_before_anything_is_drawn(tmp_path):
    (tmp_path / "few.csv").write_text("a,b,c\n" + "1,2,3\n" * 20)
    for method, public in (("once-correlations", NUMBERS), ("once-mixed", MIXED)):
        found = opened(tmp_path / "few.csv", public, method)
        assert not isinstance(found, Table)
        with pytest.raises(ValueError, match="must have more records"):
            discover(found, method=method, epsilon=0.1, delta=1e-6, rng=None)


def test_a_bound_on_rows_is_refused_where_it_means_nothing(tmp_path):
    (tmp_path / "many.csv").write_text("a,b,c\n" + "1,2,3\n" * 500)
    for method, public in (("once-correlations", NUMBERS), ("once-mixed", MIXED)):
        found = opened(tmp_path / "many.csv", public, method, row_norm=1.0)
        with pytest.raises(ValueError, match="row_norm"):
            discover(found, method=method, epsilon=1, delta=1e-6, row_norm=1.0, rng=None)


def test_other_methods_and_fine_tables_take_all_records(folder, monkeypatch):
    assert isinstance(opened(folder / "survey.csv", DECLARED, "em-pc"), Table)
    monkeypatch.setattr("privcausal.table.counts.MOST_CELLS", 10)
    assert isinstance(opened(folder / "survey.csv", DECLARED), Table)


def test_what_cannot_be_asked_is_refused_before_anything_is_drawn(folder, tmp_path):
    found = opened(folder / "survey.csv", DECLARED)
    with pytest.raises(ValueError, match="row_norm is for numbers"):
        discover(found, method="once", epsilon=1, delta=1e-6, row_norm=1.0, rng=None)
    (tmp_path / "few.csv").write_text("A,S\n" + "young,M\n" * 20)
    few = opened(tmp_path / "few.csv", DECLARED.only(["A", "S"]))
    for ask in (
        lambda: discover(few, method="once", epsilon=1, delta=1e-6, rng=None),
        lambda: release(few, ONE, None),
    ):
        with pytest.raises(ValueError, match="must have more records"):
            ask()


def test_a_cluster_is_asked_for_counts_and_sums_alone(people):
    frame = pytest.importorskip("dask.dataframe").from_pandas(people, npartitions=2)
    with pytest.raises(ValueError, match=r"by release or by a method .* 'once'.*\.compute\(\)"):
        opened(frame, DECLARED, "em-pc")
    found = privcausal.discover(frame, epsilon=1, delta=1e-6, declare=DECLARED)
    assert found.method == "once"
    assert privcausal.release(frame, epsilon=1, delta=1e-6, declare=DECLARED).records == len(people)


def test_memory_does_not_grow_with_the_file(tmp_path):
    """Eight times as many records take no more memory, within a few megabytes."""
    peaks = []
    for many in (1, 8):
        path = tmp_path / f"{many}.csv"
        path.write_bytes(b"A,S\n" + b"young,M\nold,F\n" * (200_000 * many))
        tracemalloc.start()
        assert len(opened(path, DECLARED.only(["A", "S"]))) == 400_000 * many
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 4e6
    assert peaks[0] < 64e6


def test_memory_does_not_grow_with_a_parquet_file(tmp_path):
    """What pyarrow reads ahead it would keep, whole files of it."""
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    group = pa.table({name: np.random.default_rng(0).normal(size=50_000) for name in "ab"})
    peaks = []
    for many in (2, 24):
        path = tmp_path / f"{many}.parquet"
        with parquet.ParquetWriter(path, group.schema) as writer:
            for _ in range(many):
                writer.write_table(group)
        tracemalloc.start()
        assert len(opened(path, NUMBERS.only(["a", "b"]), "once-linear")) == 50_000 * many
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] + 4e6
