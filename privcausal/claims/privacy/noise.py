"""Noise on a computer: a Laplace mechanism whose promise survives finite precision."""

import math
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from hypothesis import strategies as st

from privcausal.privacy.noise import WHOLE, HardenedLaplace, textbook_laplace
from privcausal.privacy.price import Relation
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target


def hardened_ours(epsilon: Number) -> Number:
    return epsilon


class WithoutRoundingStep(HardenedLaplace):
    """Forgets that rounding to the grid may add one step."""

    @cached_property
    def rate(self) -> int:
        """One step too few in the denominator."""
        steps = math.floor(Fraction(self.sensitivity) / Fraction(self.grid))
        return math.floor(Fraction(self.epsilon) / steps * WHOLE)


def exact_loss(mechanism: HardenedLaplace, value: Fraction) -> Fraction:
    """The loss between a value and its farthest neighbour above, as an exact fraction.

    The noise has probability ∝ exp(−rate · |k| / 2⁴⁰) at k steps, so its largest log-ratio is rate · shift / 2⁴⁰.
    """
    places = [round(v / Fraction(mechanism.grid)) for v in (value, value + Fraction(mechanism.sensitivity))]
    return Fraction(mechanism.rate, WHOLE) * (places[1] - places[0])


OFFSETS = 64


def worst_offset(
    sensitivity: float, epsilon: Fraction, kind: type[HardenedLaplace] = HardenedLaplace
) -> Extreme:
    """The worst loss over values at every sixty-fourth of a step of the grid."""
    mechanism = kind(sensitivity, float(epsilon), Relation.SUBSTITUTION)
    losses = {
        k: exact_loss(mechanism, Fraction(k, OFFSETS) * Fraction(mechanism.grid)) for k in range(OFFSETS)
    }
    worst = max(losses, key=lambda k: losses[k])
    return Extreme(losses[worst], {"offset": worst}, OFFSETS)


def worst_without_step(sensitivity: float, epsilon: Fraction) -> Extreme:
    return worst_offset(sensitivity, epsilon, WithoutRoundingStep)


def loss_at_offset(claim: Claim, witness: dict[str, int], sensitivity: float, epsilon: Any) -> Fraction:
    """The same loss from the two places on the grid that the library's own samples come from."""
    mechanism = HardenedLaplace(sensitivity, float(Fraction(epsilon)), Relation.SUBSTITUTION)
    value = witness["offset"] / OFFSETS * mechanism.grid
    rng = [np.random.default_rng(0) for _ in range(2)]
    low, high = (mechanism.sample(v, 1, g)[0] for v, g in zip((value, value + sensitivity), rng, strict=True))
    return Fraction(mechanism.rate, WHOLE) * (Fraction(high - low) / Fraction(mechanism.grid))


def requests() -> st.SearchStrategy[dict[str, float]]:
    return st.fixed_dictionaries(
        {"sensitivity": st.floats(1e-9, 1e9), "epsilon": st.floats(1e-3, 30), "value": st.floats(-1e6, 1e6)}
    )


def overrun(claim: Claim, case: dict[str, float], kind: type[HardenedLaplace] = HardenedLaplace) -> Fraction:
    """The exact loss over ε."""
    mechanism = kind(case["sensitivity"], case["epsilon"], Relation.SUBSTITUTION)
    assert claim.ours is not None
    return exact_loss(mechanism, Fraction(case["value"])) / Fraction(claim.ours(case["epsilon"]))


def overrun_without_step(claim: Claim, case: dict[str, float]) -> Fraction:
    return overrun(claim, case, WithoutRoundingStep)


def one() -> Number:
    return 1


def hardened_count(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    return HardenedLaplace(1.0, epsilon, Relation.SUBSTITUTION).sample(float(side), size, rng)[:, None]


def textbook_bits(side: int, size: int, rng: np.random.Generator, epsilon: float) -> Outputs:
    """The textbook sampler's outputs, reduced to how many of their last 24 bits are 0: post-processing."""
    outputs = textbook_laplace(float(side), 1 / epsilon, size, rng)
    steps = np.abs(outputs) * 2.0**53
    exponents = [np.fmod(steps, 2.0**bits) == 0 for bits in range(1, 25)]
    return np.asarray(np.sum(exponents, axis=0), dtype=np.float64).reshape(-1, 1)


def half_of_it(epsilon: Number) -> Number:
    return epsilon / 2


NO_STEP = Mutant("rounding adds no step", check={"worst": worst_without_step})
NO_STEP_FOUND = Mutant("rounding adds no step", check={"score": overrun_without_step})
HALF = Mutant("half of ε", claim={"ours": half_of_it})
TEXTBOOK = Mutant("the low bits of a textbook sampler", check={"sample": textbook_bits})

CLAIMS = (
    Claim(
        id="B-hardened",
        title="Laplace noise that keeps its promise on a computer",
        source="ours",
        locator="on a grid, after Canonne, Kamath and Steinke",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let a statistic have sensitivity $\\Delta$ and let $g>0$ depend on nothing private. Round the statistic "
            "to the nearest multiple of $g$ and add $Kg$, where the whole number $K$ has probability proportional to "
            "$e^{-\\theta|k|}$ at $k$ and $0<\\theta\\le\\varepsilon/(\\lfloor\\Delta/g\\rfloor+1)$. This is "
            "$(\\varepsilon,0)$-differentially private, and so is whatever is computed from it, rounding included."
        ),
        ours=hardened_ours,
        at={"epsilon": 1.0},
        proof="proof-hardened",
        checks=(
            Exhaustive(
                "values at every place between two steps",
                tuple(
                    {"sensitivity": sensitivity, "epsilon": Fraction(epsilon)}
                    for sensitivity, epsilon in ((1.0, 1), (0.04, 1), (0.3, 10))
                ),
                worst_offset,
                (NO_STEP, HALF),
                loss_at_offset,
            ),
            Search(
                "any sensitivity, price and value",
                ({},),
                requests,
                overrun,
                (NO_STEP_FOUND, HALF),
                tolerance=one,
                target=Target.OURS,
            ),
            Audit("a hardened count", ({"epsilon": 1.0},), hardened_count, (TEXTBOOK, HALF)),
        ),
    ),
)


def honest_count(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    return hardened_count(neighbour, size, rng, 1.0)


EXHIBITS = (
    Exhibit(
        "hardened Laplace",
        "a count with exact noise on a grid",
        "B-hardened",
        True,
        1.0,
        0.0,
        Relation.SUBSTITUTION,
        honest_count,
    ),
)
