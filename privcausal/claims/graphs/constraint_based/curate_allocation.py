"""The allocation problem of CURATE is convex in disguise: attacked by grids, random allocations, and certificates."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from privcausal.graphs.constraint_based.curate_allocation import (
    Allocation,
    Problem,
    best_allocation,
    equal_epsilons,
    lower_bound,
)
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic
from privcausal.verify.claim import Claim, Mutant
from privcausal.verify.evidence import Target

Case = dict[str, Any]
DELTA = 1e-14
"""CURATE's own."""

# --- the certificate, against grids and against random allocations --------------------------------------------------

GRIDS = (
    {"tests": (10.0, 30.0, 30.0), "budget": 10.0, "rate": 8.7, "middle": 0.0},
    {"tests": (28.0, 168.0), "budget": 10.0, "rate": 20.0, "middle": 0.02},
    {"tests": (6.0, 12.0, 6.0), "budget": 30.0, "rate": 3.0, "middle": 0.0},
)


def beaten_by_grid(tests: tuple[float, ...], budget: float, rate: float, middle: float) -> Extreme:
    """By how much some allocation on a grid is better than the library's best or breaks its lower bound."""
    problem = Problem(tests, budget, DELTA, rate, middle)
    return _beaten(problem, best_allocation(problem))


def equal_beaten_by_grid(tests: tuple[float, ...], budget: float, rate: float, middle: float) -> Extreme:
    """The same for one ε for all."""
    problem = Problem(tests, budget, DELTA, rate, middle)
    equal = equal_epsilons(problem)
    return _beaten(problem, replace(equal, bound=equal.objective))


def _beaten(problem: Problem, allocation: Allocation, steps: int = 60) -> Extreme:
    points = [np.linspace(0, _alone(problem, order), steps) for order in range(len(problem.tests))]
    grid = np.stack([axis.ravel() for axis in np.meshgrid(*points, indexing="ij")], axis=1)
    ordered = (np.diff(grid, axis=1) <= 0).all(axis=1)
    grid = grid[ordered & (grid**2 @ problem.sizes + grid @ problem.slopes <= problem.budget)]
    wrong = problem.errors(grid)
    least = float((wrong.prod(axis=1) + 1 - (1 - wrong).prod(axis=1)).min())
    assert problem.within(allocation.epsilons)
    claimed = max(allocation.objective, allocation.bound)
    return Extreme(max(claimed - least, 0.0), {}, len(grid))


def _alone(problem: Problem, order: int) -> float:
    """The ε that the whole budget would buy at this order."""
    square, slope = float(problem.sizes[order]), float(problem.slopes[order])
    return (math.sqrt(slope**2 + 4 * square * problem.budget) - slope) / (2 * square)


def rounding() -> float:
    return 1e-9


def problems() -> st.SearchStrategy[Case]:
    """A problem, an allocation to compare with, and numbers to try as weight and price."""
    return st.fixed_dictionaries(
        {
            "tests": st.lists(st.integers(1, 2000), min_size=1, max_size=6),
            "budget": st.floats(0.5, 60),
            "rate": st.floats(0.5, 60),
            "shape": st.lists(st.floats(0, 1), min_size=6, max_size=6),
            "weight": st.floats(0.01, 0.99),
            "price": st.floats(1e-3, 5),
        }
    )


def broken_bound(claim: Claim, case: Case) -> float:
    """By how much an allocation that costs the budget beats what is said to be out of reach."""
    problem = Problem(tuple(map(float, case["tests"])), case["budget"], DELTA, case["rate"])
    return _broken(problem, lower_bound(problem, case["weight"], case["price"]), case)


def broken_bound_without_budget(claim: Claim, case: Case) -> float:
    """As if the budget had no place in the bound."""
    problem = Problem(tuple(map(float, case["tests"])), case["budget"], DELTA, case["rate"])
    return _broken(problem, lower_bound(replace(problem, budget=1e-9), case["weight"], case["price"]), case)


def _broken(problem: Problem, bound: float, case: Case) -> float:
    shape = np.sort(np.array(case["shape"][: len(problem.tests)]) + 1e-6)[::-1]
    low, high = 0.0, problem.budget / float(problem.slopes @ shape)
    for _ in range(50):  # scale the shape until it costs the budget
        middle = (low + high) / 2
        low, high = (middle, high) if problem.cost(middle * shape) <= problem.budget else (low, middle)
    return max(bound - problem.objective(low * shape), 0.0)


def worst_gap(problems: int, orders: int, middle: float) -> Extreme:
    """The largest doubt that the certificate leaves, over random problems, seed fixed."""
    return _worst_gap(best_allocation, problems, orders, middle)


