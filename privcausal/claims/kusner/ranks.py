"""Rank correlations: how far can one replaced record move them?"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st

from privcausal.claims.kusner import SOURCE
from privcausal.pairs.private import kendall_sensitivity, spearman_sensitivity
from privcausal.pairs.rank import concordance, kendall, quadrupled_rank_distance, spearman
from privcausal.privacy.neighbours import Relation
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number
from privcausal.verify.exhaustive import Exhaustive, Extreme, Integers, worst_substitution
from privcausal.verify.search import Search

# --- bounds: as published, and ours ------------------------------------------------------------------------


def spearman_published(m: int) -> Number:
    return Fraction(30) / m


def spearman_ours(m: int) -> Number:
    return Fraction(6) / (m + 1)


def kendall_published(m: int) -> Number:
    return Fraction(4) / m


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


def spearman_change(claim: Claim, pair: dict[str, Any], m: int) -> Fraction:
    before, after = (quadrupled_rank_distance(*side) for side in both_sides(pair))
    return Fraction(6 * abs(after - before), 4 * m * (m * m - 1))


def kendall_change(claim: Claim, pair: dict[str, Any], m: int) -> Fraction:
    before, after = (concordance(*side).excess for side in both_sides(pair))
    return Fraction(2 * abs(after - before), m * (m - 1))


def unsigned_change(claim: Claim, pair: dict[str, Any], m: int) -> Fraction:
    before, after = (abs(concordance(*side).excess) for side in both_sides(pair))
    return Fraction(2 * abs(after - before), m * (m - 1))


def kendall_change_of_two(claim: Claim, pair: dict[str, Any], m: int) -> Fraction:
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


# --- wrong variants that the checks must find out -----------------------------------------------------------


def too_small_spearman(m: int) -> Number:
    return Fraction(6) / (m + 2)


def too_small_kendall(m: int) -> Number:
    return Fraction(4) / (m + 1)


def four_per_record(m: int) -> Number:
    return Fraction(4) / m


SPEARMAN_OFF_BY_ONE = Mutant("6/(m + 2) instead of 6/(m + 1)", claim={"ours": too_small_spearman})
SPEARMAN_TOO_BOLD = Mutant("4/m, Kendall's bound, for Spearman", claim={"published": four_per_record})
KENDALL_OFF_BY_ONE = Mutant("4/(m + 1) instead of 4/m", claim={"published": too_small_kendall})
KENDALL_TWO_RECORDS = Mutant("two records replaced instead of one", check={"score": kendall_change_of_two})


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


CLAIMS = (
    Claim(
        id="K-kendall",
        title="One record moves Kendall's τ by at most 4/m",
        source=SOURCE,
        locator="Theorem 1, part 2",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $\\tau$ be Kendall's rank correlation of $m \\ge 2$ records, concordant minus discordant pairs over "
            "all $\\binom m2$ pairs, with ties allowed. Replacing one record changes $\\tau$, and $|\\tau|$, by at "
            "most $\\dfrac{4}{m}$."
        ),
        published=kendall_published,
        at={"m": 1000},
        proof="proof-kendall",
        subjects=(kendall, kendall_sensitivity),
        checks=(
            every_order("all permutations", worst_kendall, kendall_change, 7, (KENDALL_OFF_BY_ONE,)),
            every_order("all weak orders", worst_kendall_with_ties, kendall_change, 5, (KENDALL_OFF_BY_ONE,)),
            every_order("unsigned score", worst_unsigned_kendall, unsigned_change, 7, (KENDALL_OFF_BY_ONE,)),
            rank_search("hill climbing with ties", kendall_change, (KENDALL_OFF_BY_ONE, KENDALL_TWO_RECORDS)),
        ),
    ),
    Claim(
        id="K-spearman",
        title="One record moves Spearman's ρ by at most 30/m",
        source=SOURCE,
        locator="Theorem 1, part 1",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $\\rho = 1 - \\dfrac{6\\sum_i d_i^2}{m(m^2-1)}$ be Spearman's rank correlation of $m \\ge 2$ "
            "records, $d_i$ the difference of the two ranks of record $i$. Replacing one record changes $\\rho$ by at "
            "most $\\dfrac{30}{m}$."
        ),
        published=spearman_published,
        ours=spearman_ours,
        at={"m": 1000},
        proof="proof-spearman",
        subjects=(spearman, spearman_sensitivity),
        checks=(
            every_order(
                "all permutations",
                worst_spearman,
                spearman_change,
                8,
                (SPEARMAN_OFF_BY_ONE, SPEARMAN_TOO_BOLD),
            ),
            rank_search("hill climbing with ties", spearman_change, (SPEARMAN_OFF_BY_ONE,)),
        ),
    ),
    Claim(
        id="B-spearman-ties",
        title="Ties do not make Spearman's ρ any more sensitive",
        source="ours",
        locator="with average ranks",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let tied values share the average of their ranks, and $\\rho = 1 - \\dfrac{6\\sum_i d_i^2}{m(m^2-1)}$. "
            "Replacing one record changes $\\rho$ by at most $\\dfrac{6}{m+1}$, whatever ties there are before or "
            "after."
        ),
        ours=spearman_ours,
        at={"m": 1000},
        proof="proof-spearman-ties",
        subjects=(spearman, spearman_sensitivity),
        depends=("K-spearman",),
        checks=(
            every_order(
                "all weak orders", worst_spearman_with_ties, spearman_change, 5, (SPEARMAN_OFF_BY_ONE,)
            ),
            rank_search("hill climbing with ties", spearman_change, (SPEARMAN_OFF_BY_ONE,)),
        ),
    ),
)
