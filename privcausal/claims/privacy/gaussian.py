"""The Gaussian mechanism: exactly which (ε, δ) a σ buys."""

import math
from collections.abc import Callable
from functools import partial

import numpy as np
import sympy
from scipy import stats
from scipy.integrate import quad
from scipy.optimize import brentq, minimize_scalar

from privcausal.claims.broken import noise
from privcausal.claims.sources import CURATE
from privcausal.privacy.gaussian import Gaussian, gaussian_delta, gaussian_scale
from privcausal.privacy.price import Relation
from privcausal.verify import Claim, Formula, Number, Quality, each, instead, mutant, worlds
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.checks import Remainders, Search, Symbolic, space


def profile(epsilon: float, sigma: float) -> float:
    """The left-hand side of the criterion, as it is printed."""
    shift = 1 / sigma
    near, far = shift / 2 - epsilon / shift, -shift / 2 - epsilon / shift
    return float(stats.norm.cdf(near) - np.exp(epsilon) * stats.norm.cdf(far))


def solved(curve: Callable[[float], float], delta: float) -> float:
    """The ε at which a decreasing curve comes down to δ."""
    if curve(0.0) <= delta:
        return 0.0
    high = 1.0
    while curve(high) > delta:
        high *= 2
    return float(brentq(lambda epsilon: curve(epsilon) - delta, 0.0, high, xtol=1e-14, rtol=1e-14))


# --- symbolic: the best event, its two probabilities, and the worst neighbour ---------------------------------


def tail_criterion(epsilon: sympy.Expr, shift: sympy.Expr) -> sympy.Expr:
    """The criterion as the claim states it, for neighbours `shift` standard deviations apart."""
    return cdf(shift / 2 - epsilon / shift) - sympy.exp(epsilon) * cdf(-shift / 2 - epsilon / shift)


def criterion_without_factor(epsilon: sympy.Expr, shift: sympy.Expr) -> sympy.Expr:
    return cdf(shift / 2 - epsilon / shift) - cdf(-shift / 2 - epsilon / shift)


def cdf(x: sympy.Expr) -> sympy.Expr:
    return (1 + sympy.erf(x / sympy.sqrt(2))) / 2


def derive_agm(criterion: Callable[[sympy.Expr, sympy.Expr], sympy.Expr] = tail_criterion) -> Remainders:
    """P − e^ε Q of the event where the density ratio exceeds e^ε, and its slope in the distance of the neighbours."""
    epsilon, shift = sympy.symbols("epsilon mu", positive=True)
    z = sympy.Symbol("z", real=True)
    density = sympy.exp(-(z**2) / 2) / sympy.sqrt(2 * sympy.pi)
    log_ratio = (z**2 - (z - shift) ** 2) / 2  # neighbours 0 and μ, in standard deviations
    corner = epsilon / shift + shift / 2
    gain = (1 - cdf(corner - shift)) - sympy.exp(epsilon) * (1 - cdf(corner))
    slope = density.subs(z, shift / 2 - epsilon / shift)
    return {
        "the ratio is e^ε at the corner": log_ratio.subs(z, corner) - epsilon,
        "and grows beyond it": sympy.diff(log_ratio, z) - shift,
        "the gain of that event is the criterion": sympy.expand(gain - criterion(epsilon, shift)),
        "its slope in μ is a density, so the farthest neighbour is the worst": sympy.simplify(
            sympy.expand(sympy.diff(criterion(epsilon, shift), shift) - slope)
        ),
    }


def half_lines(delta: float, sigma: float) -> space.Space:
    """Neighbours at any distance, and events; for the farthest, the half-line that reveals it most, numerically."""

    def minus_loss(cut: float) -> float:
        return -loss_at({"shift": 1.0, "cut": cut}, delta, sigma)

    ends, exact = (-8 * sigma, 8 * sigma), {"xatol": 1e-11}
    best = minimize_scalar(minus_loss, bounds=ends, method="bounded", options=exact)
    events = space.record(shift=space.real(0.01, 1.0), cut=space.real(-6 * sigma, 6 * sigma))
    return events.starting({"shift": 1.0, "cut": float(best.x)})


