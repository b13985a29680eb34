"""How many records push the interquartile range out of a cell: windows of sorted data against brute force."""

from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from privcausal.pairs.iqr import Cell, changes_to_leave, distances
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Number, Target, instead
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search

Case = dict[str, Any]


def by_trying(x: list[int], lower: int, upper: int, low: float, high: float) -> int:
    """Replace every set of 0, 1, 2, … records by every choice of new values until the range leaves the cell.

    New values need only be some that are there, or far out on either side: any other can be moved onto one of
    these without making the range less extreme.
    """
    choices = sorted({*x, min(x) - 10**6, max(x) + 10**6})
    for changes in range(len(x) + 1):
        for kept in combinations(x, len(x) - changes):
            for new in combinations_with_replacement(choices, changes):
                ordered = sorted([*kept, *new])
                if not low <= ordered[upper] - ordered[lower] < high:
                    return changes
    raise AssertionError("with all records replaced, the range can be anything")


def by_windows(case: Case) -> int:
    cell, places = Cell(*case["cell"]), tuple(case["places"])
    return changes_to_leave(np.sort(np.array(case["x"], dtype=float)), cell, (places[0], places[1]))


def window_error(case: Case, m: int) -> Number:
    return abs(by_windows(case) - by_trying(case["x"], *case["places"], *case["cell"]))


def only_widening(case: Case, m: int) -> Number:
    """As if the range could only grow."""
    cell = [0.0, case["cell"][1]]
    return abs(by_windows({**case, "cell": cell}) - by_trying(case["x"], *case["places"], *case["cell"]))


def all_at_one_end(case: Case, m: int) -> Number:
    """As if all changes were made at the upper end."""
    (lower, upper), (low, high) = case["places"], case["cell"]
    x = sorted(case["x"])
    if not low <= x[upper] - x[lower] < high:
        return 0
    out = next(k for k in range(1, m) if upper + k >= m or x[upper + k] - x[lower] >= high)
    back = next(k for k in range(1, m) if upper - k <= lower or x[upper - k] - x[lower] < low)
    return abs(min(out, back) - by_trying(case["x"], lower, upper, low, high))


def cases(m: int) -> st.SearchStrategy[Case]:
    places = st.tuples(st.integers(0, m - 2), st.integers(1, m - 1)).filter(lambda p: p[0] < p[1])
    cell = st.tuples(st.integers(1, 6), st.integers(1, 8)).map(lambda c: [c[0], c[0] + c[1]])
    values = st.lists(st.integers(0, 12), min_size=m, max_size=m)
    return st.fixed_dictionaries({"x": values, "places": places.map(list), "cell": cell})


def worst_of_all(m: int) -> Extreme:
    """The largest error over all samples of m values from 0 … 4, all places of quartiles, and some cells."""
    worst, seen, witness = 0, 0, {}
    for x in combinations_with_replacement((0, 1, 2, 3, 5), m):
        for places in combinations(range(m), 2):
            for cell in ([1, 3], [2, 5]):
                case = {"x": list(x), "places": list(places), "cell": cell}
                if not cell[0] <= x[places[1]] - x[places[0]] < cell[1]:
                    continue
                error = abs(by_windows(case) - by_trying(case["x"], *places, *cell))
                seen += 1
                if error >= worst:
                    worst, witness = error, case
    return Extreme(worst, witness, seen)


def worst_one_end(m: int) -> Extreme:
    """As if all changes were made at the upper end."""
    found = [
        (int(all_at_one_end(case, m)), case)
        for x in combinations_with_replacement((0, 1, 2, 3, 5), m)
        for case in [{"x": list(x), "places": [1, m - 2], "cell": [2, 5]}]
    ]
    worst = max(found, key=lambda pair: pair[0])
    return Extreme(worst[0], worst[1], len(found))


def worst_step(m: int) -> Extreme:
    """How far A moves between neighbours of one cell, or how large it is where the cell changes."""
    worst, seen, witness = 0, 0, {}
    for x, places, cell in product(
        combinations_with_replacement(VALUES, m), combinations(range(m), 2), CELLS
    ):
        if not inside(x, places, cell):
            continue
        for out, new in product(range(m), (*VALUES, 10**6)):
            other = tuple(sorted((*x[:out], *x[out + 1 :], new)))
            step = away(x, places, cell) - (away(other, places, cell) if inside(other, places, cell) else 0)
            seen += 1
            if abs(step) >= worst:
                worst = abs(step)
                witness = {"x": list(x), "other": list(other), "places": list(places), "cell": list(cell)}
    return Extreme(worst, witness, seen)


def step_again(case: Case, m: int) -> Number:
    """By trying everything, on both sides."""
    numbers = [by_trying(case[name], *case["places"], *case["cell"]) for name in ("x", "other")]
    return abs(numbers[0] - numbers[1])


VALUES, CELLS = (0, 1, 2, 3, 5), ((1, 3), (2, 5))


def inside(x: tuple[int, ...], places: tuple[int, int], cell: tuple[int, int]) -> bool:
    return cell[0] <= x[places[1]] - x[places[0]] < cell[1]


@cache
def away(x: tuple[int, ...], places: tuple[int, int], cell: tuple[int, int]) -> int:
    return by_windows({"x": x, "places": places, "cell": cell})


CLAIMS = (
    Claim(
        id="B-iqr-windows",
        title="The distance to another cell, read off sorted data",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $x_{(1)}\\le\\dots\\le x_{(m)}$ with $x_{(i)}=-\\infty$ for $i<1$ and $+\\infty$ for $i>m$, let "
            "$\\mathrm{IQR}=x_{(u)}-x_{(l)}$ with $l<u$ lie in the cell $[a,b)$, $a>0$, and let $A$ be the "
            "fewest records to replace so that it does not. Call a split $k=s+t$ into whole numbers *open* if "
            "$x_{(u+t)}-x_{(l-s)}\\ge b$, or $l+s\\ge u-t$, or $x_{(u-t)}-x_{(l+s)}<a$."
        ),
        statement=(
            "$A$ is the smallest $k$ that has an open split. «Neighbours» changes $A$ by «sense» $«ours»$ "
            "while the range stays in the cell, and if it leaves the cell, $A$ is $«ours»$ before."
        ),
        ours=Formula("1"),
        proof="proof-iqr-windows",
        subjects=(distances,),
        checks=(
            Exhaustive(
                "windows against trying everything",
                ({"m": 3}, {"m": 4}, {"m": 5}),
                worst_of_all,
                (Mutant("all changes at the upper end", check={"worst": worst_one_end}),),
                window_error,
                ({"m": 6},),
                Formula("1/2"),
                Target.OURS,
            ),
            Exhaustive(
                "every replaced record",
                ({"m": 3}, {"m": 4}, {"m": 5}),
                worst_step,
                (instead(ours="1/2"),),
                step_again,
            ),
            Search(
                name="random samples, quartiles and cells",
                worlds=({"m": 5}, {"m": 7}),
                candidates=cases,
                score=window_error,
                tolerance=Formula("1/2"),
                target=Target.OURS,
                mutants=(
                    Mutant("as if the range could only grow", check={"score": only_widening}),
                    Mutant("all changes at the upper end", check={"score": all_at_one_end}),
                ),
            ),
        ),
    ),
)
