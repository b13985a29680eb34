"""Tables asked for once: how far one record moves all interactions together."""

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from privcausal.claims.graphs.ask_once.contrasts_worlds import (
    Case,
    Sizes,
    distance,
    released,
    replay_pairs,
    replay_sets,
    worst_pairs,
    worst_sets,
)
from privcausal.graphs.ask_once.contrasts import (
    fair_weight,
    interaction_sensitivity_squared,
    pairs_sensitivity,
    sets_sensitivity,
)
from privcausal.graphs.ask_once.interactions import Columns, Interactions
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Number, Origin, Reading, Target, instead, real
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search


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


# --- the library's release, neighbour by neighbour ------------------------------------------------------------

OTHERS = 4
"""Records that do not change."""


def neighbours(sizes: Sizes, **_: Any) -> st.SearchStrategy[Case]:
    record = st.tuples(*(st.integers(0, k - 1) for k in sizes)).map(list)
    return st.fixed_dictionaries({"before": record, "after": record})


def opposite(sizes: Sizes, **_: Any) -> list[Case]:
    half = [1 if place % 2 else 0 for place in range(len(sizes))]
    return [{"before": [0] * len(sizes), "after": half}]


def stirred(case: Case, rng: np.random.Generator) -> Case:
    """Copy or separate one column."""
    after = list(case["after"])
    place = int(rng.integers(len(after)))
    after[place] = (
        case["before"][place] if after[place] != case["before"][place] else 1 - min(after[place], 1)
    )
    return {"before": case["before"], "after": after}


def measured_pairs(case: Case, sizes: Sizes, weight: Number, replaced: int = 1) -> float:
    """How far the library's release moves, in units of the noise on a pair."""
    others = [[place % k for k in sizes] for place in range(OTHERS)]
    ends = [released(others + [case[end]] * replaced, sizes) for end in ("before", "after")]
    unit = ends[0].scales[0, 1] * (OTHERS + replaced)
    return distance(ends[0], ends[1], ends[0].means, unit**2)


def measured_sets(case: Case, sizes: Sizes, sets: tuple[Columns, ...], factor: float = 1.0) -> float:
    sets = tuple(tuple(columns) for columns in sets)  # the ledger's JSON has lists
    others = [[place % k for k in sizes] for place in range(OTHERS)]
    ends = [released([*others, case[end]], sizes, sets, pairs=False) for end in ("before", "after")]
    unit = ends[0].scales[sets[0]] * (OTHERS + 1) * factor
    return distance(ends[0], ends[1], sets, unit**2)


# --- mutants ----------------------------------------------------------------------------------------------------


def binary_only(sizes: Sizes, weight: Number) -> Number:
    return Fraction(len(sizes) ** 2, 4)


def binary_error(claim: Claim, d: int) -> Extreme:
    """Columns of two values, pairs alone: the formula against its short form."""
    exact = claim.stated["ours"](sizes=(2,) * d, weight=0)
    return Extreme(abs(exact - claim.formulas["binary"](d=d)), {}, 1)


def nothing_below_zero(sizes: Sizes, sets: tuple[Columns, ...]) -> Number:
    """As if no product of contrasts could be negative."""
    return sum(
        (2 * math.prod((1 - Fraction(1, sizes[c]) for c in columns), start=Fraction(1)) for columns in sets),
        Fraction(0),
    )


MIXED: Sizes = (2, 2, 3, 2, 4)
SOME_SETS: tuple[Columns, ...] = ((0, 1, 2), (1, 2, 4))
TRIPLES: tuple[Columns, ...] = ((0, 1, 2),)
PAIRS = {
    "most": (pairs_ours, r"\max_{{0\le m\le d}}\bigl(2m(R+{1})-m^2-\sum_{{j\le m}}(1-\frac2{{k_j}})\bigr)"),
    "binary": (binary_only, r"d^2/4"),
}
SETS = {
    "moved": (
        sets_ours,
        r"\sum_A2\bigl(\prod_{{j\in A}}(1-\frac1{{k_j}})-\min_{{T\subseteq A}}\prod_{{j\in T}}(-\frac1{{k_j}})"
        r"\prod_{{j\in A\setminus T}}(1-\frac1{{k_j}})\bigr)",
    ),
    "positive": (nothing_below_zero, "no product is negative"),
}
TWO_RECORDS = Mutant("two records replaced", check={"score": partial(measured_pairs, replaced=2)})
NO_SINGLES = instead(ours="most(sizes, 0)", where=PAIRS)

