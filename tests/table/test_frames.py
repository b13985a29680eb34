"""Frames and streams: one row is one person there too, and the type of a column says nothing about a cell."""

from collections import Counter
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from privcausal.table import cells
from privcausal.table.csv import read_file
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.frames import from_arrow, from_frame, read_parquet
from privcausal.table.sources import read

pa = pytest.importorskip("pyarrow")
from pyarrow import parquet  # noqa: E402

AGE = Declaration({"age": Number(0, 110), "dose": Categories(("low", "high", "1"))})


def pair(table):
    return table["age"].tolist(), table["dose"].tolist()


CELLS = [
    34,
    200.0,
    None,
    "7",
    " 7 ",
    "seven",
    True,
    10**400,
    Decimal("2.5"),
    float("inf"),
    b"7",
    object(),
    ("a",),
    1j,
]
AGES = [34.0, 110.0, 55.0, 7.0, 7.0, 55.0, 1.0, 55.0, 2.5, 55.0, 55.0, 55.0, 55.0, 55.0]
DOSES = [
    "low",
    "high ",
    "1",
    1,
    1.0,
    True,
    np.int64(1),
    np.float32(1),
    1.5,
    "",
    None,
    "Low",
    np.nan,
    Decimal(1),
]
CODES = [0, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 2]


def test_cells_of_any_kind():
    frame = pd.DataFrame({"age": pd.Series(CELLS, dtype=object), "dose": pd.Series(DOSES, dtype=object)})
    assert pair(from_frame(frame, AGE)) == (AGES, CODES)


@pytest.mark.parametrize(
    "dtype",
    [
        "int64",
        "float64",
        "Int64",
        "Float32",
        "uint8",
        "object",
        "str",
        "category",
        "bool",
        "boolean",
        "int8[pyarrow]",
    ],
)
def test_the_type_of_a_column_does_not_matter(dtype):
    frame = pd.DataFrame({"age": [1, 0, 1], "dose": [0, 1, 1]}).astype(dtype)
    if frame["age"].dtype == "str":
        frame = frame.replace({"True": "1", "False": "0"})
    assert pair(from_frame(frame, AGE)) == ([1.0, 0.0, 1.0], [3, 2, 2])


@pytest.mark.parametrize(
    "cell",
    [
        *(*CELLS, 1 + 0j, np.complex64(2), pd.NA, pd.NaT, 2**63, -(2**70), Decimal("sNaN"), np.longdouble(3)),
        *(
            np.timedelta64(1, "D"),
            np.timedelta64(1, "ns"),
            pd.Timedelta(1),
            pd.Timestamp("2020"),
            "\ud800",
            [1],
        ),
    ],
)
@pytest.mark.parametrize("place", [0, 2])
@pytest.mark.filterwarnings("error")
def test_one_cell_moves_no_other_whatever_it_makes_of_the_column(cell, place):
    """A complex number among numbers makes all of them complex; a span of time is no number. No warning tells."""
    rows = [[34.0, 1], [5.0, 1], [60, "low"]]
    there = [*rows]
    there[place] = [cell, cell]
    plain, other = (
        pair(from_frame(pd.DataFrame({"age": [a for a, _ in table], "dose": [b for _, b in table]}), AGE))
        for table in (rows, there)
    )
    kept = [i for i in range(3) if i != place]
    assert [[column[i] for i in kept] for column in plain] == [[column[i] for i in kept] for column in other]


ODD = [
    Decimal("1.5"),
    10**400,
    pd.Timestamp("2020"),
    np.timedelta64(1, "D"),
    [1],
    b"x",
    object(),
    None,
    "word",
    1.5,
]


@pytest.mark.parametrize("usual", [1, 0.5, "low", True])
@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("name", ["age", "dose"])
def test_an_odd_cell_takes_its_own_share_of_the_work(usual, odd, name, monkeypatch):
    """Counted in cells, because seconds differ from run to run: all others are read as they are without it."""
    searched, parsed = Counter(), Counter()
    monkeypatch.setattr(cells, "_real", counting(cells._real, searched, lambda _: 1))
    monkeypatch.setattr(
        cells, "from_text", counting(cells.from_text, parsed, lambda _, texts, __: len(texts))
    )
    for cell in (usual, odd):
        column = pd.Series([usual] * 500 + [cell] + [usual] * 500, dtype=object)
        key = "odd" if cell is odd else "usual"
        for counter in (searched, parsed):
            counter.key = key
        from_frame(pd.DataFrame({name: column}), AGE.only([name]))
    assert searched["usual"] == 0
    assert parsed["usual"] == (1001 if usual == "low" else 0)
    assert abs(searched["odd"] - searched["usual"]) <= 1
    assert abs(parsed["odd"] - parsed["usual"]) <= 1


def counting(function, counter, work):
    def counted(*arguments):
        counter[counter.key] += work(*arguments)
        return function(*arguments)

    return counted


