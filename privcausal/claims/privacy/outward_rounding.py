"""Prices are rounded outward: no number of the library claims more privacy than is true."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import mpmath
import numpy as np
from hypothesis import strategies as st
from scipy.special import expit
from scipy.stats import binom

from privcausal.claims.functions import our_error
from privcausal.privacy import accounting, gaussian, subsampling
from privcausal.privacy.outward_rounding import float_above, normal
from privcausal.privacy.price import coin_mu
from privcausal.verify import by_us, mutant
from privcausal.verify.checks import Search, Witness

DIGITS = 120
Shift = Callable[[float, float], float]
Real = Any
"""A number of mpmath."""


def cases() -> st.SearchStrategy[Witness]:
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


def unsafe(case: Witness, floats_inward: int = 0) -> float:
    """Return how far a price lies on the wrong side, as a part of the allowed error; below 0 on the right side.

    `floats_inward` is for the mutant: one step that errs, or rounding to the nearest, would be there.
    """

    def shift(price: float, towards: float) -> float:
        for _ in range(floats_inward):
            price = math.nextafter(price, towards)
        return price

    with mpmath.workdps(DIGITS):
        return float(EXCESSES[case["what"]](case, shift))


def unsafe_in_floats(case: Witness) -> float:
    """The exact cost of many releases as the library computed it at first, in floats and to the nearest."""
    with mpmath.workdps(DIGITS):
        epsilon, rounds, delta = case["epsilon"], case["rounds"], case["delta"]
        counts = np.arange(rounds + 1)
        more = binom.sf(counts - 1, rounds, expit(epsilon))
        less = np.logaddexp.accumulate(binom.logpmf(counts, rounds, expit(-epsilon))[::-1])[::-1]
        heavy = more > delta
        result = max(float((np.log(more[heavy] - delta) - less[heavy]).max()), 0.0)
        return float(response_delta(epsilon, rounds, result) / mpmath.mpf(delta) - 1)


# --- the same prices, written down as the theorems state them -----------------------------------------------------


def gaussian_delta(shift: Real, epsilon: float) -> Real:
    x, e = shift / 2 - mpmath.mpf(epsilon) / shift, mpmath.exp(mpmath.mpf(epsilon))
    return mpmath.ncdf(x) - e * mpmath.ncdf(x - shift)


def response_delta(epsilon: float, rounds: int, total: float) -> Real:
    """The hockey stick of randomised responses, cell by cell."""
    ratio, factor = mpmath.exp(mpmath.mpf(epsilon)), mpmath.exp(mpmath.mpf(total))
    gains = (math.comb(rounds, j) * (ratio**j - factor * ratio ** (rounds - j)) for j in range(rounds + 1))
    return mpmath.fsum(gain for gain in gains if gain > 0) / (1 + ratio) ** rounds


def excess_of_scale(case: Witness, shift: Shift) -> Real:
    sensitivity, epsilon, delta = case["sensitivity"], case["epsilon"], case["delta"]
    scale = shift(gaussian.gaussian_scale(sensitivity, epsilon, delta), 0.0)
    return gaussian_delta(mpmath.mpf(sensitivity) / scale, epsilon) / mpmath.mpf(delta) - 1


def excess_of_mu(case: Witness, shift: Shift) -> Real:
    mu = shift(gaussian.largest_mu(case["epsilon"], case["delta"]), math.inf)
    return gaussian_delta(mpmath.mpf(mu), case["epsilon"]) / mpmath.mpf(case["delta"]) - 1


def excess_of_delta(case: Witness, shift: Shift) -> Real:
    """The reported δ of the σ that was asked for another δ."""
    scale = gaussian.gaussian_scale(1.0, case["epsilon"], case["delta"]) * (1 + 1e-3)
    noisy = shift(gaussian.gaussian_delta(1.0, case["epsilon"], scale), 0.0)
    return gaussian_delta(1 / mpmath.mpf(scale), case["epsilon"]) / noisy - 1


def excess_of_epsilon(case: Witness, shift: Shift) -> Real:
    mu = gaussian.largest_mu(case["epsilon"], case["delta"])
    epsilon = shift(gaussian.gaussian_epsilon(mu, case["delta"]), 0.0)
    return gaussian_delta(mpmath.mpf(mu), epsilon) / mpmath.mpf(case["delta"]) - 1


def excess_of_rounds(case: Witness, shift: Shift) -> Real:
    total = accounting.exact_epsilon(case["epsilon"], case["rounds"], case["delta"])
    moved = shift(total, 0.0) if total else total
    return response_delta(case["epsilon"], case["rounds"], moved) / mpmath.mpf(case["delta"]) - 1


def excess_of_renyi(case: Witness, shift: Shift) -> Real:
    """Against the conversion at the very order that the library chose: the last at which it looked at the curve."""
    orders, curve = [], accounting.pure_renyi(case["epsilon"])

    def watched(order: float) -> float:
        orders.append(order)
        return curve(order)

    noisy = shift(accounting.renyi_epsilon(watched, case["delta"]), 0.0)
    order, epsilon = mpmath.mpf(orders[-1]), mpmath.mpf(case["epsilon"])
    moment = (mpmath.exp(order * epsilon) + mpmath.exp((1 - order) * epsilon)) / (1 + mpmath.exp(epsilon))
    slack = mpmath.log((order - 1) / order) - mpmath.log(mpmath.mpf(case["delta"]) * order) / (order - 1)
    return max(mpmath.log(moment) / (order - 1) + slack, 0) - noisy


def excess_of_zcdp(case: Witness, shift: Shift) -> Real:
    noisy = shift(accounting.zcdp_epsilon(case["epsilon"], case["delta"]), 0.0)
    rho, tail = mpmath.mpf(case["epsilon"]), -mpmath.log(mpmath.mpf(case["delta"]))
    return (rho + 2 * mpmath.sqrt(rho * tail)) / noisy - 1


def excess_of_advanced(case: Witness, shift: Shift) -> Real:
    noisy = shift(accounting.advanced_epsilon([case["epsilon"]] * case["rounds"], case["delta"]), 0.0)
    epsilon, tail = mpmath.mpf(case["epsilon"]), -mpmath.log(mpmath.mpf(case["delta"]))
    mean = case["rounds"] * epsilon * mpmath.tanh(epsilon / 2)
    return (mean + epsilon * mpmath.sqrt(2 * case["rounds"] * tail)) / noisy - 1


def excess_of_simple_rho(case: Witness, shift: Shift) -> Real:
    rho = mpmath.mpf(shift(accounting.simple_rho(case["epsilon"], case["delta"]), math.inf))
    tail = -mpmath.log(mpmath.mpf(case["delta"]))
    return (rho + 2 * mpmath.sqrt(rho * tail)) / mpmath.mpf(case["epsilon"]) - 1


def excess_of_coin(case: Witness, shift: Shift) -> Real:
    mu = mpmath.mpf(shift(coin_mu(case["epsilon"]), 0.0))
    return mpmath.ncdf(-mu / 2) * (1 + mpmath.exp(mpmath.mpf(case["epsilon"]))) - 1


RECORDS = 61
"""More than the largest number of rounds, which is the size of the sample here."""


def amplified_exactly(epsilon: Real, drawn: int) -> Real:
    return mpmath.log1p(mpmath.mpf(drawn) / RECORDS * mpmath.expm1(epsilon))


def excess_of_sampling(case: Witness, shift: Shift) -> Real:
    noisy = shift(subsampling.amplified(case["epsilon"], case["rounds"], RECORDS), 0.0)
    return amplified_exactly(mpmath.mpf(case["epsilon"]), case["rounds"]) / noisy - 1


def excess_of_sample(case: Witness, shift: Shift) -> Real:
    """Return the excess of the price of a sample over that of the whole."""
    inner = shift(subsampling.epsilon_on_sample(case["epsilon"], case["rounds"], RECORDS), math.inf)
    return amplified_exactly(mpmath.mpf(inner), case["rounds"]) / mpmath.mpf(case["epsilon"]) - 1


EXCESSES: dict[str, Callable[[Witness, Shift], Real]] = {
    "advanced composition": excess_of_advanced,
    "amplification by sampling": excess_of_sampling,
    "amplification by sampling, inverted": excess_of_sample,
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

FLOATS = mutant("floats, rounded to the nearest", score=unsafe_in_floats)

CLAIMS = (
    by_us(
        id="B-outward",
        title="Prices that err on the safe side only",
        place="digits to spare, and one rounding",
        relation=None,
        definition=(
            "Let a price $\\hat v>0$ be computed from decimal numbers of $p$ digits by at most $10^6$ operations, each "
            "correctly rounded, none of which loses more than $p-30$ digits by cancellation, and let the smallest "
            "float be reported of which no reading, as a binary number or as the decimal that is printed, is below "
            "$(1+10^{-20})\\hat v$; or, for what must not be too large, the largest float of which no reading is above "
            "$(1-10^{-20})\\hat v$."
        ),
        statement=(
            "The reported number is never on the wrong side of the true price: no calibration, conversion or "
            "composition of the library guarantees something untrue."
        ),
        subjects=(float_above, normal),
        checks=(
            Search(
                "twelve prices against a hundred digits",
                ({},),
                cases,
                unsafe,
                (mutant("three floats farther in", score=partial(unsafe, floats_inward=3)), FLOATS),
                **our_error(0),
            ),
        ),
    ),
)
