"""Linear weights by private greedy steps at one site: our construction after two summaries of Fed-Sparse-BNSL.

Fassy El Fehri, Bellet and Bastien (2025): NOTEARS' squared error with an ℓ₁ penalty on a site's weights B, which must
agree with the acyclic weights W of all sites, by alternating directions. A site moves one weight at a time, chosen by
the exponential mechanism, by its gradient with Gaussian noise and a soft threshold. The abstract and two readers'
summaries could be read, the algorithms could not: the clipping, the rule that scores a weight, the number of steps,
the schedule and the last threshold are ours.
"""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import minimize

from privcausal.arrays import Floats
from privcausal.graphs.methods.curate_pc import NoisyChoice
from privcausal.graphs.score_based.notears import acyclicity, support
from privcausal.graphs.score_based.second_moments import checked_records
from privcausal.graphs.structure.pdag import Matrix
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.gaussian import GaussianNoise
from privcausal.privacy.price import Price, Relation, check_positive, check_substitution
from privcausal.table.sums import SPARE, summed

ROUNDS = 6
"""So often B and W are brought together."""

STEPS = 4.0
"""So many private steps are taken in all for each column."""

CHOOSING = 0.5
"""The part of a step's ρ that chooses the weight; the rest measures its gradient."""

PENALTY = 0.02
THRESHOLD = 0.1
"""The size below which a weight of W draws no edge."""

TOGETHER = 0.1, 1.5
"""The price of B ≠ W at first, and how it grows from round to round."""

ACYCLIC = 1.0, 4.0
"""The same for cycles."""

LARGEST = 3.0
"""No weight between columns of variance 1 is larger; beyond, the price of a cycle would overflow."""


@dataclass(frozen=True, eq=False)
class Sparse:
    """The weights on which B and W agreed, their graph, and what the steps cost."""

    weights: Floats
    graph: Matrix
    spent: Price


def sparse_bnsl(records: ArrayLike, *, bound: float, budget: Price, rng: np.random.Generator) -> Sparse:
    """A linear graph of columns of variance about 1 that stay within ±bound; values beyond are cut off, rests too.

    >>> from privcausal.graphs.models.linear_gaussian import LinearModel
    >>> chain = LinearModel(np.array([[0.0, 0.8, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]))
    >>> result = sparse_bnsl(chain.sample(100_000, np.random.default_rng(0)), bound=4.0,
    ...                     budget=Price(1.0, 1e-6, Relation.SUBSTITUTION), rng=np.random.default_rng(0))
    >>> result.graph.astype(int).tolist(), str(result.spent)
    ([[0, 1, 0], [0, 0, 0], [0, 0, 0]], 'ε = 1, δ = 1e-06 (substitution)')
    """
    check_substitution(budget.relation)
    check_positive(bound=bound)
    rows = np.clip(checked_records(records), -bound, bound)
    d = rows.shape[1]
    if d < 2:
        raise ValueError(f"records must have two columns or more, got {d}")
    inside = math.ceil(STEPS * d / ROUNDS)
    site = Site(rows, bound, ConcentratedFilter.within(budget), ROUNDS * inside, rng)
    common, multiplier, alpha = np.zeros((d, d)), np.zeros((d, d)), 0.0
    (together, growth), (price, steeper) = TOGETHER, ACYCLIC
    for _ in range(ROUNDS):
        for _ in range(inside):
            site.step(common, multiplier, together)
        common = acyclic(site.weights + multiplier / together, common, alpha, price, together)
        multiplier = multiplier + together * (site.weights - common)
        alpha += price * max(acyclicity(common)[0], 0.0)
        together, price = together * growth, price * steeper
    return Sparse(common, support(common, THRESHOLD), site.privacy_filter.total_cost)


@dataclass
class Site:
    """The site that holds the records: B, the gradient of its squared error, and a privacy filter for so many steps."""

    rows: Floats
    bound: float
    privacy_filter: ConcentratedFilter
    steps: int
    rng: np.random.Generator
    weights: Floats = field(init=False)

    def __post_init__(self) -> None:
        d = self.rows.shape[1]
        self.weights, self.gradient = np.zeros((d, d)), np.zeros((d, d))
        self.rho = self.privacy_filter.remaining / self.steps * (1 - 1e-12)
        self.moved = gradient_sensitivity(self.bound, len(self.rows))
        for effect in range(d):
            self._look(effect)

    def step(self, common: Floats, multiplier: Floats, together: float) -> None:
        """Move the weight that would go far, likely the one that would go farthest, and pay for both."""
        curved = 1 + together  # a column's variance is about 1: that is declared
        pull = multiplier + together * (self.weights - common)
        wanted = soft(self.weights - (self.gradient + pull) / curved, PENALTY / curved)
        far = np.abs(wanted - self.weights)
        places = np.argwhere(~np.eye(len(far), dtype=bool))
        choice = NoisyChoice(self.moved / curved, self.rho * CHOOSING, Relation.SUBSTITUTION)
        cause, effect = places[
            int(self.privacy_filter.release(choice, -far[places[:, 0], places[:, 1]], self.rng).value)
        ]
        noise = GaussianNoise(
            self.moved, self.moved / math.sqrt(2 * self.rho * (1 - CHOOSING)), Relation.SUBSTITUTION
        )
        result = (
            self.privacy_filter.release(noise, self.gradient[cause, effect], self.rng).value
            + pull[cause, effect]
        )
        self.weights[cause, effect] = soft(self.weights[cause, effect] - result / curved, PENALTY / curved)
        self._look(effect)

    def _look(self, effect: int) -> None:
        """Compute the gradients of all weights on one column; nothing is released here."""
        rest = self.rows[:, effect] - self.rows @ self.weights[:, effect]
        self.gradient[:, effect] = gradient(self.rows, rest, self.bound)


def gradient(rows: Floats, rest: Floats, bound: float) -> Floats:
    """−Xᵀr/n with the rests cut off at ±bound.

    >>> gradient(np.array([[1.0, -1.0]]), np.array([5.0]), bound=2.0).tolist()
    [-2.0, 2.0]
    """
    return -summed(rows, np.clip(rest, -bound, bound)[:, None])[:, 0] / len(rows)


def gradient_sensitivity(bound: float, size: int) -> float:
    """How far a substitution moves one of its entries: a product of two numbers within ±bound leaves, one comes.

    >>> gradient_sensitivity(2.0, 8)  # doctest: +ELLIPSIS
    1.000001...
    """
    return SPARE * 2 * bound**2 / size


def soft(value: Any, threshold: float) -> Any:
    """Closer to 0 by the threshold, or 0: it moves no further than its value.

    >>> soft(np.array([-3.0, 0.5]), 1.0).tolist()
    [-2.0, 0.0]
    """
    return np.sign(value) * np.maximum(np.abs(value) - threshold, 0.0)


def acyclic(wanted: Floats, start: Floats, alpha: float, price: float, together: float) -> Floats:
    """The W with the least αh(W) + ½ price h(W)² + ½ together ‖W − wanted‖²: post-processing."""

    def objective(flat: Floats) -> tuple[float, Floats]:
        weights = flat.reshape(wanted.shape)
        h, slope = acyclicity(weights)
        off = weights - wanted
        value = alpha * h + price / 2 * h * h + together / 2 * float((off * off).sum())
        return value, ((alpha + price * h) * slope + together * off).ravel()

    free = np.where(np.eye(len(wanted), dtype=bool), 0.0, LARGEST).ravel()
    bounds = list(zip(-free, free, strict=True))
    result: Any = minimize(objective, start.ravel(), jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(result.x.reshape(wanted.shape))
