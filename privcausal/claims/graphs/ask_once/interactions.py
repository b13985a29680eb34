"""Tables asked for once: what records with gaps move."""

import math
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from privcausal.arrays import Floats
from privcausal.claims.functions import our_error
from privcausal.claims.graphs.ask_once.contrasts import (
    MIXED,
    NO_SINGLES,
    OTHERS,
    PAIRS,
    SETS,
    Case,
    Record,
    Sizes,
    distance,
    exact_release,
    neighbours,
    parts,
)
from privcausal.graphs.ask_once.contrasts import contrasts, fair_weight, interaction
from privcausal.graphs.ask_once.interactions import Columns, Interactions
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, by_us, each, instead, mutant, real, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Search, space

# --- records with gaps ----------------------------------------------------------------------------------------


def farthest_with_gaps(sizes: Sizes, gap: float | None = None, **what: Any) -> Extreme:
    """The same over all records in which any columns can be gaps: codes beyond the values; a gap counts as `gap`."""
    records, points = list(product(*(range(k + 1) for k in sizes))), []
    for record in records:
        entries = [
            math.sqrt(weight)
            * (
                counted_once(record, columns, sizes)
                if gap is None
                else counted_as(record, columns, sizes, gap)
            )
            for columns, weight in parts(sizes, **what)
        ]
        points.append(np.concatenate(entries))
    squares = ((np.array(points)[:, None] - np.array(points)[None]) ** 2).sum(axis=2)
    before, after = np.unravel_index(squares.argmax(), squares.shape)
    return Extreme(
        float(squares.max()), {"before": list(records[before]), "after": list(records[after])}, squares.size
    )


def counted_once(record: Record, columns: Columns, sizes: Sizes) -> Floats:
    """Return one record's contribution to an interaction, from its table with a code more for a gap."""
    counts = np.zeros([sizes[column] + 1 for column in columns], dtype=np.int64)
    counts[tuple(record[column] for column in columns)] = 1
    return interaction(counts, [sizes[column] for column in columns]).ravel()


def counted_as(record: Record, columns: Columns, sizes: Sizes, gap: float) -> Floats:
    """The same, if a gap were a value: so many times the contrasts of the first value."""
    vector = np.ones(1)
    for column in columns:
        u = contrasts(sizes[column])
        here = record[column]
        vector = np.kron(vector, u[here] if here < sizes[column] else gap * u[0])
    return vector


def as_a_mean(witness: Case, sizes: Sizes, **what: Any) -> float:
    """The squared distance again: a record with gaps is the mean of all that fill them."""
    ends = [list(product(*fillings(witness[end], sizes))) for end in ("before", "after")]
    total = 0.0
    for columns, weight in parts(sizes, **what):
        first, second = (
            np.mean([counted_once(record, columns, sizes) for record in records], axis=0) for records in ends
        )
        total += weight * float(((first - second) ** 2).sum())
    return total


def fillings(record: Record, sizes: Sizes) -> list[list[int]]:
    """Return for each column its value, or all possible values where there is a gap."""
    return [[here] if here < k else list(range(k)) for here, k in zip(record, sizes, strict=True)]


def one_set_error(claim: Claim, sizes: Sizes, gap: float | None = None) -> Extreme:
    """How far the interaction of all columns moves with gaps, against the claim."""
    sets = (tuple(range(len(sizes))),)
    extreme = farthest_with_gaps(sizes, gap, sets=sets)
    stated = float(claim.formulas["one"](sizes=sizes, sets=sets))
    return Extreme(abs(extreme.value - stated), extreme.witness, extreme.cases)


# --- the library's release, neighbour by neighbour ------------------------------------------------------------


def neighbours_with_gaps(sizes: Sizes) -> space.Space:
    """Two records, in which the code after a column's values is a gap."""
    return neighbours(tuple(k + 1 for k in sizes))


def measured_with_gaps(case: Case, sizes: Sizes, gaps: bool = True, **_: object) -> float:
    """How far the library's release of tables with gaps moves, in units of the noise on a pair."""
    others = [[place % (k + 1) for k in sizes] for place in range(OTHERS)]
    stored = sizes if gaps else tuple(k + 1 for k in sizes)
    ends = [exact_release([*others, case[end]], stored, gaps=gaps) for end in ("before", "after")]
    unit = ends[0].scales[0, 1] * (OTHERS + 1)
    return distance(ends[0], ends[1], ends[0].means, unit**2)


CLAIMS = (
    by_us(
        id="B-once-gaps",
        title="Gaps cost nothing",
        place="interactions of columns",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let columns have $2\\le k_1\\le\\dots\\le k_d$ values, and $R=\\sum_j(1-\\frac1{k_j})$. In any of its "
            "columns a record can have a gap instead of a value; then its contrasts are 0 there. Release the "
            "interaction of every pair of columns and, times $\\sqrt w$, of every single column."
        ),
        statement=(
            "For all $«weight»$, «neighbours» moves all this by a squared Euclidean distance of «sense» $«ours»$, "
            "as without gaps. The interaction of one larger set $A$ of columns moves by «sense» $«one»$, too, and for "
            "some records by so much."
        ),
        quantities=(real("weight", at_least=0, letter="w"),),
        formulas={"one": Formula("moved(sizes, sets)", where=SETS)},
        ours=Formula("most(sizes, weight)", where=PAIRS),
        depends=("B-once-pairs", "B-once-sets"),
        subjects=(interaction, Interactions.measure_pairs, Interactions.measure_sets),
        checks=(
            Exhaustive(
                "all records of small domains, with gaps",
                worlds(
                    "sizes weight",
                    ((2, 2, 2, 2), 0),
                    ((2, 2, 3), Fraction(1, 2)),
                    ((3, 3, 3), 1),
                    ((2, 3, 4), Fraction(1, 4)),
                ),
                farthest_with_gaps,
                (
                    mutant("a gap opposite to the first value", worst=partial(farthest_with_gaps, gap=-1.0)),
                    NO_SINGLES,
                ),
                as_a_mean,
                worlds("sizes weight", ((2, 2, 2, 2, 2), 1), ((3, 3, 4), Fraction(1, 3))),
            ),
            Exhaustive(
                "one larger set, with gaps",
                each(sizes=((2, 2, 2), (3, 3, 3), (2, 3, 4), (2, 2, 3, 2))),
                one_set_error,
                (
                    instead(one="positive(sizes, sets)", where=SETS),
                    mutant("a gap opposite to the first value", worst=partial(one_set_error, gap=-1.0)),
                ),
                **our_error(1e-12),
            ),
            Search(
                "the library's release without its noise",
                worlds("sizes weight", (MIXED, fair_weight(MIXED))),
                neighbours_with_gaps,
                measured_with_gaps,
                (mutant("a gap as one category more", score=partial(measured_with_gaps, gaps=False)),),
            ),
        ),
    ),
)
