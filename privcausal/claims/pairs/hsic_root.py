"""The root of HSIC: how far one replaced record moves it, with the records as they are and in any permuted sample."""

import math
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.claims.pairs import hsic_cases as clusters
from privcausal.claims.pairs.hsic import KERNELS
from privcausal.pairs.hsic import hsic
from privcausal.privacy.price import Relation
from privcausal.verify import Formula, by_us, instead, whole, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Witness, worst_of

DIGITS = 12

Table = Sequence[Sequence[int]] | NDArray[Any]
"""How many records lie in cluster a of x and b of y; those of different clusters have nothing in common."""


def root(table: Table) -> float:
    """The root of HSIC, from exact integers."""
    counts = np.array(table, dtype=object)
    m = int(counts.sum())
    return math.sqrt(int(clusters.scaled_hsic(counts))) / (m * (m - 1))


# --- the records as they are ------------------------------------------------------------------------------------


def worst_root(m: int) -> Extreme:
    """All pairs of partitions of the others, and every move of the record."""
    tables = clusters.any_clusters(m - 1)
    places = np.eye(m * m, dtype=np.int64).reshape(m, m, m, m)
    values = np.sqrt(clusters.scaled_hsic(tables[:, None, None] + places).reshape(len(tables), -1)) / (
        m * (m - 1)
    )
    spans = np.ptp(values, axis=1)
    at = int(spans.argmax())
    cells = [divmod(int(end(values[at])), m) for end in (np.argmin, np.argmax)]
    return Extreme(round(float(spans[at]), DIGITS), clusters.cluster_witness(tables[at], *cells), values.size)


def replayed_root(pair: Witness, m: int) -> float:
    """The same by kernel matrices."""
    values = []
    for side in clusters.SIDES:
        columns = [np.array([*pair[name], pair[side][place]]) for place, name in enumerate("xy")]
        values.append(literal_root(*columns))
    return round(abs(values[0] - values[1]), DIGITS)


def literal_root(x: Any, y: Any) -> float:
    """By the library's HSIC, for kernels that are 1 in a cluster and 0 between two."""
    same: dict[str, Any] = {f"kernel_{name}": lambda a, b: np.equal.outer(a, b) * 1.0 for name in "xy"}
    return math.sqrt(max(hsic(np.asarray(x), np.asarray(y), **same), 0.0))


CROSSES = {50: (6, 0), 1_000: (43, 1), 10**8: (60_000, 36)}
"""For each m how many of the others are at (2, 0), and as many at (0, 2), and how many at (1, 1)."""


def crossed(m: int) -> Extreme:
    """The record moves from (1, 1) to (2, 2); most of the others are at (0, 0)."""
    a, c = CROSSES[m]
    others = np.array([[m - 1 - 2 * a - c, 0, a], [0, c, 0], [a, 0, 0]], dtype=object)
    ends = [root(others + np.outer(e, e)) for e in np.eye(3, dtype=int)[1:]]
    return Extreme(round(abs(ends[0] - ends[1]), 18), {"a": a, "c": c}, 1)


# --- permuted samples -------------------------------------------------------------------------------------------


def permuted_root(x: Sequence[int], y: Sequence[int], order: Sequence[int]) -> float:
    """Of the sample in which the i-th x stands beside the y of another record."""
    size = 1 + max(*x, *y)
    table = np.zeros((size, size), dtype=int)
    np.add.at(table, (list(x), [y[i] for i in order]), 1)
    return root(table)


def ends(pair: Witness) -> Iterator[tuple[list[int], list[int]]]:
    """Both columns, before and after the first record is replaced."""
    yield pair["x"], pair["y"]
    yield [pair["after"][0], *pair["x"][1:]], [pair["after"][1], *pair["y"][1:]]


def permuted_change(pair: Witness) -> float:
    before, after = (permuted_root(x, y, pair["order"]) for x, y in ends(pair))
    return round(abs(before - after), DIGITS)


