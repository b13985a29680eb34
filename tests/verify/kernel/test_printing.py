"""Formulas become Coq definitions: alike in value, and no two under one name."""

import math
from fractions import Fraction

import pytest

from privcausal.claims import select
from privcausal.verify import Claim, Formula, one_of, real, whole
from privcausal.verify.kernel.printing import (
    UnprintableError,
    condition,
    definition,
    definitions,
    mangled,
    mentioned,
    printed,
    term,
    values,
)


def a_claim(**fields):
    return Claim(id="T", title="", relation=None, statement="", checks=(), **fields)


def test_a_term_says_what_the_formula_says():
    assert term(Formula("2*epsilon/(m + 1)")) == "((2 * epsilon) / (m + 1))"
    assert term(Formula("2**(-21)")) == "(/ (2 ^ 21))"
    assert term(Formula("lamda**(3/2)")) == "(Rpower lamda (3 / 2))"
    assert term(Formula("1 - 0.05**(1/N)")) == "(1 - (Rpower (1 / 20) (1 / N)))"
    assert term(Formula("max(1, log(e*x))")) == "(Rmax 1 (ln ((exp 1) * x)))"


def test_a_function_of_the_library_is_an_argument():
    assert definition("D", Formula("delta*powers(lamda, k)")) == (
        "Definition D (powers : R -> R -> R) (delta : R) (lamda : R) (k : R) : R := (delta * (powers lamda k))."
    )


def test_a_function_of_coqs_is_the_same_function():
    own = Formula("R + sqrt(R)", where={"sqrt": (math.sqrt, "{0}")})
    assert definition("D", own) == "Definition D (R' : R) : R := (R' + (sqrt R'))."
    with pytest.raises(UnprintableError, match="sqrt is another function here"):
        definition("D", Formula("sqrt(x)", where={"sqrt": (abs, "{0}")}))


def test_what_coq_has_no_term_for_is_left_out():
    claim = a_claim(ours=Formula("x if x else 1"), published=Formula("x"))
    assert list(definitions(claim)) == ["T__published"]
    with pytest.raises(UnprintableError):
        term(Formula("x if x else 1"))


def test_conditions_are_printed_with_their_limits():
    assert condition("T", real("x", above=0, at_most=1)).endswith(":= 0 < x /\\ x <= 1.")
    assert condition("T", whole("m", at_least=2)).endswith(":= 2 <= m /\\ whole m.")
    assert condition("T", one_of("c", 0, 0.5)).endswith(r":= c = 0 \/ c = (1 / 2).")
    assert condition("T", real("x")) is None


def test_values_are_computed_by_the_formula_where_they_are_rational():
    claim = a_claim(
        ours=Formula("4/m"), formulas={"root": Formula("sqrt(m)")}, quantities=(whole("m", at_least=2),)
    )
    goals = [goal.splitlines()[0] for goal in values(claim)]
    assert goals == ["Goal T__ours 7 = (4 / 7).", "Goal T__ours 3 = (4 / 3)."]
    assert claim.ours(m=Fraction(7)) == Fraction(4, 7)


def test_another_formula_is_another_text():
    kendall = select(["K-kendall"])["K-kendall"]
    assert "(4 / m)" in printed([kendall])
    assert "Goal K_kendall__published 7 = (4 / 7)." in printed([kendall])
    assert mentioned(printed([kendall])) == {"K_kendall"}


def test_names_differ_wherever_what_they_name_differs():
    assert len({mangled(name) for name in ("a-b", "a_b", "a b", "ab", "a'b")}) == 5


def test_two_things_under_one_name_are_refused(monkeypatch):
    monkeypatch.setattr("privcausal.verify.kernel.printing.mangled", lambda text: "same")
    with pytest.raises(ValueError, match="rename one of them"):
        definitions(a_claim(ours=Formula("1"), published=Formula("2")))


def test_a_power_with_a_variable_exponent_is_printed_without_values():
    text = printed([a_claim(ours=Formula("r**i"), formulas={"square": Formula("r**2")})])
    assert "Definition T__ours (r : R) (i : R) : R := (Rpower r i)." in text
    assert "Goal T__square" in text
    assert "Goal T__ours" not in text
