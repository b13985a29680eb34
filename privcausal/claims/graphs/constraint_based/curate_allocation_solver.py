"""What CURATE's planner finds, beside what no plan can exceed; and where the same solver does not move."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from privcausal.claims.graphs.constraint_based.curate_allocation import DELTA, Case
from privcausal.claims.sources import AT_CURATE
from privcausal.claims.specimens.curate import FromZero
from privcausal.graphs.constraint_based.curate_allocation import Problem, all_at_once, most_tests
from privcausal.verify import Origin, Reading
from privcausal.verify.checks.exhaustive import Extreme
from privcausal.verify.checks.observed import Observed
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.formula import Formula
from privcausal.verify.quantity import one_of

Floats = NDArray[np.float64]

RATE = 8.72
"""The program's k: T = 0.05, β = 0.2, and Δ = 0.3627/√n for 100,000 records (l. 62-69, 1939)."""


def problem_of(nodes: int, budget: float, rate: float = RATE) -> Problem:
    """The problem before the first test."""
    return Problem(tuple(map(float, most_tests(nodes))), budget, DELTA, rate)


# --- C-opt: with the program's c the solver finds the best there is ------------------------------------------------


def products(epsilons: Any, middle: float, rate: float = RATE) -> tuple[float, float]:
    """Π u and Π(1 − u)."""
    wrong = middle / 2 + np.exp(-rate * np.asarray(epsilons)) / 2
    return float(np.prod(wrong)), float(np.prod(1 - wrong))


def gain_bound(problem: Problem, middle: float) -> float:
    """No plan within the budget makes Π(1 − u) − Π u larger: each product is a convex problem, solved by duality."""
    return math.exp(-_least(problem, middle, -1)) - math.exp(_least(problem, middle, 1))


def _least(problem: Problem, middle: float, sign: int) -> float:
    """A lower bound on Σ ln u (sign 1) or Σ −ln(1 − u) (sign −1) within the budget: weak duality at the best price."""

    def overspent(log_price: float) -> float:
        return problem.cost(_pooled(problem, middle, sign, math.exp(log_price))) - problem.budget

    price = math.exp(brentq(overspent, -60.0, 20.0, xtol=1e-10))
    epsilons = _pooled(problem, middle, sign, price)
    wrong = middle / 2 + np.exp(-problem.rate * epsilons) / 2
    terms = np.log(wrong) if sign > 0 else -np.log(1 - wrong)
    return float(terms.sum() + price * (problem.cost(epsilons) - problem.budget))


def _pooled(problem: Problem, middle: float, sign: int, price: float) -> Floats:
    """The minimum at this price over ε_0 ≥ ε_1 ≥ …: neighbours that would grow are pooled."""
    blocks: list[tuple[Floats, float]] = []
    for order in zip(problem.sizes, problem.slopes, strict=True):
        block = np.array([1.0, *order])
        epsilon = _stationary(problem.rate, middle, sign, price, block)
        while blocks and epsilon > blocks[-1][1]:
            block = block + blocks.pop()[0]
            epsilon = _stationary(problem.rate, middle, sign, price, block)
        blocks.append((block, epsilon))
    return np.concatenate([np.full(int(block[0]), epsilon) for block, epsilon in blocks])


def _stationary(rate: float, middle: float, sign: int, price: float, block: Floats) -> float:
    """Where one more bit of ε for these orders is worth what it costs; 0 if the first bit is not."""
    number, size, slope = map(float, block)

    def slack(epsilon: float) -> float:
        fallen = -math.expm1(-rate * epsilon) / 2
        chance = (middle + 1) / 2 - fallen if sign > 0 else (1 - middle) / 2 + fallen
        return price * (2 * size * epsilon + slope) - number * rate * (0.5 - fallen) / chance

    if slack(1e-300) >= 0:
        return 0.0
    high = 1.0 / rate
    while slack(high) < 0:
        high *= 2
    return float(brentq(slack, 1e-300, high, xtol=1e-16, rtol=1e-14))


def share_missed(nodes: int, budget: float, middle: float) -> Extreme:
    """Of the most that any plan could gain over spending nothing, what part does SLSQP from 0 leave behind?"""
    problem = problem_of(nodes, budget)
    found = FromZero(problem.tests, budget, DELTA, RATE, middle).solve()
    return Extreme(missed(problem, found, middle), {"found": [float(f"{e:.10g}") for e in found]}, 1)


def share_missed_by_one_order(nodes: int, budget: float, middle: float) -> Extreme:
    """The same for spending all on order 0."""
    problem = problem_of(nodes, budget)
    return Extreme(missed(problem, all_at_once(problem).epsilons, middle), {}, 1)


