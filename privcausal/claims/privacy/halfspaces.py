"""Shares of records: the queries that a synthetic data set has to answer."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np

from privcausal.claims.sources import PAGE
from privcausal.privacy.halfspaces import cube
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, each, instead, mutant, whole
from privcausal.verify.checks import Exhaustive, Extreme, worst_of


def worst_share(n: int) -> Extreme:
    """Every column of n answers yes or no, and every single answer changed."""
    changes = product(product((1, 0), repeat=n), reversed(range(n)), (1, 0))
    pairs = ({"before": list(column), "place": i, "new": new} for column, i, new in changes)
    return worst_of(pairs, lambda pair: share_change(pair, n))


def worst_share_of_removal(n: int) -> Extreme:
    """Every way to take one of n records away: the share is then over n − 1."""
    pairs = [{"yes": c, "gone": gone} for c in range(n, -1, -1) for gone in (1, 0) if 0 <= c - gone <= n - 1]
    return worst_of(pairs, lambda pair: removal_change(pair, n))


def share_change(pair: dict[str, Any], n: int) -> Fraction:
    after = list(pair["before"])
    after[pair["place"]] = pair["new"]
    return abs(Fraction(sum(after), n) - Fraction(sum(pair["before"]), n))


def removal_change(pair: dict[str, Any], n: int) -> Fraction:
    return abs(Fraction(pair["yes"], n) - Fraction(pair["yes"] - pair["gone"], n - 1))


def without_crossings(bits: int) -> Any:
    """All sets of points of the cube with no a + b = c + d such that a and b lie inside and c and d outside.

    A halfspace has none, because w·a + w·b cannot be both at least 2c and below 2c. Therefore no halfspace is missing.
    A set is coded as the sum of 2^i over its points i.
    """
    points = cube(bits)
    sets = np.arange(2 ** len(points), dtype=np.int64)
    inside = (sets[:, None] >> np.arange(len(points))) & 1 == 1
    sums: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for a, b in combinations_with_replacement(range(len(points)), 2):
        sums.setdefault(tuple(points[a] + points[b]), []).append((a, b))
    for pairs in sums.values():
        full = np.any([inside[:, a] & inside[:, b] for a, b in pairs], axis=0)
        empty = np.any([~inside[:, a] & ~inside[:, b] for a, b in pairs], axis=0)
        sets, inside = sets[~(full & empty)], inside[~(full & empty)]
    return sets


TWO_ANSWERS = mutant(
    "two records replaced instead of one", worst=lambda n: Extreme(Fraction(2, n), {"before": [0] * n}, 1)
)
COUNT_OFF = instead(published="1/(n + 1)")

CLAIMS = (
    Claim(
        id="X-count",
        title="A share of n records moves by at most 1/n",
        **PAGE("50-58"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $Q_\\varphi(d)$ be the share of the $n$ records of $d$ for which the predicate $\\varphi$ "
            "is true."
        ),
        statement=(
            "«Neighbours» changes it by «sense» $«published»$, for all $«n»$; so does taking one of "
            "several records away (this half is ours)."
        ),
        quantities=(whole("n", at_least=1),),
        published=Formula("1/n"),
        at={"n": 1000},
        proof="proof-share",
        checks=(
            Exhaustive(
                "all columns",
                each(n=range(1, 9)),
                worst_share,
                (COUNT_OFF, TWO_ANSWERS),
                share_change,
                each(n=range(9, 12)),
            ),
            Exhaustive(
                "one record taken away",
                each(n=(2, 3, 4, 9, 40)),
                worst_share_of_removal,
                (COUNT_OFF,),
                removal_change,
            ),
        ),
    ),
)
