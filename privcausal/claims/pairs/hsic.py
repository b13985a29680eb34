"""HSIC: how far can one replaced record move it? What is proved, what is attained, and what is open between them."""

from privcausal.claims.pairs.hsic_attacks import (
    KERNELS,
    SETTING,
    all_clusters,
    all_two_clusters,
    feature_search,
    gaussian_search,
    sizes,
)
from privcausal.claims.pairs.hsic_steps import (
    change_error,
    derive_change,
    derive_one_column,
    derive_ours,
    middle_term,
    rational_neighbours,
    vanishing_neighbours,
    vanishing_starts,
)
from privcausal.claims.pairs.hsic_worlds import (
    feature_change_one_column,
    gaussian_change_one_column,
    nudged,
    worst_any_clusters_one_column,
    worst_two_clusters_one_column,
    worst_two_clusters_two_records,
)
from privcausal.claims.sources import KUSNER, kusner
from privcausal.pairs.hsic import hsic, hsic_sensitivity, private_hsic
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Mutant, Sense, Target, instead, whole
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic

HSIC16 = Formula("(16*m - 8)/(m - 1)**2")
HSIC12 = Formula("(12*m - 11)/(m - 1)**2")
HSIC_OURS = Formula("27*m**2/(4*(2*m - 1)**3) + 1/(2*m)")
ONE_COLUMN = Formula("4*(2*m - 1)**3/(27*m**2*(m - 1)**2)")

NO_LOSS = instead(ours="27*m**2/(4*(2*m - 1)**3)")
TOO_BOLD = instead(published="1/m")
TWO_RECORDS = Mutant("two records replaced instead of one", check={"worst": worst_two_clusters_two_records})
ONE_OVER_M = instead(ours="1/m")
LIMIT_ONLY = instead(ours="32/(27*m)")
OVER_OTHERS = instead(ours="2/(m - 1)*(C - C_) + (U - U_)/m**2")
NO_SQUARES = instead(ours="2/m*(C - C_)")
MIDDLE = Mutant("6m − 7 instead of 6m − 5", check={"tolerance": Formula("6*m - 7")})

SURE = "Sure; the norms of the proof are entrywise, as its own use of them shows."
RECORDS = (whole("m", at_least=2),)

