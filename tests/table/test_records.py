"""Declared tables: what they hand out, and what they keep to themselves."""

import numpy as np
import pytest

from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table, joined
from tests.refusals import invoke, refusals

DECLARATION = Declaration(
    {
        "age": Number(0, 110, cuts=(18, 65), missing=55),
        "pulse": Number(30, 220),
        "dose": Categories(("low", "high")),
    }
)
TABLE = Table(
    DECLARATION,
    {
        "age": np.array([17.5, 18.0, 90.0]),
        "pulse": np.array([60.0, 70.0, 80.0]),
        "dose": np.array([0, 1, 2], dtype=np.uint8),
    },
)


def test_numbers_and_codes_side_by_side():
    assert TABLE.numbers(["pulse", "age"]).tolist() == [[60, 17.5], [70, 18], [80, 90]]
    assert TABLE.codes(["dose", "age"]).tolist() == [[0, 0], [1, 1], [2, 2]]
    assert TABLE.sizes(["dose", "age"]) == [3, 3]
    assert TABLE.codes(["dose"]).dtype == np.uint8
    assert len(TABLE) == 3


test_refusals = refusals(
    invoke,
    ("column 'dose' must be declared as a number", lambda: TABLE.numbers()),
    ("column 'pulse' must be declared with categories, or as a number with cuts", lambda: TABLE.codes()),
    ("the column must be declared", lambda: TABLE["height"]),
)


def test_what_is_printed_of_a_table_is_public():
    for text in (repr(TABLE), str(TABLE)):
        assert "17.5" not in text
        assert "90" not in text


def test_pieces_are_joined_and_none_is_refused():
    halves = [
        {name: values[part] for name, values in TABLE.columns.items()} for part in (slice(2), slice(2, None))
    ]
    assert joined(DECLARATION, halves, "here").numbers(["age"]).tolist() == TABLE.numbers(["age"]).tolist()
    with pytest.raises(ValueError, match="here must hold at least one record, got none"):
        joined(DECLARATION, [], "here")
