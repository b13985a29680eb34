"""Cells: whatever stands in one, it becomes a number in the range or a declared code, and tells nothing of others."""

import math
from decimal import Decimal
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.table.cells import category, from_floats, from_objects, from_text, settled
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.dialect import Dialect
from privcausal.table.numpy_arrays import Arrays
from privcausal.table.sources import read
from privcausal.table.stream import Stream, open_table

pa = pytest.importorskip("pyarrow")
from pyarrow import parquet  # noqa: E402

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


# --- a missing number, and a logarithmic scale ----------------------------------------------------------------------

BMI = Number(10, 60, cuts=(25, 30))
CRP = Number(0.1, 500, cuts=(3, 10), scale="log")
GAPS = [22.0, None, 35.0, 60.0, 99.0, None, 25.0]


def in_every_form(cells, tmp_path):
    """The same column as a frame, an array behind a mask, objects, a file, a stream and a stream of a Parquet file."""
    numbers = np.array([np.nan if cell is None else cell for cell in cells])
    frame, names = pd.DataFrame({"x": numbers}), ("x",)
    arrow = pa.table({"x": cells})
    frame.to_csv(tmp_path / "people.csv", index=False)
    parquet.write_table(arrow, tmp_path / "people.parquet")
    masked = np.ma.MaskedArray(np.nan_to_num(numbers), np.isnan(numbers))
    yield from (frame, frame.astype(object), frame.astype("Float64"), arrow)
    yield from (tmp_path / "people.csv", tmp_path / "people.parquet")
    yield Arrays(dict.fromkeys(names, masked))


def test_a_missing_number_with_cuts_is_a_category_of_its_own_in_every_form(tmp_path):
    """It counted as the middle of the range: 12.7% of obese where 5.3% were."""
    public = Declaration({"x": BMI})
    for source in in_every_form(GAPS, tmp_path):
        table = read(source, public)
        assert (table.codes()[:, 0].tolist(), table.sizes()) == ([0, 3, 2, 2, 2, 3, 1], [4])
        assert table.number("x").tolist() == [22.0, 35.0, 35.0, 60.0, 60.0, 35.0, 25.0]
        assert table.uncut()["x"].tolist() == table.number("x").tolist()
        if isinstance(source, Path):
            counted = open_table(source, public, "sums")
            assert isinstance(counted, Stream)
            assert np.concatenate(list(counted.uncut().pieces()))[:, 0].tolist() == table.number("x").tolist()


def test_a_declared_stand_in_is_no_category():
    column = Number(10, 60, cuts=(25, 30), missing=20)
    assert category(column, from_floats(column, np.array([np.nan, 40.0]))).tolist() == [0, 2]
    assert column.size == 3


@pytest.mark.parametrize("high", [1.0, math.inf, np.finfo(float).max])
def test_no_number_is_mistaken_for_a_missing_one(high):
    column = Number(-1, high, cuts=(0.5,))
    values = from_floats(column, np.array([np.nan, np.inf, 1.0, np.finfo(float).max]))
    assert np.isfinite(values).all()
    assert category(column, values).tolist() == [2, 2, 1, 1]


def test_numbers_on_a_logarithmic_scale_are_clipped_first(tmp_path):
    cells = [0.0, -5.0, 0.1, 3.0, 10.0, 1e9, None]
    for source in in_every_form(cells, tmp_path):
        table = read(source, Declaration({"x": CRP}))
        assert table.codes()[:, 0].tolist() == [0, 0, 0, 1, 2, 2, 3]
        low, high = table.bounds("x")
        logs = [low, low, low, math.log(3), math.log(10), high, (low + high) / 2]
        assert table.number("x") == pytest.approx(logs, abs=1e-12)


@pytest.mark.parametrize("places", range(1, 40))
def test_a_logarithm_does_not_depend_on_its_place(places):
    cells = np.full(places, 7.3)
    assert set(from_floats(CRP, cells).tolist()) == {float(from_floats(CRP, cells[:1])[0])}
