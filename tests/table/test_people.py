"""At most K rows of each person: which are kept, what becomes of the others, and what one odd cell may change."""

from collections import Counter
from io import BytesIO

import numpy as np
import pandas as pd
import pytest

from privcausal.table.csv import read_file
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.dialect import Dialect
from privcausal.table.frames import from_frame
from privcausal.table.people import first_rows, limited, of_people, with_identifiers
from privcausal.table.records import Table
from privcausal.table.sources import read
from privcausal.table.stream import open_table
from privcausal.table.unit import Unit

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
