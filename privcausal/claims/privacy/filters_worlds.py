"""What privacy filters are measured on: adaptive spenders and what they learn."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import brentq

from privcausal.claims.specimens import noise
from privcausal.privacy.filters import BudgetExhausted, ConcentratedFilter, Filter
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Relation, Release
from privcausal.verify.audit import Outputs
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.checks.symbolic import Remainders
from privcausal.verify.claim import Claim

# --- B-filter-pure: every adaptive strategy against the library's filter --------------------------------------

STEP = 0.1


def worst_transcript(epsilon: float, longest: int, make: Callable[..., Filter] = Filter) -> Extreme:
    """The largest loss over all transcripts of at most `longest` questions, each for 1, 2 or 3 steps.

    Every adaptive strategy only picks, answer by answer, one of these transcripts. A question is a randomised
    response: the answer 1 loses exactly its price, the answer 0 gains it.
    """
    worst, witness, cases = 0.0, {}, 0
    for asked in product((1, 2, 3), repeat=longest):
        prices = let_through([round(steps * STEP, 1) for steps in asked], epsilon, make)
        for answers in product((0, 1), repeat=len(prices)):
            cases += 1
            loss = loss_of(prices, answers)
            if loss > worst:
                worst, witness = loss, {"prices": prices, "answers": list(answers)}
    return Extreme(worst, witness, cases)


def let_through(asked: list[float], epsilon: float, make: Callable[..., Filter]) -> list[float]:
    """The prices that a filter of the library lets through before it first refuses."""
    purse, rng, prices = make(epsilon, Relation.SUBSTITUTION), np.random.default_rng(0), []
    for price in asked:
        try:
            purse.release(Laplace(1.0, price, Relation.SUBSTITUTION), 0.0, rng)
        except BudgetExhausted:
            break
        prices.append(price)
    return prices


def loss_of(prices: Sequence[float], answers: Sequence[int]) -> float:
    return round(sum(price if answer else -price for price, answer in zip(prices, answers, strict=True)), 9)


def transcript_loss(witness: dict[str, Any], epsilon: float, longest: int) -> float:
    return loss_of(witness["prices"], witness["answers"])


class LateFilter(Filter):
    """Compares the budget with what was spent before, not with what is about to be."""

    def release(self, mechanism: Any, *question: Any) -> Release:
        """Let the release through as long as something is left."""
        if self._spent >= Fraction(repr(self.budget)):
            raise BudgetExhausted(mechanism.epsilon, 0.0, self.unit)
        self._spent += Fraction(repr(mechanism.epsilon))
        return mechanism.release(*question)


def worst_transcript_of_late(epsilon: float, longest: int) -> Extreme:
    return worst_transcript(epsilon, longest, LateFilter)


def best_spender(
    claim: Claim, rho: float, delta: float, units: int, largest: int = 3, overspending: int = 1
) -> Extreme:
    """The smallest ε for which no strategy gains more than δ. Questions cost j² of `units`, j = 1 … `largest`."""
    high = 2 * claim.stated["ours"](rho=overspending * rho, delta=delta)
    booked = float(claim.formulas["pure"](1))
    epsilon = brentq(
        lambda e: spender_gain(e, overspending * rho, units, largest, booked) - delta, 0.0, high, xtol=1e-10
    )
    return Extreme(float(epsilon), {"units": units, "largest": largest}, (units + 1) * (2 * units + 1))


def spender_gain(epsilon: float, rho: float, units: int, largest: int, booked: float = 0.5) -> float:
    """The largest P − e^ε Q over all adaptive strategies, from (units spent, loss so far) backwards."""
    step = math.sqrt(rho / units / booked)  # a question of size j has ε = j·step and ρ = j²·step²/2
    losses = step * np.arange(-units, units + 1)
    stop = np.maximum(0.0, -np.expm1(np.minimum(epsilon - losses, 700.0)))
    values: dict[int, NDArray[np.float64]] = {}
    for spent in range(units, -1, -1):
        value = stop
        for j in range(1, largest + 1):
            if spent + j * j <= units:
                likely = 1 / (1 + math.exp(-j * step))
                ahead = np.pad(values[spent + j * j], j, mode="edge")
                value = np.maximum(value, likely * ahead[2 * j :] + (1 - likely) * ahead[: -2 * j])
        values[spent] = value
    return float(values[0][units])


def derive_conversion(claim: Claim) -> Remainders:
    """The exponent that makes the tail bound of a ρ-zCDP transcript smallest."""
    rho, excess, log_inverse = sympy.symbols("rho a L", positive=True)  # a = α − 1, L = ln(1/δ)
    epsilon = (1 + excess) * rho + log_inverse / excess  # from P(loss > ε) ≤ exp(a((1 + a)ρ − ε)) = δ
    best = sympy.sqrt(log_inverse / rho)
    stated = claim.stated["ours"](rho=rho, delta=sympy.exp(-log_inverse))
    return {
        "stationary": sympy.diff(epsilon, excess).subs(excess, best),
        "the price there": epsilon.subs(excess, best) - stated,
    }


def budgets() -> st.SearchStrategy[dict[str, Any]]:
    price = st.floats(0.01, 1.0)
    return st.fixed_dictionaries(
        {"epsilon": st.floats(0.1, 3), "digits": st.integers(2, 12), "prices": st.lists(price, max_size=60)}
    )


def overspent(claim: Claim, case: dict[str, Any], slack: float = 0.0) -> float:
    """The ε of everything that a filter let through, by the claim's formula, over the ε that it was made for."""
    delta = 10.0 ** -case["digits"]
    purse = ConcentratedFilter.for_epsilon(case["epsilon"], delta, Relation.SUBSTITUTION)
    pure = claim.formulas["pure"]
    rho, rng = 0.0, np.random.default_rng(0)
    for price in case["prices"]:
        try:
            purse.release(Laplace(1.0, price, Relation.SUBSTITUTION), 0.0, rng)
            rho += pure(price)
        except BudgetExhausted:
            rho += slack * pure(price)
    return float(claim.stated["ours"](rho=rho, delta=delta)) / case["epsilon"] if rho else 0.0


# --- audit --------------------------------------------------------------------------------------------------


def honest_filter(neighbour: int, size: int, rng: np.random.Generator, epsilon: float = 1.0) -> Outputs:
    """Two answers for 0.4 each from a budget of 1; there is no money for a third."""
    return noise.late_budget(neighbour, 0.8 * epsilon, 0.4 * epsilon, size, rng)


def late_filter(neighbour: int, size: int, rng: np.random.Generator, epsilon: float = 1.0) -> Outputs:
    return noise.late_budget(neighbour, epsilon, 0.9 * epsilon, size, rng)


def privacies(*worlds: tuple[float, int]) -> tuple[dict[str, Any], ...]:
    return tuple({"epsilon": epsilon, "longest": longest} for epsilon, longest in worlds)
