"""NOTEARS: a smooth function that is zero exactly on acyclic graphs, and its gradient."""

import math
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st
from numpy.typing import NDArray

from privcausal.claims.sources import CURATE
from privcausal.graphs.score_based.notears import acyclicity, least_squares, minimise, notears, support
from privcausal.graphs.score_based.second_moments import moment
from privcausal.graphs.structure.pdag import topological
from privcausal.verify import Origin, Quality, Reading
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number

Floats = NDArray[np.float64]

TERMS = 4
"""So many terms of the series are differentiated; each obeys the same rule."""


def symbols_of(d: int) -> sympy.Matrix:
    return sympy.Matrix(d, d, lambda i, j: sympy.Symbol(f"w{i}{j}", real=True))


def slope_of_term(weights: sympy.Matrix, k: int) -> sympy.Matrix:
    """What the claimed gradient says about the term tr (W∘W)^k / k! of the series."""
    squares = weights.multiply_elementwise(weights)
    return (squares ** (k - 1) / math.factorial(k - 1)).T.multiply_elementwise(2 * weights)


def slope_without_transpose(weights: sympy.Matrix, k: int) -> sympy.Matrix:
    squares = weights.multiply_elementwise(weights)
    return (squares ** (k - 1) / math.factorial(k - 1)).multiply_elementwise(2 * weights)


def remainders(slope: Callable[[sympy.Matrix, int], sympy.Matrix]) -> Remainders:
    """Derivatives against the claimed ones, by matrices of symbols."""
    rest: Remainders = {}
    for d in (2, 3):
        weights = symbols_of(d)
        squares = weights.multiply_elementwise(weights)
        for k in range(1, TERMS + 1):
            term = sympy.expand((squares**k).trace() / math.factorial(k))
            derived = sympy.Matrix(d, d, [sympy.diff(term, weight) for weight in weights])
            rest[f"d = {d}, term {k}"] = first_left_over(derived - slope(weights, k))
    return {**rest, **two_variables(), **loss_from_moments()}


def first_left_over(gap: sympy.Matrix) -> sympy.Expr:
    """The first entry that does not vanish, or 0."""
    return next((entry for entry in map(sympy.expand, gap) if entry != 0), sympy.S.Zero)


def two_variables() -> Remainders:
    """With a zero diagonal, h = 2 cosh(w₁w₂) − 2: the exponential of such a matrix is known in closed form."""
    a, b, t = sympy.symbols("a b t", positive=True)
    power = sympy.Matrix(
        [
            [sympy.cosh(a * b * t), a / b * sympy.sinh(a * b * t)],
            [b / a * sympy.sinh(a * b * t), sympy.cosh(a * b * t)],
        ]
    )
    squares = sympy.Matrix([[0, a**2], [b**2, 0]])
    rate = (power.diff(t) - squares * power).expand()
    value, slope = power.trace() - 2, power.T.multiply_elementwise(2 * sympy.Matrix([[0, a], [b, 0]]))
    return {
        "the exponential solves its equation": first_left_over(rate),
        "and starts at 1": first_left_over(power.subs(t, 0) - sympy.eye(2)),
        "h′ in the first weight": sympy.diff(value.subs(t, 1), a) - slope[0, 1].subs(t, 1),
        "h′ in the second weight": sympy.diff(value.subs(t, 1), b) - slope[1, 0].subs(t, 1),
    }


def loss_from_moments() -> Remainders:
    """The squared error of three records of two variables, from their moments alone, and its gradient."""
    rows = sympy.Matrix(3, 2, lambda i, j: sympy.Symbol(f"x{i}{j}", real=True))
    weights = symbols_of(2)
    rest = sympy.eye(2) - weights
    second = rows.T * rows / 3
    error = (rows * rest).applyfunc(lambda entry: entry**2)
    loss = (rest.T * second * rest).trace() / 2
    slope = sympy.Matrix(2, 2, lambda i, j: sympy.diff(loss, weights[i, j]))
    return {
        "loss from moments": sympy.expand(loss - sum(error) / 6),
        "its gradient": first_left_over(slope + second * rest),
    }


def derive() -> Remainders:
    return remainders(slope_of_term)


def derive_without_transpose() -> Remainders:
    return remainders(slope_without_transpose)


# --- exhaustive: every graph, with weights of either sign ------------------------------------------------------


def trace_of_exponential(weights: Floats) -> float:
    return acyclicity(weights)[0]


def without_squares(weights: Floats) -> float:
    """W instead of W∘W: weights of opposite signs cancel."""
    return float(sum(np.trace(np.linalg.matrix_power(weights, k)) / math.factorial(k) for k in range(1, 9)))


def short_cycles_only(weights: Floats) -> float:
    return float(np.trace((weights * weights) @ (weights * weights))) / 2


