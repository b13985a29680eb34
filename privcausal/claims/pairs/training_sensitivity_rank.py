"""Rank scores when a training record is replaced: nothing holds them, unless residuals keep their order."""

from privcausal.claims.pairs.ridge import PENALTY, VARRHO
from privcausal.claims.pairs.ridge_worlds import moved_number, nudged
from privcausal.claims.pairs.training_sensitivity_rank_worlds import (
    RANK_WORLDS,
    gap_change,
    gap_column_starts,
    gap_columns,
    gap_extremal,
    gap_sets,
    gaussian_rank_change,
    retrained_gap_change,
    retrained_rank_change,
    swung_nudge,
    swung_record,
    swung_starts,
    worst_rank_training,
)
from privcausal.claims.sources import KUSNER, kusner
from privcausal.pairs.training_sensitivity import gap_distance, order_distance
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Quality, Target, instead
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic

SHORT_OF_RANGE = instead(published="9/10")
GAP = Formula("s*rho(n, lamda)", VARRHO)


def signed_ranges(claim: Claim) -> Remainders:
    """What the same records do to a score with its sign, in fractions."""
    moved = {score: worst_rank_training(score, 5, 200, 1).value for score in ("ρ", "τ")}
    return {f"{score} with its sign": value - claim.formulas["signed"]() for score, value in moved.items()}


CLAIMS = (
    Claim(
        id="K-rank-train",
        title="One training record can move a rank score across its whole range",
        source=KUSNER,
        reading=kusner("Section 5.1 (000:181)", Quality.VERBATIM),
        relation=Relation.SUBSTITUTION,
        assumes=(
            "a number of test records for which the score can be 0: $m=4,5,8,9,\\dots$; for others the range "
            "is smaller, as $\\frac{14}{15}$ for $|\\tau|$ and $m=6$",
        ),
        definition="Let $s$ be $|\\tau|$ or $|\\rho|$ of test inputs and test residuals.",
        statement=(
            "«Neighbours» among the $n$ training records changes $s$ by «sense» $«published»$, the size of its "
            "range, and by as much as that however large $n$ is. (For $\\tau$ and $\\rho$ with their sign it "
            "is $«signed»$; this half is ours.)"
        ),
        formulas={"signed": Formula("2")},
        published=Formula("1"),
        proof="proof-rank-train",
        checks=(
            Exhaustive(
                "a line turned around, in fractions",
                RANK_WORLDS,
                worst_rank_training,
                (SHORT_OF_RANGE,),
                retrained_rank_change,
            ),
            Symbolic("with its sign", signed_ranges, (instead(signed="1"),), Target.OURS),
            Search(
                name="retrained with a Gaussian kernel",
                worlds=tuple({"score": score, "m": 5, "n": 10, "lamda": 0.1} for score in ("|ρ|", "|τ|")),
                candidates=swung_record,
                score=gaussian_rank_change,
                starts=swung_starts,
                step=swung_nudge,
                mutants=(SHORT_OF_RANGE,),
            ),
        ),
    ),
    Claim(
        id="B-gap-pairs",
        title="Residuals at neighbouring inputs move together",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let the assumptions of {prf:ref}`K-ridge` hold, whose bound of ours is $\\varrho(n,\\lambda)$, "
            "and let two test inputs have features at distance $s=\\|\\varphi(x)-\\varphi(x')\\|$."
        ),
        statement=(
            "«Neighbours» among the $n$ training records moves the difference of their residuals by «sense» "
            "$«ours»$, for $«lamda»$. So the smallest of all quotients of two residuals' distance and "
            "$s_{ij}\\varrho$ has sensitivity one, and fewer replacements than that leave every rank as it was."
        ),
        quantities=(PENALTY,),
        ours=GAP,
        at={"n": 1000, "lamda": 0.01, "s": 0.1},
        proof="proof-gap-pairs",
        subjects=(order_distance, gap_distance),
        depends=("K-ridge", "K-stable", "B-gap"),
        checks=(
            Search(
                name="retrained in three dimensions",
                worlds=({"n": 10**6, "lamda": 0.1, "s": 0.1},),
                candidates=gap_sets,
                score=gap_change,
                starts=gap_extremal,
                step=nudged,
                mutants=(instead(ours="s*rho(n, lamda)/2", where=VARRHO),),
            ),
            Search(
                name="retrained on columns with a Gaussian kernel",
                worlds=({"n": 6, "lamda": 1.0, "s": 1.0},),
                candidates=gap_columns,
                score=retrained_gap_change,
                starts=gap_column_starts,
                step=moved_number,
                mutants=(instead(ours="s*rho(n, lamda)/10", where=VARRHO),),
            ),
        ),
    ),
)
