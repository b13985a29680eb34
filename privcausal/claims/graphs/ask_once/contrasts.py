"""Tables asked for once: how far one record moves all interactions together."""

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from typing import Any
from unittest.mock import patch

import numpy as np

from privcausal.arrays import Floats
from privcausal.claims.functions import our_error
from privcausal.graphs.ask_once import contrasts as library
from privcausal.graphs.ask_once.interactions import Columns, Interactions
from privcausal.graphs.independence.contingency import Tables
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Number, by_us, each, instead, mutant, real, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Search, space

Sizes = tuple[int, ...]
Record = Sequence[int]
"""A code for each column."""
Case = dict[str, list[int]]


def pairs_ours(sizes: Sizes, weight: Number) -> Number:
    r"""$\max_m\Bigl(2m(R+w)-m^2-\sum_{j\le m}\bigl(1-\tfrac2{k_j}\bigr)\Bigr)$."""
    reach = sum((1 - Fraction(1, k) for k in sizes), Fraction(0))
    values: list[Number] = [Fraction(0)]
    for m in range(1, len(sizes) + 1):
        smallest = sorted(sizes)[:m]
        values.append(2 * m * (reach + weight) - m**2 - sum(1 - Fraction(2, k) for k in smallest))
    return max(values)


def sets_ours(sizes: Sizes, sets: tuple[Columns, ...]) -> Number:
    r"""$2\sum_A\max_T\bigl(\prod_A(1-\frac1{k_j})-\prod_T(-\frac1{k_j})\prod_{A\setminus T}(1-\frac1{k_j})\bigr)$."""
    return sum((one_set([sizes[column] for column in columns]) for columns in sets), Fraction(0))


def one_set(sizes: Iterable[int]) -> Fraction:
    same, lowest = Fraction(1), Fraction(1)
    changed = [(1 - Fraction(1, k), -Fraction(1, k)) for k in sizes]
    for stays, _ in changed:
        same *= stays
    for choice in product(*changed):
        lowest = min(lowest, math.prod(choice, start=Fraction(1)))
    return 2 * (same - lowest)


# --- all records of a small domain ----------------------------------------------------------------------------


def parts(
    sizes: Sizes, weight: Number | None = None, sets: tuple[Columns, ...] = ()
) -> list[tuple[Columns, Number]]:
    """Return the released sets, with the squares of their factors: these or, given a weight, pairs and columns."""
    if weight is None:
        return [(columns, 1) for columns in sets]
    columns = range(len(sizes))
    return [((x,), weight) for x in columns] + [(pair, 1) for pair in combinations(columns, 2)]


def farthest(sizes: Sizes, **what: Any) -> Extreme:
    """The largest squared distance between two records in these interactions, times the roots of their weights."""
    records, points = list(product(*map(range, sizes))), []
    for record in records:
        entries = []
        for columns, weight in parts(sizes, **what):
            counts = np.zeros([sizes[column] for column in columns], dtype=np.int64)
            counts[tuple(record[column] for column in columns)] = 1
            entries.append(math.sqrt(weight) * library.interaction(counts, counts.shape).ravel())
        points.append(np.concatenate(entries))
    squares = ((np.array(points)[:, None] - np.array(points)[None]) ** 2).sum(axis=2)
    before, after = np.unravel_index(squares.argmax(), squares.shape)
    witness = {"before": list(records[before]), "after": list(records[after])}
    return Extreme(float(squares.max()), witness, squares.size)


def replayed(witness: Case, sizes: Sizes, **what: Any) -> float:
    ends = (witness["before"], witness["after"])
    return math.fsum(weight * in_contrasts(*ends, columns, sizes) for columns, weight in parts(sizes, **what))


def in_contrasts(before: list[int], after: list[int], columns: Columns, sizes: Sizes) -> float:
    """The squared distance again, from the contrasts themselves."""
    ends = []
    for record in (before, after):
        vector = np.ones(1)
        for column in columns:
            vector = np.kron(vector, library.contrasts(sizes[column])[record[column]])
        ends.append(vector)
    return float(((ends[0] - ends[1]) ** 2).sum())


