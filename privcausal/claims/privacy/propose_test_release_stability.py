"""Releasing exactly what many changes would not change: distance to instability, and a stand-in for it."""

from privcausal.claims.privacy.propose_test_release_stability_worlds import (
    cube_delta,
    cube_delta_low,
    derive_stable,
    derive_utility,
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
from privcausal.claims.sources import KUSNER, kusner
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import StableRelease
from privcausal.verify import Claim, Consequence, Formula, Mutant, Quality, Target, instead
from privcausal.verify.checks.exhaustive import Exhaustive
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic

LESS_THAN_HALF = instead(ours="delta/3")
LOW_BAR = Mutant("threshold ln(1/2δ)/ε", check={"worst": worst_function_low})

CLAIMS = (
    Claim(
        id="K-stable",
        title="What is far from any change can be released as it is",
        source=KUSNER,
        reading=kusner(
            "Theorem 6 with Definition 4 (000:227), quoting a textbook's algorithm that we have not read",
            Quality.RECONSTRUCTED,
        ),
        consequence=Consequence(
            cost="A factor of 2 in $\\delta$.",
            sure="Fairly sure: noise and threshold are the standard ones, and ours to supply.",
        ),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Call a data set unstable for $f$ if some neighbour has another value, and let $d(D)$ be the number of "
            "records to replace to make $D$ unstable, 0 if it is. Release $f(D)$ itself if "
            "$d(D)+\\mathrm{Lap}(1/\\varepsilon)>\\ln(1/\\delta)/\\varepsilon$, else $\\bot$."
        ),
        statement=(
            "The second parameter that this needs at $\\varepsilon$ is «sense» $«published»$, so it is "
            "$(\\varepsilon,«published»)$-differentially private; indeed $(\\varepsilon,«ours»)$."
        ),
        published=Formula("delta"),
        ours=Formula("delta/2"),
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
        reading=kusner("Theorem 6, second sentence (000:227)", Quality.RECONSTRUCTED),
        consequence=Consequence(
            cost="Nothing: it is twice as good as said.",
            sure="Fairly sure. Definition 4 as printed asks for exactly $k$ changed records, and then the "
            "sentence fails for a value that differs at distance 1 and agrees at $k$; we read: up to $k$.",
        ),
        relation=Relation.SUBSTITUTION,
        definition="Call $f(D)$ $k$-stable if no replacement of up to $k$ records changes it.",
        statement=(
            "If $f(D)$ is $k$-stable for a whole $k$ not below $«far»$, the mechanism of {prf:ref}`K-stable` "
            "refuses with a probability of «sense» $«published»$; indeed $«ours»$."
        ),
        formulas={"far": Formula("(log(1/delta) + log(1/beta))/epsilon")},
        published=Formula("beta"),
        ours=Formula("beta/2"),
        at={"beta": 0.01},
        proof="proof-stable-utility",
        checks=(
            Symbolic(
                "the tail at that distance",
                derive_utility,
                (instead(far="log(1/delta)/epsilon"),),
                Target.OURS,
            ),
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
