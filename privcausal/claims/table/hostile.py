"""Cells that hurt, in every type of NumPy and of Arrow: made, not listed.

A kind is a function from whole numbers to a column of one type: equal numbers make equal cells, and small ones the
cells that are known to hurt. Types of a fixed width get bytes, so that whatever they can hold they will hold.
"""

from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal
from functools import cache, partial
from importlib import import_module
from typing import Any

import numpy as np
import pandas as pd

Cells = Sequence[int]
Kind = Callable[[Cells], Any]

# --- cells ---------------------------------------------------------------------------------------------------------

TEXTS = [b"1", b"low", b"34", b"1.0", b"True", b" 01 ", b""]
TEXTS += [b"HIV-positive \xe9", b"\xff\xfe", b"\xed\xa0\x80"]
TEXTS += [b"nan", b"inf", b"9" * 400, b"x\0y", b"-1e3", "é".encode(), b'"', b"x" * 20, b"1_0", b"1e999"]

EXTREMES = ["0", "1", "34", "-1", "255", "max", "min", "1.0", "inf", "nan", "-0.0"]
"""Whole numbers, and those of a float, in as many bytes as a cell has."""


class Evil:
    """An object that raises whatever is asked of it."""

    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError("HIV positive")

    def _raising(self, *_: Any) -> Any:
        raise RuntimeError("HIV positive")

    __str__ = __repr__ = __float__ = __eq__ = __hash__ = __bool__ = __len__ = _raising


class EvilNumber(float):
    """A number that does."""

    imag = real = property(Evil._raising)
    __float__ = __eq__ = __hash__ = Evil._raising


@cache
def objects() -> list[Any]:
    """Return values of every kind in a cell of objects."""
    usual = [1, "low", 34.0, True, None, float("nan"), "1.0"]
    unusual = [10**400, 1j, b"1", b"\xe9", "\ud800", Decimal("sNaN")]
    times = [np.datetime64(2**62, "Y"), np.timedelta64(1, "D"), pd.Timestamp("2020"), pd.NaT, date.max]
    numbers = [EvilNumber(3), np.longdouble(3), np.float16("inf"), Decimal("1e999"), pd.NA]
    return [*usual, *unusual, *times, *numbers, [1], (), Evil(), "HIV-positive", object]


SEEDS = 32
"""So many different cells of each kind."""


