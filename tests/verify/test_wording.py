"""Words of a claim: each kind of fault is seen, and a claim that is worded as it is checked has none."""

from dataclasses import replace

import pytest

from privcausal.privacy.price import Relation
from privcausal.verify import Sense, real, whole
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.provenance import Origin, Reading
from privcausal.verify.wording import faults
from tests.verify.toy import toy


def check(name="all", *sizes, **options):
    return Exhaustive(name, tuple({"m": size} for size in sizes or (2, 5)), lambda m: None, (), **options)


GOOD = toy(
    check(),
    relation=Relation.SUBSTITUTION,
    statement="«Neighbours» moves it by «sense» $«ours»$, for all $«m»$.",
    quantities=(whole("m", at_least=2),),
    ours="4/m",
)


def test_a_claim_that_says_what_is_checked_has_no_fault():
    assert list(faults(GOOD)) == []


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"statement": "It moves by «sense» $«ours»$."}, "does not contain the condition «m»"),
        ({"statement": "It moves by «sense» much, for $«m»$."}, "does not contain the formula «ours»"),
        ({"statement": "It moves by $«ours»$, for $«m»$."}, "does not say «sense» or «sign» (at most)"),
        ({"statement": GOOD.statement.replace("$«m»$", "«m»")}, "must have «m» between dollar signs"),
        ({"statement": GOOD.statement + " «none»"}, "has a token «none»"),
        ({"statement": GOOD.statement + " $x \\le 3$"}, "'\\\\le' occurs in the statement's formula"),
        ({"statement": GOOD.statement + " $2k$"}, "'2' occurs in the statement's formula $2k$"),
        ({"statement": GOOD.statement + " That is at least so."}, "'at least' occurs in the statement"),
        ({"statement": GOOD.statement + " All 7 do."}, "'7' occurs in the statement"),
        ({"checks": (check("all", 3, 5),)}, "no check reaches m = 2, the edge"),
        ({"checks": (check("all", 1, 2),)}, "a check has m = 1, which the statement excludes"),
        ({"sense": Sense.EXACTLY}, "looks for the largest value, which cannot show 'exactly'"),
        ({"sense": Sense.AT_LEAST}, "looks for the largest value, which cannot show 'at least'"),
        ({"checks": (check("strictly less"),)}, "shows that the bound is never reached"),
        ({"checks": (check(tolerance=0),)}, "its checks look for errors of a formula"),
        ({"ours": lambda m: 4 / m}, "ours is a function, which cannot print itself"),
        ({"source": "someone"}, "its source is someone, but its reading says ours"),
        ({"reading": Reading(Origin.PAPER, "p. 1")}, "its source is ours, but its reading says paper: p. 1"),
    ],
)
def test_every_kind_of_fault_is_seen(changes, fault):
    results = list(faults(replace(GOOD, **changes)))
    assert any(fault in text for text in results), results
    assert all(text.startswith("T: ") for text in results)


@pytest.mark.parametrize("harmless", ["$x_1$", "$x_{12}$", r"$\mathrm{Lap3}$", "{prf:ref}`K-7`", "$f(x)$"])
def test_names_are_no_assertions(harmless):
    assert list(faults(replace(GOOD, statement=f"{GOOD.statement} {harmless}"))) == []


def test_an_open_limit_that_is_not_where_everything_stops_needs_a_check():
    claim = replace(GOOD, quantities=(*GOOD.quantities, real("p", above=0, below=2)))
    claim = replace(claim, statement=f"{GOOD.statement} $«p»$")
    (fault,) = faults(claim)
    assert "p stops short of 2" in fault
