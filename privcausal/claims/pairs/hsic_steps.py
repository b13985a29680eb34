"""The steps behind the bounds on HSIC, for the machine to redo: the change formula, the maxima, a published term."""

from fractions import Fraction
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from privcausal.claims.pairs.hsic_worlds import (
    SIDES,
    Pair,
    fractions,
    literal_hsic,
    neighbours,
    structured_neighbours,
)
from privcausal.pairs.ridge import Gaussian
from privcausal.verify.checks.symbolic import Remainders
from privcausal.verify.claim import Claim

# --- the change formula ---------------------------------------------------------------


def rational_neighbours(m: int) -> st.SearchStrategy[Pair]:
    """Records given by feature vectors with small whole coordinates: every kernel value is a whole number."""
    row = st.lists(st.integers(-3, 3), min_size=2, max_size=2)
    rows = st.lists(row, min_size=m + 1, max_size=m + 1)
    return st.fixed_dictionaries({"x": rows, "y": rows})


def change_error(claim: Claim, pair: Pair, m: int) -> Any:
    """The formula against the definition, both in fractions. No kernel bound is needed here."""
    X, Y = (fractions(pair[name]) for name in "xy")
    K, L = X @ X.T, Y @ Y.T
    sides = [[*range(m - 1), record] for record in (m - 1, m)]
    truth = [literal_hsic(K[np.ix_(side, side)], L[np.ix_(side, side)]) for side in sides]
    terms = []
    for record in (m - 1, m):
        a, b = ([(row - rows[: m - 1].sum(0) / Fraction(m - 1)) for row in rows] for rows in (X, Y))
        cross = sum(((a[record] @ a[i]) * (b[record] @ b[i]) for i in range(m - 1)), Fraction(0))
        terms.append((cross / (m - 1), (a[record] @ a[record]) * (b[record] @ b[record])))
    (C, U), (C_prime, U_prime) = terms
    stated: Any = claim.stated["ours"](m=m, C=C, C_=C_prime, U=U, U_=U_prime)
    return abs(truth[0] - truth[1] - stated)


def derive_change(claim: Claim) -> Remainders:
    """The covariance after one more record, and the square of its norm."""
    m, s, t, size, cross, square = sympy.symbols("m s t c2 cu u2", real=True)
    C, C_prime, U, U_prime = sympy.symbols("C C_prime U U_prime", real=True)
    # s, t: the new record minus the mean of the m − 1 others, in both columns; their own covariance is bilinear too.
    others = (m - 1) * (s / m) * (t / m)
    newcomer = (s - s / m) * (t - t / m)

    def value(along: Any, long: Any) -> Any:
        return (m / (m - 1)) ** 2 * ((m - 1) / m) ** 2 * (size + 2 * along / m + long / m**2)

    stated = claim.stated["ours"](m=m, C=C, C_=C_prime, U=U, U_=U_prime)
    return {
        "what the new record adds to m·covariance": others + newcomer - (m - 1) / m * s * t,
        "the square of the norm": sympy.expand((cross + square / m) ** 2)
        - (cross**2 + 2 * cross * square / m + square**2 / m**2),
        "the change": value(C, U) - value(C_prime, U_prime) - stated,
    }


def derive_ours(claim: Claim) -> Remainders:
    """Both maxima of the proof: 8t³(1 − t)/m + 4t⁴/m² over t, and 8·μ(1 − μ)·ν(1 − ν)/m over μ and ν."""
    m, t = sympy.symbols("m t", positive=True)
    gain = 8 * t**3 * (1 - t) / m + 4 * t**4 / m**2
    best = 3 * m / (2 * (2 * m - 1))
    loss = 8 * (t * (1 - t)) ** 2 / m
    half = sympy.Rational(1, 2)
    return {
        "the gain is stationary there": sympy.diff(gain, t).subs(t, best),
        "and nowhere else above 0": sympy.diff(gain, t) / t**2 - (24 / m - (32 / m - 16 / m**2) * t),
        "the loss is stationary at one half": sympy.diff(loss, t).subs(t, half),
        "their sum": gain.subs(t, best) + loss.subs(t, half) - claim.stated["ours"](m=m),
    }


def derive_one_column(claim: Claim) -> Remainders:
    """The maximum of 4p²(2q + (p − q)/m)/m over p = 1 − q."""
    m, p = sympy.symbols("m p", positive=True)
    change = 4 * p**2 * (2 * (1 - p) + (2 * p - 1) / m) / m
    best = (2 * m - 1) / (3 * (m - 1))
    return {
        "stationary": sympy.diff(change, p).subs(p, best),
        "the value there": change.subs(p, best) - claim.stated["ours"](m=m),
    }


def middle_term(pair: Pair, m: int) -> float:
    """(2/m)·|sum(K′L′) − sum(KL)|: the term of the published proof that small matrices only suggested."""
    sums = []
    for side in SIDES:
        columns = [np.array([*pair[name], pair[side][place]]) for place, name in enumerate("xy")]
        K, L = (Gaussian(1.0)(column, column) for column in columns)
        if side == "before" and pair.get(
            "vanishes"
        ):  # a record whose features are 0 resembles nobody, not even itself
            for matrix in (K, L):
                matrix[-1, :] = matrix[:, -1] = 0
        sums.append(float((K @ L).sum()))
    return round(2 / m * abs(sums[0] - sums[1]), 9)


def vanishing_neighbours(m: int) -> st.SearchStrategy[Pair]:
    return neighbours(m).flatmap(lambda pair: st.booleans().map(lambda gone: {**pair, "vanishes": gone}))


def vanishing_starts(m: int) -> list[Pair]:
    return [{**pair, "vanishes": True, "after": [0, 0]} for pair in structured_neighbours(m)]
