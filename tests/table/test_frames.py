"""Frames and streams: one row is one person there too, and the type of a column says nothing about a cell."""

from collections import Counter
from decimal import Decimal
from io import StringIO

import numpy as np
import pandas as pd
import pytest

from privcausal.table import cells
from privcausal.table.csv import read_file
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.frames import from_arrow, from_frame, read_parquet
from privcausal.table.inputs import as_table
from privcausal.table.sources import read
from tests.refusals import invoke, refusals
from tests.table.streams import Stream

pa = pytest.importorskip("pyarrow")
from pyarrow import parquet  # noqa: E402

AGE = Declaration({"age": Number(0, 110), "dose": Categories(("low", "high", "1"))})


def pair(table):
    return table["age"].tolist(), table["dose"].tolist()


CELLS = [34, 200.0, None, "7", " 7 ", "seven", True]
CELLS += [10**400, Decimal("2.5"), float("inf"), b"7", object(), ("a",), 1j]
AGES = [34.0, 110.0, 55.0, 7.0, 7.0, 55.0, 1.0, 55.0, 2.5, 55.0, 7.0, 55.0, 55.0, 55.0]
DOSES = ["low", "high ", "1", 1, 1.0, True, np.int64(1), np.float32(1)]
DOSES += [1.5, "", None, "Low", np.nan, Decimal(1)]
CODES = [0, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 2]


def test_cells_of_any_kind():
    frame = pd.DataFrame({"age": pd.Series(CELLS, dtype=object), "dose": pd.Series(DOSES, dtype=object)})
    assert pair(from_frame(frame, AGE)) == (AGES, CODES)


TYPES = "int64 float64 Int64 Float32 uint8 object str category bool boolean int8[pyarrow]"


@pytest.mark.parametrize("dtype", TYPES.split())
def test_the_type_of_a_column_does_not_matter(dtype):
    frame = pd.DataFrame({"age": [1, 0, 1], "dose": [0, 1, 1]}).astype(dtype)
    if frame["age"].dtype == "str":
        frame = frame.replace({"True": "1", "False": "0"})
    assert pair(from_frame(frame, AGE)) == ([1.0, 0.0, 1.0], [3, 2, 2])


MORE = [1 + 0j, np.complex64(2), pd.NA, pd.NaT, 2**63, -(2**70), Decimal("sNaN"), np.longdouble(3)]
TIMES = [np.timedelta64(1, "D"), np.timedelta64(1, "ns"), pd.Timedelta(1), pd.Timestamp("2020")]


@pytest.mark.parametrize("cell", [*CELLS, *MORE, *TIMES, "\ud800", [1]])
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


ODD = [Decimal("1.5"), 10**400, TIMES[3], TIMES[0], [1], b"x", object(), None, "word", 1.5]


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
    monkeypatch.setattr("privcausal.table.numpy_arrays.from_objects", None)
    frame = pd.DataFrame({"age": [34.0, 1j, 7 + 0j, complex("nan")], "dose": [1, 0j, 2, 1j]})
    assert pair(from_frame(frame, AGE)) == ([34.0, 55.0, 7.0, 55.0], [2, 3, 3, 3])


def test_a_frame_too_large_for_doubles_is_that_records_own_affair(recwarn):
    frame = pd.DataFrame({"age": np.array([1, 10], dtype=np.longdouble) ** 4000, "dose": ["low", "high"]})
    assert pair(from_frame(frame, AGE)) == ([1.0, 55.0], [0, 1])
    assert not len(recwarn)


test_names_of_columns_are_needed_once = refusals(
    invoke,
    (
        "data does not have column",
        lambda: read(pd.DataFrame([[1, 2]], columns=["age", "why"]), AGE),
    ),
    (
        "data has several columns of the name of column",
        lambda: read(pd.DataFrame([[1, 2, 3]], columns=["age", "age", "dose"]), AGE),
    ),
    ("data must hold at least one record", lambda: read(pd.DataFrame({"age": [], "dose": []}), AGE)),
    ("data must be a file name, a data frame or an Arrow stream, got list", lambda: read([[1, 2]], AGE)),
)


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


@pytest.mark.parametrize("stored", ["DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY", "PLAIN"])
def test_no_encoding_of_text_stops_a_parquet_file(stored, tmp_path):
    """A writer of Parquet's second version chooses by the cells, and one odd cell had stopped the file."""
    ages = pa.table({"age": ["34", "<7"] * 20, "dose": ["low"] * 40})
    path = tmp_path / "data.parquet"
    parquet.write_table(ages, path, use_dictionary=False, column_encoding={"age": stored, "dose": "PLAIN"})
    assert read(path, AGE).columns["age"].tolist() == read(ages.to_pandas(), AGE).columns["age"].tolist()


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
    """Nor by their class, which may depend on a cell as well."""
    refusals = []
    for error in (RuntimeError, OverflowError):

        class Broken:
            def __arrow_c_stream__(self, requested_schema=None, error=error):
                raise error("cannot convert 'HIV positive' to INT32")

        with pytest.raises(ValueError, match=r"^cannot read data: what holds it failed") as refusal:
            from_arrow(Broken(), AGE)
        assert refusal.value.__context__ is None
        refusals.append(str(refusal.value))
    assert len(set(refusals)) == 1
    assert "Error" not in refusals[0]
    (tmp_path / "text.parquet").write_text("age,dose\n1,low\n")
    with pytest.raises(ValueError, match=r"^cannot read .*text.parquet: it is not a whole Parquet file"):
        read_parquet(tmp_path / "text.parquet", AGE)
    with pytest.raises(ValueError, match="there is no file"):
        read_parquet(tmp_path / "none.parquet", AGE)


