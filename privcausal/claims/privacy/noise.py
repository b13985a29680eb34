"""Noise on a computer: what rounding to a grid costs."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from scipy import stats

from privcausal.claims.broken.noise import textbook_laplace
from privcausal.claims.functions import our_error
from privcausal.privacy.noise import HARDLY_ANY, GridNoise, NoiseShape, grid_step
from privcausal.privacy.price import Relation
from privcausal.verify import Formula, by_us, each, instead, mutant, worlds
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.checks import Exhaustive, Extreme, Search, Witness, space, worst_of

Calibration = Callable[..., GridNoise]
LAPLACE, GAUSSIAN = NoiseShape.LAPLACE.value, NoiseShape.GAUSSIAN.value


def forgetful(shape: NoiseShape, scale: float, sensitivity: float, numbers: int = 1) -> GridNoise:
    """Noise that ignores that rounding can move neighbours farther apart."""
    step = grid_step(min(scale, sensitivity / numbers))
    return GridNoise(shape, step, math.ceil(Fraction(scale) / Fraction(step)))


def coarse(shape: NoiseShape, scale: float, sensitivity: float, numbers: int = 1) -> GridNoise:
    """A grid that is 64 times coarser."""
    step = 64 * grid_step(min(scale, sensitivity / numbers))
    return GridNoise.calibrated(shape, scale, sensitivity, numbers, step)


def in_steps(value: Fraction, step: float) -> int:
    """The nearest multiple of the step; halfway, the even one, as the library's floats do it."""
    return round(value / Fraction(step))


OFFSETS = 64


def worst_offset(Delta: float, s: float, calibration: Calibration = GridNoise.calibrated) -> Extreme:
    """The worst loss of Laplace noise over values at every sixty-fourth of a step, from exact fractions."""
    drawn = calibration(NoiseShape.LAPLACE, s, Delta)

    def loss(case: Witness) -> float:
        value = Fraction(case["offset"], OFFSETS) * Fraction(drawn.step)
        moved = in_steps(value + Fraction(Delta), drawn.step) - in_steps(value, drawn.step)
        return moved / drawn.steps

    return worst_of(each(offset=range(OFFSETS)), loss)


def loss_at_offset(witness: dict[str, int], Delta: float, s: float) -> Fraction:
    """The same loss from the two cells that the library releases when both neighbours get the same bits."""
    drawn = GridNoise.calibrated(NoiseShape.LAPLACE, s, Delta)
    value = witness["offset"] / OFFSETS * drawn.step
    noisy = [float(drawn.add(v, np.random.default_rng(0))) for v in (value, value + Delta)]
    return Fraction(noisy[1] - noisy[0]) / Fraction(drawn.step) / drawn.steps


# --- search: any statistic of several numbers -------------------------------------------------------------------

ORDER = space.record(
    shape=space.among(LAPLACE, GAUSSIAN), sensitivity=space.real(1e-9, 1e9), ratio=space.real(1e-3, 1e3)
)
"""Noise of one shape, for a statistic of this sensitivity, and its scale as a multiple of that."""

PLACE = space.real(-1e6, 1e6)
REQUESTS = space.record(**ORDER.kinds, values=PLACE.up_to(5), moves=PLACE * 5)


def overrun(case: dict[str, Any], calibration: Calibration = GridNoise.calibrated) -> Fraction | float:
    """Rounded neighbours' distance over the noise, as a multiple of what the real distance and noise allow."""
    shape, sensitivity = NoiseShape(case["shape"]), Fraction(case["sensitivity"])
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
    if shape is NoiseShape.LAPLACE:
        return Fraction(sum(map(abs, steps)), drawn.steps) / allowed
    return math.sqrt(Fraction(sum(step**2 for step in steps), drawn.steps**2)) / float(allowed)


def length(shape: NoiseShape, moves: list[Fraction]) -> Fraction:
    """The sum of distances, or a fraction just above the Euclidean length."""
    if shape is NoiseShape.LAPLACE:
        return sum(map(abs, moves), Fraction(0))
    square = sum((move**2 for move in moves), Fraction(0))
    return Fraction(math.isqrt(math.ceil(square * 4**60)) + 1, 2**60) if square else square


