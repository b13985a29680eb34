"""NOLEAKS, repaired: a record's gradient is clipped by its length, which is a product of two lengths."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from privcausal.claims.graphs.score_based.noleaks_clipping import Floats, weights_of
from privcausal.graphs.score_based.noleaks import clipped_gradient, gradient_sensitivity, noleaks
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, Target, instead
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic

# --- symbolic: the proof's two steps ----------------------------------------------------------------------------


def gradient_is_outer() -> Remainders:
    """The gradient of one record's error is an outer product, whose norm is a product of two lengths."""
    return outer_product(lambda first, second: first * second)


def outer_with_sum() -> Remainders:
    return outer_product(lambda first, second: first + second)


def outer_product(norm: Callable[[sympy.Expr, sympy.Expr], sympy.Expr]) -> Remainders:
    rest: Remainders = {}
    for d in (2, 3):
        x = sympy.Matrix(1, d, sympy.symbols(f"x:{d}", real=True))
        weights = sympy.Matrix(d, d, sympy.symbols(f"w:{d * d}", real=True))
        r = x - x * weights
        error = sum(entry**2 for entry in r) / 2
        slope = sympy.Matrix(d, d, [sympy.diff(error, weight) for weight in weights])
        gap = (slope + x.T * r).expand()
        rest[f"d = {d}: gradient"] = next((entry for entry in gap if entry != 0), sympy.S.Zero)
        y = sympy.Matrix(1, d, sympy.symbols(f"y:{d}", real=True))
        squares = sum(entry**2 for entry in x.T * y)
        claimed = norm(sum(entry**2 for entry in x), sum(entry**2 for entry in y))
        rest[f"d = {d}: squared norm"] = sympy.expand(squares - claimed)
    return rest


# --- search: the library's own clipping --------------------------------------------------------------------------


def neighbours(c: float, n: int, d: int) -> st.SearchStrategy[dict[str, Any]]:
    row = st.lists(st.floats(-9, 9), min_size=d, max_size=d)
    return st.fixed_dictionaries(
        {
            "before": row,
            "after": row,
            "rest": st.lists(row, min_size=n - 1, max_size=n - 1),
            "weights": st.lists(st.floats(-4, 4), min_size=d * (d - 1), max_size=d * (d - 1)),
        }
    )


def opposite(c: float, n: int, d: int) -> list[dict[str, Any]]:
    """At weights zero, (1, 1) and (1, −1) have opposite gradients."""
    before, after = [9.0, 9.0] + [0.0] * (d - 2), [9.0, -9.0] + [0.0] * (d - 2)
    return [
        {"before": before, "after": after, "rest": [[0.0] * d] * (n - 1), "weights": [0.0] * (d * (d - 1))}
    ]


def moved(case: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    name = ("before", "after", "weights")[int(rng.integers(3))]
    entries = list(case[name])
    place = int(rng.integers(len(entries)))
    entries[place] = float(np.clip(entries[place] + rng.normal(), -9, 9))
    return {**case, name: entries}


def distance(
    case: dict[str, Any],
    c: float,
    n: int,
    d: int,
    gradient: Callable[[Floats, Floats, float], Floats] = clipped_gradient,
) -> float:
    weights = weights_of(tuple(case["weights"]), d)
    sides = [gradient(np.array([case[side], *case["rest"]]), weights, c) for side in ("before", "after")]
    return float(np.linalg.norm(sides[0] - sides[1]))


def clipped_by_record(rows: Floats, weights: Floats, c: float) -> Floats:
    """By the length of the record alone, its error forgotten."""
    share = c / np.maximum((rows**2).sum(axis=1), c)
    gradient: Floats = -(rows * share[:, None]).T @ (rows - rows @ weights) / len(rows)
    np.fill_diagonal(gradient, 0.0)
    return gradient


ERROR_FORGOTTEN = Mutant(
    "the error's length is forgotten", check={"score": partial(distance, gradient=clipped_by_record)}
)
SUM_OF_LENGTHS = Mutant("sum of lengths", check={"derive": outer_with_sum})

CLAIMS = (
    Claim(
        id="B-clip",
        title="Clipping by length",
        reading=Reading(
            Origin.OURS, "graphs.score_based.noleaks.clipped_gradient; clipping by length is standard"
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Shorten each record's gradient $-x^{\\mathsf T}(x-xW)$ by the factor "
            "$\\min\\bigl(1,c/(\\lVert x\\rVert\\,\\lVert x-xW\\rVert)\\bigr)$, leave out the diagonal, "
            "and average over $n$ records."
        ),
        statement=(
            "«Neighbours» moves the average by «sense» $«ours»$ in Euclidean length, whatever the number of variables."
        ),
        ours=Formula("2*c/n"),
        at={"c": 1, "n": 10_000},
        proof="proof-clip",
        subjects=(noleaks, gradient_sensitivity, clipped_gradient),
        checks=(
            Symbolic(
                "an outer product and its length", gradient_is_outer, (SUM_OF_LENGTHS,), target=Target.OURS
            ),
            Search(
                "tables and weights",
                ({"c": 2.0, "n": 2, "d": 2}, {"c": 2.0, "n": 3, "d": 3}),
                neighbours,
                distance,
                (instead(ours="c/n"), ERROR_FORGOTTEN),
                starts=opposite,
                step=moved,
            ),
        ),
    ),
)
