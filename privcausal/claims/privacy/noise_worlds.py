"""What noise on a grid is measured on: rounded neighbours, exact losses of cells, and proposals near the edge."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats

from privcausal.claims.specimens.noise import textbook_laplace
from privcausal.privacy import noise
from privcausal.privacy.noise import HARDLY_ANY, GridNoise, Shape, cells, exp_minus, grid_step
from privcausal.verify.audit import Outputs
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.checks.symbolic import Remainders

Calibration = Callable[..., GridNoise]
LAPLACE, GAUSSIAN = Shape.LAPLACE.value, Shape.GAUSSIAN.value


def forgetful(shape: Shape, scale: float, sensitivity: float, numbers: int = 1) -> GridNoise:
    """Forgets that rounding may move neighbours farther apart."""
    step = grid_step(min(scale, sensitivity / numbers))
    return GridNoise(shape, step, math.ceil(Fraction(scale) / Fraction(step)))


def coarse(shape: Shape, scale: float, sensitivity: float, numbers: int = 1) -> GridNoise:
    """A grid that is 64 times coarser."""
    step = 64 * grid_step(min(scale, sensitivity / numbers))
    return GridNoise.calibrated(shape, scale, sensitivity, numbers, step)


def in_steps(value: Fraction, step: float) -> int:
    """The nearest multiple of the step; halfway, the even one, as the library's floats do it."""
    return round(value / Fraction(step))


# --- exhaustive: values at every place between two steps --------------------------------------------------------

OFFSETS = 64


def worst_offset(Delta: float, s: float, calibration: Calibration = GridNoise.calibrated) -> Extreme:
    """The worst loss of Laplace noise over values at every sixty-fourth of a step, from exact fractions."""
    drawn = calibration(Shape.LAPLACE, s, Delta)
    losses = {}
    for k in range(OFFSETS):
        value = Fraction(k, OFFSETS) * Fraction(drawn.step)
        moved = in_steps(value + Fraction(Delta), drawn.step) - in_steps(value, drawn.step)
        losses[k] = Fraction(moved, drawn.steps)
    worst = max(losses, key=lambda k: losses[k])
    return Extreme(float(losses[worst]), {"offset": worst}, OFFSETS)


def worst_offset_forgotten(Delta: float, s: float) -> Extreme:
    return worst_offset(Delta, s, forgetful)


def loss_at_offset(witness: dict[str, int], Delta: float, s: float) -> Fraction:
    """The same loss from the two cells that the library tells when both neighbours get the same bits."""
    drawn = GridNoise.calibrated(Shape.LAPLACE, s, Delta)
    value = witness["offset"] / OFFSETS * drawn.step
    told = [float(drawn.add(v, np.random.default_rng(0))) for v in (value, value + Delta)]
    return Fraction(told[1] - told[0]) / Fraction(drawn.step) / drawn.steps


# --- search: any statistic of several numbers -------------------------------------------------------------------

MOST_NUMBERS = 5


def requests() -> st.SearchStrategy[dict[str, Any]]:
    place = st.floats(-1e6, 1e6)
    return st.fixed_dictionaries(
        {
            "shape": st.sampled_from([LAPLACE, GAUSSIAN]),
            "sensitivity": st.floats(1e-9, 1e9),
            "ratio": st.floats(1e-3, 1e3),
            "values": st.lists(place, min_size=1, max_size=MOST_NUMBERS),
            "moves": st.lists(place, min_size=MOST_NUMBERS, max_size=MOST_NUMBERS),
        }
    )


def overrun(case: dict[str, Any], calibration: Calibration = GridNoise.calibrated) -> Fraction | float:
    """Rounded neighbours' distance over the noise, as a multiple of what the real distance and noise allow."""
    shape, sensitivity = Shape(case["shape"]), Fraction(case["sensitivity"])
    scale = float(sensitivity) * case["ratio"]
    values = [Fraction(value) for value in case["values"]]
    moves = [Fraction(move) for move in case["moves"][: len(values)]]
    drawn = calibration(shape, scale, float(sensitivity), len(values))
    whole = length(shape, moves)
    if not whole:
        return 0.0
    steps = [
        in_steps(value + move * sensitivity / whole, drawn.step) - in_steps(value, drawn.step)
        for value, move in zip(values, moves, strict=True)
    ]
    allowed = sensitivity / Fraction(scale)
    if shape is Shape.LAPLACE:
        return Fraction(sum(map(abs, steps)), drawn.steps) / allowed
    return math.sqrt(Fraction(sum(step**2 for step in steps), drawn.steps**2)) / float(allowed)


def length(shape: Shape, moves: list[Fraction]) -> Fraction:
    """The sum of distances, or a fraction just above the Euclidean length."""
    if shape is Shape.LAPLACE:
        return sum(map(abs, moves), Fraction(0))
    square = sum((move**2 for move in moves), Fraction(0))
    return Fraction(math.isqrt(math.ceil(square * 4**60)) + 1, 2**60) if square else square


