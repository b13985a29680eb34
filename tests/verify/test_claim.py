"""Claims as data: sentences made of tokens, bounds compared as they are stated, mutants that change what they say."""

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pytest

from privcausal.privacy.price import Relation
from privcausal.verify import Finding, Formula, Kind, Outcome, Sense, Target, instead, real, whole
from privcausal.verify.claim import QUICK, Mutant, accused, evaluate, informed, mutated, names_of, rejects
from tests.verify.toy import toy


@dataclass(frozen=True)
class Says:
    """A check that finds one value, at one size."""

    name: str = "says"
    kind: Kind = Kind.SEARCH
    mutants: tuple[Mutant, ...] = ()

    def run(self, claim, effort, rng):
        yield from claim.against(Fraction(1, 2), {"m": 4})


CLAIM = toy(
    Says(),
    relation=Relation.SUBSTITUTION,
    statement="«Neighbours» moves it by «sense» $«published»$, for $«m»$.",
    quantities=(whole("m", at_least=2),),
    published="4/m",
    ours="2/m",
    source="someone",
)


def test_words_are_filled_in():
    assert CLAIM.words == r"Replacing one record moves it by at most $\frac{4}{m}$, for $m\ge 2$."
    assert replace(CLAIM, sense=Sense.EXACTLY).words.startswith("Replacing one record moves it by exactly")
    assert replace(CLAIM, relation=Relation.ADD_REMOVE).words.startswith("Adding or removing one record")


def test_an_unknown_token_is_answered_with_all_that_are_known():
    with pytest.raises(
        ValueError, match="T: the statement has a token «delta», but there is only sense, sign"
    ):
        _ = replace(CLAIM, statement="$«delta»$").words


@pytest.mark.parametrize(
    ("options", "promise"),
    [
        ({}, r"\bigl(\frac{4}{m},\ 0\bigr)"),
        ({"published": None}, r"\bigl(\frac{2}{m},\ 0\bigr)"),
        ({"quantities": (real("delta", above=0),)}, r"\bigl(\frac{4}{m},\ \delta\bigr)"),
        ({"formulas": {"delta": Formula("1/m")}}, r"\bigl(\frac{4}{m},\ \frac{1}{m}\bigr)"),
    ],
)
def test_a_promise_prints_its_bound_and_its_delta(options, promise):
    assert promise in replace(CLAIM, statement="«private»", **options).words


def test_a_value_is_compared_with_every_bound():
    results = list(CLAIM.against(Fraction(3, 4), {"m": 4}))
    assert [(f.target, f.outcome) for f in results] == [
        (Target.PUBLISHED, Outcome.WITHIN),
        (Target.OURS, Outcome.VIOLATED),
    ]
    assert replace(CLAIM, at={"m": 10}).factor == 2.0


def test_a_world_may_have_more_than_the_bound_needs():
    assert evaluate(Formula("4/m"), {"m": 8, "n": 3}) == Fraction(1, 2)
    assert evaluate(0.25, {}) == 0.25
    assert names_of(lambda n, k: n + k) == ("n", "k")
    with pytest.raises(KeyError):
        evaluate(Formula("4/m"), {"n": 3})


def test_functions_are_told_the_claim_if_they_ask():
    assert informed(lambda claim, m: (claim.id, m), CLAIM)(m=1) == ("T", 1)
    assert informed(lambda m, claim="none": claim, CLAIM)(m=1) == "none"


@pytest.mark.parametrize(
    ("mutant", "found_out"),
    [(instead(ours="1/m"), True), (instead(published="1/m"), True), (instead(ours="3/m"), False)],
)
def test_a_mutant_is_found_out_where_it_is_false(mutant, found_out):
    assert rejects(CLAIM, Says(), mutant, QUICK, np.random.default_rng(0)) is found_out


def test_what_else_is_false_does_not_count():
    """Ours is broken already; that says nothing about a mutant of the published bound."""
    broken = replace(CLAIM, ours=Formula("1/m"))
    assert not rejects(broken, Says(), instead(published="3/m"), QUICK, np.random.default_rng(0))


def test_a_mutant_may_change_a_formula_of_the_statement():
    claim = replace(CLAIM, formulas={"delta": Formula("1/m")})
    wrong, _ = mutated(claim, Says(), instead(delta="2/m"))
    assert wrong.formulas["delta"].text == "2/m"
    assert wrong.published == claim.published
    assert claim.formulas["delta"].text == "1/m", "the claim itself stays as it was"


def test_a_trial_is_about_the_sharpest_bound_unless_the_mutant_names_another():
    assert accused(CLAIM, Says(), Mutant("another world")) == (Target.OURS,)
    assert accused(replace(CLAIM, ours=None), Says(), Mutant("another world")) == (Target.PUBLISHED,)
    assert accused(CLAIM, Says(), instead(published="1/m")) == (Target.PUBLISHED,)


def test_a_finding_has_a_ratio():
    (finding,) = replace(CLAIM, ours=None).against(Fraction(1, 2), {"m": 4})
    assert isinstance(finding, Finding)
    assert finding.ratio == 0.5
