"""No number, sign or comparison of a statement can change without a check that sees it."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import zip_longest
from time import process_time

import pytest

from privcausal.claims import load
from privcausal.verify import Formula, Sense
from privcausal.verify import ledger as books
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import EFFORTS, asks_for_claim
from privcausal.verify.drift import drifted
from privcausal.verify.runner import generator
from privcausal.verify.wording import faults

CLAIMS = load()
LEDGER = books.read()

QUICK = EFFORTS["quick"]
EFFORTS_IN_TURN = (replace(QUICK, name="brief", examples=60, climbs=200, draws=20_000), QUICK)
"""Most changes show at once; only what does not is looked at as long as `verify` would."""

EFFORTLESS = (Exhaustive, Symbolic)
"""These find the same at both efforts."""

SPENT, SEEN = Counter(), Counter()
"""Seconds that each check of a claim has taken, and changes that it has seen: the keenest looks first."""


def covered(name):
    """Every world of the claim's evidence, once."""
    worlds = [world for entry in LEDGER.rows[name].evidence for world in entry["covered"]]
    return [
        dict(items) for items in {tuple(sorted(map(_frozen, world.items()), key=str)) for world in worlds}
    ]


def _frozen(item):
    name, value = item
    return name, tuple(value) if isinstance(value, list) else value


def value(bound, world):
    """A bound in a world; None where it cannot be computed, which would stop `verify`."""
    try:
        return bound(**{name: world[name] for name in bound.names})
    except (ArithmeticError, ValueError, TypeError, KeyError, OverflowError):
        return None


def moves_a_bound(claim, other):
    """Would `verify` compare with another number somewhere?"""
    return any(
        value(getattr(claim, name), world) != value(getattr(other, name), world)
        for name in ("published", "ours")
        if isinstance(getattr(claim, name), Formula) and getattr(claim, name) != getattr(other, name)
        for world in [*covered(claim.id), claim.at]
    )


def outcomes(findings):
    """What a check finds, one by one; or what stopped it."""
    try:
        for f in findings:
            yield f.target, f.outcome, str(f.parameters), str(f.attained)
    except (ArithmeticError, ValueError, TypeError, KeyError, OverflowError) as stopped:
        yield type(stopped).__name__


def run(claim, place, effort):
    check = claim.checks[place]
    return check.run(claim, effort, generator(claim, check, LEDGER.seed))


@cache
def as_stated(name, place, effort):
    return tuple(run(CLAIMS[name], place, effort))


def is_told(check):
    """Does what it attains depend on what the claim says?"""
    attains = {Exhaustive: "worst", Search: "score"}.get(type(check))
    return attains is None or asks_for_claim(getattr(check, attains))


def result_of(claim, place, effort):
    """What a check finds about a changed claim; if it is not told the claim, only the comparison is made again."""
    if is_told(claim.checks[place]):
        return run(claim, place, effort)
    attained = {str(f.parameters): f for f in as_stated(claim.id, place, effort)}.values()
    return (again for f in attained for again in claim.against(f.attained, f.parameters))


def sees(claim, other, place, effort):
    """Does this check find something else? The first difference is enough."""
    check = claim.checks[place]
    if not is_told(check) and check.tolerance is not None:
        return False  # it compares with its own tolerance, which is no part of the claim
    before, now = outcomes(as_stated(claim.id, place, effort)), outcomes(result_of(other, place, effort))
    return any(one != two for one, two in zip_longest(before, now))


def shows(claim, other):
    """Is the change seen: by the wording rules, by a bound at the worlds that are checked, or by a check's outcome?"""
    if any(faults(other)) or moves_a_bound(claim, other):
        return True
    if other.sense is not claim.sense and LEDGER.rows[claim.id].verdict == "open":
        return True  # an open row says itself that its comparison is not settled
    if (
        other.sense is Sense.LESS_THAN
    ):  # the same checks, which now forbid equality: they accept it only if none is seen
        return True
    for effort in EFFORTS_IN_TURN:
        for place in sorted(range(len(claim.checks)), key=price_of(claim)):
            if effort is QUICK and isinstance(claim.checks[place], EFFORTLESS):
                continue
            began = process_time()
            observed = sees(claim, other, place, effort)
            SPENT[claim.id, place] += process_time() - began
            SEEN[claim.id, place] += observed
            if observed:
                return True
    return False


def price_of(claim):
    """Has a check to be run again for each change? And how long does it look for one that it sees?"""
    return lambda place: (is_told(claim.checks[place]), SPENT[claim.id, place] / (1 + SEEN[claim.id, place]))


@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_is_worded_as_it_is_checked(name):
    assert list(faults(CLAIMS[name])) == []


@pytest.mark.usefixtures("each_once")
@pytest.mark.parametrize("name", CLAIMS)
def test_no_change_of_a_statement_goes_unnoticed(name):
    claim = CLAIMS[name]
    unseen = [
        what for what, other in drifted(claim) if other.words != claim.words and not shows(claim, other)
    ]
    assert not unseen, f"{name}: these changes of its statement change no check: {unseen}"
