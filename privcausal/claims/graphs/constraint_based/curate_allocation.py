"""The allocation problem of CURATE is convex in disguise: attacked by grids, random allocations, and certificates."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import sympy
from scipy.optimize import brentq

from privcausal.arrays import Floats
from privcausal.claims.broken.curate import FromZero
from privcausal.claims.functions import our_error, rounding
from privcausal.claims.sources import AT_CURATE
from privcausal.graphs.constraint_based import curate_allocation as planner
from privcausal.graphs.constraint_based.curate_allocation import AllocationProblem, all_at_once, most_tests
from privcausal.verify import Claim, Formula, Target, by_us, each, instead, mutant, one_of, real, worlds
from privcausal.verify.checks import Observed, Remainders, Search, Symbolic, Witness, space
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme

DELTA = 1e-14
"""CURATE's own."""

# --- the certificate, against grids and against random allocations --------------------------------------------------

GRIDS = worlds(
    "tests budget rate middle",
    ((10.0, 30.0, 30.0), 10.0, 8.7, 0.0),
    ((28.0, 168.0), 10.0, 20.0, 0.02),
    ((6.0, 12.0, 6.0), 30.0, 3.0, 0.0),
)


def beaten_by_grid(
    claim: Claim,
    tests: tuple[float, ...],
    budget: float,
    rate: float,
    middle: float,
    allocate: Callable[[planner.AllocationProblem], planner.Allocation] | None = None,
    steps: int = 60,
) -> Extreme:
    """By how much some allocation on a grid is better than the library's best or breaks its lower bound."""
    problem = planner.AllocationProblem(tests, budget, DELTA, rate, middle)
    allocation = (allocate or planner.best_allocation)(problem)
    points = [np.linspace(0, _alone(problem, order), steps) for order in range(len(problem.tests))]
    grid = np.stack([axis.ravel() for axis in np.meshgrid(*points, indexing="ij")], axis=1)
    ordered = (np.diff(grid, axis=1) <= 0).all(axis=1)
    grid = grid[ordered & (grid**2 @ problem.sizes + grid @ problem.slopes <= problem.budget)]
    assert problem.within(allocation.epsilons)
    claimed = max(allocation.objective, allocation.bound)
    return Extreme(max(claimed - float(surrogate(claim, problem, grid).min()), 0.0), {}, len(grid))


def surrogate(claim: Claim, problem: planner.AllocationProblem, epsilons: Any) -> Any:
    """The stated objective of one allocation, or of many."""
    wrong = problem.errors(epsilons)
    return claim.formulas["surrogate"](B=wrong.prod(axis=-1), A=(1 - wrong).prod(axis=-1))


def equal_as_if_best(problem: planner.AllocationProblem) -> planner.Allocation:
    """One ε for all, and the word that nothing is better."""
    equal = planner.equal_epsilons(problem)
    return replace(equal, bound=equal.objective)


def _alone(problem: planner.AllocationProblem, order: int) -> float:
    """The ε that the whole budget would buy at this order."""
    square, slope = float(problem.sizes[order]), float(problem.slopes[order])
    return (math.sqrt(slope**2 + 4 * square * problem.budget) - slope) / (2 * square)


def broken_bound(claim: Claim, case: Witness, lam: float, mu: float, paid: bool = True) -> float:
    """Return by how much an allocation that costs the budget beats the claimed lower bound."""
    problem = planner.AllocationProblem(tuple(map(float, case["tests"])), case["budget"], DELTA, case["rate"])
    bound = planner.lower_bound(problem if paid else replace(problem, budget=1e-9), lam, mu)
    shape = np.sort(np.array(case["shape"][: len(problem.tests)]) + 1e-6)[::-1]
    low, high = 0.0, problem.budget / float(problem.slopes @ shape)
    for _ in range(50):  # scale the shape until it costs the budget
        middle = (low + high) / 2
        low, high = (middle, high) if problem.cost(middle * shape) <= problem.budget else (low, middle)
    return max(bound - float(surrogate(claim, problem, low * shape)), 0.0)


def worst_gap(
    problems: int,
    orders: int,
    middle: float,
    allocate: Callable[[planner.AllocationProblem], planner.Allocation] = planner.best_allocation,
) -> Extreme:
    """The largest doubt that the certificate leaves, over random problems, seed fixed."""
    rng, worst = np.random.default_rng(34), 0.0
    for _ in range(problems):
        tests = tuple(float(t) for t in rng.integers(1, 2000, orders))
        budget, rate = (float(x) for x in np.exp(rng.uniform(1, 4, 2)))
        worst = max(worst, allocate(planner.AllocationProblem(tests, budget, DELTA, rate, middle)).gap)
    return Extreme(round(worst, 9), {}, problems)


