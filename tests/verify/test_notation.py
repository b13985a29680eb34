"""Formulas as a person would write them: what is printed can be read back, and brackets stand where they must."""

import ast

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from privcausal.verify.formula import Formula
from privcausal.verify.notation import bracketed, printed, symbol
from tests.refusals import refusals


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("4/m", r"\frac{4}{m}"),
        ("(a + b)*c", "(a+b)c"),
        ("a + b*c", "a+b c"),
        ("a - (b - c)", "a-(b-c)"),
        ("(a*b)**2", "(a b)^2"),
        ("2*3", r"2\cdot 3"),
        ("-a/b", r"-\frac{a}{b}"),
        ("exp(-a/b)", "e^{-a/b}"),
        ("exp(-(a + b)/c)", "e^{-(a+b)/c}"),
        ("sqrt(a)/2", r"\frac{\sqrt{a}}{2}"),
        ("log(exp(a))", r"\ln(e^{a})"),
        ("b*log(a)", r"b\ln a"),
        ("log(a)*b", r"(\ln a)b"),
        ("b*log(a)*c", r"(b\ln a)c"),
        ("max(a, 1/b)", r"\max\left(a, \frac{1}{b}\right)"),
        ("binom(m, 2)", r"\binom{m}{2}"),
        ("100000*a", "100{,}000a"),
        ("a**(m - 1)", "a^{m-1}"),
        ("abs(a - b)", r"\lvert a-b\rvert"),
    ],
)
def test_formulas_are_printed_as_they_would_be_written(text, tex):
    assert Formula(text).tex == tex


def test_fractions_in_logarithms_keep_their_slash():
    assert Formula("log(1/delta)").tex == r"\ln(1/\delta)"


@pytest.mark.parametrize(
    ("name", "letter"),
    [("m", "m"), ("lam", r"\lambda"), ("n_12", "n_{12}"), ("mu_", r"\mu'"), ("eps_k", r"\varepsilon_k")],
)
def test_letters(name, letter):
    assert symbol(name) == letter


def test_a_quantity_may_be_known_by_another_letter():
    assert Formula("4/records").in_letters({"records": "n"}) == r"\frac{4}{n}"


def test_brackets_are_as_tall_as_what_they_hold():
    assert bracketed("a+b") == "(a+b)"
    assert bracketed(r"\frac{a}{b}") == r"\left(\frac{a}{b}\right)"


test_what_cannot_be_printed_is_named = refusals(
    lambda text: printed(ast.parse(text, mode="eval").body, {}),
    ("cannot print", "a if b else c", "a < b", "f(a)", "a @ b"),
)


def sums(depth):
    """Expressions of sums, differences and products, in full brackets."""
    leaf = st.sampled_from(["a", "b", "2"])
    if not depth:
        return leaf
    part = sums(depth - 1)
    return st.one_of(leaf, st.builds(lambda x, o, y: f"({x} {o} {y})", part, st.sampled_from("+-*"), part))


@given(sums(3))
def test_what_is_printed_means_the_same(text):
    """Read back by hand: juxtaposition and · are products."""
    tex = Formula(text).tex.replace(r"\cdot ", "*").replace(" ", "")
    spaced = "".join(
        f"*{sign}" if place and sign in "ab2(" and tex[place - 1] in "ab2)" else sign
        for place, sign in enumerate(tex)
    )
    assert sympy.expand(sympy.sympify(spaced) - sympy.sympify(text)) == 0
