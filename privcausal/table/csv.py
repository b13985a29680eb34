"""Tables from files of text: one line is one person, and each line is read as if it were the only one."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from privcausal.table.cells import Values
from privcausal.table.declaration import Declaration
from privcausal.table.header import first_line, names_in, places
from privcausal.table.lines import BLOCK, LONGEST, blocks, open_bytes
from privcausal.table.progress import reading, size_of
from privcausal.table.records import Table, joined
from privcausal.table.scan import Scan


def read_csv(path: str | Path, declaration: Declaration) -> Table:
    """The declared columns of a file of text.

    Claim: B-reading
    """
    with open_bytes(path) as file:
        return read_file(file, declaration, str(path))


def read_file(file: BinaryIO, declaration: Declaration, where: str = "the file") -> Table:
    """The declared columns of a file that is open for reading bytes.

    Claim: B-reading

    >>> from io import BytesIO
    >>> from privcausal.table.declaration import Number
    >>> read_file(BytesIO(b"name,age\\nAnn,34\\nBo,?\\n\\n"), Declaration({"age": Number(0, 110)}))["age"].tolist()
    [34.0, 55.0, 55.0]
    """
    return joined(declaration, batches(file, declaration, where), where)


def batches(
    file: BinaryIO,
    declaration: Declaration,
    where: str = "the file",
    *,
    size: int = BLOCK,
    longest: int = LONGEST,
) -> Iterator[dict[str, Values]]:
    """The declared columns piece by piece, in bounded memory: for files larger than that.

    Claim: B-reading
    """
    dialect = declaration.dialect
    line = first_line(file, dialect, where)
    names = names_in(line, dialect, where)
    place = places(names, declaration, where, line)
    with reading(size_of(file)) as more:
        for block in blocks(file, size, longest):
            scan = Scan(block, dialect.sep.encode(), len(names), longest)
            yield {
                name: scan.column(place[name], column, dialect)
                for name, column in declaration.columns.items()
            }
            more(len(block))
