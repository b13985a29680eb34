"""Rank correlations: how far can one replaced record move them?"""

from privcausal.claims.pairs.rank_worlds import (
    discordant_change,
    every_order,
    kendall_change,
    kendall_change_of_two,
    rank_search,
    spearman_change,
    unsigned_change,
    worst_discordant,
    worst_kendall,
    worst_kendall_with_ties,
    worst_spearman,
    worst_spearman_with_ties,
    worst_unsigned_kendall,
)
from privcausal.claims.sources import KUSNER, kusner
from privcausal.pairs.correlation import kendall_sensitivity, spearman_sensitivity
from privcausal.pairs.rank import kendall, spearman
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Mutant, Origin, Reading, instead, whole

KENDALL = Formula("4/m")
SPEARMAN = Formula("6/(m + 1)")

SPEARMAN_OFF_BY_ONE = instead(ours="6/(m + 2)")
KENDALL_OFF_BY_ONE = instead(published="4/(m + 1)")
KENDALL_TWO_RECORDS = Mutant("two records replaced instead of one", check={"score": kendall_change_of_two})
RECORDS = (whole("m", at_least=2),)
RHO = (
    "Let $\\rho = 1 - \\dfrac{6\\sum_i d_i^2}{m(m^2-1)}$ be Spearman's rank correlation of $m$ records, $d_i$ the "
    "difference of the two ranks of record $i$"
)


CLAIMS = (
    Claim(
        id="K-kendall",
        title="One record moves Kendall's τ by at most 4/m",
        source=KUSNER,
        reading=kusner("Theorem 1, part 2 (000:90), proof in 000:102–105, scores in 000:58–61"),
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
            every_order("all weak orders", worst_kendall_with_ties, kendall_change, 5, (KENDALL_OFF_BY_ONE,)),
            every_order("ties as discordant", worst_discordant, discordant_change, 5, (KENDALL_OFF_BY_ONE,)),
            every_order("unsigned score", worst_unsigned_kendall, unsigned_change, 7, (KENDALL_OFF_BY_ONE,)),
            rank_search("hill climbing with ties", kendall_change, (KENDALL_OFF_BY_ONE, KENDALL_TWO_RECORDS)),
        ),
    ),
    Claim(
        id="K-spearman",
        title="One record moves Spearman's ρ by at most 30/m",
        source=KUSNER,
        reading=kusner("Theorem 1, part 1 (000:86), proof in 000:102, score in 000:51"),
        consequence=Consequence(
            cost="A factor 5 in noise, to the authors' advantage had they known; no conclusion changes.",
            sure="Sure: the fraction is legible, and so is its proof.",
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
            rank_search("hill climbing with ties", spearman_change, (SPEARMAN_OFF_BY_ONE,)),
        ),
    ),
    Claim(
        id="B-spearman-ties",
        title="Ties do not make Spearman's ρ any more sensitive",
        reading=Reading(Origin.OURS, "with average ranks"),
        relation=Relation.SUBSTITUTION,
        definition=f"{RHO}; tied values share the average of their ranks.",
        statement=(
            "«Neighbours» changes $\\rho$ by «sense» $«ours»$ for all $«m»$, whatever ties there are before or after."
        ),
        quantities=RECORDS,
        ours=SPEARMAN,
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
