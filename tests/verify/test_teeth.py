"""Which numbers a check holds: those that it would not let pass 5% bolder; and what the ledger says of the others."""

from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
import sympy

from privcausal.verify import Finding, Formula, Kind, Origin, Outcome, Reading, Sense, Target
from privcausal.verify.checks import Exhaustive, Extreme, Symbolic
from privcausal.verify.claim import QUICK
from privcausal.verify.evidence import judge
from privcausal.verify.ledger import make_row
from privcausal.verify.runner import Run, run_check
from privcausal.verify.teeth import OUR_BOUND, PROOF_IN_WORDS, QUOTATION, ROOM, bolder, numbers, rests_on
from tests.verify.toy import toy


def reached(m, share=Fraction(1)):
    return Extreme(share * Fraction(4, m), {}, 1)


def slack(claim, m):
    """Told what the claim says: how far twice the half of 4/m goes beyond it."""
    return Extreme(max(0, Fraction(4, m) - claim.ours(m=m)), {}, 1)


def derived(claim):
    m = sympy.Symbol("m", positive=True)
    return {"two halves": 2 * (2 / m) - claim.ours(m=m)}


WORLD = ({"m": 5},)
EXACT = Exhaustive("all", WORLD, reached, ())
TENTH = Exhaustive("far below", WORLD, partial(reached, share=Fraction(1, 10)), ())
TOLD = Exhaustive("told", WORLD, slack, (), tolerance=0, target=Target.OURS)
UNTOLD = Exhaustive("not told", WORLD, lambda m: Extreme(0, {}, 1), (), tolerance=0)
PROVED = Symbolic("derived", derived, (), target=Target.OURS)
READING = Reading(Origin.PAPER, "Theorem 1")
CLAIM = toy(source="somebody", reading=READING, statement="$«ours»$", ours="4/m", at={"m": 5})


def held(check, claim=CLAIM):
    return run_check(replace(claim, checks=(check,)), 0, QUICK, 0)[1][0].holds


@pytest.mark.parametrize(
    ("check", "names"),
    [(EXACT, ("ours",)), (TENTH, ()), (TOLD, ("ours",)), (UNTOLD, ()), (PROVED, ("ours",))],
    ids=lambda value: getattr(value, "name", ""),
)
def test_a_check_holds_what_it_would_not_let_pass(check, names):
    assert held(check) == names


def test_five_percent_is_the_difference():
    for share, names in ((Fraction(94, 100), ()), (Fraction(96, 100), ("ours",))):
        assert held(Exhaustive("near", WORLD, partial(reached, share=share), ())) == names


def test_what_cannot_be_computed_any_more_is_noticed():
    root = Exhaustive(
        "a root", WORLD, lambda claim, m: Extreme((claim.ours(m=m) - Fraction(4, 5)) ** 0.5, {}, 1), ()
    )
    root = replace(root, tolerance=1, target=Target.OURS)
    assert held(replace(root, worst=lambda claim, m: Extreme(np.float64(claim.ours(m=m)), {}, 1))) == ()

    def stops(claim, m):
        if claim.ours(m=m) < Fraction(4, m):
            raise ValueError("no such noise")
        return Extreme(0, {}, 1)

    assert held(replace(root, worst=stops)) == ("ours",)


def test_at_least_is_bolder_when_larger_and_zero_takes_a_step():
    least = replace(CLAIM, sense=Sense.AT_LEAST)
    assert bolder(least, "ours").ours(m=4) == Fraction(21, 20)
    assert bolder(replace(CLAIM, ours=Formula("0")), "ours").ours() == Fraction(-1, 20)
    assert bolder(replace(least, ours=Formula("0")), "ours").ours() == Fraction(1, 20)