def bits(cell: int, width: int) -> bytes:
    """A cell of so many bytes: an extreme one, or any."""
    if cell >= len(EXTREMES):
        return np.random.default_rng(cell).bytes(width)
    name, top = EXTREMES[cell], 1 << 8 * width
    floats = {2: np.float16, 4: np.float32, 8: np.float64, 16: np.longdouble}
    if name in EXTREMES[-4:]:
        kind = floats.get(width, np.float16)
        return np.array(name, dtype=kind).tobytes().ljust(width, b"\0")[:width]
    whole = {"max": top // 2 - 1, "min": top // 2}.get(name)
    return (int(name) % top if whole is None else whole).to_bytes(width, "little")


def text(cell: int) -> bytes:
    return TEXTS[cell % len(TEXTS)]


# --- NumPy ---------------------------------------------------------------------------------------------------------

UNITS = ("Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as")


def numpy_types() -> list[np.dtype[Any]]:
    """Every type of a fixed width, in both orders of bytes; dates and spans in each unit."""
    plain = [np.dtype(kind) for kind in sorted(set(np.sctypeDict.values()), key=lambda kind: kind.__name__)]
    fixed = [kind for kind in plain if kind.itemsize and not kind.hasobject]
    fixed += [np.dtype(f"{kind}8[{unit}]") for kind in "mM" for unit in UNITS]
    fixed += [np.dtype(kind) for kind in ("U1", "U3", "S1", "S4", "V3", "V16", "i4,f8", "2U1,M8[D]")]
    return [*fixed, *(kind.newbyteorder() for kind in fixed if kind.newbyteorder() != kind)]


def of_bytes(kind: np.dtype[Any], cells: Cells) -> np.ndarray:
    return np.frombuffer(b"".join(bits(cell, kind.itemsize) for cell in cells), dtype=kind)


def of_text(kind: str, cells: Cells) -> np.ndarray:
    return np.array([text(cell).decode("utf-8", "surrogateescape") for cell in cells], dtype=kind)


def of_objects(cells: Cells) -> np.ndarray:
    items = np.empty(len(cells), dtype=object)
    for place, cell in enumerate(cells):
        items[place] = objects()[cell % len(objects())]
    return items


def masked(kind: Kind, cells: Cells) -> np.ma.MaskedArray:
    return np.ma.MaskedArray(kind(cells), mask=[cell % 3 == 0 for cell in cells])


def of_strings(cells: Cells) -> np.ndarray:
    return np.array([text(cell).decode(errors="replace") for cell in cells], dtype=np.dtypes.StringDType())


@cache
def numpy_kinds() -> tuple[Kind, ...]:
    plain = [partial(of_bytes, kind) for kind in numpy_types()]
    texts: list[Kind] = [partial(of_text, "U"), of_strings, of_objects]
    masks: list[Kind] = [plain[0], *texts]
    return (*plain, *texts, *(partial(masked, kind) for kind in masks))


# --- Arrow ---------------------------------------------------------------------------------------------------------


@cache
def arrow() -> Any:
    return import_module("pyarrow")


def arrow_types() -> list[Any]:
    """Every type of a fixed width whose cells are bytes."""
    pa = arrow()
    names = "int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 date32 date64"
    units, zones = ("s", "ms", "us", "ns"), (None, "UTC", "Europe/Berlin", "+05:30")
    kinds = [getattr(pa, name)() for name in [*names.split(), "month_day_nano_interval"]]
    kinds += [pa.time32(unit) for unit in units[:2]] + [pa.time64(unit) for unit in units[2:]]
    kinds += [pa.duration(unit) for unit in units]
    kinds += [pa.timestamp(unit, tz=zone) for unit in units for zone in zones]
    for width, digits in ((32, 9), (64, 18), (128, 38), (256, 76)):
        make = getattr(pa, f"decimal{width}")
        kinds += [make(digits, scale) for scale in (0, 2, digits)]
    return [*kinds, pa.binary(3)]


def of_arrow_bytes(kind: Any, cells: Cells) -> Any:
    """Every seventh cell is null."""
    pa = arrow()
    data = b"".join(bits(cell, kind.bit_width // 8) for cell in cells)
    valid = np.packbits([cell % 7 != 6 for cell in cells], bitorder="little").tobytes()
    return pa.Array.from_buffers(kind, len(cells), [pa.py_buffer(valid), pa.py_buffer(data)])


def of_arrow_text(name: str, cells: Cells) -> Any:
    pa = arrow()
    view, large = name.endswith("view"), name.startswith("large")
    binary = pa.binary_view() if view else pa.large_binary() if large else pa.binary()
    texts = [None if cell % 7 == 6 else text(cell) for cell in cells]
    return pa.array(texts, binary).view(getattr(pa, name)())


def dictionary(words: Kind, cells: Cells) -> Any:
    """Some places are outside the dictionary."""
    pa = arrow()
    indices = pa.array([None if cell == 0 else cell - 3 for cell in cells], pa.int32())
    return pa.DictionaryArray.from_arrays(indices, words(range(SEEDS - 8)), safe=False)


def nested(name: str, cells: Cells) -> Any:
    """Cells of text within a list, a structure, a map, a union, a run."""
    pa = arrow()
    words, ends = of_arrow_text("binary", cells), pa.array(range(len(cells) + 1), pa.int32())
    numbers = of_arrow_bytes(pa.int64(), cells)
    starts, ones = ends[:-1], pa.array([1] * len(cells), pa.int32())
    tags = pa.array([cell % 2 for cell in cells], pa.int8())
    makers: dict[str, Callable[[], Any]] = {
        "list": lambda: pa.ListArray.from_arrays(ends, words),
        "large list": lambda: pa.LargeListArray.from_arrays(ends.cast("int64"), words),
        "list view": lambda: pa.ListViewArray.from_arrays(starts, ones, words),
        "large list view": lambda: pa.LargeListViewArray.from_arrays(
            starts.cast("int64"), ones.cast("int64"), words
        ),
        "fixed list": lambda: pa.FixedSizeListArray.from_arrays(words, 1),
        "struct": lambda: pa.StructArray.from_arrays([words, numbers], ["a", "b"]),
        "map": lambda: pa.MapArray.from_arrays(ends, pa.array(range(len(cells))), words),
        "sparse union": lambda: pa.UnionArray.from_sparse(tags, [words, numbers]),
        "dense union": lambda: pa.UnionArray.from_dense(tags, starts, [words, numbers]),
        "runs": lambda: pa.RunEndEncodedArray.from_arrays(ends[1:], words),
        "nothing": lambda: pa.nulls(len(cells)),
        "truth": lambda: pa.array([None if cell % 3 == 2 else cell % 2 == 0 for cell in cells]),
    }
    return makers[name]()


TEXT_TYPES = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")
NESTED: tuple[str, ...] = ("list", "large list", "list view", "large list view", "fixed list")
NESTED += ("struct", "map", "sparse union", "dense union", "runs", "nothing", "truth")


@cache
def arrow_kinds() -> tuple[Kind, ...]:
    pa = arrow()
    fixed = [partial(of_arrow_bytes, kind) for kind in arrow_types()]
    texts = [partial(of_arrow_text, name) for name in TEXT_TYPES]
    words = [texts[0], texts[3], partial(of_arrow_bytes, pa.date32()), partial(of_arrow_bytes, pa.float64())]
    return (
        *fixed,
        *texts,
        *(partial(dictionary, kind) for kind in words),
        *(partial(nested, n) for n in NESTED),
    )