def test_a_complex_cell_among_numbers_changes_no_work(monkeypatch):
    """It makes the whole column complex, which is read at once like one of numbers."""
    monkeypatch.setattr(cells, "from_objects", None)
    monkeypatch.setattr("privcausal.table.frames.from_objects", None)
    frame = pd.DataFrame({"age": [34.0, 1j, 7 + 0j, complex("nan")], "dose": [1, 0j, 2, 1j]})
    assert pair(from_frame(frame, AGE)) == ([34.0, 55.0, 7.0, 55.0], [2, 3, 3, 3])


def test_a_frame_too_large_for_doubles_is_that_records_own_affair(recwarn):
    frame = pd.DataFrame({"age": np.array([1, 10], dtype=np.longdouble) ** 4000, "dose": ["low", "high"]})
    assert pair(from_frame(frame, AGE)) == ([1.0, 55.0], [0, 1])
    assert not len(recwarn)


def test_names_of_columns_are_needed_once():
    with pytest.raises(ValueError, match="data has no column 'dose'; it has age, 3"):
        read(pd.DataFrame([[1, 2]], columns=["age", 3]), AGE)
    with pytest.raises(ValueError, match="data has 2 columns named 'age'"):
        read(pd.DataFrame([[1, 2, 3]], columns=["age", "age", "dose"]), AGE)
    with pytest.raises(ValueError, match="data must hold at least one record"):
        read(pd.DataFrame({"age": [], "dose": []}), AGE)
    with pytest.raises(
        ValueError, match="data must be a file name, a data frame or an Arrow stream, got list"
    ):
        read([[1, 2]], AGE)


class Stream:
    """What Polars and DuckDB offer, and nothing else."""

    def __init__(self, table):
        self.table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)


COLUMNS = [
    (pa.array([34, None, 200]), [34.0, 55.0, 110.0]),
    (pa.array([34.5, float("nan"), float("inf")]), [34.5, 55.0, 55.0]),
    (pa.array([Decimal("1.5"), None, Decimal("-1.0")]), [1.5, 55.0, 0.0]),
    (pa.array([True, False, None]), [1.0, 0.0, 55.0]),
    (pa.array([None, None, None]), [55.0] * 3),
    (pa.array(["34", "x", None]), [34.0, 55.0, 55.0]),
    (pa.array(["34", "x", None]).dictionary_encode(), [34.0, 55.0, 55.0]),
    (pa.array([b"34", b"\xff", None]), [34.0, 55.0, 55.0]),
    (pa.array(["34", "x", None], type=pa.large_string()), [34.0, 55.0, 55.0]),
    (pa.array(["34", "x", None], type=pa.string_view()), [34.0, 55.0, 55.0]),
]


@pytest.mark.parametrize(("array", "expected"), COLUMNS, ids=lambda value: str(getattr(value, "type", "")))
def test_streams_and_parquet_give_what_was_declared(array, expected, tmp_path):
    data = pa.table({"id": [1, 2, 3], "age": array, "dose": ["low", "high", "?"]})
    cut = pa.concat_tables([data.slice(0, 1), data.slice(1)])
    assert pair(read(Stream(cut), AGE)) == (expected, [0, 1, 3])
    parquet.write_table(data, tmp_path / "data.parquet", row_group_size=2)
    assert pair(read(tmp_path / "data.parquet", AGE)) == (expected, [0, 1, 3])


def test_all_doors_lead_to_the_same_table():
    text = b"age,dose\n34,low\n,1\n7.5,none\n"
    frame = pd.DataFrame({"age": [34, None, 7.5], "dose": ["low", 1, "none"]})
    stream = pa.table({"age": [34, None, 7.5], "dose": ["low", "1", "none"]})
    from io import BytesIO

    assert pair(read_file(BytesIO(text), AGE)) == pair(read(frame, AGE)) == pair(read(stream, AGE))


def test_foreign_failures_are_told_without_their_words(tmp_path):
    class Broken:
        def __arrow_c_stream__(self, requested_schema=None):
            raise RuntimeError("cannot convert 'HIV positive' to INT32")

    with pytest.raises(ValueError, match=r"^cannot read data: RuntimeError$") as refusal:
        from_arrow(Broken(), AGE)
    assert refusal.value.__suppress_context__
    (tmp_path / "text.parquet").write_text("age,dose\n1,low\n")
    with pytest.raises(ValueError, match=r"^cannot read .*text.parquet: ArrowInvalid$"):
        read_parquet(tmp_path / "text.parquet", AGE)
    with pytest.raises(ValueError, match="No such file"):
        read_parquet(tmp_path / "none.parquet", AGE)


def test_columns_of_dates_are_refused_by_the_schema():
    dates = pa.table({"age": pa.array([0], type=pa.date32()), "dose": ["low"]})
    with pytest.raises(ValueError, match="column 'age' must hold numbers or text, got the type date32"):
        read(dates, AGE)


def test_without_pyarrow_one_sentence_says_so(monkeypatch, tmp_path):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    with pytest.raises(ValueError, match=r"pip install privcausal\[arrow\]"):
        read(tmp_path / "data.parquet", AGE)
