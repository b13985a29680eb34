"""What asking about four ranges is measured on: samples, columns and exact chances."""

import math
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import laplace

from privcausal.claims.pairs.iqr import by_trying
from privcausal.pairs.iqr import distances, iqr, quartile_places
from privcausal.pairs.private_iqr import probability_four_right
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import ProposeTestRelease
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.checks.symbolic import Remainders
from privcausal.verify.claim import Claim
from privcausal.verify.evidence import Number

Witness = dict[str, Any]


# --- the probability of a right direction, three times ----------------------------------------------------------


def derive_correct4(claim: Claim) -> Remainders:
    """By convolution: two noises, then twice two noises, then the tail."""
    z, t, gamma = sympy.symbols("z t gamma", positive=True)
    two = (1 + z) * sympy.exp(-z) / 4  # the density of the sum of two noises of scale 1, at z > 0
    outside = sympy.integrate(sympy.expand(two * two.subs(z, z + t)), (z, 0, sympy.oo))
    inside = sympy.integrate(sympy.expand(two * two.subs(z, t - z)), (z, 0, t))
    four = sympy.expand(2 * outside + inside)
    right = sympy.Rational(1, 2) + sympy.integrate(four, (t, 0, gamma))
    return {
        "the density of four noises integrates to one half": sympy.integrate(four, (t, 0, sympy.oo))
        - sympy.Rational(1, 2),
        "the probability of a right answer": right - claim.stated["published"](gamma=gamma, sigma=1),
    }


def race_coefficient(k: int, laps: int = 4) -> Fraction:
    """P(a fair coin shows `laps` tails before laps − k heads)."""
    return sum((Fraction(math.comb(laps - 1 + j, j), 2 ** (laps + j)) for j in range(laps - k)), Fraction(0))


def derive_race(claim: Claim) -> Remainders:
    """By a race: four Laplace noises are the difference of two waiting times for four rings of a clock each."""
    t = sympy.Symbol("t", positive=True)
    late = sum(
        t**k / sympy.factorial(k) * sympy.Rational(*race_coefficient(k).as_integer_ratio()) for k in range(4)
    )
    return {"the race is lost": 1 - claim.stated["published"](gamma=t, sigma=1) - sympy.exp(-t) * late}


def margins_and_scales() -> st.SearchStrategy[dict[str, float]]:
    number = st.floats(0.01, 10)
    return st.fixed_dictionaries({"gamma": number, "sigma": number})


def correct4_error(claim: Claim, case: dict[str, float]) -> float:
    """Formula and library against the inversion of the characteristic function, (1 + s²)⁻⁴."""
    gamma, sigma = case["gamma"], case["sigma"]
    t = min(gamma / sigma, 60.0)  # beyond, everything is 1 to twenty digits

    def integrand(s: float) -> float:
        return t * float(np.sinc(s * t / np.pi)) / (1 + s * s) ** 4

    # The sine changes its sign every π/t; no piece may hide one.
    edges = np.linspace(0, 40, 2 + int(40 * t / 6))
    area = sum(quad(integrand, a, b, epsabs=1e-14, epsrel=1e-13)[0] for a, b in pairwise(edges))
    truth = 0.5 + float(area) / math.pi
    stated = float(claim.stated["published"](**case))
    error = max(abs(stated - truth), abs(probability_four_right(gamma, sigma) - truth))
    return round(error, 12)  # what is smaller differs from machine to machine


# --- how often there is no answer -----------------------------------------------------------------------------------

SMALLEST = 3850
"""Half of the source's smallest data set has some records more."""


def mechanism(epsilon: float, delta: float) -> ProposeTestRelease:
    return ProposeTestRelease(1.0, epsilon, delta, Relation.SUBSTITUTION)


