"""Filters: budgets that adaptive procedures cannot overspend, attacked by the best of all adaptive strategies."""

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

from privcausal.privacy.filters import BudgetExhausted, ConcentratedFilter, Filter
from privcausal.privacy.mechanisms import Laplace, Release
from privcausal.privacy.neighbours import Relation
from privcausal.verify.audit import Audit, Exhibit, Outputs
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target
from privcausal.verify.exhaustive import Exhaustive, Extreme
from privcausal.verify.search import Search
from privcausal.verify.specimens import noise
from privcausal.verify.symbolic import Remainders, Symbolic

# --- B-filter-pure: every adaptive strategy against the library's filter --------------------------------------

STEP = 0.1


def filter_pure_ours(epsilon: float) -> Number:
    return epsilon


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


def transcript_loss(claim: Claim, witness: dict[str, Any], epsilon: float, longest: int) -> float:
    return loss_of(witness["prices"], witness["answers"])


class LateFilter(Filter):
    """Compares the budget with what was spent before, not with what is about to be."""

    def release(self, mechanism: Any, value: Any, rng: np.random.Generator) -> Release:
        """Let the release through as long as something is left."""
        if self._spent >= Fraction(repr(self.budget)):
            raise BudgetExhausted(mechanism.epsilon, 0.0, self.unit)
        self._spent += Fraction(repr(mechanism.epsilon))
        return mechanism.release(value, rng)  # type: ignore[no-any-return]


def worst_transcript_of_late(epsilon: float, longest: int) -> Extreme:
    return worst_transcript(epsilon, longest, LateFilter)


# --- B-filter: the best adaptive strategy against a budget in ρ, by backward induction ------------------------


def filter_ours(rho: float, delta: float) -> Any:
    r"""$\rho+2\sqrt{\rho\ln(1/\delta)}$."""
    bound = rho + 2 * sympy.sqrt(rho * sympy.log(1 / delta))
    return float(bound) if sympy.sympify(bound).is_number else bound


def best_spender(rho: float, delta: float, units: int, largest: int = 3) -> Extreme:
    """The smallest ε for which no strategy gains more than δ. Questions cost j² of `units`, j = 1 … `largest`."""
    high = float(filter_ours(rho, delta)) * 2
    epsilon = brentq(lambda e: spender_gain(e, rho, units, largest) - delta, 0.0, high, xtol=1e-10)
    return Extreme(float(epsilon), {"units": units, "largest": largest}, states(units))


def states(units: int) -> int:
    return (units + 1) * (2 * units + 1)


def spender_gain(epsilon: float, rho: float, units: int, largest: int) -> float:
    """The largest P − e^ε Q over all adaptive strategies, from (units spent, loss so far) backwards."""
    step = math.sqrt(2 * rho / units)  # a question of size j has ε = j·step and ρ = j²·step²/2
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


def best_late_spender(rho: float, delta: float, units: int) -> Extreme:
    """A filter that lets twice the budget through."""
    return best_spender(2 * rho, delta, units)


