"""What to expect of a plan: more for more records and more ε, within an interval, and nothing beyond what was tried."""

import json

import pytest

from privcausal.graphs.expected_f1 import FILE, KNOTS, design_row, outside_simulated_range
from privcausal.graphs.methods import METHODS
from tests.graphs.builders import price

SIZES = [2, 3, 2, 2, 4, 2]
expected = METHODS["once"].expected


@pytest.mark.parametrize("score", ["pairs", "arrows"])
def test_more_records_and_more_epsilon_are_never_worse(score):
    by_records = [expected(n, SIZES, price(1.0))[score] for n in (1_000, 5_000, 20_000, 100_000, 200_000)]
    by_epsilon = [expected(5_000, SIZES, price(e))[score] for e in (0.1, 0.5, 1.0, 3.0, 10.0)]
    for results in (by_records, by_epsilon):
        for end in ("low", "middle", "high"):
            values = [getattr(one, end) for one in results]
            assert values == sorted(values)
            assert values[0] < values[-1]


def test_the_middle_lies_in_the_interval_and_all_within_0_and_1():
    for n in (1_000, 10_000, 200_000):
        for sizes in ([2] * 2, [5] * 80, SIZES):
            for forecast in expected(n, sizes, price(0.3)).values():
                assert 0 <= forecast.low <= forecast.middle <= forecast.high <= 1


def test_pairs_are_easier_than_arrows():
    results = expected(50_000, SIZES, price(1.0))
    assert results["pairs"].middle > results["arrows"].middle


@pytest.mark.parametrize(
    ("records", "sizes", "epsilon", "words"),
    [
        (999, SIZES, 1.0, "999 records"),
        (300_000, SIZES, 1.0, "300,000 records"),
        (5_000, [2] * 81, 1.0, "81 columns"),
        (5_000, [2, 3, 31, 2], 1.0, "31 values of one column"),
        (5_000, SIZES, 20.0, "ε = 20 (0.1 to 10 were tried)"),
    ],
)
def test_beyond_what_was_tried_there_is_no_forecast(records, sizes, epsilon, words):
    assert expected(records, sizes, price(epsilon)) is None
    assert words in outside_simulated_range("once", records, sizes, epsilon)[0]


def test_shares_are_interpolated_between_knots():
    middle = design_row((KNOTS[2] * KNOTS[3]) ** 0.5, 8, 3.0)
    assert middle[:7] == pytest.approx([0, 0, 0.5, 0.5, 0, 0, 0])
    assert design_row(5.0, 8, 3.0) == design_row(1.0, 8, 3.0), "worse than blind is blind"
    assert len(middle) == len(json.loads(FILE.read_text())["once"]["lines"]["pairs"][0])