CLAIMS = (
    Claim(
        id="B-hsic-change",
        title="What one record adds to HSIC",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $\\varphi, \\psi$ be the feature maps of any two positive definite kernels, $\\mu, \\nu$ the "
            "mean features of the $m - 1$ records that stay, and $\\mathcal C$ their cross-covariance (divided "
            "by $m - 1$). Write $u = (\\varphi(x) - \\mu) \\otimes (\\psi(y) - \\nu)$ for the record that "
            "leaves, $u'$ for the one that comes, $C = \\langle\\mathcal C, u\\rangle$, $U = \\lVert "
            "u\\rVert^2$, and $C', U'$ likewise; $\\Delta$ is the score before minus the score after."
        ),
        statement="Then $\\Delta«sign»«ours»$.",
        sense=Sense.EXACTLY,
        ours=Formula("2/m*(C - C_) + (U - U_)/m**2"),
        proof="proof-hsic-change",
        subjects=(hsic,),
        checks=(
            Symbolic("rank-one update", derive_change, (OVER_OTHERS, NO_SQUARES), target=Target.OURS),
            Search(
                name="formula against the trace, in fractions",
                worlds=sizes(2, 4),
                candidates=rational_neighbours,
                score=change_error,
                tolerance=Formula("0"),
                target=Target.OURS,
                mutants=(OVER_OTHERS, NO_SQUARES),
            ),
        ),
    ),
    Claim(
        id="K-hsic16",
        title="One record moves HSIC by at most 16/m or so",
        source=KUSNER,
        reading=kusner("Theorem 3 (000:146), proof in 000:115 and 000:148–149"),
        consequence=Consequence(
            cost="A factor of 12 in noise at 1,000 records; of 3, if kernels may be negative, where ours is "
            "four times larger. No conclusion changes.",
            sure=SURE,
        ),
        relation=Relation.SUBSTITUTION,
        assumes=KERNELS,
        definition=SETTING,
        statement="«Neighbours» changes it by «sense» $«published»$, for all $«m»$.",
        quantities=RECORDS,
        published=HSIC16,
        ours=HSIC_OURS,
        at={"m": 1000},
        proof="proof-hsic-bound",
        depends=("B-hsic-change",),
        subjects=(
            hsic_sensitivity,
            private_hsic,
        ),
        checks=(
            Symbolic("both maxima", derive_ours, (NO_LOSS,), target=Target.OURS),
            all_two_clusters((NO_LOSS, TOO_BOLD, TWO_RECORDS)),
            all_clusters((NO_LOSS, TOO_BOLD)),
            gaussian_search((NO_LOSS,)),
        ),
    ),
    Claim(
        id="K-hsic12",
        title="One record moves HSIC by at most 12/m or so",
        source=KUSNER,
        reading=kusner("Section 4.2 (000:116), proof in 003:119–183, whose last line prints $N^2-1$"),
        consequence=Consequence(
            cost="A factor of 9 in noise at 1,000 records, or of 2.2 if kernels may be negative. The step that the "
            "source calls a suggestion of small matrices is true, and proved here.",
            sure=SURE,
        ),
        relation=Relation.SUBSTITUTION,
        assumes=KERNELS,
        definition=SETTING,
        statement="«Neighbours» changes it by «sense» $«published»$, for all $«m»$.",
        quantities=RECORDS,
        published=HSIC12,
        ours=HSIC_OURS,
        at={"m": 1000},
        proof="proof-hsic-bound",
        depends=("K-hsic16",),
        subjects=(hsic_sensitivity,),
        checks=(
            all_two_clusters((NO_LOSS, TOO_BOLD)),
            Search(
                name="the middle term of the proof",
                worlds=sizes(4, 12),
                candidates=vanishing_neighbours,
                score=middle_term,
                starts=vanishing_starts,
                step=nudged,
                tolerance=Formula("6*m - 5"),
                target=Target.PROOF,
                mutants=(MIDDLE,),
            ),
        ),
    ),
    Claim(
        id="B-hsic-one",
        title="A record that keeps one of its two values",
        relation=Relation.SUBSTITUTION,
        assumes=KERNELS,
        definition=SETTING,
        statement=(
            "Replacing the $x$ of one record while its $y$ stays, or the other way round, changes it by «sense» "
            "$«ours»$, for all $«m»$."
        ),
        quantities=RECORDS,
        ours=ONE_COLUMN,
        at={"m": 1000},
        proof="proof-hsic-one",
        depends=("B-hsic-change",),
        checks=(
            Symbolic("the best share of clusters", derive_one_column, (LIMIT_ONLY,), target=Target.OURS),
            all_two_clusters((LIMIT_ONLY,), worst_two_clusters_one_column),
            all_clusters((LIMIT_ONLY,), worst_any_clusters_one_column),
            gaussian_search((LIMIT_ONLY,), gaussian_change_one_column),
            feature_search((ONE_OVER_M,), feature_change_one_column),
        ),
    ),
    Claim(
        id="B-hsic-gap",
        title="Replacing both values is no worse than replacing one",
        relation=Relation.SUBSTITUTION,
        assumes=KERNELS,
        definition=SETTING,
        statement="We believe that «neighbours» changes it by «sense» $«ours»$, for all $«m»$.",
        quantities=RECORDS,
        ours=ONE_COLUMN,
        at={"m": 1000},
        depends=("B-hsic-one", "K-hsic16"),
        kind="conjecture",
        checks=(
            all_two_clusters((LIMIT_ONLY,)),
            all_clusters((LIMIT_ONLY,)),
            gaussian_search((LIMIT_ONLY,)),
            feature_search((ONE_OVER_M,)),
        ),
    ),
)
