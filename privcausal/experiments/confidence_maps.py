"""Confidence in each edge: clues become probabilities, learned on one part of the calibration, checked on another.

`privcausal.experiments.calibration_maps` writes the maps down.
"""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.graphs.edge_confidence import Logistic

KINDS = ("pair", "arrow")

PULL = 1.0
"""Each weight but the first is pulled towards 0 as much as one edge more of either outcome would."""

BINS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
"""Edges are judged together with those that were called about as sure."""


def edges(table: pd.DataFrame, part: str, kind: str) -> tuple[Floats, NDArray[np.bool_], NDArray[np.int64]]:
    """Of all pairs or arrows of a part, for one method: their clues, whether each is right, and its world."""
    rows = table[(table.part == part) & (table.what == kind)]
    clues = rows.filter(like="clue").dropna(axis=1)
    return clues.to_numpy(float), rows.right.to_numpy(bool), rows.world.to_numpy(np.int64)


def fit(clues: Floats, right: NDArray[np.bool_]) -> Logistic:
    """Fit the logistic map of largest likelihood, by Newton's steps.

    >>> clues = np.array([[0.0], [0.0], [1.0], [1.0], [1.0], [1.0]])
    >>> logistic = fit(clues, np.array([True, False, True, True, True, True]))
    >>> round(logistic((0.0,)), 2), logistic((1.0,)) > 0.8
    (0.78, True)
    """
    design = np.column_stack([np.ones(len(clues)), clues])
    pull = np.diag([0.0] + [PULL] * clues.shape[1])
    weights = np.zeros(design.shape[1])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-design @ weights))
        slope = design.T @ (right - chance) - pull @ weights
        bend = design.T @ (design * (chance * (1 - chance))[:, None]) + pull
        weights = weights + np.linalg.solve(bend, slope)
    return Logistic(tuple(round(float(weight), 3) for weight in weights))


def learned(table: pd.DataFrame) -> dict[str, Any]:
    """Each method's maps, by its name."""
    return {method: of_method(table[table.method == method]) for method in table.method.unique()}


def of_method(table: pd.DataFrame) -> dict[str, Any]:
    """Both maps, from the development part alone; and how they fared on the part that is for checking."""
    maps = {kind: fit(*edges(table, "development", kind)[:2]) for kind in KINDS}
    return {
        "weights": {kind: logistic.weights for kind, logistic in maps.items()},
        "check": {kind: calibration_bins(table, "check", kind, logistic) for kind, logistic in maps.items()},
    }


def calibration_bins(table: pd.DataFrame, part: str, kind: str, sure: Logistic) -> list[dict[str, float]]:
    """In each bin of confidence: how many edges there are, how sure of them on average, how many are right."""
    clues, right, _ = edges(table, part, kind)
    called = np.array([sure(tuple(row)) for row in clues])
    place = np.digitize(called, BINS[1:-1])
    return [
        {
            "from": BINS[bin_],
            "to": BINS[bin_ + 1],
            "edges": int((place == bin_).sum()),
            "called": round(float(called[place == bin_].mean()), 3),
            "right": int(right[place == bin_].sum()),
        }
        for bin_ in range(len(BINS) - 1)
        if (place == bin_).any()
    ]
