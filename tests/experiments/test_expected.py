"""Forecasts on tables that they were not learned from: the interval holds what came as often as it says."""

import numpy as np
import pytest
from scipy.stats import binomtest

from privcausal.experiments.calibration import CALIBRATION
from privcausal.experiments.expected import counted, known, lines, quantile
from privcausal.experiments.runner import load
from privcausal.graphs.expected import COVERAGE, SCORES, expected, public_terms
from privcausal.graphs.foresight import smallest_seen
from privcausal.privacy.price import Price, Relation


@pytest.fixture(scope="module")
def table():
    return load(CALIBRATION)


@pytest.fixture(scope="module")
def found(table):
    return {score: lines(*known(table, "development", score)) for score in SCORES}


@pytest.mark.parametrize("score", SCORES)
def test_four_of_five_unseen_tables_are_held(table, found, score):
    seen = counted(table, "check", score, found[score])
    assert seen["tables"] >= 200
    band = binomtest(seen["held"], seen["tables"]).proportion_ci(0.95)
    assert band.low <= COVERAGE <= band.high
    assert seen["held"] + seen["below"] + seen["above"] == seen["tables"]


@pytest.mark.parametrize("score", SCORES)
def test_an_interval_half_as_wide_would_be_seen(table, found, score):
    low, middle, high = found[score]
    narrow = [(low + middle) / 2, middle, (high + middle) / 2]
    seen = counted(table, "check", score, narrow)
    assert binomtest(seen["held"], seen["tables"]).proportion_ci(0.99).high < COVERAGE


def test_networks_of_other_shapes_come_out_worse_than_forecast(table, found):
    seen = counted(table, "stranger", "pairs", found["pairs"])
    assert seen["below"] > seen["tables"] / 2, "denser, with unrecorded causes"


def test_a_quantile_has_its_share_below():
    rng = np.random.default_rng(0)
    terms = np.array([[1.0, 0, 0, 0, 0, 0, 0, x, 0] for x in rng.normal(size=400)])
    came = 0.5 + 0.3 * terms[:, 7] + rng.uniform(-0.1, 0.1, 400)
    line = quantile(terms, came, 0.9)
    assert (came <= terms @ line + 1e-9).mean() == pytest.approx(0.9, abs=0.01)


def test_the_library_says_what_was_learned(found):
    sizes, budget = [2, 3, 2, 4, 2], Price(0.7, 1e-6, Relation.SUBSTITUTION)
    least = np.nanmedian(smallest_seen("once", 9_000, sizes, budget))
    terms = np.array(public_terms(least, len(sizes), np.mean(sizes)))
    for score, said in expected(9_000, sizes, budget).items():
        assert [said.low, said.middle, said.high] == pytest.approx(
            [float(np.clip(terms @ line, 0, 1)) for line in found[score]]
        )