def overrun_forgotten(case: dict[str, Any]) -> Fraction | float:
    return overrun(case, forgetful)


def one() -> int:
    return 1


def orders() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {
            "shape": st.sampled_from([LAPLACE, GAUSSIAN]),
            "sensitivity": st.floats(1e-9, 1e9),
            "ratio": st.floats(1e-3, 1e3),
            "numbers": st.integers(1, 10_000),
        }
    )


def excess_noise(case: dict[str, Any], calibration: Calibration = GridNoise.calibrated) -> Fraction:
    """How much wider the noise is than asked for, as a part of it."""
    scale = case["sensitivity"] * case["ratio"]
    drawn = calibration(Shape(case["shape"]), scale, case["sensitivity"], case["numbers"])
    return Fraction(drawn.scale) / Fraction(scale) - 1


def worst_excess(powers: int, calibration: Calibration = GridNoise.calibrated) -> Extreme:
    """All powers of two as scale, sensitivity and number of numbers, where the noise hides anything at all."""
    sizes = [2.0**k for k in range(-powers, powers + 1)]
    cases = [
        {"shape": shape, "sensitivity": sensitivity, "ratio": scale / sensitivity, "numbers": numbers}
        for shape, sensitivity, scale, numbers in product((LAPLACE, GAUSSIAN), sizes, sizes, (1, 2, 4, 16))
        if scale >= HARDLY_ANY * sensitivity
    ]
    worst = max(cases, key=lambda case: excess_noise(case, calibration))
    return Extreme(excess_noise(worst, calibration), worst, len(cases))


def worst_excess_coarse(powers: int) -> Extreme:
    return worst_excess(powers, coarse)


def excess_noise_coarse(case: dict[str, Any]) -> Fraction:
    return excess_noise(case, coarse)


# --- exhaustive: the law of the cells on grids so coarse that it shows -------------------------------------------


def worst_cells(shape: str, steps: int, moved: int) -> Extreme:
    """How far the cells betray more than real noise, at any of a hundred ε: by the sum over all cells."""
    law = laws(Shape(shape))
    edges = np.arange(-60 * steps, 60 * steps + 1)
    here, there = (np.diff(law.cdf((edges - shift) / steps)) for shift in (0, moved))
    excess = {}
    for epsilon in np.linspace(0, 2 * moved / steps, 101):
        told = np.maximum(there - math.exp(epsilon) * here, 0).sum()
        excess[float(epsilon)] = float(told) - real_delta(Shape(shape), moved / steps, float(epsilon))
    worst = max(excess, key=lambda epsilon: excess[epsilon])
    return Extreme(excess[worst], {"epsilon": worst}, len(edges) * len(excess))


def worst_cells_half_moved(shape: str, steps: int, moved: int) -> Extreme:
    """The price of real noise on half the distance."""
    worst = worst_cells(shape, steps, moved)
    epsilon = worst.witness["epsilon"]
    ours = (real_delta(Shape(shape), part * moved / steps, epsilon) for part in (1, 0.5))
    return Extreme(float(worst.value) + next(ours) - next(ours), worst.witness, worst.cases)


def laws(shape: Shape) -> Any:
    """The distribution of real noise."""
    return {Shape.LAPLACE: stats.laplace, Shape.GAUSSIAN: stats.norm, Shape.EXPONENTIAL: stats.expon}[shape]


def real_delta(shape: Shape, shift: float, epsilon: float) -> float:
    """The smallest δ of real noise for values this far apart, in closed form."""
    if shape is Shape.LAPLACE:
        return max(1 - math.exp((epsilon - shift) / 2), 0.0)
    near, far = stats.norm.cdf([shift / 2 - epsilon / shift, -shift / 2 - epsilon / shift])
    return float(near - math.exp(epsilon) * far)


def no_more() -> float:
    return 1e-12


# --- audit ------------------------------------------------------------------------------------------------------


def count_on_grid(side: int, size: int, rng: np.random.Generator, Delta: float, s: float) -> Outputs:
    drawn = GridNoise.calibrated(Shape.LAPLACE, s, Delta)
    return np.asarray(drawn.add(side * Delta, rng, size)).reshape(-1, 1)


def textbook_bits(side: int, size: int, rng: np.random.Generator, Delta: float, s: float) -> Outputs:
    """The textbook sampler's outputs, reduced to how many of their last 24 bits are 0: post-processing."""
    outputs = textbook_laplace(side * Delta, s, size, rng)
    steps = np.abs(outputs) * 2.0**53
    exponents = [np.fmod(steps, 2.0**bits) == 0 for bits in range(1, 25)]
    return np.asarray(np.sum(exponents, axis=0), dtype=np.float64).reshape(-1, 1)


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
