"""NOLEAKS, repaired: a record's gradient is clipped by its length; and the first thousand rows, called public."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations, product
from operator import add, mul

import numpy as np
import sympy

from privcausal.arrays import Floats
from privcausal.claims.broken import noleaks as specimens
from privcausal.claims.functions import our_error, rounding
from privcausal.claims.sources import AT_NOLEAKS, CURATE, NOLEAKS_CODE
from privcausal.graphs.methods.noleaks import clipped_gradient, gradient_sensitivity, noleaks
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Number, Target, by_us, instead, mutant, whole, worlds
from privcausal.verify.checks import Remainders, Search, Symbolic, Witness, space
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme, worst_of
from privcausal.verify.provenance import Consequence, Quality


def outer_product(norm: Callable[[sympy.Expr, sympy.Expr], sympy.Expr] = mul) -> Remainders:
    """The gradient of one record's error is an outer product, whose norm is a product of two lengths."""
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


def neighbours(n: int, d: int) -> space.Space:
    """Two records, others, and weights; at weights zero, (1, 1) and (1, −1) have opposite gradients."""
    row, pairs = space.real(-9, 9) * d, d * (d - 1)
    cases = space.record(before=row, after=row, rest=row * (n - 1), weights=space.real(-4, 4) * pairs)
    nought = [0.0] * (d - 2)
    start = {"before": [9.0, 9.0, *nought], "after": [9.0, -9.0, *nought]}
    return cases.starting({**start, "rest": [[0.0] * d] * (n - 1), "weights": [0.0] * pairs})


