"""Tables of every type that NumPy, pandas and Arrow have, with cells that hold any bits, and what the library reads.

In the kinds of Arrow Polars and DuckDB hand out their columns, and each of them is a kind of pandas too. A test
compares the kinds with what the installed libraries know.
"""

import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
import pandas as pd

from privcausal.claims.broken.table import Records
from privcausal.claims.table import hostile
from privcausal.table.declaration import Categories, Column, Declaration, Number
from privcausal.table.inputs import as_table
from privcausal.verify.checks import Witness, space

PUBLIC: dict[str, Column] = {
    "x0": Number(0, 110),
    "x1": Categories(("1", "low")),
    "x2": Number(30, 220, missing=70),
}
"""Three columns are declared; a fourth one is there."""

# --- pandas --------------------------------------------------------------------------------------------------------


def behind_a_mask(kind: Any, cells: hostile.Cells) -> Any:
    """Return whole numbers, floats and truth values that can be missing."""
    values = hostile.of_bytes(kind.numpy_dtype, cells)
    if kind.kind == "b":
        values = np.array([cell % 2 == 0 for cell in cells])
    return kind.construct_array_type()(values.copy(), np.array([cell % 3 == 0 for cell in cells]))


def backed(kind: hostile.Kind, cells: hostile.Cells) -> Any:
    return pd.arrays.ArrowExtensionArray(hostile.arrow().chunked_array([kind(cells)]))


def categorical(words: Callable[[], Any], cells: hostile.Cells) -> Any:
    several = words()
    return pd.Categorical.from_codes([cell % (len(several) + 1) - 1 for cell in cells], several)


def sorted_out(kind: hostile.Kind, cells: hostile.Cells) -> Any:
    """Categories found by pandas among bytes; text that is no UTF-8 it does not take."""
    return pd.Series(backed(kind, cells)).astype("category").array


def zoned(unit: str, cells: hostile.Cells) -> Any:
    return (
        pd.Series(hostile.of_bytes(np.dtype(f"M8[{unit}]"), cells))
        .dt.tz_localize("UTC")
        .dt.tz_convert("Europe/Berlin")
    )


def periods(unit: str, cells: hostile.Cells) -> Any:
    return pd.arrays.PeriodArray(hostile.of_bytes(np.dtype("i8"), cells).copy(), dtype=pd.PeriodDtype(unit))


def intervals(cells: hostile.Cells) -> Any:
    lows = np.abs(np.nan_to_num(hostile.of_bytes(np.dtype("f4"), cells).astype(float)))
    return pd.arrays.IntervalArray.from_arrays(lows, lows + 1)


def strings(storage: str, na: Any, cells: hostile.Cells) -> Any:
    texts = [None if cell % 7 == 6 else hostile.text(cell).decode(errors="replace") for cell in cells]
    kind: Any = pd.StringDtype(storage, na_value=na)
    return pd.Series(texts, dtype=kind).array


def strings_of_arrow(cells: hostile.Cells) -> Any:
    """As pandas reads Parquet: nobody has looked whether they are UTF-8."""
    return pd.array(
        hostile.of_arrow_text("large_string", cells), dtype=pd.StringDtype("pyarrow", na_value=np.nan)
    )


def sparse(kind: str, cells: hostile.Cells) -> Any:
    return pd.arrays.SparseArray(hostile.of_bytes(np.dtype(kind), cells).copy())


