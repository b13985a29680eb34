"""NOTEARS: a graph as a matrix of weights, found by continuous optimisation, from second moments alone.

A linear model says x = xW + noise, one column of W per effect. Its squared error on n records is a function of
M = XᵀX/n, so the records themselves are needed once, for M, and never again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import expm

from privcausal.graphs.score_based.second_moments import checked_moment
from privcausal.graphs.structure.pdag import Matrix

Weights = NDArray[np.float64]
"""Entry [i, j] is the effect of one unit of variable i on variable j; the diagonal is zero."""

Loss = Callable[[Weights], tuple[float, Weights]]
"""A smooth function of the weights and its gradient."""

GIVE_UP = 1e16
"""The price of a cycle at which the search ends, as in the source: beyond it floats see nothing but the price."""


@dataclass(frozen=True, eq=False)
class Fitted:
    """The best weights found, and how far the search came."""

    weights: Weights
    """Before the threshold."""
    graph: Matrix
    """The weights above the threshold, always acyclic."""
    h: float
    """How far the weights are from acyclic; at most the tolerance if the search converged."""
    objective: float
    """Half the mean squared error plus the penalty."""
    converged: bool
    """If False, these are the most nearly acyclic weights that the search came by."""
    iterations: int
    """Steps of the inner optimiser, over all rounds."""


def acyclicity(weights: ArrayLike) -> tuple[float, Weights]:
    """The function h(W) = tr e^{W∘W} − d, which is 0 exactly for acyclic W and positive otherwise; and its gradient.

    Claim: C-notears

    >>> acyclicity([[0.0, 2.0], [0.0, 0.0]])[0]
    0.0
    >>> round(acyclicity([[0.0, 1.0], [1.0, 0.0]])[0], 4)  # two cosh(1) − 2
    1.0862
    """
    matrix = np.asarray(weights, dtype=np.float64)
    power = expm(matrix * matrix)
    return float(np.trace(power)) - len(matrix), power.T * (2 * matrix)


def least_squares(second_moment: Weights) -> Loss:
    """Half the mean squared error of x = xW as a function of W: ½ tr (I − W)ᵀM(I − W).

    Claim: C-notears

    >>> loss, gradient = least_squares(np.eye(2))(np.zeros((2, 2)))
    >>> loss
    1.0
    """

    def loss(weights: Weights) -> tuple[float, Weights]:
        rest = -weights
        np.fill_diagonal(rest, 1.0)  # the diagonal of W is zero
        explained = second_moment @ rest
        return 0.5 * float(np.vdot(rest, explained)), -explained

    return loss


def notears(
    second_moment: ArrayLike,
    *,
    penalty: float = 0.1,
    threshold: float = 0.3,
    tolerance: float = 1e-8,
    precision: float = 2e-9,
    rounds: int = 100,
) -> Fitted:
    """The sparse acyclic weights with the least squared error, by augmented Lagrangian; deterministic.

    `penalty` is the price λ of a unit of weight; an edge is drawn where a weight's size exceeds `threshold`. The
    problem is not convex: the result is a local optimum. A round ends when a step gains less than `precision`,
    relatively; 1e-6 is four times as fast and nearly as good. M must have no negative eigenvalue, as every XᵀX/n has
    none; a singular M, from fewer records than variables say, is welcome.

    Claim: C-notears

    >>> chain = np.array([[0.0, 1.5, 0.0], [0.0, 0.0, -1.2], [0.0, 0.0, 0.0]])
    >>> root = np.linalg.inv(np.eye(3) - chain)
    >>> fitted = notears(root.T @ root)
    >>> fitted.graph.astype(int).tolist(), fitted.converged
    ([[0, 1, 0], [0, 0, 1], [0, 0, 0]], True)
    """
    matrix = checked_moment(second_moment)
    return minimise(
        least_squares(matrix),
        len(matrix),
        penalty=penalty,
        threshold=threshold,
        tolerance=tolerance,
        precision=precision,
        rounds=rounds,
    )


def minimise(
    loss: Loss,
    d: int,
    *,
    penalty: float = 0.1,
    threshold: float = 0.3,
    tolerance: float = 1e-8,
    precision: float = 2e-9,
    rounds: int = 100,
) -> Fitted:
    """The same for any smooth loss of d × d weights.

    Each round minimises loss + λ‖W‖₁ + αh + ½ρh². Then α grows by ρh; and ρ tenfold,
    until h is a quarter of its former value.
    """
    _check_options(penalty=penalty, threshold=threshold, tolerance=tolerance, precision=precision)
    if not rounds >= 1:
        raise ValueError(f"rounds must be 1 or more, got {rounds!r}")
    best = here = np.zeros((d, d))
    nearest, alpha, rho, iterations = np.inf, 0.0, 1.0, 0
    for _ in range(rounds if d > 1 else 0):
        while True:
            there, steps = _inner(loss, here, penalty, alpha, rho, precision)
            iterations += steps
            h = max(acyclicity(there)[0], 0.0)
            if h <= 0.25 * nearest or rho >= GIVE_UP:
                break
            rho *= 10
        here = there
        if h <= nearest:
            best, nearest = there, h
        alpha += rho * h
        if h <= tolerance or rho >= GIVE_UP:
            break
    h = max(acyclicity(best)[0], 0.0)
    objective = loss(best)[0] + penalty * float(np.abs(best).sum())
    return Fitted(best, support(best, threshold), h, objective, h <= tolerance, iterations)


def _inner(
    loss: Loss, start: Weights, penalty: float, alpha: float, rho: float, precision: float
) -> tuple[Weights, int]:
    """One smooth problem: W = W⁺ − W⁻ with both parts ≥ 0 turns ‖W‖₁ into a sum. The diagonal takes no part."""
    d = len(start)
    places = np.flatnonzero(~np.eye(d, dtype=bool))
    size = len(places)
    slope = np.empty(2 * size)

    def unpacked(parts: NDArray[np.float64]) -> Weights:
        weights = np.zeros(d * d)
        weights[places] = parts[:size] - parts[size:]
        return weights.reshape(d, d)

    def objective(parts: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights = unpacked(parts)
        value, gradient = loss(weights)
        h, direction = acyclicity(weights)
        total = (gradient + (rho * h + alpha) * direction).ravel()[places]
        np.add(total, penalty, out=slope[:size])
        np.subtract(penalty, total, out=slope[size:])
        return value + h * (0.5 * rho * h + alpha) + penalty * float(parts.sum()), slope

    from scipy.optimize import minimize  # which a list of methods does not wait for

    flat = start.ravel()[places]
    result: Any = minimize(
        objective,
        np.concatenate([np.maximum(flat, 0), np.maximum(-flat, 0)]),
        jac=True,
        method="L-BFGS-B",
        bounds=[(0.0, None)] * (2 * size),
        options={"ftol": precision},
    )
    return unpacked(result.x), int(result.nit)


def support(weights: ArrayLike, threshold: float) -> Matrix:
    """The edges whose weight exceeds the threshold in size; if they form a cycle, the weakest go until none is left.

    >>> support([[0.0, 2.0, 0.1], [0.5, 0.0, 0.0], [0.0, 0.9, 0.0]], threshold=0.3).astype(int).tolist()
    [[0, 1, 0], [0, 0, 0], [0, 1, 0]]
    """
    from networkx import DiGraph, is_directed_acyclic_graph  # which a list of methods does not wait for

    _check_options(threshold=threshold)
    size = np.abs(np.asarray(weights, dtype=np.float64))
    if size.ndim != 2 or size.shape[0] != size.shape[1] or not np.isfinite(size).all():
        raise ValueError(f"weights must be a square matrix of finite numbers, got shape {size.shape}")
    size = size * ~np.eye(len(size), dtype=bool)
    # Raise the threshold to the smallest size at which no cycle is left: bisection over the sizes that occur.
    levels = np.concatenate([[threshold], np.unique(size[size > threshold])])
    low, high = 0, len(levels) - 1
    while low < high:
        middle = (low + high) // 2
        low, high = (
            (low, middle) if is_directed_acyclic_graph(DiGraph(size > levels[middle])) else (middle + 1, high)
        )
    return np.asarray(size > levels[low])


def _check_options(**options: float) -> None:
    for name, value in options.items():
        if not (np.isfinite(value) and value >= 0):
            raise ValueError(f"{name} must be a finite number, 0 or more, got {value!r}")
