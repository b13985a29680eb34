"""Formulas in LaTeX, as a person would write them: a small printer for the few constructions that bounds need."""

import ast
import re
from collections.abc import Mapping

from privcausal.verify.formula import LETTERS, Shown

SUM, PRODUCT, SIGN, POWER, ATOM = range(5)
"""How tightly an expression holds together."""

CALLS = {
    "sqrt": r"\sqrt{{{0}}}",
    "exp": r"e^{{{0}}}",
    "log": r"\ln{0}",
    "abs": r"\lvert {0}\rvert",
    "floor": r"\lfloor {0}\rfloor",
    "ceil": r"\lceil {0}\rceil",
    "max": r"\max{0}",
    "min": r"\min{0}",
    "binom": r"\binom{{{0}}}{{{1}}}",
    "factorial": r"{0}!",
    "tanh": r"\tanh{0}",
    "Phi": r"\Phi{0}",
    "phi": r"\varphi{0}",
    "W": r"W{0}",
}
BRACKETED = ("log", "max", "min", "factorial", "tanh", "Phi", "phi", "W")
"""Their arguments are in one pair of brackets, separated by commas."""


def printed(node: ast.expr, where: Mapping[str, Shown], letters: Mapping[str, str] | None = None) -> str:
    """The expression in LaTeX.

    >>> printed(ast.parse("1 - (gamma + 2*sigma)/(4*sigma)*exp(-gamma/sigma)", mode="eval").body, {})
    '1-\\\\frac{\\\\gamma+2\\\\sigma}{4\\\\sigma}e^{-\\\\gamma/\\\\sigma}'
    """
    return _Printer(where, letters or {}).show(node)[0]


def symbol(name: str) -> str:
    """A quantity's letter: `n_k` has an index, `delta_` a prime.

    >>> symbol("epsilon"), symbol("n_k"), symbol("delta_"), symbol("eps_0")
    ('\\\\varepsilon', 'n_k', "\\\\delta'", '\\\\varepsilon_0')
    """
    name, prime = (name[:-1], "'") if name.endswith("_") else (name, "")
    letter, _, index = name.partition("_")
    letter = LETTERS.get({"eps": "epsilon"}.get(letter, letter), letter)
    return letter + (f"_{index}" if len(index) == 1 else f"_{{{index}}}" if index else "") + prime


class _Printer:
    """`small` formulas are in exponents, where a fraction is a slash."""

    def __init__(self, where: Mapping[str, Shown], letters: Mapping[str, str], small: bool = False) -> None:
        self.where, self.letters, self.small = where, letters, small

    def show(self, node: ast.expr) -> tuple[str, int]:
        match node:
            case ast.Constant(value=value):
                return _number(value), ATOM
            case ast.Name(id=name):
                return self.letters.get(name) or symbol(name), ATOM
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"-{self.at_least(operand, PRODUCT)}", SIGN
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return f"{self.at_least(left, SUM)}+{self.at_least(right, SUM)}", SUM
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return f"{self.at_least(left, SUM)}-{self.at_least(right, PRODUCT)}", SUM
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return self._product(left, right), PRODUCT
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                return self._fraction(left, right)
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                return self._power(left, right), POWER
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self._call(name, arguments)
        raise ValueError(f"cannot print {ast.unparse(node)!r}")

    def at_least(self, node: ast.expr, strength: int) -> str:
        """In brackets unless it holds together well enough."""
        text, own = self.show(node)
        return text if own >= strength else bracketed(text)

    def _product(self, left: ast.expr, right: ast.expr) -> str:
        first, second = self.at_least(left, PRODUCT), self.at_least(right, PRODUCT)
        if re.search(r"\\ln [^ ()]+$", first):  # the logarithm of the first factor alone
            first = bracketed(first)
        glue = (
            r"\cdot " if second[0].isdigit() else " " if first[-1].isalpha() and second[0].isalpha() else ""
        )
        return f"{first}{glue}{second}"

    def _fraction(self, left: ast.expr, right: ast.expr) -> tuple[str, int]:
        if isinstance(left, ast.UnaryOp):
            return f"-{self._fraction(left.operand, right)[0]}", SIGN
        if self.small:
            return f"{self.at_least(left, PRODUCT)}/{self.at_least(right, POWER)}", PRODUCT
        return rf"\frac{{{self.show(left)[0]}}}{{{self.show(right)[0]}}}", PRODUCT

    def _power(self, base: ast.expr, exponent: ast.expr) -> str:
        above = _Printer(self.where, self.letters, small=True).show(exponent)[0]
        return f"{self.at_least(base, ATOM)}^{above if len(above) == 1 else f'{{{above}}}'}"

    def _call(self, name: str, arguments: list[ast.expr]) -> tuple[str, int]:
        lone = name == "log" and isinstance(arguments[0], ast.BinOp) and isinstance(arguments[0].op, ast.Div)
        inner = _Printer(self.where, self.letters, small=self.small or name == "exp" or lone)
        shown = [inner.show(argument)[0] for argument in arguments]
        if name in self.where:
            return self.where[name][1].format(*shown), ATOM
        if name not in CALLS:
            raise ValueError(f"cannot print the function {name!r}")
        if name == "log" and isinstance(arguments[0], ast.Name | ast.Constant):
            return shown[0][3:-1] if shown[0].startswith("e^{") else rf"\ln {shown[0]}", PRODUCT
        if name in BRACKETED:
            shown = [bracketed(", ".join(shown))]
        return CALLS[name].format(*shown), POWER if name == "exp" else ATOM


def bracketed(text: str) -> str:
    """In brackets as tall as it needs."""
    return rf"\left({text}\right)" if r"\frac" in text or r"\binom" in text else f"({text})"


def _number(value: object) -> str:
    """Thousands are set apart: 100{,}000."""
    return f"{value:,}".replace(",", "{,}") if isinstance(value, int) else str(value)
