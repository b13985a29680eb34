"""AboveThreshold: the exact price of a yes, with the noise where it belongs and where it does not."""

from fractions import Fraction
from typing import Any

from privcausal.claims.privacy.above_threshold_streams import (
    pattern_loss,
    patterns,
    replayed_loss,
    streams,
    svt_loss,
    svt_loss_of_two,
    worst_stream,
)
from privcausal.claims.privacy.above_threshold_worlds import (
    above_threshold,
    best_one_sided,
    derive_one_sided,
    derive_svt,
    exhibit,
    gaussian_refresh,
    never_stops,
    no_query_noise,
    no_threshold_noise,
    one_sided_passes,
    twenty_for_one,
    twenty_passes,
    value_published,
)
from privcausal.claims.sources import PRIV_PC
from privcausal.privacy.above_threshold import AboveThreshold
from privcausal.privacy.price import Relation
from privcausal.verify.audit import Audit
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target

# --- bounds: as published, and ours ------------------------------------------------------------------------


def svt_published(epsilon: float) -> Number:
    return epsilon


def svt_ours(a: float, b: float, passes: int) -> Number:
    r"""$\frac1a+\frac{2c}b$."""
    return Fraction(1) / a + Fraction(2) * passes / b


# --- wrong variants that the checks must find out -----------------------------------------------------------


def two_thirds(epsilon: float) -> Number:
    return Fraction(2, 3) * Fraction(epsilon)


def almost(epsilon: float) -> Number:
    return Fraction(999, 1000) * Fraction(epsilon)


def threshold_for_free(epsilon: float) -> Any:
    return epsilon / 2


def one_shift_per_yes(a: float, b: float, passes: int) -> Number:
    return Fraction(1) / a + Fraction(1) * passes / b


def noise_of_one_yes(a: float, b: float, passes: int) -> Number:
    return Fraction(1) / a + Fraction(2) / b


TWO_THIRDS = Mutant("two thirds of ε", claim={"published": two_thirds})
ALMOST = Mutant("a thousandth less than ε", claim={"published": almost})
TWO_RECORDS = Mutant("two records replaced instead of one", check={"score": svt_loss_of_two})
FREE_THRESHOLD = Mutant("the threshold costs nothing", claim={"published": threshold_for_free})
BARE_QUERIES = Mutant("no noise on the queries", check={"sample": no_query_noise})
NO_STOP = Mutant("no stop after a yes", check={"sample": never_stops})
ONE_SHIFT = Mutant("a yes hides one Δ, not two", claim={"ours": one_shift_per_yes})
NOISE_OF_ONE = Mutant("every yes after the first is free", claim={"ours": noise_of_one_yes})

CLAIMS = (
    Claim(
        id="P-svt",
        title="Only the first yes is paid for",
        source=PRIV_PC,
        locator="Algorithm 1, the sieve on all records",
        relation=Relation.SUBSTITUTION,
        statement=(
            "One record moves each of the queries $f_1,f_2,\\dots$ by at most $\\Delta$. Draw "
            "$\\hat T=T+\\mathrm{Lap}(2\\Delta/\\varepsilon)$ once. Answer query after query "
            "whether $f_i(D)+\\mathrm{Lap}(4\\Delta/\\varepsilon)\\ge\\hat T$, and stop after the first yes. "
            "All answers together are $(\\varepsilon,0)$-differentially private, however many they are, even if each "
            "query is chosen after seeing the answers before."
        ),
        published=svt_published,
        at={"epsilon": 1},
        proof="proof-svt",
        checks=(
            Symbolic("the two shifts", derive_svt, (FREE_THRESHOLD,)),
            Exhaustive(
                "all short streams on a grid",
                tuple(
                    {"epsilon": epsilon, "queries": queries} for epsilon in (1, 4) for queries in (1, 2, 3)
                ),
                worst_stream,
                (TWO_THIRDS,),
                replayed_loss,
            ),
            Search(
                name="streams, integrated",
                worlds=({"epsilon": 1}, {"epsilon": 4}),
                candidates=streams,
                score=svt_loss,
                mutants=(ALMOST, TWO_RECORDS),
            ),
            Audit(
                "stream of nine queries",
                ({"epsilon": 1.0}, {"epsilon": 2.0}),
                above_threshold,
                (FREE_THRESHOLD, BARE_QUERIES, NO_STOP),
            ),
        ),
    ),
    Claim(
        id="B-svt-noise",
        title="Any split, any number of yes, and noise on one side only",
        source="ours",
        locator="with scales of one's own choice",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let the threshold's noise have scale $a\\Delta$ and each query's noise scale $b\\Delta$, both Laplace, or "
            "both exponential (one-sided, never negative). Stop after the $c$-th yes. All answers together are "
            "$\\bigl(\\frac1a+\\frac{2c}b,0\\bigr)$-differentially private, and for no smaller $\\varepsilon$."
        ),
        ours=svt_ours,
        at={"a": 2, "b": 4, "passes": 1},
        proof="proof-svt-noise",
        depends=("P-svt",),
        subjects=(AboveThreshold,),
        checks=(
            Symbolic("a no and a yes, in closed form", derive_one_sided, (ONE_SHIFT,), target=Target.OURS),
            Search(
                name="streams and answers, integrated",
                worlds=(
                    {"a": 2, "b": 4, "passes": 1},
                    {"a": 1, "b": 5, "passes": 3},
                ),
                candidates=patterns,
                score=pattern_loss,
                mutants=(ONE_SHIFT, NOISE_OF_ONE),
            ),
            Audit(
                "one-sided noise, three yes",
                ({"a": 2.0, "b": 6.0, "passes": 3},),
                one_sided_passes,
                (Mutant("twenty yes for the price of three", check={"sample": twenty_passes}),),
            ),
        ),
    ),
)


EXHIBITS = (
    exhibit(
        "AboveThreshold", "threshold and queries noisy, stops after a yes", 1.0, above_threshold, honest=True
    ),
    exhibit(
        "AboveThreshold, one-sided noise", "exponential noise, best split", 1.0, best_one_sided, honest=True
    ),
    exhibit("AboveThreshold, no query noise", "noise on the threshold only", 1.0, no_query_noise),
    exhibit("AboveThreshold, no threshold noise", "noise on the queries only", 2.0, no_threshold_noise),
    exhibit(
        "AboveThreshold, never stopping", "answers on after a yes, with the noise of one", 1.0, never_stops
    ),
    exhibit("AboveThreshold, twenty for one", "twenty yes with the noise of one", 1.0, twenty_for_one),
    exhibit(
        "AboveThreshold, value published",
        "the noisy answer that passed is released too",
        2.0,
        value_published,
    ),
    exhibit(
        "AboveThreshold, Gaussian threshold", "Gaussian noise of the Laplace scale", 4.0, gaussian_refresh
    ),
)
