"""Releasing exactly what many changes would not change: distance to instability, and a substitute for it."""

import math
from collections.abc import Iterator
from functools import partial
from itertools import pairwise, product

import numpy as np
import sympy

from privcausal.claims.broken.propose_test_release import JumpyGap
from privcausal.claims.privacy.propose_test_release_laws import Bar, laplace_cdf
from privcausal.claims.sources import KUSNER
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import StableRelease, threshold
from privcausal.verify import Claim, Consequence, Formula, Quality, Target, by_us, instead, mutant, worlds
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Remainders, Search, Symbolic, Witness, space
from privcausal.verify.statistics.exact import smallest_epsilon

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


def instability_delta(values: tuple[int, ...], epsilon: float, bar: float) -> float:
    """The largest δ needed by any two neighbours."""
    away = distances_to_instability(values)
    laws = [release_law(value, d, epsilon, bar) for value, d in zip(values, away, strict=True)]
    pairs = [pair for one, other in pairwise(laws) for pair in ((one, other), (other, one))]
    return max(delta_between(epsilon, one, other) for one, other in pairs)


def worst_function(n: int, epsilon: float, delta: float, bar: Bar = published_bar) -> Extreme:
    """Every function from counts of n records to three values, and every pair of neighbouring counts."""
    height = bar(epsilon, delta)
    results = ((instability_delta(f, epsilon, height), f) for f in product(range(3), repeat=n + 1))
    value, function = max(results, key=lambda pair: pair[0])
    return Extreme(value, {"values": list(function)}, 3 ** (n + 1))


def low_bar(epsilon: float, delta: float) -> float:
    return math.log(1 / (2 * delta)) / epsilon


# --- distance to instability: random functions of whole data sets ------------------------------------------------

BITS = 6


