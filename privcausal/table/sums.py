"""Sums over records that need not be in memory: added up in blocks, and rounded once.

The same records therefore give the same numbers, to the last bit, in whatever pieces they come.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from privcausal.arrays import Floats

Look = Callable[[Floats], tuple[Floats, Floats]]
"""Turns some records into two matrices with a row for each; the products of these rows are added up."""

BLOCK = 1024
"""So many records are added up by one product of matrices."""

AT_ONCE = 64 * BLOCK
"""So many records are worked on at once."""

WAITING = 4096
"""So many blocks' sums wait before they are added up."""

MOST_RECORDS = 10**8
"""Up to so many, one record moves a rounded sum hardly more than an exact one."""

SPARE = 1 + 1e-6
"""Sensitivities are enlarged by this factor: many times what rounding adds to them, for so many records."""


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
        """Add more matrices."""
        self.parts.extend(parts)
        if len(self.parts) > WAITING:
            self.shrink()

    def shrink(self) -> None:
        """Replace many matrices by a few with the same sum: each is what the last left over."""
        fewer: list[Floats] = []
        while (rest := Sum([*self.parts, *(-part for part in fewer)]).value).any():
            fewer.append(rest)
        self.parts = fewer or [rest]

    @property
    def value(self) -> Floats:
        """The sum, rounded once."""
        entries = np.array([part.ravel() for part in self.parts]).T.tolist()
        return np.array([math.fsum(entry) for entry in entries]).reshape(self.parts[0].shape)


def sum_products(pieces: Iterable[Floats], look: Look) -> tuple[Sum, int]:
    """Return the sum of left ⊗ right over the records of all pieces, and their number."""
    total, size = Sum(), 0
    for rows in _chunks(pieces):
        total.add(*_products(*look(rows)))
        size += len(rows)
    return total, size


def summed(left: Floats, right: Floats) -> Floats:
    """Return Σ left ⊗ right over the records. One record moves one block's sum, and the blocks are added without loss.

    A single product of matrices would round at each of n steps, differently after the replaced record: worse, for
    large n, than the record's own part.

    >>> summed(np.ones((3_000, 1)), np.full((3_000, 2), 0.1)).round(9).tolist()
    [[300.0, 300.0]]
    """
    return Sum(list(_products(left, right))).value


def _products(left: Floats, right: Floats) -> Iterator[Floats]:
    for start in range(0, len(left), BLOCK):
        yield left[start : start + BLOCK].T @ right[start : start + BLOCK]


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
