"""Does a check hold the number of a claim? Each bound is made 5% too bold, and the checks have to notice.

A verdict can rest on a proof in words, which no machine reads. What a machine holds is measured here: `verify` says the
same claim with a bolder number, and notes which checks then find something else. A bound that no check holds rests on
its proof, and the ledger says so.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from privcausal.verify.claim import Check, Claim, Effort, asks_for_claim, evaluate
from privcausal.verify.evidence import Finding, Kind, Outcome, Sense, Target, compare
from privcausal.verify.formula import Formula

MORE, LESS = "21*({})/20", "19*({})/20"
"""5% more where a claim says *at least*, or names a formula as one that promises more; everywhere else 5% less."""

STEPS = {MORE: "1/20", LESS: "-1/20"}
"""Instead of 0, of which 5% is nothing."""

LOOKS = ("worst", "score")
"""By these names a check looks at the world, perhaps with the claim in its hand."""

STOPS = (ArithmeticError, ValueError, TypeError)
"""What stops `verify`, and so cannot go unnoticed."""

UNSETTLED = (Outcome.VIOLATED, Outcome.UNDECIDED)


def numbers(claim: Claim) -> dict[str, Formula]:
    """The numbers that a claim states, by name: its bounds, and the other formulas of its statement."""
    stated = claim.stated
    bounds: dict[str, Formula] = {name: stated[name] for name in ("published", "ours") if name in stated}
    return {**bounds, **claim.formulas}


def bolder(claim: Claim, name: str) -> Claim:
    """The claim with this number 5% further than it says, on the unsafe side.

    >>> claim = Claim(id="E", title="", relation=None, statement="", checks=(), ours=Formula("4/m"))
    >>> bolder(claim, "ours").ours.text
    '19*(4/m)/20'
    """
    other = replace(numbers(claim)[name], text=further(claim, name))
    fields: dict[str, Any] = {name: other}
    if name in claim.formulas:
        fields = {"formulas": {**claim.formulas, name: other}}
    return replace(claim, **fields)


def further(claim: Claim, name: str) -> str:
    """The text of this number 5% further than the claim says, on the unsafe side."""
    text = numbers(claim)[name].text
    share = MORE if claim.sense is Sense.AT_LEAST or name in claim.larger else LESS
    return STEPS[share] if text == "0" else share.format(text)


def with_teeth(
    claim: Claim, place: int, findings: list[Finding], effort: Effort, rng: Callable[[], np.random.Generator]
) -> list[Finding]:
    """The findings of a check, each with the names of the numbers that the check holds."""
    held = tuple(name for name in numbers(claim) if holds(claim, place, name, findings, effort, rng()))
    return [replace(finding, holds=held) for finding in findings]


def holds(
    claim: Claim, place: int, name: str, findings: list[Finding], effort: Effort, rng: np.random.Generator
) -> bool:
    """Would the check at this place find something worse if the number were bolder?"""
    check, other = claim.checks[place], bolder(claim, name)
    if depends_on_statement(check):
        before = {_key(finding) for finding in findings if finding.outcome in UNSETTLED}
        trial = replace(effort, trial=tuple(target for target in Target if target.value == name))
        return any(_key(finding) not in before for finding in _unsettled(other, place, trial, rng))
    if getattr(check, "tolerance", None) is not None or name in claim.formulas:
        return False  # it compares with its own tolerance, which is not a part of the claim
    return any(_breaks(other, name, finding) for finding in findings if finding.target.value == name)


def depends_on_statement(check: Check) -> bool:
    """Can the result of a check depend on the statement of the claim? Then it is run again."""
    if check.kind is Kind.SYMBOLIC or hasattr(check, "measure"):  # whose band is not in its findings
        return True
    return any(asks_for_claim(look) for look in (getattr(check, name, None) for name in LOOKS) if look)


def _unsettled(
    claim: Claim, place: int, effort: Effort, rng: np.random.Generator
) -> Iterator[Finding | None]:
    """The broken or undecided parts of the bolder claim; None if it cannot be computed at all."""
    try:
        found = claim.checks[place].run(claim, effort, rng)
        yield from (finding for finding in found if finding.outcome in UNSETTLED)
    except STOPS:
        yield None


def _breaks(other: Claim, name: str, finding: Finding) -> bool:
    """Is the attained value beyond the bolder bound, and not beyond the stated one?"""
    if finding.outcome in UNSETTLED or isinstance(finding.attained, str):
        return False
    limit = evaluate(getattr(other, name), finding.parameters)
    return compare(finding.attained, limit, other.sense) is Outcome.VIOLATED


def _key(finding: Finding | None) -> tuple[str, str]:
    return ("", "") if finding is None else (finding.target.value, str(finding.parameters))


# --- what the ledger says about it --------------------------------------------------------------------------------

PROOF_IN_WORDS = "proof in words"
"""No check would notice another number: a person has read the proof."""

QUOTATION = "quotation"
"""A published number, or one beside it, that is refuted would be refuted all the more if it were bolder."""

OUR_BOUND = "our bound"
"""A published number that is too large stays true; what holds ours holds it."""

ROOM = "room to spare"
"""A measured threshold: the bolder one is met as well."""


def rests_on(claim: Claim, results: Iterable[tuple[Check, list[Finding]]], word: str) -> dict[str, str]:
    """For each number of the claim, with this verdict: by which kinds of check it is held, or else by what."""
    held: dict[str, list[str]] = {name: [] for name in numbers(claim)}
    for check, findings in results:
        for name in {name for finding in findings for name in finding.holds}:
            held[name].append(check.kind.value)
    return {
        name: " · ".join(sorted(set(kinds))) or _instead_of_a_check(claim, name, word)
        for name, kinds in held.items()
    }


def _instead_of_a_check(claim: Claim, name: str, word: str) -> str:
    if name != "ours" and word in ("refuted", "fails"):
        return QUOTATION
    if name == "published" and claim.ours is not None:
        return OUR_BOUND
    measured = all(check.kind is Kind.EXPERIMENT for check in claim.checks)
    return ROOM if measured else PROOF_IN_WORDS
