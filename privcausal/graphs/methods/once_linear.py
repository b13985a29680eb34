"""Linear causal graphs from moments that were released once: every fit below is free."""

from dataclasses import dataclass
from numbers import Real
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from privcausal.arguments import number
from privcausal.arrays import Floats
from privcausal.graphs.ask_once.noisy_moments import private_moment
from privcausal.graphs.ask_once.private_shape import private_shape
from privcausal.graphs.kinds import NUMBERS
from privcausal.graphs.learned import Learned
from privcausal.graphs.method import LINEAR, Method, Progress
from privcausal.graphs.score_based.notears import notears, support
from privcausal.graphs.score_based.second_moments import Records, checked_moment
from privcausal.graphs.structure.pdag import Matrix
from privcausal.privacy.price import Price
from privcausal.table.records import Table
from privcausal.table.stream import Stream

THRESHOLD = 0.3
"""The size below which a weight draws no edge: the one that NOTEARS was published with, for weights of 0.5 and more."""

ROW_NORMS = (1e-60, 1e60)
"""Bounds on a record's length whose squares, and the noise made for them, are numbers of ordinary size."""

PRECISION = 1e-6
"""How exactly NOTEARS solves its inner problems: the noise in the moments is far larger than that."""


@dataclass(frozen=True, eq=False)
class OnceLinear:
    """Weights and graph of a linear model, the moments they were fitted to, and what those cost."""

    weights: Floats
    graph: Matrix
    moment: Floats
    """Released and repaired, scaled so that the smallest variance is 1: fit whatever else you like to it."""
    spent: Price


def once_linear(
    records: Records,
    *,
    budget: Price,
    rng: np.random.Generator,
    row_norm: float | None = None,
    fit: Literal["order", "notears"] = "order",
    threshold: float = THRESHOLD,
) -> OnceLinear:
    """A linear causal graph, (ε, δ)-private when one record is replaced, whatever the records are.

    Without `row_norm` only directions are looked at, a few times over (`private_shape`): nothing has to be declared,
    and it is far more exact. With it, the second moments are released once after records longer than `row_norm` were
    shortened. Both take moments about zero: subtract a publicly known centre first.

    The noises of the variables are taken to have equal variances, as NOTEARS does; with very different units, rescale.

    Claim: B-once-linear

    >>> from privcausal.graphs.models.linear_gaussian import LinearModel
    >>> from privcausal.privacy.price import Relation
    >>> chain = LinearModel(np.array([[0.0, 1.5, 0.0], [0.0, 0.0, -1.0], [0.0, 0.0, 0.0]]))
    >>> result = once_linear(chain.sample(10_000, np.random.default_rng(0)),
    ...                     budget=Price(1.0, 1e-6, Relation.SUBSTITUTION), rng=np.random.default_rng(0))
    >>> result.graph.astype(int).tolist()
    [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    >>> print(result.spent)
    ε = 1, δ = 1e-06 (substitution)
    """
    if fit not in ("order", "notears"):
        raise ValueError("fit must be 'order' or 'notears'")
    check_row_norm(row_norm)
    if row_norm is None:
        shape = private_shape(records, budget=budget, rng=rng)
        matrix, spent = shape.matrix, shape.spent
    else:
        noisy = private_moment(records, budget=budget, rng=rng, row_norm=row_norm)
        matrix, spent = noisy.repaired, noisy.spent
    matrix = matrix / matrix.diagonal().min()
    if fit == "notears":
        weights = notears(matrix, threshold=threshold, precision=PRECISION).weights
    else:
        weights = regressions(matrix, variance_order(matrix))
    return OnceLinear(weights, support(weights, threshold), matrix, spent)


def check_row_norm(row_norm: float | None) -> None:
    """Refuse a bound whose square would overflow, before anything is looked at or spent.

    >>> check_row_norm(1e300)
    Traceback (most recent call last):
    ValueError: row_norm must be None or a number from 1e-60 to 1e+60, got 1e+300; use other units
    """
    low, high = ROW_NORMS
    if row_norm is not None and not (isinstance(row_norm, Real) and low <= row_norm <= high):
        raise ValueError(
            f"row_norm must be None or a number from {low:g} to {high:g}, got {number(row_norm)}; use other units"
        )


def variance_order(second_moment: ArrayLike) -> list[int]:
    """The variables, causes first, when all noises have equal variances.

    A variable without causes among the others has only its own noise, every other variable has more. Therefore take the
    one with the smallest variance, subtract the part of the others that it explains, and continue (Chen, Drton and
    Wang, 2019).

    >>> variance_order([[5.0, 2.0], [2.0, 1.0]])
    [1, 0]
    """
    rest = checked_moment(second_moment)
    left, order = list(range(len(rest))), []
    while left:
        first = min(left, key=lambda variable: float(rest[variable, variable]))
        order.append(first)
        left.remove(first)
        if rest[first, first] > 0:
            rest = rest - np.outer(rest[:, first], rest[first]) / rest[first, first]
    return order


def regressions(second_moment: ArrayLike, order: list[int]) -> Floats:
    """The weights of each variable on all that come before it in the order.

    >>> regressions([[5.0, 2.0], [2.0, 1.0]], [1, 0]).tolist()
    [[0.0, 0.0], [2.0, 0.0]]
    """
    matrix = checked_moment(second_moment)
    weights = np.zeros_like(matrix)
    for place, effect in enumerate(order[1:], start=1):
        causes = order[:place]
        inside, across = matrix[np.ix_(causes, causes)], matrix[causes, effect]
        weights[causes, effect] = np.linalg.lstsq(inside, across, rcond=None)[0]
    return weights


@dataclass(frozen=True, kw_only=True)
class Linear(Method):
    """One release of second moments, in the units in which the columns come."""

    row_norm: float | None = None
    """A declared bound on each record's length; None for looks at directions alone."""

    def learn(
        self, table: Table | Stream, budget: Price, rng: np.random.Generator, progress: Progress | None = None
    ) -> Learned:
        """Fit regressions in the order of the variances."""
        fitted = once_linear(table, budget=budget, rng=rng, row_norm=self.row_norm)
        return Learned(fitted.graph, spent=fitted.spent)


METHOD = Linear(
    name="once-linear",
    wants=NUMBERS,
    says="asks once how the columns vary together, and trusts their variances",
    rank=9,
    assumes=f"{LINEAR}, and all these noises vary equally. The mean of every column is 0.",
    unitless=False,
    asks="sums",
)
