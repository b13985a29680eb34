"""Formulas: exact where they can be, the same for numbers, arrays and symbols, and closed to everything else."""

import math
from fractions import Fraction

import numpy as np
import pytest
import sympy

from privcausal.verify.formula import Formula, apply, power, quotient
from tests.refusals import invoke, refusals

FORMULAS = [
    "6/(m + 1)", "sqrt(m)*exp(-m)", "log(1/m)", "abs(m - 3)", "max(m, 2) - min(m, 2)", "floor(m/2) + ceil(m/2)",
    "m**2 - 2**(-m)", "pi*m + e", "tanh(m)", "binom(m, 2)", "factorial(m)", "Phi(m) + phi(m)", "W(m)",
]  # fmt: skip


@pytest.mark.parametrize("text", FORMULAS)
def test_numbers_arrays_and_symbols_agree(text):
    formula = Formula(text)
    number = float(formula(m=4))
    assert float(formula(m=np.array([4.0]))[0]) == pytest.approx(number, rel=1e-12)
    m = sympy.Symbol("m", positive=True)
    assert float(sympy.N(sympy.sympify(formula(m=m)).subs(m, 4))) == pytest.approx(number, rel=1e-12)


def test_fractions_stay_exact():
    assert Formula("6/(m + 1)")(m=4) == Fraction(6, 5)
    assert Formula("0.1*m")(m=3) == Fraction(3, 10)
    assert Formula("m**(-2)")(m=3) == Fraction(1, 9)
    assert isinstance(Formula("m/2")(m=4), Fraction)
    assert quotient(1, 3) == Fraction(1, 3) != quotient(1.0, 3)
    assert power(2, Fraction(3, 1)) == 8
    assert isinstance(power(2, Fraction(1, 2)), float)


def test_quantities_are_found_in_their_order():
    assert Formula("max(n, m) + pi*k_1 - n").names == ("n", "m", "k_1")
    assert Formula("4").names == ()
    assert Formula("4")() == 4


def test_the_only_quantity_may_come_without_its_name():
    assert Formula("4/m")(8) == Fraction(1, 2)
    with pytest.raises(TypeError, match="has several quantities: name them"):
        Formula("m/n")(1)
    with pytest.raises(TypeError, match=r"needs n$"):
        Formula("m/n")(m=1)


def test_further_quantities_are_ignored():
    """A check's world may have more of them."""
    assert Formula("4/m")(m=2, n=7) == 2


@pytest.mark.parametrize(
    "text", ["m if m else 1", "[m]", "m.real", "m < 2", "'m'", "m[0]", "m // 2", "not m"]
)
def test_what_is_no_arithmetic_is_refused(text):
    with pytest.raises((ValueError, KeyError)):
        Formula(text)(m=3)


test_refusals = refusals(
    invoke,
    ("unknown function 'eval'; known functions: sqrt, exp", lambda: Formula("eval(m)")(m=1)),
    ("unknown function", lambda: apply("__import__", "os")),
)


def test_a_function_of_the_library_has_a_form_of_its_own():
    bound = Formula("twice(m) + 1", {"twice": (lambda x: 2 * x, r"T_{{{0}}}")})
    assert bound(m=3) == 7
    assert bound.tex == "T_{m}+1"


def test_constants_are_symbols_among_symbols():
    m = sympy.Symbol("m")
    assert Formula("pi*m")(m=m) == sympy.pi * m
    assert Formula("pi*m")(m=2) == 2 * math.pi
