"""What the sieve's errors are measured on: margins, noise and exact probabilities."""

import math
from itertools import pairwise
from typing import Any

import sympy
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import hypergeom

from privcausal.claims.privacy.sieve_and_examine_worlds import laplace_above
from privcausal.privacy.above_threshold import Noise
from privcausal.privacy.sieve_and_examine import tail_of_two
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.checks.symbolic import Remainders
from privcausal.verify.claim import Claim

Case = dict[str, Any]


def spent(epsilon: Any, ratio: Any) -> Any:
    """ε′ for any ratio n/m, whole or not, of numbers or symbols."""
    inside = 1 + ratio * (exp(epsilon / 2) - 1)
    return sympy.log(inside) if isinstance(inside, sympy.Basic) else math.log(inside)


def exp(power: Any) -> Any:
    """The exponential function, of a number or a symbol."""
    return sympy.exp(power) if isinstance(power, sympy.Basic) else math.exp(power)


# --- chances by integration ---------------------------------------------------------------------------------


def settled(chance: float) -> float:
    """Without the digits that differ between machines."""
    return float(f"{chance:.11g}")


def chance_lost(value: float, scales: tuple[float, float]) -> float:
    """P(value + Lap(b) < Lap(a)), by SciPy's `quad` over the threshold's noise."""

    def integrand(bar: float) -> float:
        return math.exp(-abs(bar) / scales[0]) / (2 * scales[0]) * laplace_above(bar - value, scales[1])

    edge = abs(value) + 40 * max(scales)
    corners = sorted({-edge, 0.0, value, edge})
    return settled(sum(quad(integrand, *p, epsabs=0, limit=200)[0] for p in pairwise(corners)))


def sieve_scales(epsilon: float, ratio: float) -> tuple[float, float]:
    return 2 / spent(epsilon, ratio), 4 / spent(epsilon, ratio)


def stated_scales(claim: Claim, epsilon: float, ratio: float) -> tuple[float, float]:
    """The same, as the claim says it."""
    at = spent(epsilon, ratio)
    return claim.formulas["threshold"](spent=at), claim.formulas["query"](spent=at)


def lost_at_the_edge(claim: Claim, case: Case, epsilon: float, ratio: float) -> float:
    """By how much the chance of losing T + α differs from what the claim says is exact; the library's too."""
    scales = stated_scales(claim, epsilon, ratio)
    distance = case["alpha"] + case["tweak"]
    truth = chance_lost(distance, scales)
    stated = claim.stated["ours"](epsilon=epsilon, ratio=ratio, **case)
    library = tail_of_two(distance, *scales, Noise.LAPLACE)
    return max(abs(stated - truth), abs(library - truth))


def distances(epsilon: float, ratio: float) -> st.SearchStrategy[Case]:
    number = st.floats(0, 60)
    return st.fixed_dictionaries({"alpha": number, "tweak": number})


def worst_lost(claim: Claim, epsilon: float, ratio: float, alpha: float, tweak: float, **_: Any) -> Extreme:
    """Values at T + α and above, on the part that the sieve sees."""
    values = [alpha + step / 4 for step in range(9)]
    scales = stated_scales(claim, epsilon, ratio)
    chances = [chance_lost(value + tweak, scales) for value in values]
    best = chances.index(max(chances))
    return Extreme(chances[best], {"value": values[best]}, len(values))


def replayed_lost(witness: Case, epsilon: float, ratio: float, tweak: float, **_: Any) -> float:
    return settled(tail_of_two(witness["value"] + tweak, *sieve_scales(epsilon, ratio), Noise.LAPLACE))


def worst_kept(epsilon: float, ratio: float, alpha: float, tweak: float, **_: Any) -> Extreme:
    """Values at T − α and below, the same on the part and on all records."""
    values = [-alpha - step / 4 for step in range(9)]
    scales = sieve_scales(epsilon, ratio)
    chances = [
        (1 - chance_lost(value + tweak, scales)) * laplace_above(value, 2 / epsilon) for value in values
    ]
    best = chances.index(max(chances))
    return Extreme(settled(chances[best]), {"value": values[best]}, len(values))


def replayed_pass(witness: Case, epsilon: float, ratio: float, tweak: float, **_: Any) -> float:
    passed = tail_of_two(-witness["value"] - tweak, *sieve_scales(epsilon, ratio), Noise.LAPLACE)
    confirmed = tail_of_two(-witness["value"], 2 / epsilon, 0.0, Noise.LAPLACE)
    return settled(passed * confirmed)


# --- a sieve that does not see all records --------------------------------------------------------------------


