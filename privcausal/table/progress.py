"""A bar while a long file is read: on a terminal alone, and gone afterwards.

It shows a share of the bytes of a file of text, or of the records of a Parquet file, and the time. It knows nothing of
their contents.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import UnsupportedOperation
from os import fstat
from typing import IO, Any

SOON = 1.0
"""So many seconds pass before there is a bar."""

SHOWN = "{desc}: {percentage:3.0f}% |{bar}| {elapsed} gone, {remaining} to go"


@contextmanager
def reading(total: int) -> Iterator[Callable[[int], object]]:
    """Show progress around the reading of `total` bytes or records; call the yielded function with each number read.

    >>> with reading(2) as more:
    ...     _ = more(1), more(1)
    """
    if not total or not sys.stderr.isatty():
        yield lambda _: None
        return
    with _bar(total) as bar:
        yield bar.update


def _bar(total: int) -> Any:
    from tqdm import tqdm  # only on a terminal is it worth its while

    return tqdm(total=total, desc="reading", delay=SOON, leave=False, file=sys.stderr, bar_format=SHOWN)


def size_of(file: IO[bytes]) -> int:
    """The bytes of an open file; 0 if that is not known, as for bytes in memory.

    >>> from io import BytesIO
    >>> size_of(BytesIO(b"a,b"))
    0
    """
    try:
        return fstat(file.fileno()).st_size
    except UnsupportedOperation:
        return 0
