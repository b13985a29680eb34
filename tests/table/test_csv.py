"""Files of text: what moved correlations when an ordinary reader read them now touches one record."""

import time
import warnings
from io import BytesIO

import numpy as np
import pandas as pd
import pytest

from privcausal.table.csv import batches, read_csv, read_file
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.dialect import Dialect

TWO = Declaration({"x": Number(-9, 9), "dose": Categories(("low", "high"))})


def table(body, header=b"x,dose", declaration=TWO):
    return read_file(BytesIO(header + b"\n" + body), declaration)


def cells(body, **options):
    read = table(body, **options)
    return list(zip(read["x"].tolist(), read["dose"].tolist(), strict=True))


GOOD = [f"{i % 7 - 3},{'low' if i % 2 else 'high'}".encode() for i in range(1_000)]
HOSTILE = {
    "one comma too many": b"1,low,",
    "a cell too few": b"1",
    "a quote that is never closed": b'1,"low',
    "a quote in front": b'"1,low',
    "a bare carriage return": b"1,low\r1,low",
    "NUL": b"1,lo\0w",
    "not UTF-8": b"1,\xff\xfe",
    "nothing": b"",
    "a word for a number": b"HIV positive,low",
    "a megabyte": b"1," + b"9" * (1 << 20),
    "infinite": b"1e999,low",
    "another separator": b"1;low",
    "Unicode's line separator": "1,\u2028low".encode(),
    "end of file, as DOS had it": b"1,low\x1a",
}


@pytest.mark.parametrize("place", [0, 500, 999])
@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_line_touches_its_own_record(what, place):
    body = [*GOOD[:place], HOSTILE[what], *GOOD[place + 1 :]]
    plain, read = table(b"\n".join(GOOD) + b"\n"), table(b"\n".join(body) + b"\n")
    assert len(read) == len(plain) == 1_000
    for name in TWO.columns:
        assert np.delete(read[name] != plain[name], place).sum() == 0


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"1,low", (1.0, 0)),
        (b"1,low\r", (1.0, 0)),
        (b" 1 , low ", (1.0, 0)),
        (b'"1","low"', (1.0, 0)),
        (b"+1e-1,high", (0.1, 1)),
        (b"-50,High", (-9.0, 2)),
        (b"50,", (9.0, 2)),
        (b'"a,b",low', (0.0, 0)),
        (b'"1,low', (0.0, 2)),
        (b"1,low,", (0.0, 2)),
        (b"0x1,1_0", (0.0, 2)),
    ],
)
def test_cells_stand_for_what_was_declared(line, expected):
    assert cells(line + b"\n") == [expected]


def test_a_line_is_a_line_whatever_ends_the_file():
    assert len(table(b"1,low")) == len(table(b"1,low\n")) == len(table(b"1,low\r\n")) == 1
    assert len(table(b"1,low\n\n")) == len(table(b"\n1,low")) == len(table(b"\n\n")) == 2
    assert cells(b"\n1,low\n") == [(0.0, 2), (1.0, 0)]


def test_headers_with_a_mark_quotes_and_strange_neighbours():
    assert cells(b"7,1,low\n", header=b'\xef\xbb\xbf"id, as given","x",dose\r') == [(1.0, 0)]
    assert cells(b"1,7,8,low\n", header=b"x,id,id, dose ") == [(1.0, 0)]


def test_decimal_commas_and_other_encodings():
    dialect = Dialect("semicolon", ",", "latin-1")
    declaration = Declaration({"größe": Number(0, 3), "wo": Categories(("Köln", "Ulm"))}, dialect)
    read = read_file(BytesIO("größe;wo\n1,85;Köln\n1.85;Ulm\n1,8,5;K?ln\n".encode("latin-1")), declaration)
    assert read["größe"].tolist() == [1.85, 1.5, 1.5]
    assert read["wo"].tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"x,dose\n", "at least one record, got none"),
        (b"x,dose", "at least one record, got none"),
        (b"x,dose\r1,low\r2,low\r", "must end its lines with newlines"),
        (b"x;dose\n1;low\n", "does it want sep ';'"),
        (b"x,why\n1,low\n", "does not have column"),
        (b"x,dose,x\n1,low,2\n", "has several columns of the name of column"),
        (b"\xff\xfex\0,\0", "UTF-16"),
        (b"x,dose,\xfc\n1,low,2\n", "encoding must fit the first line"),
        (b'x,dose,"why\n1,low,2\n', "every quote is closed"),
        (b"x" * (1 << 21), "must end its lines with newlines"),
    ],
)
def test_bad_files_are_refused_in_one_sentence(content, words):
    with pytest.raises(ValueError, match=words) as refusal:
        read_file(BytesIO(content), TWO, "data.csv")
    assert "data.csv" in str(refusal.value)
    assert len(str(refusal.value)) < 200


def test_no_message_quotes_the_first_record_of_a_file_without_header():
    with pytest.raises(ValueError, match="is its first line a header") as refusal:
        read_file(BytesIO(b"Anna Schmidt,HIV positive\nBo,well\n"), TWO)
    assert "Anna" not in str(refusal.value)
    assert "HIV" not in str(refusal.value)


def test_numbers_are_those_that_python_reads(tmp_path, rng):
    """Every double that pandas writes comes back as it was."""
    x = rng.normal(size=500) * 10.0 ** rng.integers(-300, 300, 500)
    pd.DataFrame({"x": x}).to_csv(tmp_path / "x.csv", index=False)
    assert (read_csv(tmp_path / "x.csv", Declaration({"x": Number()}))["x"] == x).all()


def test_nothing_is_warned_about():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for line in HOSTILE.values():
            table(line + b"\n1e308,low\n-1e308,high\n")


def test_files_larger_than_memory_come_in_pieces():
    pieces = list(batches(BytesIO(b"x,dose\n" + b"\n".join(GOOD)), TWO, size=100))
    assert len(pieces) > 50
    assert sum(len(piece["x"]) for piece in pieces) == 1_000


def test_a_hundred_thousand_cells_take_a_blink():
    """A tenth of the speed that was measured, so that a busy machine passes: the bench has the figure."""
    body = b"\n".join([b"0.12345678901234567,low"] * 50_000)
    start = time.process_time()
    table(body)
    assert time.process_time() - start < 1.0
