"""What Gaussian noise is measured on: shifts, exact δ and the events that attain it."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st
from scipy import stats
from scipy.integrate import quad
from scipy.optimize import brentq, minimize_scalar

from privcausal.claims.specimens import noise
from privcausal.privacy.gaussian import Gaussian, gaussian_delta
from privcausal.privacy.price import Relation
from privcausal.verify.audit import Exhibit, Outputs
from privcausal.verify.checks.symbolic import Remainders
from privcausal.verify.evidence import Number


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


def derivation_of(criterion: Callable[[sympy.Expr, sympy.Expr], sympy.Expr]) -> Remainders:
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


def derive_agm() -> Remainders:
    return derivation_of(tail_criterion)


def derive_without_factor() -> Remainders:
    return derivation_of(criterion_without_factor)


# --- search: neighbours at any distance, events of any size ---------------------------------------------------


def neighbours_and_events(delta: float, sigma: float) -> st.SearchStrategy[dict[str, float]]:
    return st.fixed_dictionaries({"shift": st.floats(0.01, 1.0), "cut": st.floats(-6 * sigma, 6 * sigma)})


def best_event(delta: float, sigma: float) -> list[dict[str, float]]:
    """The farthest neighbour, and the half-line that betrays it most, found numerically."""

    def minus_loss(cut: float) -> float:
        return -loss_at({"shift": 1.0, "cut": cut}, delta, sigma)

    best = minimize_scalar(
        minus_loss, bounds=(-8 * sigma, 8 * sigma), method="bounded", options={"xatol": 1e-11}
    )
    return [{"shift": 1.0, "cut": float(best.x)}]


def nudged(candidate: dict[str, float], rng: np.random.Generator) -> dict[str, float]:
    shift, cut = candidate["shift"] + rng.normal(0, 0.05), candidate["cut"] + rng.normal(0, 0.05)
    return {"shift": float(np.clip(shift, 0.01, 1.0)), "cut": float(cut)}


def loss_at(candidate: dict[str, float], delta: float, sigma: float) -> float:
    """Ln((P − δ)/Q) of the event that the output exceeds the cut, for values 0 and `shift`."""
    more = stats.norm.sf(candidate["cut"], candidate["shift"], sigma)
    return (
        float(np.log(more - delta) - stats.norm.logsf(candidate["cut"], 0, sigma)) if more > delta else -1e9
    )


def betrayed(candidate: dict[str, float], delta: float, sigma: float) -> float:
    return loss_at(candidate, delta, sigma)


def betrayed_by_two(candidate: dict[str, float], delta: float, sigma: float) -> float:
    """The wrong relation: two records move instead of one."""
    return loss_at({**candidate, "shift": 2 * candidate["shift"]}, delta, sigma)


# --- search: the criterion against the integral that defines it -----------------------------------------------


def prices() -> st.SearchStrategy[dict[str, float]]:
    return st.fixed_dictionaries({"epsilon": st.floats(0.01, 8), "sigma": st.floats(0.1, 8)})


def library_delta(epsilon: float, sigma: float) -> float:
    return gaussian_delta(1.0, epsilon, sigma)


def doubled_epsilon(epsilon: float, sigma: float) -> float:
    return gaussian_delta(1.0, 2 * epsilon, sigma)


def criterion_error(case: dict[str, float], curve: Callable[..., float] = library_delta) -> float:
    """The library's δ against the integral of the positive part of p − e^ε q."""
    epsilon, sigma = case["epsilon"], case["sigma"]
    shift = 1 / sigma

    def excess(z: float) -> float:
        return (math.exp(-((z - shift) ** 2) / 2) - math.exp(epsilon - z**2 / 2)) / math.sqrt(2 * math.pi)

    corner = epsilon / shift + shift / 2
    integral = quad(excess, corner, corner + 12 + shift, epsabs=1e-13, epsrel=1e-11, limit=200)[0]
    return float(abs(curve(epsilon, sigma) - integral))


def criterion_error_doubled(case: dict[str, float]) -> float:
    return criterion_error(case, doubled_epsilon)


def quadrature_tolerance() -> Number:
    return 1e-10


# --- audit ----------------------------------------------------------------------------------------------------

AUDIT_DELTA = 0.01


def too_quiet_value(side: int, size: int, rng: np.random.Generator, delta: float, sigma: float) -> Outputs:
    """Half the noise."""
    return side + rng.normal(scale=sigma / 2, size=(size, 1))


def scales(*sigmas: float, delta: float) -> tuple[dict[str, Any], ...]:
    return tuple({"delta": delta, "sigma": sigma} for sigma in sigmas)


def honest_gaussian(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    return Gaussian(1.0, 1.0, AUDIT_DELTA, Relation.SUBSTITUTION).sample(float(neighbour), size, rng)[:, None]


LARGE_EPSILON, LARGE_DELTA = 6.0, 0.5


def classical_beyond_its_theorem(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    return noise.classical_gaussian(float(neighbour), LARGE_EPSILON, LARGE_DELTA, size, rng)


def low_bits(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    return noise.possible_at_zero(float(neighbour), size, rng)


def reseeded(neighbour: int, size: int, rng: np.random.Generator) -> Outputs:
    # Rounded, or the auditor would see the difference through two columns of 64 quantiles only.
    return np.round(np.diff(noise.same_noise_twice(float(neighbour), 0.5, size, rng), axis=1), 6)


def exhibit(
    name: str,
    what: str,
    claim: str,
    honest: bool,
    price: tuple[float, float],
    sample: Callable[[int, int, np.random.Generator], Outputs],
) -> Exhibit:
    return Exhibit(name, what, claim, honest, sample, epsilon=price[0], delta=price[1])
