"""Rank correlations: how far can one replaced record move them?"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import combinations

import numpy as np

from privcausal.claims.sources import KUSNER
from privcausal.pairs.correlation import kendall_sensitivity, spearman_sensitivity
from privcausal.pairs.rank import concordance, kendall, quadrupled_rank_distance, spearman
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Mutant, by_us, each, instead, mutant, whole, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness, space
from privcausal.verify.checks.exhaustive import Integers, RankStatistic, worst_substitution

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


def worst_kendall(m: int, ties: bool = False, statistic: RankStatistic = excess_statistic) -> Extreme:
    return scaled(worst_substitution(statistic, m, ties=ties), Fraction(2, m * (m - 1)))


worst_unsigned_kendall = partial(worst_kendall, statistic=unsigned_excess_statistic)


def scaled(extreme: Extreme, factor: Fraction) -> Extreme:
    return Extreme(extreme.value * factor, extreme.witness, extreme.cases)


def every_order(
    name: str,
    worst: Callable[..., Extreme],
    change: Callable[..., Fraction],
    largest: int,
    mutants: tuple[Mutant, ...],
) -> Exhaustive:
    """All sizes up to `largest`, and one more when there is time."""
    sizes, one_more = each(m=range(2, largest + 1)), worlds("m", largest + 1)
    return Exhaustive(name, sizes, worst, mutants, change, one_more)


# --- search: pairs of neighbouring data sets --------------------------------------------------------------------


def neighbours(m: int) -> space.Fields:
    """M − 1 common records, and one record before and after; few levels, so that ties are common.

    A climb sets out from increasing, decreasing and constant columns, the record jumping from corner to corner.
    """
    level = space.whole(0, m)
    pairs = space.neighbours(level * 2, x=level * (m - 1), y=level * (m - 1))
    columns = [list(range(1, m)), list(range(m - 1, 0, -1)), [m // 2] * (m - 1)]
    corners = [([0, m], [m, 0]), ([0, 0], [m, m]), ([0, 0], [m, 0])]
    return pairs.starting(
        *(
            {"x": columns[0], "y": y, "before": before, "after": after}
            for y in columns
            for before, after in corners
        )
    )


def both_sides(pair: Witness) -> list[tuple[list[int], list[int]]]:
    """The columns of both neighbours."""
    return [([*pair["x"], pair[s][0]], [*pair["y"], pair[s][1]]) for s in ("before", "after")]


def spearman_change(pair: Witness, m: int) -> Fraction:
    before, after = (quadrupled_rank_distance(*side) for side in both_sides(pair))
    return Fraction(6 * abs(after - before), 4 * m * (m * m - 1))


def signed_excess(x: list[int], y: list[int]) -> int:
    return concordance(x, y).excess


def unsigned_excess(x: list[int], y: list[int]) -> int:
    return abs(signed_excess(x, y))


def discordant_excess(x: list[int], y: list[int]) -> int:
    """Pair by pair: twice how many are concordant; the number of all pairs is left out."""
    pairs = combinations(zip(x, y, strict=True), 2)
    return 2 * sum((a - b) * (c - d) > 0 for (a, c), (b, d) in pairs)


def kendall_change(
    pair: Witness, m: int, excess: Callable[..., int] = signed_excess, others: int = 0
) -> Fraction:
    """How far the score moves when the record is replaced; and, for the wrong relation, some of the `others`."""
    (x, y), (other_x, other_y) = both_sides(pair)
    other_y = [m - value for value in other_y[:others]] + other_y[others:]
    return Fraction(2 * abs(excess(other_x, other_y) - excess(x, y)), m * (m - 1))


unsigned_change = partial(kendall_change, excess=unsigned_excess)


def rank_search(change: Callable[..., Fraction], *mutants: Mutant) -> Search:
    return Search("hill climbing with ties", worlds("m", 6, 12, 25), neighbours, change, mutants)


KENDALL = Formula("4/m")
SPEARMAN = Formula("6/(m + 1)")

SPEARMAN_OFF_BY_ONE = instead(ours="6/(m + 2)")
KENDALL_OFF_BY_ONE = instead(published="4/(m + 1)")
KENDALL_TWO_RECORDS = mutant("two records replaced instead of one", score=partial(kendall_change, others=1))
RECORDS = (whole("m", at_least=2),)
RHO = (
    "Let $\\rho = 1 - \\dfrac{6\\sum_i d_i^2}{m(m^2-1)}$ be Spearman's rank correlation of $m$ records, $d_i$ the "
    "difference of the two ranks of record $i$"
)


CLAIMS = (
    Claim(
        id="K-kendall",
        title="One record moves Kendall's τ by at most 4/m",
        **KUSNER("Theorem 1, part 2 (000:90), proof in 000:102–105, scores in 000:58–61"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $\\tau$ be Kendall's rank correlation of $m$ records, concordant minus discordant pairs over all "
            "$\\binom m2$ pairs; tied pairs count as neither or, as in the source, as discordant."
        ),
        statement="«Neighbours» changes $\\tau$, and $|\\tau|$, by «sense» $«published»$, for all $«m»$.",
        quantities=RECORDS,
        published=KENDALL,
        at={"m": 1000},
        proof="proof-kendall",
        subjects=(kendall, kendall_sensitivity),
        checks=(
            every_order("all permutations", worst_kendall, kendall_change, 7, (KENDALL_OFF_BY_ONE,)),
            every_order(
                "all weak orders", partial(worst_kendall, ties=True), kendall_change, 5, (KENDALL_OFF_BY_ONE,)
            ),
            every_order(
                "ties as discordant",
                partial(worst_kendall, ties=True, statistic=discordant_statistic),
                partial(kendall_change, excess=discordant_excess),
                5,
                (KENDALL_OFF_BY_ONE,),
            ),
            every_order("unsigned score", worst_unsigned_kendall, unsigned_change, 7, (KENDALL_OFF_BY_ONE,)),
            rank_search(kendall_change, KENDALL_OFF_BY_ONE, KENDALL_TWO_RECORDS),
        ),
    ),
    Claim(
        id="K-spearman",
        title="One record moves Spearman's ρ by at most 30/m",
        **KUSNER("Theorem 1, part 1 (000:86), proof in 000:102, score in 000:51"),
        consequence=Consequence(
            cost="A factor 5 in noise, to the authors' advantage had they known; no conclusion changes.",
            certain="Sure: the fraction is legible, and so is its proof.",
        ),
        assumes=(
            "ranks by a fixed rule for ties, as sorting gives them; average ranks: {prf:ref}`B-spearman-ties`",
        ),
        relation=Relation.SUBSTITUTION,
        definition=f"{RHO}, without ties or with ties broken by a fixed rule.",
        statement="«Neighbours» changes $\\rho$ by «sense» $«published»$, for all $«m»$.",
        quantities=RECORDS,
        published=Formula("30/m"),
        ours=SPEARMAN,
        at={"m": 1000},
        proof="proof-spearman",
        subjects=(spearman, spearman_sensitivity),
        checks=(
            every_order(
                "all permutations",
                worst_spearman,
                spearman_change,
                8,
                (SPEARMAN_OFF_BY_ONE, instead(published="4/m")),
            ),
            rank_search(spearman_change, SPEARMAN_OFF_BY_ONE),
        ),
    ),
    by_us(
        id="B-spearman-ties",
        title="Ties do not make Spearman's ρ any more sensitive",
        place="with average ranks",
        relation=Relation.SUBSTITUTION,
        definition=f"{RHO}; tied values share the average of their ranks.",
        statement=(
            "«Neighbours» changes $\\rho$ by «sense» $«ours»$ for all $«m»$, whatever ties there are before or after."
        ),
        quantities=RECORDS,
        ours=SPEARMAN,
        at={"m": 1000},
        subjects=(spearman, spearman_sensitivity),
        depends=("K-spearman",),
        checks=(
            every_order(
                "all weak orders",
                partial(worst_spearman, ties=True),
                spearman_change,
                5,
                (SPEARMAN_OFF_BY_ONE,),
            ),
            rank_search(spearman_change, SPEARMAN_OFF_BY_ONE),
        ),
    ),
)
