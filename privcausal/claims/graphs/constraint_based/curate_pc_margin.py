"""CURATE's test with a margin and a coin: how often it errs, and how often the plain comparison does.

Distances are counted in units of the noise's scale Δ/ε.
"""

from typing import Any

from privcausal.claims.graphs.constraint_based.curate_pc_margin_worlds import (
    cases,
    derive_coin,
    derive_coin_sinh,
    derive_lemma,
    error_over_bound,
    error_over_tail,
    exp,
    four_standard_errors,
    keeping_at,
    one,
    plain_over_coin,
    plain_over_loaded_coin,
    simulated_error,
    simulated_error_without_coin,
    worst_keeping,
)
from privcausal.claims.sources import CURATE, THE_USERS
from privcausal.privacy.price import Relation
from privcausal.verify import Origin, Quality, Reading
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target

# --- bounds ---------------------------------------------------------------------------------------------------


def lemma_published(below: Number, above: Number) -> Any:
    r"""$\frac c2+\frac12e^{-a_1},\ c=1-\frac12e^{-a_1}-\frac12e^{-a_2},\ a_j=T\beta_j\varepsilon/\Delta$."""
    return (1 - exp(-below) / 2 - exp(-above) / 2) / 2 + exp(-below) / 2


def lemma_without_coin(below: Number, above: Number) -> Any:
    return exp(-below) / 2


def lemma_other_margin(below: Number, above: Number) -> Any:
    return (1 - exp(-below) / 2 - exp(-above) / 2) / 2 + exp(-above) / 2


# --- the claims ---------------------------------------------------------------------------------------------------

NO_COIN = Mutant("the coin forgotten", claim={"published": lemma_without_coin})
OTHER = Mutant("the other margin", claim={"published": lemma_other_margin})

CLAIMS = (
    Claim(
        id="C-lemma1",
        title="How often the test with a margin and a coin errs",
        source=CURATE,
        reading=Reading(
            Origin.PAPER,
            ("Lemma 1 (002:67-69, 115-137); the program takes c = 1"),
            Quality.RECONSTRUCTED,
            THE_USERS,
        ),
        relation=Relation.SUBSTITUTION,
        statement=(
            "A statistic $f$ of sensitivity $\\Delta$ gets Laplace noise of scale $\\Delta/\\varepsilon$. "
            "The edge is deleted if the sum exceeds $T(1+\\beta_2)$, kept if it is below $T(1-\\beta_1)$, "
            "and kept with probability $\\frac12$ in between, which happens with probability $c$. If "
            "$f>T$, it is kept with probability at most $\\frac "
            "c2+\\frac12e^{-T\\beta_1\\varepsilon/\\Delta}$; if $f<T$, it is deleted with probability at "
            "most $\\frac c2+\\frac12e^{-T\\beta_2\\varepsilon/\\Delta}$."
        ),
        published=lemma_published,
        at={"below": 1.0, "above": 1.0},
        proof="proof-lemma1",
        checks=(
            Symbolic("three integrals", derive_lemma, (NO_COIN, OTHER)),
            Exhaustive(
                "statistics at T and above, by integration",
                tuple({"below": a, "above": b} for a, b in ((1.0, 1.0), (2.0, 0.5), (0.5, 2.0), (3.0, 3.0))),
                worst_keeping,
                (NO_COIN, OTHER),
                keeping_at,
            ),
            Search(
                "any statistic, any margins, both errors",
                ({},),
                cases,
                error_over_bound,
                (Mutant("without the coin's share", check={"score": error_over_tail}),),
                tolerance=one,
            ),
        ),
    ),
    Claim(
        id="B-coin",
        title="The coin never helps",
        source="ours",
        locator="on CURATE's test",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $\\beta_1=\\beta_2=\\beta$. For every $f\\ne T$ the plain test, which deletes if $f$ plus "
            "the same noise exceeds $T$, errs no more often than the test with margin and coin, and less "
            "often by a factor $\\cosh(T\\beta\\varepsilon/\\Delta)$ where $|f-T|\\ge T\\beta$. As $f$ "
            "approaches $T$, both err with a probability that approaches $\\frac12$, whatever "
            "$\\varepsilon$ is."
        ),
        proof="proof-coin",
        checks=(
            Symbolic(
                "both sides of the margin",
                derive_coin,
                (Mutant("sinh for cosh", check={"derive": derive_coin_sinh}),),
                target=Target.OURS,
            ),
            Search(
                "any distance, any margin",
                ({},),
                cases,
                plain_over_coin,
                (Mutant("a loaded coin", check={"score": plain_over_loaded_coin}),),
                tolerance=one,
                target=Target.OURS,
            ),
            Exhaustive(
                "the test as printed, simulated",
                tuple(
                    {"margin": a, "distance": g} for a, g in ((2.0, 0.5), (2.0, 2.0), (2.0, 4.0), (0.5, 1.0))
                ),
                simulated_error,
                (Mutant("always delete in the middle", check={"worst": simulated_error_without_coin}),),
                tolerance=four_standard_errors,
                target=Target.OURS,
            ),
        ),
    ),
)
