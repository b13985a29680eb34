"""Rank scores when a training record is replaced: nothing holds them, unless residuals keep their order."""

from fractions import Fraction
from typing import Any

from privcausal.claims.pairs.ridge import ridge_ours
from privcausal.claims.pairs.ridge_worlds import moved_number, nudged
from privcausal.claims.pairs.training_sensitivity_rank_worlds import (
    RANGES,
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
from privcausal.claims.sources import KUSNER
from privcausal.pairs.training_sensitivity import gap_distance, order_distance
from privcausal.privacy.price import Relation
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number


def rank_range(score: str) -> Number:
    """$\\max s-\\min s$."""
    return RANGES[score]


def nine_tenths_of_range(score: str) -> Number:
    return Fraction(9, 10) * RANGES[score]


SHORT_OF_RANGE = Mutant("nine tenths of the range", claim={"published": nine_tenths_of_range})


def gap_ours(n: Any, lamda: Any, s: Any) -> Any:
    return s * ridge_ours(n, lamda)


def tenth_of_gap(n: Any, lamda: Any, s: Any) -> Any:
    return gap_ours(n, lamda, s) / 10


def gap_of_half(n: Any, lamda: Any, s: Any) -> Any:
    return gap_ours(n, lamda, s) / 2


CLAIMS = (
    Claim(
        id="K-rank-train",
        title="One training record can move a rank score across its whole range",
        source=KUSNER,
        locator="Section 5.1",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $s$ be a rank score, $\\rho$, $\\tau$, $|\\rho|$ or $|\\tau|$, of test inputs and test "
            "residuals. Its global sensitivity to one of the $n$ training records equals the size of its range, "
            "however large $n$ is: 2 for $\\rho$ and $\\tau$, and 1 for $|\\rho|$ and $|\\tau|$."
        ),
        published=rank_range,
        at={"score": "ρ"},
        proof="proof-rank-train",
        checks=(
            Exhaustive(
                "a line turned around, in fractions",
                RANK_WORLDS,
                worst_rank_training,
                (SHORT_OF_RANGE,),
                retrained_rank_change,
            ),
            Search(
                name="retrained with a Gaussian kernel",
                worlds=tuple({"score": score, "m": 5, "n": 10, "lamda": 0.1} for score in ("ρ", "|τ|")),
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
        source="ours",
        locator="for the distance to instability of K-stable",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Under the assumptions of Theorem 5 of the source, let two test inputs have features at distance "
            "$s=\\|\\varphi(x)-\\varphi(x')\\|\\le2$. Replacing one of the $n$ training records moves the "
            "difference of their residuals by at most $s\\,\\varrho$, where $\\varrho$ bounds what it can do to "
            "one residual. So the smallest of all quotients $|r_i-r_j|/(s_{ij}\\varrho)$ is 1-sensitive, and "
            "fewer replacements than that leave every rank as it was."
        ),
        published=None,
        ours=gap_ours,
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
                mutants=(Mutant("half of it", claim={"ours": gap_of_half}),),
            ),
            Search(
                name="retrained on columns with a Gaussian kernel",
                worlds=({"n": 6, "lamda": 1.0, "s": 1.0},),
                candidates=gap_columns,
                score=retrained_gap_change,
                starts=gap_column_starts,
                step=moved_number,
                mutants=(Mutant("a tenth of it", claim={"ours": tenth_of_gap}),),
            ),
        ),
    ),
)
