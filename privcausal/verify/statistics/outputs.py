"""Read the output of a mechanism, of any kind, without losing a difference between two outputs.

NumPy numbers stay numbers, with all their bits. Everything else is taken apart into leaves: the numbers, texts and
bytes inside lists, tuples, arrays and dictionaries, next to one column for the shape that held them, with the types of
all leaves and the order of keys. How one run is read never depends on another run.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from marshal import dumps
from numbers import Number
from struct import pack
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.verify.statistics.intervals import Counts
from privcausal.verify.statistics.leaves import contents, is_own

Words = NDArray[np.uint64]

LEAVES = 64
"""Of an output that is taken apart, at most this many leaves become columns; all of them count for its identity."""

ABSENT = type("Absent", (), {"__repr__": lambda self: "absent"})()
"""Where an output has fewer leaves than others."""

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
PLAIN = (bool, int, float, str, bytes)
MASK = (1 << 64) - 1
MIX = np.uint64(0x9E3779B97F4A7C15)


Leaves = tuple[Counts, list[Any]]
"""Of one column: for each run a place in the list of all that differ."""


@dataclass(frozen=True)
class Draws:
    """Outputs: a row per run, a column per number or leaf."""

    numbers: Floats
    """What can be ordered: the numbers, the lengths of texts, NaN for nothing."""
    table: NDArray[Any] | None
    """The NumPy numbers as they came, if all outputs are such; integers beyond 2^53 are exact here only."""
    leaves: tuple[Leaves, ...] | None = None
    """The leaves, if outputs had to be taken apart; the last column is the shape, the last but one the whole output."""
    ideal: bool = False
    """Floats represent the real numbers that they are near: how their last digits are stored is not looked at."""

    def __len__(self) -> int:
        return len(self.numbers)

    @property
    def width(self) -> int:
        """Columns, the shape and the whole included."""
        return int(self.numbers.shape[1])

    def part(self, rows: slice | NDArray[Any]) -> "Draws":
        """Some of the runs."""
        table = None if self.table is None else self.table[rows]
        leaves = (
            None if self.leaves is None else tuple((codes[rows], values) for codes, values in self.leaves)
        )
        return Draws(self.numbers[rows], table, leaves, self.ideal)

    def bits(self, column: int) -> Words:
        """The bits of the number as a float of eight bytes; of text, its first eight bytes."""
        if self.leaves is not None:
            return self.each(column, _front, np.uint64)
        return np.ascontiguousarray(self.numbers[:, column]).view(np.uint64)

    def whole(self, column: int) -> Words:
        """The lowest 64 bits of a whole number; of text, its last eight bytes; of all else 0."""
        if self.leaves is not None:
            return self.each(column, _back, np.uint64)
        if self.table is not None and self.table.dtype.kind in "iu":
            kind = np.int64 if self.table.dtype.kind == "i" else np.uint64
            return self.table[:, column].astype(kind).view(np.uint64)
        value = self.numbers[:, column]
        fits = (np.abs(value) < 2.0**63) & (value == np.floor(value))
        words: Words = np.where(fits, value, 0).astype(np.int64).view(np.uint64)
        return words

    def marks(self, column: int) -> Words:
        """A number for the exact content: equal marks, equal bytes."""
        if self.leaves is not None:
            return self.each(column, _mark, np.uint64)
        value = self.numbers[:, column]
        # To the ideal, there is one zero, and one way not to be a number.
        bits = (
            np.where(np.isnan(value), np.nan, value + 0.0).view(np.uint64)
            if self.ideal
            else self.bits(column)
        )
        marks: Words = bits ^ (self.whole(column) * MIX)
        return marks

    def each(self, column: int, measure: Callable[[Any], Any], kind: Any) -> NDArray[Any]:
        """A measure of every leaf of a column, taken once of those that are alike."""
        assert self.leaves is not None
        codes, values = self.leaves[column]
        if len(values) > len(codes):
            met, codes = np.unique(codes, return_inverse=True)
            values = [values[place] for place in met]
        return np.array([measure(value) for value in values], dtype=kind)[codes]


@dataclass(frozen=True)
class Reader:
    """How outputs are read: fixed when an audit learns, the same for every run that it tests."""

    width: int
    """Columns of numbers, or of leaves."""
    plain: bool
    """NumPy numbers throughout: nothing has to be taken apart."""
    ideal: bool = False

    def read(self, outputs: Any, size: int) -> Draws:
        """One row per run."""
        return self._draws(rows_of(outputs, size))

    def _draws(self, rows: NDArray[Any] | list[Any]) -> Draws:
        table = _as_table(rows) if self.plain else None
        if table is not None:
            if table.shape[1] != self.width:
                raise ValueError(
                    f"mechanism must return equal columns, {self.width} of them, got {table.shape[1]}"
                )
            return Draws(np.asarray(table, dtype=np.float64), table, None, self.ideal)
        again, distinct = _distinct(_listed(rows))
        apart = [row.apart() if isinstance(row, Cells) else leaves_of(row) for row in distinct]
        shown = [
            [leaves[column] if column < len(leaves) else ABSENT for leaves, _ in apart]
            for column in range(self.width)
        ]
        shown.append([leaves[0] if len(leaves) == 1 else tuple(leaves) for leaves, _ in apart])
        shown.append([shape for _, shape in apart])
        columns = tuple((codes[again], values) for codes, values in map(alike, shown))
        draws = Draws(np.empty((len(rows), self.width + 2)), None, columns, self.ideal)
        for column in range(draws.width):
            draws.numbers[:, column] = draws.each(column, _number, np.float64)
        draws.numbers[:, -2] = np.array([len(leaves) for leaves, _ in apart])[again]
        # Where learning met numbers only, a stray output of another kind is read as numbers.
        return Draws(draws.numbers[:, : self.width], None, None, self.ideal) if self.plain else draws


def read_all(first: Sequence[Any], second: Sequence[Any], ideal: bool = False) -> tuple[Reader, Draws, Draws]:
    """A reader for these chunks of outputs of two data sets, and its readings.

    >>> reader, one, other = read_all([[b"yes", None]], [[(1, 2.5), b"no"]])
    >>> reader.plain, one.leaves[0], other.leaves[-1][1]
    (False, (array([0, 1]), [b'yes', None]), ['tuple(int,float)', 'bytes'])
    """
    sides = [[rows_of(part, None) for part in parts] for parts in (first, second)]
    every = [part for parts in sides for part in parts]
    plain = all(_as_table(part) is not None for part in every)
    if plain and len({_widest(part) for part in every}) > 1:
        widths = [_widest(parts[0]) for parts in sides]
        raise ValueError(f"first and second must have equal columns, got {widths}")
    width = max(_widest(part) for part in every)
    reader = Reader(width if plain else min(width, LEAVES), plain, ideal)
    one, other = (together([reader._draws(part) for part in parts]) for parts in sides)
    return reader, one, other


def together(parts: Sequence[Draws]) -> Draws:
    """All of the runs, one part after the other."""
    numbers = np.concatenate([part.numbers for part in parts])
    if any(part.leaves is not None for part in parts):
        columns = zip(*(part.leaves or () for part in parts), strict=True)
        return Draws(numbers, None, tuple(_joined(column) for column in columns), parts[0].ideal)
    tables = [part.table for part in parts if part.table is not None]
    # A table of whole numbers next to one of floats would round them: then the floats alone are kept.
    exact = len(tables) == len(parts) and len({table.dtype for table in tables}) == 1
    return Draws(numbers, np.concatenate(tables) if exact else None, None, parts[0].ideal)


def alike(leaves: Sequence[Any]) -> Leaves:
    """Which leaves are the same: for each its place among those that differ, and these.

    >>> alike([0.0, "a", -0.0, "a"])
    (array([0, 1, 2, 1]), [0.0, 'a', -0.0])
    """
    places: dict[Any, int] = {}
    codes = np.fromiter(
        (places.setdefault(_key(leaf), len(places)) for leaf in leaves), np.int64, len(leaves)
    )
    return codes, [leaves[place] for place in np.unique(codes, return_index=True)[1]]


def _distinct(rows: list[Any]) -> tuple[Counts, list[Any]]:
    """The same for whole outputs, as far as their bytes are quick to compare: so that each is taken apart once."""
    plain = [row.row if isinstance(row, Cells) else row for row in rows]
    if not is_own(plain):
        return np.arange(len(rows)), rows
    keys = [dumps(row, 2) for row in plain]
    codes, _ = alike(keys)
    return codes, [rows[place] for place in np.unique(codes, return_index=True)[1]]


def _joined(columns: Sequence[Leaves]) -> Leaves:
    """The leaves of several parts in one list."""
    codes, values = alike([value for _, values in columns for value in values])
    starts = np.cumsum([0, *(len(values) for _, values in columns)])
    return np.concatenate(
        [codes[start + part] for start, (part, _) in zip(starts, columns, strict=False)]
    ), values


def rows_of(outputs: Any, size: int | None) -> NDArray[Any] | list[Any]:
    """An array of rows, or a list with an entry per run."""
    if isinstance(outputs, np.ma.MaskedArray):
        outputs = np.ma.filled(outputs.astype(object), None)
    rows = list(outputs) if isinstance(outputs, list | tuple) else np.asarray(outputs)
    shape = (len(rows),) if isinstance(rows, list) else rows.shape
    if not shape or (size is not None and shape[0] != size):
        raise ValueError(f"mechanism must return one row per run, {size} of them, got shape {shape}")
    return rows if isinstance(rows, list) else rows.reshape(len(rows), -1)


def _as_table(rows: NDArray[Any] | list[Any]) -> NDArray[Any] | None:
    """Numbers as a table; complex ones, and floats longer than eight bytes, as two columns each."""
    if isinstance(rows, list):
        return np.array(rows)[:, None] if rows and all(type(row) is float for row in rows) else None
    if rows.dtype.kind not in "biufcmM":
        return None
    if rows.dtype.kind in "mM":
        return rows.view(np.int64)
    if rows.dtype.kind == "c":
        return np.hstack([rows.real, rows.imag])
    if rows.dtype.kind == "f" and rows.dtype.itemsize > 8:
        high = rows.astype(np.float64)
        return np.hstack([high, np.where(np.isfinite(high), rows - high, 0).astype(np.float64)])
    return rows


@dataclass(frozen=True)
class Cells:
    """A row of an array. An array has one type for all its rows, so that of its numbers reveals nothing of this one."""

    row: list[Any]

    def apart(self) -> tuple[list[Any], str]:
        """Its leaves, and its shape without the types of numbers."""
        parts = [leaves_of(_plain(cell)) for cell in self.row]
        shapes = (
            "number" if isinstance(cell, Number) else part[1]
            for cell, part in zip(self.row, parts, strict=True)
        )
        return [leaf for leaves, _ in parts for leaf in leaves], ",".join(shapes)


def _plain(cell: Any) -> Any:
    """A whole number as such, whatever the array made of it."""
    if not isinstance(cell, float | bool | np.generic):
        return cell
    value = cell.item() if isinstance(cell, np.generic) else cell
    whole = (
        isinstance(value, float)
        and value.is_integer()
        and abs(value) < 2.0**53
        and (value or str(value) == "0.0")
    )
    return int(value) if whole or isinstance(value, bool) else value


def _listed(rows: NDArray[Any] | list[Any]) -> list[Any]:
    return rows if isinstance(rows, list) else [Cells(row) for row in rows.tolist()]


def leaves_of(output: Any) -> tuple[list[Any], str]:
    """What an output is made of, and the shape that holds it.

    >>> leaves_of({"b": [1, None], "a": "x"})
    (['x', 1, None], "dict('b','a')(str,list(int,NoneType))")
    """
    if output is None or type(output) in PLAIN:
        return [output], type(output).__name__
    if isinstance(output, np.generic) and not isinstance(output, np.longdouble | np.clongdouble):
        leaves, shape = leaves_of(output.item())
        return leaves, f"{type(output).__name__}:{shape}"
    if (parts := contents(output)) is not None:
        leaves, shape = leaves_of(parts)
        return leaves, f"{type(output).__name__}:{shape}"
    if isinstance(output, np.ndarray):
        leaves, _ = leaves_of(output.ravel().tolist())
        return leaves, f"array({output.dtype},{output.shape})"
    if isinstance(output, complex):
        return [output.real, output.imag], "complex"
    if isinstance(output, dict):
        ordered = sorted(output, key=repr)
        inside = [leaves_of(output[key]) for key in ordered]
        head = f"({','.join(_stable(key) for key in output)})"
    elif isinstance(output, list | tuple):
        inside, head = [leaves_of(part) for part in output], ""
    elif isinstance(output, set | frozenset):
        inside, head = [leaves_of(part) for part in sorted(output, key=repr)], ""
    else:
        return [output if isinstance(output, PLAIN) else _stable(output)], type(output).__name__
    shape = f"{type(output).__name__}{head}({','.join(part for _, part in inside)})"
    return [leaf for leaves, _ in inside for leaf in leaves], shape


def _stable(thing: Any) -> str:
    """Its repr, which must not name a place in memory: that would change from run to run and carry no information."""
    said = repr(thing)
    if not isinstance(thing, str) and ADDRESS.search(said):
        raise ValueError(
            f"mechanism must return outputs with a repr that shows their values, got {type(thing).__name__}, "
            "whose repr holds an address in memory; return its contents instead"
        )
    return said


def _widest(rows: NDArray[Any] | list[Any]) -> int:
    table = _as_table(rows)
    if table is not None:
        return int(table.shape[1])
    apart = (row.apart() if isinstance(row, Cells) else leaves_of(row) for row in _distinct(_listed(rows))[1])
    return max((len(leaves) for leaves, _ in apart), default=0)


def _key(leaf: Any) -> Any:
    """Equal where leaves are the same to the last bit, and of one type."""
    kind = type(leaf)
    if kind is str:
        return leaf
    if kind is float:
        return pack("<d", leaf), float
    return (*map(_key, leaf), tuple) if kind is tuple else (leaf, kind)


def _exact(leaf: Any) -> bytes:
    if isinstance(leaf, float):
        return pack("<d", leaf)
    if isinstance(leaf, bytes):
        return leaf
    if isinstance(leaf, tuple):
        return repr([_exact(part) for part in leaf]).encode()
    return (leaf if isinstance(leaf, str) else repr(leaf)).encode("utf-8", "surrogatepass")


def _number(cell: Any) -> float:
    if isinstance(cell, str | bytes):
        return float(len(cell))
    if not isinstance(cell, Number):
        return np.nan
    try:
        return float(cell)  # type: ignore[arg-type]
    except OverflowError:
        return np.inf if cell > 0 else -np.inf  # type: ignore[operator]


def _front(cell: Any) -> int:
    if isinstance(cell, str | bytes):
        return int.from_bytes(_exact(cell)[:8], "little")
    return int.from_bytes(pack("<d", _number(cell)), "little")


def _back(cell: Any) -> int:
    if isinstance(cell, str | bytes):
        return int.from_bytes(_exact(cell)[-8:], "little")
    if isinstance(cell, float):
        return int(cell) & MASK if cell.is_integer() and abs(cell) < 2.0**63 else 0
    return int(cell) & MASK if isinstance(cell, int) else 0


def _mark(cell: Any) -> int:
    return int.from_bytes(blake2b(_exact(cell), digest_size=8).digest(), "little")
