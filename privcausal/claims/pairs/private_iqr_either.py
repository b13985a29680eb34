"""How many records of either kind push a range out of its cell, when test and training records are protected."""

import math
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from privcausal.pairs.iqr import GRIDS, cell_of, iqr, quartile_places
from privcausal.pairs.private_iqr import distance_of_either, private_iqr_scores
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Number, Target
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search

Witness = dict[str, Any]
Floats = NDArray[np.float64]


def kinds(m: int) -> st.SearchStrategy[Witness]:
    values = st.lists(st.integers(0, 30), min_size=m, max_size=m)
    moves = st.lists(st.sampled_from([-1.0, 0.0, 1.0]), min_size=m, max_size=m)
    own = st.fixed_dictionaries({"place": st.integers(0, m - 1), "value": st.integers(0, 30)})
    return st.fixed_dictionaries({"x": values, "moves": moves, "own": own, "other": st.booleans()})


def both_samples(case: Witness) -> list[Floats]:
    before = np.array(case["x"], dtype=float)
    after = before + case["moves"] if case["other"] else before.copy()
    if not case["other"]:
        after[case["own"]["place"]] = case["own"]["value"]
    return [before, after]


STEP = 2.0
"""Every number moves by at most 1, so the range by at most 2."""


def either_change(case: Witness, m: int, step: float = STEP) -> Number:
    """How far the distance moves between neighbours or, where the cell changes, how large it is."""
    samples = both_samples(case)
    widths = [iqr(x) for x in samples]
    if min(widths) == 0:
        return 0
    worst = 0
    for shift in GRIDS:
        cells = [cell_of(width, shift) for width in widths]
        away = [distance_of_either(x, cell, step) for x, cell in zip(samples, cells, strict=True)]
        worst = max(worst, abs(away[0] - away[1]) if cells[0] == cells[1] else max(away))
    return worst


def one_quartile(case: Witness, m: int) -> Number:
    return either_change(case, m, step=STEP / 2)


def spread_evenly(m: int) -> list[Witness]:
    lower, upper = quartile_places(m)
    moves = [-1.0 if place <= lower else 1.0 for place in range(m)]
    own = {"place": upper, "value": 30}
    starts = [list(range(0, 2 * m, 2)), list(range(m)), [0] * (m // 2) + [9] * (m - m // 2)]
    return [{"x": x, "moves": moves, "own": own, "other": other} for x in starts for other in (True, False)]


def nudged(case: Witness, rng: np.random.Generator) -> Witness:
    x = list(case["x"])
    x[int(rng.integers(len(x)))] = int(rng.integers(31))
    return {**case, "x": x}


def reachable(x: tuple[int, ...], changes: int) -> set[float]:
    """Every range that so many replaced records can bring about, up to how far out they go."""
    lower, upper = quartile_places(len(x))
    values = sorted({*x, -(10**6), 10**6})
    found: set[float] = set()
    for kept in combinations(x, len(x) - changes):
        for new in combinations_with_replacement(values, changes):
            ordered = sorted([*kept, *new])
            found.add(float(ordered[upper] - ordered[lower]))
    return found


def fewest(x: tuple[int, ...], low: float, high: float, step: float) -> int:
    """By trying every set of replaced records, and letting the others stretch or squeeze what is left."""

    def others(width: float) -> int:
        return math.ceil(max(0.0, min(high - width, width - low)) / step)

    best, k = len(x), 0
    while k < best:
        best, k = min(best, k + min(map(others, reachable(x, k)))), k + 1
    return best


def worst_disagreement(m: int) -> Extreme:
    """The library's distance against trying everything; 1 more than their largest difference."""
    worst, seen, witness = 0, 0, {}
    for x in combinations_with_replacement((0, 1, 4, 7.2), m):
        width = iqr(x)
        for shift, step in product(GRIDS if width else (), (0.3, 1.0)):
            case = {"x": list(x), "shift": shift, "step": step}
            error = disagreement(case, m)
            seen += 1
            if error >= worst:
                worst, witness = error, case
    return Extreme(worst, witness, seen)


def disagreement(case: Witness, m: int) -> int:
    cell = cell_of(iqr(case["x"]), case["shift"])
    found = distance_of_either(case["x"], cell, case["step"])
    return abs(found - fewest(tuple(case["x"]), cell.low, cell.high, case["step"]))


def disagreement_by_half(m: int) -> Extreme:
    """As if the other kind moved one quartile only."""
    case: Witness = {"x": [0] * 2 + [4] * (m - 4) + [7.2] * 2, "shift": 0.0, "step": 0.3}
    cell = cell_of(iqr(case["x"]), case["shift"])
    found = distance_of_either(case["x"], cell, case["step"] / 2)
    error = abs(found - fewest(tuple(case["x"]), cell.low, cell.high, case["step"]))
    return Extreme(error, case, 1)


CLAIMS = (
    Claim(
        id="B-iqr-either",
        title="A distance for test and training records at once",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let the interquartile range of a column lie in the cell $[a,b)$, $a>0$. Replacing one record of the "
            "column changes one of its numbers; replacing one of another kind moves the range of every subset by at "
            "most $s$. Let $W_k$ and $N_k$ be the widest and the narrowest range within reach of $k$ changed "
            "numbers, and $A=\\min_k\\bigl(k+\\lceil\\min\\{b-W_k,\\,N_k-a\\}^+/s\\rceil\\bigr)$."
        ),
        statement=(
            "«Neighbours» of either kind moves $A$ by «sense» $«ours»$; and if the range changes its cell, $A$ "
            "is «sense» $«ours»$ on both sides."
        ),
        ours=Formula("1"),
        kind="lemma",
        proof="proof-iqr-either",
        depends=("B-iqr-windows", "K-ridge"),
        subjects=(distance_of_either, private_iqr_scores),
        checks=(
            Search(
                name="neighbours of both kinds",
                worlds=({"m": 8}, {"m": 13}),
                candidates=kinds,
                score=either_change,
                starts=spread_evenly,
                step=nudged,
                mutants=(Mutant("only one quartile moves", check={"score": one_quartile}),),
            ),
            Exhaustive(
                "against trying everything",
                ({"m": 4}, {"m": 5}),
                worst_disagreement,
                (Mutant("only one quartile moves", check={"worst": disagreement_by_half}),),
                disagreement,
                ({"m": 6},),
                Formula("1/2"),
                Target.OURS,
            ),
        ),
    ),
)
