"""Cells: whatever stands in one, it becomes a number in the range or a declared code, and tells nothing of others."""

import math
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.table.cells import category, from_floats, from_objects, from_text, settled
from privcausal.table.declaration import Categories, Number
from privcausal.table.dialect import Dialect

AGE = Number(0, 9)
DOSE = Categories(("low", "high"))
PLAIN, GERMAN = Dialect(), Dialect(sep=";", decimal=",")


@given(st.lists(st.binary(max_size=12)))
def test_any_bytes_become_a_number_in_the_range(cells):
    values = from_text(AGE, cells, PLAIN)
    assert values.shape == (len(cells),)
    assert ((values >= 0) & (values <= 9)).all()


@given(st.lists(st.binary(max_size=6), min_size=2), st.binary(max_size=6))
def test_a_cell_is_read_as_if_it_were_the_only_one(cells, other):
    for column in (AGE, DOSE):
        before, after = (from_text(column, some, PLAIN) for some in (cells, [other, *cells[1:]]))
        np.testing.assert_array_equal(before[1:], after[1:])


@pytest.mark.parametrize(
    ("cell", "plain", "german"),
    [(b"1.5", 1.5, 4.5), (b"1,5", 4.5, 1.5), (b"1.000,5", 4.5, 4.5), (b" 3 ", 3.0, 3.0), (b"1_0", 4.5, 4.5)],
)
def test_the_decimal_sign_is_the_declared_one(cell, plain, german):
    assert from_text(AGE, [cell], PLAIN).item() == plain
    assert from_text(AGE, [cell], GERMAN).item() == german


def test_the_ends_of_the_range_belong_to_it():
    np.testing.assert_array_equal(settled(AGE, np.array([-0.0, 0.0, 9.0, 9.1, -1e-300])), [0, 0, 9, 9, 0])


def test_what_is_not_finite_counts_as_missing_and_not_as_the_nearer_end():
    values = settled(Number(0, 9, missing=1), np.array([math.nan, math.inf, -math.inf]))
    np.testing.assert_array_equal(values, [1, 1, 1])


@pytest.mark.parametrize(
    ("item", "code"),
    [(True, 1), (False, 0), (1, 1), (0.0, 0), (Decimal(1), 1), ("1", 1), (np.float32(1), 1), (0.5, 2), (None, 2),
     (10**400, 2), ("yes", 2), (Decimal("sNaN"), 2), ([1], 2)],
)  # fmt: skip
def test_objects_are_read_one_by_one(item, code):
    column = Categories(("0", "1"))
    assert from_objects(column, [item], PLAIN).tolist() == [code]
    assert from_objects(column, ["0", item, object()], PLAIN).tolist() == [0, code, 2]


def test_words_of_truth_are_numbers_too():
    assert from_floats(Categories(("false", "true")), np.array([1.0, 0.0, 2.0])).tolist() == [1, 0, 2]


def test_a_declared_stand_in_takes_the_place_of_a_category_of_its_own():
    column = Categories(("low", "high"), missing="low")
    assert from_text(column, [b"high", b"", b"?"], PLAIN).tolist() == [1, 0, 0]


def test_cuts_belong_to_the_category_that_they_begin():
    values = np.array([17.999, 18.0, 64.999, 65.0, 110.0])
    assert category(Number(0, 110, cuts=(18, 65)), values).tolist() == [0, 1, 1, 2, 2]
    assert category(Number(0, 110), values).tolist() == [0] * 5
