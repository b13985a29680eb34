"""Numbers whose centre is not known: the difference of two people has a known one, which is zero.

People are paired at random. One pass over the records makes all differences at once: each record adds half of itself
to the row of its pair, or subtracts it. Therefore half the table is held, as numbers of eight bytes, and no copy. Where
that is too much, a file is gone through several times for each look, with a part of the differences at a time.

The pairs are drawn among all records, and not within pieces: neighbours in a sorted file are alike, and their
differences would show how alike. The drawing also stays secret. The guarantee therefore holds even if the order of the
records depends on their contents: for every order, all pairings are equally likely.
"""

from collections.abc import Iterator, Sized
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.units import declared_parts
from privcausal.graphs.score_based.second_moments import Records, Summable, rows_of
from privcausal.table.records import Table
from privcausal.table.stream import CHANGED, Stream
from privcausal.table.sums import AT_ONCE, Look, sum_products

ROOM = 1 << 29
"""So many bytes of differences of a file are held at once: enough for ten million records of twelve columns."""


@dataclass(eq=False)
class Differences:
    """Half as many records, each half the difference of two that were paired at random; one left over is not used.

    They are centred at zero, and their covariances are those of the records up to a common factor. Each record is in
    one difference at most, so that replacing it replaces one difference. Numbers with a declared range are taken as
    parts of it.

    >>> people = rows_of([[1.0], [1.0], [3.0]])
    >>> len(Differences.paired(people, np.random.default_rng(0)))
    1
    """

    records: Summable
    place: NDArray[np.int32]
    """Of each record, in the drawing: the k-th and the one half the records later make the k-th pair."""
    _kept: Floats | None = field(default=None, repr=False)

    @classmethod
    def paired(cls, records: Records, rng: np.random.Generator) -> "Differences":
        """Draw who is paired with whom."""
        rows = rows_of(records)
        if len(rows) < 2:
            raise ValueError(
                f"records must be at least two, because they are taken in pairs, got {len(rows)}"
            )
        place = np.empty(len(rows), dtype=np.int32)
        place[rng.permutation(len(rows))] = np.arange(len(rows), dtype=np.int32)
        return cls(rows, place)

    def __len__(self) -> int:
        return len(self.place) // 2

    @property
    def columns(self) -> Sized:
        """Those of the records."""
        return self.records.columns

    @property
    def at_once(self) -> int:
        """So many are held at once. All, unless it is a file: only its records surely come in the same order again."""
        is_file = isinstance(self.records, Stream) and isinstance(self.records.source, str | Path)
        room = ROOM // (8 * len(self.columns)) // AT_ONCE * AT_ONCE
        return max(room, AT_ONCE) if is_file else len(self)

    def pieces(self) -> Iterator[Floats]:
        """Yield the differences in parts that end where blocks end."""
        if len(self) <= self.at_once:
            self._kept = self.part(0, len(self)) if self._kept is None else self._kept
            yield self._kept
        else:
            starts = range(0, len(self), self.at_once)
            yield from (self.part(start, min(start + self.at_once, len(self))) for start in starts)

    def part(self, start: int, stop: int) -> Floats:
        """Return the differences from here to there, by one pass over the records."""
        differences, passed = np.zeros((stop - start, len(self.columns))), 0
        for piece in self.records.pieces():
            rows = piece
            if isinstance(self.records, Table | Stream):
                rows = declared_parts(piece, self.records.declaration)
            places = self.place[passed : passed + len(rows)].astype(np.intp)
            passed += len(rows)
            if passed > len(self.place):
                break
            for half, first in ((0.5, start), (-0.5, start + len(self))):
                mine = (places >= first) & (places < first + len(differences))
                differences[places[mine] - first] += half * rows[mine]  # halves do not overflow
        if passed != len(self.place):
            raise ValueError(CHANGED)
        return differences

    def sum(self, look: Look) -> Floats:
        """Return the sum of left ⊗ right over the differences as this look sees them."""
        return sum_products(self.pieces(), look)[0].value
