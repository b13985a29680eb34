"""How noise on a grid is drawn: the law of what is kept, quick decisions, and how often each event comes."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from privcausal.claims.privacy.noise_worlds import laws
from privcausal.privacy import noise
from privcausal.privacy.noise import Shape, cells, exp_minus
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.checks.symbolic import Remainders

# --- symbolic: the law of what is kept ---------------------------------------------------------------------------


def derive_law() -> Remainders:
    """Proposal times chance of being kept, the largest chance, and the steepest slope of the chance."""
    return law_of(lambda k: sympy.Rational(1, 2) ** (k + 1))


def derive_law_of_fair_heads() -> Remainders:
    """As if all numbers of heads were equally likely."""
    return law_of(lambda k: sympy.Rational(1, 2))


def law_of(proposal: Callable[[sympy.Symbol], sympy.Expr]) -> Remainders:
    k, x = sympy.symbols("k x", nonnegative=True)
    remainders = {}
    for shape in Shape:
        q, peak = shape.exponent(k + x), sympy.Rational(shape.peak)
        chance = peak * 2**k * sympy.exp(-q)
        kept = sympy.powsimp(proposal(k) * chance / (peak / 2 * sympy.exp(-q)))
        remainders[f"{shape.value}: density of what is kept, over C exp(−q)/2, less 1"] = kept - 1
        ends = [chance.subs({x: 0, k: place}) for place in range(4)]
        # From k = 2 on, doubling is slower than exp(−q) falls; so the largest of the first values is the largest.
        remainders[f"{shape.value}: part of the largest chance above 1"] = positive_part(max(ends) - 1)
        slopes = [-sympy.diff(chance, x).subs({x: place, k: whole}) for whole in range(4) for place in (0, 1)]
        remainders[f"{shape.value}: part of the steepest slope above 1"] = positive_part(max(slopes) - 1)
    return remainders


def positive_part(number: sympy.Expr) -> sympy.Expr:
    """0 if the number is not positive."""
    return number if number > 0 else sympy.Integer(0)


# --- exhaustive: is every quick decision right? -------------------------------------------------------------------

MOST_HEADS = 6


def never(steps: int, coins: Any, gap: NDArray[np.float64]) -> NDArray[np.bool_]:
    """As if 64 bits always decided."""
    return np.zeros(len(gap), dtype=bool)


def wrong_decisions(shape: str, steps: int, undecided: Callable[..., Any] = noise.undecided) -> Extreme:
    """Every cell, with v at and about the edges: how many quick decisions do not hold on the whole cell?"""
    kind, wrong, cases, witness = Shape(shape), 0, 0, {}
    for heads, inside in product(range(MOST_HEADS + 1), range(steps)):
        edge = float(noise.chance(kind, steps, np.array([heads]), np.array([inside]))[0])
        for part in (-2.1, -1.01, -0.5, -0.1, 0.1, 0.5, 1.01, 2.1):
            v = edge + part / steps
            if not 0 <= v < 1:
                continue
            height, cases = int(v * 2**53) << 11, cases + 1
            gap = np.array([edge - height * 2.0**-64])
            if undecided(steps, np.array([2**63], dtype=np.uint64), gap)[0]:
                continue
            least, most = chances_in_cell(kind, steps, heads, inside)
            right = (height + 1 <= least * 2**64) if gap[0] > 0 else (height >= most * 2**64)
            if not right:
                wrong, witness = wrong + 1, {"heads": heads, "inside": inside, "height": height}
    return Extreme(wrong, witness, cases)


def wrong_without_margin(shape: str, steps: int) -> Extreme:
    return wrong_decisions(shape, steps, never)


def chances_in_cell(shape: Shape, steps: int, heads: int, inside: int) -> tuple[Fraction, Fraction]:
    """The least and the largest chance of being kept in a cell, in exact fractions."""
    ends = [heads + Fraction(inside + end, steps) for end in (1, 0)]
    factor = Fraction(shape.peak) * 2**heads
    return factor * exp_minus(shape.exponent(ends[0]), 80)[0], factor * exp_minus(
        shape.exponent(ends[1]), 80
    )[1]


def none_wrong() -> int:
    return 0


# --- frequency: the law of the draws ------------------------------------------------------------------------------


def law_of_cells(shape: str, steps: int, low: int, high: int, inside: bool) -> float:
    """The chance of an event or, unless `inside`, of its contrary."""
    law = laws(Shape(shape))
    chance = float(law.cdf((high + 1) / steps) - law.cdf(low / steps))
    return chance if inside else 1 - chance


def drawn_inside(
    size: int, rng: np.random.Generator, shape: str, steps: int, low: int, high: int, inside: bool
) -> NDArray[np.bool_]:
    drawn = cells(Shape(shape), steps, size, rng)
    return ((drawn >= low) & (drawn <= high)) == inside


def drawn_inside_wider(
    size: int, rng: np.random.Generator, shape: str, steps: int, low: int, high: int, inside: bool
) -> NDArray[np.bool_]:
    """Noise that is a twentieth wider."""
    return drawn_inside(size, rng, shape, steps + steps // 20, low, high, inside)


FINE = 2**14
"""Places in a unit interval at which the chance of being kept is looked at."""


def law_added_up(
    shape: str,
    steps: int,
    low: int,
    high: int,
    inside: bool,
    fair: Callable[[int], float] = lambda k: 2.0 ** -(k + 1),
) -> Extreme:
    """The chance of the event by adding up all proposals, each with the library's chance of being kept."""
    kind, kept, hits = Shape(shape), 0.0, 0.0
    part = np.arange(FINE)
    for heads in range(60):
        weight = fair(heads) * noise.chance(kind, FINE, np.full(FINE, heads), part) / FINE
        y = heads + (part + 0.5) / FINE
        signs = ((y, 1.0),) if kind is Shape.EXPONENTIAL else ((y, 0.5), (-y, 0.5))
        for place, share in signs:
            within = (place * steps >= low) & (place * steps < high + 1)
            hits += share * float(weight[within == inside].sum())
        kept += float(weight.sum())
    return Extreme(hits / kept, {}, 60 * FINE)


def law_of_equal_heads(shape: str, steps: int, low: int, high: int, inside: bool) -> Extreme:
    return law_added_up(shape, steps, low, high, inside, lambda k: 1 / 60)


def events(*ranges: tuple[str, int, int, int]) -> tuple[dict[str, Any], ...]:
    return tuple(
        {"shape": shape, "steps": steps, "low": low, "high": high, "inside": inside}
        for shape, steps, low, high in ranges
        for inside in (True, False)
    )
