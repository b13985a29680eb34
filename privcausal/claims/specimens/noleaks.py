"""Noisy gradients gone wrong: what is clipped, what is called public, and who chooses the threshold.

Everywhere two variables, weights zero: a record (x, y) then has the gradient −xy in both directions.
"""

import math

import numpy as np
from numpy.typing import NDArray

Outputs = NDArray[np.float64]


def mean_gradient(records: Outputs, bound: float) -> Outputs:
    """The two entries of the average gradient, clipped to [−bound, bound] after averaging.

    Breaks C-noleaks-mean: the average of large numbers is moved across the whole interval by one of them.
    """
    average = -np.asarray(records, dtype=float).prod(axis=1).mean()
    return np.full(2, np.clip(average, -bound, bound))


def noisy_mean_gradient(
    records: Outputs, bound: float, mu: float, size: int, rng: np.random.Generator
) -> Outputs:
    """The same with Gaussian noise for a sensitivity of 2√2·bound/n, which only clipped records have.

    Breaks C-noleaks-mean: the true sensitivity is n times as large.
    """
    scale = 2 * math.sqrt(2) * bound / len(records) / mu
    return mean_gradient(records, bound) + rng.normal(scale=scale, size=(size, 2))


def per_entry_noise(
    records: Outputs, bound: float, mu: float, size: int, rng: np.random.Generator
) -> Outputs:
    """Every record clipped, entry by entry; but the noise is that of one entry, 2·bound/n.

    Breaks C-noleaks: both entries move together, √2 times as far; with d variables it is √(d(d − 1)) times.
    """
    shares = np.clip(-np.asarray(records, dtype=float).prod(axis=1), -bound, bound)
    scale = 2 * bound / len(records) / mu
    return np.asarray(shares.mean() + rng.normal(scale=scale, size=(size, 2)))


def objective_of_first_rows(records: Outputs, rows: int, weights: Outputs) -> float:
    """Half the mean squared error of the first rows, without noise, because they are "public".

    Breaks C-linesearch: whoever stands among them is published exactly.
    """
    first = np.asarray(records, dtype=float)[:rows]
    return float(((first - first @ weights) ** 2).sum() / (2 * rows))


def step_by_line_search(records: Outputs, rows: int, direction: Outputs) -> float:
    """The first of the steps 1, ½, ¼, … that lowers the objective of the first rows enough; only the step is told.

    Breaks C-linesearch: the step depends on those rows, and nothing hides them.
    """
    start = np.zeros_like(direction)
    first = np.asarray(records, dtype=float)[:rows]
    slope = float(np.vdot(first.T @ first / rows, direction))  # minus the derivative at zero
    here, step = objective_of_first_rows(records, rows, start), 1.0
    while (
        step > 1 / 64 and objective_of_first_rows(records, rows, step * direction) > here - step * slope / 4
    ):
        step /= 2
    return step


def threshold_by_truth(weights: Outputs, truth: NDArray[np.bool_]) -> tuple[float, float]:
    """The threshold on undirected weights that gives the highest F1 against the truth, and that F1.

    Breaks C-threshold: whoever knows the truth need not learn it, and a fair coin looks skilful.
    """
    best = (math.inf, 0.0)
    for level in np.unique(weights):
        drawn = weights >= level
        score = 2 * int((drawn & truth).sum()) / int(drawn.sum() + truth.sum())
        best = max(best, (float(level), score), key=lambda pair: pair[1])
    return best