def test_a_relation_of_duckdb_computes_declared_columns_alone():
    duckdb = pytest.importorskip("duckdb")
    texts = "select 34 as age, 'low' as dose, 'x' as note"
    failing = duckdb.sql(f'select age, dose, cast(note as integer) as "a note" from ({texts})')
    assert pair(read(failing, AGE)) == ([34.0], [0])
    with pytest.raises(ValueError, match=r"^cannot read data: what holds it failed"):
        read(failing, Declaration({"a note": Number(0, 1)}))


def test_columns_of_dates_are_refused_by_the_schema():
    dates = pa.table({"age": pa.array([0], type=pa.date32()), "dose": ["low"]})
    with pytest.raises(ValueError, match="column 'age' must hold numbers or text, got the type date32"):
        read(dates, AGE)


@pytest.mark.parametrize("kind", [pa.struct([("Ann", pa.bool_())]), pa.list_(pa.field("Ann", pa.int8()))])
def test_names_within_a_structure_are_not_quoted(kind):
    """They can come from a single cell: a reader of JSON gathers them from all records."""
    people = pa.table({"age": pa.array([None], type=kind), "dose": ["low"]})
    with pytest.raises(
        ValueError, match=r"got the type (struct|list); make numbers or text of it where it comes"
    ):
        read(people, AGE)


def test_without_pyarrow_one_sentence_says_so(monkeypatch, tmp_path):
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    with pytest.raises(ValueError, match="pip install pyarrow"):
        read(tmp_path / "data.parquet", AGE)


# --- one cell that other libraries cannot convert ----------------------------------------------------------------


def arrow(cells, kind):
    """A pandas column with Arrow behind it, whose cells are taken as they are."""
    return pd.Series(pd.arrays.ArrowExtensionArray(pa.chunked_array([pa.array(cells).view(kind)])))


NOT_UTF8 = b"HIV-positive \xe9"
FAR = {
    "text that is no UTF-8": lambda: arrow([b"1", NOT_UTF8], pa.string()),
    "a dictionary that is no UTF-8": lambda: pd.Series(
        pd.arrays.ArrowExtensionArray(
            pa.chunked_array([pa.array([b"1", NOT_UTF8]).view(pa.string()).dictionary_encode()])
        )
    ),
    "date32": lambda: arrow(pa.array([1, 2**31 - 1], pa.int32()), pa.date32()),
    "date64": lambda: arrow([1, 2**62], pa.date64()),
    "zoned": lambda: arrow([1, 2**62], pa.timestamp("us", tz="Europe/Berlin")),
    "spans": lambda: arrow([1, 2**62], pa.duration("s")),
    "times": lambda: arrow([1, 2**62], pa.time64("us")),
    "zoned seconds": lambda: pd.Series(np.array([1, 2**40]).astype("M8[s]")).dt.tz_localize("UTC"),
}


@pytest.mark.parametrize("what", FAR)
@pytest.mark.filterwarnings("error")
def test_a_cell_that_pandas_cannot_convert_is_missing(what):
    series = FAR[what]()
    table = from_frame(pd.DataFrame({"age": series, "dose": ["low", "high"], "note": series}), AGE)
    assert pair(table) == ([1.0 if "UTF-8" in what else 55.0, 55.0], [0, 1])


def test_dates_are_missing_whatever_pandas_makes_of_their_column():
    """One word among them makes objects, so their type must not decide."""
    dates = pd.to_datetime(["2020-01-01", "2021-01-01"])
    for column in (dates, list(dates), [dates[0], "word"], dates.tz_localize("UTC"), dates.to_period("D")):
        assert from_frame(pd.DataFrame({"age": column, "dose": ["low", "1"]}), AGE)["age"].tolist() == [
            55,
            55,
        ]


def of_a_kind(kind, **methods):
    """An object that raises whatever is asked of it."""

    def raising(*_):
        raise RuntimeError("HIV positive")

    names = "__str__ __repr__ __float__ __eq__ __hash__ __bool__ __bytes__ encode strip"
    attributes = dict.fromkeys(names.split(), raising) | dict.fromkeys(
        ("__class__", "imag", "real"), property(raising)
    )
    return type("Evil", (kind,), attributes)


