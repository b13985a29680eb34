"""Bytes into lines and lines into cells. Only a newline byte ends a line, and no line knows of another."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import BinaryIO

from privcausal.arguments import check_there

BLOCK = 1 << 20
"""Bytes read at a time."""

LONGEST = 1 << 20
"""A line of more bytes is a record whose cells are all missing, so that no line can fill the memory."""

Cells = Sequence[bytes]


@contextmanager
def open_bytes(path: str | Path) -> Iterator[BinaryIO]:
    """The file as bytes, or one sentence that says why it cannot be opened, or read to its end."""
    check_there("the table", path)
    # A second pass over a pipe would begin at any record, and take it for the names.
    if not Path(path).is_file() and not Path(path).is_dir():
        raise ValueError(
            f"{path} is a pipe or a device, which cannot be read twice; write it into a file first"
        )
    try:
        with Path(path).open("rb") as opened:
            yield opened
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror}") from None


def blocks(file: BinaryIO, size: int = BLOCK, longest: int = LONGEST) -> Iterator[bytes]:
    """The lines of a file, as many at a time as end within a block; memory is bounded whatever the lines are.

    >>> from io import BytesIO
    >>> list(blocks(BytesIO(b"a,1\\n\\nb,2\\r\\nc,3"), size=5))
    [b'a,1\\n\\n', b'b,2\\r\\n', b'c,3']
    """
    rest = b""
    while block := file.read(size):
        held = rest + block
        whole = held.rfind(b"\n") + 1
        rest = held[whole:][: longest + 1]  # a line that is already too long needs no more bytes
        if whole:
            yield held[:whole]
    if rest:
        yield rest


def splitter(sep: bytes, width: int, longest: int = LONGEST) -> Callable[[bytes], Cells]:
    """From a line to its cells: `width` of them, all empty if the line cannot be read.

    >>> split = splitter(b",", 2)
    >>> [split(line) for line in (b'1,2\\r', b'"a,b",c', b'"a""b",', b'5" pipe,x', b'1', b'1,2,3', b'"open,2')]
    [[b'1', b'2'], [b'a,b', b'c'], [b'a"b', b''], [b'5" pipe', b'x'], (b'', b''), (b'', b''), (b'', b'')]
    """
    blank: Cells = (b"",) * width

    def split(line: bytes) -> Cells:
        bare = line[:-1] if line[-1:] == b"\r" else line
        cells = () if len(line) > longest else fields(bare, sep, width)
        return cells if len(cells) == width else blank

    return split


def fields(line: bytes, sep: bytes, width: int = -1) -> Cells:
    """The cells of one line; none if a quote is left open or something follows a closed one.

    With a width, a line of more cells is not taken apart to its end: its time is bounded by public numbers.

    >>> fields(b'1,"2,3"', b","), len(fields(b"," * 10**6, b",", 3))
    ([b'1', b'2,3'], 4)
    """
    if b'"' not in line:
        return line.split(sep, width)
    line += sep
    cell, whole = _patterns(sep, width)
    if whole.fullmatch(line) is None:
        return ()
    return [quoted.replace(b'""', b'"') or plain for quoted, plain in cell.findall(line)]


@cache
def _patterns(sep: bytes, width: int) -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """One cell with the separator after it, and a whole line of them. Both take time linear in the line.

    A cell that begins with a quote ends at the next one that is not doubled; any other can hold quotes as they are.
    Nothing is tried twice (`*+`), so a line with a million quotes fills no memory.
    """
    sign = re.escape(sep)
    quoted, plain = rb'[^"]*+(?:""[^"]*+)*+', rb'(?!")[^' + sign + rb"]*+"
    cell = rb'(?:"(%b)"|(%b))%b' % (quoted, plain, sign)
    times = b"*+" if width < 0 else b"{%d}" % width
    whole = rb'(?:(?:"%b"|%b)%b)%b' % (quoted, plain, sign, times)
    return re.compile(cell), re.compile(whole)
