"""How widely the repaired statistic scatters when there are ties, and what one record does to that."""

import numpy as np
import sympy
from numpy.typing import NDArray

from privcausal.claims.graphs.independence.contingency import Case, as_tables, both_tables, moved, tables
from privcausal.claims.graphs.independence.stratified_kendall import (
    FEW,
    MORE,
    Counts,
    every_neighbour,
    widest,
)
from privcausal.graphs.independence.stratified_kendall import margin, margin_sensitivity, null_spread
from privcausal.privacy.price import Relation
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic
from privcausal.verify.claim import Claim, instead
from privcausal.verify.evidence import Sense, Target
from privcausal.verify.formula import Formula
from privcausal.verify.reading import Origin, Reading


def untied_total(counts: Counts) -> NDArray[np.float64]:
    """Σ n (1 − Σ p³)(1 − Σ q³) = Σ (n³ − Σ r³)(n³ − Σ c³)/n⁵, for many data sets at once."""
    size = counts.sum(axis=(-1, -2))
    margins = [(counts.sum(axis=axis) ** 3).sum(axis=-1) for axis in (-1, -2)]
    loose = (size**3 - margins[0]) * (size**3 - margins[1])
    total: NDArray[np.float64] = (loose / np.maximum(size, 1) ** 5).sum(axis=-1)
    return total


def worst_spread(n: int, rows: int, columns: int) -> Extreme:
    counts = every_neighbour(n, rows, columns)
    return widest(untied_total(counts), counts, 1 / n)


def replay_spread(witness: Case, n: int, **shape: int) -> float:
    ends = [null_spread(as_tables(np.array(witness[s])), 1, 2, (0,)) ** 2 for s in ("before", "after")]
    return abs(ends[1] - ends[0])


def spread_change(case: Case, n: int) -> float:
    before, after = untied_total(np.stack(both_tables(case, n)))
    return float(abs(after - before) / n)


def derive_spread(claim: Claim) -> Remainders:
    """How n(1 − Σp³)(1 − Σq³) grows when a record enters, and the two ends of that slope."""
    n, r, c, t = sympy.symbols("n r c t", positive=True)
    others_x, others_y, a, b = sympy.symbols("u v A B", positive=True)
    size = n + t
    untied = [1 - ((k + t) ** 3 + rest) / size**3 for k, rest in ((r, others_x), (c, others_y))]
    slope = sympy.diff(size * untied[0] * untied[1], t).subs(t, 0)
    at = [factor.subs(t, 0) for factor in untied]
    p, q = r / n, c / n
    formula = at[0] * at[1] + 3 * at[1] * (1 - at[0] - p**2) + 3 * at[0] * (1 - at[1] - q**2)
    largest, size_of_n = a * b + 3 * b * (1 - a) + 3 * a * (1 - b), sympy.Symbol("N", positive=True)
    t, v, records = 2.5, 0.2, 7
    stated = claim.formulas["margin"](n=records, t=t, v=v) - margin_sensitivity(records, threshold=t, least=v)
    return {
        "the slope": slope - formula,
        "at most 3": 3 - largest - (3 * (1 - a) * (1 - b) + 2 * a * b),
        "p³ − p² is at least −4/27": r**3
        - r**2
        + sympy.Rational(4, 27)
        - (r - sympy.Rational(2, 3)) ** 2 * (r + sympy.Rational(1, 3)),
        "3 and 8/9 round up to 4": claim.stated["ours"](n=size_of_n) * size_of_n
        - sympy.ceiling(3 + sympy.Rational(8, 9)),
        "z′, and t/2v times the change of V": sympy.Integer(round(1e9 * stated)),
    }


ONE, TWO = (instead(ours=f"{units}/n") for units in (1, 2))

CLAIMS = (
    Claim(
        id="B-ties",
        title="The threshold may move with the ties: its own sensitivity is of order 1 over n",
        reading=Reading(Origin.OURS, "companion of B-stratified"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $V=\\sum_k\\dfrac{n_k}n\\bigl(1-\\sum_ap_{ka}^3\\bigr)\\bigl(1-\\sum_bq_{kb}^3\\bigr)$, where "
            "$p_{ka}$, $q_{kb}$ are the shares of the values of $x$ and of $y$ in stratum $k$. Let $t$ be a threshold, "
            "$v>0$ a least spread, and $M=|z'|-t\\max\\bigl(\\sqrt V,v\\bigr)$."
        ),
        statement="«Neighbours» changes $V$ by «sense» $«ours»$, and so $M$ by «sense» $«margin»$.",
        sense=Sense.LESS_THAN,
        ours=Formula("4/n"),
        formulas={"margin": Formula("6/sqrt(n) + 2*t/(v*n)")},
        at={"n": 100_000},
        proof="proof-ties",
        subjects=(null_spread, margin, margin_sensitivity),
        depends=("B-stratified",),
        checks=(
            Symbolic("strictly: the slope", derive_spread, (TWO,), target=Target.OURS),
            Exhaustive(
                "all data sets in two strata",
                FEW,
                worst_spread,
                (ONE,),
                replay_spread,
                MORE,
            ),
            Search("two strata of nine cells", ({"n": 200},), tables, spread_change, (ONE, TWO), step=moved),
        ),
    ),
)