@pytest.mark.parametrize(
    ("kind", "arguments", "age"),
    [(object, (), 55), (float, (3.0,), 3), (int, (3,), 3), (str, ("3",), 3), (bytes, (b"3",), 3), (complex, (3,), 3),
     (Decimal, (3,), 3), (np.float64, (3,), 3), (np.float32, (3,), 3), (np.longdouble, (3,), 3)],
)  # fmt: skip
@pytest.mark.parametrize("where", ["frame", "array", "structured"])
def test_no_method_of_a_cell_is_called(kind, arguments, age, where):
    evil = of_a_kind(kind)(*arguments)
    cells = np.empty((2, 2), dtype=object)
    cells[:] = [[34, "low"], [0, 0]]
    cells[1, 0] = cells[1, 1] = evil
    declaration = Declaration(dict(zip(("x0", "x1"), AGE.columns.values(), strict=True)))
    data = cells
    if where == "frame":
        data = pd.DataFrame({f"x{i}": pd.Series(cells[:, i], dtype=object) for i in range(2)})
    if where == "structured":
        data = np.empty(2, dtype=[("x0", object), ("x1", object)])
        data["x0"], data["x1"] = cells[:, 0], cells[:, 1]
    table = as_table(data, declaration)
    assert table["x0"].tolist() == [34.0, age]
    assert table["x1"].tolist() == [0, 3]


def test_an_odd_word_in_a_csv_file_moves_its_own_row_only():
    """With it pandas makes text of the whole column: 1.0, 01 and True must go on being what they were."""
    public = Declaration(
        {"age": Number(0, 110), "dose": Categories((0, 1)), "well": Categories((False, True))}
    )
    lines = ["34,1.0,True", "7.5,01,False", "+8,0,True", "1e1,1e0,TRUE"]
    tables = [
        read(pd.read_csv(StringIO("\n".join(["age,dose,well", *body]))), public)
        for body in (lines, [*lines[:3], "odd,odd,odd"])
    ]
    for name, expected in {"age": [34, 7.5, 8], "dose": [1, 1, 0], "well": [1, 0, 1]}.items():
        assert [table[name][:3].tolist() for table in tables] == [expected] * 2
    assert [table["dose"][3] for table in tables] == [1, 2]


AMOUNTS = ["0.1", "0.3", "1.1", "2.675", "3", "1e-40", "-0.7"]


@pytest.mark.parametrize("digits", [(5, 3), (20, 10), (38, 30), (70, 60)])
def test_a_decimal_is_the_number_that_it_says_whatever_digits_its_column_has(digits, tmp_path):
    """What pyarrow makes of them depends on these digits, which pandas takes from the data: one cell moved all."""
    kind = pa.decimal128(*digits) if digits[0] <= 38 else pa.decimal256(*digits)
    said = [text for text in AMOUNTS if -Decimal(text).as_tuple().exponent <= digits[1]]
    array = pa.array([*map(Decimal, said), None], kind)
    declaration = Declaration({"amount": Number(-5, 5, missing=0.5), "kept": Categories((0.1, 0.3, 2.675))})
    frame = pa.table({"amount": array, "kept": array.dictionary_encode()})
    parquet.write_table(frame, tmp_path / "amounts.parquet")
    objects = pd.DataFrame(dict.fromkeys(("amount", "kept"), pd.Series(array.to_pylist(), dtype=object)))
    for data in (frame, tmp_path / "amounts.parquet", frame.to_pandas(types_mapper=pd.ArrowDtype), objects):
        table = read(data, declaration)
        assert table["amount"].tolist() == [*map(float, said), 0.5]
        codes = {"0.1": 0, "0.3": 1, "2.675": 2}
        assert table["kept"].tolist() == [codes.get(text, 3) for text in [*said, ""]]


MADE = {
    "pandas infers": lambda cells: pd.DataFrame({"amount": pd.Series(cells)}),
    "pandas converts": lambda cells: pd.DataFrame(
        {"amount": pd.Series(cells, dtype=object)}
    ).convert_dtypes(),
    "categories": lambda cells: pd.DataFrame({"amount": pd.Categorical(cells)}),
    "Arrow infers": lambda cells: pa.table({"amount": pa.array(cells)}),
    "Arrow in pandas": lambda cells: pa.table({"amount": pa.array(cells)}).to_pandas(
        types_mapper=pd.ArrowDtype
    ),
}
"""Who takes the type of a column from all of its cells."""


@pytest.mark.parametrize(
    "usual", [(1, 2), (0.1, 0.3), (Decimal("0.1"), Decimal("0.3")), ("0.1", "1"), (True, False)]
)
@pytest.mark.parametrize(
    "last", [0.5, 3, 2**62, None, Decimal("0.25"), Decimal("1e-40"), Decimal("1e20"), "word"]
)
@pytest.mark.parametrize("made", MADE)
def test_a_type_that_is_taken_from_all_cells_moves_none_of_the_others(usual, last, made):
    number, words = Number(0, 9, missing=0, cuts=(0.1, 0.3, 1)), Categories((0.1, 0.3, 1, 2))
    try:
        data = MADE[made]([*usual, last])
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        pytest.skip("Arrow makes no column of these")
    for column in (number, words):
        alone, joined = (
            read(frame, Declaration({"amount": column}))["amount"].tolist()[:2]
            for frame in (pd.DataFrame({"amount": pd.Series(usual, dtype=object)}), data)
        )
        assert joined == alone
