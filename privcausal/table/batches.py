"""Tables that need not fit into memory: piece by piece, as often as they are asked for."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from privcausal.table.cells import Values
from privcausal.table.csv import batches
from privcausal.table.declaration import Declaration
from privcausal.table.dialect import PARQUET
from privcausal.table.frames import arrow_batches, parquet_batches
from privcausal.table.lines import open_bytes
from privcausal.table.sources import Source, is_stream, read

Piece = dict[str, Values]
"""Some records: the declared columns."""


@dataclass(frozen=True)
class Batches:
    """The declared columns of a source, in pieces of any length that together are the records in their order.

    Files and Arrow streams are read in bounded memory. A file can be gone through again, a stream perhaps not.

    >>> import tempfile
    >>> from privcausal.table.declaration import Number
    >>> path = Path(tempfile.mkdtemp()) / "people.csv"
    >>> _ = path.write_text("age\\n34\\n200\\n")
    >>> [piece["age"].tolist() for piece in Batches(path, Declaration({"age": Number(0, 110)}))]
    [[34.0, 110.0]]
    """

    source: Source = field(repr=False)
    declaration: Declaration

    @property
    def where(self) -> str:
        """What a message calls it."""
        return str(self.source) if isinstance(self.source, str | Path) else "data"

    def __iter__(self) -> Iterator[Piece]:
        if isinstance(self.source, str | Path):
            yield from self._of_file(self.source)
        elif is_stream(self.source):
            yield from arrow_batches(self.source, self.declaration)
        else:
            yield dict(read(self.source, self.declaration).columns)

    def _of_file(self, path: str | Path) -> Iterator[Piece]:
        if Path(path).suffix.lower() in PARQUET:
            yield from parquet_batches(path, self.declaration)
            return
        with open_bytes(path) as file:
            yield from batches(file, self.declaration, str(path))
