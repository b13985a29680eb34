"""given: whatever is handed in becomes a table of the columns that a question is about."""

import io

import numpy as np
import pandas as pd
import pytest

from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.inputs import as_declaration, as_source, as_table
from tests.refusals import invoke, refusals

PAIR = pd.DataFrame({"a": [1.0, 2.0], "b": [0, 1]})


def test_short_words_mean_the_long_ones():
    declaration = as_declaration({"a": (0, 2), "b": [0, 1]})
    assert declaration.columns["a"] == Number(0.0, 2.0)
    assert declaration.columns["b"] == Categories([0, 1])
    assert as_declaration(declaration) is declaration


def test_only_the_columns_asked_about_are_read():
    table = as_table(PAIR, {"a": (0, 2), "b": [0, 1]}, ("a", "a"))
    assert list(table.columns) == ["a"]
    assert list(as_table(PAIR).columns) == ["a", "b"]
    assert as_table(table) is table


def test_arrays_get_names():
    assert list(as_source(np.zeros((3, 2))).columns) == ["x0", "x1"]
    with pytest.raises(ValueError, match="two axes, got 1"):
        as_source(np.zeros(3))


def test_a_dict_says_what_a_file_of_toml_would():
    declaration = as_declaration(
        {"a": {"range": (0, 2), "missing": 1}, "b": {"values": ["no", "yes"], "missing": "no"}}
    )
    assert declaration.columns["a"] == Number(0.0, 2.0, 1.0)
    assert declaration.columns["b"] == Categories(["no", "yes"], "no")
    with pytest.raises(
        ValueError, match=r"column 1 of declare must be made of values, .* did you mean 'range'"
    ):
        as_declaration({"a": {"rang": (0, 2)}})


test_refusals = refusals(
    invoke,
    ("the column must be declared", lambda: as_table(PAIR, {"a": (0, 2)}, ("c",))),
    (
        r"column 1 of declare .* single words or numbers, got list",
        lambda: as_declaration({"a": ["no", ["Yes", "yes"]]}),
    ),
    (
        r"column 1 of declare must be a range .* categories: .* got a set; write .a, b. for two categories, or",
        lambda: as_declaration({"a": {-4, 4}}),
        lambda: as_declaration({"a": frozenset(("no", "yes"))}),
        lambda: as_declaration({"a": {"no": 1}.keys()}),
    ),
    (r"values must be a list of categories, in an order, got set", lambda: Categories({-4, 4})),
)


def test_a_dict_can_say_how_numbers_are_written():
    columns = {"dose": {"range": [0, 50]}}
    said = as_declaration({"sep": ";", "decimal": ",", "columns": columns})
    assert said.dialect.decimal == ","
    assert said.columns == {"dose": Number(0, 50)}
    assert as_declaration({"columns": ["a", "b"]}).columns == {"columns": Categories(["a", "b"])}
    for one in ({"values": ["a", "b"]}, {"range": [0, 1]}):
        assert list(as_declaration({"columns": one}).columns) == ["columns"]


@pytest.mark.parametrize("option", [{}, {"decimal": ","}])
def test_with_a_declared_comma_one_odd_cell_moves_no_other_row(option):
    """Then pandas leaves the whole column as text, or makes text of all of it: the numbers stay the same."""
    declare = {"sep": ";", "decimal": ",", "columns": {"dose": {"range": [0, 50]}}}
    rows = [["12,34", "0,5", "7", "48,001", odd] for odd in ("3,25", "<0,5")]
    read = [pd.read_csv(io.StringIO("\n".join(["dose", *cells])), sep=";", **option) for cells in rows]
    usual, strange = (as_table(frame, declare).columns["dose"].tolist() for frame in read)
    assert usual == [12.34, 0.5, 7.0, 48.001, 3.25]
    assert strange[:4] == usual[:4]


def test_spellings_in_python():
    short = {"b": {"values": {"yes": ["Ja", "ja"], "no": []}}}
    frame = pd.DataFrame({"b": ["Ja", "yes", "no", "JA"]})
    assert as_table(frame, short)["b"].tolist() == [0, 0, 1, 2]


def test_more_intervals_than_codes_are_refused():
    """They would count as the first ones: a code has one byte."""
    for most in (Number(0, 400, 5.0, cuts=range(1, 257)), Number(0, 400, cuts=range(1, 256))):
        for declare in ({"a": most}, Declaration({"a": most})):
            with pytest.raises(
                ValueError, match="cuts of column 1 of the declaration must leave at most 256 categories"
            ):
                as_declaration(declare)
    with pytest.raises(ValueError, match="cuts must be at most 255 numbers, and there are others"):
        as_declaration({"a": {"range": [0, 400], "cuts": list(range(1, 257))}})
    assert as_declaration({"a": Number(0, 400, cuts=range(1, 255))}).columns["a"].size == 256
