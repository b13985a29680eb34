"""Rows of categories and numbers: never longer than said, and noise that is made for that length."""

import numpy as np
import pytest

from privcausal.graphs.ask_once.contrasts import fair_weight
from privcausal.graphs.ask_once.mixed_rows import Frame
from privcausal.table.declaration import Categories, Declaration, Number, is_plain, sizes_of
from tests.graphs.builders import ONE
from tests.refusals import refusals


@pytest.mark.parametrize("sizes", [(2, 0), (0, 3, 0, 2, 0), (4, 4), (0,), (1, 0), (0, 0, 0)])
def test_no_row_is_longer_than_the_bound(sizes):
    rng, frame = np.random.default_rng(0), Frame(sizes)
    columns = [rng.integers(0, k, 500) if k else rng.standard_cauchy(500) for k in sizes]
    lengths = np.linalg.norm(frame.rows(columns), axis=1)
    assert lengths.max() <= frame.row_norm * (1 + 1e-12)
    if frame.numbers:
        assert lengths.max() == pytest.approx(frame.row_norm)


def test_one_gaussian_record_in_twenty_is_shortened():
    for numbers in (1, 3, 10, 40):
        frame = Frame((0,) * numbers)
        rows = frame.rows(list(np.random.default_rng(0).normal(size=(numbers, 20_000))))
        cut = np.linalg.norm(rows, axis=1) > frame.row_norm * (1 - 1e-9)
        assert 0.03 < cut.mean() < 0.06


def test_rows_keep_the_order_of_the_columns():
    rows = Frame((0, 3, 0)).rows([np.array([1.0]), np.array([1]), np.array([-1.0])])
    assert rows.shape == (1, 5)
    assert rows[0, 1] == -rows[0, 4] == pytest.approx(np.sqrt(0.5))


def test_a_number_spreads_as_a_column_of_two_values_does(rng):
    rows = Frame((2, 0)).rows([rng.integers(0, 2, 50_000), rng.normal(size=50_000)])
    assert rows[:, 1].std() == pytest.approx(rows[:, 2].std(), rel=0.05)


def test_the_whole_budget_is_shared():
    for sizes in ((2, 0), (2, 2)):
        frame = Frame(sizes)
        first, rest = frame.shares(ONE)
        assert (first == 0) == (not frame.numbers)
        assert np.hypot(first, rest) == pytest.approx(0.2367, abs=1e-4)
    assert Frame((2, 0)).noise(100, ONE) == pytest.approx(100 * Frame((2, 0)).noise(10_000, ONE))
    assert Frame((2, 3)).weight == fair_weight((2, 3))


def test_cuts_make_categories():
    public = Declaration({"a": Number(0, 9, cuts=(3, 6)), "b": Number(0, 9), "c": Categories(("x", "y"))})
    assert sizes_of(public) == (4, 0, 3)
    assert [is_plain(column) for column in public.columns.values()] == [False, True, False]


test_too_many_values_are_refused = refusals(
    Frame, ("columns must have at most 32 values each, got 40", [40, 0])
)