def worst_on_part(epsilon: float, ratio: int, drawn: int, alpha: float, tweak: float) -> Extreme:
    """How many of the drawn say yes, when half of all do and the threshold lies α below that half."""
    people = ratio * drawn
    sizes = range(drawn + 1)
    weights = hypergeom(people, people // 2, drawn).pmf(list(sizes))
    chance = sum(
        w * lost_with(yes, epsilon, ratio, drawn, alpha, tweak) for w, yes in zip(weights, sizes, strict=True)
    )
    witness = {"records": people, "yes": people // 2, "drawn": drawn, "threshold": drawn / 2 - alpha}
    return Extreme(round(float(chance), 9), witness, drawn + 1)


def lost_with(yes: int, epsilon: float, ratio: int, drawn: int, alpha: float, tweak: float) -> float:
    """The chance that the sieve loses a query which counts `yes` among the drawn."""
    return tail_of_two(yes - drawn / 2 + alpha + tweak, *sieve_scales(epsilon, ratio), Noise.LAPLACE)


def replayed_on_part(
    witness: Case, epsilon: float, ratio: int, drawn: int, alpha: float, tweak: float
) -> float:
    """The same, with the chances of the counts by their recurrence."""
    people, good = witness["records"], witness["yes"]
    weights = [1.0]
    for yes in range(drawn):
        weights.append(
            weights[-1] * (good - yes) * (drawn - yes) / ((yes + 1) * (people - good - drawn + yes + 1))
        )
        if weights[-1] > 1e200:
            weights = [weight * 1e-200 for weight in weights]
    chances = (lost_with(yes, epsilon, ratio, drawn, alpha, tweak) for yes in range(drawn + 1))
    return round(sum(w * chance for w, chance in zip(weights, chances, strict=True)) / sum(weights), 9)


# --- symbolic ---------------------------------------------------------------------------------------------------


def convolved_tail() -> tuple[sympy.Expr, sympy.Symbol, sympy.Symbol]:
    """P(Lap(b) − Lap(2b) > s) for s > 0, piece by piece, as a function of s and ε′ = 2/b."""
    s, spent_, z = (sympy.Symbol(name, positive=True) for name in ("s", "E", "z"))
    b = 2 / spent_
    density = sympy.exp(-z / (2 * b)) / (4 * b)
    far = sympy.exp(-(s + z) / b) / 2  # query noise +z: the threshold must exceed s + z
    near = sympy.exp(-(s - z) / b) / 2  # query noise −z, not yet below −s
    beyond = 1 - sympy.exp(-(z - s) / b) / 2
    pieces = ((far, (z, 0, sympy.oo)), (near, (z, 0, s)), (beyond, (z, s, sympy.oo)))
    return sum(sympy.integrate(sympy.expand(density * tail), over) for tail, over in pieces), s, spent_


def derive_type1(claim: Claim) -> Remainders:
    tail, s, spent_ = convolved_tail()
    stated = claim.stated["ours"](epsilon=2 * spent_, ratio=1, alpha=s, tweak=0)
    return {
        "the convolution is the claim": tail - stated,
        "half of all at distance 0": sympy.limit(tail, s, 0) - sympy.Rational(1, 2),
    }


def derive_type2(claim: Claim) -> Remainders:
    """With α − t = s, and α = s + t."""
    tail, s, spent_ = convolved_tail()
    tweak = sympy.Symbol("t", positive=True)
    confirmed = sympy.exp(-(s + tweak) / (1 / spent_)) / 2  # the examination's scale is 2/ε = 1/ε′ here
    stated = claim.stated["ours"](epsilon=2 * spent_, ratio=1, alpha=s + tweak, tweak=tweak)
    return {"sieve times examination": tail * confirmed - stated}


def world(epsilon: float, ratio: int, alpha: float, tweak: float) -> Case:
    return {"epsilon": epsilon, "ratio": ratio, "alpha": alpha, "tweak": tweak}


def with_(name: str, sign: int, *worlds: Case) -> tuple[Case, ...]:
    """Each world, and α ± t in it."""
    return tuple({**at, name: at["alpha"] + sign * at["tweak"]} for at in worlds)


SEEN = with_(
    "sum", 1, world(1, 1, 2, 1), world(1, 1, 20, 20), world(1, 20, 2, 1), world(3, 4, 6, 0), world(1, 1, 0, 0)
)
BELOW = with_(
    "gap",
    -1,
    world(1, 1, 2, 1),
    world(1, 1, 4, 2),
    world(1, 20, 2, 1),
    world(0.5, 4, 4, 0),
    world(1, 1, 2, 2),
)
PARTS = ({**world(40, 2, 0.8, 0), "drawn": 2}, {**world(1, 20, 25, 0), "drawn": 5000})
