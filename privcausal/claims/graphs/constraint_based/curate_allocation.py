"""The allocation problem of CURATE is convex in disguise: attacked by grids, random allocations, and certificates."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import sympy
from hypothesis import strategies as st

from privcausal.claims.functions import rounding
from privcausal.graphs.constraint_based.curate_allocation import (
    Allocation,
    Problem,
    best_allocation,
    equal_epsilons,
    lower_bound,
)
from privcausal.verify import Claim, Formula, Mutant, Origin, Reading, Target, instead, real
from privcausal.verify.checks.exhaustive import Exhaustive, Extreme
from privcausal.verify.checks.search import Search
from privcausal.verify.checks.symbolic import Remainders, Symbolic

Case = dict[str, Any]
DELTA = 1e-14
"""CURATE's own."""

# --- the certificate, against grids and against random allocations --------------------------------------------------

GRIDS = (
    {"tests": (10.0, 30.0, 30.0), "budget": 10.0, "rate": 8.7, "middle": 0.0},
    {"tests": (28.0, 168.0), "budget": 10.0, "rate": 20.0, "middle": 0.02},
    {"tests": (6.0, 12.0, 6.0), "budget": 30.0, "rate": 3.0, "middle": 0.0},
)


def beaten_by_grid(
    claim: Claim,
    tests: tuple[float, ...],
    budget: float,
    rate: float,
    middle: float,
    allocate: Callable[[Problem], Allocation] | None = None,
    steps: int = 60,
) -> Extreme:
    """By how much some allocation on a grid is better than the library's best or breaks its lower bound."""
    problem = Problem(tests, budget, DELTA, rate, middle)
    allocation = (allocate or best_allocation)(problem)
    points = [np.linspace(0, _alone(problem, order), steps) for order in range(len(problem.tests))]
    grid = np.stack([axis.ravel() for axis in np.meshgrid(*points, indexing="ij")], axis=1)
    ordered = (np.diff(grid, axis=1) <= 0).all(axis=1)
    grid = grid[ordered & (grid**2 @ problem.sizes + grid @ problem.slopes <= problem.budget)]
    assert problem.within(allocation.epsilons)
    claimed = max(allocation.objective, allocation.bound)
    return Extreme(max(claimed - float(surrogate(claim, problem, grid).min()), 0.0), {}, len(grid))


def surrogate(claim: Claim, problem: Problem, epsilons: Any) -> Any:
    """The stated objective of one allocation, or of many."""
    wrong = problem.errors(epsilons)
    return claim.formulas["surrogate"](B=wrong.prod(axis=-1), A=(1 - wrong).prod(axis=-1))


def equal_as_if_best(problem: Problem) -> Allocation:
    """One ε for all, and the word that nothing is better."""
    equal = equal_epsilons(problem)
    return replace(equal, bound=equal.objective)


def _alone(problem: Problem, order: int) -> float:
    """The ε that the whole budget would buy at this order."""
    square, slope = float(problem.sizes[order]), float(problem.slopes[order])
    return (math.sqrt(slope**2 + 4 * square * problem.budget) - slope) / (2 * square)


def problems(lam: float, mu: float) -> st.SearchStrategy[Case]:
    """A problem, an allocation to compare with, and numbers to try as weight and price."""
    return st.fixed_dictionaries(
        {
            "tests": st.lists(st.integers(1, 2000), min_size=1, max_size=6),
            "budget": st.floats(0.5, 60),
            "rate": st.floats(0.5, 60),
            "shape": st.lists(st.floats(0, 1), min_size=6, max_size=6),
        }
    )


def broken_bound(claim: Claim, case: Case, lam: float, mu: float, paid: bool = True) -> float:
    """By how much an allocation that costs the budget beats what is said to be out of reach."""
    problem = Problem(tuple(map(float, case["tests"])), case["budget"], DELTA, case["rate"])
    bound = lower_bound(problem if paid else replace(problem, budget=1e-9), lam, mu)
    shape = np.sort(np.array(case["shape"][: len(problem.tests)]) + 1e-6)[::-1]
    low, high = 0.0, problem.budget / float(problem.slopes @ shape)
    for _ in range(50):  # scale the shape until it costs the budget
        middle = (low + high) / 2
        low, high = (middle, high) if problem.cost(middle * shape) <= problem.budget else (low, middle)
    return max(bound - float(surrogate(claim, problem, low * shape)), 0.0)


def worst_gap(
    problems: int, orders: int, middle: float, allocate: Callable[[Problem], Allocation] = best_allocation
) -> Extreme:
    """The largest doubt that the certificate leaves, over random problems, seed fixed."""
    rng, worst = np.random.default_rng(34), 0.0
    for _ in range(problems):
        tests = tuple(float(t) for t in rng.integers(1, 2000, orders))
        budget, rate = (float(x) for x in np.exp(rng.uniform(1, 4, 2)))
        worst = max(worst, allocate(Problem(tests, budget, DELTA, rate, middle)).gap)
    return Extreme(round(worst, 9), {}, problems)


# --- symbolic -----------------------------------------------------------------------------------------------------


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
        "what is minimised, at the edge": sympy.expand_log(formulas["convex"](**edge), force=True) - least,
        "and with the budget's price": sympy.expand_log(dual - mu * (cost - budget), force=True) - least,
        "no allocation is below the edge": floor
        - formulas["surrogate"](B=b, A=sympy.exp(-least) * b**weight),
        "the number b that is least": 1
        - sympy.powdenest(weight * sympy.exp(-least) * best ** (weight - 1), force=True),
        "its slope": sympy.diff(floor, b) - (1 - weight * sympy.exp(-least) * b ** (weight - 1)),
    }


CLAIMS = (
    Claim(
        id="B-opt",
        title="The allocation problem is convex in disguise",
        reading=Reading(Origin.OURS, "on CURATE's problem"),
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
        proof="proof-opt",
        subjects=(best_allocation, lower_bound),
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
                (
                    Mutant(
                        "one ε for all", check={"worst": partial(beaten_by_grid, allocate=equal_as_if_best)}
                    ),
                ),
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
                (
                    Mutant("one ε for all", check={"worst": partial(worst_gap, allocate=equal_epsilons)}),
                    Mutant(
                        "where λ would not be below 1",
                        check={"worlds": ({"problems": 5, "orders": 3, "middle": 0.95},)},
                    ),
                ),
                tolerance=rounding,
                target=Target.OURS,
            ),
            Search(
                "random allocations against random bounds",
                tuple({"lam": lam, "mu": mu} for lam, mu in ((0.05, 1.0), (0.5, 0.01), (0.95, 0.1))),
                problems,
                broken_bound,
                (Mutant("the budget forgotten", check={"score": partial(broken_bound, paid=False)}),),
                tolerance=rounding,
                target=Target.OURS,
            ),
        ),
    ),
)
