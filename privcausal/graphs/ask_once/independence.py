"""A test of conditional independence on noisy tables that knows how noisy they are."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from scipy.special import chdtrc

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.contrasts import basis, contrasts
from privcausal.graphs.ask_once.interactions import Interactions


@dataclass(frozen=True)
class CovarianceResult:
    """The outcome of a noise-aware test."""

    statistic: float
    freedom: int
    p_value: float
    informative: bool
    """False if the strata leave no more of x or y than noise could hide: nothing could then be detected."""


@dataclass(frozen=True)
class Strata:
    """The joint table of the variables that are held fixed."""

    shares: Floats
    rotation: Floats
    """Strata × places of the rotated table, in which the noise is independent."""
    noise: Floats
    """Its standard deviation in each place."""


@dataclass(frozen=True)
class Side:
    """One variable within strata: contrasts × strata, and what noise does to it."""

    sums: Floats
    """Means of the contrasts times the shares of the strata, as measured."""
    means: Floats
    """Means of the contrasts in each stratum, made possible: from shares that are not negative."""
    spread: Floats
    """Covariances of the contrasts in each stratum."""
    turned: Floats
    """The means in the coordinates in which noise is independent, times the noise of the other side's sums."""
    informative: bool


@dataclass
class CovarianceTest:
    """Is the covariance within strata, averaged over the strata, more than sampling and noise explain?

    For contrasts u of x and v of y it is E[(u − E[u|s])(v − E[v|s])] = E[uv] − E[u·E[v|s]] − E[E[u|s]·v] +
    E[E[u|s]·E[v|s]]. It needs the tables of x and y, of x and the strata, and of y and the strata, but never that of
    all together, and errors in the conditional means cancel to first order.

    Claim: B-once-test
    """

    moments: Interactions
    _sides: dict[tuple[int, tuple[int, ...]], Side] = field(default_factory=dict)
    _strata: dict[tuple[int, ...], Strata] = field(default_factory=dict)

    def __call__(self, x: int, y: int, conditioning_set: Sequence[int] = ()) -> CovarianceResult:
        """Test whether x and y are independent within the strata of `given`."""
        key = tuple(sorted(conditioning_set))
        strata, one, other = self.strata(key), self.side(x, key), self.side(y, key)
        rows, columns = len(one.means), len(other.means)
        freedom = rows * columns
        if not freedom:
            return CovarianceResult(0.0, 0, 1.0, True)
        covariance, noise = self._pair(x, y)
        covariance = covariance - one.sums @ other.means.T - one.means @ other.sums.T
        covariance += (one.means * strata.shares) @ other.means.T
        product = (one.means[:, None, :] * other.means[None, :, :]).reshape(freedom, -1)
        product = (product @ strata.rotation) * strata.noise
        variance = product @ product.T + noise**2 * np.eye(freedom)
        blocks = variance.reshape(rows, columns, rows, columns)  # a view: additions change variance itself
        for row in range(rows):
            blocks[row, :, row, :] += other.turned @ other.turned.T
        for column in range(columns):
            blocks[:, column, :, column] += one.turned @ one.turned.T
        weights = np.maximum(strata.shares, 0) / self.moments.independent
        spread = (one.spread * weights).reshape(rows * rows, -1) @ other.spread.reshape(
            columns * columns, -1
        ).T
        blocks += spread.reshape(rows, rows, columns, columns).swapaxes(1, 2)
        flat = covariance.ravel()
        statistic = max(float(flat @ np.linalg.solve(variance, flat)), 0.0)
        return CovarianceResult(
            statistic, freedom, float(chdtrc(freedom, statistic)), one.informative and other.informative
        )

    def strata(self, conditioning_set: tuple[int, ...]) -> Strata:
        """The table of the variables held fixed."""
        if conditioning_set not in self._strata:
            rotation = _rotation(tuple(self.moments.cardinalities[z] for z in conditioning_set))
            shares, noise = (
                self.moments.table(conditioning_set) if conditioning_set else (np.ones(1), np.zeros(1))
            )
            self._strata[conditioning_set] = Strata(shares.ravel(), rotation, noise.ravel())
        return self._strata[conditioning_set]

    def side(self, x: int, conditioning_set: tuple[int, ...]) -> Side:
        """One variable within strata."""
        if (x, conditioning_set) not in self._sides:
            self._sides[x, conditioning_set] = self._side(x, conditioning_set)
        return self._sides[x, conditioning_set]

    def _side(self, x: int, conditioning_set: tuple[int, ...]) -> Side:
        rows, strata = self.moments.cardinalities[x], self.strata(conditioning_set)
        shares, noise = (part.reshape(rows, -1) for part in self.moments.table((x, *conditioning_set)))
        overall = np.maximum(self.moments.table((x,))[0], 0)
        # A stratum that could be all noise is taken to be like the whole.
        doubt = math.sqrt(float((strata.noise**2).mean()))
        clean = np.maximum(shares, 0) + (doubt + np.finfo(float).tiny) * (overall / overall.sum())[:, None]
        rates = clean / clean.sum(axis=0)
        u = contrasts(rows)
        means = u.T @ rates
        spread = np.einsum("as,ab,ac->bcs", rates, u, u) - means[:, None] * means[None, :]
        turned = (means @ strata.rotation) * noise[1:2]
        return Side(u.T @ shares, means, spread, turned, not conditioning_set or _telling(shares, noise))

    def _pair(self, x: int, y: int) -> tuple[Floats, float]:
        pair = self.moments.means[min(x, y), max(x, y)]
        return pair if x < y else pair.T, self.moments.scales[min(x, y), max(x, y)]


def _telling(shares: Floats, noise: Floats) -> bool:
    """Is it excluded that the strata determine the variable? Then all else would seem independent of it.

    If they do, all but one cell of each stratum are empty, and the positive parts of their noise are all that varies.
    """
    possible = np.maximum(shares, 0)
    left, whole = _variation(possible), _variation(possible.sum(axis=1, keepdims=True))
    empty = (len(shares) - 1) * shares.shape[1]
    cell = math.sqrt(float((noise**2).mean()))
    # The positive part of a standard normal variable has mean 1/√2π = 0.40 and standard deviation 0.58.
    hidden = 2 * cell * (0.40 * empty + 2 * 0.58 * math.sqrt(empty))
    return bool(left > hidden or whole - left < hidden)


def _variation(shares: Floats) -> float:
    """Σ over strata of share·(1 − Σ rate²): how often two draws from the same stratum differ."""
    strata = shares.sum(axis=0)
    filled = strata > 0
    return float(strata.sum() - ((shares**2).sum(axis=0)[filled] / strata[filled]).sum())


@cache
def _rotation(sizes: tuple[int, ...]) -> Floats:
    rotation: Floats = np.ones((1, 1))
    for size in sizes:
        rotation = np.asarray(np.kron(rotation, basis(size)), dtype=np.float64)
    return rotation
