"""Tables that are not kept in memory: each question goes through the source once more.

A source is a file, an Arrow stream, a relation of DuckDB or a data frame on a Dask cluster. A question has the same
answer, to the last bit, as one of the same records in memory.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from privcausal.arrays import Floats
from privcausal.table.batches import Batches
from privcausal.table.cluster import aligned, computed, delayed, is_dask, parts, piece
from privcausal.table.count import count
from privcausal.table.counts import Counted, countable
from privcausal.table.declaration import Categories, Declaration
from privcausal.table.people import of_people
from privcausal.table.records import Table, side_by_side, without_cuts
from privcausal.table.sources import Source, is_reader, is_stream, read
from privcausal.table.sums import BLOCK, MOST_RECORDS, Look, Sum, sum_products

CHANGED = "data must not change while they are read, but they did"
ONCE = "data can be gone through only once: hand in a file, a table or .read_all()"

Asks = Literal["counts", "sums", "records"]
"""What a method needs of a table: counts of categories, sums over records, or all records in memory."""


@dataclass(eq=False)
class Stream:
    """Declared columns whose records are not kept. How many records there are is known, and public.

    >>> import tempfile
    >>> from privcausal.table.declaration import Number
    >>> path = Path(tempfile.mkdtemp()) / "people.csv"
    >>> _ = path.write_text("age\\n34\\n200\\n")
    >>> people = Stream(path, Declaration({"age": Number(0, 110)}))
    >>> len(people), people.sum(lambda rows: (rows, rows)).tolist()
    (2, [[13256.0]])
    """

    source: Source = field(repr=False)
    declaration: Declaration

    def __len__(self) -> int:
        return self._size

    def __str__(self) -> str:
        return f"{len(self)} records of {', '.join(self.columns)}"

    @property
    def columns(self) -> list[str]:
        """The names of the declared columns."""
        return list(self.declaration.columns)

    @cached_property
    def counted(self) -> Counted:
        """The counts of all columns of categories, by one pass."""
        return count(self.source, self.declaration)

    def pieces(self) -> Iterator[Floats]:
        """Yield the declared columns side by side, some records at a time; categories are their codes."""
        if is_dask(self.source):
            for part in parts(self.source, self.declaration):
                rows = computed([delayed(_of_partition)(part, self.declaration)], "read")[0]
                yield from [] if rows is None else [rows]
        else:
            yield from map(side_by_side, Batches(self.source, self.declaration))

    def uncut(self) -> "Stream":
        """Return the same numbers for a method that wants no categories."""
        return Stream(self.source, without_cuts(self.declaration))

    def sum(self, look: Look) -> Floats:
        """Return the sum of left ⊗ right over the records as this look sees them.

        On a cluster the look goes there, and sums alone come back.
        """
        total, size = self._on_a_cluster(look) if is_dask(self.source) else sum_products(self.pieces(), look)
        if size != len(self):
            raise ValueError(CHANGED)
        return total.value

    @cached_property
    def _size(self) -> int:
        """The number of records, from a pass over one column; all columns are looked for first."""
        if "counted" in vars(self):
            return len(self.counted)
        some = any(map(len, self.pieces()))  # a fault of any column is reported here
        first = self.declaration.only(self.columns[:1])
        size = sum(map(len, Stream(self.source, first).pieces()))
        if some and not size:
            raise ValueError(ONCE)
        if not size:
            where = Batches(self.source, self.declaration).where
            raise ValueError(f"{where} must hold at least one record, got none")
        if size > MOST_RECORDS:
            raise ValueError(f"records must be at most {MOST_RECORDS:,}, or rounding shows, got {size:,}")
        return size

    def _on_a_cluster(self, look: Look) -> tuple[Sum, int]:
        """The blocks of all records as one table: where a partition ends within a block, its rows are joined."""
        held = [
            delayed(_of_partition)(part, self.declaration) for part in parts(self.source, self.declaration)
        ]
        lengths = computed([delayed(_length)(rows) for rows in held], "add up")
        tasks = [
            delayed(_added_there)([(held[place], low, high) for place, low, high in cuts], look)
            for cuts in aligned(lengths, BLOCK)
        ]
        total = Sum()
        for sums in computed(tasks, "add up"):
            total.add(*sums)
        return total, sum(lengths)


def open_table(
    source: Source | Table, declaration: Declaration, asks: Asks = "counts", seed: int | None = None
) -> Table | Stream:
    """Return a table that answers what a method asks of it, in bounded memory where that is possible.

    The number of records is known then, and nothing has been spent. A table with a column of identifiers is read as a
    whole: `seed` then says, for demonstrations, in which order its records are put.
    """
    if isinstance(source, Table):
        return of_people(source, declaration.unit)
    if declaration.unit.person is not None:
        if is_dask(source):
            raise ValueError(
                "person must be left out for data on a Dask cluster: bring them here with .compute()"
            )
        return read(source, declaration, seed)
    in_pieces = isinstance(source, str | Path) or is_stream(source) or is_dask(source)
    table = Stream(source, declaration)
    if in_pieces and asks == "counts" and _is_countable(declaration):
        _ = table.counted
        return table
    if in_pieces and asks == "sums" and not is_reader(source):
        _ = len(table)
        return table
    if is_dask(source):
        raise ValueError(
            "data on a Dask cluster must be asked by release or by a method whose name begins with 'once', which wants "
            "the declared columns; for anything else bring them here with .compute()"
        )
    return read(source, declaration)


def _is_countable(declaration: Declaration) -> bool:
    """Are all columns categories, at least two, and do their counts fit into memory?"""
    columns = declaration.columns.values()
    cut = all(isinstance(column, Categories) or column.cuts for column in columns)
    return cut and len(columns) > 1 and countable(declaration)


def _of_partition(part: Any, declaration: Declaration) -> Floats | None:
    results = piece(part, declaration)
    return None if results is None else side_by_side(results)


def _length(rows: Floats | None) -> int:
    return 0 if rows is None else len(rows)


def _added_there(cuts: list[tuple[Floats, int, int]], look: Look) -> list[Floats]:
    total, _ = sum_products((rows[low:high] for rows, low, high in cuts), look)
    total.shrink()
    return total.parts