def disagreements(d: int, h: Callable[[Floats], float] = trace_of_exponential) -> Extreme:
    """For how many graphs of d nodes does h = 0 say something else than sorting the nodes does?

    Weights are ±1, the sign decided by the place. The smallest positive h is that of one cycle through all nodes,
    a little more than 1/(d − 1)!; half of that tells zero from not zero.
    """
    places = [(i, j) for i in range(d) for j in range(d) if i != j]
    wrong, witness = 0, {}
    for choice in product((0.0, 1.0), repeat=len(places)):
        weights = np.zeros((d, d))
        for (i, j), weight in zip(places, choice, strict=True):
            weights[i, j] = weight * (-1) ** (i * j + (i < j))
        cyclic = h(weights) > 0.5 / math.factorial(d - 1)
        if cyclic == sortable(weights):
            wrong, witness = wrong + 1, {"weights": weights.astype(int).tolist()}
    return Extreme(wrong, witness, 2 ** len(places))


def sortable(weights: Floats) -> bool:
    """The other definition: the nodes can be listed with parents before children."""
    try:
        topological(weights != 0)
    except ValueError:
        return False
    return True


def disagreements_without_squares(d: int) -> Extreme:
    return disagreements(d, without_squares)


def disagreements_on_long_cycles(d: int) -> Extreme:
    return disagreements(d, short_cycles_only)


def none(**parameters: Any) -> Number:
    return 0


def draws(d: int) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"seed": st.integers(0, 2**32 - 1), "size": st.floats(0.01, 1.2)})


def one_sided_transpose(weights: Floats) -> tuple[float, Floats]:
    h, gradient = acyclicity(weights)
    return h, (gradient / np.where(weights == 0, 1, 2 * weights)).T * 2 * weights


def gradient_error(
    case: dict[str, Any],
    d: int,
    function: Callable[[Floats], tuple[float, Floats]] = acyclicity,
) -> float:
    """The error of both gradients along a random direction, against four-point differences."""
    rng = np.random.default_rng(case["seed"])
    weights, records, direction = rng.uniform(-case["size"], case["size"], size=(3, d, d))
    np.fill_diagonal(weights, 0.0)
    np.fill_diagonal(direction, 0.0)
    return max(
        error_along(direction, function, weights),
        error_along(direction, least_squares(moment(records)), weights),
    )


def error_along(
    direction: Floats, function: Callable[[Floats], tuple[float, Floats]], weights: Floats
) -> float:
    step = 1e-3
    near, far = (
        function(weights + width * direction)[0] - function(weights - width * direction)[0]
        for width in (step, 2 * step)
    )
    gradient = function(weights)[1]
    error = abs((8 * near - far) / (12 * step) - float(np.vdot(gradient, direction)))
    return error / max(1.0, float(np.abs(gradient).sum()))


def gradient_error_transposed(case: dict[str, Any], d: int) -> float:
    return gradient_error(case, d, one_sided_transpose)


def to_eight_digits(d: int) -> Number:
    return 1e-8


NO_TRANSPOSE = Mutant("the exponential is not transposed", check={"derive": derive_without_transpose})
TRANSPOSED = Mutant("the exponential is not transposed", check={"score": gradient_error_transposed})
NO_SQUARES = Mutant("W instead of W∘W", check={"worst": disagreements_without_squares})
SHORT_CYCLES = Mutant("only cycles of two", check={"worst": disagreements_on_long_cycles})

CLAIMS = (
    Claim(
        id="C-notears",
        title="Being acyclic is an equation, and it has a gradient",
        source=CURATE,
        reading=Reading(
            Origin.PAPER,
            "Equation (4), after Zheng, Aragam, Ravikumar and Xing; the formulas are lost (002:80-86)",
            Quality.RECONSTRUCTED,
        ),
        relation=None,
        statement=(
            "For a real $d\\times d$ matrix $W$ let $h(W)=\\operatorname{tr}e^{W\\circ W}-d$, where "
            "$\\circ$ multiplies entry by entry. Then $h(W)\\ge0$, and $h(W)=0$ if and only if the graph "
            "with an arrow $i\\to j$ wherever $W_{ij}\\ne0$ is acyclic. The gradient is $\\nabla "
            "h(W)=(e^{W\\circ W})^{\\mathsf T}\\circ2W$. The squared error $\\frac1{2n}\\lVert "
            "X-XW\\rVert_F^2$ and its gradient $-M(I-W)$ depend on the records only through "
            "$M=\\frac1nX^{\\mathsf T}X$."
        ),
        proof="proof-notears",
        subjects=(notears, minimise, support),
        checks=(
            Symbolic("gradients for two and three variables", derive, (NO_TRANSPOSE,)),
            Exhaustive(
                "every graph",
                ({"d": 2}, {"d": 3}, {"d": 4}),
                disagreements,
                (NO_SQUARES, SHORT_CYCLES),
                tolerance=none,
            ),
            Search(
                "differences against gradients",
                ({"d": 4}, {"d": 7}),
                draws,
                gradient_error,
                (TRANSPOSED,),
                tolerance=to_eight_digits,
            ),
        ),
    ),
)
