"""From a cell to what it stands for, one cell at a time: a number in its range, or the code of a category."""

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.table.declaration import Categories, Column, Number
from privcausal.table.dialect import Dialect

REAL = (bool, int, float, complex, np.bool_, np.number, Decimal)
"""What counts as a number among Python objects: a complex one too, as one of them makes a pandas column complex."""

Floats = NDArray[np.float64]
Values = NDArray[Any]
"""Numbers as float64, or codes of categories as uint8."""


def from_text(column: Column, cells: Sequence[bytes], dialect: Dialect) -> Values:
    """What cells of text stand for; blanks around a cell do not count.

    >>> from_text(Number(0, 9), [b" 1.5", b"-2e3", b"1,5", b"1_0", b"inf", b"1e999", b"x", b""], Dialect()).tolist()
    [1.5, 0.0, 4.5, 4.5, 4.5, 4.5, 4.5, 4.5]
    >>> from_text(Categories(("low", "high")), [b"low", b"high ", b"LOW", b""], Dialect()).tolist()
    [0, 1, 2, 2]
    """
    if isinstance(column, Number):
        number = _number if dialect.decimal == "." else _number_with_comma
        return settled(column, np.fromiter(map(number, cells), dtype=float, count=len(cells)))
    code = {dialect.bytes_of(value): place for place, value in enumerate(column.words)}
    other = column.stand_in
    return np.array([code.get(cell.strip(), other) for cell in cells], dtype=np.uint8)


def from_floats(column: Column, values: Floats) -> Values:
    """What numbers stand for, NaN for a missing one; a category may be written as a number.

    >>> from_floats(Number(0, 9), np.array([1.5, 20.0, np.nan, np.inf])).tolist()
    [1.5, 9.0, 4.5, 4.5]
    >>> from_floats(Categories(("0", "1")), np.array([1.0, 0.0, 0.5, np.nan])).tolist()
    [1, 0, 2, 2]
    """
    if isinstance(column, Number):
        return settled(column, values)
    codes = np.full(len(values), column.stand_in, dtype=np.uint8)
    for code, meant in enumerate(map(_meant, column.words)):
        np.putmask(codes, values == meant, code)
    return codes


def from_objects(column: Column, items: Iterable[object], dialect: Dialect) -> Values:
    """What Python objects stand for, each on its own: text, a number, or missing.

    An odd one among them takes its own time, and leaves that of the others as it is.

    >>> from_objects(Categories(("1", "low")), [1, 1.0, "1", True, "low", None, object()], Dialect()).tolist()
    [0, 0, 0, 0, 1, 2, 2]
    """
    cells = list(items)
    numbers = (PLAIN.get(type(item), _real)(item) for item in cells)
    values = from_floats(column, np.fromiter(numbers, dtype=float, count=len(cells)))
    is_text = np.fromiter((isinstance(item, str) for item in cells), dtype=bool, count=len(cells))
    texts = [item.encode("utf-8", "surrogatepass") for item in cells if isinstance(item, str)]
    values[is_text] = from_text(column, texts, dialect)
    return values


def settled(column: Number, values: Floats) -> Floats:
    """Finite numbers in the declared range: the stand-in for what is not finite, the nearer end for what is outside."""
    filled = np.where(np.isfinite(values), values, column.stand_in)
    return np.clip(filled, column.low, column.high)


def category(column: Column, values: Values) -> NDArray[np.uint8]:
    """The codes of a column for methods that want categories: numbers are cut at the declared points.

    >>> category(Number(0, 110, cuts=(18, 65)), np.array([3.0, 18.0, 80.0])).tolist()
    [0, 1, 2]
    """
    if isinstance(column, Categories):
        return values
    return np.searchsorted(np.array(column.cuts, dtype=float), values, side="right").astype(np.uint8)


def _number(cell: bytes) -> float:
    """Whatever is no decimal number is NaN, or infinite."""
    try:
        return np.nan if b"_" in cell else float(cell)
    except ValueError:
        return np.nan


def _number_with_comma(cell: bytes) -> float:
    return np.nan if b"." in cell else _number(cell.replace(b",", b"."))


def _real(item: Any) -> float:
    """A number on the real line; NaN is whatever is none, and a span of time, which NumPy counts as a whole number."""
    if not isinstance(item, REAL) or isinstance(item, np.timedelta64) or item.imag:
        return np.nan
    try:
        return float(item.real)
    except (ValueError, OverflowError):  # a signalling NaN, a huge number of a kind of its own
        return np.nan


def _whole(item: int) -> float:
    try:
        return float(item)
    except OverflowError:  # of 400 digits
        return np.nan


PLAIN: dict[type, Callable[[Any], float]] = {float: float, bool: float, int: _whole, str: lambda _: np.nan}
"""The usual kinds of cells, for which the answer needs no search."""


def _meant(value: str) -> float:
    """A declared category as a number, NaN if it is none; True is 1, as for NumPy."""
    truth = {"true": 1.0, "false": 0.0}
    return truth[value.lower()] if value.lower() in truth else _number(value.encode(errors="replace"))