def missed(problem: Problem, epsilons: Any, middle: float) -> float:
    """The part of the possible gain that is not gained."""
    (wrong, right), (nothing, never) = (products(x, middle) for x in (epsilons, 0.0 * problem.sizes))
    start = never - nothing
    gained, possible = right - wrong - start, gain_bound(problem, middle) - start
    return round(max(1 - gained / possible, 0.0), 4)


def missed_by_witness(claim: Claim, witness: Case, nodes: int, budget: float, middle: float) -> float:
    """The stored plan, which the budget allows."""
    problem = problem_of(nodes, budget)
    assert problem.within(witness["found"], slack=1e-6)
    return missed(problem, witness["found"], middle)


# --- B-flat: with a smaller c it may not move ----------------------------------------------------------------------


def spent(nodes: int, budget: float, middle: float) -> Extreme:
    """What SLSQP from 0 spends."""
    problem = problem_of(nodes, budget)
    return Extreme(problem.cost(FromZero(problem.tests, budget, DELTA, RATE, middle).solve()), {}, 1)


def spent_at_one(nodes: int, budget: float, middle: float) -> Extreme:
    """The same with the program's c."""
    return spent(nodes, budget, 1.0)


NODES, BUDGETS = (5, 6, 8, 11, 20, 37), (1, 10, 50)


def worlds(nodes: tuple[int, ...], middles: tuple[float, ...]) -> tuple[Case, ...]:
    return tuple({"nodes": d, "budget": b, "middle": c} for d in nodes for b in BUDGETS for c in middles)


CLAIMS = (
    Claim(
        id="C-opt",
        title="CURATE's planner finds the best plan there is",
        reading=Reading(
            Origin.OURS, f"on the problem as the public program has it ({AT_CURATE}l. 121-143, 1943-1973)"
        ),
        relation=None,
        kind="observation",
        definition=(
            "Let $u_i=\\frac c2+\\frac12e^{-k\\varepsilon_i}$ be the chance of an error in a test of order $i$, with "
            "$k=8.72$ as for 100,000 records, $\\delta=10^{-14}$, and $t_i$ from {prf:ref}`C-tests`. Sequential "
            "least-squares programming, started at $\\varepsilon=0$ with its usual tolerances, minimises "
            "$\\prod_iu_i+1-\\prod_i(1-u_i)$ over $\\varepsilon_0\\ge\\varepsilon_1\\ge\\dots\\ge0$ with "
            "$\\sum_i\\bigl(t_i\\varepsilon_i^2+\\varepsilon_i\\sqrt{2t_i\\ln(1/\\delta)}\\bigr)\\le B$."
        ),
        statement=(
            "For $«middle»$, as in the program, $«nodes»$ variables and $«budget»$, it leaves behind «sense» $«ours»$ "
            "of the most that any plan can gain over spending nothing."
        ),
        quantities=(
            one_of("middle", 1, letter="c"),
            one_of("nodes", *NODES, letter="d"),
            one_of("budget", *BUDGETS, letter="B"),
        ),
        ours=Formula("1/1000"),
        depends=("C-tests",),
        subjects=(most_tests,),
        checks=(
            Observed(
                name="solver beside what is out of reach",
                worlds=worlds(NODES, (1,)),
                worst=share_missed,
                mutants=(Mutant("all on order 0 instead", check={"worst": share_missed_by_one_order}),),
                replay=missed_by_witness,
            ),
        ),
    ),
    Claim(
        id="B-flat",
        title="On many variables the same planner may spend nothing",
        relation=None,
        kind="observation",
        definition="Take the solver of {prf:ref}`C-opt`, with a chance $c$ of the middle branch of your own.",
        statement=(
            "For $«nodes»$ variables, $«middle»$ and $«budget»$ it returns its starting point: it spends "
            "«sense» $«ours»$ of that."
        ),
        quantities=(
            one_of("nodes", 37, letter="d"),
            one_of("middle", 0, 0.2, 0.4, 0.5, letter="c"),
            one_of("budget", *BUDGETS, letter="B"),
        ),
        ours=Formula("10**(-9)"),
        depends=("C-opt",),
        subjects=(most_tests,),
        checks=(
            Observed(
                name="solver on flat ground",
                worlds=worlds((37,), (0, 0.2, 0.4, 0.5)),
                worst=spent,
                mutants=(Mutant("the program's c", check={"worst": spent_at_one}),),
            ),
        ),
    ),
)
