"""At most K rows of each person: which are kept, what becomes of the others, and what one odd cell may change."""

from collections import Counter
from io import BytesIO
from uuid import UUID

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.claims.table import hostile
from privcausal.table.csv import read_file
from privcausal.table.declaration import Categories, Declaration, Identifier, Number
from privcausal.table.dialect import Dialect
from privcausal.table.frames import from_frame
from privcausal.table.inputs import as_table
from privcausal.table.people import first_rows, limited, of_people, with_identifiers
from privcausal.table.records import Table
from privcausal.table.sources import read
from privcausal.table.stream import open_table
from privcausal.table.unit import Unit
from tests.table.streams import Stream, of_objects

COLUMNS = {"pain": Number(0, 10, missing=0), "well": Categories(("no", "yes"))}


def declared(rows=2, keep=None):
    return Declaration(COLUMNS, unit=Unit(rows, "id", keep))


def visits(people=50, each=4):
    """Every row has a pain of its own."""
    pain = np.linspace(1, 9, people * each)
    return pd.DataFrame({"id": np.repeat(np.arange(people), each), "pain": pain, "well": "yes"})


def test_the_first_rows_of_each_person_are_kept_and_the_others_are_blank():
    frame = visits()
    table = read(frame, declared(rows=3))
    assert len(table) == len(frame)
    assert list(table.columns) == ["pain", "well"]
    wanted = frame.pain[np.arange(len(frame)) % 4 < 3].tolist() + [0.0] * 50
    assert sorted(table["pain"].tolist()) == sorted(wanted)
    assert Counter(table["well"].tolist()) == {1: 150, 2: 50}
    assert set(table["well"][table["pain"] == 0]) == {2}  # blank in all columns at once


def test_the_order_is_random_and_repeats_with_a_seed():
    frame = visits()
    orders = [read(frame, declared(rows=4), seed)["pain"].tolist() for seed in (None, None, 1, 1)]
    assert orders[0] != orders[1]
    assert orders[2] == orders[3]
    assert sorted(orders[0]) == sorted(orders[2]) == frame.pain.tolist()


def test_blank_rows_are_mixed_among_the_others():
    """At the end they would tell how many there are, and a row more or less would move two places."""
    table = read(visits(), declared(rows=1))
    assert 0 < (table["pain"][:150] == 0).sum() < 150


def test_so_many_rows_are_drawn_and_none_is_blank():
    pain = read(visits(), declared(rows=3, keep=120))["pain"]
    assert len(pain) == 120
    assert len(set(pain)) == 120
    assert 0 not in pain
    more = read(visits(), declared(rows=1, keep=60))["pain"]
    assert len(more) == 60
    assert (more == 0).sum() == 10


def test_each_kept_row_is_drawn_as_often():
    frame = visits(people=5, each=2)
    drawn = Counter(x for seed in range(600) for x in read(frame, declared(1, keep=2), seed)["pain"].tolist())
    assert len(drawn) == 5
    assert min(drawn.values()) > 240 - 5 * 12


def test_a_row_without_identifier_is_nobodys():
    text = b"id,pain\nAnn,1\n,2\nNA,3\nAnn,4\nbroken,line,5\n nan ,6\nBo,7\nAnn,8\n"
    table = read_file(
        BytesIO(text), with_identifiers(Declaration({"pain": Number(0, 10)}, unit=Unit(2, "id")))
    )
    assert np.isnan(table["id"]).tolist() == [False, True, True, False, True, True, False, False]
    assert first_rows(table["id"], 2).tolist() == [0, 3, 6]


def test_words_are_compared_as_they_are_written_and_numbers_as_numbers():
    large = 2**60
    text = f'id,pain\nAnn,1\n Ann ,2\n"Ann",3\nann,4\n7,5\n07,6\n7.0,7\n{large},8\n{large + 1},9\n'.encode()
    keys = read_file(
        BytesIO(text), with_identifiers(Declaration({"pain": Number(0, 10)}, unit=Unit(2, "id")))
    )["id"]
    assert keys[0] == keys[1] == keys[2] != keys[3]
    assert keys[4] == keys[5] == keys[6] != keys[0]
    assert np.isnan(keys[7:]).all()


