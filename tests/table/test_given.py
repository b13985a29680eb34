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