def derive_hidden_convexity(claim: Claim) -> Remainders:
    """The curvature of ln u and ln(1 − u), the function ψ whose minimum makes the solution global, and the dual."""
    k, epsilon, c, weight, mu, least = sympy.symbols("k epsilon c lambda mu D", positive=True)
    wrong, right, shift, cost, budget = sympy.symbols("B A x C E", positive=True)
    decay = sympy.exp(-k * epsilon) / 2
    u = c / 2 + decay
    formulas = claim.formulas
    ratio = formulas["ratio"](B=wrong, A=right)
    psi = wrong * sympy.exp(shift) - right * sympy.exp(ratio * shift)
    b, best = sympy.Symbol("b", positive=True), formulas["best"](lam=weight, D=least)
    floor = formulas["floor"](b=b, lam=weight, D=least)
    edge = {
        "B": wrong,
        "A": sympy.exp(-least) * wrong**weight,
        "lam": weight,
    }  # where A is as large as it can be
    dual = formulas["dual"](mu=mu, cost=cost, budget=budget, **edge)
    return {
        "ln u bends upwards": sympy.diff(sympy.log(u), epsilon, 2) - k**2 * c * decay / (2 * u**2),
        "ln(1 − u) bends downwards": sympy.diff(sympy.log(1 - u), epsilon, 2)
        + k**2 * decay * (1 - c / 2) / (1 - u) ** 2,
        "ψ′ has the sign of x": sympy.diff(psi, shift)
        - wrong * (sympy.exp(shift) - sympy.exp(wrong / right * shift)),
        "guessing, where λ would be 1": formulas["surrogate"](B=wrong, A=wrong) - formulas["guess"](),
        "the objective, at the edge": sympy.expand_log(formulas["convex"](**edge), force=True) - least,
        "and with the budget's price": sympy.expand_log(dual - mu * (cost - budget), force=True) - least,
        "no allocation is below the edge": floor
        - formulas["surrogate"](B=b, A=sympy.exp(-least) * b**weight),
        "the number b that is least": 1
        - sympy.powdenest(weight * sympy.exp(-least) * best ** (weight - 1), force=True),
        "its slope": sympy.diff(floor, b) - (1 - weight * sympy.exp(-least) * b ** (weight - 1)),
    }


PROBLEMS = space.record(
    tests=space.whole(1, 2000).up_to(6),
    budget=space.real(0.5, 60),
    rate=space.real(0.5, 60),
    shape=space.real(0, 1) * 6,
)
"""A problem, and an allocation to compare with."""


RATE = 8.72
"""The program's k: T = 0.05, β = 0.2, and Δ = 0.3627/√n for 100,000 records (l. 62-69, 1939)."""


def problem_of(nodes: int, budget: float) -> AllocationProblem:
    """The problem before the first test."""
    return AllocationProblem(tuple(map(float, most_tests(nodes))), budget, DELTA, RATE)


# --- C-opt: with the program's c the solver finds the best there is ------------------------------------------------


def products(epsilons: Any, middle: float) -> tuple[float, float]:
    """Π u and Π(1 − u)."""
    wrong = middle / 2 + np.exp(-RATE * np.asarray(epsilons)) / 2
    return float(np.prod(wrong)), float(np.prod(1 - wrong))


def gain_bound(problem: AllocationProblem, middle: float) -> float:
    """No plan within the budget makes Π(1 − u) − Π u larger: each product is a convex problem, solved by duality."""
    return math.exp(-_least(problem, middle, -1)) - math.exp(_least(problem, middle, 1))


def _least(problem: AllocationProblem, middle: float, sign: int) -> float:
    """A lower bound on Σ ln u (sign 1) or Σ −ln(1 − u) (sign −1) within the budget: weak duality at the best price."""

    def overspent(log_price: float) -> float:
        return problem.cost(_pooled(problem, middle, sign, math.exp(log_price))) - problem.budget

    price = math.exp(brentq(overspent, -60.0, 20.0, xtol=1e-10))
    epsilons = _pooled(problem, middle, sign, price)
    wrong = middle / 2 + np.exp(-problem.rate * epsilons) / 2
    terms = np.log(wrong) if sign > 0 else -np.log(1 - wrong)
    return float(terms.sum() + price * (problem.cost(epsilons) - problem.budget))


def _pooled(problem: AllocationProblem, middle: float, sign: int, price: float) -> Floats:
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
    """Return where one more bit of ε for these orders is worth its cost; 0 if the first bit is not."""
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


def from_zero(problem: AllocationProblem, middle: float) -> Any:
    """What SLSQP finds from 0."""
    return FromZero(problem.tests, problem.budget, DELTA, RATE, middle).solve()


def share_missed(
    nodes: int, budget: float, middle: float, plan: Callable[[AllocationProblem, float], Any] = from_zero
) -> Extreme:
    """Of the most that any plan could gain over spending nothing, what part does SLSQP from 0 leave behind?"""
    problem = problem_of(nodes, budget)
    result = plan(problem, middle)
    return Extreme(missed(problem, result, middle), {"found": [float(f"{e:.10g}") for e in result]}, 1)


