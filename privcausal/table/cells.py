"""From a cell to its value, one cell at a time: a number in its range, or the code of a category.

Text that is a number, or a truth value, has the value of that number: `1`, `1.0`, `01` and `True` are one
category, and so it does not matter whether a reader has made numbers of a column or, for one odd word in it, text.
Cells can be objects with code of their own. None of it is called here: types are compared, not asked.
"""

import math
import os
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import cache
from hashlib import blake2b
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.table.declaration import Categories, Column, Identifier, Number
from privcausal.table.dialect import Dialect

Values = NDArray[Any]
"""Numbers as float64, or codes of categories as uint8."""


def from_text(column: Column, cells: Sequence[bytes], dialect: Dialect) -> Values:
    """Return the values of cells of text; blanks around a cell do not count.

    >>> from_text(Number(0, 9), [b" 1.5", b"-2e3", b"1,5", b"1_0", b"inf", b"1e999", b"x", b""], Dialect()).tolist()
    [1.5, 0.0, 4.5, 4.5, 4.5, 4.5, 4.5, 4.5]
    >>> from_text(Categories(("low", "high", 1)), [b"low", b"high ", b"LOW", b"", b"1.0"], Dialect()).tolist()
    [0, 1, 3, 3, 2]
    """
    if isinstance(column, Identifier):
        return np.fromiter((_key(cell, dialect.number) for cell in cells), dtype=float, count=len(cells))
    number_of = dialect.number
    if isinstance(column, Number):
        return settled(column, np.fromiter(map(number_of, cells), dtype=float, count=len(cells)))
    code, meant = (
        {dialect.bytes_of(word): code for word, code in column.codes.items()},
        meanings(column, dialect),
    )
    other = column.substitute
    if not meant:
        return np.array([code.get(cell.strip(), other) for cell in cells], dtype=np.uint8)
    stripped = [cell.strip() for cell in cells]
    codes = (code[cell] if cell in code else meant.get(number_of(cell), other) for cell in stripped)
    return np.fromiter(codes, dtype=np.uint8, count=len(cells))


def from_floats(column: Column, values: Floats, dialect: Dialect | None = None) -> Values:
    """Return the values of numbers, NaN for a missing one; a category can be written as a number.

    >>> from_floats(Number(0, 9), np.array([1.5, 20.0, np.nan, np.inf])).tolist()
    [1.5, 9.0, 4.5, 4.5]
    >>> from_floats(Categories(("0", "1")), np.array([1.0, 0.0, 0.5, np.nan])).tolist()
    [1, 0, 2, 2]
    """
    if isinstance(column, Identifier):
        return np.where(np.abs(values) < EXACT, values, np.nan)
    if isinstance(column, Number):
        return settled(column, values)
    codes = np.full(len(values), column.substitute, dtype=np.uint8)
    for meant, code in meanings(column, dialect or Dialect()).items():
        np.putmask(codes, values == meant, code)
    return codes


def from_objects(column: Column, items: Iterable[object], dialect: Dialect) -> Values:
    """Return the values of Python objects, each on its own: text, a number, or missing.

    An odd one among them takes its own time, and leaves that of the others as it is.

    >>> from_objects(Categories(("1", "low")), [1, 1.0, "1", True, b"low", None, object()], Dialect()).tolist()
    [0, 0, 0, 0, 1, 2, 2]
    """
    cells = list(items)
    size = len(cells)
    numbers = np.fromiter(map(_number_of, cells), dtype=float, count=size)
    values = from_floats(column, numbers, dialect)
    is_text = np.fromiter((_is_text(type(item)) for item in cells), dtype=bool, count=size)
    texts = [_bytes_of(column, cells[place]) for place in np.flatnonzero(is_text).tolist()]
    values[is_text] = from_text(column, texts, dialect)
    return values


def meanings(column: Categories, dialect: Dialect) -> dict[float, int]:
    """The codes of those categories that are numbers, or truth values, by their numbers.

    >>> meanings(Categories(("no", "01", "true")), Dialect())
    {1.0: 2}
    """
    numbers = ((dialect.meaning(word), code) for word, code in column.codes.items())
    return {number: code for number, code in numbers if number == number}


def settled(column: Number, values: Floats) -> Floats:
    """Finite numbers in the declared range, on its scale: the nearer end for a number outside.

    Claim: B-log
    """
    inside = column.on_scale(np.clip(values, column.low, column.high))
    return np.where(np.isfinite(values), inside, column.substitute)


def numbers(column: Number, values: Values) -> Floats:
    """Return the stored values of a column for methods that want numbers: a missing one is its substitute.

    >>> column = Number(0, 110, cuts=(18,))
    >>> numbers(column, from_floats(column, np.array([3.0, np.nan]))).tolist()
    [3.0, 55.0]
    """
    if not column.own_category:
        return values
    return np.where(values == column.substitute, column.on_scale(column.stand_in), values)


