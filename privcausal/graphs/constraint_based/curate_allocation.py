"""How CURATE divides a budget among the orders of PC: its problem, simple answers, and the best one with a certificate.

The objective is a sum of products and not convex. However, it is the difference of something whose logarithm is
convex and something whose logarithm is concave, and that is enough: see `best_allocation`.
"""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from privcausal.arrays import Floats
from privcausal.privacy.price import check_fraction, check_positive


def most_tests(nodes: int, edges: int | None = None, order: int = 0) -> list[int]:
    """At most so many tests at this order and each later one, if that many edges are left: edges · C(nodes − 2, i).

    Claim: C-tests

    >>> most_tests(5)
    [10, 30, 30, 10]
    >>> most_tests(5, edges=4, order=1)
    [12, 12, 4]
    """
    if nodes < 2:
        raise ValueError(f"nodes must be at least 2, got {nodes!r}")
    pairs = math.comb(nodes, 2)
    left = pairs if edges is None else edges
    if not 0 <= left <= pairs:
        raise ValueError(f"edges must lie between 0 and {pairs}, got {edges!r}")
    if not 0 <= order <= nodes - 2:
        raise ValueError(f"order must lie between 0 and {nodes - 2}, got {order!r}")
    return [left * math.comb(nodes - 2, size) for size in range(order, nodes - 1)]


@dataclass(frozen=True)
class AllocationProblem:
    """The objective that CURATE's public program minimises, and its limits. CURATE has c = 1; here c is below 1.

    A test of order i errs with probability u(ε_i) = c/2 + ½ exp(−kε_i), in either direction; `rate` is k = Tβ/Δ,
    `middle` is c. Surviving all orders wrongly has probability Π u, being lost at any has 1 − Π(1 − u).
    `tests` bounds the number of tests of each order; those of one order cost tε² + ε√(2t ln(1/δ)) together.
    """

    tests: tuple[float, ...]
    budget: float
    delta: float
    rate: float
    middle: float = 0.0

    def __post_init__(self) -> None:
        if not self.tests or not all(math.isfinite(t) and t > 0 for t in self.tests):
            raise ValueError(f"tests must be a positive number for each order, got {self.tests!r}")
        check_positive(budget=self.budget, rate=self.rate)
        check_fraction(delta=self.delta)
        if not 0 <= self.middle < 1:
            raise ValueError(f"middle must be a probability below 1, got {self.middle!r}")

    @cached_property
    def sizes(self) -> Floats:
        """The numbers of tests as an array."""
        return np.array(self.tests, dtype=float)

    @cached_property
    def slopes(self) -> Floats:
        """What the first bit of ε costs at each order: √(2t ln(1/δ))."""
        return np.sqrt(2 * self.sizes * math.log(1 / self.delta))

    def errors(self, epsilons: ArrayLike) -> Floats:
        """The chance u of an error in one test, at each order."""
        return np.asarray(self.middle / 2 + np.exp(-self.rate * np.asarray(epsilons)) / 2)

    def objective(self, epsilons: ArrayLike) -> float:
        """CURATE's surrogate for the total error: Π u + 1 − Π(1 − u).

        >>> AllocationProblem((10, 30), budget=1.0, delta=1e-6, rate=5.0).objective([0.0, 0.0])
        1.0
        """
        wrong = self.errors(epsilons)
        return float(np.prod(wrong) + 1 - np.prod(1 - wrong))

    def cost(self, epsilons: ArrayLike) -> float:
        """The total ε of all orders, as its program plans it."""
        spent = np.asarray(epsilons, dtype=float)
        return float(self.sizes @ spent**2 + self.slopes @ spent)

    def within(self, epsilons: ArrayLike, slack: float = 1e-9) -> bool:
        """Is this allowed: never negative, never growing, and not above the budget?"""
        spent = np.asarray(epsilons, dtype=float)
        ordered = bool((np.diff(spent) <= slack).all() and (spent >= -slack).all())
        return ordered and self.cost(spent) <= self.budget * (1 + slack)


@dataclass(frozen=True)
class Allocation:
    """One ε for each order, how good that is, and how good anything can be."""

    epsilons: tuple[float, ...]
    objective: float
    bound: float
    """No allocation within the budget has a smaller objective: by weak duality, whatever the solver did."""

    @property
    def gap(self) -> float:
        """How far from the best this can be."""
        return self.objective - self.bound


def best_allocation(problem: AllocationProblem) -> Allocation:
    """The best of all allocations if any is better than guessing, by two nested searches, with a proof that it is.

    Let B = Π u and A = Π(1 − u). For 0 ≤ λ < 1, minimising λ ln B − ln A is convex; where λ equals B/A at the
    minimum, that minimum is the global optimum of B − A. If no allocation is better than guessing (objective 1),
    the last λ below 1 is used, and the bound says little.

    Claim: C-opt, B-opt

    >>> best = best_allocation(AllocationProblem((28.0, 168.0, 420.0), budget=5.0, delta=1e-6, rate=8.0))
    >>> [round(epsilon, 4) for epsilon in best.epsilons], round(best.objective, 4), best.gap < 1e-9
    ([0.1164, 0.0194, 0.0], 0.8126, True)
    """

    def excess(log_weight: float) -> float:
        log_wrong, log_right = _logs(problem, _convex(problem, math.exp(log_weight))[0])
        return log_wrong - log_right - log_weight

    low, high = -30.0, -1e-9
    if excess(low) <= 0:
        weight = math.exp(low)
    elif excess(high) >= 0:
        weight = math.exp(high)
    else:
        weight = math.exp(brentq(excess, low, high, xtol=1e-13, rtol=1e-13))
    epsilons, price = _convex(problem, weight)
    return Allocation(
        tuple(map(float, epsilons)), problem.objective(epsilons), lower_bound(problem, weight, price)
    )


