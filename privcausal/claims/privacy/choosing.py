"""Choices on a computer: rounded scores, and chances that are exactly those."""

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.privacy import choosing
from privcausal.privacy.choosing import choose, on_grid
from privcausal.privacy.noise import grid_step
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, Target, instead
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme

Grid = Callable[[Any, float, float], tuple[NDArray[np.float64], Fraction]]

# --- rounding: what one record does to an exponent -----------------------------------------------------------------

OFFSETS = 64


def forgetful(scores: Any, rate: float, sensitivity: float) -> tuple[NDArray[np.float64], Fraction]:
    """As if rounding moved no score."""
    gaps, _ = on_grid(scores, rate, sensitivity)
    return gaps, Fraction(rate) * Fraction(grid_step(sensitivity))


def worst_exponent(theta: float, Delta: float, grid: Grid = on_grid) -> Extreme:
    """The largest change of an exponent, for scores at every sixty-fourth of a step; the best score stays."""
    step, changes = grid_step(Delta), {}
    for k in range(OFFSETS):
        score = -1000 * Delta + k / OFFSETS * step
        before, slower = grid([0.0, score], theta, Delta)
        after, _ = grid([0.0, score + Delta], theta, Delta)
        changes[k] = float(abs(int(before[1]) - int(after[1])) * slower)
    worst = max(changes, key=lambda k: changes[k])
    return Extreme(changes[worst], {"offset": worst}, OFFSETS)


def worst_exponent_forgotten(theta: float, Delta: float) -> Extreme:
    return worst_exponent(theta, Delta, forgetful)


# --- exactness: quick decisions near the ends of intervals ----------------------------------------------------------

SCORES = (0.0, 1.0, -2.5, 3.0, 0.1, 2.9999)
BASES = (None, (1.0, 2.0, 0.5, 1e-6, 3.0, 1e6))


def never(added: Any, chosen: Any, targets: Any) -> NDArray[np.bool_]:
    """As if 64 bits always decided."""
    return np.zeros(len(np.atleast_1d(chosen)), dtype=bool)


def wrong_choices(base: int, undecided: Callable[..., Any] = choosing.undecided) -> Extreme:
    """How many quick decisions, at heights about every end, are not those of exact fractions?"""
    gaps, slower = on_grid(SCORES, 1.0, 1.0)
    weights = np.ones(len(gaps)) if BASES[base] is None else np.asarray(BASES[base])
    added = np.cumsum(weights * np.exp(-float(slower) * gaps))
    wrong, cases, witness = 0, 0, {}
    for end in added[:-1] / added[-1]:
        centre = math.floor(Fraction(float(end)) * 2**64)
        for distance in (0, 1, 2**8, 2**10, 2**11, 2**12, 2**20, 2**26, 2**40):
            for height in (centre - distance, centre + distance):
                target = np.array([height * 2.0**-64 * added[-1]])
                chosen = np.searchsorted(added, target, side="right")
                cases += 1
                if undecided(added, chosen, target)[0]:
                    continue
                exact = choosing.settle(gaps, slower, weights, height, np.random.default_rng(0))
                if exact != chosen[0]:
                    wrong, witness = wrong + 1, {"height": height}
    return Extreme(wrong, witness, cases)


def wrong_without_margin(base: int) -> Extreme:
    return wrong_choices(base, never)


def none_wrong() -> int:
    return 0


FORGOTTEN = Mutant("rounding moves no score", check={"worst": worst_exponent_forgotten})
NO_MARGIN = Mutant("64 bits always decide", check={"worst": wrong_without_margin})

CLAIMS = (
    Claim(
        id="B-choose",
        title="A choice with exactly the chances that were promised",
        reading=Reading(Origin.OURS, "the exponential mechanism on a grid"),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let a record move each of several scores by at most $\\Delta$, and let $g>0$ depend on nothing private. "
            "Round each score to the nearest multiple of $g$, raise those that lie too far below the best to one "
            "distance, and choose $r$ with probability proportional to $\\mu(r)\\,e^{\\theta's(r)}$, where $s$ are the "
            "scores, $\\mu$ public weights, $\\theta'\\le\\theta\\Delta/(\\Delta+g)$; exactly so, by as many bits of "
            "a real number in $[0,1)$ as it takes to say in which of the added-up chances it lies."
        ),
        statement=(
            "«Neighbours» changes each exponent by «sense» $«ours»$, and if all scores move in one direction, so do "
            "all exponents: what is proved of the exponential mechanism with the rate $\\theta$ holds for this choice."
        ),
        ours=Formula("theta*Delta"),
        at={"theta": 0.5, "Delta": 1.0},
        proof="proof-choose",
        depends=("B-grid",),
        subjects=(choose,),
        checks=(
            Exhaustive(
                "scores at every place between two steps",
                tuple(
                    {"theta": theta, "Delta": size}
                    for theta in (0.5, 3.0)
                    for size in (1.0, 1 + 2.0**-22, 0.04)
                ),
                worst_exponent,
                (FORGOTTEN, instead(ours="theta*Delta/2")),
            ),
            Exhaustive(
                "every quick decision near an end",
                ({"base": 0}, {"base": 1}),
                wrong_choices,
                (NO_MARGIN,),
                tolerance=none_wrong,
                target=Target.OURS,
            ),
        ),
    ),
)
