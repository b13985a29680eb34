"""Tables asked for once: how far one record moves all interactions together."""

import math
from collections.abc import Iterable
from fractions import Fraction
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
from privcausal.verify import Origin, Reading
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number


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


def measured_pairs_of_two(case: Case, sizes: Sizes, weight: Number) -> float:
    return measured_pairs(case, sizes, weight, replaced=2)


def measured_sets(case: Case, sizes: Sizes, sets: tuple[Columns, ...], factor: float = 1.0) -> float:
    sets = tuple(tuple(columns) for columns in sets)  # the ledger's JSON has lists
    others = [[place % k for k in sizes] for place in range(OTHERS)]
    ends = [released([*others, case[end]], sizes, sets, pairs=False) for end in ("before", "after")]
    unit = ends[0].scales[sets[0]] * (OTHERS + 1) * factor
    return distance(ends[0], ends[1], sets, unit**2)


def measured_sets_doubled(case: Case, sizes: Sizes, sets: tuple[Columns, ...]) -> float:
    return measured_sets(case, sizes, sets, factor=2.0)


# --- mutants ----------------------------------------------------------------------------------------------------


def binary_only(sizes: Sizes, weight: Number) -> Number:
    return Fraction(len(sizes) ** 2, 4)


def without_singles(sizes: Sizes, weight: Number) -> Number:
    return pairs_ours(sizes, Fraction(0))


def nothing_below_zero(sizes: Sizes, sets: tuple[Columns, ...]) -> Number:
    """As if no product of contrasts could be negative."""
    return sum(
        (2 * math.prod((1 - Fraction(1, sizes[c]) for c in columns), start=Fraction(1)) for columns in sets),
        Fraction(0),
    )


MIXED: Sizes = (2, 2, 3, 2, 4)
SOME_SETS: tuple[Columns, ...] = ((0, 1, 2), (1, 2, 4))
TRIPLES: tuple[Columns, ...] = ((0, 1, 2),)
NO_SINGLES = Mutant("the single columns cost nothing", claim={"ours": without_singles})

CLAIMS = (
    Claim(
        id="B-once-pairs",
        title="What all pairs of columns cost together",
        reading=Reading(Origin.OURS, "interactions of columns"),
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let columns have $2\\le k_1\\le k_2\\le\\dots\\le k_d$ values, and "
            "$R=\\sum_j(1-\\frac1{k_j})$. Release the interaction of every pair of columns and, times "
            "$\\sqrt w$, of every single column. Replacing one record moves all this by a squared "
            "Euclidean distance of at most $\\max_{0\\le m\\le d}\\bigl(2m(R+w)-m^2-\\sum_{j\\le "
            "m}(1-\\frac2{k_j})\\bigr)$, and some record does. For $w=0$ and columns of two values that is "
            "$\\lfloor d/2\\rfloor\\lceil d/2\\rceil$."
        ),
        ours=pairs_ours,
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
                mutants=(Mutant("d²/4, whatever the sizes", claim={"ours": binary_only}), NO_SINGLES),
            ),
            Search(
                name="the library's release without its noise",
                worlds=({"sizes": MIXED, "weight": fair_weight(MIXED)},),
                candidates=neighbours,
                starts=opposite,
                step=stirred,
                score=measured_pairs,
                mutants=(NO_SINGLES, Mutant("two records replaced", check={"score": measured_pairs_of_two})),
            ),
        ),
    ),
    Claim(
        id="B-once-sets",
        title="What a few larger interactions cost",
        reading=Reading(Origin.OURS, "interactions of columns"),
        relation=Relation.SUBSTITUTION,
        statement=(
            "Replacing one record moves the interactions of several sets $A$ of columns together by a "
            "squared Euclidean distance of at most $\\sum_A2\\bigl(\\prod_{j\\in "
            "A}(1-\\frac1{k_j})-\\min_{T\\subseteq A}\\prod_{j\\in T}(-\\frac1{k_j})\\prod_{j\\in "
            "A\\setminus T}(1-\\frac1{k_j})\\bigr)$. For one set some record does: for three columns of "
            "two values it is $\\frac12$, where the whole table moves by 2."
        ),
        ours=sets_ours,
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
                mutants=(Mutant("no product is negative", claim={"ours": nothing_below_zero}),),
            ),
            Search(
                name="the library's release without its noise",
                worlds=({"sizes": MIXED, "sets": SOME_SETS},),
                candidates=neighbours,
                starts=opposite,
                step=stirred,
                score=measured_sets,
                mutants=(Mutant("half the noise", check={"score": measured_sets_doubled}),),
            ),
        ),
    ),
)
