"""Verdicts follow from findings, and from nothing else."""

from fractions import Fraction

import pytest

from privcausal.verify.evidence import Finding, Outcome, Target, Verdict, compare, judge

PUBLISHED, OURS, PROOF = Target.PUBLISHED, Target.OURS, Target.PROOF


def result_of(*pairs):
    return [Finding(target, outcome, {}, 1, 1) for target, outcome in pairs]


@pytest.mark.parametrize(
    ("findings", "proof", "factor", "verdict"),
    [
        (result_of((PUBLISHED, Outcome.ATTAINED), (PUBLISHED, Outcome.WITHIN)), True, None, "tight"),
        (result_of((PUBLISHED, Outcome.ATTAINED)), False, None, "open"),
        (result_of((PUBLISHED, Outcome.WITHIN)), True, None, "holds"),
        (result_of((PUBLISHED, Outcome.WITHIN)), False, None, "open"),
        (result_of((PUBLISHED, Outcome.PROVED), (PUBLISHED, Outcome.WITHIN)), False, None, "holds"),
        (result_of((PUBLISHED, Outcome.WITHIN), (OURS, Outcome.ATTAINED)), True, 5.0, "loose ×5"),
        (result_of((PUBLISHED, Outcome.WITHIN), (OURS, Outcome.WITHIN)), True, 1.0, "holds"),
        (result_of((PUBLISHED, Outcome.WITHIN), (OURS, Outcome.VIOLATED)), True, 5.0, "open"),
        (result_of((PUBLISHED, Outcome.VIOLATED), (OURS, Outcome.WITHIN)), True, 0.5, "refuted"),
        (result_of((PUBLISHED, Outcome.WITHIN), (PROOF, Outcome.VIOLATED)), True, 1.17, "repaired ×1.17"),
        (result_of((PUBLISHED, Outcome.WITHIN), (PROOF, Outcome.VIOLATED)), False, None, "open"),
        (result_of((OURS, Outcome.ATTAINED)), True, None, "tight"),
        (result_of((OURS, Outcome.VIOLATED)), True, None, "refuted"),
        ([], True, None, "open"),
    ],
)
def test_verdicts(findings, proof, factor, verdict):
    assert str(judge(findings, proof=proof, factor=factor)) == verdict


def test_fractions_are_compared_exactly_and_floats_with_grace():
    third = Fraction(1, 3)
    assert compare(third + Fraction(1, 10**30), third) is Outcome.VIOLATED
    assert compare(third - Fraction(1, 10**30), third) is Outcome.WITHIN
    assert compare(1 / 3 + 1e-12, third) is Outcome.ATTAINED
    assert compare(1 / 3 + 1e-6, third) is Outcome.VIOLATED


def test_a_verdict_prints_its_factor():
    assert str(Verdict("loose", 5.005)) == "loose ×5"
    assert str(Verdict("tight")) == "tight"
