"""Filters: budgets that adaptive procedures cannot overspend, attacked by the best of all adaptive strategies."""

from typing import Any

import sympy
from scipy.optimize import brentq

from privcausal.claims.privacy.filters_worlds import (
    budgets,
    derive_conversion,
    honest_filter,
    late_filter,
    one,
    overspent,
    overspent_by_one,
    privacies,
    spender_gain,
    states,
    transcript_loss,
    worst_transcript,
    worst_transcript_of_late,
)
from privcausal.privacy.filters import Filter
from privcausal.privacy.price import Relation
from privcausal.verify import Origin, Reading
from privcausal.verify.audit import Audit, Exhibit
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Number, Target


def filter_pure_ours(epsilon: float) -> Number:
    return epsilon


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


def best_late_spender(rho: float, delta: float, units: int) -> Extreme:
    """A filter that lets twice the budget through."""
    return best_spender(2 * rho, delta, units)


def half_budget(epsilon: float) -> Number:
    return epsilon / 2


def half_root(rho: float, delta: float) -> Any:
    bound = rho + sympy.sqrt(rho * sympy.log(1 / delta))
    return float(bound) if sympy.sympify(bound).is_number else bound


LATE = Mutant("the budget is checked after it is spent", check={"worst": worst_transcript_of_late})
HALF_ROOT = Mutant("√ instead of 2√", claim={"ours": half_root})
TWICE_SPENT = Mutant("twice the budget is let through", check={"worst": best_late_spender})
REFUSED_ANYWAY = Mutant("refused releases are made all the same", check={"score": overspent_by_one})
HALF_BUDGET = Mutant("half the budget", claim={"ours": half_budget})
LATE_ANSWERS = Mutant("a third answer is paid for afterwards", check={"sample": late_filter})


CLAIMS = (
    Claim(
        id="B-filter-pure",
        title="A budget in ε may be spent as one goes along",
        reading=Reading(Origin.OURS, "known from Rogers and others (2016); the proof is ours"),
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let releases be made one after the other. Whether there is a next one, which mechanism makes "
            "it, and its price $\\varepsilon_i$ may depend on everything released so far, but a release "
            "with which the sum of the prices would exceed a number $\\varepsilon$ fixed beforehand is not "
            "made. All releases together are $(\\varepsilon,0)$-private."
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
        reading=Reading(Origin.OURS, "known from Rogers and others (2016) and later work; the proof is ours"),
        relation=Relation.SUBSTITUTION,
        statement=(
            "Let releases be made one after the other, the $i$-th of them $\\rho_i$-zero-concentrated "
            "given everything before; $\\varepsilon_i$-private ones have $\\rho_i=\\varepsilon_i^2/2$ and "
            "Gaussian ones $\\rho_i=\\Delta^2/2\\sigma_i^2$. Whether there is a next one, which, and at "
            "what price, may depend on everything released so far, but a release with which $\\sum\\rho_i$ "
            "would exceed a number $\\rho$ fixed beforehand is not made. All releases together are "
            "$(\\rho+2\\sqrt{\\rho\\ln(1/\\delta)},\\delta)$-private for every $0<\\delta<1$."
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
