"""How well the exponential mechanism chooses: the tail, the average, and the assumption it needs."""

import math
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy
from scipy.special import log_softmax

from privcausal.claims.functions import lambert, steady
from privcausal.claims.privacy.exponential import DOUBLING, RATE
from privcausal.claims.sources import PAGE
from privcausal.privacy.exponential import shortfall_bound
from privcausal.verify import (
    Claim,
    Consequence,
    Formula,
    Quality,
    Target,
    by_us,
    instead,
    mutant,
    real,
    worlds,
)
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, space, worst_of

GAPS = space.record(
    near=space.real(0, 1).up_to(3), far=space.real(0, 12).up_to(4), best=space.real(1e-6, 0.5)
)
"""How far outputs lie below the best score, near ones as parts of t, far ones in units of 1/ε beyond."""

STRAINED = {"near": [1.0], "far": [0.0], "best": 1e-6}
"""Nearly all that is near has the lowest allowed score, and so has all that is far."""

# --- how good the choice is -----------------------------------------------------------------------------------


def worst_tail(t: int, mass: Fraction, outputs: int, top: int) -> Extreme:
    """All tables of whole scores with this share above OPT − t: the largest P[q ≤ OPT − 2t], exactly."""

    def chance(table: dict[str, Any]) -> Fraction:
        near = Fraction(sum(score > top - t for score in table["scores"]), outputs)
        return tail(table, t) if near == mass else Fraction(0)

    tables = product(range(top + 1), repeat=outputs)
    return worst_of(({"scores": list(s)} for s in tables if max(s) == top), chance)


def tail(pair: dict[str, Any], t: int) -> Fraction:
    low = [score <= max(pair["scores"]) - 2 * t for score in pair["scores"]]
    weights = [Fraction(2) ** score for score in pair["scores"]]
    return Fraction(sum(w for w, is_low in zip(weights, low, strict=True) if is_low), sum(weights))


def laid_out(case: dict[str, Any], t: float, mass: float, nearest_far: float, epsilon: float) -> Any:
    """Gaps and base weights: a little of the share `mass` sits at the very top, the rest of it within t."""
    near, far = np.array(case["near"]), np.array(case["far"])
    gaps = np.concatenate([[0.0], 0.999_999 * t * near, nearest_far + far / epsilon])
    weights = np.concatenate(
        [
            [mass * case["best"]],
            np.full(len(near), mass * (1 - case["best"]) / len(near)),
            np.full(len(far), (1 - mass) / len(far)),
        ]
    )
    return gaps, weights


def law(gaps: Any, weights: Any, epsilon: float) -> Any:
    return np.exp(log_softmax(-epsilon * gaps + np.log(weights)))


def tail_score(case: dict[str, Any], epsilon: float, t: float, mass: float) -> float:
    gaps, weights = laid_out(case, t, mass, 2 * t, epsilon)
    return steady(law(gaps, weights, epsilon)[gaps >= 2 * t].sum())


def shortfall(case: dict[str, Any], epsilon: float, t: float, mass: float) -> float:
    """OPT − E[q]; all outputs not within t can lie anywhere below."""
    gaps, weights = laid_out(case, t, mass, t, epsilon)
    return steady(law(gaps, weights, epsilon) @ gaps)


def extreme_gaps(mass: float) -> space.Space:
    """The far outputs are where the proof says that they hurt most."""
    return GAPS.starting({**STRAINED, "far": [1 + lambert((1 - mass) / (math.e * mass))]})


def derive_shortfall(claim: Claim) -> Remainders:
    """The three steps of the proof, with x the gap in units of 1/ε and λ the claimed shortfall."""
    x, t, mass, epsilon, level = sympy.symbols("x t s epsilon lambda", positive=True)
    excess = sympy.expand(epsilon * claim.stated["ours"](epsilon=epsilon, t=t, mass=mass)) - epsilon * t
    height = (x - level) * sympy.exp(-x)
    return {
        "(x − λ)exp(−x) is highest at x = 1 + λ": sympy.diff(height, x).subs(x, 1 + level),
        "where it is exp(−1 − λ)": height.subs(x, 1 + level) - sympy.exp(-1 - level),
        "W of what makes the near and the far part cancel": excess.args[0] - (1 - mass) / (sympy.E * mass),
        "the simpler form, at the edge of its proof": claim.formulas["simple"](
            epsilon=epsilon, t=t, mass=mass
        )
        - t
        + sympy.log(mass) / epsilon,
    }