@cache
def pandas_kinds() -> tuple[hostile.Kind, ...]:
    units = (
        "s",
        "ms",
        "us",
        "ns",
    )  # others pandas turns into seconds itself, and can fail before we see them
    own = [kind for kind in hostile.numpy_types() if kind.isnative and kind.kind in "biufcmM"]
    plain = [kind for kind in own if kind.kind not in "mM" or np.datetime_data(kind)[0] in units]
    named = [getattr(pd, name) for name in dir(pd) if name.endswith("Dtype") and name != "ArrowDtype"]
    masks = [kind() for kind in named if hasattr(kind, "numpy_dtype")]
    words = [
        lambda: pd.Index(["1", "low", "HIV"]),
        lambda: pd.Index([1.0, 34.0]),
        lambda: pd.date_range("2020", periods=3),
    ]
    words += [lambda: pd.interval_range(0, 3)]
    return (
        *(partial(hostile.of_bytes, kind) for kind in plain),
        hostile.of_objects,
        *(partial(behind_a_mask, kind) for kind in masks),
        *(partial(backed, kind) for kind in hostile.arrow_kinds()),
        *(partial(categorical, several) for several in words),
        partial(sorted_out, partial(hostile.of_arrow_text, "binary")),
        *(partial(zoned, unit) for unit in units),
        *(partial(periods, unit) for unit in ("D", "s", "ns", "Y")),
        intervals,
        *(partial(strings, storage, na) for storage in ("python", "pyarrow") for na in (pd.NA, np.nan)),
        strings_of_arrow,
        *(partial(sparse, kind) for kind in ("f8", "i8", "?", "M8[ns]")),
    )


# --- tables --------------------------------------------------------------------------------------------------------


class ArrowOnly:
    """What Polars and DuckDB offer, and nothing else."""

    def __init__(self, table: Any) -> None:
        self.table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)


def array_table(columns: Sequence[Any]) -> Any:
    """A structured array; behind masks, and of the types that have no place in one, an array of two axes."""
    kind = columns[0].dtype
    if kind.char == "T" or isinstance(columns[0], np.ma.MaskedArray):
        return (np.ma.stack if isinstance(columns[0], np.ma.MaskedArray) else np.stack)(columns, axis=1)
    kinds = [column.dtype for column in columns]
    table = np.empty(len(columns[0]), dtype=[(f"x{place}", own) for place, own in enumerate(kinds)])
    for place, column in enumerate(columns):
        table[f"x{place}"] = column
    return table


def frame_table(columns: Sequence[Any]) -> pd.DataFrame:
    made = (pd.Series(column, dtype=getattr(column, "dtype", None)) for column in columns)
    return pd.DataFrame({f"x{place}": series for place, series in enumerate(made)})


def stream_table(columns: Sequence[Any]) -> ArrowOnly:
    return ArrowOnly(
        hostile.arrow().table(list(columns), names=[f"x{place}" for place in range(len(columns))])
    )


LIBRARIES: dict[str, tuple[Callable[[], tuple[hostile.Kind, ...]], Callable[[Sequence[Any]], Any]]] = {
    "NumPy": (hostile.numpy_kinds, array_table),
    "pandas": (pandas_kinds, frame_table),
    "Arrow": (hostile.arrow_kinds, stream_table),
}


def rows_of_any_kind(library: str) -> space.Space:
    """Rows of four cells, and another one for one of them."""
    row = space.whole(0, hostile.SEEDS - 1) * 4
    kinds = LIBRARIES[library][0]()
    return space.record(
        kind=space.whole(0, len(kinds) - 1), rows=row.up_to(5), place=space.whole(0, 4), other=row
    )


def every_cell(library: str) -> Iterator[Witness]:
    """Each cell of each kind in turn, in the middle of three rows that hold tame ones."""
    for kind in range(len(LIBRARIES[library][0]())):
        for cell in range(hostile.SEEDS):
            yield {"kind": kind, "rows": [[1, 2, 1, 2]] * 3, "place": 1, "other": [cell] * 4}


def both_bodies(pair: Witness, name: str = "rows") -> tuple[list[Any], list[Any]]:
    """The rows, and the same with another one in one place."""
    rows, place = pair[name], pair["place"] % len(pair[name])
    return rows, [*rows[:place], pair["other"], *rows[place + 1 :]]


def tables(pair: Witness, library: str) -> tuple[Any, Any]:
    """Both neighbours, made by the library itself."""
    kinds, table = LIBRARIES[library]
    kind = kinds()[pair["kind"]]
    bodies = (zip(*rows, strict=True) for rows in both_bodies(pair))
    first, second = (table([kind(column) for column in body]) for body in bodies)
    return first, second


def read_records(data: Any) -> Records:
    """What the library makes of a table, or the class and the words of whatever it raises, warnings included."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            table = as_table(data, Declaration(PUBLIC))
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return list(zip(*(np.asarray(table[name], dtype=float).tolist() for name in PUBLIC), strict=True))
