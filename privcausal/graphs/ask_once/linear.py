"""Linear causal graphs from moments that were released once: every fit below is free."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.graphs.ask_once.noisy_moments import private_moment
from privcausal.graphs.ask_once.noisy_shape import private_shape
from privcausal.graphs.score_based.notears import notears, support
from privcausal.graphs.score_based.second_moments import checked_moment
from privcausal.graphs.structure.pdag import Matrix
from privcausal.privacy.price import Price

Floats = NDArray[np.float64]

THRESHOLD = 0.3
"""The size below which a weight draws no edge: the one that NOTEARS was published with, for weights of 0.5 and more."""

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
    records: ArrayLike,
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
    >>> found = once_linear(chain.sample(10_000, np.random.default_rng(0)),
    ...                     budget=Price(1.0, 1e-6, Relation.SUBSTITUTION), rng=np.random.default_rng(0))
    >>> found.graph.astype(int).tolist()
    [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    >>> print(found.spent)
    ε = 1, δ = 1e-06 (substitution)
    """
    if fit not in ("order", "notears"):
        raise ValueError(f"fit must be 'order' or 'notears', got {fit!r}")
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


def variance_order(second_moment: ArrayLike) -> list[int]:
    """The variables, causes first, when all noises have equal variances.

    A variable without causes among the others has only its own noise, everybody else has more. So take the one with
    the smallest variance, subtract what it explains of the others, and go on (Chen, Drton and Wang, 2019).

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
