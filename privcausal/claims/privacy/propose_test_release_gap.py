"""The smallest gap between numbers that move a little, as a stand-in for a distance that nobody can compute."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from privcausal.claims.privacy.propose_test_release_laws import laplace_cdf
from privcausal.claims.privacy.propose_test_release_stability_worlds import published_bar
from privcausal.claims.specimens.propose_test_release import JumpyGap
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import StableRelease, threshold
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.statistics.exact import smallest_epsilon

Witness = dict[str, Any]


# --- a stand-in: the smallest gap between numbers that move a little ----------------------------------------------


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


Bar = Callable[[float, float], float]


def order_loss(
    before: tuple[int, ...],
    after: tuple[int, ...],
    rho: float,
    epsilon: float,
    delta: float,
    bar: Bar = threshold,
) -> float:
    """The exact ε between two neighbours when the order is released by the gap; outcomes: both orders, ⊥."""
    height = bar(epsilon, delta)
    passes = [float(laplace_cdf(epsilon * (gap_of(r, rho) - height))) for r in (before, after)]
    fails = [float(laplace_cdf(epsilon * (height - gap_of(r, rho)))) for r in (before, after)]
    if order_of(before) == order_of(after):
        laws = [[p, 0.0, f] for p, f in zip(passes, fails, strict=True)]
    else:
        laws = [[passes[0], 0.0, fails[0]], [0.0, passes[1], fails[1]]]
    return float(smallest_epsilon(laws[0], laws[1], delta))


def worst_order(
    rho: int, levels: int, epsilon: float, delta: float, bar: Bar = threshold, grip: float = 1.0
) -> Extreme:
    """Every pair of neighbours among small whole numbers; only gaps and orders matter, so each kind is priced once."""
    kinds: dict[tuple[int, int, bool], tuple[tuple[int, ...], tuple[int, ...]]] = {}
    seen = 0
    for before, after in steps(levels, rho):
        seen += 1
        gaps = (round(2 * rho * gap_of(before, rho)), round(2 * rho * gap_of(after, rho)))
        kinds.setdefault((*gaps, order_of(before) == order_of(after)), (before, after))
    priced = [(order_loss(b, a, rho * grip, epsilon, delta, bar), b, a) for b, a in kinds.values()]
    value, before, after = max(priced)
    return Extreme(value, {"before": list(before), "after": list(after)}, seen)


def worst_order_low_bar(rho: int, levels: int, epsilon: float, delta: float) -> Extreme:
    """The threshold for the true distance to instability, used with the gap."""
    return worst_order(rho, levels, epsilon, delta, published_bar)


def worst_order_loose_grip(rho: int, levels: int, epsilon: float, delta: float) -> Extreme:
    """The gap over ρ instead of over 2ρ."""
    return worst_order(rho, levels, epsilon, delta, grip=0.5)


def order_again(pair: Witness, rho: int, levels: int, epsilon: float, delta: float) -> float:
    return order_loss(tuple(pair["before"]), tuple(pair["after"]), rho, epsilon, delta)


AUDIT_DELTA = 0.01
NEIGHBOURING = ((0, 7), (1, 6))
"""Two numbers before and after, each of which moves by ρ = 1."""


def by_gap(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    low, high = NEIGHBOURING[side]
    return StableRelease(epsilon, AUDIT_DELTA, Relation.SUBSTITUTION).sample(1.0, (high - low) / 2, size, rng)


def by_jumpy_gap(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    low, high = NEIGHBOURING[side]
    return JumpyGap(epsilon, AUDIT_DELTA).sample(1.0, high - low, size, rng)


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

CLAIMS = (
    Claim(
        id="B-gap",
        title="The smallest gap as a stand-in for the distance",
        reading=Reading(Origin.OURS, "distance to instability, with the threshold that this stand-in needs"),
        relation=Relation.SUBSTITUTION,
        assumes=("what is released depends on the order alone",),
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
        proof="proof-gap",
        depends=("K-stable",),
        checks=(
            Exhaustive(
                "every small step of three numbers",
                (
                    {"rho": 1, "levels": 12, "epsilon": 2.0, "delta": 0.01},
                    {"rho": 2, "levels": 9, "epsilon": 1.0, "delta": 0.1},
                ),
                worst_order,
                (
                    Mutant("the threshold of the true distance", check={"worst": worst_order_low_bar}),
                    Mutant("the gap over ρ", check={"worst": worst_order_loose_grip}),
                ),
                order_again,
            ),
            Audit(
                "two numbers that approach each other",
                ({"epsilon": 1.0},),
                by_gap,
                (Mutant("the gap over ρ", check={"sample": by_jumpy_gap}),),
                delta=AUDIT_DELTA,
            ),
        ),
    ),
)
