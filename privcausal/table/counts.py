"""Counts instead of records: after one pass, all tables of two and three columns are known.

No pair and no triple is counted by itself. A few *blocks* of columns are, chosen so that every triple lies in one of
them, and small enough that their counts stay near the processor: twelve columns of three values take a dozen blocks
instead of 220 triples. Counts are sums over records, so pieces can come in any order and from any number of machines.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from privcausal.table.cells import category
from privcausal.table.declaration import Declaration
from privcausal.table.records import Table

Block = tuple[int, ...]
"""Columns, in increasing order."""

Counts = NDArray[np.int64]

NEAR = 1 << 13
"""A block of so many cells is counted fast."""

LARGEST = 1 << 16
"""No table of more cells is counted: nothing asks for one, and its cells could not be numbered in two bytes."""

MOST_CELLS = 1 << 25
"""Blocks with more cells than that together are not kept: 256 MB."""

AT_ONCE = 1 << 15
"""So many records are counted in one step."""


@dataclass(frozen=True, eq=False)
class Counted:
    """How often each combination of categories occurs in a table, for all that three columns can say.

    >>> from privcausal.table.declaration import Categories
    >>> declaration = Declaration(dict.fromkeys("abc", Categories((0, 1), missing=0)))
    >>> codes = np.array([0, 1, 1], dtype=np.uint8)
    >>> counts = count_pieces(declaration, [{"a": codes, "b": codes, "c": codes * 0}])
    >>> len(counts), counts.table((0, 1)).tolist()
    (3, [[1, 0], [0, 2]])
    """

    declaration: Declaration
    size: int
    blocks: Mapping[Block, Counts] = field(repr=False)

    def __len__(self) -> int:
        return self.size

    def __str__(self) -> str:
        return f"{self.size} records of {', '.join(self.columns)}"

    @property
    def columns(self) -> list[str]:
        """Their names."""
        return list(self.declaration.columns)

    @property
    def sizes(self) -> list[int]:
        """How many categories each column has."""
        return sizes_of(self.declaration)

    def table(self, columns: Block) -> Counts:
        """The counts of these columns, which are at most three, in increasing order."""
        for block, counts in self.blocks.items():
            if set(columns) <= set(block):
                others = tuple(place for place, column in enumerate(block) if column not in columns)
                return np.asarray(counts.sum(axis=others))
        raise ValueError(f"columns must be at most three that were counted together, got {columns}")

    def __add__(self, other: "Counted") -> "Counted":
        """Both tables' records."""
        both = {block: counts + other.blocks[block] for block, counts in self.blocks.items()}
        return Counted(self.declaration, self.size + other.size, both)


def sizes_of(declaration: Declaration) -> list[int]:
    """How many categories each column has; a ValueError names a column that has none."""
    return Table(declaration, {}).sizes(list(declaration.columns))


def countable(declaration: Declaration) -> bool:
    """Do the counts fit into memory? From public numbers alone."""
    sizes = sizes_of(declaration)
    return sum(math.prod(sizes[column] for column in block) for block in cover(sizes, NEAR)) <= MOST_CELLS


def count_pieces(declaration: Declaration, pieces: Iterable[Mapping[str, NDArray[np.generic]]]) -> Counted:
    """One pass over the pieces, which are forgotten one after the other."""
    sizes = sizes_of(declaration)
    totals = {
        block: np.zeros(math.prod(sizes[c] for c in block), dtype=np.int64) for block in cover(sizes, NEAR)
    }
    records = 0
    for piece in pieces:
        codes = [category(column, piece[name]) for name, column in declaration.columns.items()]
        records += len(codes[0])
        for start in range(0, len(codes[0]), AT_ONCE):
            few = [column[start : start + AT_ONCE] for column in codes]
            for block, total in totals.items():
                total += _occurring([few[c] for c in block], [sizes[c] for c in block], len(total))
    shaped = {block: total.reshape([sizes[c] for c in block]) for block, total in totals.items()}
    return Counted(declaration, records, shaped)


def together(parts: Iterable[Counted]) -> Counted:
    """The counts of several tables, which have the same declaration, as if they were one."""
    return reduce(lambda left, right: left + right, parts)


def _occurring(codes: Sequence[NDArray[np.uint8]], sizes: Sequence[int], cells: int) -> Counts:
    place = codes[0].astype(np.uint16)
    for column, size in zip(codes[1:], sizes[1:], strict=True):
        place *= np.uint16(size)
        place += column
    return np.bincount(place, minlength=cells)


def cover(sizes: Sequence[int], near: int) -> list[Block]:
    """Blocks of columns such that every triple with a table of at most `LARGEST` cells, and every pair, is in one.

    Each block begins with a triple that is not covered yet, and takes in the column that covers most others, as long
    as its table stays near.

    >>> cover([2] * 4, near=NEAR), len(cover([3] * 12, near=NEAR))
    ([(0, 1, 2, 3)], 8)
    """
    number = len(sizes)
    if number < 3:
        return [tuple(range(number))]
    waiting = np.zeros((number,) * 3, dtype=bool)
    for triple in combinations(range(number), 3):
        waiting[triple] = math.prod(sizes[c] for c in triple) <= LARGEST
    waiting = waiting | waiting.transpose(1, 2, 0) | waiting.transpose(2, 0, 1)
    waiting = waiting | waiting.transpose(0, 2, 1)
    blocks = []
    while waiting.any():
        block = [int(place) for place in np.unravel_index(waiting.argmax(), waiting.shape)]
        while (more := _next(block, waiting, sizes, near)) is not None:
            block.append(more)
        waiting[np.ix_(block, block, block)] = False
        blocks.append(tuple(sorted(block)))
    pairs = set(combinations(range(number), 2)).difference(*(combinations(block, 2) for block in blocks))
    return blocks + sorted(pairs)


def _next(block: list[int], waiting: NDArray[np.bool_], sizes: Sequence[int], near: int) -> int | None:
    """The column that covers most, if there is one that covers any and leaves the table near."""
    gain = waiting[:, block][:, :, block].sum(axis=(1, 2))
    room = near // math.prod(sizes[c] for c in block)
    gain[(np.asarray(sizes) > room) | np.isin(np.arange(len(sizes)), block)] = 0
    best = int(gain.argmax())
    return best if gain[best] else None
