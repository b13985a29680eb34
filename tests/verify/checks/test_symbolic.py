"""Derivations: one step that does not close breaks the whole, and says which it was."""

import numpy as np
import pytest
import sympy

from privcausal.verify import Claim, Formula, Outcome, Target, instead
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import QUICK, rejects

X = sympy.Symbol("x", positive=True)


def square(claim):
    return {"first": (X + 1) ** 2 - X**2 - 2 * X - 1, "second": claim.published(x=X) - X**2}


def fixed():
    return {"only": sympy.sin(X) ** 2 + sympy.cos(X) ** 2 - 1}


def claim(derive, bound="x**2", **options):
    check = Symbolic("derived", derive, (instead(published="x**3"),), **options)
    return Claim(id="T", title="", relation=None, statement="", checks=(check,), published=Formula(bound))


def run(claim):
    (finding,) = claim.checks[0].run(claim, QUICK, np.random.default_rng(0))
    return finding


@pytest.mark.parametrize(("derive", "steps"), [(square, 2), (fixed, 1)])
def test_what_vanishes_is_proved(derive, steps):
    finding = run(claim(derive))
    assert (finding.outcome, finding.cases) == (Outcome.PROVED, steps)
    assert finding.attained == "every remainder is 0"


def test_the_first_step_that_does_not_close_is_shown():
    finding = run(claim(square, "2*x**2"))
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
    assert run(claim(square, target=Target.PROOF)).target is Target.PROOF
