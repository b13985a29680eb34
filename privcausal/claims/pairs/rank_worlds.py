"""What rank correlations are attacked with: every small data set, and climbs over larger ones."""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from hypothesis import strategies as st

from privcausal.pairs.rank import concordance, quadrupled_rank_distance
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme, Integers, worst_substitution
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Mutant

# --- exhaustive: integer statistics of many small data sets at once -------------------------------------------


def signs(column: Integers) -> Integers:
    """sgn(column_j − column_i) for all records i, j of many data sets."""
    difference: Integers = np.sign(column[..., None, :] - column[..., :, None])
    return difference


def rank_distance_statistic(x: Integers, y: Integers) -> Integers:
    """4 Σ d²: twice a centred average rank is the sum of a record's signs."""
    distance: Integers = np.square((signs(x) - signs(y)).sum(-1)).sum(-1)
    return distance


def excess_statistic(x: Integers, y: Integers) -> Integers:
    """Concordant minus discordant pairs."""
    excess: Integers = (signs(x) * signs(y)).sum((-1, -2)) // 2
    return excess


def discordant_statistic(x: Integers, y: Integers) -> Integers:
    """Concordant minus all other pairs: the source counts ties as discordant."""
    m = x.shape[-1]
    excess: Integers = (signs(x) * signs(y) > 0).sum((-1, -2)) - m * (m - 1) // 2
    return excess


def unsigned_excess_statistic(x: Integers, y: Integers) -> Integers:
    """|concordant − discordant|, the score as the source defines it."""
    return np.abs(excess_statistic(x, y))


def worst_spearman(m: int, ties: bool = False) -> Extreme:
    return scaled(worst_substitution(rank_distance_statistic, m, ties=ties), Fraction(6, 4 * m * (m * m - 1)))


def worst_spearman_with_ties(m: int) -> Extreme:
    return worst_spearman(m, ties=True)


def worst_kendall(m: int, ties: bool = False) -> Extreme:
    return scaled(worst_substitution(excess_statistic, m, ties=ties), Fraction(2, m * (m - 1)))


def worst_kendall_with_ties(m: int) -> Extreme:
    return worst_kendall(m, ties=True)


def worst_discordant(m: int) -> Extreme:
    return scaled(worst_substitution(discordant_statistic, m, ties=True), Fraction(2, m * (m - 1)))


def worst_unsigned_kendall(m: int) -> Extreme:
    return scaled(worst_substitution(unsigned_excess_statistic, m, ties=False), Fraction(2, m * (m - 1)))


def scaled(extreme: Extreme, factor: Fraction) -> Extreme:
    return Extreme(extreme.value * factor, extreme.witness, extreme.cases)


# --- search: pairs of neighbouring data sets --------------------------------------------------------------------


def neighbours(m: int) -> st.SearchStrategy[dict[str, Any]]:
    """M − 1 common records, and one record before and after; few levels, so that ties are common."""
    level = st.integers(0, m)
    column = st.lists(level, min_size=m - 1, max_size=m - 1)
    spot = st.lists(level, min_size=2, max_size=2)
    return st.fixed_dictionaries({"x": column, "y": column, "before": spot, "after": spot})


def structured_neighbours(m: int) -> list[dict[str, Any]]:
    """Increasing, decreasing and constant columns, with the record jumping from corner to corner."""
    columns = [list(range(1, m)), list(range(m - 1, 0, -1)), [m // 2] * (m - 1)]
    corners = [([0, m], [m, 0]), ([0, 0], [m, m]), ([0, 0], [m, 0])]
    return [
        {"x": columns[0], "y": y, "before": before, "after": after}
        for y in columns
        for before, after in corners
    ]


def moved(pair: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """The pair with one number changed."""
    levels = len(pair["x"]) + 1
    name = ("x", "y", "before", "after")[rng.integers(4)]
    column = list(pair[name])
    column[int(rng.integers(len(column)))] = int(rng.integers(levels + 1))
    return {**pair, name: column}


def both_sides(pair: dict[str, Any]) -> list[tuple[list[int], list[int]]]:
    """The columns of both neighbours."""
    return [([*pair["x"], pair[s][0]], [*pair["y"], pair[s][1]]) for s in ("before", "after")]


def spearman_change(pair: dict[str, Any], m: int) -> Fraction:
    before, after = (quadrupled_rank_distance(*side) for side in both_sides(pair))
    return Fraction(6 * abs(after - before), 4 * m * (m * m - 1))


def kendall_change(pair: dict[str, Any], m: int) -> Fraction:
    before, after = (concordance(*side).excess for side in both_sides(pair))
    return Fraction(2 * abs(after - before), m * (m - 1))


def unsigned_change(pair: dict[str, Any], m: int) -> Fraction:
    before, after = (abs(concordance(*side).excess) for side in both_sides(pair))
    return Fraction(2 * abs(after - before), m * (m - 1))


def discordant_change(pair: dict[str, Any], m: int) -> Fraction:
    """Pair by pair: how many stop or begin to be concordant."""
    before, after = (
        sum((a - b) * (c - d) > 0 for (a, c), (b, d) in combinations(zip(x, y, strict=True), 2))
        for x, y in both_sides(pair)
    )
    return Fraction(4 * abs(after - before), m * (m - 1))


def kendall_change_of_two(pair: dict[str, Any], m: int) -> Fraction:
    """The wrong relation: two records are replaced instead of one."""
    (x, y), (other_x, other_y) = both_sides(pair)
    other_y = [m - other_y[0], *other_y[1:]]
    return Fraction(2 * abs(concordance(other_x, other_y).excess - concordance(x, y).excess), m * (m - 1))


def rank_search(name: str, change: Callable[..., Fraction], mutants: tuple[Mutant, ...]) -> Search:
    return Search(
        name=name,
        worlds=({"m": 6}, {"m": 12}, {"m": 25}),
        candidates=neighbours,
        score=change,
        starts=structured_neighbours,
        step=moved,
        mutants=mutants,
    )


def sizes(first: int, last: int) -> tuple[dict[str, Any], ...]:
    return tuple({"m": m} for m in range(first, last + 1))


def every_order(
    name: str,
    worst: Callable[[int], Extreme],
    change: Callable[..., Fraction],
    largest: int,
    mutants: tuple[Mutant, ...],
) -> Exhaustive:
    """All sizes up to `largest`, and one more when there is time."""
    return Exhaustive(name, sizes(2, largest), worst, mutants, change, sizes(largest + 1, largest + 1))
