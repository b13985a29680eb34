"""How well the exponential mechanism chooses: the tail, the average, and the assumption it needs."""

import math
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st
from scipy.special import log_softmax

from privcausal.claims.exponential import SOURCE
from privcausal.claims.exponential.functions import exp, lambert, ln, steady
from privcausal.privacy.choosing import shortfall_bound
from privcausal.privacy.neighbours import Relation
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target
from privcausal.verify.exhaustive import Exhaustive, Extreme
from privcausal.verify.search import Search
from privcausal.verify.symbolic import Remainders, Symbolic

DOUBLING = math.log(2)
"""At this ε one point of score doubles a weight, so that whole scores give exact fractions."""


def lemma_published(epsilon: Any, t: Any, mass: Any) -> Any:
    r"""$\dfrac{e^{-\varepsilon t}}{\mu(S_t)}$."""
    return exp(-epsilon * t) / mass


def shortfall_published(t: float) -> Number:
    return 3 * t


def shortfall_positive_ours(t: float) -> Number:
    return 2 * t


def shortfall_ours(epsilon: Any, t: Any, mass: Any) -> Any:
    r"""$t+\dfrac1\varepsilon W\!\left(\dfrac{1-s}{e\,s}\right)$."""
    return t + lambert(exp(ln((1 - mass) / mass) - 1)) / epsilon


# --- how good the choice is -----------------------------------------------------------------------------------


def worst_tail(epsilon: float, t: int, mass: Fraction, outputs: int, top: int) -> Extreme:
    """All tables of whole scores with this share above OPT − t: the largest P[q ≤ OPT − 2t], exactly."""
    worst = Extreme(Fraction(0), {}, 0)
    tables = [s for s in product(range(top + 1), repeat=outputs) if max(s) == top]
    for scores in tables:
        if Fraction(sum(score > top - t for score in scores), outputs) == mass:
            chance = tail(None, {"scores": list(scores)}, epsilon, t, mass, outputs, top)
            worst = max(worst, Extreme(chance, {"scores": list(scores)}, len(tables)), key=lambda e: e.value)
    return Extreme(worst.value, worst.witness, len(tables))


def tail(
    claim: Any, pair: dict[str, Any], epsilon: float, t: int, mass: Any, outputs: int, top: int
) -> Fraction:
    low = [score <= max(pair["scores"]) - 2 * t for score in pair["scores"]]
    weights = [Fraction(2) ** score for score in pair["scores"]]
    return Fraction(sum(w for w, is_low in zip(weights, low, strict=True) if is_low), sum(weights))


def gap_tables(**_: Any) -> st.SearchStrategy[dict[str, Any]]:
    """How far outputs lie below the best score, near ones as parts of t, far ones in units of 1/ε beyond."""
    near, far = st.floats(0, 1), st.floats(0, 12)
    return st.fixed_dictionaries(
        {
            "near": st.lists(near, min_size=1, max_size=3),
            "far": st.lists(far, min_size=1, max_size=4),
            "best": st.floats(1e-6, 0.5),
        }
    )


