"""A test of all contrasts: what one record can do to it, and what it sees."""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from privcausal.experiments.ablation import OrderedTest
from privcausal.graphs.ask_once.independence import CovarianceTest
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.stratified_covariance import (
    covariance_margin,
    covariance_margin_sensitivity,
)
from privcausal.graphs.independence.stratified_kendall import margin, margin_sensitivity


@pytest.mark.parametrize(
    ("sizes", "records"), [((2, 2, 1), 7), ((3, 2, 1), 5), ((2, 2, 2), 5), ((3, 3, 2), 3)]
)
def test_no_substitution_moves_the_margin_further(sizes, records):
    """Every table of so few records and every replacement in it."""
    cells = list(product(*map(range, sizes)))
    noisy = {
        rows: covariance_margin(Tables(rows, sizes), 0, 1, (2,), threshold=2.576)
        for rows in combinations_with_replacement(cells, records)
    }
    rest = list(combinations_with_replacement(cells, records - 1))
    farthest = 0.0
    for some in rest:
        values = [noisy[tuple(sorted((*some, cell)))] for cell in cells]
        farthest = max(farthest, max(values) - min(values))
    assert 0 < farthest < covariance_margin_sensitivity(records, threshold=2.576)


@pytest.mark.parametrize("seed", range(5))
def test_the_two_parts_stay_in_their_bounds_in_larger_tables(seed):
    """The statistic alone moves by less than 4/√n: nothing is subtracted at a threshold of almost nothing."""
    rng, sizes, records = np.random.default_rng(seed), (3, 4, 3), 60
    rows = np.stack([rng.integers(0, k, records) for k in sizes], axis=1)
    rows[:, 1] = np.where(rng.random(records) < 0.8, rows[:, 0], rows[:, 1])
    here, moves = covariance_margin(Tables(rows, sizes), 0, 1, (2,), threshold=1e-9), []
    for place, cell in product(range(records), product(*map(range, sizes))):
        other = rows.copy()
        other[place] = cell
        moves.append(abs(covariance_margin(Tables(other, sizes), 0, 1, (2,), threshold=1e-9) - here))
    assert 0.5 / np.sqrt(records) < max(moves) < 4 / np.sqrt(records)


def test_the_bound_is_attained_in_the_limit():
    """A record that stands out in one stratum moves to where it stands out the other way."""
    size = 2_000
    rows = np.repeat([[0, 0, 0], [0, 1, 1], [1, 1, 0]], [size, size, 9], axis=0)
    other = rows.copy()
    other[-1] = [1, 0, 1]
    before, after = (
        covariance_margin(Tables(some, (2, 2, 2)), 0, 1, (2,), threshold=0.0) for some in (rows, other)
    )
    assert (before - after) * np.sqrt(len(rows)) == pytest.approx(4, rel=0.01)


def test_under_independence_it_is_above_nothing_one_time_in_a_hundred_at_most():
    rng, results = np.random.default_rng(0), []
    for _ in range(1_500):
        rows = np.stack([rng.integers(0, k, 400) for k in (3, 4, 2)], axis=1)
        results.append(covariance_margin(Tables(rows, (3, 4, 2)), 0, 1, (2,), threshold=2.576) > 0)
    assert 0.003 < np.mean(results) < 0.025


def test_two_values_are_seen_as_clearly_as_by_kendall():
    """There the tests ask the same: two thirds of the height, at two thirds of the price."""
    tables = Tables(np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], [260, 240, 240, 260], axis=0), (2, 2))
    heights = [measure(tables, 0, 1, threshold=0.0) for measure in (covariance_margin, margin)]
    assert heights[0] / heights[1] == pytest.approx(2 / 3, rel=0.01)
    widths = [f(10**8, threshold=0.0) for f in (covariance_margin_sensitivity, margin_sensitivity)]
    assert widths[0] / widths[1] == pytest.approx(2 / 3)


def test_what_has_no_order_is_seen_by_contrasts_alone():
    """The middle value goes with the other column's second value, both ends with its first."""
    rows = np.repeat([[0, 0], [1, 1], [2, 0]], 400, axis=0)
    tables = Tables(rows, (3, 2))
    assert margin(tables, 0, 1, threshold=2.576) < 0 < covariance_margin(tables, 0, 1, threshold=2.576)
    moments = Interactions((3, 2), tables.size)
    moments.measure_pairs(tables, 1e6, np.random.default_rng(0))
    assert CovarianceTest(moments)(0, 1).p_value < 1e-6
    assert OrderedTest(moments)(0, 1).p_value > 0.5
