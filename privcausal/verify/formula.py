"""A bound written once: it evaluates exactly, and it prints itself into the sentence that states it.

Two strings, one for the reader and one for the machine, drift apart. Here the reader's string is made of the machine's.
"""

import ast
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from typing import Any

LETTERS = {
    "epsilon": r"\varepsilon",
    "lam": r"\lambda",
    "Delta": r"\Delta",
    "Phi": r"\Phi",
    "phi": r"\varphi",
} | {
    name: f"\\{name}"
    for name in (
        "alpha",
        "beta",
        "gamma",
        "delta",
        "theta",
        "kappa",
        "mu",
        "nu",
        "pi",
        "rho",
        "sigma",
        "tau",
        "eta",
    )
}
CONSTANTS: dict[str, float] = {"pi": math.pi, "e": math.e}

Shown = tuple[Callable[..., Any], str]
"""A function of the library, and how its call is printed: r"\\Delta_{{{0}}}" with the arguments filled in."""


@dataclass(frozen=True)
class Formula:
    """An expression in named quantities, in Python's notation.

    Whole numbers and fractions stay exact; floats, arrays and SymPy symbols are welcome too. `where` names further
    functions, each with its printed form.

    >>> bound = Formula("6/(m + 1)")
    >>> bound(m=5), bound.tex
    (Fraction(1, 1), '\\\\frac{6}{m+1}')
    """

    text: str
    where: Mapping[str, Shown] = field(default_factory=dict)

    @cached_property
    def _tree(self) -> ast.expr:
        return ast.parse(self.text, mode="eval").body

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The quantities, in the order in which they appear."""
        called = {id(node.func) for node in ast.walk(self._tree) if isinstance(node, ast.Call)}
        results = [
            node for node in ast.walk(self._tree) if isinstance(node, ast.Name) and id(node) not in called
        ]
        results.sort(key=lambda node: node.col_offset)
        return tuple(dict.fromkeys(node.id for node in results if node.id not in CONSTANTS))

    @property
    def tex(self) -> str:
        """The formula for a reader."""
        return self.in_letters({})

    def in_letters(self, letters: Mapping[str, str]) -> str:
        """The formula for a reader who knows some quantities by these letters."""
        from privcausal.verify.notation import printed

        return printed(self._tree, self.where, letters)

    def __call__(self, *only: Any, **values: Any) -> Any:
        """Its value; quantities go by name, and the only one can come without a name."""
        if only and len(self.names) != 1:
            raise TypeError(f"the formula {self.text!r} has several quantities: name them")
        values |= dict(zip(self.names, only, strict=False))
        missing = [name for name in self.names if name not in values]
        if missing:
            raise TypeError(f"the formula {self.text!r} needs {', '.join(missing)}")
        return self._value(self._tree, values)

    def _value(self, node: ast.expr, values: Mapping[str, Any]) -> Any:
        match node:
            case ast.Constant(value=int() as number):
                return number
            case ast.Constant(value=float() as number):
                return Fraction(repr(number))
            case ast.Name(id=name):
                return values[name] if name in values else _constant(name, values.values())
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self._value(operand, values)
            case ast.BinOp(left=left, op=operator, right=right):
                return OPERATORS[type(operator)](self._value(left, values), self._value(right, values))
            case ast.Call(func=ast.Name(id=name), args=arguments):
                inner = [self._value(argument, values) for argument in arguments]
                if _are_symbols(values.values()):  # or the root of two would be a float among them
                    import sympy

                    inner = [sympy.sympify(value) for value in inner]
                return self.where[name][0](*inner) if name in self.where else apply(name, *inner)
        raise ValueError(f"a formula must not contain {ast.unparse(node)!r}: {self.text!r}")


def _constant(name: str, others: Any) -> Any:
    """A number or, among symbols, a symbol."""
    if _are_symbols(others):
        import sympy

        return {"pi": sympy.pi, "e": sympy.E}[name]
    return CONSTANTS[name]


def _are_symbols(values: Iterable[Any]) -> bool:
    return any(type(value).__module__.startswith("sympy") for value in values)


def quotient(a: Any, b: Any) -> Any:
    """Exact for whole numbers and fractions."""
    return Fraction(a) / b if isinstance(a, int) and isinstance(b, int | Fraction) else a / b


def power(a: Any, b: Any) -> Any:
    """Exact for whole exponents; everything else is a float."""
    if isinstance(a, int | Fraction) and isinstance(b, Fraction) and b.denominator == 1:
        b = int(b)
    return Fraction(a) ** b if isinstance(a, int | Fraction) and isinstance(b, int) and b < 0 else a**b


def _sum(a: Any, b: Any) -> Any:
    return a + b


def _difference(a: Any, b: Any) -> Any:
    return a - b


def _product(a: Any, b: Any) -> Any:
    return a * b


OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: _sum,
    ast.Sub: _difference,
    ast.Mult: _product,
    ast.Div: quotient,
    ast.Pow: power,
}


def apply(name: str, *arguments: Any) -> Any:
    """An elementary function of numbers, of arrays, or of symbols: whichever came.

    >>> apply("sqrt", 4), apply("max", 1, 2), apply("binom", 5, 2)
    (2.0, 2, 10)
    """
    kind = next(
        (type(a).__module__.partition(".")[0] for a in arguments if not isinstance(a, int | float)), ""
    )
    functions = _functions(kind if kind in ("sympy", "numpy") else "")
    if name not in functions:
        raise ValueError(f"unknown function {name!r}; known functions: {', '.join(functions)}")
    return functions[name](*arguments)


@cache
def _functions(kind: str) -> dict[str, Callable[..., Any]]:
    if kind == "sympy":
        return _symbolic()
    if kind == "numpy":
        return _arrays()
    return {
        "sqrt": math.sqrt, "exp": math.exp, "log": math.log, "abs": abs, "max": max, "min": min,
        "floor": math.floor, "ceil": math.ceil, "binom": math.comb, "factorial": math.factorial,
        "tanh": math.tanh, "Phi": _cumulative, "phi": _density, "W": _lambert,
    }  # fmt: skip


def _symbolic() -> dict[str, Callable[..., Any]]:
    import sympy

    return {
        "sqrt": sympy.sqrt, "exp": sympy.exp, "log": sympy.log, "abs": sympy.Abs, "max": sympy.Max, "min": sympy.Min,
        "floor": sympy.floor, "ceil": sympy.ceiling, "binom": sympy.binomial, "factorial": sympy.factorial,
        "tanh": sympy.tanh, "W": sympy.LambertW, "Phi": lambda x: (1 + sympy.erf(x / sympy.sqrt(2))) / 2,
        "phi": lambda x: sympy.exp(-(x**2) / 2) / sympy.sqrt(2 * sympy.pi),
    }  # fmt: skip


def _arrays() -> dict[str, Callable[..., Any]]:
    import numpy as np
    from scipy import special

    return {
        "sqrt": np.sqrt, "exp": np.exp, "log": np.log, "abs": np.abs, "max": np.maximum, "min": np.minimum,
        "floor": np.floor, "ceil": np.ceil, "binom": special.binom, "factorial": special.factorial, "tanh": np.tanh,
        "W": lambda x: special.lambertw(x).real, "Phi": special.ndtr,
        "phi": lambda x: np.exp(-(x**2) / 2) / math.sqrt(2 * math.pi),
    }  # fmt: skip


def _cumulative(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2


def _density(x: float) -> float:
    return math.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def _lambert(x: float) -> float:
    from scipy.special import lambertw

    return float(lambertw(float(x)).real)
