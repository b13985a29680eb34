"""What stability is measured on: data sets and their distances to another answer."""

import math
from collections.abc import Callable
from itertools import pairwise, product
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st
from numpy.typing import NDArray

from privcausal.claims.privacy.propose_test_release_laws import laplace_cdf
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import StableRelease
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.checks.symbolic import Remainders
from privcausal.verify.claim import Claim
from privcausal.verify.evidence import Number

Witness = dict[str, Any]
Floats = NDArray[np.float64]


# --- distance to instability: every function on a small world ---------------------------------------------------


def delta_between(epsilon: float, one: dict[str, float], other: dict[str, float]) -> float:
    """The δ that these two laws need at this ε."""
    lost = (chance - math.exp(epsilon) * other.get(name, 0.0) for name, chance in one.items())
    return sum(max(0.0, excess) for excess in lost)


def published_bar(epsilon: float, delta: float) -> float:
    return math.log(1 / delta) / epsilon


def release_law(value: object, distance: float, epsilon: float, bar: float) -> dict[str, float]:
    """The probabilities of the value and of ⊥."""
    passes = float(laplace_cdf(epsilon * (distance - bar)))
    fails = float(laplace_cdf(epsilon * (bar - distance)))
    return {f"value {value}": passes, "⊥": fails}


def distances_to_instability(values: tuple[int, ...]) -> list[int]:
    """On the world 0 … n, where neighbours differ by 1: how far the next place is that has an unequal neighbour."""
    unstable = [place for place, (a, b) in enumerate(pairwise(values)) if a != b]
    unstable += [place + 1 for place in unstable]
    return [min((abs(place - u) for u in unstable), default=len(values)) for place in range(len(values))]


def instability_delta(values: tuple[int, ...], epsilon: float, delta: float, bar: float) -> float:
    """The largest δ needed by any two neighbours."""
    away = distances_to_instability(values)
    laws = [release_law(value, d, epsilon, bar) for value, d in zip(values, away, strict=True)]
    pairs = [pair for one, other in pairwise(laws) for pair in ((one, other), (other, one))]
    return max(delta_between(epsilon, one, other) for one, other in pairs)


def worst_function(
    n: int, epsilon: float, delta: float, bar: Callable[[float, float], float] = published_bar
) -> Extreme:
    """Every function from counts of n records to three values, and every pair of neighbouring counts."""
    height = bar(epsilon, delta)
    found = ((instability_delta(f, epsilon, delta, height), f) for f in product(range(3), repeat=n + 1))
    value, function = max(found, key=lambda pair: pair[0])
    return Extreme(value, {"values": list(function)}, 3 ** (n + 1))


def function_again(witness: Witness, n: int, epsilon: float, delta: float) -> Number:
    return instability_delta(tuple(witness["values"]), epsilon, delta, published_bar(epsilon, delta))


def low_bar(epsilon: float, delta: float) -> float:
    return math.log(1 / (2 * delta)) / epsilon


def worst_function_low(n: int, epsilon: float, delta: float) -> Extreme:
    return worst_function(n, epsilon, delta, low_bar)


# --- distance to instability: random functions of whole data sets ------------------------------------------------

BITS = 6


def functions(epsilon: float, delta: float) -> st.SearchStrategy[Witness]:
    return st.fixed_dictionaries({"values": st.lists(st.integers(0, 1), min_size=2**BITS, max_size=2**BITS)})


