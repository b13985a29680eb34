"""No number, sign or comparison of a statement can change without a check that sees it."""

from functools import cache

import pytest

from privcausal.claims import load
from privcausal.verify import Formula, Sense
from privcausal.verify import ledger as books
from privcausal.verify.claim import EFFORTS
from privcausal.verify.drift import drifted
from privcausal.verify.runner import generator
from privcausal.verify.wording import faults

CLAIMS = {name: claim for name, claim in load().items() if not any(faults(claim))}  # until all are reworded
LEDGER = books.read()


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


def outcomes(claim, check):
    effort = EFFORTS["quick"]
    try:
        found = check.run(claim, effort, generator(claim, check, LEDGER.seed))
        return [(f.target, f.outcome, str(f.parameters), str(f.attained)) for f in found]
    except (ArithmeticError, ValueError, TypeError, KeyError, OverflowError) as stopped:
        return type(stopped).__name__


@cache
def as_stated(name, place):
    return outcomes(CLAIMS[name], CLAIMS[name].checks[place])


def shows(claim, other):
    """Is the change seen: by the wording rules, by a bound at the worlds that are checked, or by a check's outcome?"""
    if any(faults(other)) or moves_a_bound(claim, other):
        return True
    if (
        other.sense is Sense.LESS_THAN
    ):  # the same checks, which now forbid equality: they accept it only if none is seen
        return True
    return any(
        as_stated(claim.id, place) != outcomes(other, check) for place, check in enumerate(claim.checks)
    )


@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_is_worded_as_it_is_checked(name):
    assert list(faults(CLAIMS[name])) == []


@pytest.mark.parametrize("name", CLAIMS)
def test_no_change_of_a_statement_goes_unnoticed(name):
    claim = CLAIMS[name]
    unseen = [
        what for what, other in drifted(claim) if other.words != claim.words and not shows(claim, other)
    ]
    assert not unseen, f"{name}: these changes of its statement change no check: {unseen}"