def worst_gap_of_equal(problems: int, orders: int, middle: float) -> Extreme:
    """The same for one ε for all."""
    return _worst_gap(equal_epsilons, problems, orders, middle)


def _worst_gap(
    allocate: Callable[[Problem], Allocation], problems: int, orders: int, middle: float
) -> Extreme:
    rng, worst = np.random.default_rng(34), 0.0
    for _ in range(problems):
        tests = tuple(float(t) for t in rng.integers(1, 2000, orders))
        budget, rate = (float(x) for x in np.exp(rng.uniform(1, 4, 2)))
        worst = max(worst, allocate(Problem(tests, budget, DELTA, rate, middle)).gap)
    return Extreme(round(worst, 9), {}, problems)


# --- symbolic -----------------------------------------------------------------------------------------------------


def derive_hidden_convexity(claim: Claim) -> Remainders:
    """The curvature of ln u and ln(1 − u), and the function ψ whose minimum makes the solution global."""
    k, epsilon, c, wrong, right, shift = sympy.symbols("k epsilon c B A x", positive=True)
    decay = sympy.exp(-k * epsilon) / 2
    u = c / 2 + decay
    psi = wrong * sympy.exp(shift) - right * sympy.exp(wrong / right * shift)
    weight, least = sympy.symbols("lambda D", positive=True)
    log_b = (sympy.log(weight) - least) / (1 - weight)
    log_slope = sympy.log(weight) - least + (weight - 1) * log_b  # of e^(−D) b^λ, which must be that of b
    return {
        "ln u bends upwards": sympy.diff(sympy.log(u), epsilon, 2) - k**2 * c * decay / (2 * u**2),
        "ln(1 − u) bends downwards": sympy.diff(sympy.log(1 - u), epsilon, 2)
        + k**2 * decay * (1 - c / 2) / (1 - u) ** 2,
        "ψ′ has the sign of x": sympy.diff(psi, shift)
        - wrong * (sympy.exp(shift) - sympy.exp(wrong / right * shift)),
        "the number b that is least": log_slope,
        "there e^(−D) b^λ is b/λ": -least + weight * log_b - (log_b - sympy.log(weight)),
    }


def derive_without_weight(claim: Claim) -> Remainders:
    """With 1 in the place of B/A."""
    wrong, right, shift = sympy.symbols("B A x", positive=True)
    psi = wrong * sympy.exp(shift) - right * sympy.exp(shift)
    return {"ψ′": sympy.diff(psi, shift) - wrong * (sympy.exp(shift) - sympy.exp(wrong / right * shift))}


# --- the claims ---------------------------------------------------------------------------------------------------

CLAIMS = (
    Claim(
        id="B-opt",
        title="The allocation problem is convex in disguise",
        source="ours",
        locator="on CURATE's problem",
        relation=None,
        statement=(
            "With the notation of {prf:ref}`C-opt`, let $B=\\prod u_i$ and $A=\\prod(1-u_i)$. For "
            "$0<\\lambda<1$ it is a convex problem to minimise $\\lambda\\ln B-\\ln A$ under the same "
            "constraints. If $\\lambda=B/A$ at its solution, this is the global minimum of $B+1-A$. And for every "
            "$\\lambda\\in(0,1)$ and $\\mu\\ge0$, no allocation within the budget has an objective below "
            "$1+b-e^{-D}b^\\lambda$, where $D$ is the least $\\lambda\\ln B-\\ln A+\\mu(\\text{cost}-"
            "\\text{budget})$ without a budget, and $b=(\\lambda e^{-D})^{1/(1-\\lambda)}$."
        ),
        proof="proof-opt",
        subjects=(best_allocation, lower_bound),
        checks=(
            Symbolic(
                "curvatures and ψ",
                derive_hidden_convexity,
                (Mutant("the weight forgotten", check={"derive": derive_without_weight}),),
                target=Target.OURS,
            ),
            Exhaustive(
                "grids of allocations",
                GRIDS,
                beaten_by_grid,
                (Mutant("one ε for all", check={"worst": equal_beaten_by_grid}),),
                tolerance=rounding,
                target=Target.OURS,
            ),
            Exhaustive(
                "random problems, certificate by certificate",
                (
                    {"problems": 20, "orders": 3, "middle": 0.0},
                    {"problems": 10, "orders": 6, "middle": 0.0},
                    {"problems": 10, "orders": 2, "middle": 0.05},
                ),
                worst_gap,
                (Mutant("one ε for all", check={"worst": worst_gap_of_equal}),),
                tolerance=rounding,
                target=Target.OURS,
            ),
            Search(
                "random allocations against random bounds",
                ({},),
                problems,
                broken_bound,
                (Mutant("the budget forgotten", check={"score": broken_bound_without_budget}),),
                tolerance=rounding,
                target=Target.OURS,
            ),
        ),
    ),
)
