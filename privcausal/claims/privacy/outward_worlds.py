"""What rounding outward is measured on: every price of the library beside the same price in a hundred digits."""

import math
from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
from hypothesis import strategies as st
from scipy.special import expit
from scipy.stats import binom

from privcausal.privacy import accounting, gaussian
from privcausal.privacy.price import coin_mu

DIGITS = 120
Case = dict[str, Any]
Real = Any
"""A number of mpmath."""


def cases() -> st.SearchStrategy[Case]:
    """Prices from 10⁻⁸ to 50, failure probabilities from 10⁻³⁰ to 0.9, on a logarithmic scale."""

    def size(low: float, high: float) -> st.SearchStrategy[float]:
        return st.floats(math.log(low), math.log(high)).map(math.exp)

    return st.fixed_dictionaries(
        {
            "what": st.sampled_from(sorted(EXCESSES)),
            "epsilon": size(1e-8, 50),
            "delta": size(1e-30, 0.9),
            "rounds": st.integers(1, 60),
            "sensitivity": size(1e-6, 1e6),
        }
    )


def unsafe(case: Case, shift: Callable[[float, float], float] = lambda price, _: price) -> float:
    """How far a price lies on the wrong side, as a part of what is allowed; below 0 on the right side."""
    with mpmath.workdps(DIGITS):
        return float(EXCESSES[case["what"]](case, shift))


def unsafe_if_nearest(case: Case) -> float:
    """Two floats farther in: where rounding to the nearest, or one step that errs, would be."""

    def inward(price: float, towards: float) -> float:
        return math.nextafter(math.nextafter(math.nextafter(price, towards), towards), towards)

    return unsafe(case, inward)


def unsafe_in_floats(case: Case) -> float:
    """The exact cost of many releases as the library computed it at first, in floats and to the nearest."""
    with mpmath.workdps(DIGITS):
        epsilon, rounds, delta = case["epsilon"], case["rounds"], case["delta"]
        counts = np.arange(rounds + 1)
        more = binom.sf(counts - 1, rounds, expit(epsilon))
        less = np.logaddexp.accumulate(binom.logpmf(counts, rounds, expit(-epsilon))[::-1])[::-1]
        heavy = more > delta
        found = max(float((np.log(more[heavy] - delta) - less[heavy]).max()), 0.0)
        return float(response_delta(epsilon, rounds, found) / mpmath.mpf(delta) - 1)


# --- the same prices, written down as the theorems state them -----------------------------------------------------


def gaussian_delta(shift: Real, epsilon: float) -> Real:
    x, e = shift / 2 - mpmath.mpf(epsilon) / shift, mpmath.exp(mpmath.mpf(epsilon))
    return mpmath.ncdf(x) - e * mpmath.ncdf(x - shift)


def response_delta(epsilon: float, rounds: int, total: float) -> Real:
    """The hockey stick of randomised responses, cell by cell."""
    ratio, factor = mpmath.exp(mpmath.mpf(epsilon)), mpmath.exp(mpmath.mpf(total))
    gains = (math.comb(rounds, j) * (ratio**j - factor * ratio ** (rounds - j)) for j in range(rounds + 1))
    return mpmath.fsum(gain for gain in gains if gain > 0) / (1 + ratio) ** rounds


def excess_of_scale(case: Case, shift: Callable[[float, float], float]) -> Real:
    sensitivity, epsilon, delta = case["sensitivity"], case["epsilon"], case["delta"]
    scale = shift(gaussian.gaussian_scale(sensitivity, epsilon, delta), 0.0)
    return gaussian_delta(mpmath.mpf(sensitivity) / scale, epsilon) / mpmath.mpf(delta) - 1


def excess_of_mu(case: Case, shift: Callable[[float, float], float]) -> Real:
    mu = shift(gaussian.largest_mu(case["epsilon"], case["delta"]), math.inf)
    return gaussian_delta(mpmath.mpf(mu), case["epsilon"]) / mpmath.mpf(case["delta"]) - 1