def excess_noise(case: dict[str, Any], calibration: Calibration = GridNoise.calibrated) -> Fraction:
    """How much wider the noise is than asked for, as a part of it."""
    scale = case["sensitivity"] * case["ratio"]
    drawn = calibration(NoiseShape(case["shape"]), scale, case["sensitivity"], case["numbers"])
    return Fraction(drawn.scale) / Fraction(scale) - 1


def worst_excess(powers: int, calibration: Calibration = GridNoise.calibrated) -> Extreme:
    """All powers of two as scale, sensitivity and number of numbers, where the noise hides anything at all."""
    sizes = [2.0**k for k in range(-powers, powers + 1)]
    cases = (
        {"shape": shape, "sensitivity": sensitivity, "ratio": scale / sensitivity, "numbers": numbers}
        for shape, sensitivity, scale, numbers in product((LAPLACE, GAUSSIAN), sizes, sizes, (1, 2, 4, 16))
        if scale >= HARDLY_ANY * sensitivity
    )
    return worst_of(cases, lambda case: excess_noise(case, calibration))


# --- exhaustive: the law of the cells on grids so coarse that it shows -------------------------------------------


def worst_cells(shape: str, steps: int, moved: int) -> Extreme:
    """Return how much more the cells reveal than real noise, at any of a hundred ε: by the sum over all cells."""
    law = laws(NoiseShape(shape))
    edges = np.arange(-60 * steps, 60 * steps + 1)
    here, there = (np.diff(law.cdf((edges - shift) / steps)) for shift in (0, moved))
    excess = {}
    for epsilon in np.linspace(0, 2 * moved / steps, 101):
        noisy = np.maximum(there - math.exp(epsilon) * here, 0).sum()
        excess[float(epsilon)] = float(noisy) - real_delta(NoiseShape(shape), moved / steps, float(epsilon))
    worst = max(excess, key=lambda epsilon: excess[epsilon])
    return Extreme(excess[worst], {"epsilon": worst}, len(edges) * len(excess))


def worst_cells_half_moved(shape: str, steps: int, moved: int) -> Extreme:
    """The price of real noise on half the distance."""
    worst = worst_cells(shape, steps, moved)
    epsilon = worst.witness["epsilon"]
    ours = (real_delta(NoiseShape(shape), part * moved / steps, epsilon) for part in (1, 0.5))
    return Extreme(float(worst.value) + next(ours) - next(ours), worst.witness, worst.cases)


def laws(shape: NoiseShape) -> Any:
    """The distribution of real noise."""
    return {
        NoiseShape.LAPLACE: stats.laplace,
        NoiseShape.GAUSSIAN: stats.norm,
        NoiseShape.EXPONENTIAL: stats.expon,
    }[shape]


def real_delta(shape: NoiseShape, shift: float, epsilon: float) -> float:
    """The smallest δ of real noise for values this far apart, in closed form."""
    if shape is NoiseShape.LAPLACE:
        return max(1 - math.exp((epsilon - shift) / 2), 0.0)
    near, far = stats.norm.cdf([shift / 2 - epsilon / shift, -shift / 2 - epsilon / shift])
    return float(near - math.exp(epsilon) * far)


def count_on_grid(side: int, size: int, rng: np.random.Generator, Delta: float, s: float) -> Outputs:
    drawn = GridNoise.calibrated(NoiseShape.LAPLACE, s, Delta)
    return np.asarray(drawn.add(side * Delta, rng, size)).reshape(-1, 1)


def textbook_bits(side: int, size: int, rng: np.random.Generator, Delta: float, s: float) -> Outputs:
    """The textbook sampler's outputs, reduced to how many of their last 24 bits are 0: post-processing."""
    outputs = textbook_laplace(side * Delta, s, size, rng)
    steps = np.abs(outputs) * 2.0**53
    exponents = [np.fmod(steps, 2.0**bits) == 0 for bits in range(1, 25)]
    return np.asarray(np.sum(exponents, axis=0), dtype=np.float64).reshape(-1, 1)


