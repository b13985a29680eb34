"""Confidence on networks that it was not learned from: of those called so sure, about so many are right."""

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise, product

import numpy as np
import pytest

from privcausal.experiments.calibration import CALIBRATION
from privcausal.experiments.confidence_maps import BINS, KINDS, calibration_bins, edges, fit
from privcausal.experiments.execution import Experiment, load
from privcausal.experiments.sparing_calibration import SPARING_CALIBRATION
from privcausal.graphs.edge_confidence import Logistic
from privcausal.verify.checks.measured import mean

FEW = 20


@dataclass(frozen=True)
class Asked:
    """A method's rows, and how far from what is called the share of right ones may lie."""

    method: str
    bin: float = np.inf
    surest: float = 0.03
    hope: int = 2
    """What a map adds that trusts too much."""
    strange: float = 0.03
    stored: Experiment = CALIBRATION

    @cached_property
    def rows(self):
        return load(self.stored).query(f"method == {self.method!r}")

    def gap(self, kind, low, high, sure=None):
        return gap(self.rows, kind, sure or map_of(self, kind), low, high)


@cache
def map_of(asked, kind):
    return fit(*edges(asked.rows, "development", kind)[:2])


def gap(rows, kind, sure, low, high):
    """By how much what was right exceeds what was called, among those that were called so sure; whole worlds vary."""
    clues, right, worlds = edges(rows, "check", kind)
    called = np.array([sure(row) for row in clues])
    chosen = (low <= called) & (called <= high)
    return mean(right[chosen] - called[chosen], 0.01, np.random.default_rng(0), groups=worlds[chosen])


ONCE = Asked("once", bin=0.07, surest=0.02, hope=1, strange=0.05)
VOTED = [
    Asked("once-further"),
    Asked("once-sparing", stored=SPARING_CALIBRATION),
    Asked("once-correlations"),
    Asked("once-mixed", hope=4),
]
each = pytest.mark.parametrize("asked", [ONCE, *VOTED], ids=lambda asked: asked.method)


@each
@pytest.mark.parametrize(("low", "high"), list(pairwise(BINS)))
def test_arrows_are_right_about_as_often_as_they_are_called(asked, low, high):
    bins = calibration_bins(asked.rows, "check", "arrow", map_of(asked, "arrow"))
    if asked is not ONCE and sum(called["edges"] for called in bins if called["from"] == low) < FEW:
        pytest.skip("too few arrows were called so sure to say more than that")
    result = asked.gap("arrow", low, high)
    assert result.low <= 0.05
    assert result.high >= -0.05
    assert abs(result.value) < asked.bin


@pytest.mark.parametrize(("asked", "kind"), [(ONCE, "pair"), *product(VOTED, KINDS)])
def test_what_is_called_90_percent_sure_is(asked, kind):
    assert abs(asked.gap(kind, 0.9, 1.0).value) < asked.surest


@each
def test_a_map_that_trusts_too_much_would_be_seen(asked):
    first, *others = map_of(asked, "arrow").weights
    assert asked.gap("arrow", 0.7, 1.0, Logistic((first + asked.hope, *others))).high < -0.03


@each
def test_networks_of_other_shapes_are_a_warning(asked):
    """Denser, with unrecorded causes: what is called 90% sure is right less often, and the page says so."""
    last = calibration_bins(asked.rows, "stranger", "arrow", map_of(asked, "arrow"))[-1]
    assert last["right"] / last["edges"] < last["called"] - asked.strange


@each
def test_bins_hold_every_edge_once(asked):
    for kind in KINDS:
        bins = calibration_bins(asked.rows, "check", kind, map_of(asked, kind))
        assert sum(results["edges"] for results in bins) == len(edges(asked.rows, "check", kind)[1])
