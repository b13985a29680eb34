"""A claim's formulas and conditions as Coq definitions, with values that Python computed as goals under them."""

import ast
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import count, islice
from typing import Any

from privcausal.verify.claim import Claim
from privcausal.verify.evidence import Number
from privcausal.verify.formula import CONSTANTS, Formula
from privcausal.verify.quantity import Choice, Quantity

FUNCTIONS = {
    "sqrt": "sqrt",
    "exp": "exp",
    "log": "ln",
    "abs": "Rabs",
    "max": "Rmax",
    "min": "Rmin",
    "tanh": "tanh",
}
"""What Coq's real numbers have by another or the same name; any other function becomes an argument."""

OPERATORS: dict[type, str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}

RESERVED = {
    "as", "at", "cofix", "else", "end", "exists", "fix", "for", "forall", "fun", "if", "in", "let", "match", "mod",
    "return", "then", "using", "where", "with", "Prop", "Set", "Type", *FUNCTIONS.values(), "PI", "pow", "Rpower", "R",
}  # fmt: skip
"""Words that cannot name a quantity, or that would hide a name that a formula uses."""

SAMPLES = [Fraction(a, b) for a, b in ((7, 1), (3, 1), (1, 3), (5, 1), (2, 5), (2, 1), (11, 1), (1, 2))]
SAMPLES += [Fraction(a, b) for a, b in ((4, 1), (3, 4), (1, 1), (1, 7), (13, 1), (1, 10), (9, 10), (6, 1))]
"""Candidates for the values of a quantity; its condition picks among them."""

TRIED = (0.3, 1.0, 2.5)
"""Here two functions of one name must have one value."""

SAMPLED = 2
"""So many values are given under each rational definition."""

HEADER = "(* Printed by machine from the claims; do not edit. *)\nFrom Coq Require Import Reals Lra.\n"
OPENING = "From privcausal Require Import definitions.\nOpen Scope R_scope.\n"

VALUE_PROOF = "Proof. cbv delta [{name}]; cbv beta; computes. Qed."


class UnprintableError(ValueError):
    """A formula that has no Coq definition."""


def mangled(text: str) -> str:
    """A name for Coq. No two names are printed alike: whatever is neither letter nor digit goes by its code.

    >>> mangled("K-kendall"), mangled("delta_"), mangled("room, basic")
    ('K_kendall', "delta'5f'", "room'2c''20'basic")
    """
    return "".join(
        letter if letter.isascii() and letter.isalnum() else "_" if letter == "-" else f"'{ord(letter):x}'"
        for letter in text
    )


def number_name(claim: str, number: str) -> str:
    """How a proof calls a number of a claim.

    >>> number_name("K-spearman", "ours")
    'K_spearman__ours'
    """
    return f"{mangled(claim)}__{mangled(number)}"


def condition_name(claim: str, quantity: str) -> str:
    """How a proof calls the condition on a quantity of a claim."""
    return f"{mangled(claim)}__if_{mangled(quantity)}"


def variable(name: str) -> str:
    """How a formula calls a quantity.

    >>> variable("epsilon"), variable("in")
    ('epsilon', "in'")
    """
    return f"{name}'" if name in RESERVED else name


def definition(name: str, formula: Formula) -> str:
    """One formula as one definition; functions of the library that it calls are arguments.

    >>> definition("K_kendall__published", Formula("4/m"))
    'Definition K_kendall__published (m : R) : R := (4 / m).'
    """
    functions = "".join(f" ({variable(f)} : {'R -> ' * arity}R)" for f, arity in unknown(formula).items())
    numbers = "".join(f" ({variable(quantity)} : R)" for quantity in formula.names)
    return f"Definition {name}{functions}{numbers} : R := {term(formula)}."


def term(formula: Formula) -> str:
    """A formula as a term of Coq's real numbers.

    >>> term(Formula("2/m*(C - C_)**2 + exp(-1/2)"))
    '(((2 / m) * ((C - C_) ^ 2)) + (exp ((- 1) / 2)))'
    """
    return _term(ast.parse(formula.text, mode="eval").body)


def unknown(formula: Formula) -> dict[str, int]:
    """The functions that Coq does not have, with their numbers of arguments.

    A claim can write a function of Coq's in its own way; then both must have the same values.
    """
    for name in FUNCTIONS.keys() & formula.where.keys():
        if any(abs(formula.where[name][0](x) - getattr(math, name)(x)) > 1e-12 for x in TRIED):
            raise UnprintableError(f"{name} is another function here than Coq's")
    calls = [node for node in ast.walk(ast.parse(formula.text, mode="eval")) if isinstance(node, ast.Call)]
    named = {call.func.id: len(call.args) for call in calls if isinstance(call.func, ast.Name)}
    return {name: arity for name, arity in named.items() if name not in FUNCTIONS}


