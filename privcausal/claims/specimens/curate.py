"""Specimens of CURATE: a test with a coin, a solver that does not move, and five ways to lose count of a budget."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ThreeBranches:
    """CURATE's test as printed: delete above T(1 + β₂), keep below T(1 − β₁), and toss a coin in between.

    Private as it stands. Shows what B-coin says: the coin never helps. With `seed` the coin is re-seeded before each
    toss, so that it always falls the same way.
    """

    threshold: float
    below: float
    above: float
    scale: float
    seed: int | None = None

    def deletes(self, statistic: ArrayLike, rng: np.random.Generator) -> NDArray[np.bool_]:
        """One verdict for each statistic."""
        noisy = np.asarray(statistic, dtype=float)
        noisy = noisy + rng.laplace(scale=self.scale, size=noisy.shape)
        low, high = self.threshold * (1 - self.below), self.threshold * (1 + self.above)
        heads = rng.random(noisy.shape) < 0.5
        if self.seed is not None:
            heads = np.full(noisy.shape, np.random.default_rng(self.seed).random() < 0.5)
        return np.where(noisy > high, True, np.where(noisy < low, False, heads))


@dataclass
class FromZero:
    """CURATE's allocation problem as it is published: SLSQP in the bare ε, all of them 0 at the start.

    Breaks C-opt: on 20 variables and more every slope there is below the solver's tolerance, and it never moves.
    """

    tests: Sequence[float]
    budget: float
    delta: float
    rate: float
    middle: float = 0.0
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


def charging_deletions_only(
    orders: Sequence[ArrayLike], epsilon: float, budget: float, size: int, rng: np.random.Generator
) -> Floats:
    """PC on three variables with Laplace tests at ε each; each deleted edge is booked at ε, and keeping is free.

    Breaks C-count: a run in which nothing is deleted makes six tests and books nothing. `orders` holds how far each
    edge's statistic lies above the threshold, in units of its sensitivity. A run ends when it has booked its budget.
    Reports, run by run, which edges are left, and what was booked.
    """
    left, booked = np.ones((size, 3), dtype=bool), np.zeros(size)
    for order, heights in enumerate(orders):
        # At order 1 an edge has something to be held fixed as long as one of the other two is left.
        others = np.stack([np.delete(left, edge, axis=1).any(axis=1) for edge in range(3)], axis=1)
        for edge, height in enumerate(np.asarray(heights, dtype=float)):
            asked = left[:, edge] & (booked < budget) & (others[:, edge] | (order == 0))
            deleted = asked & (height + rng.laplace(scale=1 / epsilon, size=size) <= 0)
            left[:, edge] &= ~deleted
            booked += epsilon * deleted
    return np.column_stack([left, booked]).astype(float)


def charging_again(counts: Sequence[int], epsilons: Sequence[float]) -> list[float]:
    """What is booked after each order if the count of tests is never set back. Breaks C-count, on the safe side.

    The tests of order 0 are booked again, at the next order's price, and again.
    """
    total, booked, so_far = 0.0, [], 0
    for count, epsilon in zip(counts, epsilons, strict=True):
        so_far += count
        total += so_far * epsilon
        booked.append(total)
    return booked


def checking_too_late(counts: Sequence[int], epsilons: Sequence[float], budget: float) -> float:
    """What is spent if an order is run first and compared with the budget afterwards. Breaks C-count."""
    spent = 0.0
    for count, epsilon in zip(counts, epsilons, strict=True):
        if spent > budget:
            break
        spent += count * epsilon
    return spent


def planning_for_fewer(
    counts: Sequence[int], epsilons: Sequence[float], planned: int, budget: float
) -> float:
    """What is spent if the plan knows fewer variables than there are: orders it does not know go unchecked.

    Breaks C-count: an order for which nothing was planned runs at the last price, whatever is left.
    """
    spent = 0.0
    for order, (count, epsilon) in enumerate(zip(counts, epsilons, strict=True)):
        if order < planned and spent + count * epsilon > budget:
            break
        spent += count * epsilon
    return spent
