"""Specimens of constraint-based CURATE: a test with a coin, a planner, and four ways to lose count of a budget.

The program is `CURATE_cb.py` of its authors at commit 45d99d5; l. 3300 is a line of it. Its program for scores could
not be read. This module copies no word of either.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize

from privcausal.arrays import Floats

DELTA = 1e-14
"""The program's δ′ (l. 54)."""


@dataclass(frozen=True)
class ThreeBranches:
    """The test: delete above T(1 + β₂), keep below T(1 − β₁), and toss a coin in between.

    Private as it is. Illustrates B-coin: the coin never helps. The program seeds its generator again before
    each toss, and with that seed the coin says "keep" (l. 3325-3329): there `heads` is 0.
    """

    threshold: float
    below: float
    above: float
    scale: float
    heads: float = 0.5
    """How often the coin says "delete"."""

    def deletes(self, statistic: ArrayLike, rng: np.random.Generator) -> NDArray[np.bool_]:
        """One verdict for each statistic."""
        noisy = np.asarray(statistic, dtype=float)
        noisy = noisy + rng.laplace(scale=self.scale, size=noisy.shape)
        low, high = self.threshold * (1 - self.below), self.threshold * (1 + self.above)
        return np.where(
            noisy > high, True, np.where(noisy < low, False, rng.random(noisy.shape) < self.heads)
        )


@dataclass
class FromZero:
    """The planner: SLSQP in the bare ε, all of them 0 at the start (l. 121-143, 1943-1973).

    The program takes c = 1, and there it misses at most a thousandth of the gain (C-opt). With a smaller c, which is
    ours, it can not move at all (B-flat).
    """

    tests: Sequence[float]
    budget: float
    delta: float
    rate: float
    middle: float = 1.0
    path: list[Floats] = field(default_factory=list)
    """Where the solver has been."""

    def solve(self, start: float = 0.0) -> Floats:
        """The solver's answer, with the tolerances that it has if nothing is said."""
        t = np.asarray(self.tests, dtype=float)
        slopes = np.sqrt(2 * t * math.log(1 / self.delta))

        def total_error(epsilons: Floats) -> float:
            wrong = self.middle / 2 + np.exp(-self.rate * epsilons) / 2
            return float(np.prod(wrong) + 1 - np.prod(1 - wrong))

        begin = np.full(len(t), start)
        self.path.append(begin)
        answer = minimize(
            total_error,
            begin,
            method="SLSQP",
            bounds=[(0, None)] * len(t),
            constraints=[
                {"type": "ineq", "fun": lambda e: self.budget - float(t @ e**2 + slopes @ e)},
                {"type": "ineq", "fun": lambda e: e[:-1] - e[1:]},
            ],
            callback=lambda e: self.path.append(e.copy()),
        )
        return np.asarray(answer.x, dtype=float)


def bill(counted: int, epsilon: float, delta: float = DELTA) -> float:
    """What the program books for so many counted tests at ε each (l. 3356).

    >>> bill(0, 1.0), round(bill(4, 0.1), 3)
    (0.0, 1.646)
    """
    return counted * epsilon**2 + epsilon * math.sqrt(2 * counted * math.log(1 / delta))


def clear_keeps_free(
    orders: Sequence[ArrayLike], margin: float, epsilon: float, size: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """PC on three variables with Laplace tests at ε each: how many tests are counted, run by run. Breaks C-count.

    A test counts if it deletes or lands in the margin, where the coin says "keep"; a clear keep is free (l. 3323-3342).
    Ordered pairs, and deletion at once, so that what both ends share is asked twice. `orders` holds how far each edge
    lies on the side of "keep", in units of its sensitivity. The budget would be compared after a whole order (l. 3366).
    """
    left, counted = np.ones((size, 3), dtype=bool), np.zeros(size, dtype=np.int64)
    for order, heights in enumerate(np.asarray(orders, dtype=float)):
        for i, j in permutations(range(3), 2):
            edge, other = i + j - 1, 2 - j  # edges 01, 02, 12; the other one joins i to the third node
            asked = left[:, edge] & (left[:, other] | (order == 0))
            noisy = heights[edge] + rng.laplace(scale=1 / epsilon, size=size)
            left[:, edge] &= ~(asked & (noisy < -margin))
            counted += asked & (noisy <= margin)
    return counted


def charging_again(counts: Sequence[int], epsilons: Sequence[float]) -> list[float]:
    """Return the price booked for each order if the count of tests is never set back (l. 3280, 3356). On the safe side.

    The tests of order 0 are booked again, at the next order's price, and again.
    """
    so_far = np.cumsum(counts)
    return [bill(int(count), epsilon) for count, epsilon in zip(so_far, epsilons, strict=True)]


def checking_too_late(counts: Sequence[int], epsilons: Sequence[float], budget: float) -> float:
    """Return the price booked if an order is run first and compared with the budget afterwards (l. 3366).

    The program plans each order from the remaining budget, which limits the damage; these prices are set beforehand.
    """
    spent = 0.0
    for booked in charging_again(counts, epsilons):
        if spent >= budget:
            break
        spent += booked
    return spent


def price_of_an_unplanned_order(budget: float, rate: float) -> float:
    """The ε of one test where the plan believes that there are none, so that it costs nothing, whatever the budget.

    The program plans a network of six variables with binom(5 − 2, 4) = 0 sets at order 4 (l. 176-177, 257-268).
    """
    return float(FromZero((0.0,), budget, DELTA, rate).solve()[0])