def missed(problem: AllocationProblem, epsilons: Any, middle: float) -> float:
    """The part of the possible gain that is not gained."""
    (wrong, right), (nothing, never) = (products(x, middle) for x in (epsilons, 0.0 * problem.sizes))
    start = never - nothing
    gained, possible = right - wrong - start, gain_bound(problem, middle) - start
    return round(max(1 - gained / possible, 0.0), 4)


def missed_by_witness(witness: Witness, nodes: int, budget: float, middle: float) -> float:
    """The stored plan, which the budget allows."""
    problem = problem_of(nodes, budget)
    assert problem.within(witness["found"], slack=1e-6)
    return missed(problem, witness["found"], middle)


# --- B-flat: with a smaller c it need not move ----------------------------------------------------------------------


def slsqp_cost(nodes: int, budget: float, middle: float) -> Extreme:
    """What SLSQP from 0 spends."""
    problem = problem_of(nodes, budget)
    return Extreme(problem.cost(from_zero(problem, middle)), {}, 1)


NODES, BUDGETS = (5, 6, 8, 11, 20, 37), (1, 10, 50)
ALL_ON_ORDER_0 = mutant(
    "all on order 0 instead",
    worst=partial(share_missed, plan=lambda problem, middle: all_at_once(problem).epsilons),
)


CLAIMS = (
    by_us(
        id="B-opt",
        title="The allocation problem is convex in disguise",
        place="on CURATE's problem",
        relation=None,
        definition=("With the notation of {prf:ref}`C-opt`, let $B=\\prod u_i$ and $A=\\prod(1-u_i)$."),
        statement=(
            "For $«lam»$ it is a convex problem to minimise $«convex»$ under the same constraints. If "
            "$\\lambda$ is $«ratio»$ at its solution, where the objective is then below $«guess»$, this is the "
            "global minimum of $«surrogate»$. And for $«mu»$, with $D$ the least $«dual»$ without a budget, and "
            "$b$ for $«best»$, no allocation within the budget has an objective below $«floor»$."
        ),
        quantities=(
            real("lam", above=0, below=1),
            real("mu", above=0),
            real("cost", letter="\\text{cost}"),
            real("budget", letter="\\text{budget}"),
        ),
        formulas={
            "convex": Formula("lam*log(B) - log(A)"),
            "dual": Formula("lam*log(B) - log(A) + mu*(cost - budget)"),
            "ratio": Formula("B/A"),
            "guess": Formula("1"),
            "surrogate": Formula("B + 1 - A"),
            "best": Formula("(lam*exp(-D))**(1/(1 - lam))"),
            "floor": Formula("b + 1 - exp(-D)*b**lam"),
        },
        subjects=(planner.best_allocation, planner.lower_bound),
        checks=(
            Symbolic(
                "curvatures and ψ",
                derive_hidden_convexity,
                (instead(ratio="1"), instead(best="lam*exp(-D)")),
                target=Target.OURS,
            ),
            Exhaustive(
                "grids of allocations",
                GRIDS,
                beaten_by_grid,
                (mutant("one ε for all", worst=partial(beaten_by_grid, allocate=equal_as_if_best)),),
                **our_error(rounding),
            ),
            Exhaustive(
                "random problems, certificate by certificate",
                worlds("problems orders middle", (20, 3, 0.0), (10, 6, 0.0), (10, 2, 0.05)),
                worst_gap,
                (
                    mutant("one ε for all", worst=partial(worst_gap, allocate=planner.equal_epsilons)),
                    mutant(
                        "where λ would not be below 1", worlds=worlds("problems orders middle", (5, 3, 0.95))
                    ),
                ),
                **our_error(rounding),
            ),
            Search(
                "random allocations against random bounds",
                worlds("lam mu", (0.05, 1.0), (0.5, 0.01), (0.95, 0.1)),
                PROBLEMS,
                broken_bound,
                (mutant("the budget forgotten", score=partial(broken_bound, paid=False)),),
                **our_error(rounding),
            ),
        ),
    ),
    by_us(
        id="C-opt",
        title="CURATE's planner misses at most a thousandth of the gain",
        place=f"on the problem as the public program has it ({AT_CURATE}l. 121-143, 1943-1973)",
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
                "solver next to the unreachable",
                each(nodes=NODES, budget=BUDGETS, middle=(1,)),
                share_missed,
                (ALL_ON_ORDER_0,),
                missed_by_witness,
            ),
        ),
    ),
    by_us(
        id="B-flat",
        title="On many variables the same planner can spend nothing",
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
                "solver on flat ground",
                each(nodes=(37,), budget=BUDGETS, middle=(0, 0.2, 0.4, 0.5)),
                slsqp_cost,
                (mutant("the program's c", worst=lambda nodes, budget: slsqp_cost(nodes, budget, 1.0)),),
            ),
        ),
    ),
)