def test_a_number_beside_a_bound_is_tried_on_the_side_that_promises_more():
    """A budget says more when it is larger; a check that reads it holds it, and one that does not holds nothing."""

    def overspent(claim, m):
        return Extreme(claim.formulas["budget"](m) / 2, {}, 1)

    spending = Exhaustive("spends it", WORLD, overspent, (), tolerance=Fraction(5, 2), target=Target.OURS)
    claim = replace(CLAIM, formulas={"budget": Formula("m")}, larger=("budget",))
    assert list(numbers(claim)) == ["ours", "budget"]
    assert bolder(claim, "budget").formulas["budget"](20) == 21
    assert held(spending, claim) == ("budget",)
    assert held(spending, replace(claim, larger=())) == ()
    assert held(EXACT, claim) == ("ours",)


def test_a_claim_without_bounds_states_the_numbers_of_its_formulas():
    plain = replace(CLAIM, ours=None, formulas={"limit": Formula("1/2")})
    assert list(numbers(plain)) == ["limit"]
    assert bolder(plain, "limit").formulas["limit"]() == Fraction(19, 40)
    assert list(numbers(CLAIM)) == ["ours"]


def row(claim, *checks):
    claim = replace(claim, checks=checks)
    run = Run({"T": claim})
    for place in range(len(checks)):
        run.absorb(*run_check(claim, place, QUICK, 0))
    return run.rows["T"]


def test_a_loose_factor_says_that_a_proof_in_words_carries_it():
    loose = replace(CLAIM, published=Formula("8/m"), proof="proof-t")
    held_by_none, held_by_one = row(loose, TENTH), row(loose, TENTH, EXACT)
    assert held_by_none.badge == "loose ×2, by a proof in words"
    assert held_by_none.rests_on == {"published": OUR_BOUND, "ours": PROOF_IN_WORDS}
    assert held_by_one.badge == "loose ×2"
    assert held_by_one.rests_on["ours"] == "exhaustive"


def test_ours_halved_says_so():
    """X-useful with half of our bound said “loose ×2.89” and nothing else."""
    halved = replace(CLAIM, published=Formula("4/m"), ours=Formula("2/m"), proof="proof-t")
    assert row(halved, TENTH).badge == "loose ×2, by a proof in words"
    assert row(halved, TENTH, PROVED).verdict == "open"


def test_what_is_refuted_rests_on_its_quotation():
    false = replace(CLAIM, published=Formula("1/m"))
    assert row(false, EXACT).rests_on == {"published": QUOTATION, "ours": "exhaustive"}


def test_what_stands_beside_a_refuted_number_rests_on_the_quotation():
    false = replace(CLAIM, published=Formula("1/m"), formulas={"delta": Formula("0")})
    assert row(false, EXACT).rests_on == {"published": QUOTATION, "ours": "exhaustive", "delta": QUOTATION}
    true = replace(CLAIM, formulas={"delta": Formula("0")})
    assert row(true, EXACT).rests_on == {"ours": "exhaustive", "delta": PROOF_IN_WORDS}


def test_a_refutation_with_a_broken_bound_of_ours_says_so():
    broken = [Finding(target, Outcome.VIOLATED, {}, 2, 1) for target in (Target.PUBLISHED, Target.OURS)]
    assert str(judge(broken, proof=True, factor=0.5)) == "refuted, and so is our bound"
    assert str(judge(broken[:1], proof=True, factor=0.5)) == "refuted"


def test_a_number_that_no_check_was_asked_about_rests_on_its_proof():
    findings = [Finding(Target.OURS, Outcome.WITHIN, {}, 0, 1)]
    assert rests_on(replace(CLAIM, checks=(TENTH,)), [(TENTH, findings)], "holds") == {"ours": PROOF_IN_WORDS}
    results = [(TENTH, findings)]
    assert make_row(replace(CLAIM, checks=(TENTH,)), results).rests_on == {"ours": PROOF_IN_WORDS}
    measured = replace(TENTH, kind=Kind.EXPERIMENT)
    assert make_row(replace(CLAIM, checks=(measured,)), results).rests_on == {"ours": ROOM}
