"""How widely the repaired statistic scatters when there are ties, and what one record does to that."""

from fractions import Fraction

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
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target


def spread_ours(n: int) -> Number:
    return Fraction(4) / n


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


def replay_spread(claim: Claim, witness: Case, n: int, **shape: int) -> float:
    ends = [null_spread(as_tables(np.array(witness[s])), 1, 2, (0,)) ** 2 for s in ("before", "after")]
    return abs(ends[1] - ends[0])


def spread_change(claim: Claim, case: Case, n: int) -> float:
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
    assert claim.ours is not None
    return {
        "the slope": slope - formula,
        "at most 3": 3 - largest - (3 * (1 - a) * (1 - b) + 2 * a * b),
        "p³ − p² is at least −4/27": r**3
        - r**2
        + sympy.Rational(4, 27)
        - (r - sympy.Rational(2, 3)) ** 2 * (r + sympy.Rational(1, 3)),
        "3 and 8/9 round up to 4": claim.ours(size_of_n) * size_of_n
        - sympy.ceiling(3 + sympy.Rational(8, 9)),
    }


def one(n: int) -> Number:
    return Fraction(1) / n


def two(n: int) -> Number:
    return Fraction(2) / n


ONE = Mutant("1/n", claim={"ours": one})
TWO = Mutant("2/n", claim={"ours": two})

CLAIMS = (
    Claim(
        id="B-ties",
        title="The threshold may move with the ties: its own sensitivity is of order 1 over n",
        source="ours",
        locator="companion of B-stratified",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $V=\\sum_k\\dfrac{n_k}n\\bigl(1-\\sum_ap_{ka}^3\\bigr)\\bigl(1-\\sum_bq_{kb}^3\\bigr)$, where "
            "$p_{ka}$, $q_{kb}$ are the shares of the values of $x$ and of $y$ in stratum $k$. Replacing one of $n$ "
            "records changes $V$ by less than $\\dfrac4n$, and so $|z'|-t\\max\\bigl(\\sqrt V,v\\bigr)$ by less than "
            "$\\dfrac6{\\sqrt n}+\\dfrac{2t}{vn}$."
        ),
        ours=spread_ours,
        at={"n": 100_000},
        proof="proof-ties",
        subjects=(null_spread, margin, margin_sensitivity),
        depends=("B-stratified",),
        checks=(
            Exhaustive(
                "all data sets in two strata",
                FEW,
                worst_spread,
                (ONE,),
                replay_spread,
                MORE,
            ),
            Search("two strata of nine cells", ({"n": 200},), tables, spread_change, (ONE, TWO), step=moved),
            Symbolic("the slope", derive_spread, (TWO,), target=Target.OURS),
        ),
    ),
)
