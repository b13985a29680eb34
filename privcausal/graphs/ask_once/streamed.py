"""`once-linear` for records that are not in memory: every look goes through their pieces once more.

The moments are those of `private_shape` and `private_moment`, added up in the same blocks and rounded once, so the same
noise of the same scale gives the same numbers as with all records at hand.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

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
from privcausal.table.batches import Batches, Piece
from privcausal.table.cluster import aligned, computed, delayed, is_dask, parts, piece
from privcausal.table.declaration import Declaration
from privcausal.table.sources import Source

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

    parts: list[Floats] = field(default_factory=list)

    def add(self, *parts: Floats) -> None:
        """More matrices."""
        self.parts.extend(parts)
        if len(self.parts) > WAITING:
            self.shrink()

    def shrink(self) -> None:
        """A few matrices with the same sum take the place of many: each is what the last left over."""
        fewer: list[Floats] = []
        while (rest := Sum([*self.parts, *(-part for part in fewer)]).value).any():
            fewer.append(rest)
        self.parts = fewer or [rest]

    @property
    def value(self) -> Floats:
        """The sum, rounded once."""
        entries = np.array([part.ravel() for part in self.parts]).T.tolist()
        return np.array([math.fsum(entry) for entry in entries]).reshape(self.parts[0].shape)


@dataclass(frozen=True, eq=False)
class Look:
    """What is made of records before they are multiplied: they are shortened, or turned into directions twice."""

    spread: Floats
    row_norm: float | None

    def __call__(self, rows: Floats) -> Floats:
        """What is multiplied."""
        if self.row_norm is not None:
            return shortened(rows, self.row_norm)
        return directions(np.linalg.solve(self.spread, directions(rows).T).T)


@dataclass(eq=False)
class Streamed:
    """Columns of numbers that are gone through anew for every look. The first is taken at once, and finds their number.

    They come in pieces, or lie on a Dask cluster: then a look goes there, and sums alone come back.
    """

    source: Source
    declaration: Declaration
    row_norm: float | None = None
    first: Floats = field(init=False, repr=False)
    size: int = field(init=False)

    def __post_init__(self) -> None:
        self.first, self.size = self._moment(np.eye(len(self.columns)))
        once_more = self.row_norm is None and not is_dask(self.source)
        if once_more and not any(len(rows) for rows in _records(self._batches)):
            raise ValueError("data can be gone through only once: hand in a file, a table or .read_all()")

    def __len__(self) -> int:
        return self.size

    @property
    def columns(self) -> list[str]:
        """Their names."""
        return list(self.declaration.columns)

    @property
    def _batches(self) -> Batches:
        return Batches(self.source, self.declaration)

    def moment(self, spread: Floats) -> Floats:
        """XᵀX/n of the records as the look through this matrix sees them."""
        moment, size = self._moment(spread)
        if size != self.size:
            raise ValueError("data must not change while they are read, but they did")
        return moment

    def _moment(self, spread: Floats) -> tuple[Floats, int]:
        look = Look(spread, self.row_norm)
        if is_dask(self.source):
            total, size = _on_a_cluster(self.source, self.declaration, look)
        else:
            total, size = _added(_chunks(_records(self._batches)), look)
        if not size:
            raise ValueError(f"{self._batches.where} must hold at least one record, got none")
        if size > MOST_RECORDS:
            raise ValueError(f"records must be at most {MOST_RECORDS:,}, or rounding shows, got {size:,}")
        return total.value / size, size


def _records(pieces: Iterable[Piece]) -> Iterator[Floats]:
    """The columns of each piece, side by side."""
    return (np.stack(list(piece.values()), axis=1) for piece in pieces)


def _chunks(pieces: Iterable[Floats]) -> Iterator[Floats]:
    """The records, in pieces that end where blocks end."""
    rest: Floats | None = None
    for more in pieces:
        rows = more if rest is None else np.concatenate([rest, more])
        whole = len(rows) - len(rows) % AT_ONCE
        yield from (rows[start : start + AT_ONCE] for start in range(0, whole, AT_ONCE))
        rest = rows[whole:]
    if rest is not None and len(rest):
        yield rest


def _added(chunks: Iterable[Floats], look: Look) -> tuple[Sum, int]:
    """The sum of the products of all blocks, and the number of records."""
    total, size = Sum(), 0
    for rows in chunks:
        seen = look(rows)
        size += len(seen)
        for start in range(0, len(seen), BLOCK):
            total.add(seen[start : start + BLOCK].T @ seen[start : start + BLOCK])
    return total, size


def _on_a_cluster(frame: Any, declaration: Declaration, look: Look) -> tuple[Sum, int]:
    """The blocks of all records as one table: where a partition ends within a block, its rows are brought together."""
    held = [delayed(_of_partition)(part, declaration) for part in parts(frame, declaration)]
    lengths = computed([delayed(len)(rows) for rows in held], "add up")
    tasks = [
        delayed(_added_there)([held[place][low:high] for place, low, high in cuts], look)
        for cuts in aligned(lengths, BLOCK)
    ]
    total = Sum()
    for sums in computed(tasks, "add up"):
        total.add(*sums)
    return total, sum(lengths)


def _of_partition(part: Any, declaration: Declaration) -> Floats:
    found = piece(part, declaration)
    return np.empty((0, len(declaration.columns))) if found is None else next(_records([found]))


def _added_there(rows: list[Floats], look: Look) -> list[Floats]:
    total, _ = _added(_chunks([np.concatenate(rows)]), look)
    total.shrink()
    return total.parts


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
