"""Derivations: one step that does not close breaks the whole, and says which it was."""

import numpy as np
import pytest
import sympy

from privcausal.verify import Outcome, Target, instead
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import QUICK, rejects
from tests.verify.toy import finding_of, toy

X = sympy.Symbol("x", positive=True)


def square(claim):
    return {"first": (X + 1) ** 2 - X**2 - 2 * X - 1, "second": claim.published(x=X) - X**2}


def fixed():
    return {"only": sympy.sin(X) ** 2 + sympy.cos(X) ** 2 - 1}


def claim(derive, bound="x**2", **options):
    check = Symbolic("derived", derive, (instead(published="x**3"),), **options)
    return toy(check, published=bound)


@pytest.mark.parametrize(("derive", "steps"), [(square, 2), (fixed, 1)])
def test_what_vanishes_is_proved(derive, steps):
    finding = finding_of(claim(derive))
    assert (finding.outcome, finding.cases) == (Outcome.PROVED, steps)
    assert finding.attained == "every remainder is 0"


def test_the_first_step_that_does_not_close_is_shown():
    finding = finding_of(claim(square, "2*x**2"))
    assert (finding.outcome, finding.attained) == (Outcome.VIOLATED, "second: x**2")


def test_the_formula_on_trial_is_the_claims_own():
    original = claim(square)
    (check,) = original.checks
    assert rejects(original, check, check.mutants[0], QUICK, np.random.default_rng(0))


def test_a_derivation_that_forgets_the_claim_notices_no_mutant():
    """Why every check must have one: this one can never fail."""
    original = claim(fixed)
    (check,) = original.checks
    assert not rejects(original, check, check.mutants[0], QUICK, np.random.default_rng(0))


def test_it_may_speak_about_the_proof_alone():
    assert finding_of(claim(square, target=Target.PROOF)).target is Target.PROOF
