"""The meta-test: every check must find its mutants out, or it proves nothing."""

from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest

from privcausal.claims import load
from privcausal.verify import ledger
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.claim import QUICK, Mutant, asks_for_claim, informed, names_of, rejects
from privcausal.verify.evidence import Finding, Kind, Outcome, Target
from privcausal.verify.formula import Formula
from privcausal.verify.runner import generator

CLAIMS = load()
SEEN = {}
"""What is worst in a world, by the function that looks there."""


def remembering(check):
    """The check, looking once at each of its worlds, if what is worst there does not depend on the claim."""
    look = getattr(check, "worst", None)
    if not isinstance(check, Exhaustive) or asks_for_claim(look):
        return check

    def worst(**world):
        key = id(look), repr(world)
        if key not in SEEN:
            SEEN[key] = look, informed(look, None)(**world)  # the function is kept, and so is its id
        return SEEN[key][1]

    return replace(check, worst=worst)


CHECKS = [(claim, remembering(check)) for claim in CLAIMS.values() for check in claim.checks]
MUTANTS = [(claim, check, mutant) for claim, check in CHECKS for mutant in check.mutants]


def name_of(case):
    return " · ".join([case[0].id, case[1].name, *(mutant.what for mutant in case[2:])])


@pytest.mark.parametrize("case", CHECKS, ids=name_of)
def test_every_check_has_a_mutant(case):
    claim, check = case
    assert check.mutants, (
        f"{claim.id}: the check “{check.name}” has no mutant, so nothing shows that it can fail"
    )


@pytest.mark.usefixtures("each_once")
@pytest.mark.parametrize("case", MUTANTS, ids=name_of)
def test_every_mutant_is_rejected(case):
    claim, check, mutant = case
    found_out = rejects(claim, check, mutant, QUICK, generator(claim, check, 0))
    assert found_out, f"{claim.id}: the check “{check.name}” accepts the mutant “{mutant.what}”"


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=lambda claim: claim.id)
def test_every_claim_is_checked_under_names_of_its_own(claim):
    names = [check.name for check in claim.checks]
    assert names, f"{claim.id} has no check"
    assert len(names) == len(set(names)), f"{claim.id} has two checks of one name"


@dataclass(frozen=True)
class Vacuous:
    """A check that nods at everything."""

    name: str = "vacuous"
    kind: Kind = Kind.SEARCH
    mutants: tuple[Mutant, ...] = ()
    mood: str = "good"

    def run(self, claim, effort, rng):
        yield Finding(Target.PUBLISHED, Outcome.WITHIN, {}, 0, 1)


def test_a_vacuous_check_is_noticed():
    claim = CLAIMS["K-kendall"]
    wrong = Mutant("anything", claim={"published": lambda m: -1}, check={"mood": "bad"})
    assert not rejects(claim, Vacuous(), wrong, QUICK, generator(claim, Vacuous(), 0))


class Generous:
    """A bound a million times as large, under the same parameters."""

    def __init__(self, bound):
        names = names_of(bound)
        self.bound, self.__code__ = bound, SimpleNamespace(co_varnames=names, co_argcount=len(names))

    def __call__(self, **parameters):
        return 10**6 * (abs(self.bound(**parameters)) + 1)


def generous(bound):
    if not callable(bound):
        return 10**6 * (abs(bound) + 1)
    if isinstance(bound, Formula):
        return Formula(f"10**6*(abs({bound.text}) + 1)", bound.where)
    return Generous(bound)


ROWS = ledger.read().rows
ACCUSERS = [
    (claim, check, Target(entry["target"]))
    for claim, check in CHECKS
    for entry in (ROWS[claim.id].evidence if claim.id in ROWS else ())
    # A symbolic step is an equality: there is no bound to enlarge.
    if (entry["check"], entry["outcome"]) == (check.name, "violated") and check.kind is not Kind.SYMBOLIC
]


@pytest.mark.parametrize(
    "case", ACCUSERS, ids=lambda case: f"{case[0].id} · {case[1].name} · {case[2].value}"
)
def test_a_check_that_accuses_can_also_acquit(case):
    """A check that always cries wolf is as worthless as one that never does."""
    claim, check, target = case
    changes = {name: generous(getattr(check, name)) for name in ("tolerance",) if getattr(check, name, None)}
    mild = replace(claim, published=claim.published and generous(claim.published))
    findings = replace(check, **changes).run(mild, QUICK, generator(claim, check, 0))
    mine = [finding for finding in findings if finding.target is target]
    assert mine
    assert not any(finding.outcome is Outcome.VIOLATED for finding in mine)
