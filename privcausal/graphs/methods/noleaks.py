"""NOLEAKS, repaired: NOTEARS that sees the records only through noisy gradients, each record's share clipped.

The squared error of one record x is ½‖x − xW‖². Its gradient is −xᵀ(x − xW): an outer product, so its norm is a
product of two lengths, and a table of records is clipped without ever forming a gradient per record.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from privcausal.arrays import Floats
from privcausal.graphs.kinds import NUMBERS
from privcausal.graphs.learned import Learned
from privcausal.graphs.method import LINEAR, Method, Progress
from privcausal.graphs.score_based.notears import Weights, acyclicity, support
from privcausal.graphs.score_based.second_moments import checked_records, clip_norms, lengths_of
from privcausal.graphs.structure.pdag import Matrix
from privcausal.privacy.filters import GaussianFilter, Payer, unmetered
from privcausal.privacy.gaussian import GaussianNoise, step_scales
from privcausal.privacy.price import (
    Price,
    Relation,
    as_number,
    check_not_negative,
    check_positive,
    check_substitution,
)
from privcausal.table.records import Table
from privcausal.table.stream import Stream
from privcausal.table.sums import SPARE, summed

EVEN = (1.0,) * 100
"""A hundred steps of equal price."""

SPREAD = 1.0, 1000.0
"""The price of a cycle at the first step and at the last; in between it grows by a constant factor."""

MOMENTUM, MEMORY = 0.9, 0.99
"""How much of the past the average gradient and the average squared gradient keep at each step."""

LOUDEST = 1e150
"""A larger record counts as one of this size, whose square is still a float; it is clipped anyway."""

LATE = 0.75
"""The share of the steps after which the weights are averaged: what the noise does from step to step cancels."""


@dataclass(frozen=True, eq=False)
class NoLeaks:
    """The weights and the graph, and what the noisy gradients have cost."""

    weights: Weights
    graph: Matrix
    """The weights above the threshold, always acyclic."""
    h: float
    """How far the weights are from acyclic."""
    scales: tuple[float, ...]
    """The standard deviation of the noise in each step."""
    spent: Price


def noleaks(
    records: ArrayLike,
    *,
    budget: Price,
    rng: np.random.Generator,
    clip: float = 1.0,
    schedule: Sequence[float] = EVEN,
    penalty: float = 0.07,
    threshold: float = 0.3,
    rate: float = 0.1,
    row_norm: float | None = None,
) -> NoLeaks:
    """Learn a linear causal graph from noisy gradients; (ε, δ)-private under substitution, the number of records
    public.

    No record's gradient counts with a norm above `clip`; a small value is good, because then every record has one vote
    and the noise is small. Records longer than `row_norm`, if given, are shortened first. `schedule` holds one number
    per step: its share of the budget, as a ratio of ε's, so that the noise of a step is inversely proportional to it.

    No line search and no stopping rule looks at the records: everything except the gradients is public.

    Claim: B-clip, B-steps

    >>> from privcausal.graphs.models.linear_gaussian import LinearModel
    >>> from privcausal.privacy.price import Relation
    >>> chain = LinearModel(np.array([[0.0, 1.5, 0.0], [0.0, 0.0, -1.2], [0.0, 0.0, 0.0]]))
    >>> records = chain.sample(10_000, np.random.default_rng(0))
    >>> result = noleaks(records, budget=Price(1.0, 1e-6, Relation.SUBSTITUTION), rng=np.random.default_rng(1))
    >>> result.graph.astype(int).tolist()
    [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    >>> print(result.spent)
    ε = 1, δ = 1e-06 (substitution)
    """
    check_substitution(budget.relation)
    rows = checked_records(records)
    if row_norm is not None:
        check_positive(row_norm=row_norm)
        rows = clip_norms(rows, row_norm)
    check_positive(clip=clip)
    sensitivity, privacy_filter = SPARE * gradient_sensitivity(clip, len(rows)), GaussianFilter.within(budget)
    scales = step_scales(schedule, sensitivity, budget)
    walk = list(descent(rows, scales, rng, clip=clip, penalty=penalty, rate=rate, pay=privacy_filter.release))
    weights = np.mean(walk[int(LATE * len(walk)) :], axis=0)
    h = max(acyclicity(weights)[0], 0.0)
    return NoLeaks(weights, support(weights, threshold), h, tuple(scales.tolist()), privacy_filter.total_cost)


def descent(
    rows: Floats,
    scales: Floats,
    rng: np.random.Generator,
    *,
    clip: float,
    penalty: float = 0.07,
    rate: float = 0.1,
    pay: Payer = unmetered,
) -> Iterator[Weights]:
    """The weights after each step: one noisy gradient per entry of `scales`, everything else post-processing.

    `pay` pays for every step, and refuses a step that would exceed its budget.

    Gradients are measured in units of clip/d. Adam (Kingma and Ba, 2015) scales each entry by its recent size.
    """
    check_positive(clip=clip, rate=rate)
    check_not_negative(penalty=penalty)
    d, steps, (first, last) = rows.shape[1], len(scales), SPREAD
    weights, mean, square = np.zeros((d, d)), np.zeros((d, d)), np.zeros((d, d))
    sensitivity = SPARE * gradient_sensitivity(clip, len(rows))
    for step, scale in enumerate(scales.tolist()):
        mechanism = GaussianNoise(sensitivity, scale, Relation.SUBSTITUTION)
        exact = clipped_gradient(rows, weights, clip)
        noisy = pay(mechanism, exact, rng).value * (d / clip)
        h, direction = acyclicity(weights)
        cycles = first * (last / first) ** (step / steps) * (h + 0.1) * direction
        gradient = noisy + cycles + penalty * np.sign(weights)
        np.fill_diagonal(gradient, 0.0)
        mean = MOMENTUM * mean + (1 - MOMENTUM) * gradient
        square = MEMORY * square + (1 - MEMORY) * gradient**2
        pace = rate * (1 - step / steps) * math.sqrt(1 - MEMORY ** (step + 1)) / (1 - MOMENTUM ** (step + 1))
        weights = weights - pace * mean / (np.sqrt(square) + 1e-8)
        yield weights


def clipped_gradient(rows: Floats, weights: Weights, clip: float) -> Weights:
    """The average over the records of −xᵀ(x − xW), each shortened to Frobenius norm `clip`; zero on the diagonal.

    The norm of an outer product is the product of the lengths of x and x − xW. With the diagonal left out it can
    only be smaller.

    >>> clipped_gradient(np.array([[3.0, 4.0], [0.0, 0.0]]), np.zeros((2, 2)), clip=5.0).round(2).tolist()
    [[0.0, -1.2], [-1.2, 0.0]]
    """
    sizes, lengths = lengths_of(rows)
    units = rows / sizes[:, None]  # before anything is multiplied: records can be as large as floats are
    rest = units - units @ weights
    norms = lengths * np.sqrt(np.square(rest).sum(axis=1))
    share = np.minimum(np.square(np.minimum(sizes, LOUDEST)), clip / np.maximum(norms, 1 / LOUDEST))
    gradient: Weights = -summed(units * share[:, None], rest) / len(rows)
    np.fill_diagonal(gradient, 0.0)
    return gradient


def gradient_sensitivity(clip: float, n: int) -> float:
    """How far one record of n moves the average, in Frobenius norm, when it is replaced: two clipped gradients over n.

    Claim: B-clip

    >>> gradient_sensitivity(1.0, 10_000)
    0.0002
    """
    check_positive(clip=clip, n=n)
    clip = as_number("clip", clip)
    return 2 * clip / n


@dataclass(frozen=True, kw_only=True)
class StepMethod(Method):
    """A method for linear models that asks for a noisy gradient at every step."""

    fit: Callable[..., NoLeaks]
    row_norm: float | None = None
    """A declared bound on each record's length."""
    assumes: str = f"{LINEAR}, and all these noises vary equally. The mean of every column is 0."
    unitless: bool = False

    def learn(
        self, table: Table | Stream, budget: Price, rng: np.random.Generator, progress: Progress | None = None
    ) -> Learned:
        """Fit the weights, and keep the graph of the large ones."""
        records = np.concatenate(list(table.pieces()))
        fitted = self.fit(records, budget=budget, rng=rng, row_norm=self.row_norm)
        return Learned(fitted.graph, spent=fitted.spent)


METHOD = StepMethod(
    name="noleaks", wants=NUMBERS, says="NOTEARS with noise in every step", rank=10, fit=noleaks
)
