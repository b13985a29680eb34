"""Conditional independence with any number of variables held fixed, from noisy tables of pairs alone."""

import math
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.contrasts import contrasts
from privcausal.graphs.ask_once.interactions import Interactions

FLOOR = 1e-4
"""A dependence as weak as chance leaves of it in 1/FLOOR records counts as none, however many there are.

With effects that do not add up, the test's own error is of that order: without a floor, every such error becomes an
edge as soon as there are enough records.
"""

LEAST = 0.05
"""Where less of a variable is left than this share, the conditioning set nearly determines it."""


@dataclass(frozen=True)
class AdditiveResult:
    """The outcome of a test."""

    statistic: float
    freedom: int
    p_value: float
    informative: bool
    """False if the conditioning set leaves no more of x or y than noise could hide: nothing could then be detected."""


@dataclass(frozen=True)
class AdditiveSide:
    """One variable and what the fixed ones explain of it, turned so that the noise in the rest is white."""

    turn: Floats
    slopes: Floats
    """The regression, turned: coordinates × contrasts of the fixed variables."""
    across: Floats
    """The covariance with the contrasts of the fixed variables, turned."""
    loose: Floats
    """The part that the regression leaves of it: nothing, where no direction was distrusted."""
    left: Floats
    """The variance that is left in each coordinate."""
    informative: bool


@dataclass
class AdditiveTest:
    """A test for covariance that remains when x and y are regressed on the contrasts of the conditioning set.

    With one variable held fixed the regression is exact. With more it takes their effects to add up, which needs no
    table of more than two columns. What noise does to the rest r = a G bᵀ is known: G has white noise of variance σ²
    in each place, so r has covariance σ² aaᵀ ⊗ bbᵀ, and a turn of either side makes that white.

    >>> from privcausal.graphs.models.bayesian_network import network
    >>> from privcausal.graphs.independence.contingency import Tables
    >>> rng, town = np.random.default_rng(0), network("cancer")
    >>> tables = Tables(town.sample(100_000, rng), town.cardinalities)
    >>> moments = Interactions(tables.cardinalities, tables.size)
    >>> moments.measure_pairs(tables, 10.0, rng)
    >>> test = AdditiveTest(moments)  # pollution and smoking, then the two of them as causes
    >>> test(0, 1).p_value > 0.01, test(1, 2).p_value > 0.01
    (True, False)
    """

    moments: Interactions
    floor: float = FLOOR
    _places: list[slice] = field(init=False, repr=False)
    _covariance: Floats = field(init=False, repr=False)
    _noise: float = field(init=False)
    _sides: dict[tuple[int, tuple[int, ...]], AdditiveSide] = field(default_factory=dict, repr=False)
    _inverses: dict[tuple[int, ...], tuple[NDArray[np.intp], Floats, Floats]] = field(
        default_factory=dict, repr=False
    )

    def __post_init__(self) -> None:
        sizes = self.moments.cardinalities
        self._places = [slice(*ends) for ends in pairwise(np.cumsum([0, *(k - 1 for k in sizes)]).tolist())]
        means = np.concatenate([self.moments.means[column,] for column in range(len(sizes))])
        second = np.zeros((len(means),) * 2)
        for columns, value in self.moments.means.items():
            if len(columns) == 2:
                x, y = (self._places[column] for column in columns)
                second[x, y], second[y, x] = value, value.T
        for column, size in enumerate(sizes):
            shares = np.maximum(self.moments.table((column,))[0], 0)
            own = (contrasts(size).T * (shares / shares.sum())) @ contrasts(size)
            second[self._places[column], self._places[column]] = own
        self._covariance = second - np.outer(means, means)
        pairs = [scale for columns, scale in self.moments.scales.items() if len(columns) == 2]
        self._noise = max(pairs, default=0.0)

    def __call__(self, x: int, y: int, conditioning_set: tuple[int, ...] = ()) -> AdditiveResult:
        """Test whether x and y are independent when these are held fixed."""
        key = tuple(sorted(conditioning_set))
        one, other = self.side(x, key), self.side(y, key)
        freedom = one.left.size * other.left.size
        if not freedom:
            return AdditiveResult(0.0, 0, 1.0, True)
        turned = one.turn @ self._covariance[self._places[x], self._places[y]] @ other.turn.T
        turned = turned - one.slopes @ other.across.T - one.loose @ other.slopes.T
        sampling = np.outer(one.left, other.left) * (1 / self.moments.independent + self.floor)
        statistic = float((turned**2 / (sampling + self._noise**2 + np.finfo(float).tiny)).sum())
        return AdditiveResult(
            statistic, freedom, float(chdtrc(freedom, statistic)), one.informative and other.informative
        )

    def side(self, x: int, conditioning_set: tuple[int, ...]) -> AdditiveSide:
        """One variable, regressed on these."""
        if (x, conditioning_set) not in self._sides:
            self._sides[x, conditioning_set] = self._side(x, conditioning_set)
        return self._sides[x, conditioning_set]

    def _side(self, x: int, conditioning_set: tuple[int, ...]) -> AdditiveSide:
        own = self._covariance[self._places[x], self._places[x]]
        if not conditioning_set:
            left, vectors = np.linalg.eigh(own)
            none = np.zeros((len(own), 0))
            return AdditiveSide(vectors.T, none, none, none, np.maximum(left, 0), True)
        places, inner, inverse = self._fixed(conditioning_set)
        across = self._covariance[self._places[x], places]
        slopes = across @ inverse
        loose = across - slopes @ inner
        rest = own - slopes @ across.T - loose @ slopes.T
        root = np.linalg.inv(np.linalg.cholesky(np.eye(len(own)) + slopes @ slopes.T))
        left, vectors = np.linalg.eigh(root @ rest @ root.T)
        turn = vectors.T @ root
        hidden = max(2 * self._noise * math.sqrt(len(own) * len(inner)), LEAST * own.trace())
        informative = bool(rest.trace() > hidden)
        return AdditiveSide(
            turn, turn @ slopes, turn @ across, turn @ loose, np.maximum(left, 0), informative
        )

    def _fixed(self, conditioning_set: tuple[int, ...]) -> tuple[NDArray[np.intp], Floats, Floats]:
        """Return the places of the fixed variables, their covariance and its inverse."""
        if conditioning_set not in self._inverses:
            places = np.concatenate(
                [np.arange(len(self._covariance))[self._places[z]] for z in conditioning_set]
            )
            inner = self._covariance[places[:, None], places]
            values, vectors = np.linalg.eigh(inner)
            # Directions that could be all noise are not trusted to explain as much as they seem to.
            edge = self._noise * math.sqrt(len(inner)) + np.finfo(float).eps
            self._inverses[conditioning_set] = places, inner, (vectors / np.maximum(values, edge)) @ vectors.T
        return self._inverses[conditioning_set]
