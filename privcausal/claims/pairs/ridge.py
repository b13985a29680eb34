"""Kernel ridge regression: how far can one replaced training record move a residual?

Every check retrains: it fits both neighbouring training sets and looks at what changed.
"""

from typing import Any

from privcausal.claims.pairs.ridge_norms import (
    level_start,
    levels,
    minimiser_norm,
    norm_below_zero_level,
    stretched,
)
from privcausal.claims.pairs.ridge_worlds import (
    derive_last_step,
    derive_ours,
    extremal,
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
from privcausal.claims.sources import KUSNER, kusner
from privcausal.pairs.ridge import Path, residual_sensitivity
from privcausal.privacy.price import Relation
from privcausal.verify import (
    Claim,
    Consequence,
    Formula,
    Mutant,
    Origin,
    Reading,
    Sense,
    Target,
    instead,
    real,
)
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic

RIDGE = Formula("8/(n*lamda**(3/2))")
RIDGE_OURS = Formula("(3 + sqrt(1 + 4/lamda))*sqrt(2 - lamda + sqrt(lamda**2 + 4*lamda))/(2*n*lamda)")


def ridge_ours(n: Any, lamda: Any) -> Any:
    """ϱ(n, λ): what one training record can do to one residual."""
    return RIDGE_OURS(n=n, lamda=lamda)


VARRHO = {"rho": (ridge_ours, r"\varrho({0},{1})")}
"""Our bound, where another formula uses it."""

TOO_SMALL = instead(ours=f"0.98*{RIDGE_OURS.text}")
FAR_TOO_SMALL = instead(ours="1/(n*lamda)")
OTHER_OBJECTIVE = instead(ours=RIDGE_OURS.text.replace("lamda", "(2*lamda)"))
TWO_RECORDS = Mutant("two records replaced instead of one", check={"score": ridge_change_of_two})
PENALTY = real("lamda", above=0, at_most=1, letter=r"\lambda")

CLAIMS = (
    Claim(
        id="B-leave-one-out",
        title="Leaving one record out without fitting again",
        reading=Reading(
            Origin.OURS, "a known formula (PRESS, generalised cross-validation), for this objective"
        ),
        relation=None,
        definition=(
            "Let $A=K+\\frac{n\\lambda}2I$ and $\\alpha=A^{-1}y$, and let $a$ be the $i$-th entry on the diagonal of "
            "$A^{-1}$."
        ),
        statement=(
            "The fit without record $i$, with the same multiple of $\\lambda$ on its diagonal, misses $y_i$ by "
            "«sense» $«ours»$."
        ),
        sense=Sense.EXACTLY,
        ours=Formula("alpha_i/a"),
        proof="proof-leave-one-out",
        subjects=(Path,),
        checks=(
            Search(
                name="formula against a real refit",
                worlds=({"n": 3}, {"n": 8}),
                candidates=small_training_sets,
                score=refitted_error,
                tolerance=Formula("1/10**7"),
                target=Target.OURS,
                mutants=(Mutant("(n − 1)λ/2 on the diagonal", check={"score": refitted_with_own_ridge}),),
            ),
        ),
    ),
    Claim(
        id="K-ridge",
        title="One training record moves every residual by at most 8/(nλ√λ)",
        source=KUSNER,
        reading=kusner("Theorem 5 (000:156–168), proof in 003:101–117"),
        consequence=Consequence(
            cost="Nothing: the bound is true, and all that rests on it stands. Ours is smaller by a factor of 1.7 at "
            "$\\lambda=1$, of 4.7 at $\\lambda=0.01$, and of no more than 5.7.",
            sure="Sure: the proof is intact. The value at 0 gives $\\lVert w\\rVert\\le\\sqrt{2/\\lambda}$, not "
            "$1/\\sqrt\\lambda$, which is true for another reason; and the displayed inequality gives "
            "$(8+8\\sqrt\\lambda)/(n\\lambda^{3/2})$.",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $w$ minimise "
            "$\\frac\\lambda2\\|w\\|^2+\\frac1n\\sum_{i=1}^n\\bigl(w\\cdot\\varphi(x_i)-y_i\\bigr)^2$ with "
            "$|y_i|\\le1$ and a kernel with $k(x,x)\\le1$."
        ),
        statement=(
            "«Neighbours» among the $n$ training records changes every prediction, and so every residual of the test "
            "set, by «sense» $«published»$, for $«lamda»$."
        ),
        quantities=(PENALTY,),
        published=RIDGE,
        ours=RIDGE_OURS,
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
                tolerance=Formula("1/sqrt(lamda)"),
                target=Target.PROOF,
                mutants=(
                    Mutant(
                        "a hair less than √(2/λ), what plugging in 0 does give",
                        check={"tolerance": Formula("sqrt(1.99/lamda)")},
                    ),
                ),
            ),
            Symbolic(
                "proof, last step: plugging in the norms gives 8",
                derive_last_step,
                (instead(published="4/(n*lamda**(3/2))"),),
                target=Target.PROOF,
            ),
            Search(
                name="repaired step: the minimiser's norm is at most 1/√(2λ)",
                worlds=({"n": 10**6, "lamda": 0.1},),
                candidates=neighbouring_sets,
                score=minimiser_norm,
                starts=extremal,
                step=nudged,
                tolerance=Formula("1/sqrt(2*lamda)"),
                target=Target.OURS,
                mutants=(Mutant("a hair less", check={"tolerance": Formula("1/sqrt(2.01*lamda)")}),),
            ),
        ),
    ),
)
