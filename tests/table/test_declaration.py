"""Declarations: TOML and Python say the same, and what contradicts itself is refused by name."""

from fractions import Fraction

import numpy as np
import pytest

from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.dialect import Dialect
from privcausal.table.inputs import as_declaration


@pytest.mark.parametrize(
    ("column", "substitute"),
    [
        (Number(0, 110), 55.0),
        (Number(-1.7e308, 1.7e308), 0.0),
        (Number(5), 5.0),
        (Number(high=-2), -2.0),
        (Number(), 0.0),
        (Number(0, 1, missing=1), 1.0),
        (Categories(("a", "b")), 2),
        (Categories(("a", "b"), missing="b"), 1),
    ],
)
def test_what_stands_for_a_missing_cell(column, substitute):
    assert column.substitute == substitute


def test_some_columns_of_a_declaration():
    both = Declaration({"a": Number(), "b": Number(0, 1)})
    assert both.only(["b"]) == Declaration({"b": Number(0, 1)})
    with pytest.raises(ValueError, match="the column must be declared"):
        both.only(["c"])
    with pytest.raises(ValueError, match="at least one column"):
        Declaration({})


@pytest.mark.parametrize(
    ("values", "decimal"),
    [((1, "01"), "."), (("1", "1.0"), "."), ((True, 1), "."), (("0", "false"), "."), (("1.5", "1,5"), ",")],
)
def test_a_number_cannot_be_two_categories(values, decimal):
    """Text that is a number counts as that number, so it would be both."""
    with pytest.raises(
        ValueError, match=r"column 1 of the declaration must not have one number twice among its values"
    ):
        Declaration({"a": Categories(values)}, Dialect(";", decimal))
    merged = {str(values[0]): [str(values[1])]}
    assert Declaration({"a": Categories(merged)}, Dialect(";", decimal)).columns["a"].size == 2


def test_words_that_are_no_numbers_may_look_alike():
    assert Declaration({"a": Categories(("1.5", "1,5", "nan", "NaN", "1_0"))}).columns["a"].size == 6


SHORT = (
    (np.int8(-100), np.int8(100)),
    (np.float16(0.1), np.float16(1e4)),
    (np.float32(-3e38), np.float32(3e38)),
    (np.longdouble(0), np.longdouble(1)),
)


@pytest.mark.parametrize("ends", SHORT, ids=repr)
def test_ends_of_few_digits_are_settled_before_anything_is_computed(ends):
    """100 − (−100) was −56 in whole numbers of eight bits, and 1 − 0.1 had three digits in short floats."""
    low, high = map(float, ends)
    column = Number(*ends, missing=ends[1], cuts=[ends[1]])
    assert (column.low, column.high, column.missing, column.cuts) == (low, high, high, (high,))
    assert {type(end) for end in (column.low, column.high, column.missing, *column.cuts)} == {float}


@pytest.mark.parametrize(
    "entries",
    [
        {"low": True, "high": 2},
        {"low": "a", "high": "b"},
        {"low": 0, "high": 10**400},
        {"low": 0, "high": np.longdouble("0.1")},
        {"low": 0, "high": 9, "missing": Fraction(1, 3)},
        {"low": 0, "high": 9, "cuts": [np.array(1.0)]},
        {"low": 0, "high": 2**60, "cuts": [2**53, 2**53 + 1]},
    ],
    ids=repr,
)
def test_ends_that_no_float_can_hold_are_refused(entries):
    with pytest.raises(ValueError, match="must be made of numbers that a float can hold"):
        Number(**entries)


@pytest.mark.parametrize("declared", [(0, 10**400), {"range": [0, 10**400]}], ids=["short", "long"])
def test_a_number_of_400_digits_is_refused_by_name(declared):
    with pytest.raises(ValueError, match="column 1 of declare"):
        as_declaration({"a": declared})


@pytest.mark.parametrize(
    ("name", "end"), [("dyed", "; did you mean 'died'? Nothing was spent."), ("x9", ". Nothing was spent.")]
)
def test_a_column_that_is_not_declared_is_refused_in_a_whole_sentence(name, end):
    public = Declaration({"drug": Number(0, 1), "died": Number(0, 1)})
    with pytest.raises(ValueError, match="column 2 of the 2 asked about must be declared") as refused:
        public.only(["drug", name])
    assert str(refused.value).endswith(f"declared{end}")
