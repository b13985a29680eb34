"""Forecasts on tables that they were not learned from: the interval holds what came as often as it says."""

import numpy as np
import pytest
from scipy.stats import binomtest

from privcausal.experiments.calibration import CALIBRATION
from privcausal.experiments.execution import load
from privcausal.experiments.f1_maps import count_held, lines, quantile, stored_terms
from privcausal.graphs.expected_f1 import COVERAGE, SCORES, design_row
from privcausal.graphs.methods import METHODS
from tests.graphs.builders import price


@pytest.fixture(scope="module")
def table():
    return load(CALIBRATION).query("method == 'once'")


@pytest.fixture(scope="module")
def result(table):
    return {score: lines(*stored_terms(table, "development", score)) for score in SCORES}


@pytest.mark.parametrize("score", SCORES)
def test_four_of_five_unseen_tables_are_held(table, result, score):
    observed = count_held(table, "check", score, result[score])
    assert observed["tables"] >= 150
    band = binomtest(observed["held"], observed["tables"]).proportion_ci(0.95)
    assert band.low <= COVERAGE <= band.high
    assert observed["held"] + observed["below"] + observed["above"] == observed["tables"]


@pytest.mark.parametrize("score", SCORES)
def test_an_interval_half_as_wide_would_be_seen(table, result, score):
    low, middle, high = result[score]
    narrow = [(low + middle) / 2, middle, (high + middle) / 2]
    observed = count_held(table, "check", score, narrow)
    assert binomtest(observed["held"], observed["tables"]).proportion_ci(0.99).high < COVERAGE


def test_numbers_of_other_shapes_come_out_worse_than_forecast():
    numbers = load(CALIBRATION).query("method == 'once-correlations'")
    observed = count_held(numbers, "stranger", "pairs", lines(*stored_terms(numbers, "development", "pairs")))
    assert observed["below"] > observed["tables"] / 2, "denser, with outliers and unrecorded causes"


def test_an_upper_end_that_was_rounded_holds_what_reaches_it():
    """Of 400 tables of numbers 120 have an F1 of 1; an upper end of 0.99996 held none of them."""
    table = load(CALIBRATION).query("method == 'once-correlations'")
    terms, came = stored_terms(table, "check", "pairs")
    high = np.array([0.99996] * 7 + [0.0] * 2)
    three = [0 * high, high / 2, high]
    assert (terms @ high).max() < 1
    assert came.max() == 1
    assert count_held(table, "check", "pairs", three)["above"] == 0


def test_a_quantile_has_its_share_below(rng):
    terms = np.array([[1.0, 0, 0, 0, 0, 0, 0, x, 0] for x in rng.normal(size=400)])
    came = 0.5 + 0.3 * terms[:, 7] + rng.uniform(-0.1, 0.1, 400)
    line = quantile(terms, came, 0.9)
    assert (came <= terms @ line + 1e-9).mean() == pytest.approx(0.9, abs=0.01)


def test_the_library_says_what_was_learned(result):
    sizes, budget = [2, 3, 2, 4, 2], price(0.7)
    least = np.nanmedian(METHODS["once"].foresee(9_000, sizes, budget).least)
    terms = np.array(design_row(least, len(sizes), np.mean(sizes)))
    for score, forecast in METHODS["once"].expected(9_000, sizes, budget).items():
        assert [forecast.low, forecast.middle, forecast.high] == pytest.approx(
            [float(np.clip(terms @ line, 0, 1)) for line in result[score]]
        )
