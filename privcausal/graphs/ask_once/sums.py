"""Sums over records that need not be in memory: added up in the same blocks as there, and rounded once.

So the same noise gives the same numbers, to the last bit, however the records come.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.graphs.score_based.second_moments import BLOCK, MOST_RECORDS
from privcausal.table.batches import Batches, Piece
from privcausal.table.cluster import aligned, computed, delayed, is_dask, parts, piece
from privcausal.table.declaration import Declaration
from privcausal.table.sources import Source

Floats = NDArray[np.float64]

Look = Callable[[Floats], tuple[Floats, Floats]]
"""What is made of some records before they are multiplied: what stands on the left, and what on the right."""

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
class Records:
    """The declared columns side by side, gone through as often as they are asked for; categories are their codes.

    They come in pieces, or lie on a Dask cluster.
    """

    source: Source
    declaration: Declaration

    def __iter__(self) -> Iterator[Floats]:
        """All of them, here, piece by piece."""
        if is_dask(self.source):
            for part in parts(self.source, self.declaration):
                yield computed([delayed(_of_partition)(part, self.declaration)], "read")[0]
        else:
            yield from map(_side_by_side, Batches(self.source, self.declaration))

    def sum(self, look: Look) -> tuple[Floats, int]:
        """Of left ⊗ right over the records as this look sees them, and their number.

        On a cluster the look goes there, and sums alone come back.
        """
        if is_dask(self.source):
            total, size = _on_a_cluster(self.source, self.declaration, look)
        else:
            total, size = added(self, look)
        self.check(size)
        return total.value, size

    def count(self) -> int:
        """How many there are: one column tells."""
        first, *_ = self.declaration.columns
        return sum(map(len, Records(self.source, self.declaration.only([first]))))

    def check(self, size: int) -> None:
        """Are there some, and not too many?"""
        if not size:
            where = Batches(self.source, self.declaration).where
            raise ValueError(f"{where} must hold at least one record, got none")
        if size > MOST_RECORDS:
            raise ValueError(f"records must be at most {MOST_RECORDS:,}, or rounding shows, got {size:,}")

    def check_again(self) -> None:
        """Can they be gone through once more?"""
        if not is_dask(self.source) and not any(map(len, self)):
            raise ValueError(ONCE)


@dataclass(eq=False)
class Unread:
    """Declared columns that are not kept. How many records there are is known."""

    source: Source
    declaration: Declaration
    size: int = field(init=False)

    def __len__(self) -> int:
        return self.size

    @property
    def columns(self) -> list[str]:
        """Their names."""
        return list(self.declaration.columns)

    @property
    def records(self) -> Records:
        """What is gone through."""
        return Records(self.source, self.declaration)

    def sum(self, look: Look) -> Floats:
        """As before, of as many records as before."""
        total, size = self.records.sum(look)
        if size != self.size:
            raise ValueError(CHANGED)
        return total


CHANGED = "data must not change while they are read, but they did"
ONCE = "data can be gone through only once: hand in a file, a table or .read_all()"


def added(pieces: Iterable[Floats], look: Look) -> tuple[Sum, int]:
    """The sum of the products of all blocks, and the number of records."""
    total, size = Sum(), 0
    for rows in _chunks(pieces):
        left, right = look(rows)
        size += len(rows)
        for start in range(0, len(rows), BLOCK):
            total.add(left[start : start + BLOCK].T @ right[start : start + BLOCK])
    return total, size


def _chunks(pieces: Iterable[Floats]) -> Iterator[Floats]:
    """The records, in pieces that end where blocks end."""
    rest: Floats | None = None
    for more in pieces:
        rows = np.concatenate([rest, more]) if rest is not None and len(rest) else more
        whole = len(rows) - len(rows) % AT_ONCE
        yield from (rows[start : start + AT_ONCE] for start in range(0, whole, AT_ONCE))
        rest = rows[whole:]
    if rest is not None and len(rest):
        yield rest


def _side_by_side(columns: Piece) -> Floats:
    return np.stack(list(columns.values()), axis=1).astype(np.float64, copy=False)


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
    return np.empty((0, len(declaration.columns))) if found is None else _side_by_side(found)


def _added_there(rows: list[Floats], look: Look) -> list[Floats]:
    total, _ = added([np.concatenate(rows)], look)
    total.shrink()
    return total.parts
