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
from privcausal.verify.claim import Effort
from privcausal.verify.evidence import Kind, Outcome
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
        again = check.replay(claim, finding.witness, **finding.parameters)
        assert again == pytest.approx(float(finding.attained), abs=1e-9)


@pytest.mark.parametrize("name", ["X-accuracy", "X-vc"])
def test_what_is_refuted_has_a_witness_beyond_the_bound(name):
    claim, check = next(case for case in REPLAYED if case[0].id == name)
    findings = list(check.run(claim, BRIEF, generator(claim, check, 0)))
    assert all(finding.outcome is Outcome.VIOLATED for finding in findings)
    assert all(finding.witness and finding.ratio > 1 for finding in findings)


def test_the_clean_witness_against_accuracy_meets_the_condition():
    t, best = Fraction(1, 20), Fraction(1, 40)
    assert best == t * Fraction(1, 2)  # so ln(OPT / (t μ)) is 0, which is less than εt
    fall = accuracy.shortfall_of_two(None, {"part": 1.0 / math.exp(0.05), "gap": 1.0, "mass": 0.5}, 0.05, 1.0)
    assert fall == pytest.approx(1 / (1 + math.e))
    assert fall > 3 * t


def test_rates_of_the_exhibits_are_the_exact_laws():
    rng = np.random.default_rng(0)
    for side, share in ((0, 1 / (1 + math.exp(2))), (1, 1 / (1 + math.exp(1)))):
        drawn = choosing.elected(side, 40_000, rng)
        assert np.mean(drawn == 1) == pytest.approx(share, abs=0.01)
