"""HSIC of the test residuals when a training record is replaced."""

from privcausal.claims.pairs.ridge import PENALTY, VARRHO
from privcausal.claims.pairs.training_sensitivity_hsic_worlds import (
    HSIC_WORLDS,
    bell_over_m,
    block_matrix,
    centred_norm,
    column_nudge,
    column_starts,
    columns_and_tests,
    flipped_entry,
    hsic_bell_change,
    hsic_nudge,
    hsic_over_m,
    hsic_ramp_change,
    hsic_retrained,
    hsic_sets,
    hsic_starts,
    symmetric_matrices,
)
from privcausal.claims.sources import KUSNER, kusner
from privcausal.pairs.training_sensitivity import hsic_training_sensitivity, private_training_scores
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Consequence, Formula, Mutant, Quality, Target, instead, whole
from privcausal.verify.checks.search import Search

HSIC_TRAIN = Formula("32*L*sqrt(m)/n*(8/lamda**(3/2))")
HSIC_TRAIN_OURS = Formula("L*(m/(m - 1))**2*rho(n, lamda)", VARRHO)
DIFFERENCE = Formula("L*rho(n, lamda)/sqrt(2)*(m/(m - 1))**2", VARRHO)


def shorter(formula: Formula, factor: str) -> Mutant:
    return instead(ours=f"{factor}*{formula.text}", where=VARRHO)


TESTED = whole("m", at_least=2)

CLAIMS = (
    Claim(
        id="K-hsic-train",
        title="One training record moves HSIC by at most 32L√m/n · 8/(λ√λ)",
        source=KUSNER,
        reading=kusner(
            "Theorem 7 (000:229–232), where the root stands apart from its argument", Quality.RECONSTRUCTED
        ),
        consequence=Consequence(
            cost="A factor of $32\\sqrt m$ in noise, times that of {prf:ref}`K-ridge`; half of it, if kernels may be "
            "negative. It favours the authors: training-set privacy is more useful than they say.",
            sure="Fairly sure of the place of the root. The theorem rests on a lemma of others that was not "
            "read here; the bound is true, so it is no error.",
        ),
        relation=Relation.SUBSTITUTION,
        assumes=("values of the kernels in $[0,1]$ (ours; the source: at most 1)",),
        definition=(
            "Let $\\mathrm{HSIC}=\\operatorname{tr}(KHLH)/(m-1)^2$ of $m$ test inputs and residuals, with positive "
            "definite kernels in $[0,1]$, the residuals' kernel changing by at most $L$ per unit of either argument; "
            "regressions as in {prf:ref}`K-ridge`, whose bound of ours is $\\varrho(n,\\lambda)$."
        ),
        statement=(
            "«Neighbours» among the $n$ training records changes it by «sense» $«published»$ (indeed $«ours»$), for "
            "all $«m»$ and $«lamda»$."
        ),
        quantities=(TESTED, PENALTY),
        published=HSIC_TRAIN,
        ours=HSIC_TRAIN_OURS,
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
                    shorter(HSIC_TRAIN_OURS, "0.98"),
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
                mutants=(shorter(HSIC_TRAIN_OURS, "0.02"),),
            ),
            Search(
                name="step: ‖HKH‖ is at most m/2",
                worlds=({"m": 2}, {"m": 7}),
                candidates=symmetric_matrices,
                score=centred_norm,
                starts=block_matrix,
                step=flipped_entry,
                tolerance=Formula("m/2"),
                target=Target.OURS,
                mutants=(Mutant("0.49 m", check={"tolerance": Formula("0.49*m")}),),
            ),
        ),
    ),
    Claim(
        id="B-hsic-train",
        title="For a kernel of the difference of two residuals, another √2 less",
        relation=Relation.SUBSTITUTION,
        definition=(
            "In {prf:ref}`K-hsic-train`, let the residuals' kernel be a function of $r-r'$ whose slope is at most $L$."
        ),
        statement=(
            "«Neighbours» among the training records changes HSIC by «sense» $«ours»$, for all $«m»$ and $«lamda»$."
        ),
        quantities=(TESTED, PENALTY),
        ours=DIFFERENCE,
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
                    shorter(DIFFERENCE, "0.693"),
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
                mutants=(shorter(DIFFERENCE, "0.02"),),
            ),
        ),
    ),
)
