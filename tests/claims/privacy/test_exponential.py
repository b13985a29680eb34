"""Claims about choosing: stored witnesses replay by another route, and the laws of the exhibits are as booked."""

import math
from fractions import Fraction

import numpy as np
import pytest

from privcausal.claims.privacy import (
    exponential as choosing,
)
from privcausal.claims.privacy import (
    exponential_accuracy as accuracy,
)
from privcausal.claims.privacy import (
    exponential_auction as auction,
)
from privcausal.claims.privacy import (
    exponential_universal as universal,
)
from privcausal.claims.privacy import (
    halfspaces as counting,
)
from privcausal.claims.privacy import (
    synthetic,
)
from privcausal.claims.privacy import (
    synthetic_samples as samples,
)
from privcausal.verify.claim import Effort, informed
from privcausal.verify.evidence import Kind
from privcausal.verify.runner import generator

BRIEF = Effort("brief", examples=20, climbs=50, draws=2_000, thorough=False)
REPLAYED = [
    (claim, check)
    for module in (choosing, universal, accuracy, counting, samples, synthetic, auction)
    for claim in module.CLAIMS
    for check in claim.checks
    if check.kind in (Kind.EXHAUSTIVE, Kind.SEARCH)
]


@pytest.mark.parametrize("case", REPLAYED, ids=lambda case: f"{case[0].id} · {case[1].name}")
def test_witnesses_replay_by_another_route(case):
    claim, check = case
    assert check.replay is not None
    for finding in check.run(claim, BRIEF, generator(claim, check, 0)):
        again = informed(check.replay, claim)(finding.witness, **finding.parameters)
        assert again == pytest.approx(float(finding.attained), abs=1e-9)


def test_with_a_score_below_zero_the_theorem_on_accuracy_fails():
    t, best = Fraction(1, 20), Fraction(1, 40)
    assert best == t * Fraction(1, 2)  # so ln(OPT / (t μ)) is 0, which is less than εt
    fall = accuracy.shortfall_of_two({"part": 1.0 / math.exp(0.05), "gap": 1.0, "mass": 0.5}, 0.05, 1.0)
    assert fall == pytest.approx(1 / (1 + math.e))
    assert fall > 3 * t


def test_rates_of_the_exhibits_are_the_exact_laws():
    rng = np.random.default_rng(0)
    for side, share in ((0, 1 / (1 + math.exp(2))), (1, 1 / (1 + math.exp(1)))):
        drawn = choosing.elected(side, 40_000, rng)
        assert np.mean(drawn == 1) == pytest.approx(share, abs=0.01)
