"""NOTEARS: a smooth function that is zero exactly on acyclic graphs, and its gradient."""

import math
from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np
import sympy

from privcausal.arrays import Floats
from privcausal.claims.sources import CURATE
from privcausal.graphs.score_based.notears import acyclicity, least_squares, minimise, notears, support
from privcausal.graphs.score_based.second_moments import moment
from privcausal.graphs.structure.pdag import topological
from privcausal.verify import Claim, Formula, Quality, Sense, each, instead, mutant, real
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, Witness, space
from privcausal.verify.evidence import ROUNDING

TERMS = 4
"""So many terms of the series are differentiated; each obeys the same rule."""


def symbols_of(d: int) -> sympy.Matrix:
    return sympy.Matrix(d, d, lambda i, j: sympy.Symbol(f"w{i}{j}", real=True))


def derive(claim: Claim, transpose: bool = True) -> Remainders:
    """Derivatives of the terms tr (W∘W)^k / k! against the claimed ones, by matrices of symbols."""
    rest: Remainders = {}
    for d in (2, 3):
        weights = symbols_of(d)
        squares = weights.multiply_elementwise(weights)
        for k in range(1, TERMS + 1):
            term = sympy.expand((squares**k).trace() / math.factorial(k))
            derived = sympy.Matrix(d, d, [sympy.diff(term, weight) for weight in weights])
            power = squares ** (k - 1) / math.factorial(k - 1)
            claimed = slope_of(claim, weights, power.T if transpose else power)
            rest[f"d = {d}, term {k}"] = first_left_over(derived - claimed)
    return {**rest, **two_variables(claim), **loss_from_moments(claim)}


def slope_of(claim: Claim, weights: sympy.Matrix, power: sympy.Matrix) -> sympy.Matrix:
    """The claimed gradient, entry by entry."""
    return sympy.Matrix(*weights.shape, lambda i, j: claim.formulas["slope"](w=weights[i, j], E=power[i, j]))


def first_left_over(gap: sympy.Matrix) -> sympy.Expr:
    """The first entry that does not vanish, or 0."""
    return next((entry for entry in map(sympy.expand, gap) if entry != 0), sympy.S.Zero)


def two_variables(claim: Claim) -> Remainders:
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
    value, slope = power.trace() - 2, slope_of(claim, sympy.Matrix([[0, a], [b, 0]]), power.T)
    return {
        "the exponential solves its equation": first_left_over(rate),
        "and starts at 1": first_left_over(power.subs(t, 0) - sympy.eye(2)),
        "h′ in the first weight": sympy.diff(value.subs(t, 1), a) - slope[0, 1].subs(t, 1),
        "h′ in the second weight": sympy.diff(value.subs(t, 1), b) - slope[1, 0].subs(t, 1),
    }


def loss_from_moments(claim: Claim) -> Remainders:
    """The squared error of three records of two variables, from their moments alone, and its gradient."""
    rows = sympy.Matrix(3, 2, lambda i, j: sympy.Symbol(f"x{i}{j}", real=True))
    weights = symbols_of(2)
    rest = sympy.eye(2) - weights
    second = claim.formulas["moment"](G=rows.T * rows, n=3)
    error = sum((rows * rest).applyfunc(lambda entry: entry**2))
    loss = (rest.T * second * rest).trace() / 2
    slope = sympy.Matrix(2, 2, lambda i, j: sympy.diff(loss, weights[i, j]))
    return {
        "loss from moments": sympy.expand(loss - claim.formulas["loss"](error=error, n=3)),
        "its gradient": first_left_over(
            slope - claim.formulas["descent"](M=second, I=sympy.eye(2), W=weights)
        ),
    }


def without_squares(weights: Floats) -> float:
    """W instead of W∘W: weights of opposite signs cancel."""
    return float(sum(np.trace(np.linalg.matrix_power(weights, k)) / math.factorial(k) for k in range(1, 9)))


