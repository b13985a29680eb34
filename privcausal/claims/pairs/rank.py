"""Rank correlations: how far can one replaced record move them?"""

from fractions import Fraction

from privcausal.claims.pairs.rank_worlds import (
    every_order,
    kendall_change,
    kendall_change_of_two,
    rank_search,
    spearman_change,
    unsigned_change,
    worst_kendall,
    worst_kendall_with_ties,
    worst_spearman,
    worst_spearman_with_ties,
    worst_unsigned_kendall,
)
from privcausal.claims.sources import KUSNER
from privcausal.pairs.correlation import kendall_sensitivity, spearman_sensitivity
from privcausal.pairs.rank import kendall, spearman
from privcausal.privacy.price import Relation
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number

# --- bounds: as published, and ours ------------------------------------------------------------------------


def spearman_published(m: int) -> Number:
    return Fraction(30) / m


def spearman_ours(m: int) -> Number:
    return Fraction(6) / (m + 1)


def kendall_published(m: int) -> Number:
    return Fraction(4) / m


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


CLAIMS = (
    Claim(
        id="K-kendall",
        title="One record moves Kendall's τ by at most 4/m",
        source=KUSNER,
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
        source=KUSNER,
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
