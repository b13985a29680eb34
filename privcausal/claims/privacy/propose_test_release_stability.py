"""Releasing exactly what many changes would not change: distance to instability, and a stand-in for it."""

from privcausal.claims.privacy.propose_test_release_stability_worlds import (
    cube_delta,
    cube_delta_low,
    derive_stable,
    function_again,
    functions,
    one_flipped,
    refusal_again,
    simple_functions,
    worst_function,
    worst_function_low,
    worst_refusal,
    worst_refusal_too_near,
)
from privcausal.claims.sources import KUSNER
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import StableRelease
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number


def stable_published(delta: float) -> Number:
    return delta


def stable_ours(delta: float) -> Number:
    return delta / 2


def utility_published(beta: float) -> Number:
    return beta


def utility_ours(beta: float) -> Number:
    return beta / 2


# --- wrong variants that the checks must find out ------------------------------------------------------------------


def a_third(delta: float) -> Number:
    return delta / 3


LESS_THAN_HALF = Mutant("δ/3 instead of δ/2", claim={"ours": a_third})
LOW_BAR = Mutant("threshold ln(1/2δ)/ε", check={"worst": worst_function_low})

CLAIMS = (
    Claim(
        id="K-stable",
        title="What is far from any change can be released as it is",
        source=KUSNER,
        locator="Theorem 6, after Dwork and Roth, Algorithm 13",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Call a data set unstable for $f$ if some neighbour has another value, and let $d(D)$ be the number "
            "of records to replace to make $D$ unstable. Release $f(D)$ itself if "
            "$d(D)+\\mathrm{Lap}(1/\\varepsilon)>\\ln(1/\\delta)/\\varepsilon$, else $\\bot$. This is "
            "$(\\varepsilon,\\delta)$-differentially private; indeed $(\\varepsilon,\\delta/2)$."
        ),
        published=stable_published,
        ours=stable_ours,
        at={"delta": 1e-6},
        proof="proof-stable",
        subjects=(StableRelease,),
        checks=(
            Symbolic("the two cases", derive_stable, (LESS_THAN_HALF,)),
            Exhaustive(
                "every function of few records",
                tuple({"n": 6, "epsilon": e, "delta": d} for e, d in ((0.5, 0.2), (1.0, 0.05), (2.0, 1e-3))),
                worst_function,
                (LESS_THAN_HALF, LOW_BAR),
                function_again,
                ({"n": 8, "epsilon": 1.0, "delta": 0.01},),
            ),
            Search(
                name="functions of whole data sets",
                worlds=({"epsilon": 1.0, "delta": 0.05},),
                candidates=functions,
                score=cube_delta,
                mutants=(LESS_THAN_HALF, Mutant("threshold ln(1/2δ)/ε", check={"score": cube_delta_low})),
                starts=simple_functions,
                step=one_flipped,
            ),
        ),
    ),
    Claim(
        id="K-stable-utility",
        title="A stable value is nearly always released",
        source=KUSNER,
        locator="Theorem 6, second half",
        relation=Relation.SUBSTITUTION,
        statement=(
            "If replacing any $k\\ge\\dfrac{\\ln(1/\\delta)+\\ln(1/\\beta)}\\varepsilon$ records of $D$ leaves $f(D)$ "
            "as it is, the mechanism of the previous theorem refuses with probability at most $\\beta$; indeed "
            "$\\beta/2$."
        ),
        published=utility_published,
        ours=utility_ours,
        at={"beta": 0.01},
        proof="proof-stable-utility",
        checks=(
            Exhaustive(
                "every threshold",
                tuple(
                    {"a": a, "b": b, "n": 2 * (a + b) + 4, "beta": 2.0**-b}
                    for a, b in ((3, 2), (6, 4), (10, 7))
                ),
                worst_refusal,
                (Mutant("two changes too near", check={"worst": worst_refusal_too_near}),),
                refusal_again,
            ),
        ),
    ),
)