def lower_bound(problem: AllocationProblem, weight: float, price: float) -> float:
    """No allocation within the budget has a smaller objective, whatever weight in (0, 1) and price > 0 are given.

    Weak duality, twice. Let D be the least λ ln B − ln A + μ(cost − budget) without a budget; then A ≤ e^(−D) B^λ
    for everybody within the budget, and B − e^(−D) B^λ is never below its minimum over all numbers B > 0.

    Claim: B-opt
    """
    if not 0 < weight < 1:
        raise ValueError(f"weight must lie strictly between 0 and 1, got {weight!r}")
    check_positive(price=price)
    free = _ordered_minimum(problem, weight, price)
    log_wrong, log_right = _logs(problem, free)
    least = weight * log_wrong - log_right + price * (problem.cost(free) - problem.budget)
    log_best = (math.log(weight) - least) / (1 - weight)
    return -math.inf if log_best > 700 else 1 + math.exp(log_best) * (1 - 1 / weight)


def equal_epsilons(problem: AllocationProblem) -> Allocation:
    """The same ε for every test of every order.

    >>> equal = equal_epsilons(AllocationProblem((28.0, 168.0, 420.0), budget=5.0, delta=1e-6, rate=8.0))
    >>> [round(epsilon, 4) for epsilon in equal.epsilons]
    [0.023, 0.023, 0.023]
    """
    square, slope = float(problem.sizes.sum()), float(problem.slopes.sum())
    return _compare(problem, np.full(len(problem.tests), _root(square, slope, problem.budget)))


def all_at_once(problem: AllocationProblem) -> Allocation:
    """Everything on the first order: where a solver that starts at 0 is drawn first."""
    first = _root(float(problem.sizes[0]), float(problem.slopes[0]), problem.budget)
    return _compare(problem, np.array([first] + [0.0] * (len(problem.tests) - 1)))


def _compare(problem: AllocationProblem, epsilons: Floats) -> Allocation:
    """Compare an allocation with the best one."""
    return Allocation(
        tuple(map(float, epsilons)), problem.objective(epsilons), best_allocation(problem).bound
    )


def _root(square: float, slope: float, budget: float) -> float:
    """The ε with square·ε² + slope·ε = budget."""
    return 2 * budget / (slope + math.sqrt(slope**2 + 4 * square * budget))


def _logs(problem: AllocationProblem, epsilons: Floats) -> tuple[float, float]:
    """Ln B and ln A."""
    floor = math.log(problem.middle / 2) if problem.middle else -math.inf
    log_wrong = np.logaddexp(floor, -problem.rate * epsilons - math.log(2))
    return float(log_wrong.sum()), float(np.log1p(-problem.errors(epsilons)).sum())


def _convex(problem: AllocationProblem, weight: float) -> tuple[Floats, float]:
    """The minimum of λ ln B − ln A within the budget, and the budget's price μ: all of it is spent."""

    def overspent(log_price: float) -> float:
        return problem.cost(_ordered_minimum(problem, weight, math.exp(log_price))) - problem.budget

    low, high = -1.0, 1.0
    while overspent(low) < 0:
        low, high = low - 4, low
    while overspent(high) > 0:
        low, high = high, high + 4
    price = math.exp(brentq(overspent, low, high, xtol=1e-12, rtol=1e-12))
    while problem.cost(_ordered_minimum(problem, weight, price)) > problem.budget:
        price *= 1 + 1e-13  # rounding must not overspend
    return _ordered_minimum(problem, weight, price), price


def _ordered_minimum(problem: AllocationProblem, weight: float, price: float) -> Floats:
    """The minimum of λ ln B − ln A + μ·cost over ε_0 ≥ ε_1 ≥ … ≥ 0: neighbours that would grow are pooled."""
    blocks: list[tuple[int, float, float, float]] = []
    for size, slope in zip(problem.sizes, problem.slopes, strict=True):
        block = (1, float(size), float(slope))
        epsilon = _stationary(problem, weight, price, *block)
        while blocks and epsilon > blocks[-1][3]:
            number, sizes, slopes, _ = blocks.pop()
            block = (block[0] + number, block[1] + sizes, block[2] + slopes)
            epsilon = _stationary(problem, weight, price, *block)
        blocks.append((*block, epsilon))
    return np.concatenate([np.full(number, epsilon) for number, _, _, epsilon in blocks])


def _stationary(
    problem: AllocationProblem, weight: float, price: float, number: int, size: float, slope: float
) -> float:
    """Return where one more bit of ε for these orders is worth its cost; 0 if the first bit is not."""

    def slack(epsilon: float) -> float:
        decay = math.exp(-problem.rate * epsilon) / 2
        wrong = problem.middle / 2 + decay
        worth = number * problem.rate * ((weight * decay / wrong if wrong else weight) + decay / (1 - wrong))
        return price * (2 * size * epsilon + slope) - worth

    if slack(0.0) >= 0:
        return 0.0
    high = 1.0 / problem.rate
    while slack(high) < 0:
        high *= 2
    return float(brentq(slack, 0.0, high, xtol=1e-16, rtol=1e-14))
