"""NumPy arrays: their columns are taken as they are, and a cell is what it would be anywhere else."""

import numpy as np
import pytest

from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.inputs import as_table
from privcausal.table.numpy_arrays import Arrays, from_arrays
from tests.refusals import refusals

PUBLIC = Declaration({"x0": Number(0, 110), "x1": Categories(("low", 1))})


def read(data):
    table = as_table(data, PUBLIC)
    return table["x0"].tolist(), table["x1"].tolist()


@pytest.mark.parametrize(
    "data",
    [
        np.array([["34", "low"], ["x", "1.0"]]),
        np.array([["34", "low"], ["x", "True"]], dtype="S4"),
        np.array([["34", "low"], ["\ud800", "01"]]),
        np.array([[34, "low"], [None, 1]], dtype=object),
        np.array([["34", "low"], ["x", "1"]], dtype=np.dtypes.StringDType()),
        np.ma.array([["34", "low"], ["8", "1"]], mask=[[0, 0], [1, 0]]),
    ],
    ids=lambda data: str(data.dtype),
)
def test_text_and_objects(data):
    assert read(data) == ([34.0, 55.0], [0, 1])


@pytest.mark.parametrize("kind", ["i1", "u8", "f2", "f8", "g", "c8", "G"])
@pytest.mark.filterwarnings("error")
def test_numbers(kind):
    assert read(np.array([[34, 1], [7, 0]], dtype=kind)) == ([34.0, 7.0], [1, 2])


def test_masks_of_structured_arrays_and_of_categories():
    data = np.ma.array(
        [(34, 1), (7, 1)], mask=[(True, False), (False, True)], dtype=[("x0", int), ("x1", int)]
    )
    assert read(data) == ([55.0, 7.0], [1, 2])


@pytest.mark.parametrize(
    "kind", ["M8[Y]", "M8[D]", "M8[as]", "m8[s]", "V8", [("a", "i4"), ("b", "i4")]], ids=str
)
def test_dates_spans_and_structures_are_missing(kind):
    """However far away: pandas raised at the year 2⁶², and quoted it."""
    cells = np.array([1, 2**62]).view(kind)
    data = np.empty(2, dtype=[("x0", cells.dtype), ("x1", "U3")])
    data["x0"], data["x1"] = cells, ["low", "1"]
    assert read(data) == ([55.0, 55.0], [0, 1])


def test_a_letter_that_is_none_stops_nobody():
    """Four bytes in memory may be no letter at all: then no text can be made of the cell, nor of those beside it."""
    bits = np.array([[0x34], [0x7FFFFFFF]], dtype=np.uint32)
    data = np.empty(2, dtype=[("x0", "U1"), ("x1", "U3"), ("note", "U1")])
    data["x0"], data["x1"] = bits.view("U1")[:, 0], ["low", "1"]
    assert read(data) == ([4.0, 55.0], [0, 1])


test_shapes = refusals(
    Arrays.of,
    (r"data must have a record in each row and two axes, got 1", np.zeros(3)),
    (r"data must have a record in each row and one axis, got 2", np.zeros((2, 2), dtype=[("a", int)])),
)
test_columns = refusals(
    lambda data: from_arrays(Arrays.of(data), PUBLIC),
    ("column 'x0' must hold one cell for each record", np.zeros(2, dtype=[("x0", "i4", (2,)), ("x1", "i4")])),
    ("data does not have column 2", np.zeros((2, 1))),
    ("data must hold at least one record", np.zeros((0, 2))),
)
