"""What the three-branch test is measured on: margins, noise and exact probabilities."""

import math
from itertools import pairwise
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import laplace

from privcausal.claims.specimens.curate import ThreeBranches
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.checks.symbolic import Remainders
from privcausal.verify.claim import Claim
from privcausal.verify.evidence import Number

Case = dict[str, Any]


def exp(power: Any) -> Any:
    return sympy.exp(power) if isinstance(power, sympy.Basic) else math.exp(power)


# --- the test, in closed form and by integration -----------------------------------------------------------------


def branches(distance: float, below: float, above: float) -> tuple[float, float, float]:
    """The chances of keep, coin and delete for a statistic this far above the threshold."""
    low, high = (float(laplace.cdf(edge - distance)) for edge in (-below, above))
    return low, high - low, 1 - high


def integrated_branches(distance: float, below: float, above: float) -> list[float]:
    """The same by SciPy's `quad` over the noise."""
    edges = (-math.inf, -below - distance, above - distance, math.inf)
    chances = []
    for left, right in pairwise(edges):
        corners = sorted(
            {max(left, -60.0), min(right, 60.0), min(max(0.0, max(left, -60.0)), min(right, 60.0))}
        )
        pieces = pairwise(corners)
        chances.append(sum(quad(lambda z: math.exp(-abs(z)) / 2, *piece, epsabs=0)[0] for piece in pieces))
    return chances


def worst_keeping(below: float, above: float) -> Extreme:
    """The largest chance of keeping what the statistic itself would delete, over statistics at T and above."""
    distances = [step / 20 for step in range(161)]
    chances = []
    for distance in distances:
        keep, coin, _ = integrated_branches(distance, below, above)
        chances.append(float(f"{keep + coin / 2:.12g}"))
    worst = int(np.argmax(chances))
    return Extreme(chances[worst], {"distance": distances[worst]}, len(distances))


def keeping_at(claim: Claim, witness: Case, below: float, above: float) -> float:
    """The chance at one distance, in closed form."""
    keep, coin, _ = branches(witness["distance"], below, above)
    return keep + coin / 2


# --- search -------------------------------------------------------------------------------------------------------


def cases() -> st.SearchStrategy[Case]:
    number = st.floats(0, 12)
    return st.fixed_dictionaries({"distance": number, "below": number, "above": number})


def error_over_bound(claim: Claim, case: Case) -> float:
    """P[error] over c/2 + tail, with the c of this very statistic, for errors of either kind."""
    below, above, distance = case["below"], case["above"], case["distance"]
    keep, coin, _ = branches(distance, below, above)
    _, coin_too, delete = branches(-distance, below, above)
    kinds = ((keep, coin, below), (delete, coin_too, above))
    return max((wrong + c / 2) / (c / 2 + math.exp(-margin) / 2) for wrong, c, margin in kinds)


def error_over_tail(claim: Claim, case: Case) -> float:
    """As if the coin never fell wrongly."""
    keep, coin, _ = branches(case["distance"], case["below"], case["above"])
    return (keep + coin / 2) / (math.exp(-case["below"]) / 2)


def plain_over_coin(claim: Claim, case: Case) -> float:
    """The plain test's chance of an error over that of the test with equal margins, at one statistic."""
    keep, coin, _ = branches(case["distance"], case["below"], case["below"])
    return math.exp(-case["distance"]) / 2 / (keep + coin / 2)


def plain_over_loaded_coin(claim: Claim, case: Case) -> float:
    """A coin that keeps once in four times."""
    keep, coin, _ = branches(case["distance"], case["below"], case["below"])
    return math.exp(-case["distance"]) / 2 / (keep + coin / 4)


def one() -> Number:
    return 1


DRAWS = 200_000


def simulated_error(margin: float, distance: float, middle: float = 0.5) -> Extreme:
    """How far the specimen's share of wrong verdicts lies from the formula, in standard errors."""
    test = ThreeBranches(0.05, margin / 10, margin / 10, 0.005)
    statistic = np.full(DRAWS, 0.05 * (1 + distance / 10))
    wrong = 1 - test.deletes(statistic, np.random.default_rng(34)).mean()
    keep, coin, _ = branches(distance, margin, margin)
    stated = keep + middle * coin
    distance_in_errors = abs(wrong - stated) / math.sqrt(stated * (1 - stated) / DRAWS)
    return Extreme(float(f"{distance_in_errors:.9g}"), {}, DRAWS)


def simulated_error_without_coin(margin: float, distance: float) -> Extreme:
    """As if the middle branch always deleted."""
    return simulated_error(margin, distance, middle=0.0)


def four_standard_errors() -> Number:
    return 4


# --- symbolic -----------------------------------------------------------------------------------------------------


def derive_lemma(claim: Claim) -> Remainders:
    """The three branches by integration at f = T, and what they add up to."""
    a, b, z = sympy.symbols("a b z", positive=True)
    keep = sympy.integrate(sympy.exp(-z) / 2, (z, a, sympy.oo))
    coin = sympy.integrate(sympy.exp(-z) / 2, (z, 0, a)) + sympy.integrate(sympy.exp(-z) / 2, (z, 0, b))
    assert claim.published is not None
    published: Any = claim.published(a, b)
    return {
        "keep, and half the coin": keep + coin / 2 - published,
        "keep is the tail": keep - sympy.exp(-a) / 2,
        "one half and a difference": published - sympy.Rational(1, 2) - (sympy.exp(-a) - sympy.exp(-b)) / 4,
        "equal margins: one half, whatever ε": published.subs(b, a) - sympy.Rational(1, 2),
    }


def derive_coin(claim: Claim) -> Remainders:
    """The error with equal margins a, at a distance g beyond and within them."""
    a, g = sympy.symbols("a g", positive=True)
    beyond = (sympy.exp(-g - a) + sympy.exp(a - g)) / 4
    within = sympy.exp(-g - a) / 4 + (1 - sympy.exp(g - a) / 2) / 2
    plain = sympy.exp(-g) / 2
    gain = (1 - sympy.exp(-g)) / 2 - sympy.exp(-a) * sympy.sinh(g) / 2
    return {
        "beyond: cosh a times the plain error": (beyond - plain * sympy.cosh(a)).rewrite(sympy.exp),
        "within: ½ − ½e^(−a) sinh g": (within - (1 - sympy.exp(-a) * sympy.sinh(g)) / 2).rewrite(sympy.exp),
        "within, minus the plain error": (within - plain - gain).rewrite(sympy.exp),
        "that is least for a = g: a square": (gain.subs(a, g) - (1 - sympy.exp(-g)) ** 2 / 4).rewrite(
            sympy.exp
        ),
    }


def derive_coin_sinh(claim: Claim) -> Remainders:
    """With sinh in the place of cosh."""
    a, g = sympy.symbols("a g", positive=True)
    beyond = (sympy.exp(-g - a) + sympy.exp(a - g)) / 4
    return {"beyond": (beyond - sympy.exp(-g) / 2 * sympy.sinh(a)).rewrite(sympy.exp)}
