"""Drafts from the header alone, and headers that look like data."""

import bz2
import gzip
import lzma
import tomllib

import pandas as pd
import pytest

from privcausal.table import header
from privcausal.table.csv import read_csv
from privcausal.table.declaration import Declaration, Number
from privcausal.table.declaration_files import parse
from privcausal.table.dialect import Dialect
from privcausal.table.header import looks_like_data


def draft(path):
    return header.draft(path, Dialect(), sep=False, decimal=False)


def written(tmp_path, content):
    path = tmp_path / "data.csv"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(("sep", "sign"), [(",", ","), (";", ";"), ("\t", "\t"), ("|", "|")])
def test_a_draft_has_the_names_and_nothing_of_the_records(tmp_path, sep, sign):
    line = sep.join(["", "age", "blood pressure", '"said ""no"""', "größe"])
    path = written(tmp_path, f"{line}\n1{sep}34{sep}120{sep}HIV{sep}2\n".encode())
    text = draft(path)
    content = tomllib.loads(text)
    assert list(content["columns"]) == ["age", "blood pressure", 'said "no"', "größe"]
    assert (content["sep"], content["decimal"], content["encoding"]) == (
        sign,
        "" if sign == ";" else ".",
        "utf-8",
    )
    path.write_bytes(
        f"{line}\n\xff\xfe\n\n\n".encode("latin-1").replace("größe".encode("latin-1"), "größe".encode())
    )
    assert draft(path) == text


def test_a_draft_is_no_declaration_until_it_is_filled_in(tmp_path):
    text = draft(written(tmp_path, b"age,dose\n1,2\n"))
    with pytest.raises(ValueError, match="column 1 must have either"):
        parse(tomllib.loads(text))
    filled = text.replace('"age" = {}', "age = { range = [0, 110] }").replace('"dose" = {}\n', "")
    filled = filled.replace('"dose" = {}', "")
    assert list(parse(tomllib.loads(filled)).columns) == ["age"]


def test_semicolons_leave_the_decimal_sign_to_be_said(tmp_path):
    text = draft(written(tmp_path, b"age;dose\n1,5;2\n")).replace("{}", "{ range = [0, 9] }")
    with pytest.raises(ValueError, match="decimal must be a point or a comma"):
        parse(tomllib.loads(text))
    assert parse(tomllib.loads(text.replace('decimal = ""', 'decimal = ","'))).dialect.decimal == ","


def test_a_file_that_is_marked_as_utf_8_is_not_read_as_anything_else(tmp_path):
    path = written(tmp_path, "\ufeffage,größe\n1,2\n".encode())
    assert list(tomllib.loads(draft(path))["columns"]) == ["age", "größe"]
    with pytest.raises(ValueError, match="must be utf-8, as its mark says"):
        header.draft(path, Dialect(encoding="cp1252"))


@pytest.mark.parametrize("start", [b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"PAR1"])
def test_a_spreadsheet_is_no_text(tmp_path, start):
    path = tmp_path / "people.csv"
    path.write_bytes(start + b"Ann,34\n")
    for read in (lambda: draft(path), lambda: read_csv(path, Declaration({"age": Number()}))):
        with pytest.raises(ValueError, match=r"people\.csv must be text, .* save it as CSV in UTF-8$"):
            read()


@pytest.mark.parametrize("cell", ["Ann", "A\x00nn", "A\x1ann", "A\x7fnn", "{", "-"])
@pytest.mark.parametrize(
    ("begins", "words"), [("name,age\r", "must end its lines"), ('[{"name":"', "looks like JSON")]
)
def test_of_a_table_in_one_line_no_cell_chooses_the_message(tmp_path, begins, words, cell):
    """Lines of Excel's CSV for the old Macintosh end in carriage returns; all of JSON can stand in one line."""
    path = tmp_path / "people.csv"
    path.write_text(f"{begins}{cell},7\rBob,8\r", newline="")
    with pytest.raises(ValueError, match=words):
        read_csv(path, Declaration({"age": Number()}))


@pytest.mark.parametrize("cell", ["Ann", "\n", "B" * 10, "A" * 240, "\u00e4"])
@pytest.mark.parametrize("kind", ["pickle", "stata", "feather"])
def test_a_file_of_another_kind_is_refused_in_the_same_words_whatever_its_cells_are(tmp_path, kind, cell):
    frame = pd.DataFrame({"name": [cell, *["Bob"] * 50], "age": [10 * len(cell)] * 51})
    path = tmp_path / "people.csv"
    more = {"compression": None} if kind == "pickle" else {"write_index": False} if kind == "stata" else {}
    getattr(frame, f"to_{kind}")(path, **more)
    with pytest.raises(ValueError, match=r"people\.csv must be text, .* Parquet or the like"):
        read_csv(path, Declaration({"age": Number()}))


