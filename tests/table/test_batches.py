"""Piece by piece, and as often as asked: the same records as in memory."""

from io import BytesIO

import numpy as np
import pandas as pd
import pytest

from privcausal.table.batches import Batches
from privcausal.table.csv import batches
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.sources import read

pa = pytest.importorskip("pyarrow")
from pyarrow import parquet  # noqa: E402

PUBLIC = Declaration({"age": Number(0, 110, cuts=(18,)), "dose": Categories(("low", "high"))})
FRAME = pd.DataFrame(
    {"name": list("abcd"), "age": [3.0, 40.0, None, 200.0], "dose": ["low", "high", "?", None]}
)


def whole(pieces):
    results = list(pieces)
    return {name: np.concatenate([piece[name] for piece in results]).tolist() for name in PUBLIC.columns}


@pytest.mark.parametrize("kind", ["csv", "parquet", "arrow", "frame"])
def test_pieces_together_are_the_records(kind, tmp_path):
    path = tmp_path / f"people.{kind}"
    table = pa.Table.from_pandas(FRAME)
    source = {"arrow": table, "frame": FRAME}.get(kind, path)
    if kind == "csv":
        FRAME.to_csv(path, index=False)
    if kind == "parquet":
        parquet.write_table(table, path, row_group_size=2)
    pieces = Batches(source, PUBLIC)
    expected = {name: values.tolist() for name, values in read(source, PUBLIC).columns.items()}
    assert whole(pieces) == whole(pieces) == expected
    assert expected["age"] == [3.0, 40.0, PUBLIC.columns["age"].substitute, 110.0]
    assert len(list(pieces)) == (2 if kind == "parquet" else 1)


def test_a_stream_is_read_as_it_comes():
    """No batch is asked for before the one before it has been used."""
    asked = []

    def endless():
        while True:
            asked.append(1)
            yield pa.record_batch({"age": [1.0], "dose": ["low"]})

    schema = pa.schema({"age": pa.float64(), "dose": pa.string()})
    pieces = iter(Batches(pa.RecordBatchReader.from_batches(schema, endless()), PUBLIC))
    for many in (1, 2, 3):
        assert next(pieces)["age"].tolist() == [1.0]
        assert len(asked) == many


def test_a_dictionary_of_any_size_is_one_of_categories():
    words = (
        pa.array([*map(str, range(128)), None])
        .dictionary_encode()
        .cast(pa.dictionary(pa.int8(), pa.string()))
    )
    declaration = Declaration({"w": Categories(("5", "127"))})
    result = read(pa.table({"w": words}), declaration)["w"]
    assert np.flatnonzero(result < 2).tolist() == [5, 127]
    numbers = pa.array([7, None, 7]).dictionary_encode()
    assert read(pa.table({"w": numbers}), Declaration({"w": Number(0, 10)}))["w"].tolist() == [7.0, 5.0, 7.0]


def test_blocks_of_a_file_are_bounded():
    body = b"age,dose\n" + b"34,low\n" * 10_000
    results = [len(piece["age"]) for piece in batches(BytesIO(body), PUBLIC, size=7_000)]
    assert sum(results) == 10_000
    assert max(results) <= 1_001