def _term(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=int() as value):
            return str(value)
        case ast.Constant(value=float() as value):
            return _rational(Fraction(repr(value)))
        case ast.Name(id=name):
            return {"e": "(exp 1)", "pi": "PI"}[name] if name in CONSTANTS else variable(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return f"(- {_term(operand)})"
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power(_term(left), right)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPERATORS:
            return f"({_term(left)} {OPERATORS[type(operator)]} {_term(right)})"
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return f"({FUNCTIONS.get(name) or variable(name)} {' '.join(map(_term, arguments))})"
    raise UnprintableError(f"Coq has no term for {ast.unparse(node)!r}")


def _power(base: str, exponent: ast.expr) -> str:
    """Whole exponents multiply; any other needs a positive base, as Coq's `Rpower` has it."""
    match exponent:
        case ast.Constant(value=int() as value):
            return f"({base} ^ {value})"
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return f"(/ ({base} ^ {value}))"
    return f"(Rpower {base} {_term(exponent)})"


def _rational(value: Number) -> str:
    exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    whole = f"{exact.numerator}" if exact >= 0 else f"(- {-exact.numerator})"
    return whole if exact.denominator == 1 else f"({whole} / {exact.denominator})"


def condition(claim: str, quantity: Quantity) -> str | None:
    """The range of a quantity, as a predicate; None where it is not restricted.

    >>> from privcausal.verify import whole
    >>> condition("K-kendall", whole("m", at_least=2))
    'Definition K_kendall__if_m (m : R) : Prop := 2 <= m /\\\\ whole m.'
    """
    if not quantity.name.isidentifier():
        return None
    parts, name = [], variable(quantity.name)
    if isinstance(quantity, Choice):
        parts.append(r" \/ ".join(f"{name} = {_rational(value)}" for value in quantity.among))
    if quantity.low is not None:
        parts.append(f"{_rational(quantity.low)} {'<' if quantity.low_open else '<='} {name}")
    if quantity.high is not None:
        parts.append(f"{name} {'<' if quantity.high_open else '<='} {_rational(quantity.high)}")
    if quantity.whole:
        parts.append(f"whole {name}")
    text = r" /\ ".join(parts)
    return (
        f"Definition {condition_name(claim, quantity.name)} ({name} : R) : Prop := {text}." if parts else None
    )


def definitions(claim: Claim) -> dict[str, str]:
    """Everything that is printed of a claim, by name; what cannot be printed is left out."""
    results: dict[str, str] = {}
    for quantity in claim.quantities:
        if text := condition(claim.id, quantity):
            _add(results, condition_name(claim.id, quantity.name), text)
    for number, formula in claim.stated.items():
        name = number_name(claim.id, number)
        try:
            _add(results, name, definition(name, formula))
        except UnprintableError:
            continue
    return results


def _add(results: dict[str, str], name: str, text: str) -> None:
    if name in results:
        raise ValueError(f"two things of one claim would be printed as {name}: rename one of them")
    results[name] = text


def values(claim: Claim) -> Iterator[str]:
    """Goals: what `Formula.__call__` finds is what Coq's definition amounts to. Rational formulas only."""
    conditions = {quantity.name: quantity for quantity in claim.quantities}
    for number, formula in claim.stated.items():
        if unknown(formula) or not formula.names:
            continue
        for world in _worlds(formula.names, conditions):
            if isinstance(result := _exact(formula, world), int | Fraction):
                name, inputs = number_name(claim.id, number), " ".join(map(_rational, world.values()))
                yield f"Goal {name} {inputs} = {_rational(result)}.\n{VALUE_PROOF.format(name=name)}"


def _exact(formula: Formula, world: Mapping[str, Any]) -> Any:
    try:
        return formula(**world)
    except (ArithmeticError, ValueError, TypeError):
        return None


def _worlds(names: Iterable[str], conditions: Mapping[str, Quantity]) -> Iterator[dict[str, Fraction]]:
    """Different values for the quantities, all allowed."""
    for shift in range(SAMPLED):
        found: dict[str, Fraction] = {}
        for place, name in zip(count(shift), names):
            listed = [s for s in SAMPLES if name not in conditions or conditions[name].allows(s)]
            if listed:
                fresh = [s for s in listed if s not in found.values()] or listed
                found[name] = next(islice(fresh, place % len(fresh), None))
        if len(found) == len(list(names)):
            yield found


def printed(claims: Iterable[Claim]) -> str:
    """The generated file: the definitions of these claims, each with its values."""
    parts = [HEADER + OPENING]
    for claim in claims:
        named = definitions(claim)
        parts += [f"(* {claim.id} *)", *named.values()]
        parts += [
            goal for goal in values(claim) if "Rpower" not in named.get(goal.split()[1], "Rpower")
        ]  # `computes` has no value for a power whose exponent is a variable
    return "\n".join(parts) + "\n"


def mentioned(text: str) -> set[str]:
    """The claims, by their names in Coq, of which a text uses a number or a condition.

    >>> sorted(mentioned("K_kendall__published (INR m) <= B_x__ours 1"))
    ['B_x', 'K_kendall']
    """
    return set(re.findall(r"\b([A-Z]\w*?)__[a-z]", text))
