"""Exhaustive checks against a tolerance, and witnesses against a bound of zero."""

from dataclasses import replace
from fractions import Fraction

import numpy as np

from privcausal.claims import load
from privcausal.verify import Formula
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.claim import QUICK
from privcausal.verify.evidence import Outcome, Target
from privcausal.verify.ledger import make_row
from privcausal.verify.report import worst_evidence

CLAIM = load()["K-kendall"]


def half(m):
    return Extreme(Fraction(1, 2), {"x": m}, 7)


def third(m):
    return Fraction(1, 3)


def run(check, claim=CLAIM):
    return list(check.run(claim, QUICK, np.random.default_rng(0)))


def test_a_tolerance_replaces_the_bounds_and_names_its_target():
    check = Exhaustive("step", ({"m": 3},), half, (), tolerance=third, target=Target.PROOF)
    (finding,) = run(check)
    assert (finding.target, finding.outcome, finding.bound) == (
        Target.PROOF,
        Outcome.VIOLATED,
        Fraction(1, 3),
    )
    assert (finding.cases, finding.witness) == (7, {"x": 3})


def test_a_broken_bound_of_zero_shows_its_witness():
    claim = replace(CLAIM, published=Formula("0"), checks=())
    check = Exhaustive("silence", ({"m": 3},), half, ())
    row = make_row(claim, [(check, run(check, claim))])
    assert row.verdict == "refuted"
    entry = worst_evidence(row)
    assert entry is not None
    assert (entry["witness"], entry["ratio"]) == ({"x": 3}, None)