def derive_conversion(claim: Claim) -> Remainders:
    """The exponent that makes the tail bound of a ρ-zCDP transcript smallest."""
    rho, excess, log_inverse = sympy.symbols("rho a L", positive=True)  # a = α − 1, L = ln(1/δ)
    epsilon = (1 + excess) * rho + log_inverse / excess  # from P(loss > ε) ≤ exp(a((1 + a)ρ − ε)) = δ
    best = sympy.sqrt(log_inverse / rho)
    assert claim.ours is not None
    return {
        "stationary": sympy.diff(epsilon, excess).subs(excess, best),
        "the price there": epsilon.subs(excess, best) - claim.ours(rho, sympy.exp(-log_inverse)),
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
    rho, rng = 0.0, np.random.default_rng(0)
    for price in case["prices"]:
        try:
            purse.release(Laplace(1.0, price, Relation.SUBSTITUTION), 0.0, rng)
            rho += price**2 / 2
        except BudgetExhausted:
            rho += slack * price**2 / 2
    assert claim.ours is not None
    return float(claim.ours(rho, delta)) / case["epsilon"] if rho else 0.0


def overspent_by_one(claim: Claim, case: dict[str, Any]) -> float:
    """Refused releases are made all the same."""
    return overspent(claim, case, slack=1.0)


def one() -> Number:
    return 1.0


def half_budget(epsilon: float) -> Number:
    return epsilon / 2


def half_root(rho: float, delta: float) -> Any:
    bound = rho + sympy.sqrt(rho * sympy.log(1 / delta))
    return float(bound) if sympy.sympify(bound).is_number else bound


# --- audit --------------------------------------------------------------------------------------------------


def honest_filter(neighbour: int, size: int, rng: np.random.Generator, epsilon: float = 1.0) -> Outputs:
    """Two answers for 0.4 each from a budget of 1; there is no money for a third."""
    return noise.late_budget(neighbour, 0.8 * epsilon, 0.4 * epsilon, size, rng)


def late_filter(neighbour: int, size: int, rng: np.random.Generator, epsilon: float = 1.0) -> Outputs:
    return noise.late_budget(neighbour, epsilon, 0.9 * epsilon, size, rng)


LATE = Mutant("the budget is checked after it is spent", check={"worst": worst_transcript_of_late})
HALF_ROOT = Mutant("√ instead of 2√", claim={"ours": half_root})
TWICE_SPENT = Mutant("twice the budget is let through", check={"worst": best_late_spender})
REFUSED_ANYWAY = Mutant("refused releases are made all the same", check={"score": overspent_by_one})
HALF_BUDGET = Mutant("half the budget", claim={"ours": half_budget})
LATE_ANSWERS = Mutant("a third answer is paid for afterwards", check={"sample": late_filter})


def privacies(*worlds: tuple[float, int]) -> tuple[dict[str, Any], ...]:
    return tuple({"epsilon": epsilon, "longest": longest} for epsilon, longest in worlds)


CLAIMS = (
    Claim(
        id="B-filter-pure",
        title="A budget in ε may be spent as one goes along",
        source="ours",
        locator="pure filter and odometer",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let releases be made one after the other. Whether there is a next one, which mechanism makes it, and its "
            "price $\\varepsilon_i$ may depend on everything released so far, but a release with which the sum of the "
            "prices would exceed a number $\\varepsilon$ fixed beforehand is not made. All releases together are "
            "$(\\varepsilon,0)$-private."
        ),
        ours=filter_pure_ours,
        at={"epsilon": 1.0},
        proof="proof-filter-pure",
        subjects=(Filter,),
        checks=(
            Exhaustive(
                "all transcripts on a grid of prices",
                privacies((0.5, 4), (1.0, 5)),
                worst_transcript,
                (LATE, HALF_BUDGET),
                transcript_loss,
            ),
            Audit("what two answers betray", ({"epsilon": 1.0},), honest_filter, (LATE_ANSWERS, HALF_BUDGET)),
        ),
    ),
    Claim(
        id="B-filter",
        title="A budget in ρ may be spent as one goes along, too",
        source="ours",
        locator="zero-concentrated filter",
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let releases be made one after the other, the $i$-th of them $\\rho_i$-zero-concentrated given everything "
            "before; $\\varepsilon_i$-private ones have $\\rho_i=\\varepsilon_i^2/2$ and Gaussian ones "
            "$\\rho_i=\\Delta^2/2\\sigma_i^2$. Whether there is a next one, which, and at what price, may depend on "
            "everything released so far, but a release with which $\\sum\\rho_i$ would exceed a number $\\rho$ fixed "
            "beforehand is not made. All releases together are $(\\rho+2\\sqrt{\\rho\\ln(1/\\delta)},\\delta)$-private "
            "for every $0<\\delta<1$."
        ),
        ours=filter_ours,
        at={"rho": 0.02, "delta": 1e-6},
        proof="proof-filter",
        checks=(
            Symbolic("the best exponent", derive_conversion, (HALF_ROOT,), target=Target.OURS),
            Exhaustive(
                "the best of all strategies, backwards",
                tuple(
                    {"rho": rho, "delta": delta, "units": units}
                    for rho, delta, units in ((0.5, 1e-6, 40), (0.02, 1e-3, 60), (2.0, 1e-6, 200))
                ),
                best_spender,
                (HALF_ROOT, TWICE_SPENT),
            ),
            Search(
                "what the library lets through",
                ({},),
                budgets,
                overspent,
                (REFUSED_ANYWAY,),
                tolerance=one,
                target=Target.OURS,
            ),
        ),
    ),
)


EXHIBITS = (
    Exhibit(
        "a filter that refuses in time",
        "two randomised responses at 0.4, and no third, for a budget of 1",
        "B-filter-pure",
        True,
        1.0,
        0.0,
        Relation.SUBSTITUTION,
        honest_filter,
    ),
    Exhibit(
        "a budget that is checked too late",
        "two randomised responses at 0.9 for a budget of 1",
        "B-filter-pure",
        False,
        1.0,
        0.0,
        Relation.SUBSTITUTION,
        late_filter,
    ),
)