# --- the release itself, with its noise switched off ----------------------------------------------------------


def exact(value: Floats, *calibration: object) -> Floats:
    """A release without its noise."""
    return value


def exact_release(
    records: list[list[int]],
    sizes: Sizes,
    sets: tuple[Columns, ...] = (),
    *,
    pairs: bool = True,
    gaps: bool = False,
) -> Interactions:
    """What the library measures for μ = 1, without noise."""
    stored = tuple(k + gaps for k in sizes)
    tables, moments = Tables(records, stored, (gaps,) * len(sizes)), Interactions(sizes, len(records))
    rng = np.random.default_rng(0)
    with patch("privcausal.privacy.gaussian.add_gaussian", exact):
        if pairs:
            moments.measure_pairs(tables, 1.0, rng)
        if sets:
            moments.measure_sets(tables, sets, 1.0, rng)
    return moments


def distance(first: Interactions, second: Interactions, keys: Iterable[Columns], unit: float) -> float:
    """The squared distance of two releases, each number in units of its own noise; then in `unit`s."""
    return math.fsum(
        float((((first.means[key] - second.means[key]) / first.scales[key]) ** 2).sum()) * unit
        for key in keys
    )


# --- the library's release, neighbour by neighbour ------------------------------------------------------------

OTHERS = 4
"""Records that do not change."""


def neighbours(sizes: Sizes) -> space.Space:
    """Two records; a climb can start where every other column differs."""
    half = {"before": [0] * len(sizes), "after": [place % 2 for place in range(len(sizes))]}
    return space.neighbours(space.codes(sizes)).starting(half)


def measured_pairs(case: Case, sizes: Sizes, replaced: int = 1) -> float:
    """How far the library's release moves, in units of the noise on a pair."""
    others = [[place % k for k in sizes] for place in range(OTHERS)]
    ends = [exact_release(others + [case[end]] * replaced, sizes) for end in ("before", "after")]
    unit = ends[0].scales[0, 1] * (OTHERS + replaced)
    return distance(ends[0], ends[1], ends[0].means, unit**2)


def measured_sets(case: Case, sizes: Sizes, sets: tuple[Columns, ...], factor: float = 1.0) -> float:
    sets = tuple(tuple(columns) for columns in sets)  # the ledger's JSON has lists
    others = [[place % k for k in sizes] for place in range(OTHERS)]
    ends = [exact_release([*others, case[end]], sizes, sets, pairs=False) for end in ("before", "after")]
    unit = ends[0].scales[sets[0]] * (OTHERS + 1) * factor
    return distance(ends[0], ends[1], sets, unit**2)


def nothing_below_zero(sizes: Sizes, sets: tuple[Columns, ...]) -> Number:
    """As if no product of contrasts could be negative."""
    return sum(
        (2 * math.prod((1 - Fraction(1, sizes[c]) for c in columns), start=Fraction(1)) for columns in sets),
        Fraction(0),
    )


def binary_error(claim: Claim, d: int) -> Extreme:
    """Columns of two values, pairs alone: the formula against its short form."""
    exact = claim.stated["ours"](sizes=(2,) * d, weight=0)
    return Extreme(abs(exact - claim.formulas["binary"](d=d)), {}, 1)


MIXED: Sizes = (2, 2, 3, 2, 4)
SOME_SETS: tuple[Columns, ...] = ((0, 1, 2), (1, 2, 4))
TRIPLES: tuple[Columns, ...] = ((0, 1, 2),)
PAIRS = {
    "most": (pairs_ours, r"\max_{{0\le m\le d}}\bigl(2m(R+{1})-m^2-\sum_{{j\le m}}(1-\frac2{{k_j}})\bigr)"),
    "binary": (lambda sizes, weight: Fraction(len(sizes) ** 2, 4), r"d^2/4"),
}
SETS = {
    "moved": (
        sets_ours,
        r"\sum_A2\bigl(\prod_{{j\in A}}(1-\frac1{{k_j}})-\min_{{T\subseteq A}}\prod_{{j\in T}}(-\frac1{{k_j}})"
        r"\prod_{{j\in A\setminus T}}(1-\frac1{{k_j}})\bigr)",
    ),
    "positive": (nothing_below_zero, "no product is negative"),
}
NO_SINGLES = instead(ours="most(sizes, 0)", where=PAIRS)