def step_gaps(case: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    name = ("near", "far")[rng.integers(2)]
    column, place = list(case[name]), int(rng.integers(len(case[name])))
    high = 1.0 if name == "near" else 12.0
    column[place] = float(np.clip(column[place] + rng.normal(0, high / 20), 0, high))
    return {**case, name: column}


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


def tail_score(claim: Claim, case: dict[str, Any], epsilon: float, t: float, mass: float) -> float:
    gaps, weights = laid_out(case, t, mass, 2 * t, epsilon)
    return steady(law(gaps, weights, epsilon)[gaps >= 2 * t].sum())


def strained_tails(**_: Any) -> list[dict[str, Any]]:
    """Nearly all that is near stands as low as it may, and so does all that is far."""
    return [{"near": [1.0], "far": [0.0], "best": 1e-6}]


def shortfall(claim: Claim, case: dict[str, Any], epsilon: float, t: float, mass: float) -> float:
    """OPT − E[q]; what is not within t may lie anywhere below."""
    gaps, weights = laid_out(case, t, mass, t, epsilon)
    return steady(law(gaps, weights, epsilon) @ gaps)


def extreme_gaps(epsilon: float, t: float, mass: float) -> list[dict[str, Any]]:
    """The far outputs stand where the proof says that they hurt most."""
    return [{"near": [1.0], "far": [1 + lambert((1 - mass) / (math.e * mass))], "best": 1e-6}]


def derive_shortfall(claim: Claim) -> Remainders:
    """The three steps of the proof, with x the gap in units of 1/ε and λ the claimed shortfall."""
    x, t, mass, epsilon, level = sympy.symbols("x t s epsilon lambda", positive=True)
    assert claim.ours is not None
    excess = sympy.expand(epsilon * claim.ours(epsilon, t, mass)) - epsilon * t
    height = (x - level) * sympy.exp(-x)
    return {
        "(x − λ)exp(−x) is highest at x = 1 + λ": sympy.diff(height, x).subs(x, 1 + level),
        "where it is exp(−1 − λ)": height.subs(x, 1 + level) - sympy.exp(-1 - level),
        "W of what makes the near and the far part cancel": excess.args[0] - (1 - mass) / (sympy.E * mass),
    }


def any_scores(t: float, epsilon: float) -> st.SearchStrategy[dict[str, Any]]:
    """Two outputs: the best score as a part of what the condition allows, and how far the other lies below."""
    return st.fixed_dictionaries(
        {"part": st.floats(0.01, 1), "gap": st.floats(0.1, 5), "mass": st.floats(0.05, 0.95)}
    )


def shortfall_of_two(claim: Claim, case: dict[str, Any], t: float, epsilon: float) -> float:
    """Scores OPT and OPT − gap, with OPT so small that the condition on t holds: 0 if t is not below the gap."""
    if case["gap"] <= t:
        return 0.0
    gaps, weights = np.array([0.0, case["gap"]]), np.array([case["mass"], 1 - case["mass"]])
    best = case["part"] * t * case["mass"] * math.exp(epsilon * t)
    scores = best - gaps
    return steady(best - law(-scores, weights, epsilon) @ scores)


def step_two(case: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    return {**case, "gap": float(np.clip(case["gap"] + rng.normal(0, 0.2), 0.1, 5))}


def an_evident_witness(t: float, epsilon: float) -> list[dict[str, Any]]:
    """Two outputs of equal weight, one point apart."""
    return [{"part": 1.0, "gap": 1.0, "mass": 0.5}]


def shortfall_of_two_positive(claim: Claim, case: dict[str, Any], t: float, epsilon: float) -> float:
    """The same with the assumption that the statement lacks: no score below 0."""
    best = case["part"] * t * case["mass"] * math.exp(epsilon * t)
    return shortfall_of_two(claim, {**case, "gap": min(case["gap"], best)}, t, epsilon)


def shortfall_positive(claim: Claim, case: dict[str, Any], epsilon: float, t: float) -> float:
    """Scores ≥ 0 whose OPT is `times` t; the share near OPT is the smallest that the condition allows."""
    best = case["times"] * t
    mass = case["times"] * math.exp(-epsilon * t)
    if mass >= 1:
        return 0.0
    gaps, weights = laid_out(case, t, mass, t, epsilon)
    return steady(law(np.minimum(gaps, best), weights, epsilon) @ np.minimum(gaps, best))


def positive_tables(**_: Any) -> st.SearchStrategy[dict[str, Any]]:
    times = st.fixed_dictionaries({"times": st.floats(1, 4)})
    return st.tuples(gap_tables(), times).map(lambda both: {**both[0], **both[1]})


def strained_positive(epsilon: float, t: float) -> list[dict[str, Any]]:
    return [
        {"near": [1.0], "far": [max(0.0, 0.8 * t)], "best": 1e-6, "times": times} for times in (1.7, 2.0, 2.5)
    ]


# --- wrong variants that the checks must find out -----------------------------------------------------------


def lemma_without_share(epsilon: Any, t: Any, mass: Any) -> Any:
    return exp(-epsilon * t)


def shortfall_without_e(epsilon: Any, t: Any, mass: Any) -> Any:
    return t + lambert((1 - mass) / (3 * mass)) / epsilon


def once_t(t: float) -> Number:
    return t


NO_SHARE = Mutant("without dividing by the share", claim={"published": lemma_without_share})
THREE_FOR_E = Mutant("3 instead of e", claim={"ours": shortfall_without_e})
T_FOR_3T = Mutant("t instead of 3t", claim={"published": once_t})
SCORES_BELOW_ZERO = Mutant("scores below 0 allowed", check={"score": shortfall_of_two})
T_FOR_2T = Mutant("t instead of 2t", claim={"ours": once_t})


CLAIMS = (
    Claim(
        id="X-lemma",
        title="Bad outputs are rare if good ones are not",
        kind="lemma",
        source=SOURCE,
        locator="the lemma on accuracy",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $\\mu$ be a probability and $\\mathrm{OPT}=\\sup_r q(d,r)$ finite. For $t>0$ let "
            "$S_t=\\{r:q(d,r)>\\mathrm{OPT}-t\\}$ have positive measure. Choosing by $e^{\\varepsilon q}\\mu$ gives "
            "$P\\bigl[q\\le\\mathrm{OPT}-2t\\bigr]\\le\\dfrac{e^{-\\varepsilon t}}{\\mu(S_t)}$."
        ),
        published=lemma_published,
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
                name="hill climbing over gaps",
                worlds=tuple(
                    {"epsilon": 1.0, "t": t, "mass": mass}
                    for t, mass in ((1.0, 0.5), (3.0, 0.2), (8.0, 0.01))
                ),
                candidates=gap_tables,
                score=tail_score,
                starts=strained_tails,
                step=step_gaps,
                mutants=(NO_SHARE,),
            ),
        ),
    ),
    Claim(
        id="X-accuracy",
        title="On average the choice is within 3t of the best, for any score",
        source=SOURCE,
        locator="the theorem on accuracy",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $q$ be any real score with $\\mathrm{OPT}=\\sup_rq(d,r)>0$, and $\\mu$ a probability. For those "
            "$t>0$ with $t\\ge\\frac1\\varepsilon\\ln\\frac{\\mathrm{OPT}}{t\\,\\mu(S_t)}$, choosing by "
            "$e^{\\varepsilon q}\\mu$ gives $\\mathrm{OPT}-E[q]\\le 3t$."
        ),
        published=shortfall_published,
        at={"t": 1},
        depends=("X-lemma",),
        checks=(
            Search(
                name="two outputs",
                worlds=({"t": 0.05, "epsilon": 1.0}, {"t": 0.02, "epsilon": 2.0}),
                candidates=any_scores,
                score=shortfall_of_two,
                starts=an_evident_witness,
                step=step_two,
                mutants=(T_FOR_3T,),
            ),
        ),
    ),
    Claim(
        id="B-accuracy-positive",
        title="For scores of at least 0 the theorem on accuracy holds, with 2t",
        source=SOURCE,
        locator="the theorem on accuracy, for scores ≥ 0",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $q\\ge0$, with $\\mathrm{OPT}=\\sup_rq(d,r)>0$, and $\\mu$ a probability. For those $t>0$ with "
            "$t\\ge\\frac1\\varepsilon\\ln\\frac{\\mathrm{OPT}}{t\\,\\mu(S_t)}$, choosing by "
            "$e^{\\varepsilon q}\\mu$ gives $\\mathrm{OPT}-E[q]\\le 3t$."
        ),
        published=shortfall_published,
        ours=shortfall_positive_ours,
        at={"t": 1},
        proof="proof-accuracy-positive",
        depends=("X-lemma", "B-accuracy"),
        checks=(
            Search(
                name="hill climbing over gaps",
                worlds=({"epsilon": 1.0, "t": 3.0}, {"epsilon": 1.0, "t": 10.0}, {"epsilon": 0.5, "t": 60.0}),
                candidates=positive_tables,
                score=shortfall_positive,
                starts=strained_positive,
                step=step_gaps,
                mutants=(T_FOR_3T, T_FOR_2T),
            ),
            Search(
                name="two outputs",
                worlds=({"t": 0.05, "epsilon": 1.0}, {"t": 3.0, "epsilon": 1.0}),
                candidates=any_scores,
                score=shortfall_of_two_positive,
                starts=an_evident_witness,
                step=step_two,
                mutants=(SCORES_BELOW_ZERO,),
            ),
        ),
    ),
    Claim(
        id="B-accuracy",
        title="How far below the best the choice falls, for any score and exactly",
        source="ours",
        locator="without assumptions on the score",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let $\\mu$ be a probability, $\\mathrm{OPT}=\\sup_rq(d,r)$ finite, $t\\ge0$ and "
            "$s=\\mu\\{r:q(d,r)\\ge\\mathrm{OPT}-t\\}>0$. Choosing by $e^{\\varepsilon q}\\mu$ gives "
            "$\\mathrm{OPT}-E[q]\\le t+\\frac1\\varepsilon W\\!\\left(\\frac{1-s}{e\\,s}\\right)\\le "
            "t+\\frac1\\varepsilon\\ln\\frac1s$, where $W$ is Lambert's function, $W(x)e^{W(x)}=x$."
        ),
        ours=shortfall_ours,
        at={"epsilon": 1, "t": 1, "mass": 0.01},
        proof="proof-accuracy",
        subjects=(shortfall_bound,),
        checks=(
            Search(
                name="hill climbing over gaps",
                worlds=tuple(
                    {"epsilon": epsilon, "t": t, "mass": mass}
                    for epsilon, t, mass in (
                        (1.0, 0.0, 0.5),
                        (1.0, 0.0, 0.01),
                        (2.0, 0.0, 0.001),
                        (1.0, 2.0, 0.1),
                    )
                ),
                candidates=gap_tables,
                score=shortfall,
                starts=extreme_gaps,
                step=step_gaps,
                mutants=(THREE_FOR_E,),
            ),
            Symbolic("the steps of the proof", derive_shortfall, (THREE_FOR_E,), target=Target.OURS),
        ),
    ),
)