@pytest.mark.parametrize(
    "odd", ["x", "", None, np.nan, 1.5, True, "1e999", b"\xff", object(), 10**400, "nan", "\ud800"]
)
def test_one_odd_identifier_leaves_all_others_as_they_are(odd):
    """It turns the column into text, decimals or objects, and must not make one person of two, or two of one."""
    plain = [1, 2, 2, 10, 1, 3, 3]
    changed = pd.DataFrame({"id": pd.Series([*plain, odd], dtype=object), "pain": 1.0})
    same = pd.DataFrame({"id": [*plain, 4], "pain": 1.0})
    public = with_identifiers(Declaration({"pain": Number(0, 10)}, unit=Unit(2, "id")))
    one, other = from_frame(same, public)["id"], from_frame(changed, public)["id"]
    assert one[:7].tolist() == other[:7].tolist()


def test_a_csv_read_by_pandas_with_one_odd_word_has_the_same_people():
    lines = "id,pain\n1,1\n01,2\n2,3\n1.0,4\n{},5\n"
    public = with_identifiers(Declaration({"pain": Number(0, 10)}, unit=Unit(2, "id")))
    keys = [
        from_frame(pd.read_csv(BytesIO(lines.format(last).encode())), public)["id"][:4]
        for last in ("3", "odd")
    ]
    assert keys[0].tolist() == keys[1].tolist()
    assert len(set(keys[0])) == 2


def test_words_and_numbers_do_not_collide():
    frame = pd.DataFrame({"id": [f"P{i}" for i in range(20_000)], "pain": 1.0})
    keys = from_frame(frame, with_identifiers(Declaration({"pain": Number(0, 10)}, unit=Unit(1, "id"))))["id"]
    assert len(set(keys)) == 20_000
    assert (keys < -1e100).all()


def test_arrow_streams_are_cut_too():
    pyarrow = pytest.importorskip("pyarrow")
    stream = pyarrow.Table.from_pandas(visits())
    assert sorted(read(stream, declared(rows=3))["pain"]) == sorted(read(visits(), declared(rows=3))["pain"])


def test_a_file_that_is_counted_in_pieces_is_read_as_a_whole(tmp_path):
    path = tmp_path / "visits.csv"
    visits().to_csv(path, index=False)
    table = open_table(path, declared(rows=1).only(["well"]))
    assert isinstance(table, Table)
    assert Counter(table["well"].tolist()) == {1: 50, 2: 150}


def test_a_column_of_identifiers_is_not_asked_about():
    with pytest.raises(ValueError, match="person must be a column of identifiers, and this one is declared"):
        read(visits(), Declaration(COLUMNS, unit=Unit(1, "pain")))
    with pytest.raises(ValueError, match="does not have column"):
        read(visits(), Declaration(COLUMNS, unit=Unit(1, "nobody")))


def test_a_table_that_was_read_knows_no_identifiers():
    table = read(visits(), Declaration(COLUMNS))
    assert of_people(table, Unit(4)).declaration.unit == Unit(4)
    for before, unit in ((table, Unit(4, "id")), (read(visits(), declared()), Unit(1))):
        with pytest.raises(ValueError, match="must be left out for a table whose identifiers"):
            of_people(before, unit)


def test_nobody_at_all_is_a_blank_table():
    frame = visits().assign(id=None)
    assert set(read(frame, declared())["well"]) == {2}
    cells = {"pain": np.ones(3), "well": np.ones(3, dtype=np.uint8), "id": np.full(3, np.nan)}
    assert limited(Table(with_identifiers(declared()), cells), declared())["pain"].tolist() == [0, 0, 0]


