"""Outputs of any kind keep their identity, and how one run is read depends on no other."""

import numpy as np
import pytest

from privcausal.verify.statistics.outputs import Draws, alike, leaves_of, read_all, rows_of, together

DIFFERENT = [
    0.0, -0.0, 5e-324, float("inf"), float("nan"), 0, 2**53, 2**53 + 1, 2**200, 2**200 + 1, True, None, "", "a", "a ",
    "\u00e9", "e\u0301", "\ud800", b"", b"a", (), (1,), (1, 1), [1], (1.0,), {"a": 1, "b": 2}, {"b": 2, "a": 1}, {1},
    KeyError("a"), KeyError("b"), ValueError("a"), 1j, 1 + 0j, np.float32(0), np.array([1]), np.array([[1]]),
]  # fmt: skip
PAYLOAD = np.array([0x7FF8000000000001], dtype=np.uint64).view(np.float64)[0]


def read(outputs):
    return read_all([outputs], [outputs])[1]


def test_what_differs_is_read_differently_and_what_is_the_same_alike():
    outputs = [*DIFFERENT, float(PAYLOAD), *DIFFERENT]
    draws = read(outputs)
    seen = [
        tuple(int(draws.marks(column)[row]) for column in range(draws.width)) for row in range(len(draws))
    ]
    assert len(set(seen)) == len(DIFFERENT) + 1
    assert seen[: len(DIFFERENT)] == seen[-len(DIFFERENT) :]


def test_a_run_is_read_the_same_whatever_stands_beside_it():
    reader, whole, _ = read_all([DIFFERENT], [DIFFERENT])
    alone = together([reader.read([output], 1) for output in DIFFERENT])
    np.testing.assert_array_equal(whole.numbers, alone.numbers)
    for column in range(whole.width):
        np.testing.assert_array_equal(whole.marks(column), alone.marks(column))
        np.testing.assert_array_equal(whole.bits(column), alone.bits(column))
        np.testing.assert_array_equal(whole.whole(column), alone.whole(column))


@pytest.mark.parametrize(
    "kind", ["int8", "uint64", "float32", "bool", "complex64", "longdouble", "datetime64[s]"]
)
def test_numbers_of_numpy_stay_a_table(kind):
    draws = read(np.arange(2).astype(kind))
    assert draws.leaves is None
    assert len({tuple(row) for row in draws.numbers.tolist()}) == 2


def test_whole_numbers_keep_their_last_bit_and_texts_their_accents():
    big = np.array([2**60, 2**60 + 1, -(2**60) - 1])
    assert len(set(read(big).marks(0).tolist())) == 3
    assert read(np.array(["a", "b"])).leaves[0][1] == ["a", "b"]
    assert read(np.array([(1, "a")], dtype=[("n", int), ("t", "U1")])).leaves[2][1] == [(1, "a")]


def test_to_the_ideal_there_is_one_zero_and_one_way_not_to_be_a_number():
    values = np.array([0.0, -0.0, np.nan, PAYLOAD])
    exact, ideal = (read_all([values], [values], flag)[1].marks(0).tolist() for flag in (False, True))
    assert len(set(exact)) == 4
    assert len(set(ideal)) == 2


def test_parts_and_wholes_agree():
    draws = read(DIFFERENT)
    halves = together([draws.part(slice(0, 9)), draws.part(np.arange(9, len(draws)))])
    np.testing.assert_array_equal(halves.marks(0), draws.marks(0))
    table = Draws(np.arange(6.0)[:, None], np.arange(6)[:, None])
    assert together([table.part(slice(0, 2)), table.part(slice(2, 6))]).table.tolist() == table.table.tolist()


def test_the_type_of_an_array_tells_nothing_of_its_rows():
    """NumPy turns all numbers of an array into floats where one of them is: that is no output of the others."""
    reader, arrays = read_all([[None]], [[1]])[0], [np.array([3]), np.array([3, 0.5]), np.array([3, None])]
    one, other, third = (reader.read(array, len(array)) for array in arrays)
    assert one.marks(0)[0] == other.marks(0)[0] == third.marks(0)[0]
    assert one.marks(2)[0] == other.marks(2)[0] == third.marks(2)[0]


def test_too_many_leaves_count_for_the_whole_only():
    draws = read([list(range(100)), [*range(99), 7]])
    assert draws.width == 66
    assert draws.numbers[0, -2] == 100
    assert draws.marks(64)[0] != draws.marks(64)[1]


def test_keys_keep_their_order_in_the_shape_and_values_their_place():
    leaves, shape = zip(leaves_of({"b": 1, "a": 2}), leaves_of({"a": 2, "b": 1}), strict=True)
    assert leaves[0] == leaves[1] == [2, 1]
    assert shape[0] != shape[1]
    assert alike([1, 1.0, True])[0].tolist() == [0, 1, 2]


@pytest.mark.parametrize("output", [object(), lambda: 0, [{"a": object()}], {object(): 1}])
def test_an_address_in_memory_is_refused(output):
    with pytest.raises(ValueError, match="address in memory; return its contents instead"):
        read([output])


@pytest.mark.parametrize("outputs", [[1], np.zeros(3), 7])
def test_one_row_per_run(outputs):
    with pytest.raises(ValueError, match="one row per run, 2 of them, got shape"):
        rows_of(outputs, 2)
