"""`once-correlations` for records that are not in memory: the same pairs, drawn by the same lot.

Once the number of records is known, a lot says which two are paired, as in `differences`. Then one pass over the
records makes all differences at once: each record adds half of itself to the row of its pair, or takes it away. So half
the table is held, as numbers of eight bytes, and neither its text nor any copy. Where that is too much, a file is gone
through several times for each look, with a part of the differences at a time.

The lot is drawn over all records, and not within pieces: neighbours in a sorted file are alike, and their differences
would show how alike. It also stays unknown. So the promise holds even if the order in which records come depends on
what stands in them: whatever the order, every pairing is as likely.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from privcausal.graphs.ask_once.partial_correlations import LOOKS
from privcausal.graphs.ask_once.resolved import Resolved, resolved
from privcausal.graphs.ask_once.streamed import Directions, streamed_shape
from privcausal.graphs.ask_once.sums import AT_ONCE, CHANGED, ONCE, Unread, added
from privcausal.graphs.ask_once.units import declared_parts
from privcausal.privacy.price import Price
from privcausal.table.records import Table

Floats = NDArray[np.float64]

ROOM = 1 << 29
"""So many bytes of differences of a file are held at once: enough for ten million records of twelve columns."""


@dataclass(eq=False)
class Paired(Unread):
    """Columns of numbers whose number is known before anything is spent."""

    def __post_init__(self) -> None:
        some = any(map(len, self.records))  # what is wrong with any column is said here
        self.size = self.records.count()
        if some and not self.size:
            raise ValueError(ONCE)
        self.records.check(self.size)


@dataclass(eq=False)
class Differences:
    """Half the differences of pairs, in the order of the lot."""

    paired: Paired
    place: NDArray[np.int32]
    """Of each record, in the lot: the k-th and the one that comes half the records later make the k-th pair."""
    _kept: Floats | None = field(default=None, repr=False)

    @classmethod
    def by_lot(cls, paired: Paired, rng: np.random.Generator) -> "Differences":
        """The lot that `differences` draws."""
        order = rng.permutation(len(paired))
        place = np.empty(len(paired), dtype=np.int32)
        place[order] = np.arange(len(paired), dtype=np.int32)
        return cls(paired, place)

    def __len__(self) -> int:
        return len(self.place) // 2

    @property
    def at_once(self) -> int:
        """So many are held at once. All, unless it is a file: only its records surely come in the same order again."""
        room = ROOM // (8 * len(self.paired.columns)) // AT_ONCE * AT_ONCE
        return max(room, AT_ONCE) if isinstance(self.paired.source, str | Path) else len(self)

    def __iter__(self) -> Iterator[Floats]:
        """In parts that end where blocks end."""
        if len(self) <= self.at_once:
            self._kept = self.part(0, len(self)) if self._kept is None else self._kept
            yield self._kept
        else:
            starts = range(0, len(self), self.at_once)
            yield from (self.part(start, min(start + self.at_once, len(self))) for start in starts)

    def part(self, start: int, stop: int) -> Floats:
        """From here to there, by one pass over the records."""
        found = np.zeros((stop - start, len(self.paired.columns)))
        seen = 0
        columns, public = self.paired.columns, self.paired.declaration
        for numbers in self.paired.records:
            rows = declared_parts(Table(public, dict(zip(columns, numbers.T, strict=True))))
            places = self.place[seen : seen + len(rows)].astype(np.intp)
            seen += len(rows)
            if seen > len(self.place):
                break
            for half, first in ((0.5, start), (-0.5, start + len(self))):
                mine = (places >= first) & (places < first + len(found))
                found[places[mine] - first] += half * rows[mine]
        if seen != len(self.place):
            raise ValueError(CHANGED)
        return found

    def moment(self, spread: Floats) -> Floats:
        """The second moments of their directions, as the look through this matrix sees them."""
        total, size = added(self, Directions(spread))
        return total.value / size


def paired_correlations(paired: Paired, *, budget: Price, rng: np.random.Generator) -> Resolved:
    """The same graph as `privcausal.graphs.ask_once.resolved.resolved_correlations` finds with all in memory.

    Private under substitution, for any records at all.
    """
    if len(paired) < 2:
        raise ValueError(f"records must be at least two, for they are taken in pairs, got {len(paired)}")
    found = Differences.by_lot(paired, rng)
    shape = streamed_shape(
        found.moment, len(found), len(paired.columns), budget=budget, rng=rng, schedule=LOOKS
    )
    return resolved(shape, len(found))