def excess_of_delta(case: Case, shift: Callable[[float, float], float]) -> Real:
    """The reported δ of the σ that was asked for another δ."""
    scale = gaussian.gaussian_scale(1.0, case["epsilon"], case["delta"]) * (1 + 1e-3)
    told = shift(gaussian.gaussian_delta(1.0, case["epsilon"], scale), 0.0)
    return gaussian_delta(1 / mpmath.mpf(scale), case["epsilon"]) / told - 1


def excess_of_epsilon(case: Case, shift: Callable[[float, float], float]) -> Real:
    mu = gaussian.largest_mu(case["epsilon"], case["delta"])
    epsilon = shift(gaussian.gaussian_epsilon(mu, case["delta"]), 0.0)
    return gaussian_delta(mpmath.mpf(mu), epsilon) / mpmath.mpf(case["delta"]) - 1


def excess_of_rounds(case: Case, shift: Callable[[float, float], float]) -> Real:
    total = accounting.exact_epsilon(case["epsilon"], case["rounds"], case["delta"])
    moved = shift(total, 0.0) if total else total
    return response_delta(case["epsilon"], case["rounds"], moved) / mpmath.mpf(case["delta"]) - 1


def excess_of_renyi(case: Case, shift: Callable[[float, float], float]) -> Real:
    """Against the conversion at the very order that the library chose: the last at which it looked at the curve."""
    orders, curve = [], accounting.pure_renyi(case["epsilon"])

    def watched(order: float) -> float:
        orders.append(order)
        return curve(order)

    told = shift(accounting.renyi_epsilon(watched, case["delta"]), 0.0)
    order, epsilon = mpmath.mpf(orders[-1]), mpmath.mpf(case["epsilon"])
    moment = (mpmath.exp(order * epsilon) + mpmath.exp((1 - order) * epsilon)) / (1 + mpmath.exp(epsilon))
    slack = mpmath.log((order - 1) / order) - mpmath.log(mpmath.mpf(case["delta"]) * order) / (order - 1)
    return max(mpmath.log(moment) / (order - 1) + slack, 0) - told


def excess_of_zcdp(case: Case, shift: Callable[[float, float], float]) -> Real:
    told = shift(accounting.zcdp_epsilon(case["epsilon"], case["delta"]), 0.0)
    rho, tail = mpmath.mpf(case["epsilon"]), -mpmath.log(mpmath.mpf(case["delta"]))
    return (rho + 2 * mpmath.sqrt(rho * tail)) / told - 1


def excess_of_advanced(case: Case, shift: Callable[[float, float], float]) -> Real:
    told = shift(accounting.advanced_epsilon([case["epsilon"]] * case["rounds"], case["delta"]), 0.0)
    epsilon, tail = mpmath.mpf(case["epsilon"]), -mpmath.log(mpmath.mpf(case["delta"]))
    mean = case["rounds"] * epsilon * mpmath.tanh(epsilon / 2)
    return (mean + epsilon * mpmath.sqrt(2 * case["rounds"] * tail)) / told - 1


def excess_of_simple_rho(case: Case, shift: Callable[[float, float], float]) -> Real:
    rho = mpmath.mpf(shift(accounting.simple_rho(case["epsilon"], case["delta"]), math.inf))
    return (rho + 2 * mpmath.sqrt(-rho * mpmath.log(mpmath.mpf(case["delta"])))) / mpmath.mpf(
        case["epsilon"]
    ) - 1


def excess_of_coin(case: Case, shift: Callable[[float, float], float]) -> Real:
    mu = mpmath.mpf(shift(coin_mu(case["epsilon"]), 0.0))
    return mpmath.ncdf(-mu / 2) * (1 + mpmath.exp(mpmath.mpf(case["epsilon"]))) - 1


EXCESSES: dict[str, Callable[[Case, Callable[[float, float], float]], Real]] = {
    "advanced composition": excess_of_advanced,
    "exact cost of many releases": excess_of_rounds,
    "Gaussian δ": excess_of_delta,
    "Gaussian ε": excess_of_epsilon,
    "Gaussian μ": excess_of_mu,
    "Gaussian σ": excess_of_scale,
    "Gaussian μ of a coin": excess_of_coin,
    "Rényi conversion": excess_of_renyi,
    "zCDP conversion": excess_of_zcdp,
    "zCDP conversion, inverted": excess_of_simple_rho,
}


def nothing() -> int:
    return 0
