"""CURATE's test with a margin and a coin: how often it errs, and how often the plain comparison does.

Distances are counted in units of the noise's scale Δ/ε.
"""

from functools import partial

from privcausal.claims.functions import exp
from privcausal.claims.graphs.constraint_based.curate_pc_margin_worlds import (
    cases,
    derive_coin,
    derive_lemma,
    error_over_bound,
    error_over_tail,
    keeping_at,
    plain_over_coin,
    simulated_error,
    worst_keeping,
)
from privcausal.claims.sources import CURATE, THE_USERS
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Number, Origin, Quality, Reading, Target, instead, real
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic


def middle(below: Number, above: Number) -> Number:
    """The chance c of the middle branch where the statistic is the threshold; margins in units of the noise."""
    return 1 - exp(-below) / 2 - exp(-above) / 2


def cosh(x: Number) -> Number:
    return (exp(x) + exp(-x)) / 2


MIDDLE = {"c": (middle, "c")}
LEMMA = Formula("c(below, above)/2 + exp(-below)/2", MIDDLE)

NO_COIN = instead(published="exp(-below)/2")
OTHER = instead(published="c(below, above)/2 + exp(-above)/2", where=MIDDLE)

CLAIMS = (
    Claim(
        id="C-lemma1",
        title="How often the test with a margin and a coin errs",
        source=CURATE,
        reading=Reading(
            Origin.PAPER,
            "Lemma 1 (002:67-69, 115-137); the program takes c = 1",
            Quality.RECONSTRUCTED,
            THE_USERS,
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "A statistic $f$ of sensitivity $\\Delta$ gets Laplace noise of scale $\\Delta/\\varepsilon$. The "
            "edge is deleted if the sum exceeds $T(1+\\beta_2)$ and kept if it is below $T(1-\\beta_1)$. What "
            "lies in between happens with probability $c$."
        ),
        statement=(
            "In between, let the edge be kept with probability $«coin»$. If $f$ lies above $T$, it is kept with "
            "probability «sense» $«published»$; if $f$ lies below $T$, it is deleted with probability «sense» "
            "$«deleted»$."
        ),
        quantities=(
            real("below", letter="T\\beta_1\\varepsilon/\\Delta"),
            real("above", letter="T\\beta_2\\varepsilon/\\Delta"),
        ),
        formulas={"coin": Formula("1/2"), "deleted": Formula("c(below, above)/2 + exp(-above)/2", MIDDLE)},
        published=LEMMA,
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
                tolerance=Formula("1"),
            ),
        ),
    ),
    Claim(
        id="B-coin",
        title="The coin never helps",
        reading=Reading(Origin.OURS, "on CURATE's test"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let $\\beta_1=\\beta_2=\\beta$ in {prf:ref}`C-lemma1`. The plain test deletes if $f$ plus the same "
            "noise exceeds $T$."
        ),
        statement=(
            "Wherever $f$ is, but for $T$ itself, the plain test errs as often as the test with margin and "
            "coin, or less often; beyond the margins less often by a factor $«factor»$. As $f$ approaches $T$, "
            "both err with a probability that approaches $«limit»$, whatever $\\varepsilon$ is."
        ),
        quantities=(real("a", letter="T\\beta\\varepsilon/\\Delta"),),
        formulas={"factor": Formula("cosh(a)", {"cosh": (cosh, r"\cosh({0})")}), "limit": Formula("1/2")},
        proof="proof-coin",
        checks=(
            Symbolic(
                "both sides of the margin",
                derive_coin,
                (instead(factor="(exp(a) - exp(-a))/2"),),
                target=Target.OURS,
            ),
            Search(
                "any distance, any margin",
                ({},),
                cases,
                plain_over_coin,
                (Mutant("a loaded coin", check={"score": partial(plain_over_coin, coin=0.25)}),),
                tolerance=Formula("1"),
                target=Target.OURS,
            ),
            Exhaustive(
                "the test as printed, simulated",
                tuple(
                    {"margin": a, "distance": g} for a, g in ((2.0, 0.5), (2.0, 2.0), (2.0, 4.0), (0.5, 1.0))
                ),
                simulated_error,
                (Mutant("always delete in the middle", check={"worst": partial(simulated_error, coin=0.0)}),),
                tolerance=Formula("4"),
                target=Target.OURS,
            ),
        ),
    ),
)