def simple_functions(epsilon: float, delta: float) -> list[Witness]:
    """Constant but for one data set, and the majority."""
    ones = [bin(place).count("1") for place in range(2**BITS)]
    return [{"values": [int(k == 0) for k in ones]}, {"values": [int(k > BITS // 2) for k in ones]}]


def one_flipped(witness: Witness, rng: np.random.Generator) -> Witness:
    values = list(witness["values"])
    place = int(rng.integers(len(values)))
    values[place] = 1 - values[place]
    return {"values": values}


def cube_delta(witness: Witness, epsilon: float, delta: float, slack: float = 0.0) -> float:
    """The largest δ needed when data sets are 6 bits and any function of them is released."""
    values = np.array(witness["values"])
    places = np.arange(2**BITS)
    turns = places[:, None] ^ (1 << np.arange(BITS))
    unstable = (values[turns] != values[:, None]).any(axis=1)
    away = np.where(unstable, 0, BITS + 1)
    for _ in range(BITS):
        away = np.minimum(away, away[turns].min(axis=1) + 1)
    bar = published_bar(epsilon, delta) - slack
    passes, fails = (laplace_cdf(s * epsilon * (away - bar)) for s in (1, -1))
    grown = math.exp(epsilon)
    same = values[turns] == values[:, None]
    released = np.maximum(passes[:, None] - np.where(same, grown * passes[turns], 0.0), 0.0)
    refused = np.maximum(fails[:, None] - grown * fails[turns], 0.0)
    return float((released + refused).max())


def cube_delta_low(witness: Witness, epsilon: float, delta: float) -> float:
    return cube_delta(witness, epsilon, delta, slack=math.log(2) / epsilon)


def derive_stable(claim: Claim) -> Remainders:
    """The two cases of the proof: one integral for unequal values, one ratio for equal ones."""
    epsilon, delta, d, z = sympy.symbols("epsilon delta d z", positive=True)
    density = epsilon / 2 * sympy.exp(-epsilon * z)
    bar = sympy.log(1 / delta) / epsilon
    tail = sympy.exp(-epsilon * z) / 2
    return {
        "the tail of Laplace noise": sympy.integrate(density.subs(z, d), (d, z, sympy.oo)) - tail,
        "at distance 0 the test passes with probability δ/2": tail.subs(z, bar)
        - claim.stated["ours"](delta=delta),
        "one step further below the threshold multiplies it by e^ε": tail.subs(z, z - 1) / tail
        - sympy.exp(epsilon),
    }


def derive_utility(claim: Claim) -> Remainders:
    """Where the distance is as large as the claim asks, the test fails with half of β."""
    epsilon, delta, beta = sympy.symbols("epsilon delta beta", positive=True)
    far = claim.formulas["far"](epsilon=epsilon, delta=delta, beta=beta)
    fails = sympy.exp(-epsilon * far - sympy.log(delta)) / 2
    return {"half of β": sympy.expand_log(sympy.log(fails / claim.stated["ours"](beta=beta)), force=True)}


# --- how often a stable value is refused --------------------------------------------------------------------------


def worst_refusal(a: int, b: int, n: int, beta: float, slack: int = 0) -> Extreme:
    """P(⊥) at e^ε = 2, δ = 2^−a, β = 2^−b over all step functions, where they are (a + b)-stable."""
    epsilon, delta = math.log(2), 2.0**-a
    worst, witness, seen = 0.0, {}, 0
    for step in range(1, n + 1):
        values = tuple(int(place >= step) for place in range(n + 1))
        away = distances_to_instability(values)
        for place, value in enumerate(values):
            changed = min((abs(place - p) for p, v in enumerate(values) if v != value), default=n + 1)
            if changed <= a + b - slack:
                continue
            seen += 1
            refused = release_law(value, away[place], epsilon, published_bar(epsilon, delta))["⊥"]
            if refused > worst:
                worst, witness = refused, {"step": step, "place": place}
    return Extreme(worst, witness, seen)


def worst_refusal_too_near(a: int, b: int, n: int, beta: float) -> Extreme:
    return worst_refusal(a, b, n, beta, slack=2)


def refusal_again(witness: Witness, a: int, b: int, n: int, beta: float) -> float:
    """With the library's mechanism, whose distance counts one more and whose threshold is for δ/2."""
    mechanism = StableRelease(math.log(2), 2.0**-a / 2, Relation.SUBSTITUTION)
    step, place = witness["step"], witness["place"]
    return mechanism.refusal(place - step + 1 if place >= step else step - place)
