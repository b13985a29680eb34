"""Which variables explain a dependence? A guess from pairs alone, which costs nothing."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.contrasts import contrasts
from privcausal.graphs.ask_once.interactions import Interactions


class LinearGuess:
    """Conditional independence as if every mean were a sum of effects, one for each variable held fixed.

    For one variable held fixed this is always true; for more of them it is a guess, good enough to choose what to
    measure.
    """

    def __init__(self, moments: Interactions) -> None:
        cardinalities = moments.cardinalities
        ends = np.cumsum([0, *(k - 1 for k in cardinalities)])
        self._places = [np.arange(*pair) for pair in pairwise(ends)]
        means = np.concatenate([moments.means[column,] for column in range(len(cardinalities))])
        self._matrix = np.zeros((len(means),) * 2)
        for columns, value in moments.means.items():
            if len(columns) == 2:
                x, y = (self._places[column] for column in columns)
                self._matrix[np.ix_(x, y)], self._matrix[np.ix_(y, x)] = value, value.T
        for column, size in enumerate(cardinalities):
            shares = np.maximum(moments.table((column,))[0], 0)
            own = (contrasts(size).T * (shares / shares.sum())) @ contrasts(size)
            self._matrix[np.ix_(*(self._places[column],) * 2)] = own
        self._matrix -= np.outer(means, means)
        self._noise = float(max(moments.scales.values(), default=0.0))
        self._size = moments.independent

    def remaining(self, x: int, y: int, conditioning_set: Sequence[int]) -> float:
        """How much dependence these variables would leave unexplained, in units of what chance leaves."""
        ends = [*self._places[x], *self._places[y]]
        middle = np.concatenate([self._places[z] for z in conditioning_set])
        between = self._matrix[np.ix_(ends, middle)]
        rest = self._matrix[np.ix_(ends, ends)] - between @ self._inverse(middle) @ between.T
        split = len(self._places[x])
        covariance = rest[:split, split:]
        if not covariance.size:
            return 0.0
        one, other = (self._raised(part) for part in (rest[:split, :split], rest[split:, split:]))
        flat = covariance.ravel()
        variance = np.kron(one, other) / self._size + self._noise**2 * np.eye(flat.size)
        return float(flat @ np.linalg.solve(variance, flat)) / len(flat)

    def _inverse(self, places: NDArray[np.intp]) -> Floats:
        values, vectors = np.linalg.eigh(self._matrix[np.ix_(places, places)])
        inverse: Floats = (vectors / np.maximum(values, 3 * self._noise)) @ vectors.T
        return inverse

    def _raised(self, matrix: Floats) -> Floats:
        """Directions with less variance than noise are given as much as the noise."""
        values, vectors = np.linalg.eigh(matrix)
        raised: Floats = (vectors * np.maximum(values, 3 * self._noise)) @ vectors.T
        return raised
