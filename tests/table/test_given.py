"""given: whatever is handed in becomes a table of the columns that a question is about."""

import numpy as np
import pandas as pd
import pytest

from privcausal.table.declaration import Categories, Number
from privcausal.table.given import declaration_of, source_of, table_of

PAIR = pd.DataFrame({"a": [1.0, 2.0], "b": [0, 1]})


def test_short_words_mean_the_long_ones():
    said = declaration_of({"a": (0, 2), "b": [0, 1]})
    assert said.columns["a"] == Number(0.0, 2.0)
    assert said.columns["b"] == Categories([0, 1])
    assert declaration_of(said) is said


def test_only_the_columns_asked_about_are_read():
    table = table_of(PAIR, {"a": (0, 2), "b": [0, 1]}, ("a", "a"))
    assert list(table.columns) == ["a"]
    assert list(table_of(PAIR).columns) == ["a", "b"]
    assert table_of(table) is table


def test_arrays_get_names():
    assert list(source_of(np.zeros((3, 2))).columns) == ["x0", "x1"]
    with pytest.raises(ValueError, match="two axes, got 1"):
        source_of(np.zeros(3))


def test_an_undeclared_column_is_refused_by_name():
    with pytest.raises(ValueError, match="column 'c' must be declared"):
        table_of(PAIR, {"a": (0, 2)}, ("c",))


def test_a_dict_says_what_a_file_of_toml_would():
    said = declaration_of(
        {"a": {"range": (0, 2), "missing": 1}, "b": {"values": ["no", "yes"], "missing": "no"}}
    )
    assert said.columns["a"] == Number(0.0, 2.0, 1.0)
    assert said.columns["b"] == Categories(["no", "yes"], "no")
    with pytest.raises(ValueError, match=r"declare\['a'\] may say values, .* but it says 'rang'"):
        declaration_of({"a": {"rang": (0, 2)}})


def test_several_spellings_in_one_place_are_refused():
    with pytest.raises(ValueError, match=r"declare\['a'\] .* single words or numbers, got \['Yes', 'yes'\]"):
        declaration_of({"a": ["no", ["Yes", "yes"]]})
