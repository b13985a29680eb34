"""PC with a private conditional randomisation test: our construction after the description of PrivCRT.

Kalemaj, Kasiviswanathan and Ramdas (2024): regress y on z by ridge, and compare |Σ rest of x · rest of y| with its
value when x is drawn again, often, from its law given z. A noisy maximum releases how many of these are larger, here by
the exponential mechanism: a rank scores by how far the statistic at that rank is from the true one. The law of x given
z is taken to be known ("model-X"); here it is that of the true model, which no user has. Simplified: a linear kernel, a
bound on the residual's stability of our own, rests of x that are cut off, their sum with the rests of y drawn at
once, as the Gaussian that approximates it closely, and a plan for the budget, of which a test alone needs none.
"""

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr

from privcausal.arrays import Floats
from privcausal.graphs.constraint_based.pc import Questions
from privcausal.graphs.learned import Edge, Separators
from privcausal.graphs.methods.curate_pc import NoisyChoice
from privcausal.graphs.score_based.second_moments import checked_records
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.price import Price, Relation, check_positive, check_substitution
from privcausal.table.sums import SPARE, summed

RESAMPLES = 19
CRT_LEVEL = 0.05
"""An edge stays if at most this part of all statistics, the true one among them, seems to be as large."""

STIFFNESS = 0.01
"""The longest z allowed, squared, over the ridge penalty: the larger, the better the fit and the larger the noise."""

BEYOND = 2.0
"""Rests of x are cut off at so many of their standard deviations."""

ORDERS = 2
"""So many orders are paid for: 0, 1, …, ORDERS − 1."""

MOST_SETS = 20_000

FEWEST = 4
"""The smallest number of records for which the bound on the sensitivity is proved."""


@dataclass
class PrivCrt:
    """A policy for PC that pays for each test; what an order does not spend the later ones get.

    >>> from privcausal.graphs.constraint_based.pc import pc
    >>> mix = np.array([[1.0, 0.8, 0.64], [0.0, 0.6, 0.48], [0.0, 0.0, 0.6]])
    >>> people = np.random.default_rng(0).normal(size=(100_000, 3)) @ mix
    >>> policy = PrivCrt(people, mix.T @ mix, 4.0, Price(1.0, 1e-6, Relation.SUBSTITUTION), np.random.default_rng(2))
    >>> pc(3, policy).graph.astype(int).tolist(), policy.asked, str(policy.spent)
    ([[0, 1, 0], [1, 0, 1], [0, 1, 0]], [3, 3], 'ε = 1, δ = 1e-06 (substitution)')
    """

    records: ArrayLike
    covariance: Floats
    """From which the law of every column given others is read: known, not learned from the records."""
    bound: float
    budget: Price
    rng: np.random.Generator
    asked: list[int] = field(default_factory=list, init=False)
    """How many tests each order took."""

    def __post_init__(self) -> None:
        check_substitution(self.budget.relation)
        check_positive(bound=self.bound)
        self.rows = np.clip(checked_records(self.records), -self.bound, self.bound)
        if len(self.rows) < FEWEST:
            raise ValueError(f"records must be {FEWEST} or more, got {len(self.rows)}")
        self.privacy_filter = ConcentratedFilter.within(self.budget)

    @property
    def spent(self) -> Price:
        """Nothing before the first test, the whole budget after it."""
        return self.privacy_filter.total_cost

    def separate(self, questions: Questions) -> Separators:
        """Test edge by edge and set by set, at an equal share of this order's budget."""
        waiting: dict[Edge, list[tuple[int, ...]]] = {
            edge: list(questions.sets(edge)) for edge in questions.edges()
        }
        number = sum(map(len, waiting.values()))
        if questions.order >= ORDERS or number > MOST_SETS:
            return {}
        rho = self.privacy_filter.remaining / (ORDERS - questions.order) / number * (1 - 1e-12)
        self.asked.append(0)
        separators: Separators = {}
        for edge, sets in waiting.items():
            for conditioning_set in sets:
                self.asked[-1] += 1
                if self.p_value(*edge, conditioning_set, rho) > CRT_LEVEL:
                    separators[edge] = conditioning_set
                    break
        return separators

    def p_value(self, x: int, y: int, conditioning_set: tuple[int, ...], rho: float) -> float:
        """The private p-value of one test, for this ρ."""
        z = list(conditioning_set)
        slopes = np.linalg.solve(self.covariance[np.ix_(z, z)], self.covariance[z, x])
        spread = math.sqrt(self.covariance[x, x] - slopes @ self.covariance[z, x])
        left = np.clip((self.rows[:, x] - self.rows[:, z] @ slopes) / spread, -BEYOND, BEYOND)
        right = residuals(self.rows[:, z], self.rows[:, y], self.bound)
        length = math.sqrt(summed(right[:, None], right[:, None])[0, 0])
        fresh = self.rng.normal(scale=math.sqrt(cut_variance(BEYOND)), size=RESAMPLES)
        drawn = np.clip(fresh, -2 * BEYOND, 2 * BEYOND) * length
        statistics = np.abs(np.append(drawn, summed(left[:, None], right[:, None])[0, 0]))
        off = np.abs(np.sort(statistics)[::-1] - statistics[-1])
        choice = NoisyChoice(2 * statistic_sensitivity(self.bound, len(z)), rho, Relation.SUBSTITUTION)
        return float((1 + int(self.privacy_filter.release(choice, off, self.rng).value)) / (1 + RESAMPLES))


def residuals(z: Floats, y: Floats, bound: float) -> Floats:
    """What a ridge regression of y on z leaves, cut off at ±bound.

    >>> residuals(np.array([[1.0], [-1.0]]), np.array([1.0, -1.0]), bound=1.0).round(3).tolist()
    [0.99, -0.99]
    """
    if not z.shape[1]:
        return y
    penalty = z.shape[1] * bound**2 / STIFFNESS
    inside = summed(z, z) / len(z) + penalty * np.eye(z.shape[1])
    return np.asarray(
        np.clip(y - z @ np.linalg.solve(inside, summed(z, y[:, None])[:, 0] / len(z)), -bound, bound)
    )


def cut_variance(cut: float) -> float:
    """The variance of a standard Gaussian number that is cut off at ±cut.

    >>> round(cut_variance(2.0), 3), round(cut_variance(9.0), 3)
    (0.921, 1.0)
    """
    density = math.exp(-cut * cut / 2) / math.sqrt(2 * math.pi)
    return float(1 - 2 * ndtr(-cut) - 2 * cut * density + 2 * cut * cut * ndtr(-cut))


def statistic_sensitivity(bound: float, conditioning_set: int) -> float:
    """How far a substitution moves Σ left · right, with |left| ≤ BEYOND.

    Its own product leaves and another comes: 2·BEYOND·bound. The regression also moves. Its mean squared loss is
    penalty-strongly convex, the slopes are at most bound/√penalty long, and no z is longer than Z = bound·√given; so
    the slopes move by at most 2Z·bound(1 + Z/√penalty)/(penalty·n), and each of n rests by Z times that.

    A statistic of fresh draws is at most 2·BEYOND times the Euclidean length of all rests. One rest changes that
    length by at most bound, and n rests that move by m/n each by at most m/√n: no more than the above, from 4 records.

    >>> round(statistic_sensitivity(1.0, 0), 3), round(statistic_sensitivity(1.0, 2), 3)
    (4.0, 4.044)
    """
    moved = 2 * bound * (1 + math.sqrt(STIFFNESS)) * STIFFNESS if conditioning_set else 0.0
    return SPARE * BEYOND * (2 * bound + moved)
