"""HSIC of the test residuals when a training record is replaced."""

from fractions import Fraction
from typing import Any

from privcausal.claims.pairs.ridge import ridge_ours
from privcausal.claims.pairs.ridge_worlds import HALF, THREE_HALVES
from privcausal.claims.pairs.training_sensitivity_hsic_worlds import (
    HSIC_WORLDS,
    bell_over_m,
    block_matrix,
    centred_norm,
    column_nudge,
    column_starts,
    columns_and_tests,
    flipped_entry,
    half_of_m,
    hsic_bell_change,
    hsic_nudge,
    hsic_over_m,
    hsic_ramp_change,
    hsic_retrained,
    hsic_sets,
    hsic_starts,
    slightly_below_half,
    symmetric_matrices,
)
from privcausal.claims.sources import KUSNER
from privcausal.pairs.training_sensitivity import hsic_training_sensitivity, private_training_scores
from privcausal.privacy.price import Relation
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Target


def hsic_train_published(n: Any, m: Any, lamda: Any, L: Any) -> Any:
    return 32 * L * m**HALF / n * 8 / lamda**THREE_HALVES


def hsic_train_ours(n: Any, m: Any, lamda: Any, L: Any) -> Any:
    return L * (m / (m - 1)) ** 2 * ridge_ours(n, lamda)


def hsic_train_difference(n: Any, m: Any, lamda: Any, L: Any) -> Any:
    return (L**2 / Fraction(2)) ** HALF * (m / (m - 1)) ** 2 * ridge_ours(n, lamda)


def no_root_but_short(n: Any, m: Any, lamda: Any, L: Any) -> Any:
    return hsic_train_ours(n, m, lamda, L) * Fraction(98, 100)


def under_a_half(n: Any, m: Any, lamda: Any, L: Any) -> Any:
    return hsic_train_ours(n, m, lamda, L) * Fraction(49, 100)


def a_fiftieth(n: Any, m: Any, lamda: Any, L: Any) -> Any:
    return hsic_train_ours(n, m, lamda, L) / 50


CLAIMS = (
    Claim(
        id="K-hsic-train",
        title="One training record moves HSIC by at most 32L√m/n · 8/(λ√λ)",
        source=KUSNER,
        locator="Theorem 7",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $\\mathrm{HSIC}=\\operatorname{tr}(KHLH)/(m-1)^2$ for $m\\ge2$ test inputs and residuals, with "
            "kernels in $[0,1]$, the residuals' kernel changing by at most $L$ per unit of either argument, and "
            "regressions as in Theorem 5 of the source, $\\lambda\\le1$. Replacing one of the $n$ training "
            "records changes it by at most $\\dfrac{32L\\sqrt m}{n}\\cdot\\dfrac8{\\lambda^{3/2}}$."
        ),
        published=hsic_train_published,
        ours=hsic_train_ours,
        at={"n": 1000, "m": 1000, "lamda": 0.01, "L": 1},
        proof="proof-hsic-train",
        depends=("K-ridge",),
        checks=(
            Search(
                name="retrained in three dimensions, ramp kernel",
                worlds=HSIC_WORLDS,
                candidates=hsic_sets,
                score=hsic_ramp_change,
                starts=hsic_starts,
                step=hsic_nudge,
                mutants=(
                    Mutant("2% less than our bound", claim={"ours": no_root_but_short}),
                    Mutant("divided by m − 1 once", check={"score": hsic_over_m}),
                ),
            ),
            Search(
                name="retrained on columns with Gaussian kernels",
                worlds=({"n": 6, "m": 6, "lamda": 1.0, "L": 1.0},),
                candidates=columns_and_tests,
                score=hsic_retrained,
                starts=column_starts,
                step=column_nudge,
                mutants=(Mutant("a fiftieth of ours", claim={"ours": a_fiftieth}),),
            ),
            Search(
                name="step: ‖HKH‖ is at most m/2",
                worlds=({"m": 4}, {"m": 7}),
                candidates=symmetric_matrices,
                score=centred_norm,
                starts=block_matrix,
                step=flipped_entry,
                tolerance=half_of_m,
                target=Target.OURS,
                mutants=(Mutant("0.49 m", check={"tolerance": slightly_below_half}),),
            ),
        ),
    ),
    Claim(
        id="B-hsic-train",
        title="For a kernel of the difference of two residuals, another √2 less",
        source="ours",
        locator="after Theorem 7",
        relation=Relation.SUBSTITUTION,
        statement=(
            "In {prf:ref}`K-hsic-train`, let the residuals' kernel be a function of $r-r'$ whose slope is at most "
            "$L$. Replacing one training record changes HSIC by at most "
            "$\\dfrac{L\\,\\varrho}{\\sqrt2}\\Bigl(\\dfrac m{m-1}\\Bigr)^2$, where $\\varrho$ bounds what it can "
            "do to one residual."
        ),
        ours=hsic_train_difference,
        at={"n": 1000, "m": 1000, "lamda": 0.01, "L": 1},
        proof="proof-hsic-difference",
        subjects=(hsic_training_sensitivity, private_training_scores),
        depends=("K-ridge", "K-hsic-train"),
        checks=(
            Search(
                name="retrained in three dimensions, Gaussian kernel",
                worlds=HSIC_WORLDS,
                candidates=hsic_sets,
                score=hsic_bell_change,
                starts=hsic_starts,
                step=hsic_nudge,
                mutants=(
                    Mutant("0.49 Lϱ, what the attack reaches and a bit less", claim={"ours": under_a_half}),
                    Mutant("divided by m − 1 once", check={"score": bell_over_m}),
                ),
            ),
            Search(
                name="retrained on columns with Gaussian kernels",
                worlds=({"n": 6, "m": 6, "lamda": 1.0, "L": 1.0},),
                candidates=columns_and_tests,
                score=hsic_retrained,
                starts=column_starts,
                step=column_nudge,
                mutants=(Mutant("a fiftieth of ours", claim={"ours": a_fiftieth}),),
            ),
        ),
    ),
)