TWO = space.record(part=space.real(0.01, 1), gap=space.real(0.1, 5), mass=space.real(0.05, 0.95)).starting(
    {"part": 1.0, "gap": 1.0, "mass": 0.5}
)
"""Two outputs: the best score as a part of what the condition allows, and how far the other lies below.

An evident witness has equal weights, one point apart.
"""


def shortfall_of_two(case: dict[str, Any], t: float, epsilon: float) -> float:
    """Scores OPT and OPT − gap, with OPT so small that the condition on t holds: 0 if t is not below the gap."""
    if case["gap"] <= t:
        return 0.0
    gaps, weights = np.array([0.0, case["gap"]]), np.array([case["mass"], 1 - case["mass"]])
    best = case["part"] * t * case["mass"] * math.exp(epsilon * t)
    scores = best - gaps
    return steady(best - law(-scores, weights, epsilon) @ scores)


def shortfall_of_two_positive(case: dict[str, Any], t: float, epsilon: float) -> float:
    """The same with the assumption that the statement lacks: no score below 0."""
    best = case["part"] * t * case["mass"] * math.exp(epsilon * t)
    return shortfall_of_two({**case, "gap": min(case["gap"], best)}, t, epsilon)


def shortfall_positive(case: dict[str, Any], epsilon: float, t: float) -> float:
    """Scores ≥ 0 whose OPT is `times` t; the share near OPT is the smallest that the condition allows."""
    best = case["times"] * t
    mass = case["times"] * math.exp(-epsilon * t)
    if mass >= 1:
        return 0.0
    gaps, weights = laid_out(case, t, mass, t, epsilon)
    return steady(law(np.minimum(gaps, best), weights, epsilon) @ np.minimum(gaps, best))


def positive_tables(t: float, epsilon: float) -> space.Space:
    """Tables whose best score is so many times t; far outputs start where `B-accuracy` has its extreme, too."""
    extreme = 1 + lambert((math.exp(epsilon * t) / 2 - 1) / math.e)
    starts = [
        {**STRAINED, "far": [0.8 * t], "times": 1.7},
        {**STRAINED, "far": [0.8 * t], "times": 2.0},
        {**STRAINED, "far": [0.8 * t], "times": 2.5},
        {"near": [1.0], "far": [extreme], "best": 1e-50, "times": 2.0},
    ]
    kinds = {**GAPS.kinds, "best": space.real(1e-60, 0.5), "times": space.real(1, 4)}
    return space.record(**kinds).starting(*starts)


NO_SHARE = instead(published="exp(-epsilon*t)")
THREE_FOR_E = instead(ours="t + W((1 - mass)/(3*mass))/epsilon")
POSITIVE = real("t", above=0)

