"""What accuracy is measured on: tables of scores and the exact law of the choice."""

import math
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st
from scipy.special import log_softmax

from privcausal.claims.functions import lambert, steady
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.checks.symbolic import Remainders
from privcausal.verify.claim import Claim

DOUBLING = math.log(2)
"""At this ε one point of score doubles a weight, so that whole scores give exact fractions."""


# --- how good the choice is -----------------------------------------------------------------------------------


def worst_tail(epsilon: float, t: int, mass: Fraction, outputs: int, top: int) -> Extreme:
    """All tables of whole scores with this share above OPT − t: the largest P[q ≤ OPT − 2t], exactly."""
    worst = Extreme(Fraction(0), {}, 0)
    tables = [s for s in product(range(top + 1), repeat=outputs) if max(s) == top]
    for scores in tables:
        if Fraction(sum(score > top - t for score in scores), outputs) == mass:
            chance = tail({"scores": list(scores)}, epsilon, t, mass, outputs, top)
            worst = max(worst, Extreme(chance, {"scores": list(scores)}, len(tables)), key=lambda e: e.value)
    return Extreme(worst.value, worst.witness, len(tables))


def tail(pair: dict[str, Any], epsilon: float, t: int, mass: Any, outputs: int, top: int) -> Fraction:
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


def tail_score(case: dict[str, Any], epsilon: float, t: float, mass: float) -> float:
    gaps, weights = laid_out(case, t, mass, 2 * t, epsilon)
    return steady(law(gaps, weights, epsilon)[gaps >= 2 * t].sum())


def strained_tails(**_: Any) -> list[dict[str, Any]]:
    """Nearly all that is near stands as low as it may, and so does all that is far."""
    return [{"near": [1.0], "far": [0.0], "best": 1e-6}]


def shortfall(case: dict[str, Any], epsilon: float, t: float, mass: float) -> float:
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
    excess = sympy.expand(epsilon * claim.ours(epsilon=epsilon, t=t, mass=mass)) - epsilon * t
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


def any_scores(t: float, epsilon: float) -> st.SearchStrategy[dict[str, Any]]:
    """Two outputs: the best score as a part of what the condition allows, and how far the other lies below."""
    return st.fixed_dictionaries(
        {"part": st.floats(0.01, 1), "gap": st.floats(0.1, 5), "mass": st.floats(0.05, 0.95)}
    )


def shortfall_of_two(case: dict[str, Any], t: float, epsilon: float) -> float:
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


def positive_tables(**_: Any) -> st.SearchStrategy[dict[str, Any]]:
    times = st.fixed_dictionaries({"times": st.floats(1, 4)})
    return st.tuples(gap_tables(), times).map(lambda both: {**both[0], **both[1]})


def strained_positive(epsilon: float, t: float) -> list[dict[str, Any]]:
    return [
        {"near": [1.0], "far": [max(0.0, 0.8 * t)], "best": 1e-6, "times": times} for times in (1.7, 2.0, 2.5)
    ]
