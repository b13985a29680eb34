"""How many records push the interquartile range out of a cell: windows of sorted data against brute force."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING

import numpy as np

from privcausal.claims.functions import our_error
from privcausal.pairs.iqr import Cell, changes_to_leave, distances
from privcausal.privacy.price import Relation
from privcausal.verify import Formula, Number, Target, by_us, instead, mutant, worlds
from privcausal.verify.checks import Exhaustive, Search, Witness, worst_of

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def ranges(x: Sequence[float], lower: int, upper: int, changes: int) -> Iterator[float]:
    """Every range between two places that so many replaced records can bring about.

    New values need only be some that are there, or far out on either side: any other can be moved onto one of
    these without making the range less extreme.
    """
    choices = sorted({*x, min(x) - 10**6, max(x) + 10**6})
    for kept in combinations(x, len(x) - changes):
        for new in combinations_with_replacement(choices, changes):
            ordered = sorted([*kept, *new])
            yield ordered[upper] - ordered[lower]


def by_trying(x: list[int], lower: int, upper: int, low: float, high: float) -> int:
    """Replace every set of 0, 1, 2, … records by every choice of new values until the range leaves the cell."""
    numbers = range(len(x) + 1)
    return next(k for k in numbers if any(not low <= width < high for width in ranges(x, lower, upper, k)))


def by_windows(case: Witness) -> int:
    cell, places = Cell(*case["cell"]), tuple(case["places"])
    return changes_to_leave(np.sort(np.array(case["x"], dtype=float)), cell, (places[0], places[1]))


def brute(case: Witness) -> int:
    return by_trying(case["x"], *case["places"], *case["cell"])


def window_error(case: Witness) -> Number:
    return abs(by_windows(case) - brute(case))


def only_widening(case: Witness) -> Number:
    """As if the range could only grow."""
    return abs(by_windows({**case, "cell": [0.0, case["cell"][1]]}) - brute(case))


def all_at_one_end(case: Witness) -> Number:
    """As if all changes were made at the upper end."""
    (lower, upper), (low, high) = case["places"], case["cell"]
    x = sorted(case["x"])
    if not low <= x[upper] - x[lower] < high:
        return 0
    steps = range(1, len(x))
    out = next(k for k in steps if upper + k >= len(x) or x[upper + k] - x[lower] >= high)
    back = next(k for k in steps if upper - k <= lower or x[upper - k] - x[lower] < low)
    return abs(min(out, back) - brute(case))


def random_cases(m: int) -> "SearchStrategy[Witness]":
    """Any two places in order and any cell: no space knows such pairs, so nothing climbs."""
    from hypothesis import strategies as st

    places = st.tuples(st.integers(0, m - 2), st.integers(1, m - 1)).filter(lambda p: p[0] < p[1])
    cell = st.tuples(st.integers(1, 6), st.integers(1, 8)).map(lambda c: [c[0], c[0] + c[1]])
    values = st.lists(st.integers(0, 12), min_size=m, max_size=m)
    return st.fixed_dictionaries({"x": values, "places": places.map(list), "cell": cell})


VALUES, CELLS = (0, 1, 2, 3, 5), ((1, 3), (2, 5))


def all_cases(m: int) -> Iterator[Witness]:
    """Every sample of few values, with every two places between which the range lies in one of two cells."""
    samples = combinations_with_replacement(VALUES, m)
    for x, places, cell in product(samples, combinations(range(m), 2), CELLS):
        if inside(x, places, cell):
            yield {"x": list(x), "places": list(places), "cell": list(cell)}


def all_replaced(m: int) -> Iterator[Witness]:
    """Each of these, and each sample that one replaced record makes of it."""
    for case, out, new in product(all_cases(m), range(m), (*VALUES, 10**6)):
        x = case["x"]
        yield {**case, "other": sorted((*x[:out], *x[out + 1 :], new))}


def inside(x: Sequence[int], places: Sequence[int], cell: Sequence[int]) -> bool:
    return cell[0] <= x[places[1]] - x[places[0]] < cell[1]


def step(case: Witness) -> Number:
    """How far A moves between neighbours of one cell, or how large it is where the cell changes."""
    here, there = (
        away(tuple(case[name]), tuple(case["places"]), tuple(case["cell"])) for name in ("x", "other")
    )
    return abs(here - there)


def step_again(case: Witness) -> Number:
    """By trying everything, on both sides."""
    here, there = (brute({**case, "x": case[name]}) for name in ("x", "other"))
    return abs(here - there)


@cache
def away(x: tuple[int, ...], places: tuple[int, int], cell: tuple[int, int]) -> int:
    return by_windows({"x": x, "places": places, "cell": cell}) if inside(x, places, cell) else 0


AT_ONE_END = mutant("all changes at the upper end", worst=lambda m: worst_of(all_cases(m), all_at_one_end))

CLAIMS = (
    by_us(
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
        subjects=(distances,),
        checks=(
            Exhaustive(
                "windows against trying everything",
                worlds("m", 3, 4, 5),
                lambda m: worst_of(all_cases(m), window_error),
                (AT_ONE_END,),
                window_error,
                worlds("m", 6),
                Formula("1/2"),
                Target.OURS,
            ),
            Exhaustive(
                "every replaced record",
                worlds("m", 3, 4, 5),
                lambda m: worst_of(all_replaced(m), step),
                (instead(ours="1/2"),),
                step_again,
            ),
            Search(
                "random samples, quartiles and cells",
                worlds("m", 5, 7),
                random_cases,
                window_error,
                (
                    mutant("as if the range could only grow", score=only_widening),
                    mutant("all changes at the upper end", score=all_at_one_end),
                ),
                **our_error(Formula("1/2")),
            ),
        ),
    ),
)
