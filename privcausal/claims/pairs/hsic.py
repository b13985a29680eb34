"""HSIC: how far can one replaced record move it? What is proved, what is attained, and what is open between them."""

from fractions import Fraction
from typing import Any

from privcausal.claims.pairs.hsic_attacks import (
    SETTING,
    all_clusters,
    all_two_clusters,
    feature_search,
    gaussian_search,
    middle_term_published,
    middle_too_small,
    sizes,
)
from privcausal.claims.pairs.hsic_steps import (
    change_error,
    derive_change,
    derive_one_column,
    derive_ours,
    middle_term,
    no_error,
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
from privcausal.claims.sources import KUSNER
from privcausal.pairs.hsic import hsic, hsic_sensitivity, private_hsic
from privcausal.privacy.price import Relation
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target

# --- bounds: as published, and ours --------------------------------------------------------------------------


def hsic16_published(m: int) -> Number:
    return Fraction(8) * (2 * m - 1) / (m - 1) ** 2


def hsic12_published(m: int) -> Number:
    return Fraction(1) * (12 * m - 11) / (m - 1) ** 2


def hsic_ours(m: int) -> Number:
    return Fraction(27) * m**2 / (4 * (2 * m - 1) ** 3) + Fraction(1) / (2 * m)


def one_column_ours(m: int) -> Number:
    return Fraction(4) * (2 * m - 1) ** 3 / (27 * m**2 * (m - 1) ** 2)


def change_ours(m: int, C: Any, C_prime: Any, U: Any, U_prime: Any) -> Any:
    return Fraction(2) / m * (C - C_prime) + (U - U_prime) / m**2


# --- wrong variants that the checks must find out -------------------------------------------------------------------


def forgets_the_loss(m: int) -> Number:
    return Fraction(27) * m**2 / (4 * (2 * m - 1) ** 3)


def one_over_m(m: int) -> Number:
    return Fraction(1) / m


def limit_only(m: int) -> Number:
    return Fraction(32) / (27 * m)


def change_over_others(m: int, C: Any, C_prime: Any, U: Any, U_prime: Any) -> Any:
    return Fraction(2) / (m - 1) * (C - C_prime) + (U - U_prime) / m**2


def change_without_squares(m: int, C: Any, C_prime: Any, U: Any, U_prime: Any) -> Any:
    return Fraction(2) / m * (C - C_prime)


NO_LOSS = Mutant("without the loss 1/2m", claim={"ours": forgets_the_loss})
TOO_BOLD = Mutant("1/m instead of 16/m", claim={"published": one_over_m})
TWO_RECORDS = Mutant("two records replaced instead of one", check={"worst": worst_two_clusters_two_records})
ONE_OVER_M = Mutant("1/m", claim={"ours": one_over_m})
LIMIT_ONLY = Mutant("32/27m, the limit alone", claim={"ours": limit_only})
OVER_OTHERS = Mutant("2/(m − 1) instead of 2/m", claim={"ours": change_over_others})
NO_SQUARES = Mutant("without the squares", claim={"ours": change_without_squares})
MIDDLE = Mutant("6m − 7 instead of 6m − 5", check={"tolerance": middle_too_small})

CLAIMS = (
    Claim(
        id="B-hsic-change",
        title="What one record adds to HSIC",
        source="ours",
        locator="exact change",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $\\varphi, \\psi$ be the feature maps of any two positive definite kernels, $\\mu, \\nu$ the mean "
            "features of the $m - 1$ records that stay, and $\\mathcal C$ their cross-covariance (divided by $m - 1$). "
            "Write $u = (\\varphi(x) - \\mu) \\otimes (\\psi(y) - \\nu)$ for the record that leaves, $u'$ for the "
            "one that comes, $C = \\langle\\mathcal C, u\\rangle$, $U = \\lVert u\\rVert^2$, and $C', U'$ likewise. "
            "Then $\\mathrm{HSIC} - \\mathrm{HSIC}' = \\dfrac{2}{m}(C - C') + \\dfrac{U - U'}{m^2}$, exactly."
        ),
        ours=change_ours,
        proof="proof-hsic-change",
        subjects=(hsic,),
        checks=(
            Symbolic("rank-one update", derive_change, (OVER_OTHERS, NO_SQUARES), target=Target.OURS),
            Search(
                name="formula against the trace, in fractions",
                worlds=sizes(2, 4),
                candidates=rational_neighbours,
                score=change_error,
                tolerance=no_error,
                target=Target.OURS,
                mutants=(OVER_OTHERS, NO_SQUARES),
            ),
        ),
    ),
    Claim(
        id="K-hsic16",
        title="One record moves HSIC by at most 16/m or so",
        source=KUSNER,
        locator="Theorem 3",
        relation=Relation.SUBSTITUTION,
        statement=SETTING + "Replacing one record changes it by at most $\\dfrac{16m-8}{(m-1)^2}$.",
        published=hsic16_published,
        ours=hsic_ours,
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
        locator="Section 4.2 and appendix",
        relation=Relation.SUBSTITUTION,
        statement=SETTING + "Replacing one record changes it by at most $\\dfrac{12m-11}{(m-1)^2}$.",
        published=hsic12_published,
        ours=hsic_ours,
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
                tolerance=middle_term_published,
                target=Target.PROOF,
                mutants=(MIDDLE,),
            ),
        ),
    ),
    Claim(
        id="B-hsic-one",
        title="A record that keeps one of its two values",
        source="ours",
        locator="one column private",
        relation=Relation.SUBSTITUTION,
        statement=SETTING
        + (
            "Replacing the $x$ of one record while its $y$ stays, or the other way round, changes it by at most "
            "$\\dfrac{4(2m-1)^3}{27m^2(m-1)^2}$."
        ),
        ours=one_column_ours,
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
        source="ours",
        locator="conjecture",
        relation=Relation.SUBSTITUTION,
        statement=SETTING
        + "We believe that replacing a whole record changes it by at most $\\dfrac{4(2m-1)^3}{27m^2(m-1)^2}$.",
        ours=one_column_ours,
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