@pytest.mark.parametrize("wide", [2**53, 2**60, float(2**60), str(2**60), "1e999", "inf", np.inf])
def test_an_identifier_that_floats_would_confuse_is_nobodys(wide):
    public = with_identifiers(Declaration({"pain": Number(0, 10)}, unit=Unit(1, "id")))
    frame = pd.DataFrame({"id": [wide], "pain": [1.0]})
    assert np.isnan(from_frame(frame, public)["id"]).all()


def test_more_rows_than_there_are_cannot_be_kept():
    frame = pd.DataFrame({"id": [1, 2], "pain": [1.0, 2.0]})
    public = Declaration({"pain": Number(0, 10)}, unit=Unit(1, "id", 3))
    with pytest.raises(ValueError, match="keep_rows must be at most the number of rows, here 2, got 3"):
        limited(from_frame(frame, with_identifiers(public)), public)


def test_a_decimal_comma_makes_the_same_people_of_text_and_of_numbers():
    """One odd word turns pandas' column of numbers into text, and used to make two people of one."""
    lines = "id;pain\n1,5;1\n1,50;2\n2,5;3\n{};5\n"
    public = Declaration({"pain": Number(0, 10)}, Dialect(sep=";", decimal=","), unit=Unit(2, "id"))
    for last in ("3,5", "odd"):
        text = lines.format(last).encode()
        keys = [
            from_frame(pd.read_csv(BytesIO(text), sep=";", decimal=","), with_identifiers(public))["id"],
            read_file(BytesIO(text), with_identifiers(public))["id"],
        ]
        for key in keys:
            assert key[0] == key[1] != key[2]


# --- what identifies nobody --------------------------------------------------------------------------------------

IDS = Declaration({"id": Identifier()})


def people_in(data):
    """How many a table has, and how many of its rows are nobody's."""
    keys = as_table(data, IDS)["id"]
    return len(np.unique(keys[~np.isnan(keys)])), int(np.isnan(keys).sum())