def simple_functions() -> Iterator[Witness]:
    """Constant except for one data set, and the majority."""
    ones = [bin(place).count("1") for place in range(2**BITS)]
    yield {"values": [int(k == 0) for k in ones]}
    yield {"values": [int(k > BITS // 2) for k in ones]}


FUNCTIONS = space.record(values=space.whole(0, 1) * 2**BITS).starting(*simple_functions())


def cube_delta(witness: Witness, epsilon: float, delta: float, threshold: Bar = published_bar) -> float:
    """The largest δ needed when data sets are 6 bits and any function of them is released."""
    values = np.array(witness["values"])
    places = np.arange(2**BITS)
    turns = places[:, None] ^ (1 << np.arange(BITS))
    unstable = (values[turns] != values[:, None]).any(axis=1)
    away = np.where(unstable, 0, BITS + 1)
    for _ in range(BITS):
        away = np.minimum(away, away[turns].min(axis=1) + 1)
    bar = threshold(epsilon, delta)
    passes, fails = (laplace_cdf(s * epsilon * (away - bar)) for s in (1, -1))
    grown = math.exp(epsilon)
    same = values[turns] == values[:, None]
    released = np.maximum(passes[:, None] - np.where(same, grown * passes[turns], 0.0), 0.0)
    refused = np.maximum(fails[:, None] - grown * fails[turns], 0.0)
    return float((released + refused).max())


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


def worst_refusal(a: int, b: int, n: int, slack: int = 0) -> Extreme:
    """P(⊥) at e^ε = 2, δ = 2^−a, β = 2^−b over all step functions, where they are (a + b)-stable."""
    epsilon, delta = math.log(2), 2.0**-a
    worst, witness, cases = 0.0, {}, 0
    for step in range(1, n + 1):
        values = tuple(int(place >= step) for place in range(n + 1))
        away = distances_to_instability(values)
        for place, value in enumerate(values):
            changed = min((abs(place - p) for p, v in enumerate(values) if v != value), default=n + 1)
            if changed <= a + b - slack:
                continue
            cases += 1
            refused = release_law(value, away[place], epsilon, published_bar(epsilon, delta))["⊥"]
            if refused > worst:
                worst, witness = refused, {"step": step, "place": place}
    return Extreme(worst, witness, cases)


def refusal_again(witness: Witness, a: int) -> float:
    """With the library's mechanism, whose distance counts one more and whose threshold is for δ/2."""
    mechanism = StableRelease(math.log(2), 2.0**-a / 2, Relation.SUBSTITUTION)
    step, place = witness["step"], witness["place"]
    return mechanism.refusal(place - step + 1 if place >= step else step - place)


# --- a substitute: the smallest gap between numbers that move a little --------------------------------------------


def order_of(r: tuple[int, ...]) -> tuple[int, ...]:
    return tuple((a > b) - (a < b) for a, b in ((r[0], r[1]), (r[0], r[2]), (r[1], r[2])))


def gap_of(r: tuple[int, ...], rho: float) -> float:
    """γ/2ρ: no fewer replacements than this can close the smallest gap."""
    return min(abs(r[0] - r[1]), abs(r[0] - r[2]), abs(r[1] - r[2])) / (2 * rho)


def steps(levels: int, rho: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All pairs of three numbers each, none of which moves by more than ρ."""
    moves = list(product(range(-rho, rho + 1), repeat=3))
    for r in product(range(levels), repeat=3):
        for move in moves:
            yield r, tuple(a + b for a, b in zip(r, move, strict=True))


def order_loss(
    claim: Claim,
    pair: tuple[tuple[int, ...], ...],
    rho: float,
    epsilon: float,
    delta: float,
    bar: Bar = threshold,
) -> float:
    """The exact ε between two neighbours when the order is released by the gap; outcomes: both orders, ⊥.

    The δ is the one that the claim states, which is not taken from the mechanism.
    """
    height = bar(epsilon, delta)
    laws = [release_law(order_of(r), gap_of(r, rho), epsilon, height) for r in pair]
    outcomes = dict.fromkeys([*laws[0], *laws[1]])
    first, second = ([law.get(outcome, 0.0) for outcome in outcomes] for law in laws)
    return float(smallest_epsilon(first, second, float(claim.stated["delta"](delta=delta))))


def worst_order(
    claim: Claim,
    rho: int,
    levels: int,
    epsilon: float,
    delta: float,
    bar: Bar = threshold,
    grip: float = 1.0,
) -> Extreme:
    """Every pair of neighbours among small whole numbers; only gaps and orders matter, so each kind is priced once."""
    kinds: dict[tuple[int, int, bool], tuple[tuple[int, ...], tuple[int, ...]]] = {}
    cases = 0
    for before, after in steps(levels, rho):
        cases += 1
        gaps = (round(2 * rho * gap_of(before, rho)), round(2 * rho * gap_of(after, rho)))
        kinds.setdefault((*gaps, order_of(before) == order_of(after)), (before, after))
    value, (before, after) = max(
        (order_loss(claim, pair, rho * grip, epsilon, delta, bar), pair) for pair in kinds.values()
    )
    return Extreme(value, {"before": list(before), "after": list(after)}, cases)


AUDIT_DELTA = 0.01
NEIGHBOURING = ((0, 7), (1, 6))
"""Two numbers before and after, each of which moves by ρ = 1."""


def by_gap(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    low, high = NEIGHBOURING[side]
    return StableRelease(epsilon, AUDIT_DELTA, Relation.SUBSTITUTION).sample(1.0, (high - low) / 2, size, rng)


def by_jumpy_gap(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    low, high = NEIGHBOURING[side]
    return JumpyGap(epsilon, AUDIT_DELTA).sample(1.0, high - low, size, rng)


LESS_THAN_HALF = instead(ours="delta/3")

EXHIBITS = (
    Exhibit(
        "an order released by its gap",
        "two numbers that move by ρ each; the distance is the gap over 2ρ",
        "B-gap",
        True,
        partial(by_gap, epsilon=1.0),
        delta=AUDIT_DELTA,
    ),
    Exhibit(
        "the same, with a distance that moves by 2",
        "the gap over ρ: forgotten that both numbers move",
        "B-gap",
        False,
        partial(by_jumpy_gap, epsilon=1.0),
        delta=AUDIT_DELTA,
    ),
)
TRUE_DISTANCE = mutant("the threshold of the true distance", worst=partial(worst_order, bar=published_bar))
LOW_BAR_ON_BITS = mutant("threshold ln(1/2δ)/ε", score=partial(cube_delta, threshold=low_bar))

CLAIMS = (
    Claim(
        id="K-stable",
        title="A result that is far from any change can be released exactly",
        **KUSNER(
            "Theorem 6 with Definition 4 (000:227), quoting a textbook's algorithm that we have not read",
            Quality.RECONSTRUCTED,
        ),
        consequence=Consequence(
            cost="A factor of 2 in $\\delta$.",
            certain="Fairly sure: noise and threshold are the standard ones, and ours to supply.",
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
                worlds("n epsilon delta", (6, 0.5, 0.2), (6, 1.0, 0.05), (6, 2.0, 1e-3)),
                worst_function,
                (LESS_THAN_HALF, mutant("threshold ln(1/2δ)/ε", worst=partial(worst_function, bar=low_bar))),
                lambda case, epsilon, delta: instability_delta(
                    tuple(case["values"]), epsilon, published_bar(epsilon, delta)
                ),
                ({"n": 8, "epsilon": 1.0, "delta": 0.01},),
            ),
            Search(
                "functions of whole data sets",
                ({"epsilon": 1.0, "delta": 0.05},),
                FUNCTIONS,
                cube_delta,
                (LESS_THAN_HALF, LOW_BAR_ON_BITS),
            ),
        ),
    ),
    Claim(
        id="K-stable-utility",
        title="A stable value is nearly always released",
        **KUSNER("Theorem 6, second sentence (000:227)", Quality.RECONSTRUCTED),
        consequence=Consequence(
            cost="Nothing: it is twice as good as said.",
            certain=(
                "Fairly sure. Definition 4 as printed asks for exactly $k$ changed records, and then the "
                "sentence fails for a value that differs at distance 1 and agrees at $k$; we read: up to $k$."
            ),
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
                (mutant("two changes too near", worst=partial(worst_refusal, slack=2)),),
                refusal_again,
            ),
        ),
    ),
    by_us(
        id="B-gap",
        title="The smallest gap as a substitute for the distance",
        place="distance to instability, with the threshold that this substitute needs",
        relation=Relation.SUBSTITUTION,
        assumes=("the release depends on the order alone",),
        definition=(
            "Let one replaced record move each of the numbers $r_1,\\dots,r_M$ by at most $\\rho$, let $\\gamma$ "
            "be the smallest gap between two of them, and $g=\\gamma/2\\rho$. If "
            "$g+\\mathrm{Lap}(1/\\varepsilon)>1+\\ln(1/2\\delta)/\\varepsilon$, release something that depends on the "
            "order alone, and else $\\bot$."
        ),
        statement=(
            "This is «private»; for $g$ has sensitivity one, and of neighbours whose numbers come in different "
            "orders the two $g$ add up to one or less."
        ),
        formulas={"delta": Formula("delta")},
        ours=Formula("epsilon"),
        at={"epsilon": 1},
        depends=("K-stable",),
        checks=(
            Exhaustive(
                "every small step of three numbers",
                worlds("rho levels epsilon delta", (1, 12, 2.0, 0.01), (2, 9, 1.0, 0.1)),
                worst_order,
                (TRUE_DISTANCE, mutant("the gap over ρ", worst=partial(worst_order, grip=0.5))),
                lambda claim, pair, rho, epsilon, delta: order_loss(
                    claim, (pair["before"], pair["after"]), rho, epsilon, delta
                ),
            ),
            Audit(
                "two numbers that approach each other",
                ({"epsilon": 1.0},),
                by_gap,
                (mutant("the gap over ρ", sample=by_jumpy_gap),),
                delta=AUDIT_DELTA,
            ),
        ),
    ),
)