CLAIMS = (
    Claim(
        id="B-once-pairs",
        title="What all pairs of columns cost together",
        reading=Reading(Origin.OURS, "interactions of columns"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let columns have $2\\le k_1\\le k_2\\le\\dots\\le k_d$ values, and "
            "$R=\\sum_j(1-\\frac1{k_j})$. Release the interaction of every pair of columns and, times "
            "$\\sqrt w$, of every single column."
        ),
        statement=(
            "For all $«weight»$, «neighbours» moves all this by a squared Euclidean distance of «sense» "
            "$«ours»$, and some record does. For columns of two values without single columns that is "
            "$«binary»$."
        ),
        quantities=(real("weight", at_least=0, letter="w"),),
        formulas={"binary": Formula("floor(d/2)*ceil(d/2)")},
        ours=Formula("most(sizes, weight)", where=PAIRS),
        proof="proof-once-pairs",
        subjects=(pairs_sensitivity, Interactions.measure_pairs),
        checks=(
            Exhaustive(
                name="all records of small domains",
                worlds=(
                    {"sizes": (2, 2, 2, 2, 2), "weight": 0},
                    {"sizes": (2, 2, 2, 3), "weight": Fraction(1, 2)},
                    {"sizes": (3, 3, 3), "weight": 1},
                    {"sizes": (2, 3, 4), "weight": Fraction(1, 4)},
                ),
                thorough=(
                    {"sizes": (2,) * 8, "weight": 1},
                    {"sizes": (3, 3, 3, 4), "weight": Fraction(1, 3)},
                ),
                worst=worst_pairs,
                replay=replay_pairs,
                mutants=(instead(ours="binary(sizes, weight)", where=PAIRS), NO_SINGLES),
            ),
            Exhaustive(
                "columns of two values",
                tuple({"d": d} for d in range(1, 9)),
                binary_error,
                (instead(binary="d**2/4"),),
                tolerance=0,
                target=Target.OURS,
            ),
            Search(
                name="the library's release without its noise",
                worlds=({"sizes": MIXED, "weight": fair_weight(MIXED)},),
                candidates=neighbours,
                starts=opposite,
                step=stirred,
                score=measured_pairs,
                mutants=(
                    NO_SINGLES,
                    Mutant("two records replaced", check={"score": partial(measured_pairs, replaced=2)}),
                ),
            ),
        ),
    ),
    Claim(
        id="B-once-sets",
        title="What a few larger interactions cost",
        reading=Reading(Origin.OURS, "interactions of columns"),
        relation=Relation.SUBSTITUTION,
        definition="Release the interactions of several sets $A$ of columns; column $j$ has $k_j$ values.",
        statement=(
            "«Neighbours» moves them together by a squared Euclidean distance of «sense» $«ours»$. For one "
            "set some record does."
        ),
        ours=Formula("moved(sizes, sets)", where=SETS),
        proof="proof-once-sets",
        subjects=(sets_sensitivity, interaction_sensitivity_squared, Interactions.measure_sets),
        checks=(
            Exhaustive(
                name="all records of small domains",
                worlds=(
                    {"sizes": (2, 2, 2), "sets": TRIPLES},
                    {"sizes": (3, 3, 3), "sets": TRIPLES},
                    {"sizes": (2, 3, 4), "sets": TRIPLES},
                    {"sizes": (2, 2, 3, 2), "sets": ((0, 1, 2), (1, 2, 3))},
                ),
                thorough=({"sizes": (3, 2, 3, 2), "sets": ((0, 1, 2, 3),)},),
                worst=worst_sets,
                replay=replay_sets,
                mutants=(instead(ours="positive(sizes, sets)", where=SETS),),
            ),
            Search(
                name="the library's release without its noise",
                worlds=({"sizes": MIXED, "sets": SOME_SETS},),
                candidates=neighbours,
                starts=opposite,
                step=stirred,
                score=measured_sets,
                mutants=(Mutant("half the noise", check={"score": partial(measured_sets, factor=2.0)}),),
            ),
        ),
    ),
)