def loss_at(candidate: dict[str, float], delta: float, sigma: float, records: int = 1) -> float:
    """Ln((P − δ)/Q) of the event that the output exceeds the cut, when each of `records` moves it by `shift`."""
    more = stats.norm.sf(candidate["cut"], records * candidate["shift"], sigma)
    less = stats.norm.logsf(candidate["cut"], 0, sigma)
    return float(np.log(more - delta) - less) if more > delta else -1e9


def loss_as_stated(
    claim: Claim, candidate: dict[str, float], delta: float, sigma: float, records: int = 1
) -> float:
    """The same at the δ that the claim states."""
    return loss_at(candidate, float(claim.stated["delta"](delta=delta)), sigma, records)


def criterion_error(case: dict[str, float], times: int = 1) -> float:
    """The library's δ, at so many times ε, against the integral of the positive part of p − e^ε q."""
    epsilon, sigma = case["epsilon"], case["sigma"]
    shift = 1 / sigma

    def excess(z: float) -> float:
        return (math.exp(-((z - shift) ** 2) / 2) - math.exp(epsilon - z**2 / 2)) / math.sqrt(2 * math.pi)

    corner = epsilon / shift + shift / 2
    integral = quad(excess, corner, corner + 12 + shift, epsabs=1e-13, epsrel=1e-11, limit=200)[0]
    return float(abs(gaussian_delta(1.0, times * epsilon, sigma) - integral))


# --- audit ----------------------------------------------------------------------------------------------------

AUDIT_DELTA = 0.01


def reseeded(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    # Rounded, or the auditor would see the difference through two columns of 64 quantiles only.
    return np.round(np.diff(noise.same_noise_twice(float(neighbour), 0.5, size, rng), axis=1), 6)


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


MORE_NOISE = instead(published="E(delta, 5/4*sigma)", where=SMALLEST)
WITHOUT_FACTOR = mutant(
    "no e^ε before the second term", derive=partial(derive_agm, criterion=criterion_without_factor)
)
TWO_RECORDS = mutant("two records move instead of one", score=partial(loss_as_stated, records=2))
HALF_NOISE = mutant(
    "half the noise",
    sample=lambda side, size, rng, sigma, **_: side + rng.normal(scale=sigma / 2, size=(size, 1)),
)

CLAIMS = (
    Claim(
        id="C-agm",
        title="Exactly how private Gaussian noise is",
        **CURATE("Definition 5; the formula is lost (002:37-40)", Quality.RECONSTRUCTED),
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
                "half-lines and neighbours",
                worlds("delta sigma", (1e-6, 0.5), (1e-6, 1.0), (1e-6, 4.0), (0.01, 1.0)),
                half_lines,
                loss_as_stated,
                (instead(published="E(2*delta, sigma)", where=SMALLEST), MORE_NOISE, TWO_RECORDS),
            ),
            Search(
                "criterion against its integral",
                ({},),
                space.record(epsilon=space.real(0.01, 8), sigma=space.real(0.1, 8)),
                criterion_error,
                (mutant("2ε instead of ε", score=partial(criterion_error, times=2)),),
                tolerance=1e-10,
                climbs=False,
            ),
            Audit(
                "noisy value",
                each(delta=(AUDIT_DELTA,), sigma=(0.8, 2.0)),
                noisy_value,
                (HALF_NOISE, MORE_NOISE),
                delta=AUDIT_DELTA,
            ),
        ),
    ),
)

HONEST = Gaussian(1.0, 1.0, AUDIT_DELTA, Relation.SUBSTITUTION)

EXHIBITS = (
    Exhibit(
        "Gaussian",
        "the smallest σ by the exact criterion",
        "C-agm",
        True,
        lambda side, size, rng: HONEST.sample(float(side), size, rng)[:, None],
        delta=AUDIT_DELTA,
    ),
    Exhibit(
        "classical Gaussian at ε = 6",
        "σ by the textbook formula, far beyond ε = 1",
        "C-agm",
        False,
        lambda side, size, rng: noise.classical_gaussian(float(side), 6.0, 0.5, size, rng),
        epsilon=6.0,
        delta=0.5,
    ),
    Exhibit(
        "Laplace from the textbook",
        "could this very float have come from 0?",
        "K-laplace",
        False,
        lambda side, size, rng: noise.possible_at_zero(float(side), size, rng),
    ),
    Exhibit(
        "one seed for two releases",
        "the difference of two scores that share their noise",
        "K-laplace",
        False,
        reseeded,
    ),
)