def test_a_spreadsheets_note_before_the_header_is_named(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("sep=;\nage;dose\n34;low\n")
    with pytest.raises(ValueError, match=r"people\.csv must begin with its header; delete the line sep=,"):
        draft(path)


def test_a_dialect_that_is_given_is_kept(tmp_path):
    path = written(tmp_path, "größe;a,b\n".encode("latin-1"))
    content = tomllib.loads(header.draft(path, Dialect(";", ",", "latin-1")))
    assert list(content["columns"]) == ["größe", "a,b"]


@pytest.mark.parametrize(
    "line",
    [
        *(b"34,low", b"Anna,2024-01-05", b"low,low,high", b"a@b.org,x", b"yes,1.5e3", b",,", b"NA,x"),
        *(b"Anna,2024-01-05T10:30:00Z", b"Anna,05JAN2024", b"Anna,5 January 2024", b"Anna,<5", b"Anna,(34)"),
        *("Anna,−3".encode(), "Anna,34 €".encode(), b"Anna,550e8400-e29b-41d4-a716-446655440000"),
    ],
)
def test_a_first_line_that_looks_like_data_is_refused_and_not_quoted(tmp_path, line):
    with pytest.raises(ValueError, match="looks like data") as refusal:
        draft(written(tmp_path, line + b"\n1,2\n"))
    for word in line.decode().split(","):
        assert not word or word not in str(refusal.value).split("data.csv")[1].replace("data", "")


JSON_FILES = (
    '[{"name":"Ann Smith","age":34}]',
    '{"name":"Ann Smith","age":34}\n{}',
    '{"name":{"0":"Ann Smith"}}',
    '[["Ann Smith"]]',
    '[null,{"name":"Ann Smith"}]',
    '\x1e{"name":"Ann Smith"}\n',
)


@pytest.mark.parametrize("text", JSON_FILES)
def test_json_has_no_header_and_is_not_quoted(tmp_path, text):
    """Its first line is the first record, or the whole table."""
    path = written(tmp_path, text.encode())
    for read in (draft, lambda path: read_csv(path, Declaration({"age": Number()}))):
        with pytest.raises(ValueError, match="looks like JSON") as refusal:
            read(path)
        assert "Ann" not in str(refusal.value)


@pytest.mark.parametrize(
    "text",
    [
        '<people><person name="Ann Smith"/></people>',
        '<?xml version="1.0"?><people><name>Ann Smith</name></people>',
        "<TABLE><tr><td>Ann Smith</td></tr></TABLE>",
        "- name: Ann Smith\n  age: 34\n",
        "- {name: Ann Smith, age: 34}\n",
        "INSERT INTO people VALUES ('Ann Smith',34),('Bo Lee',35);\n",
    ],
)
def test_markup_and_the_text_of_a_database_have_no_header_and_are_not_quoted(tmp_path, text):
    """Their first line may be the first record, or the whole table, as it may with JSON."""
    with pytest.raises(ValueError, match="looks like XML, HTML, YAML or SQL") as refusal:
        draft(written(tmp_path, text.encode()))
    assert "Ann" not in str(refusal.value)


def test_a_record_whose_quote_is_closed_in_another_line_is_no_header(tmp_path):
    path = written(tmp_path, b'1,0,"Ann Smith\nfrom Hull"\n0,1,"Bo"\n')
    with pytest.raises(ValueError, match=r"looks like data|every quote is closed") as refusal:
        draft(path)
    assert "Ann" not in str(refusal.value)


@pytest.mark.parametrize(
    "names",
    [
        *(
            ["age"],
            ["X1", "X2"],
            ["", "age"],
            ["[age]", "[dose]"],
            ["dose_2024", "e"],
            ["education", "Person E"],
        ),
        *(["5HT2A", "2nd dose", "may_2024", "p<0.05"], ["25(OH)D", "e-mail", "date (UTC)", "-log p"]),
    ],
)
def test_names_are_names(names):
    assert not looks_like_data(names)


@pytest.mark.parametrize(
    "line", ["copy number,age", "[age],[dose]", "p<0.05,age", "-log p,age", "insert,into"]
)
def test_odd_names_are_a_header(tmp_path, line):
    content = tomllib.loads(draft(written(tmp_path, f"{line}\n1,2\n".encode())))
    assert list(content["columns"]) == line.split(",")


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_what_is_compressed_is_refused_in_the_same_words_whatever_it_holds(tmp_path, pack):
    """Its first line, as it seems, depends on every record: the message used to depend on it, too."""
    refusals = set()
    for last in range(40):
        path = written(tmp_path, pack(b"name,age\nAnn,34\nBo,%d\n" % last))
        for read in (draft, lambda path: read_csv(path, Declaration({"age": Number()}))):
            with pytest.raises(ValueError, match="is compressed") as refusal:
                read(path)
            refusals.add(str(refusal.value))
    assert len(refusals) == 1


@pytest.mark.parametrize(
    "record", ["Ann Smith,asthma,34", "asthma,2024-01-05,Ann Smith", "Ann Smith,asthma,yes"]
)
def test_a_file_without_header_whose_first_record_holds_a_columns_name_is_not_quoted(tmp_path, record):
    path = written(tmp_path, f"{record}\nBo Lee,none,40\n".encode())
    with pytest.raises(
        ValueError, match=r"does not have column . of those declared or asked about$"
    ) as refused:
        read_csv(path, Declaration(dict.fromkeys(["sex", "asthma"], Number())))
    said = str(refused.value).replace(str(path), "")  # whose folder may have any number
    assert not any(cell in said for cell in ("Ann", "34", "2024", "yes"))
