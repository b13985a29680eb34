"""What the library computes on small inputs, for the definitions that a kernel reads: both must be the same number."""

from collections.abc import Iterator
from fractions import Fraction

from privcausal.pairs.rank import concordance, quadrupled_rank_distance

Pairs = tuple[tuple[int, int], ...]

RECORDS: tuple[Pairs, ...] = (
    ((1, 2), (2, 1), (3, 3)),
    ((1, 1), (1, 2), (2, 2)),
    ((0, 3), (1, 1), (2, 2), (3, 0)),
)
"""Without ties, with ties in both columns, and four records."""

BY_X, BY_Y = "(fun a b => sgn (fst a - fst b))", "(fun a b => sgn (snd a - snd b))"


def executed() -> Iterator[tuple[str, Fraction]]:
    """Terms of the definitions, each with the value that the library has for it.

    >>> next(executed())
    ('kendall concordance [(1, 2); (2, 1); (3, 3)]', Fraction(1, 3))
    """
    for records in RECORDS:
        x, y = [a for a, _ in records], [b for _, b in records]
        m, listed = len(records), "[" + "; ".join(f"({a}, {b})" for a, b in records) + "]"
        yield f"kendall concordance {listed}", Fraction(2 * concordance(x, y).excess, m * (m - 1))
        rho = 1 - Fraction(6 * quadrupled_rank_distance(x, y), 4 * m * (m * m - 1))
        yield f"spearman {BY_X} {BY_Y} {listed}", rho