FORGOTTEN = mutant("rounding moves nobody", worst=partial(worst_offset, calibration=forgetful))
WORST_COARSE = mutant("a grid 64 times coarser", worst=partial(worst_excess, calibration=coarse))
HALF = instead(ours="Delta/s/2")
TEXTBOOK = mutant("the low bits of a textbook sampler", sample=textbook_bits)

CLAIMS = (
    by_us(
        id="B-grid",
        title="Noise that keeps its guarantee on a computer",
        place="cells of a public grid",
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let a statistic of $d$ numbers have sensitivity $\\Delta$, in the sum norm and $r=d$, or in Euclidean "
            "distance and $r=\\sqrt d$. Let $g>0$ depend on nothing private. Round each number to the nearest multiple "
            "of $g$, add independent real noise of scale $s'\\ge s(1+rg/\\Delta)$ to each, and release in which cells "
            "$[kg,(k+1)g)$ the sums lie."
        ),
        statement=(
            "Whatever bound of $(\\varepsilon,\\delta)$, Rényi or zero-concentrated privacy holds for every statistic "
            "of sensitivity $\\Delta$ under noise of scale $s$ holds for this release. With Laplace noise in the sum "
            "norm, «neighbours» changes the log-probability of any outcome by «sense» $«ours»$."
        ),
        ours=Formula("Delta/s"),
        at={"Delta": 1.0, "s": 1.0},
        subjects=(GridNoise.add,),
        checks=(
            Exhaustive(
                "values at every place between two steps",
                worlds(
                    "Delta s",
                    (1.0, 1.0),
                    (1 + 2.0**-22, 1 + 2.0**-22),  # an odd number of steps
                    (1 + 2.0**-22, 1024 * (1 + 2.0**-22)),
                    (0.04, 0.04),
                    (0.3, 0.03),
                ),
                worst_offset,
                (FORGOTTEN, HALF),
                loss_at_offset,
            ),
            Search(
                "several numbers, any values and moves",
                ({},),
                REQUESTS,
                overrun,
                (mutant("rounding moves nobody", score=partial(overrun, calibration=forgetful)),),
                **our_error(1),
            ),
            Exhaustive(
                "all cells of grids so coarse that it shows",
                tuple(
                    {"shape": shape, **grid}
                    for shape in (LAPLACE, GAUSSIAN)
                    for grid in worlds("steps moved", (1, 1), (3, 2), (8, 8))
                ),
                worst_cells,
                (mutant("the price of half the distance", worst=worst_cells_half_moved),),
                **our_error(1e-12),
            ),
            Audit("a count on the grid", ({"Delta": 1.0, "s": 1.0},), count_on_grid, (TEXTBOOK, HALF)),
        ),
    ),
    by_us(
        id="B-grid-cost",
        title="What the grid costs",
        place="with the library's step",
        relation=Relation.SUBSTITUTION,
        definition=(
            "In {prf:ref}`B-grid` let $s\\ge2^{-10}\\Delta$, let $g$ be the largest power of two with "
            "$g\\le2^{-22}\\min(s,\\Delta/r)$, and let $s'$ be the smallest multiple of $g$ that will do, "
            "with a factor of $1+2^{-48}$ to spare for the last digits of $s$ and $\\Delta$."
        ),
        statement="The noise is wider than real noise would have to be by «sense» $«ours»$ of its scale.",
        ours=Formula("2**(-21)"),
        proof="proof-grid",
        depends=("B-grid",),
        subjects=(GridNoise.calibrated,),
        checks=(
            Exhaustive("all powers of two", ({"powers": 8},), worst_excess, (WORST_COARSE,)),
            Search(
                "any scale, sensitivity, number of numbers",
                ({},),
                space.record(**ORDER.kinds, numbers=space.whole(1, 10_000)),
                excess_noise,
                (mutant("a grid 64 times coarser", score=partial(excess_noise, calibration=coarse)),),
            ),
        ),
    ),
)

EXHIBITS = (
    Exhibit(
        "hardened Laplace",
        "a count with real noise, known by its cell",
        "B-grid",
        True,
        partial(count_on_grid, Delta=1.0, s=1.0),
    ),
)
