"""What noise on a grid is measured on: rounded neighbours, and exact losses of cells."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st
from scipy import stats

from privcausal.claims.specimens.noise import textbook_laplace
from privcausal.privacy.noise import HARDLY_ANY, GridNoise, Shape, grid_step
from privcausal.verify.audit import Outputs
from privcausal.verify.checks.exhaustive import Extreme

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