CLAIMS = (
    Claim(
        id="X-lemma",
        title="Bad outputs are rare if good ones are not",
        kind="lemma",
        **PAGE("30-44"),
        relation=None,
        definition=(
            "Let $\\mu$ be a probability, $\\mathrm{OPT}=\\sup_r q(d,r)$ finite, "
            "$S_t=\\{r:q(d,r)>\\mathrm{OPT}-t\\}$ and $s=\\mu(S_t)$. Choose by $e^{\\theta q}\\mu$, "
            "and call an output bad if $q\\le\\mathrm{OPT}-2t$."
        ),
        statement=(
            "For all $«epsilon»$, $«t»$ and $«mass»$ the output is bad with probability «sense» "
            "$«published»$."
        ),
        quantities=(RATE, POSITIVE, real("mass", above=0, letter="s")),
        published=Formula("exp(-epsilon*t)/mass"),
        at={"epsilon": 1, "t": 5, "mass": 0.1},
        proof="proof-lemma",
        checks=(
            Exhaustive(
                "all tables of scores",
                tuple(
                    {"epsilon": DOUBLING, "t": t, "mass": Fraction(near, k), "outputs": k, "top": 2 * t}
                    for t, k in ((1, 8), (2, 5), (3, 4))
                    for near in range(1, k)
                ),
                worst_tail,
                (NO_SHARE,),
                tail,
            ),
            Search(
                "hill climbing over gaps",
                worlds("epsilon t mass", (1.0, 1.0, 0.5), (1.0, 3.0, 0.2), (1.0, 8.0, 0.01)),
                GAPS.starting(STRAINED),
                tail_score,
                (NO_SHARE,),
            ),
        ),
    ),
    Claim(
        id="X-accuracy",
        title="On average the choice is within 3t of the best, for scores of at least 0",
        **PAGE("40-42; the set of scores is lost in lines 13 and 14", Quality.RECONSTRUCTED),
        relation=None,
        definition=(
            "Let $q\\ge0$, $\\mathrm{OPT}=\\sup_rq(d,r)>0$, $\\mu$ a probability, call "
            "$\\mathrm{OPT}-E[q]$ the shortfall, and let $t$ be so large that "
            "$t\\ge\\frac1\\theta\\ln\\frac{\\mathrm{OPT}}{t\\,\\mu(S_t)}$. Choose by "
            "$e^{\\theta q}\\mu$."
        ),
        statement="For all such $«t»$ the shortfall is «sense» $«published»$, indeed $«ours»$.",
        quantities=(POSITIVE,),
        assumes=("scores of at least 0, as the page's proof uses them: with scores below 0 it fails",),
        consequence=Consequence(
            cost="Nothing: at worst an assumption that is missing on an encyclopaedia's page.",
            certain="Unsure: the set in which scores lie is among the symbols that our copy has lost.",
            repair="the exact answer for any scores is {prf:ref}`B-accuracy`",
        ),
        published=Formula("3*t"),
        ours=Formula("2*t"),
        at={"t": 1},
        proof="proof-accuracy-positive",
        depends=("X-lemma", "B-accuracy"),
        checks=(
            Search(
                "hill climbing over gaps",
                worlds("epsilon t", (1.0, 3.0), (1.0, 10.0), (0.5, 60.0), (1.0, 100.0)),
                positive_tables,
                shortfall_positive,
                (instead(published="t"), instead(ours="t"), instead(ours="19*t/10")),
            ),
            Search(
                "two outputs",
                worlds("t epsilon", (0.05, 1.0), (3.0, 1.0)),
                TWO,
                shortfall_of_two_positive,
                (mutant("scores below 0 allowed", score=shortfall_of_two),),
            ),
        ),
    ),
    by_us(
        id="B-accuracy",
        title="How far below the best the choice falls, for any score and exactly",
        place=(
            "the simpler form at t = 0 is known (Bassily and others, 2016), and the extremal case from McKenna and "
            "Sheldon (2020); the closed form we have not found"
        ),
        relation=None,
        definition=(
            "Let $\\mu$ be a probability, $\\mathrm{OPT}=\\sup_rq(d,r)$ finite and "
            "$s=\\mu\\{r:q(d,r)\\ge\\mathrm{OPT}-t\\}$. Choose by $e^{\\theta q}\\mu$, and call "
            "$\\mathrm{OPT}-E[q]$ the shortfall; $W$ is Lambert's function, $W(x)e^{W(x)}=x$."
        ),
        statement=(
            "For all $«epsilon»$, $«t»$ and $«mass»$ the shortfall is «sense» $«ours»$, and "
            "that is «sense» $«simple»$."
        ),
        quantities=(RATE, real("t", at_least=0), real("mass", above=0, letter="s")),
        formulas={"simple": Formula("t + log(1/mass)/epsilon")},
        ours=Formula("t + W((1 - mass)/(e*mass))/epsilon"),
        at={"epsilon": 1, "t": 1, "mass": 0.01},
        subjects=(shortfall_bound,),
        checks=(
            Search(
                "hill climbing over gaps",
                worlds(
                    "epsilon t mass", (1.0, 0.0, 0.5), (1.0, 0.0, 0.01), (2.0, 0.0, 0.001), (1.0, 2.0, 0.1)
                ),
                extreme_gaps,
                shortfall,
                (THREE_FOR_E,),
            ),
            Symbolic("the steps of the proof", derive_shortfall, (THREE_FOR_E,), target=Target.OURS),
        ),
    ),
)