def uuids(people=50, each=4):
    """Every row has an object of its own, as a database gives them."""
    return visits(people, each).assign(id=[UUID(int=row // each + 2**100) for row in range(people * each)])


def as_they_come(frame, folder):
    """A table of Polars, and the ways on which nobody sees any more whose it was."""
    held = of_objects(frame, "id")
    yield Stream(held)
    yield held
    yield Stream(held.set_column(2, "id", held["id"].combine_chunks().dictionary_encode()))
    pytest.importorskip("pyarrow.parquet").write_table(held, folder / "visits.parquet")
    yield folder / "visits.parquet"
    yield pytest.importorskip("duckdb").sql("select * from held")


def test_the_address_of_an_object_identifies_nobody(tmp_path):
    """Every row had been a person of its own, all were kept, and the price was that of one."""
    pytest.importorskip("pyarrow")
    frame = uuids()
    purse = privcausal.budget(tmp_path / "purse.json", epsilon=1)
    words = r"^column 'id' must hold numbers or text, got the type .*; make numbers or text of it .* in Polars with"
    for data in as_they_come(frame, tmp_path):
        with pytest.raises(ValueError, match=words):
            privcausal.check(data, epsilon=1, declare=COLUMNS, person="id", budget=purse)
    assert not (tmp_path / "purse.json").exists()
    assert people_in(of_objects(frame, "id").to_pandas()) == (0, 200)


def test_a_column_of_objects_from_polars_is_not_silently_missing():
    pytest.importorskip("pyarrow")
    with pytest.raises(
        ValueError, match="column 'pain' must hold numbers or text, got the type fixed_size_binary"
    ):
        read(Stream(of_objects(visits(), "pain")), Declaration(COLUMNS))


def test_of_all_types_of_a_stream_numbers_and_text_identify_people():
    """By construction: whatever else Arrow has, or will have, is refused by its type."""
    pa = pytest.importorskip("pyarrow")
    taken = set()
    for kind in hostile.arrow_kinds():
        column = kind(range(10))
        try:
            people_in(Stream(pa.table({"id": column})))
        except ValueError as refusal:
            assert "got the type" in str(refusal)  # noqa: PT017
        else:
            meant = getattr(column.type, "value_type", column.type)
            taken.add(str(meant).split("(")[0])
    numbers = "int8 int16 int32 int64 uint8 uint16 uint32 uint64 halffloat float double bool null"
    decimals = "decimal32 decimal64 decimal128 decimal256"
    assert taken == set(f"{numbers} {decimals} string large_string string_view".split())


def test_a_uuid_is_the_text_that_it_is_everywhere_else():
    frame = uuids()
    texts = frame.assign(id=frame["id"].map(str))
    array = np.array([(one,) for one in frame["id"]], dtype=[("id", object)])
    for data in (frame, frame.astype({"id": "category"}), texts, array):
        assert people_in(data) == (50, 0)
    mixed = pd.concat([frame[["id"]], texts[["id"]]], ignore_index=True)
    assert people_in(mixed) == (50, 0)

    class Other(UUID):
        def __str__(self):
            raise RuntimeError("HIV positive")

    broken = UUID(int=7)
    object.__setattr__(broken, "int", "HIV positive")
    odd = pd.DataFrame({"id": pd.Series([Other(int=1), broken, *frame["id"]], dtype=object)})
    assert people_in(odd) == (50, 2)


BYTES = {
    "text": ([b"p7", b"p7 ", "Zo\u00eb".encode(), b"8"], (3, 0)),
    "the bytes of UUIDs": ([UUID(int=one + 10**20).bytes for one in range(50)], (0, 50)),
    "no UTF-8": ([b"M\xfcller", b"\xed\xa0\x80"], (0, 2)),
}


@pytest.mark.parametrize("what", BYTES)
def test_bytes_identify_people_if_they_are_text(what):
    """Sequential numbers whose last byte is a blank had been one person. One odd cell can change the type of pandas."""
    cells, expected = BYTES[what]
    pa = pytest.importorskip("pyarrow")
    objects = pd.Series(cells, dtype=object)
    backed = pd.Series(cells, dtype=pd.ArrowDtype(pa.binary()))
    keys = [as_table(pd.DataFrame({"id": series}), IDS)["id"] for series in (objects, backed)]
    assert np.array_equal(*keys, equal_nan=True)
    for data in (pd.DataFrame({"id": objects}), np.array([(one,) for one in cells], dtype=[("id", "S16")])):
        assert people_in(data) == expected


class Patient:
    """An object without a text of its own."""


@pytest.mark.parametrize("way", ["words", "DuckDB", "a file"])
def test_the_text_of_an_address_identifies_nobody(way, tmp_path):
    """DuckDB and `astype(str)` give each row's object another one, and each row had been a person."""
    frame = pd.DataFrame({"id": pd.Series([Patient() for _ in range(6)], dtype=object)})
    frame.loc[0, "id"] = (Patient(),)
    data = frame.astype(str)
    if way == "DuckDB":
        data = pytest.importorskip("duckdb").sql("select * from frame")
    if way == "a file":
        data.to_csv(tmp_path / "visits.csv", index=False)
        data = tmp_path / "visits.csv"
    assert people_in(data) == (0, 6)
    assert people_in(pd.DataFrame({"id": ["ward at 0x7f", "ward <7>"]})) == (2, 0)


def test_numbers_with_a_point_identify_alike_as_text_and_as_floats():
    """Many programs write 17 digits; one odd identifier leaves a column text, and must not change all others."""
    written = ["12.067600000000001", "12.0676", "0.30000000000000004", "0.3", "12.5", "1e-400"]
    numbers, text = ([*map(float, written), 7.0], [*written, "unknown-7"])
    assert people_in(pd.DataFrame({"id": numbers})) == people_in(pd.DataFrame({"id": text})) == (6, 0)
