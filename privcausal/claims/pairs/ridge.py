"""Kernel ridge regression: how far can one replaced training record move a residual?

Every check retrains: it fits both neighbouring training sets and looks at what changed.
"""

from fractions import Fraction
from typing import Any

from privcausal.claims.pairs.ridge_norms import (
    level_start,
    levels,
    minimiser_norm,
    norm_below_zero_level,
    printed_norm,
    slightly_below_level_norm,
    slightly_below_stationary_norm,
    stationary_norm,
    stretched,
)
from privcausal.claims.pairs.ridge_worlds import (
    HALF,
    THREE_HALVES,
    derive_last_step,
    derive_ours,
    extremal,
    leave_one_out_tolerance,
    moved_number,
    neighbouring_sets,
    nudged,
    refitted_error,
    refitted_with_own_ridge,
    retrained_change,
    ridge_change,
    ridge_change_of_two,
    small_columns,
    small_training_sets,
    swinging_record,
)
from privcausal.claims.sources import KUSNER
from privcausal.pairs.ridge import Path, residual_sensitivity
from privcausal.privacy.price import Relation
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Target

# --- bounds ------------------------------------------------------------------------------------------------


def ridge_published(n: Any, lamda: Any) -> Any:
    return 8 / (n * lamda**THREE_HALVES)


def ridge_ours(n: Any, lamda: Any) -> Any:
    return (
        (3 + (1 + 4 / lamda) ** HALF) * (2 - lamda + (lamda**2 + 4 * lamda) ** HALF) ** HALF / (2 * n * lamda)
    )


# --- wrong variants -------------------------------------------------------------------------------------------


def slightly_less(n: Any, lamda: Any) -> Any:
    return ridge_ours(n, lamda) * Fraction(98, 100)


def half_of_published(n: Any, lamda: Any) -> Any:
    return 4 / (n * lamda**THREE_HALVES)


def far_too_small(n: Any, lamda: Any) -> Any:
    return 1 / (n * lamda)


def half_of_lambda(n: Any, lamda: Any) -> Any:
    """The objective λ‖w‖² taken for (λ/2)‖w‖²."""
    return ridge_ours(n, 2 * lamda)


TOO_SMALL = Mutant("2% less than our bound", claim={"ours": slightly_less})
FAR_TOO_SMALL = Mutant("1/(nλ), one fifth of ours at λ = 1", claim={"ours": far_too_small})
OTHER_OBJECTIVE = Mutant("λ‖w‖² for (λ/2)‖w‖²", claim={"ours": half_of_lambda})
TWO_RECORDS = Mutant("two records replaced instead of one", check={"score": ridge_change_of_two})

CLAIMS = (
    Claim(
        id="B-leave-one-out",
        title="Leaving one record out without fitting again",
        source="ours",
        locator="a known formula, for this objective",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $A=K+\\frac{n\\lambda}2I$ and $\\alpha=A^{-1}y$. The fit without record $i$, with the same "
            "$\\frac{n\\lambda}2$ on its diagonal, misses $y_i$ by exactly $\\alpha_i/(A^{-1})_{ii}$."
        ),
        proof="proof-leave-one-out",
        subjects=(Path,),
        checks=(
            Search(
                name="formula against a real refit",
                worlds=({"n": 3}, {"n": 8}),
                candidates=small_training_sets,
                score=refitted_error,
                tolerance=leave_one_out_tolerance,
                target=Target.OURS,
                mutants=(Mutant("(n − 1)λ/2 on the diagonal", check={"score": refitted_with_own_ridge}),),
            ),
        ),
    ),
    Claim(
        id="K-ridge",
        title="One training record moves every residual by at most 8/(nλ√λ)",
        source=KUSNER,
        locator="Theorem 5, with the proof in the appendix",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $w$ minimise "
            "$\\frac\\lambda2\\|w\\|^2+\\frac1n\\sum_{i=1}^n\\bigl(w\\cdot\\varphi(x_i)-y_i\\bigr)^2$ with "
            "$|y_i|\\le1$, a kernel with $k(x,x)\\le1$ and $0<\\lambda\\le1$. Replacing one of the $n$ training "
            "records changes every prediction, and so every residual on the test set, by at most "
            "$\\dfrac{8}{n\\lambda^{3/2}}$."
        ),
        published=ridge_published,
        ours=ridge_ours,
        at={"n": 1000, "lamda": 0.01},
        proof="proof-ridge",
        subjects=(residual_sensitivity,),
        checks=(
            Search(
                name="retrained in three dimensions",
                worlds=(
                    {"n": 5, "lamda": 1.0},
                    {"n": 10**6, "lamda": 1.0},
                    {"n": 10**6, "lamda": 0.01},
                ),
                candidates=neighbouring_sets,
                score=ridge_change,
                starts=extremal,
                step=nudged,
                mutants=(TOO_SMALL, OTHER_OBJECTIVE, TWO_RECORDS),
            ),
            Search(
                name="retrained on columns with a Gaussian kernel",
                worlds=({"n": 6, "lamda": 1.0}, {"n": 12, "lamda": 0.1}),
                candidates=small_columns,
                score=retrained_change,
                starts=swinging_record,
                step=moved_number,
                mutants=(FAR_TOO_SMALL,),
            ),
            Symbolic("steps of our proof", derive_ours, (TOO_SMALL, OTHER_OBJECTIVE), target=Target.OURS),
            Search(
                name="proof, first step: plugging in 0 gives a norm of at most 1/√λ",
                worlds=({"lamda": 1.0}, {"lamda": 0.1}),
                candidates=levels,
                score=norm_below_zero_level,
                starts=level_start,
                step=stretched,
                tolerance=printed_norm,
                target=Target.PROOF,
                mutants=(
                    Mutant(
                        "a hair less than √(2/λ), what plugging in 0 does give",
                        check={"tolerance": slightly_below_level_norm},
                    ),
                ),
            ),
            Symbolic(
                "proof, last step: plugging in the norms gives 8",
                derive_last_step,
                (Mutant("half of it", claim={"published": half_of_published}),),
                target=Target.PROOF,
            ),
            Search(
                name="repaired step: the minimiser's norm is at most 1/√(2λ)",
                worlds=({"n": 10**6, "lamda": 0.1},),
                candidates=neighbouring_sets,
                score=minimiser_norm,
                starts=extremal,
                step=nudged,
                tolerance=stationary_norm,
                target=Target.OURS,
                mutants=(Mutant("a hair less", check={"tolerance": slightly_below_stationary_norm}),),
            ),
        ),
    ),
)
