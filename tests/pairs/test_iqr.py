"""The interquartile range, its cells and distances: equal to NumPy's and to brute force; bad columns refused."""

import math
import time
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.claims.pairs.iqr import by_trying
from privcausal.pairs.iqr import (
    GRIDS,
    NARROWEST,
    Cell,
    cell_of,
    changes_to_leave,
    distances,
    iqr,
    private_log_iqr,
    quartile_places,
    sorted_column,
)
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import REFUSED
from tests.refusals import refusals

GOOD = {"epsilon": 1.0, "delta": 1e-3, "relation": Relation.SUBSTITUTION}
columns = st.lists(st.integers(-20, 20), min_size=3, max_size=40)


@given(columns)
def test_the_range_is_numpys(x):
    lower, upper = np.quantile(x, [0.25, 0.75], method="inverted_cdf")
    assert iqr(x) == upper - lower


@pytest.mark.parametrize("shift", GRIDS)
def test_a_range_too_narrow_for_floats_is_none_and_no_cell_reaches_it(shift):
    """What counts as a range of 0 has left every cell."""
    assert iqr([0.0, 0.0, 1e-310, 1e-310]) == 0.0
    assert cell_of(NARROWEST, shift).low == NARROWEST


def test_the_largest_numbers_have_a_finite_range():
    with np.errstate(all="raise"):
        assert 0 < iqr([-1.7e308] * 4 + [1.7e308] * 4) < math.inf


def test_places_for_small_samples():
    assert [quartile_places(m) for m in (3, 4, 5, 8, 9)] == [(0, 2), (0, 2), (1, 3), (1, 5), (2, 6)]


@given(st.floats(1e-300, 1e300), st.sampled_from([0.0, 0.5]), st.floats(0.01, 3))
def test_every_width_lies_in_its_cell_and_edges_are_shared(width, shift, size):
    cell = cell_of(width, shift, size)
    assert cell.low <= width < cell.high
    assert cell_of(cell.low, shift, size).low == cell.low
    if math.isfinite(cell.high):
        assert cell_of(cell.high, shift, size).low == cell.high


def test_enormous_widths_have_a_cell():
    assert cell_of(1.7e308).high == math.inf


@given(st.lists(st.integers(0, 12), min_size=3, max_size=6), st.integers(1, 6), st.integers(1, 6))
def test_distance_is_brute_force(x, low, length):
    lower, upper = quartile_places(len(x))
    result = changes_to_leave(sorted_column(x), Cell(low, low + length))
    assert result == by_trying(x, lower, upper, low, low + length)


def test_distances_between_all_samples_of_a_small_world():
    """No formula: the nearest sample in another cell, among all samples with far-out values included."""
    values = (-1e6, 0.0, 1.0, 2.5, 1e6)
    sets = np.array([np.bincount(c, minlength=5) for c in combinations_with_replacement(range(5), 8)])
    apart = np.abs(sets[:, None] - sets).sum(axis=2) // 2
    samples = [np.repeat(values, counts) for counts in sets]
    widths = [iqr(sample) for sample in samples]
    for grid, shift in enumerate((0.0, 0.5)):
        cells = np.array([cell_of(w, shift).low if w else 0.0 for w in widths])
        nearest = np.where(np.not_equal.outer(cells, cells), apart, 99).min(axis=1)
        for sample, width, least in zip(samples, widths, nearest, strict=True):
            assert distances(sample)[grid] == (least if width else 0)


@given(columns, st.integers(-20, 20), st.data())
def test_neighbours_have_distances_at_most_one_apart(x, value, data):
    other = list(x)
    other[data.draw(st.integers(0, len(x) - 1))] = value
    for a, b in zip(distances(x, 0.5), distances(other, 0.5), strict=True):
        assert abs(a - b) <= 1


@given(columns, st.integers(-20, 20), st.data())
def test_neighbours_in_different_cells_are_at_distance_one(x, value, data):
    other = list(x)
    other[data.draw(st.integers(0, len(x) - 1))] = value
    if iqr(x) and iqr(other) and cell_of(iqr(x)) != cell_of(iqr(other)):
        assert distances(x)[0] == distances(other)[0] == 1


def test_order_and_place_do_not_matter(rng):
    x = rng.normal(size=301)
    assert distances(x) == distances(rng.permutation(x)) == distances(-x[::-1])


def test_a_million_records_take_less_than_a_second():
    x = np.random.default_rng(4).normal(size=1_000_000)
    start = time.process_time()
    assert min(distances(x)) > 80_000
    assert time.process_time() - start < 1


def test_a_range_of_zero_is_refused_at_full_price():
    release = private_log_iqr([1.0] * 50, **GOOD, rng=np.random.default_rng(0))
    assert (release.value, release.epsilon, release.delta) == (REFUSED, 2.0, 1e-3)
    assert distances([1.0] * 50) == (0, 0)


def test_large_samples_are_answered_near_the_truth():
    rng = np.random.default_rng(1)
    x = rng.normal(size=5_000)
    release = private_log_iqr(x, **GOOD, rng=rng, size=0.05)
    assert abs(release.value - math.log(iqr(x))) < 0.05 * 12
    assert (release.epsilon, release.relation) == (2.0, Relation.SUBSTITUTION)


def test_small_samples_are_declined():
    rng = np.random.default_rng(2)
    answers = [private_log_iqr(rng.normal(size=12), **GOOD, rng=rng).value for _ in range(200)]
    assert sum(answer is REFUSED for answer in answers) >= 190


@pytest.mark.parametrize(
    ("x", "words"),
    [
        ([1, 2], "x must hold at least 3 records, got 2"),
        ([], "x must hold at least 3 records, got 0"),
        ([1, math.nan, 2], "x must be finite, got NaN or infinity in some of its 3 records"),
        ([[1, 2, 3]], "x must be one column"),
    ],
)
@pytest.mark.parametrize("function", [iqr, distances])
def test_bad_columns_are_named(function, x, words):
    with pytest.raises(ValueError, match=words):
        function(x)


test_bad_prices_are_named = refusals(
    lambda changes: private_log_iqr(
        [1.0, 2.0, 3.0, 4.0], **{**GOOD, **changes}, rng=np.random.default_rng(0)
    ),
    ("relation must be", {"relation": Relation.ADD_REMOVE}),
    ("epsilon must be a positive finite number", {"epsilon": 0.0}, {"epsilon": math.inf}),
    ("delta must lie in", {"delta": 0.0}, {"delta": 1.0}),
    ("size must be a positive finite number", {"size": 0.0}),
)


test_cells_need_positive_numbers = refusals(
    lambda width, size: cell_of(width, size=size),
    ("must be a positive finite number", (0.0, 1.0), (math.nan, 1.0), (1.0, 0.0), (1.0, math.inf)),
)


def test_places_need_three_records():
    with pytest.raises(ValueError, match="m must be at least 3 records, so that the quartiles differ, got 2"):
        quartile_places(2)