def short_cycles_only(weights: Floats) -> float:
    return float(np.trace((weights * weights) @ (weights * weights))) / 2


def disagreements(claim: Claim, d: int, h: Callable[[Floats], float] | None = None) -> Extreme:
    """For how many graphs of d nodes does the value of h say something else than sorting the nodes does?

    Weights are ±1, the sign decided by the place. The smallest positive h is that of one cycle through all nodes,
    a little more than 1/(d − 1)!, far more than rounding.
    """
    assert claim.published is not None
    places = [(i, j) for i in range(d) for j in range(d) if i != j]
    wrong, witness = 0, {}
    for choice in product((0.0, 1.0), repeat=len(places)):
        weights = np.zeros((d, d))
        for (i, j), weight in zip(places, choice, strict=True):
            weights[i, j] = weight * (-1) ** (i * j + (i < j))
        value = h(weights) if h else acyclicity(weights)[0]
        cyclic = abs(value - claim.published()) > ROUNDING
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


def one_sided_transpose(weights: Floats) -> tuple[float, Floats]:
    h, gradient = acyclicity(weights)
    return h, (gradient / np.where(weights == 0, 1, 2 * weights)).T * 2 * weights


def gradient_error(
    case: Witness, d: int, function: Callable[[Floats], tuple[float, Floats]] = acyclicity
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


TRANSPOSED = "the exponential is not transposed"
SHORT_CYCLES = mutant("only cycles of two", worst=partial(disagreements, h=short_cycles_only))
UNTURNED = mutant(TRANSPOSED, derive=partial(derive, transpose=False))

CLAIMS = (
    Claim(
        id="C-notears",
        title="Being acyclic is an equation, and it has a gradient",
        **CURATE(
            "Equation (4), after Zheng, Aragam, Ravikumar and Xing; the formulas are lost (002:80-86)",
            Quality.RECONSTRUCTED,
        ),
        relation=None,
        definition=(
            "For a real $d\\times d$ matrix $W$ let $h(W)=\\operatorname{tr}e^{W\\circ W}-d$, where $\\circ$ "
            "multiplies entry by entry; it is never negative. Draw an arrow $i\\to j$ wherever $W_{ij}\\ne0$. "
            "Let $X$ hold $n$ records."
        ),
        statement=(
            "$h(W)$ is «sense» $«published»$ if the graph is acyclic, and only then. The gradient of $h$ has "
            "the entries $«slope»$. The squared error $«loss»$ and its gradient $«descent»$ depend on the "
            "records only through $M$, which is $«moment»$."
        ),
        quantities=(
            real("w", letter="W_{ij}"),
            real("E", letter="(e^{W\\circ W})_{ji}"),
            real("G", letter="X^{\\mathsf T}X"),
            real("error", letter="\\lVert X-XW\\rVert_F^2"),
        ),
        formulas={
            "slope": Formula("2*w*E"),
            "loss": Formula("error/(2*n)"),
            "descent": Formula("-M*(I - W)"),
            "moment": Formula("G/n"),
        },
        sense=Sense.EXACTLY,
        published=Formula("0"),
        proof="proof-notears",
        subjects=(notears, minimise, support, acyclicity),
        checks=(
            Symbolic(
                "gradients for two and three variables",
                derive,
                (UNTURNED, instead(slope="w*E"), instead(loss="error/n")),
            ),
            Exhaustive(
                "every graph",
                each(d=(2, 3, 4)),
                disagreements,
                (mutant("W instead of W∘W", worst=partial(disagreements, h=without_squares)), SHORT_CYCLES),
                tolerance=0,
            ),
            Search(
                "differences against gradients",
                each(d=(4, 7)),
                space.record(seed=space.whole(0, 2**32 - 1), size=space.real(0.01, 1.2)),
                gradient_error,
                (mutant(TRANSPOSED, score=partial(gradient_error, function=one_sided_transpose)),),
                tolerance=1e-8,
            ),
        ),
    ),
)
