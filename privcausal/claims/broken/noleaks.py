"""Noisy gradients gone wrong: the clipped quantity, the numbers called public, and the choice of the threshold.

Everywhere two variables, weights zero: a record (x, y) then has the gradient −xy in both directions.
The program is NOLEAKS' own, at commit b758731, in its folder notears; l. 40 of noleaks.py is a line of it.
"""

import math

import numpy as np
from numpy.typing import NDArray

Outputs = NDArray[np.float64]


def mean_gradient(records: Outputs, bound: float) -> Outputs:
    """The two entries of the average gradient, clipped to [−bound, bound] after averaging (noleaks.py l. 92-102).

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
    """Every record clipped, entry by entry; but the noise is that of one entry, 2·bound/n. A slip of ours.

    Breaks C-noleaks: both entries move together, √2 times as far; with d variables it is √(d(d − 1)) times.
    """
    shares = np.clip(-np.asarray(records, dtype=float).prod(axis=1), -bound, bound)
    scale = 2 * bound / len(records) / mu
    return np.asarray(shares.mean() + rng.normal(scale=scale, size=(size, 2)))


def objective_of_first_rows(records: Outputs, rows: int, weights: Outputs) -> float:
    """Half the mean squared error of the first rows, without noise, because they are "public".

    So the program does if it is given no public rows (noleaks.py l. 176-181). Breaks C-linesearch: whoever is among
    them is published exactly.
    """
    first = np.asarray(records, dtype=float)[:rows]
    return float(((first - first @ weights) ** 2).sum() / (2 * rows))


def step_by_line_search(records: Outputs, rows: int, direction: Outputs) -> float:
    """Return the first of the steps 1, ½, ¼, … that lowers the objective of the first rows enough; only it is released.

    Halving is ours; the program leaves the step to a library. Breaks C-linesearch: nothing hides those rows.
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

    So er.py (l. 43-51), which leaves out graphs with a cycle. Illustrates C-threshold: weights without information
    score well.
    """
    best = (math.inf, 0.0)
    for level in np.unique(weights):
        drawn = weights >= level
        score = 2 * int((drawn & truth).sum()) / int(drawn.sum() + truth.sum())
        best = max(best, (float(level), score), key=lambda pair: pair[1])
    return best