CLAIMS = (
    by_us(
        id="B-once-pairs",
        title="What all pairs of columns cost together",
        place="interactions of columns",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let columns have $2\\le k_1\\le k_2\\le\\dots\\le k_d$ values, and $R=\\sum_j(1-\\frac1{k_j})$. Release "
            "the interaction of every pair of columns and, times $\\sqrt w$, of every single column."
        ),
        statement=(
            "For all $«weight»$, «neighbours» moves all this by a squared Euclidean distance of «sense» $«ours»$, "
            "and some record does. For columns of two values without single columns that is $«binary»$."
        ),
        quantities=(real("weight", at_least=0, letter="w"),),
        formulas={"binary": Formula("floor(d/2)*ceil(d/2)")},
        ours=Formula("most(sizes, weight)", where=PAIRS),
        subjects=(library.pairs_sensitivity, Interactions.measure_pairs),
        checks=(
            Exhaustive(
                "all records of small domains",
                worlds(
                    "sizes weight",
                    ((2, 2, 2, 2, 2), 0),
                    ((2, 2, 2, 3), Fraction(1, 2)),
                    ((3, 3, 3), 1),
                    ((2, 3, 4), Fraction(1, 4)),
                ),
                farthest,
                (instead(ours="binary(sizes, weight)", where=PAIRS), NO_SINGLES),
                replayed,
                worlds("sizes weight", ((2,) * 8, 1), ((3, 3, 3, 4), Fraction(1, 3))),
            ),
            Exhaustive(
                "columns of two values",
                each(d=range(1, 9)),
                binary_error,
                (instead(binary="d**2/4"),),
                **our_error(0),
            ),
            Search(
                "the library's release without its noise",
                worlds("sizes weight", (MIXED, library.fair_weight(MIXED))),
                neighbours,
                measured_pairs,
                (NO_SINGLES, mutant("two records replaced", score=partial(measured_pairs, replaced=2))),
            ),
        ),
    ),
    by_us(
        id="B-once-sets",
        title="What a few larger interactions cost",
        place="interactions of columns",
        relation=Relation.SUBSTITUTION,
        definition="Release the interactions of several sets $A$ of columns; column $j$ has $k_j\\ge2$ values.",
        statement=(
            "«Neighbours» moves them together by a squared Euclidean distance of «sense» $«ours»$. For one "
            "set some record does."
        ),
        ours=Formula("moved(sizes, sets)", where=SETS),
        subjects=(
            library.sets_sensitivity,
            library.interaction_sensitivity_squared,
            Interactions.measure_sets,
        ),
        checks=(
            Exhaustive(
                "all records of small domains",
                worlds(
                    "sizes sets",
                    ((2, 2, 2), TRIPLES),
                    ((3, 3, 3), TRIPLES),
                    ((2, 3, 4), TRIPLES),
                    ((2, 2, 3, 2), ((0, 1, 2), (1, 2, 3))),
                ),
                farthest,
                (instead(ours="positive(sizes, sets)", where=SETS),),
                replayed,
                worlds("sizes sets", ((3, 2, 3, 2), ((0, 1, 2, 3),))),
            ),
            Search(
                "the library's release without its noise",
                worlds("sizes sets", (MIXED, SOME_SETS)),
                neighbours,
                measured_sets,
                (mutant("half the noise", score=partial(measured_sets, factor=2.0)),),
            ),
        ),
    ),
)
