"""EM-PC's greedy search: a score that stands in for the best of all sets of edges, and jumps where that does not."""

from functools import cache
from itertools import product
from typing import Any

import numpy as np
from scipy.ndimage import maximum_filter

from privcausal.claims.sources import PRIV_PC
from privcausal.claims.specimens import private_pcs as specimens
from privcausal.privacy.price import Relation
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number


def greedy_published(count: int) -> Number:
    r"""$k\Delta$."""
    return count


STAR = tuple((i, j) for i in range(3) for j in range(3) if i != j)


@cache
def star_scores(levels: int, count: int, greedy: bool) -> Any:
    """The score of `count` deletions for every table of six whole numbers between −levels and levels."""
    search = specimens.greedy_best if greedy else specimens.exact_best
    values = range(-levels, levels + 1)
    table = [
        search(dict(zip(STAR, map(float, row), strict=True)), count) for row in product(values, repeat=6)
    ]
    return np.array(table).reshape((len(values),) * 6)


def worst_star(levels: int, count: int, greedy: bool = True) -> Extreme:
    """The largest change when each of the six tests moves by at most 1."""
    scores = star_scores(levels, count, greedy)
    highest = maximum_filter(scores, size=3, mode="nearest")
    place = [int(i) for i in np.unravel_index(int((highest - scores).argmax()), scores.shape)]
    low = [max(i - 1, 0) for i in place]
    near = scores[tuple(slice(i, j + 2) for i, j in zip(low, place, strict=True))]
    shift = np.unravel_index(int(near.argmax()), near.shape)
    other = [i + int(step) for i, step in zip(low, shift, strict=True)]
    before, after = ([int(i) - levels for i in corner] for corner in (place, other))
    witness = {"tests": [list(pair) for pair in STAR], "before": before, "after": after}
    return Extreme(int((highest - scores).max()), witness, int(scores.size))


def worst_exact_star(levels: int, count: int) -> Extreme:
    return worst_star(levels, count, greedy=False)


def replayed_star(claim: Claim, witness: dict[str, Any], levels: int, count: int) -> int:
    """Both greedy searches once more, walked by hand: the best test whose leaves are both still there."""
    totals = []
    for side in ("before", "after"):
        gone: set[int] = set()
        total = 0
        for _ in range(count):
            tests = zip(witness[side], witness["tests"], strict=True)
            score, (leaf, _) = max((score, pair) for score, pair in tests if not gone & set(pair))
            gone.add(leaf)
            total += int(score)
        totals.append(total)
    return abs(totals[0] - totals[1])


def half_of_it(count: int) -> Number:
    return count / 2


CLAIMS = (
    Claim(
        id="P-em-greedy",
        title="A greedy search is as insensitive as the best of all sets",
        source=PRIV_PC,
        locator="Section 1, on the implementation of EM-PC",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Three edges hang on one hub. A test asks about one leaf and the hub given another leaf that still hangs "
            "there; one record moves each of the six tests by at most $\\Delta$. Score $k$ deletions by the sum of "
            "their tests, found greedily: the best test next. Like the sum for the best choice of all, this score "
            "moves by at most $k\\Delta$; here $\\Delta=1$."
        ),
        published=greedy_published,
        at={"count": 2},
        checks=(
            Exhaustive(
                "all tables of six small numbers",
                ({"levels": 1, "count": 2}, {"levels": 2, "count": 2}),
                worst_star,
                (Mutant("half of that", claim={"published": half_of_it}, check={"worst": worst_exact_star}),),
                replayed_star,
                ({"levels": 3, "count": 2},),
            ),
        ),
    ),
)