def replayed_permuted(pair: Witness, **_: Any) -> float:
    """The same by kernel matrices."""
    before, after = (literal_root(x, [y[i] for i in pair["order"]]) for x, y in ends(pair))
    return round(abs(before - after), DIGITS)


def worst_permuted(m: int) -> Extreme:
    """All two-valued columns, all permutations, and the first record moved anywhere, to a third cluster too."""
    columns = [list(column) for column in product((0, 1), repeat=m) if column[0] == 0]
    orders = [list(order) for order in permutations(range(m))]
    return worst_of(
        (
            {"x": x, "y": y, "order": order, "after": list(after)}
            for x, y, order in product(columns, columns, orders)
            for after in product(range(3), repeat=2)
        ),
        permuted_change,
    )


def exchanged(m: int, permute: bool = True) -> Extreme:
    """Two records at (1, 1), all others at (0, 0); the two exchange their y, and one of them moves to (0, 0)."""
    order = [1, 0, *range(2, m)] if permute else list(range(m))
    column = [1, 1, *[0] * (m - 2)]
    pair = {"x": column, "y": column, "order": order, "after": [0, 0]}
    return Extreme(permuted_change(pair), {"m": m}, 1)


SETTING: dict[str, Any] = {
    "relation": Relation.SUBSTITUTION,
    "assumes": KERNELS,
    "quantities": (whole("m", at_least=2),),
    "depends": ("B-hsic-change",),
}
BOLDER_BY_A_TENTH = instead(ours="9/(5*m)")

CLAIMS = (
    by_us(
        id="B-hsic-root",
        title="One record moves the root of HSIC by at most √6/m",
        **SETTING,
        definition=(
            "Let $k$ and $l$ be positive definite kernels with values in $[0, 1]$, fixed before the data are seen, and "
            "$\\mathrm{HSIC} = \\operatorname{tr}(KHLH)/(m-1)^2$ the score of $m$ records, which are not permuted."
        ),
        statement=(
            "«Neighbours» moves $\\sqrt{\\mathrm{HSIC}}$ by «sense» $«ours»$, for all $«m»$, and for large $m$ no "
            "smaller constant does."
        ),
        ours=Formula("sqrt(6)/m"),
        at={"m": 10**8},
        checks=(
            Exhaustive(
                "all pairs of partitions",
                worlds("m", 2, 3, 4, 5, 6),
                worst_root,
                (BOLDER_BY_A_TENTH,),
                replayed_root,
            ),
            Exhaustive(
                "clusters across the diagonal",
                worlds("m", *CROSSES),
                crossed,
                (instead(ours="19*sqrt(6)/(20*m)"),),
            ),
        ),
    ),
    by_us(
        id="B-hsic-permuted",
        title="One record moves the root of HSIC of a permuted sample by at most 4/m",
        place="the bound is that of a program, dpHSIC; its sharpness may be known to the authors",
        **SETTING,
        definition=(
            "Let $k$ and $l$ be positive definite kernels with values in $[0, 1]$, fixed before the data are seen, let "
            "$\\pi$ be any permutation, fixed as well, and $\\mathrm{HSIC}_\\pi = "
            "\\operatorname{tr}(KHL_\\pi H)/(m-1)^2$ the score of the $m$ pairs $(x_i, y_{\\pi(i)})$."
        ),
        statement=(
            "«Neighbours» moves $\\sqrt{\\mathrm{HSIC}_\\pi}$ by «sense» $«ours»$, for all $«m»$ and all "
            "$\\pi$, and for large $m$ no smaller constant does."
        ),
        ours=Formula("4/m"),
        at={"m": 800},
        checks=(
            Exhaustive(
                "all permutations of two-valued columns",
                worlds("m", 2, 3, 4),
                worst_permuted,
                (BOLDER_BY_A_TENTH,),
                replayed_permuted,
            ),
            Exhaustive(
                "two records exchange their y",
                worlds("m", 50, 200, 800),
                exchanged,
                (instead(ours="sqrt(6)/m"), instead(ours="19/(5*m)")),
            ),
        ),
    ),
)
