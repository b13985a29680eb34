"""Declarations: TOML and Python say the same, and what contradicts itself is refused by name."""

import pytest

from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.dialect import Dialect


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
    with pytest.raises(ValueError, match="column 'c' must be declared; declared are a, b"):
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
        ValueError, match=r"column 'a' must not have one number twice among its values, got '"
    ):
        Declaration({"a": Categories(values)}, Dialect(";", decimal))
    merged = {str(values[0]): [str(values[1])]}
    assert Declaration({"a": Categories(merged)}, Dialect(";", decimal)).columns["a"].size == 2


def test_words_that_are_no_numbers_may_look_alike():
    assert Declaration({"a": Categories(("1.5", "1,5", "nan", "NaN", "1_0"))}).columns["a"].size == 6
