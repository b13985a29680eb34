"""Runs: the same for any number of jobs, kept claim by claim when interrupted, worst finding first."""

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest

from privcausal.verify import Finding, Kind, Outcome, Target
from privcausal.verify.claim import QUICK, Mutant
from privcausal.verify.runner import Run, generator, run_check, verify
from tests.verify.toy import toy


@dataclass(frozen=True)
class Draws:
    """A check that finds a random number."""

    name: str = "draws"
    kind: Kind = Kind.SEARCH
    mutants: tuple[Mutant, ...] = ()
    stops: bool = False

    def run(self, claim, effort, rng):
        if self.stops:
            raise KeyboardInterrupt
        yield from claim.against(float(rng.random()), {"m": 1})


def claim(name, *checks):
    return toy(*checks, id=name, published="2*m")


CLAIMS = {name: claim(name, Draws("one"), Draws("two")) for name in "AB"}


def values(run):
    return {task: [finding.attained for finding in result] for task, result in run.findings.items()}


def test_the_number_of_jobs_changes_nothing():
    assert values(verify(CLAIMS, QUICK, progress=False)) == values(
        verify(CLAIMS, QUICK, jobs=2, progress=False)
    )


def test_seed_claim_and_check_decide_and_nothing_else():
    check = Draws("one")
    first = generator(CLAIMS["A"], check, 0).random()
    assert first == generator(replace(CLAIMS["A"], title="new"), replace(check, stops=True), 0).random()
    others = [(CLAIMS["B"], check, 0), (CLAIMS["A"], Draws("two"), 0), (CLAIMS["A"], check, 1)]
    assert first not in [generator(*other).random() for other in others]


def test_an_interrupted_run_keeps_the_claims_that_were_finished():
    claims = {**CLAIMS, "C": claim("C", Draws("one"), Draws("two", stops=True)), "D": claim("D", Draws())}
    run = verify(claims, QUICK, progress=False)
    assert run.interrupted
    assert list(run.rows) == ["A", "B"]
    assert ("C", 0) in run.findings


def test_rows_come_in_the_order_of_the_book():
    run = Run(CLAIMS)
    for name in "BA":
        for place in range(2):
            run.absorb(*run_check(CLAIMS[name], place, QUICK, 0))
    assert list(run.rows) == ["A", "B"]


def test_a_claim_without_all_its_checks_has_no_row():
    run = Run(CLAIMS)
    run.absorb(*run_check(CLAIMS["A"], 0, QUICK, 0))
    assert run.rows == {}


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_worst_finding_of_a_world_is_kept(order):
    results = [
        Finding(Target.PUBLISHED, Outcome.WITHIN, {"m": 1}, Fraction(1, 4), 1),
        Finding(Target.PUBLISHED, Outcome.WITHIN, {"m": 1}, Fraction(3, 4), 1),
        Finding(Target.PUBLISHED, Outcome.VIOLATED, {"m": 1}, Fraction(1, 2), 0),
    ]
    run = Run(CLAIMS)
    for place in order:
        run.absorb(("A", 0), [results[place], Finding(Target.OURS, Outcome.WITHIN, {"m": 1}, 0, 1)])
    kept = {finding.target: finding for finding in run.findings["A", 0]}
    assert kept[Target.PUBLISHED] is results[2]
    assert len(kept) == 2


def test_with_minutes_searches_go_on_and_never_lose_what_they_found():
    once, longer = (verify(CLAIMS, QUICK, minutes=minutes, progress=False) for minutes in (None, 0.005))
    for task, (value,) in values(once).items():
        assert values(longer)[task][0] >= value
    assert values(longer) != values(once)