def category(column: Column, values: Values) -> NDArray[np.uint8]:
    """The codes of a column for methods that want categories: numbers are cut at the declared points.

    >>> column = Number(0, 110, cuts=(18, 65))
    >>> category(column, from_floats(column, np.array([3.0, 18.0, 80.0, np.nan]))).tolist()
    [0, 1, 2, 3]
    """
    if isinstance(column, Categories):
        return values
    cuts = column.on_scale(column.cuts)
    if column.scale == "log":  # a number at a cut belongs above it, however its logarithm was rounded
        cuts -= 1e-14 * (1 + np.abs(cuts))
    codes = np.searchsorted(cuts, values, side="right").astype(np.uint8)
    if column.own_category:
        codes[values == column.substitute] = len(column.cuts) + 1
    return codes


EXACT = 2.0**53
"""Below it, every whole number is a float of its own."""

NOBODY = {b"", b"na", b"n/a", b"nan", b"null", b"none", b"?"}
"""The contents, in small letters, of a cell without an identifier: such rows are nobody's."""


def _key(cell: bytes, number_of: Callable[[bytes], float]) -> float:
    """A number for an identifier that is text: the number that it is, or one far below all that a table holds.

    Two words have the same one with probability 2⁻⁶¹, and nobody can look for two that do: the digest is keyed. A
    whole number of so many digits that floats make one of two is nobody's, in whatever form it comes; with a point it
    is the float that another program would have made of it. Nobody's, too, is the address of an object as Python writes
    it, which an engine hands out for what has no text: it would make each row a person.
    """
    word = cell.strip()
    if word.lower() in NOBODY or (b"<" in word and b" at 0x" in word):
        return np.nan
    meant = number_of(word)
    if not math.isnan(meant):
        return meant if abs(meant) < EXACT else np.nan
    exponent, digits = divmod(
        int.from_bytes(blake2b(word, digest_size=8, key=_secret()).digest(), "big") >> 3, 2**52
    )
    return -math.ldexp(1 + digits / 2**52, 400 + exponent)


@cache
def _secret() -> bytes:
    """Draw a key once in each process: its value changes no answer."""
    return os.urandom(32)


def _number_of(item: Any) -> float:
    """The number that an object is; NaN for whatever is none. The usual kinds of cells need no search."""
    kind = type(item)
    if kind is float or kind is bool:
        return float(item)
    if kind is str:  # text is read elsewhere
        return np.nan
    return _whole(item) if kind is int else _real(item)


def _whole(item: int) -> float:
    try:
        return int.__float__(item)
    except OverflowError:  # of 400 digits
        return np.nan


def _real(item: Any) -> float:
    """A number on the real line; NaN is whatever is none, and a span of time, which NumPy counts as a whole number.

    By the method of the kind itself: a class made from it can have others, which might raise or return anything.
    """
    kind = type(item)
    for base, convert in REAL:
        if issubclass(kind, base):
            try:
                return convert(item)
            except ValueError:  # a signalling NaN
                return np.nan
    return np.nan


def _on_the_line(complex_of: Callable[[Any], complex]) -> Callable[[Any], float]:
    """From a complex number to the real one that it is."""

    def real(item: Any) -> float:
        value = complex_of(item)
        return np.nan if value.imag else value.real

    return real


SCALARS = sorted(set(np.sctypeDict.values()), key=lambda kind: kind.__name__)
REAL: tuple[tuple[type, Callable[[Any], float]], ...] = (
    (int, _whole),
    (float, float.__float__),
    (np.timedelta64, lambda _: np.nan),
    (complex, _on_the_line(complex.__complex__)),
    (Decimal, Decimal.__float__),
    (np.bool_, np.bool_.__float__),
    *((kind, _on_the_line(kind.__complex__)) for kind in SCALARS if issubclass(kind, np.complexfloating)),
    *((kind, kind.__float__) for kind in SCALARS if issubclass(kind, np.integer | np.floating)),
)
"""What counts as a number among objects: a complex one too, as one of them makes a pandas column complex."""


def _is_text(kind: type) -> bool:
    """A UUID counts as the text that it is everywhere else; a class made from it can have methods of its own."""
    return kind is UUID or issubclass(kind, str | bytes)


def _bytes_of(column: Column, item: Any) -> bytes:
    """Text as bytes, by the methods of text itself."""
    if type(item) is UUID:
        return UUID.__str__(item).encode()
    if issubclass(type(item), str):
        return str.encode(item, "utf-8", "surrogatepass")
    return legible(column, b"".join([item]))


def legible(column: Column, cell: bytes) -> bytes:
    """Return a cell that holds bytes as text; in a column of identifiers nothing, if they are none.

    There equal bytes need not mean one person, nor different ones two: what an engine hands out can be addresses of its
    objects, and the last byte of a number can be a blank.

    >>> from privcausal.table.declaration import Identifier
    >>> [legible(Identifier(), cell) for cell in (b"p7 ", "Zoë".encode(), b"\\xa8\\xe8\\x7f\\x00", b"p\\t7")]
    [b'p7 ', b'Zo\\xc3\\xab', b'', b'']
    """
    meant = not isinstance(column, Identifier) or cell.strip().decode(errors="surrogateescape").isprintable()
    return cell if meant else b""
