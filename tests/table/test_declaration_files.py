"""Declarations in files: TOML and Python say the same, and what contradicts itself is refused by name."""

import json
import math

import pytest

from privcausal.table.declaration import MOST_CATEGORIES, Categories, Declaration, Number
from privcausal.table.declaration_files import as_plain, load, parse
from privcausal.table.dialect import Dialect
from tests.refusals import refusals

TEXT = """
sep = ";"
decimal = ","
encoding = "latin-1"

[columns]
age = { range = [0, 110], cuts = [18, 65], missing = 40 }
"blood pressure" = { range = [-inf, inf] }
dose = { values = ["low", "high"], missing = "low" }
well = { values = [0, 1] }
"""


def test_a_file_says_what_python_says(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(TEXT, encoding="utf-8")
    assert load(path) == Declaration(
        {
            "age": Number(0, 110, 40, (18, 65)),
            "blood pressure": Number(),
            "dose": Categories(("low", "high"), "low"),
            "well": Categories(("0", "1")),
        },
        Dialect(";", ",", "latin-1"),
    )


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ({}, "either values = "),
        ({"values": ["a"], "range": [0, 1]}, "either values = "),
        ("age", "either values = "),
        ({"range": [1, 0]}, "lower one first"),
        ({"range": [0, math.nan]}, "lower one first"),
        ({"range": [0]}, "range must be 2 numbers"),
        ({"range": ["a", "b"]}, "range must be made of numbers"),
        ({"range": [0, 1], "missing": 2}, "missing must be a number within the range"),
        ({"range": [0, 1], "missing": "no"}, "missing must be made of numbers"),
        ({"range": [0, 1], "cuts": [2]}, "cuts must lie within the range"),
        ({"range": [0, 9], "cuts": [2, 2]}, "cuts must increase"),
        ({"range": [0, 9], "scale": "log"}, "range must begin above 0 for scale = 'log'"),
        ({"range": [1, 9], "scale": "root"}, "scale must be one of linear, log"),
        (
            {"range": [0, 9], "cut": [2]},
            "must be made of range, missing, cuts, scale, and entry 2 is something else; did you mean 'cuts'",
        ),
        (
            {"rang": [0, 9]},
            "must be made of values, range, missing, cuts, scale, and entry 1 is something else; did you mean 'range'",
        ),
        ({"values": []}, "at least one"),
        ({"values": ["a", "a "]}, "different words"),
        ({"values": ["", "a"]}, "different words"),
        ({"values": "ab"}, "must be a list of categories"),
        ({"values": ["a"], "missing": "b"}, "missing must be one of the values"),
        (
            {"values": {"yes": ["Ja", "ja"], "no": ["ja"]}},
            "spellings of their own, and one of value 1 is empty, or there twice",
        ),
        ({"values": {"yes": ["no"], "no": []}}, "spellings of their own"),
        ({"values": {"yes": [""], "no": []}}, "spellings of their own, and one of value 1 is empty"),
        (
            {"values": {"yes": [["Ja"]]}},
            r"must each have a list of spellings, got list for one of them; write",
        ),
        (
            {"values": {"yes": None}},
            "must each have a list of spellings, got NoneType for one of them; write",
        ),
        ({"values": {"yes": ["Ja"]}, "missing": "Ja"}, "missing must be one of the values"),
        ({"values": {1, 2}}, r"values must be a list, .* got a set; write \[a, b\]"),
        ({"values": list(range(MOST_CATEGORIES))}, "at most 256 categories"),
    ],
)
def test_a_column_that_contradicts_itself_is_refused_by_name(column, words):
    with pytest.raises(ValueError, match=words) as refusal:
        parse({"columns": {"age": column}}, "table.toml")
    assert str(refusal.value).startswith("table.toml: column 1")


PLAIN = {"columns": {"a": {"range": [0, 1]}}}

test_a_declaration_that_cannot_be_read_is_refused = refusals(
    parse,
    (r"a table \[columns\]", {}, {"columns": {}}),
    ("entry . is something else", {**PLAIN, "delimiter": ";"}),
    ("sep must be one sign", {**PLAIN, "sep": ";;"}, {**PLAIN, "sep": 3}),
    ("decimal must be a point or a comma, and not sep", {**PLAIN, "decimal": ","}),
    ("encoding must be one in which", {**PLAIN, "encoding": "utf-16"}, {**PLAIN, "encoding": "klingon"}),
)


def test_files_that_are_no_declaration(tmp_path):
    (tmp_path / "broken.toml").write_text("[columns")
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    for name, words in (
        ("none.toml", "there is no file of this name"),
        ("broken.toml", "not TOML"),
        ("bytes.toml", "it is not UTF-8"),
    ):
        with pytest.raises(ValueError, match=words) as refusal:
            load(tmp_path / name)
        assert len(str(refusal.value).splitlines()) == 1


def test_what_is_written_beside_an_answer_can_be_read_again():
    columns = {
        "age": Number(0, 110, cuts=(18, 65), missing=40),
        "dose": Categories(("low", "high"), missing="low"),
        "mood": Categories((1, 2)),
    }
    columns["well"] = Categories({"yes": ["Ja", "ja", "J"], "no": []}, missing="no")
    declaration = Declaration(columns, Dialect(sep=";", decimal=","))
    assert parse(json.loads(json.dumps(as_plain(declaration)))) == declaration
    endless = as_plain(Declaration({"x": Number(low=0, cuts=(1,))}))["columns"]["x"]
    assert endless == {"range": [0.0, None], "cuts": [1.0]}


def test_spellings_are_one_category(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text(
        '[columns]\nwell = { values = { yes = ["Ja", " ja "], no = "Nein", 1 = [] }, missing = "no" }'
    )
    (column,) = load(path).columns.values()
    assert column == Categories(("yes", "no", "1"), "no", (("Ja", "ja"), ("Nein",), ()))
    assert column.codes == {"yes": 0, "Ja": 0, "ja": 0, "no": 1, "Nein": 1, "1": 2}
    assert (column.size, column.words, column.substitute) == (3, ("yes", "no", "1"), 1)
    assert Categories(["a"], spellings=[[]]) == Categories(["a"])
