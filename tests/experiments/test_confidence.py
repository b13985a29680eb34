"""Confidence on networks that it was not learned from: of those called so sure, about so many are right."""

from itertools import pairwise

import numpy as np
import pytest

from privcausal.experiments.calibration import CALIBRATION
from privcausal.experiments.confidence import BINS, KINDS, edges, fit, judged
from privcausal.experiments.runner import load
from privcausal.graphs.confidence import Logistic
from privcausal.verify.checks.measured import mean


@pytest.fixture(scope="module")
def table():
    return load(CALIBRATION)


@pytest.fixture(scope="module")
def maps(table):
    return {kind: fit(*edges(table, "development", kind)[:2]) for kind in KINDS}


def gap(table, part, kind, sure, low, high):
    """By how much what was right exceeds what was called, among those that were called so sure; whole worlds vary."""
    clues, right, worlds = edges(table, part, kind)
    called = np.array([sure(row) for row in clues])
    chosen = (low <= called) & (called <= high)
    rng = np.random.default_rng(0)
    return mean(right[chosen] - called[chosen], 0.01, rng, groups=worlds[chosen])


@pytest.mark.parametrize(("low", "high"), list(pairwise(BINS)))
def test_arrows_are_right_about_as_often_as_they_are_called(table, maps, low, high):
    found = gap(table, "check", "arrow", maps["arrow"], low, high)
    assert found.low <= 0.05
    assert found.high >= -0.05
    assert abs(found.value) < 0.07


def test_pairs_called_90_percent_sure_are(table, maps):
    found = gap(table, "check", "pair", maps["pair"], 0.9, 1.0)
    assert abs(found.value) < 0.02


def test_a_map_that_trusts_too_much_would_be_seen(table, maps):
    first, *others = maps["arrow"].weights
    hopeful = Logistic((first + 1, *others))
    assert gap(table, "check", "arrow", hopeful, 0.7, 1.0).high < -0.03


def test_networks_of_other_shapes_are_a_warning(table, maps):
    """Denser, with unrecorded causes: what is called 90% sure is right less often, and the page says so."""
    last = judged(table, "stranger", "arrow", maps["arrow"])[-1]
    assert last["right"] / last["edges"] < last["called"] - 0.05


def test_bins_hold_every_edge_once(table, maps):
    for kind in KINDS:
        assert sum(found["edges"] for found in judged(table, "check", kind, maps[kind])) == len(
            edges(table, "check", kind)[1]
        )
