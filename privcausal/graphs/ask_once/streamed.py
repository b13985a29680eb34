"""`once-linear` for records that are not in memory: every look goes through their pieces once more.

The moments are those of `private_shape` and `private_moment`, added up in the same blocks and rounded once, so the same
noise of the same scale gives the same numbers as with all records at hand.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from privcausal.graphs.ask_once.linear import THRESHOLD, OnceLinear, regressions, variance_order
from privcausal.graphs.ask_once.noisy_moments import NoisyMoment, moment_sensitivity
from privcausal.graphs.ask_once.noisy_shape import LOOKS, _sharpened, directions
from privcausal.graphs.score_based.noleaks import step_scales
from privcausal.graphs.score_based.notears import support
from privcausal.graphs.score_based.second_moments import BLOCK, MOST_RECORDS, SPARE, shortened
from privcausal.privacy.filters import GaussianFilter
from privcausal.privacy.gaussian import SymmetricGaussian, gaussian_scale
from privcausal.privacy.price import Price, check_budget
from privcausal.table.batches import Batches
from privcausal.table.declaration import Declaration

Floats = NDArray[np.float64]

AT_ONCE = 64 * BLOCK
"""So many records are worked on at once."""

WAITING = 4096
"""So many blocks' sums wait before they are added up."""


@dataclass(eq=False)
class Sum:
    """A sum of matrices, exact until it is asked for: then it is rounded once, as by `math.fsum` of all of them.

    >>> total = Sum()
    >>> for part in (1e16, 1.0, -1e16):
    ...     total.add(np.array([[part]]))
    >>> total.value.tolist()
    [[1.0]]
    """

    _parts: list[Floats] = field(default_factory=list)

    def add(self, part: Floats) -> None:
        """One more matrix. A few matrices with the same sum take the place of many: each is what the last left over."""
        self._parts.append(part)
        if len(self._parts) > WAITING:
            fewer: list[Floats] = []
            while (rest := Sum([*self._parts, *(-part for part in fewer)]).value).any():
                fewer.append(rest)
            self._parts = fewer or [rest]

    @property
    def value(self) -> Floats:
        """The sum, rounded once."""
        entries = np.array([part.ravel() for part in self._parts]).T.tolist()
        return np.array([math.fsum(entry) for entry in entries]).reshape(self._parts[0].shape)


@dataclass(eq=False)
class Streamed:
    """Columns of numbers that are read anew for every look. The first look is taken at once, and finds their number."""

    batches: Batches
    row_norm: float | None = None
    first: Floats = field(init=False, repr=False)
    size: int = field(init=False)

    def __post_init__(self) -> None:
        self.first, self.size = self._moment(self.turned(np.eye(len(self.columns))))

    def __len__(self) -> int:
        return self.size

    @property
    def declaration(self) -> Declaration:
        """What is public about the columns."""
        return self.batches.declaration

    @property
    def columns(self) -> list[str]:
        """Their names."""
        return list(self.declaration.columns)

    def turned(self, spread: Floats) -> Callable[[Floats], Floats]:
        """What a look makes of records before it multiplies them."""
        norm = self.row_norm
        if norm is not None:
            return lambda rows: shortened(rows, norm)
        return lambda rows: directions(np.linalg.solve(spread, directions(rows).T).T)

    def moment(self, spread: Floats) -> Floats:
        """XᵀX/n of the records as this look sees them."""
        moment, size = self._moment(self.turned(spread))
        if size != self.size:
            raise ValueError("data must not change while they are read, but they did")
        return moment

    def _moment(self, turned: Callable[[Floats], Floats]) -> tuple[Floats, int]:
        total, size = Sum(), 0
        for rows in self._chunks():
            seen = turned(rows)
            size += len(seen)
            for start in range(0, len(seen), BLOCK):
                total.add(seen[start : start + BLOCK].T @ seen[start : start + BLOCK])
        if not size:
            raise ValueError(f"{self.batches.where} must hold at least one record, got none")
        if size > MOST_RECORDS:
            raise ValueError(f"records must be at most {MOST_RECORDS:,}, or rounding shows, got {size:,}")
        return total.value / size, size

    def _chunks(self) -> Iterator[Floats]:
        """The records, in pieces that end where blocks end."""
        rest = np.empty((0, len(self.columns)))
        for piece in self.batches:
            rows = np.concatenate([rest, np.stack([piece[name] for name in self.columns], axis=1)])
            whole = len(rows) - len(rows) % AT_ONCE
            yield from (rows[start : start + AT_ONCE] for start in range(0, whole, AT_ONCE))
            rest = rows[whole:]
        if len(rest):
            yield rest


def once_linear(streamed: Streamed, *, budget: Price, rng: np.random.Generator) -> OnceLinear:
    """The same graph as `privcausal.graphs.ask_once.linear.once_linear` finds with all records in memory.

    Under substitution, with a public number of records.
    """
    check_budget(budget)
    purse = GaussianFilter.within(budget)
    matrix = (
        _shape(streamed, purse, budget, rng)
        if streamed.row_norm is None
        else _once(streamed, purse, budget, rng)
    )
    matrix = matrix / matrix.diagonal().min()
    weights = regressions(matrix, variance_order(matrix))
    return OnceLinear(weights, support(weights, THRESHOLD), matrix, purse.bill)


def _shape(streamed: Streamed, purse: GaussianFilter, budget: Price, rng: np.random.Generator) -> Floats:
    """As in `private_shape`."""
    spread, exact = np.eye(len(streamed.columns)), streamed.first
    sensitivity = SPARE * moment_sensitivity(1.0) / streamed.size
    scales = step_scales(LOOKS, sensitivity, budget).tolist()
    for look, scale in enumerate(scales):
        exact = streamed.moment(spread) if look else exact
        mechanism = SymmetricGaussian(sensitivity, scale, budget.relation)
        noisy = NoisyMoment(purse.release(mechanism, exact, rng).value, scale, mechanism.price)
        spread = _sharpened(spread, noisy)
    shape = spread @ spread.T
    return np.asarray(shape / shape.diagonal().mean())


def _once(streamed: Streamed, purse: GaussianFilter, budget: Price, rng: np.random.Generator) -> Floats:
    """As in `private_moment`."""
    assert streamed.row_norm is not None
    sensitivity = SPARE * moment_sensitivity(streamed.row_norm) / streamed.size
    scale = gaussian_scale(sensitivity, budget.epsilon, budget.delta) * (
        1 + 1e-12
    )  # rounding never costs privacy
    noisy = purse.release(SymmetricGaussian(sensitivity, scale, budget.relation), streamed.first, rng).value
    return NoisyMoment(noisy, scale, purse.bill).repaired