def distance(
    case: Witness, c: float, d: int, gradient: Callable[[Floats, Floats, float], Floats] = clipped_gradient
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


# --- C-noleaks: clipping entry by entry ----------------------------------------------------------------------


EACH_CLIPPED = Formula("2*s*sqrt(d*(d - 1))/n")


Clipping = Callable[[Floats, int, float], Floats]
"""From the gradients of the replaced record, one per row, to what the average becomes: all others are zero."""


def each_record(gradients: Floats, n: int, s: float) -> Floats:
    return np.clip(gradients, -s, s) / n


def the_mean(gradients: Floats, n: int, s: float) -> Floats:
    return np.clip(gradients / n, -s, s)


def gradients_at(weights: Floats, records: Floats) -> Floats:
    """−x_i (x − xW)_j off the diagonal, one row per record."""
    d = weights.shape[0]
    outer = -records[:, :, None] * (records - records @ weights)[:, None, :]
    return outer[:, ~np.eye(d, dtype=bool)]


def widest(s: float, d: int, n: int, clipping: Clipping = each_record) -> Extreme:
    """The farthest that replacing one record moves the gradient, over all weights and records of a small grid."""
    size = 4.0 * s * n  # large enough for any clipping to bite
    records = np.array(list(product(GRID[d], repeat=d))) * math.sqrt(size)
    weights = [weights_of(entries, d) for entries in product((-4.0, 0.0, 4.0), repeat=d * (d - 1))]
    best, witness = -1.0, {}
    for matrix in weights:
        spots = clipping(gradients_at(matrix, records), n, s)
        # The two ends of a coordinate give all distances that matter: clipped entries are ±s, or nearly so.
        squares = (spots**2).sum(axis=1)
        apart = squares[:, None] + squares[None, :] - 2 * spots @ spots.T
        first, second = np.unravel_index(int(apart.argmax()), apart.shape)
        if apart[first, second] > best:
            best = float(apart[first, second])
            ends = {"before": records[first].tolist(), "after": records[second].tolist()}
            witness = {"weights": matrix.tolist(), **ends}
    return Extreme(math.sqrt(best), witness, len(weights) * len(records) ** 2)


GRID = {2: (-1.0, 0.0, 1.0), 3: (1.0, 2.0, 3.0)}


def weights_of(entries: tuple[float, ...], d: int) -> Floats:
    weights = np.zeros((d, d))
    weights[~np.eye(d, dtype=bool)] = entries
    return weights


def replayed(witness: Witness, s: float, d: int, n: int, clipping: Clipping = each_record) -> float:
    """The same distance from two whole tables, every record's squared error differentiated by differences."""
    sides = [
        average_gradient([witness[side]] + [[0.0] * d] * (n - 1), witness["weights"], s, clipping)
        for side in ("before", "after")
    ]
    return float(np.linalg.norm(sides[0] - sides[1]))


def average_gradient(
    rows: list[list[float]], weights: list[list[float]], s: float, clipping: Clipping
) -> Floats:
    """One derivative at a time: squared errors are quadratic, so central differences are exact."""
    x, slopes = np.array(rows), []
    for i, j in permutations(range(len(weights)), 2):
        step = np.zeros_like(weights)
        step[i, j] = 1.0
        errors = [0.5 * ((x - x @ (weights + by * step)) ** 2).sum(axis=1) for by in (1.0, -1.0)]
        slopes.append((errors[0] - errors[1]) / 2)
    if clipping is the_mean:
        return np.asarray(np.clip(np.mean(slopes, axis=1), -s, s))
    return np.asarray(np.clip(slopes, -s, s).mean(axis=1))


AVERAGE_CLIPPED = mutant("the average is clipped", worst=partial(widest, clipping=the_mean))
LENGTH_FORGOTTEN = mutant(
    "the error's length is forgotten", score=partial(distance, gradient=clipped_by_record)
)


# --- the first rows, called public --------------------------------------------------------------------------

KINDS = tuple(product((0, 1), repeat=2))
"""Records of two bits."""

EFFECT = np.array([[0.0, 1.0], [0.0, 0.0]])


def told_apart(claim: Claim, m: int, n: int, step: str) -> Extreme:
    """The δ of the objective of the first m rows: over all tables of bits and all their neighbours."""
    pairs = (
        {
            "before": list(map(list, table)),
            "after": list(map(list, (*table[:place], *left, *table[place + 1 :]))),
        }
        for table, place, left in product(product(KINDS, repeat=n), range(n), NEIGHBOURS[step])
    )
    return worst_of(
        pairs,
        lambda pair: exact_delta(claim, objective(pair["before"], m), objective(pair["after"], m), m, n),
    )


Bits = tuple[tuple[int, ...], ...]


NEIGHBOURS: dict[str, tuple[tuple[tuple[int, ...], ...], ...]] = {
    "replaced": tuple((kind,) for kind in KINDS),
    "removed": ((),),
}
"""The values that replace a record."""


def objective(table: Bits, m: int) -> Fraction:
    """Half the mean squared error of x → y with weight 1, in fractions: Σ x² + (y − x)²."""
    return sum((Fraction(x * x + (y - x) ** 2, 2 * m) for x, y in table[:m]), Fraction(0))


def exact_delta(claim: Claim, before: Number, after: Number, m: int, n: int) -> Number:
    """Return P − e^ε Q of the best event for two numbers released without noise, at the ε that is booked."""
    kept: Number = 1 - math.exp(claim.formulas["booked"](m=m, n=n))
    return 1 if before != after else max(0, kept)


def replay_rows(claim: Claim, witness: Witness, m: int, n: int, step: str) -> Number:
    """The same by matrices of floats, as the specimen computes it."""
    tables = (np.array(witness[side], dtype=float) for side in ("before", "after"))
    before, after = (specimens.objective_of_first_rows(rows, m, EFFECT) for rows in tables)
    return exact_delta(claim, before, after, m, n)


def price_of_secret_sample(claim: Claim, m: int, n: int) -> Extreme:
    """Return the error of the booked ε for a random sample, released without noise, with a record added or not."""
    draws = [1 / Fraction(len(list(combinations(range(size), m)))) for size in (n, n + 1)]
    return Extreme(abs(math.log(draws[0] / draws[1]) - claim.formulas["booked"](m=m, n=n)), {}, 2)


def tables_of(n: int) -> space.Space:
    """Rows and another first one; a climb can start from rows that agree with the direction, and one that does not."""
    row = space.whole(-3, 3) * 2
    return space.record(rows=row * n, other=row).starting({"rows": [[1, 1]] * n, "other": [3, -3]})


def step_delta(claim: Claim, case: Witness, m: int, n: int) -> Number:
    """The δ of the step alone, when the first record is replaced; the direction is public."""
    table = np.array(case["rows"], dtype=float)
    other = np.array([case["other"], *case["rows"][1:]], dtype=float)
    before, after = (specimens.step_by_line_search(rows, m, EFFECT) for rows in (table, other))
    return exact_delta(claim, before, after, m, n)


RATE = Formula("m/n")
NO_ROWS = Mutant("the rows cost nothing", claim={"published": None, "ours": Formula("0")})
LATER_RATE = Mutant("the sampling rate, as for a secret sample", claim={"published": None, "ours": RATE})

CLAIMS = (
    by_us(
        id="B-clip",
        title="Clipping by length",
        place="graphs.score_based.noleaks.clipped_gradient; clipping by length is standard",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Shorten each record's gradient $-x^{\\mathsf T}(x-xW)$ by the factor $\\min\\bigl(1,c/(\\lVert "
            "x\\rVert\\,\\lVert x-xW\\rVert)\\bigr)$, leave out the diagonal, and average over $n$ records."
        ),
        statement=(
            "«Neighbours» moves the average by «sense» $«ours»$ in Euclidean length, whatever the number of variables."
        ),
        ours=Formula("2*c/n"),
        at={"c": 1, "n": 10_000},
        subjects=(noleaks, gradient_sensitivity, clipped_gradient),
        checks=(
            Symbolic(
                "an outer product and its length",
                outer_product,
                (mutant("sum of lengths", derive=partial(outer_product, norm=add)),),
                target=Target.OURS,
            ),
            Search(
                "tables and weights",
                worlds("c n d", (2.0, 2, 2), (2.0, 3, 3)),
                neighbours,
                distance,
                (instead(ours="c/n"), LENGTH_FORGOTTEN),
            ),
        ),
    ),
    Claim(
        id="C-noleaks",
        title="Gradients of clipped records",
        **CURATE(
            "Section II, on NOLEAKS, whose own paper was not read; the formulas are lost (002:48) and stand "
            f"in its program ({AT_NOLEAKS}noleaks.py l. 97-98)",
            Quality.RECONSTRUCTED,
            (Relation.ADD_REMOVE,),
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let every entry of every record's gradient $-x^{\\mathsf T}(x-xW)$, the diagonal left out, be "
            "clipped to $[-s,s]$, and then average over $n$ records of $d$ variables."
        ),
        statement=(
            "«Neighbours» moves the average by «sense» $«published»$ in Euclidean length, whatever the "
            "weights $W$, for $«d»$ and $«n»$."
        ),
        quantities=(whole("d", at_least=2), whole("n", at_least=1)),
        published=EACH_CLIPPED,
        at={"s": 2, "d": 20, "n": 10_000},
        proof="proof-noleaks",
        checks=(
            Exhaustive(
                "weights and records on a grid",
                worlds("s d n", (1, 2, 1), (2, 2, 4), (1, 3, 3)),
                widest,
                (instead(published="s*sqrt(d*(d - 1))/n"), instead(published="2*s/n"), AVERAGE_CLIPPED),
                replayed,
            ),
        ),
    ),
    Claim(
        id="C-noleaks-mean",
        title="The average is clipped, not the records",
        **NOLEAKS_CODE("noleaks.py l. 88-109"),
        consequence=Consequence(
            cost=(
                "The (ε, δ) that this program reports are void on unbounded data, and optimistic on its "
                "bounded ones. The comparison of NOLEAKS and CURATE is not settled by it."
            ),
            certain="Sure.",
            repair="{prf:ref}`C-noleaks` if each record is clipped, {prf:ref}`B-clip`",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Average the gradients $-x^{\\mathsf T}(x-xW)$ of $n$ records of $d$ variables first, and clip every "
            "entry of the average, but the diagonal, to $[-s,s]$."
        ),
        statement=(
            "«Neighbours» moves the result by «sense» $«published»$ in Euclidean length, whatever the records."
        ),
        published=EACH_CLIPPED,
        ours=Formula("2*s*sqrt(d*(d - 1))"),
        at={"s": 2, "d": 20, "n": 10_000},
        proof="proof-noleaks-mean",
        checks=(
            Exhaustive(
                "weights and records on a grid",
                worlds("s d n", (2, 2, 4), (1, 3, 3)),
                partial(widest, clipping=the_mean),
                (Mutant("without √(d(d − 1))", claim={"published": None, "ours": Formula("2*s")}),),
                partial(replayed, clipping=the_mean),
            ),
        ),
    ),
    Claim(
        id="C-linesearch",
        title="The first thousand rows are called public",
        **NOLEAKS_CODE("noleaks.py l. 176-181, reached from er.py l. 34, 41 where no public rows are given"),
        consequence=Consequence(
            cost=(
                "1,000 persons would be unprotected; in er.py the data are simulated. Whether a published "
                "curve used it is unknown."
            ),
            certain="Sure of the lines.",
            repair="evaluate nothing on the records, as {prf:ref}`B-steps` does",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "The objective is evaluated without noise on the first $m$ of $n$ private records, to choose the step."
        ),
        statement=(
            "At the $\\varepsilon$ of a sample that is drawn at random and kept secret, $«booked»$, the $\\delta$ of "
            "this is «sense» $«published»$."
        ),
        formulas={"booked": Formula("log((n + 1)/(n + 1 - m))")},
        published=RATE,
        ours=Formula("1"),
        at={"m": 1000, "n": 10_000},
        proof="proof-linesearch",
        checks=(
            Exhaustive(
                "the objective on all tables of bits",
                worlds(
                    "m n step", *((m, n, step) for m, n in ((1, 2), (1, 3), (2, 4)) for step in NEIGHBOURS)
                ),
                told_apart,
                (NO_ROWS, LATER_RATE),
                replay_rows,
            ),
            Exhaustive(
                "the recorded price is that of a secret sample",
                worlds("m n", (1, 2), (2, 4), (3, 9)),
                price_of_secret_sample,
                (instead(booked="log(n/(n - m))"),),
                **our_error(rounding),
            ),
            Search(
                "only the step is released",
                worlds("m n", (3, 6)),
                tables_of,
                step_delta,
                (NO_ROWS, LATER_RATE),
            ),
        ),
    ),
)
