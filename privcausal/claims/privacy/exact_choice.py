"""Choices on a computer: rounded scores, and chances that are exactly those."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.claims.functions import our_error
from privcausal.privacy import exact_choice
from privcausal.privacy.exact_choice import choose, on_grid
from privcausal.privacy.noise import grid_step
from privcausal.privacy.price import Relation
from privcausal.verify import Formula, by_us, each, instead, mutant
from privcausal.verify.checks import Exhaustive, Extreme, Witness, worst_of

Grid = Callable[[Any, float, float], tuple[NDArray[np.float64], Fraction]]

OFFSETS = 64


def forgetful(scores: Any, rate: float, sensitivity: float) -> tuple[NDArray[np.float64], Fraction]:
    """As if rounding moved no score."""
    gaps, _ = on_grid(scores, rate, sensitivity)
    return gaps, Fraction(rate) * Fraction(grid_step(sensitivity))


def worst_exponent(theta: float, Delta: float, grid: Grid = on_grid) -> Extreme:
    """The largest change of an exponent, for scores at every sixty-fourth of a step; the best score stays."""

    def change(case: Witness) -> float:
        score = -1000 * Delta + case["offset"] / OFFSETS * grid_step(Delta)
        before, slower = grid([0.0, score], theta, Delta)
        after, _ = grid([0.0, score + Delta], theta, Delta)
        return float(abs(int(before[1]) - int(after[1])) * slower)

    return worst_of(each(offset=range(OFFSETS)), change)


SCORES = (0.0, 1.0, -2.5, 3.0, 0.1, 2.9999)
BASES = (None, (1.0, 2.0, 0.5, 1e-6, 3.0, 1e6))


def wrong_choices(base: int, undecided: Callable[..., Any] = exact_choice.undecided) -> Extreme:
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
                exact = exact_choice.settle(gaps, slower, weights, height, np.random.default_rng(0))
                if exact != chosen[0]:
                    wrong, witness = wrong + 1, {"height": height}
    return Extreme(wrong, witness, cases)


FORGOTTEN = mutant("rounding moves no score", worst=partial(worst_exponent, grid=forgetful))
NO_MARGIN = mutant(
    "64 bits always decide", worst=partial(wrong_choices, undecided=lambda *heights: np.zeros(1, dtype=bool))
)

CLAIMS = (
    by_us(
        id="B-choose",
        title="A choice with exactly the stated probabilities",
        place="the exponential mechanism on a grid",
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
            "all exponents: every privacy guarantee that follows from these two facts for the exponential mechanism "
            "with the rate $\\theta$ holds for this choice."
        ),
        ours=Formula("theta*Delta"),
        at={"theta": 0.5, "Delta": 1.0},
        depends=("B-grid",),
        subjects=(choose,),
        checks=(
            Exhaustive(
                "scores at every place between two steps",
                each(theta=(0.5, 3.0), Delta=(1.0, 1 + 2.0**-22, 0.04)),
                worst_exponent,
                (FORGOTTEN, instead(ours="theta*Delta/2")),
            ),
            Exhaustive(
                "every quick decision near an end",
                each(base=(0, 1)),
                wrong_choices,
                (NO_MARGIN,),
                **our_error(0),
            ),
        ),
    ),
)
