"""The Gaussian mechanism: exactly which (ε, δ) a σ buys."""

import numpy as np

from privcausal.claims.privacy.gaussian_worlds import (
    AUDIT_DELTA,
    LARGE_DELTA,
    LARGE_EPSILON,
    best_event,
    betrayed,
    betrayed_by_two,
    classical_beyond_its_theorem,
    criterion_error,
    criterion_error_doubled,
    derive_agm,
    derive_without_factor,
    exhibit,
    honest_gaussian,
    low_bits,
    neighbours_and_events,
    nudged,
    prices,
    profile,
    quadrature_tolerance,
    reseeded,
    scales,
    solved,
    too_quiet_value,
)
from privcausal.claims.sources import CURATE
from privcausal.privacy.gaussian import Gaussian, gaussian_scale
from privcausal.privacy.price import Relation
from privcausal.verify import Formula, Origin, Quality, Reading, instead
from privcausal.verify.audit import Audit, Outputs
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number

# Throughout, the sensitivity is 1 and σ is measured in units of it.


def smallest(delta: float, sigma: float) -> Number:
    """The ε at which the criterion comes down to δ."""
    return solved(lambda epsilon: profile(epsilon, sigma), delta)


SMALLEST = {"E": (smallest, r"E({0},{1})")}
EPSILON = Formula("E(delta, sigma)", SMALLEST)


def noisy_value(side: int, size: int, rng: np.random.Generator, delta: float, sigma: float) -> Outputs:
    """Two neighbours at distance 1, as the library's mechanism releases them."""
    epsilon = float(smallest(delta, sigma))
    mechanism = Gaussian(1.0, epsilon, delta, Relation.SUBSTITUTION)
    return mechanism.sample(float(side), size, rng)[:, None]


TWICE_DELTA = instead(published="E(2*delta, sigma)", where=SMALLEST)
MORE_NOISE = instead(published="E(delta, 5/4*sigma)", where=SMALLEST)
WITHOUT_FACTOR = Mutant("no e^ε before the second term", check={"derive": derive_without_factor})
TWO_RECORDS = Mutant("two records move instead of one", check={"score": betrayed_by_two})
DOUBLED = Mutant("2ε instead of ε", check={"score": criterion_error_doubled})
HALF_NOISE = Mutant("half the noise", check={"sample": too_quiet_value})


CLAIMS = (
    Claim(
        id="C-agm",
        title="Exactly how private Gaussian noise is",
        source=CURATE,
        reading=Reading(Origin.PAPER, "Definition 5; the formula is lost (002:37-40)", Quality.RECONSTRUCTED),
        relation=Relation.SUBSTITUTION,
        definition=(
            "Let a statistic have Euclidean sensitivity $\\Delta$, which some pair of neighbours attains, and let "
            "$E(\\delta,\\sigma)$ be the smallest $\\varepsilon\\ge0$ with "
            "$\\Phi\\bigl(\\frac1{2\\sigma}-\\varepsilon\\sigma\\bigr)"
            "-e^{\\varepsilon}\\,\\Phi\\bigl(-\\frac1{2\\sigma}-\\varepsilon\\sigma\\bigr)\\le\\delta$."
        ),
        statement=(
            "With Gaussian noise of standard deviation $\\sigma\\Delta$ in every coordinate the statistic is "
            "«private», and for no smaller $\\varepsilon$."
        ),
        published=EPSILON,
        formulas={"delta": Formula("delta")},
        at={"delta": 1e-6, "sigma": 4.0},
        proof="proof-agm",
        subjects=(gaussian_scale,),
        checks=(
            Symbolic("the best event and the worst neighbour", derive_agm, (WITHOUT_FACTOR,)),
            Search(
                name="half-lines and neighbours",
                worlds=(*scales(0.5, 1.0, 4.0, delta=1e-6), *scales(1.0, delta=0.01)),
                candidates=neighbours_and_events,
                score=betrayed,
                starts=best_event,
                step=nudged,
                mutants=(TWICE_DELTA, MORE_NOISE, TWO_RECORDS),
            ),
            Search(
                name="criterion against its integral",
                worlds=({},),
                candidates=prices,
                score=criterion_error,
                tolerance=quadrature_tolerance,
                mutants=(DOUBLED,),
            ),
            Audit(
                "noisy value",
                ({"delta": AUDIT_DELTA, "sigma": 0.8}, {"delta": AUDIT_DELTA, "sigma": 2.0}),
                noisy_value,
                (HALF_NOISE, MORE_NOISE),
                delta=AUDIT_DELTA,
            ),
        ),
    ),
)


EXHIBITS = (
    exhibit(
        "Gaussian",
        "the smallest σ by the exact criterion",
        "C-agm",
        True,
        (1.0, AUDIT_DELTA),
        honest_gaussian,
    ),
    exhibit(
        "classical Gaussian at ε = 6",
        "σ by the textbook formula, far beyond ε = 1",
        "C-agm",
        False,
        (LARGE_EPSILON, LARGE_DELTA),
        classical_beyond_its_theorem,
    ),
    exhibit(
        "Laplace from the textbook",
        "could this very float have come from 0?",
        "K-laplace",
        False,
        (1.0, 0.0),
        low_bits,
    ),
    exhibit(
        "one seed for two releases",
        "the difference of two scores that share their noise",
        "K-laplace",
        False,
        (1.0, 0.0),
        reseeded,
    ),
)
