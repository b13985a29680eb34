"""Cells of real noise are drawn exactly: the law of accepted draws, quick decisions, how often each event comes."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import sympy
from numpy.typing import NDArray

from privcausal.claims.functions import our_error
from privcausal.claims.privacy.noise import GAUSSIAN, LAPLACE, laws
from privcausal.privacy import noise
from privcausal.privacy.noise import NoiseShape, cells, exp_minus
from privcausal.verify import Formula, Target, by_us, each, mutant, worlds
from privcausal.verify.checks import Exhaustive, Extreme, Frequency, Remainders, Symbolic


def derive_law(every_time_rarer: int = 1) -> Remainders:
    """Proposal times chance of being kept, the largest chance, and the steepest slope of the chance."""
    k, x = sympy.symbols("k x", nonnegative=True)
    proposal, remainders = sympy.Rational(1, 2) ** (every_time_rarer * k + 1), {}
    for shape in NoiseShape:
        q, peak = shape.exponent(k + x), sympy.Rational(shape.peak)
        chance = peak * 2**k * sympy.exp(-q)
        kept = sympy.powsimp(proposal * chance / (peak / 2 * sympy.exp(-q)))
        remainders[f"{shape.value}: density of the kept draws, over C exp(−q)/2, less 1"] = kept - 1
        ends = [chance.subs({x: 0, k: place}) for place in range(4)]
        # For k ≥ 2 doubling is slower than exp(−q) falls; so the largest of the first values is the largest.
        remainders[f"{shape.value}: part of the largest chance above 1"] = positive_part(max(ends) - 1)
        slopes = [-sympy.diff(chance, x).subs({x: place, k: whole}) for whole in range(4) for place in (0, 1)]
        remainders[f"{shape.value}: part of the steepest slope above 1"] = positive_part(max(slopes) - 1)
    return remainders


def positive_part(number: sympy.Expr) -> sympy.Expr:
    """0 if the number is not positive."""
    return number if number > 0 else sympy.Integer(0)


MOST_HEADS = 6


def wrong_decisions(shape: str, steps: int, undecided: Callable[..., Any] = noise.undecided) -> Extreme:
    """Every cell, with v at and about the edges: how many quick decisions do not hold on the whole cell?"""
    kind, wrong, cases, witness = NoiseShape(shape), 0, 0, {}
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


def chances_in_cell(shape: NoiseShape, steps: int, heads: int, inside: int) -> tuple[Fraction, Fraction]:
    """The least and the largest chance of being kept in a cell, in exact fractions."""
    ends = [heads + Fraction(inside + end, steps) for end in (1, 0)]
    factor = Fraction(shape.peak) * 2**heads
    least, most = (exp_minus(shape.exponent(end), 80) for end in ends)
    return factor * least[0], factor * most[1]


# --- frequency: the law of the draws ------------------------------------------------------------------------------


def law_of_cells(shape: str, steps: int, low: int, high: int, inside: bool) -> float:
    """The chance of an event or, unless `inside`, of its contrary."""
    law = laws(NoiseShape(shape))
    chance = float(law.cdf((high + 1) / steps) - law.cdf(low / steps))
    return chance if inside else 1 - chance


def drawn_inside(
    size: int, rng: np.random.Generator, shape: str, steps: int, low: int, high: int, inside: bool
) -> NDArray[np.bool_]:
    drawn = cells(NoiseShape(shape), steps, size, rng)
    return ((drawn >= low) & (drawn <= high)) == inside


FINE = 2**14
"""Places in a unit interval at which the chance of being kept is looked at."""


def law_added_up(
    shape: str, steps: int, low: int, high: int, inside: bool, every_time_rarer: int = 1
) -> Extreme:
    """The chance of the event by adding up all proposals, each with the library's chance of being kept."""
    kind, kept, hits = NoiseShape(shape), 0.0, 0.0
    part = np.arange(FINE)
    for heads in range(60):
        fair = 2.0 ** (-every_time_rarer * heads - 1)
        weight = fair * noise.chance(kind, FINE, np.full(FINE, heads), part) / FINE
        y = heads + (part + 0.5) / FINE
        signs = ((y, 1.0),) if kind is NoiseShape.EXPONENTIAL else ((y, 0.5), (-y, 0.5))
        for place, share in signs:
            within = (place * steps >= low) & (place * steps < high + 1)
            hits += share * float(weight[within == inside].sum())
        kept += float(weight.sum())
    return Extreme(hits / kept, {}, 60 * FINE)


LAW = Formula("P(shape, steps, low, high, inside)", {"P": (law_of_cells, r"P[SZ\in[a,b)]")})

EVENTS = tuple(
    {**event, "inside": inside}
    for event in worlds(
        "shape steps low high",
        (GAUSSIAN, 1024, -704, 703),
        (GAUSSIAN, 1024, 2048, 2**20 - 1),
        (LAPLACE, 1024, -512, 255),
        (NoiseShape.EXPONENTIAL.value, 1024, 1024, 3071),
        (GAUSSIAN, 2**22, 0, 2**22 - 1),
    )
    for inside in (True, False)
)
EQUAL_HEADS = mutant("all numbers of heads equally likely", worst=partial(law_added_up, every_time_rarer=0))
FAIR_HEADS = mutant("all numbers of heads equally likely", derive=partial(derive_law, every_time_rarer=0))
NO_MARGIN = mutant(
    "64 bits always decide",
    worst=partial(wrong_decisions, undecided=lambda steps, coins, gap: np.zeros(len(gap), dtype=bool)),
)
WIDER = mutant(
    "noise a twentieth wider",
    happens=lambda size, rng, steps, **event: drawn_inside(size, rng, steps=steps + steps // 20, **event),
)

CLAIMS = (
    by_us(
        id="B-cells",
        title="Cells of real noise, drawn exactly",
        place="rejection with as many bits as it takes",
        relation=None,
        definition=(
            "Toss a fair coin until the first tail, after $k$ heads; choose one of $S$ cells of $[k,k+1)$ with equal "
            "chances and a real $y$ in it; keep it with probability $C2^ke^{-q(y)}$, or else start again. Laplace "
            "noise has $q(y)=y$, $C=1$, Gaussian noise $q(y)=y^2/2$, $C=\\frac{211}{256}$, both with a fair sign. Let "
            "the middle of the cell and a few bits of a real $v\\in[0,1)$ decide, unless $v$ lies nearer than "
            "$\\frac1S$ to the edge; else draw more bits of $y$ and $v$. Let $Z$ be real noise of scale 1."
        ),
        statement=(
            "For any whole $a$ and $b$, the cell that is kept has a number in $[a,b)$ with probability «sense» "
            "$«ours»$, and lies outside with probability «sense» that of the contrary: so both are equal."
        ),
        ours=LAW,
        at={"shape": GAUSSIAN, "steps": 1, "low": 0, "high": 0, "inside": True},
        subjects=(cells,),
        checks=(
            Symbolic(
                "density, largest chance, steepest slope", derive_law, (FAIR_HEADS,), target=Target.OURS
            ),
            Exhaustive(
                "every quick decision near the edge",
                each(shape=[shape.value for shape in NoiseShape], steps=(4, 16)),
                wrong_decisions,
                (NO_MARGIN,),
                **our_error(0),
            ),
            Exhaustive("adding up all proposals", EVENTS, law_added_up, (EQUAL_HEADS,)),
            Frequency("draws", EVENTS, drawn_inside, (WIDER,)),
        ),
    ),
)