def derive_no_event(claim: Claim) -> Remainders:
    """(1 − p)ᴺ is what confidence leaves."""
    draws = sympy.Symbol("N", positive=True)
    left = sympy.powdenest((1 - claim.stated["published"](N=draws)) ** draws, force=True)
    return {"the chance of no event": left - (1 - claim.formulas["confidence"]())}


def derive_refusal(claim: Claim) -> Remainders:
    """Two tests at distance 1: each fails unless the noise exceeds what the threshold asks beyond 1."""
    epsilon, delta = sympy.symbols("epsilon delta", positive=True)
    beyond = sympy.log(1 / delta) / epsilon
    fails = 1 - sympy.exp(-epsilon * beyond) / 2
    return {"both tests fail": fails**2 - claim.stated["ours"](delta=delta)}


def derive_tail(claim: Claim) -> Remainders:
    """The test with the larger distance fails when the noise falls below t − A ≤ 0."""
    epsilon, short, z, t = sympy.symbols("epsilon short z t", positive=True)
    tail = sympy.integrate(epsilon / 2 * sympy.exp(-epsilon * z), (z, short, sympy.oo))
    return {"P(noise < t − A)": tail - claim.formulas["refused"](epsilon=epsilon, A=t + short, t=t)}


def seven_levels(m: int) -> list[Witness]:
    """Columns with levels from 1 to 7, as two of the source's data sets have: quartiles at the end of a level."""
    lower, upper = quartile_places(m)
    found = []
    for middle, extra in product(range(2, 7), (-1, 0, 1)):
        inside = upper - lower + extra
        counts = [lower + 1, inside, m - lower - 1 - inside]
        found.append({"levels": [1, middle, 7], "counts": counts})
    return found


def column(case: Witness) -> Any:
    return np.repeat(np.array(case["levels"], dtype=float), case["counts"])


def refusal_again(case: Witness, m: int, epsilon: float, delta: float) -> float:
    """By the law of the noise, once per test."""
    bar = 1 + math.log(1 / delta) / epsilon
    return float(np.prod([laplace.cdf(epsilon * (bar - away)) for away in distances(column(case))]))


def worst_refusal(m: int, epsilon: float, delta: float) -> Extreme:
    cases = [case for case in seven_levels(m) if iqr(column(case)) > 0]
    chances = [mechanism(epsilon, delta).refusal(distances(column(case))) for case in cases]
    worst = int(np.argmax(chances))
    return Extreme(chances[worst], cases[worst], len(cases))


@cache
def samples(m: int) -> list[tuple[int, ...]]:
    return list(combinations_with_replacement((0, 1, 2, 5), m))


def worst_firm(m: int) -> Extreme:
    """The largest of all distances over all samples with four values, found by trying everything."""
    lower, upper = quartile_places(m)
    best, witness, tried = 0, {}, 0
    for x in samples(m):
        width = x[upper] - x[lower]
        if width:
            tried += 1
            away = by_trying(list(x), lower, upper, width * math.exp(-0.5), width * math.exp(0.5))
            if away >= best:
                best, witness = away, {"x": list(x)}
    return Extreme(best, witness, tried)


def firm_again(case: Witness, m: int) -> Number:
    """By the library's windows, in a cell around the range."""
    x = np.array(case["x"], dtype=float)
    # At 1 the shifted grid has the middle of a cell.
    return distances(x / iqr(x))[1]


def firm_cases(m: int) -> st.SearchStrategy[Witness]:
    return st.fixed_dictionaries({"x": st.lists(st.integers(0, 9), min_size=m, max_size=m)})


def two_values(m: int) -> list[Witness]:
    return [{"x": [0] * (m // 2) + [1] * (m - m // 2)}]


def one_moved(case: Witness, rng: np.random.Generator) -> Witness:
    x = list(case["x"])
    x[int(rng.integers(len(x)))] = int(rng.integers(10))
    return {"x": x}


def firmness(case: Witness, m: int) -> Number:
    return max(distances(np.array(case["x"], dtype=float)))
