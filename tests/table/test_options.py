"""Declarations in one word: what the shell may say, and what it is told when it says it wrongly."""

import json
from argparse import Namespace

import pytest

from privcausal.table.declaration import Categories, Number
from privcausal.table.dialect import Dialect
from privcausal.table.options import dialect, parse_bounds, parse_categories, read_declaration
from tests.refusals import refusals


def text_of(**options):
    return Namespace(**{"declare": None, "sep": None, "decimal": None, "encoding": None, **options})


def test_bounds_in_one_word():
    assert parse_bounds("a = -1:1, b=0:1e3") == {"a": Number(-1, 1), "b": Number(0, 1000)}
    assert list(parse_bounds("a=b=0:1")) == ["a=b"], "the last sign of equality counts"


test_bounds_that_say_nothing_are_refused = refusals(
    parse_bounds,
    (
        "--bounds must look like A=0:10,B=-1:1, each column once, and part",
        *("", "a", "a=", "a=1", "a=1:", "a=1:2:3", "=1:2", "a=0:1,a=0:2", "a=x:y"),
    ),
)


test_bounds_are_two_finite_numbers = refusals(
    lambda interval: parse_bounds(f"a={interval}"),
    ("--bounds must be finite numbers low:high", "1:1", "2:1", "0:inf", "nan:1"),
)


def test_categories_in_one_word():
    assert parse_categories("dose=low|high,well=0|1") == {
        "dose": Categories(("low", "high")),
        "well": Categories(("0", "1")),
    }


test_categories_that_say_nothing_are_refused = refusals(
    parse_categories, ("--categories must look like", "", "a", "a=", "=x", "a=1|2,a=3")
)


def test_a_category_that_is_there_twice_is_named():
    with pytest.raises(ValueError, match="--categories, part 1: values must be different words"):
        parse_categories("a=1|1")


def test_categories_from_a_file(tmp_path):
    path = tmp_path / "lists.json"
    path.write_text(json.dumps({"dose": {"low": ["Low"], "high": []}}), encoding="utf-8")
    assert parse_categories(str(path)) == {"dose": Categories({"low": ["Low"], "high": []})}
    path.write_text(json.dumps({"well": [0, 1]}), encoding="utf-8")
    assert parse_categories(str(path)) == {"well": Categories(("0", "1"))}
    for content in ("{", "[1]", '{"a": "low"}'):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(ValueError, match="--categories: "):
            parse_categories(str(path))
    with pytest.raises(ValueError, match="cannot read the file of --categories: there is no file"):
        parse_categories(str(tmp_path / "none.json"))


def test_what_the_shell_says_goes_before_what_the_file_says(tmp_path):
    path = tmp_path / "d.toml"
    path.write_text('sep = ";"\ndecimal = ","\n[columns.a]\nrange = [0, 1]\n', encoding="utf-8")
    plain = read_declaration(text_of(declare=str(path)), None)
    assert (plain.dialect, list(plain.columns)) == (Dialect(";", ","), ["a"])
    assert read_declaration(text_of(declare=str(path), sep="tab"), None).dialect == Dialect("\t", ",")
    with pytest.raises(ValueError, match="--declare says already what the columns are"):
        read_declaration(text_of(declare=str(path)), {"a": Number(0, 1)})


def test_without_a_word_the_file_is_written_as_usual():
    assert dialect(text_of()) == Dialect()
    assert dialect(text_of(), Dialect(";", ",")) == Dialect(";", ",")
    with pytest.raises(ValueError, match="a declaration must name at least one column"):
        read_declaration(text_of(), None)


def test_a_file_of_cells_in_place_of_categories_is_not_quoted(tmp_path):
    path = tmp_path / "people.json"
    for cells in (["Ann", "Bo", "Ann"], [["Ann"]], {"0": {"name": "Ann"}}):
        path.write_text(json.dumps({"name": cells}), encoding="utf-8")
        with pytest.raises(ValueError, match="--categories, part 1: values must be") as refused:
            parse_categories(str(path))
        assert "Ann" not in str(refused.value)
