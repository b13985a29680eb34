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
from privcausal.verify.formula import Formula

Case = dict[str, Any]


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


def worst_keeping(claim: Claim, below: float, above: float) -> Extreme:
    """The largest chance of keeping what the statistic itself would delete, over statistics at T and above."""
    distances = [step / 20 for step in range(161)]
    chances = []
    for distance in distances:
        keep, coin, _ = integrated_branches(distance, below, above)
        chances.append(float(f"{keep + coin * claim.formulas['coin']():.12g}"))
    worst = int(np.argmax(chances))
    return Extreme(chances[worst], {"distance": distances[worst]}, len(distances))


def keeping_at(claim: Claim, witness: Case, below: float, above: float) -> float:
    """The chance at one distance, in closed form."""
    keep, coin, _ = branches(witness["distance"], below, above)
    return keep + coin * float(claim.formulas["coin"]())


# --- search -------------------------------------------------------------------------------------------------------


def cases() -> st.SearchStrategy[Case]:
    number = st.floats(0, 12)
    return st.fixed_dictionaries({"distance": number, "below": number, "above": number})


def error_over_bound(case: Case) -> float:
    """P[error] over c/2 + tail, with the c of this very statistic, for errors of either kind."""
    below, above, distance = case["below"], case["above"], case["distance"]
    keep, coin, _ = branches(distance, below, above)
    _, coin_too, delete = branches(-distance, below, above)
    kinds = ((keep, coin, below), (delete, coin_too, above))
    return max((wrong + c / 2) / (c / 2 + math.exp(-margin) / 2) for wrong, c, margin in kinds)


def error_over_tail(case: Case) -> float:
    """As if the coin never fell wrongly."""
    keep, coin, _ = branches(case["distance"], case["below"], case["above"])
    return (keep + coin / 2) / (math.exp(-case["below"]) / 2)


def plain_over_coin(case: Case, coin: float = 0.5) -> float:
    """The plain test's chance of an error over that of the test with equal margins, at one statistic."""
    keep, between, _ = branches(case["distance"], case["below"], case["below"])
    return math.exp(-case["distance"]) / 2 / (keep + coin * between)


DRAWS = 200_000


def simulated_error(margin: float, distance: float, coin: float = 0.5) -> Extreme:
    """How far the specimen's share of wrong verdicts lies from the formula, in standard errors."""
    test = ThreeBranches(0.05, margin / 10, margin / 10, 0.005)
    statistic = np.full(DRAWS, 0.05 * (1 + distance / 10))
    wrong = 1 - test.deletes(statistic, np.random.default_rng(34)).mean()
    keep, between, _ = branches(distance, margin, margin)
    stated = keep + coin * between
    distance_in_errors = abs(wrong - stated) / math.sqrt(stated * (1 - stated) / DRAWS)
    return Extreme(float(f"{distance_in_errors:.9g}"), {}, DRAWS)


# --- symbolic -----------------------------------------------------------------------------------------------------


def derive_lemma(claim: Claim) -> Remainders:
    """The three branches by integration at f = T, and what they add up to."""
    a, b, z = sympy.symbols("a b z", positive=True)
    keep = sympy.integrate(sympy.exp(-z) / 2, (z, a, sympy.oo))
    coin = sympy.integrate(sympy.exp(-z) / 2, (z, 0, a)) + sympy.integrate(sympy.exp(-z) / 2, (z, 0, b))
    assert isinstance(claim.published, Formula)
    (published, deleted), toss = (
        (f(below=a, above=b) for f in (claim.published, claim.formulas["deleted"])),
        claim.formulas["coin"](),
    )
    return {
        "keep, and the coin": keep + coin * toss - published,
        "delete, and the coin": sympy.exp(-b) / 2 + coin * (1 - toss) - deleted,
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
    limit = claim.formulas["limit"]()
    gain = (1 - sympy.exp(-g)) / 2 - sympy.exp(-a) * sympy.sinh(g) / 2
    return {
        "at T the plain test": plain.subs(g, 0) - limit,
        "at T the test with a coin": within.subs(g, 0) - limit,
        "beyond: cosh a times the plain error": beyond - plain * claim.formulas["factor"](a),
        "within: ½ − ½e^(−a) sinh g": (within - (1 - sympy.exp(-a) * sympy.sinh(g)) / 2).rewrite(sympy.exp),
        "within, minus the plain error": (within - plain - gain).rewrite(sympy.exp),
        "that is least for a = g: a square": (gain.subs(a, g) - (1 - sympy.exp(-g)) ** 2 / 4).rewrite(
            sympy.exp
        ),
    }
