"""Tables from pandas, Parquet and Arrow streams. The schema is public, as a header is; one row is one person.

A pandas column may change its type because of one cell: a gap turns whole numbers into decimals, a word turns numbers
into objects. So what a cell stands for never depends on the type of its column: 1, 1.0 and True are one category. The
time does, because objects are read one by one: the clock may tell the type, and no more than that.
"""

import importlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from privcausal.table.cells import Values, from_floats, from_objects, from_text
from privcausal.table.declaration import Column, Declaration
from privcausal.table.dialect import Dialect
from privcausal.table.header import places
from privcausal.table.lines import opened
from privcausal.table.progress import reading
from privcausal.table.records import Table, joined

if TYPE_CHECKING:
    import pandas as pd

NUMBERS = ("is_integer", "is_floating", "is_boolean", "is_decimal", "is_null")
TEXTS = ("is_string", "is_large_string", "is_string_view", "is_binary", "is_large_binary", "is_binary_view")
"""What pyarrow calls the types that count as numbers and as text."""


class ArrowStream(Protocol):
    """Whatever hands out its rows as an Arrow stream: frames of Polars, relations of DuckDB, tables of pyarrow."""

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The stream, as a capsule."""
        ...


def from_frame(frame: "pd.DataFrame", declaration: Declaration) -> Table:
    """The declared columns of a pandas data frame.

    >>> import pandas as pd
    >>> from privcausal.table.declaration import Categories, Number
    >>> frame = pd.DataFrame({"age": [34, None, "old"], "well": [1, 0, 2]})
    >>> table = from_frame(frame, Declaration({"age": Number(0, 110), "well": Categories((0, 1))}))
    >>> table["age"].tolist(), table["well"].tolist()
    ([34.0, 55.0, 55.0], [1, 0, 2])
    """
    where, dialect = places(list(map(str, frame.columns)), declaration, "data"), _unicode(declaration)
    with np.errstate(all="ignore"):  # a long double may be too large for a double: that record's own affair
        columns = {
            name: _from_series(column, frame.iloc[:, where[name]], dialect)
            for name, column in declaration.columns.items()
        }
    return joined(declaration, [columns], "data")


def from_arrow(data: ArrowStream, declaration: Declaration) -> Table:
    """The declared columns of anything with an Arrow stream; needs pyarrow.

    >>> from privcausal.table.declaration import Number
    >>> stream = importlib.import_module("pyarrow").table({"name": ["Ann", "Bo"], "age": ["34", None]})
    >>> from_arrow(stream, Declaration({"age": Number(0, 110)}))["age"].tolist()
    [34.0, 55.0]
    """
    return joined(declaration, arrow_batches(data, declaration), "data")


def arrow_batches(data: ArrowStream, declaration: Declaration) -> Iterator[dict[str, Values]]:
    """The same piece by piece, as the stream hands them out."""
    reader = _pyarrow("pyarrow").RecordBatchReader
    stream = _told(lambda: reader.from_stream(data), "data")
    yield from _batches(stream.schema, stream, declaration, "data")


def read_parquet(path: str | Path, declaration: Declaration) -> Table:
    """The declared columns of a Parquet file; needs pyarrow."""
    return joined(declaration, parquet_batches(path, declaration), str(path))


def parquet_batches(path: str | Path, declaration: Declaration) -> Iterator[dict[str, Values]]:
    """The same piece by piece, in bounded memory."""
    where, parquet = str(path), _pyarrow("pyarrow.parquet")
    with opened(path) as source:
        schema = _told(lambda: parquet.read_schema(source), where)
        wanted = [field for field in schema if field.name in declaration.columns]
        texts = [field.name for field in wanted if _is(field.type, TEXTS)]  # equal cells are read once
        # Read ahead, pyarrow would keep all that it has read of the file.
        file = _told(lambda: parquet.ParquetFile(source, read_dictionary=texts, pre_buffer=False), where)
        rows = file.iter_batches(columns=list(declaration.columns))
        with reading(file.metadata.num_rows) as more:
            for piece in _batches(file.schema_arrow, rows, declaration, where):
                yield piece
                more(len(next(iter(piece.values()))))


def parquet_names(path: str | Path) -> list[str]:
    """All columns of a Parquet file, from its schema; needs pyarrow."""
    parquet = _pyarrow("pyarrow.parquet")
    with opened(path) as source:
        return list(_told(lambda: parquet.read_schema(source), str(path)).names)


def _unicode(declaration: Declaration) -> Dialect:
    """Text in memory has no encoding of its own."""
    return replace(declaration.dialect, encoding="utf-8")


def _from_series(column: Column, series: "pd.Series[Any]", dialect: Dialect) -> Values:
    if series.dtype.kind in "biuf":
        return from_floats(column, series.to_numpy(dtype=float, na_value=np.nan))
    if series.dtype.kind == "c":  # one complex cell makes all of them complex
        parts = series.to_numpy()
        return from_floats(column, np.where(parts.imag == 0, parts.real, np.nan).astype(float))
    return from_objects(column, series.to_numpy(dtype=object), dialect)


def _batches(
    schema: Any, batches: Iterable[Any], declaration: Declaration, where: str
) -> Iterator[dict[str, Values]]:
    places(schema.names, declaration, where)
    dialect = _unicode(declaration)
    rest = iter(batches)
    while (batch := _told(lambda: next(rest, None), where)) is not None:
        yield {
            name: _from_arrow(column, batch.column(batch.schema.names.index(name)), dialect, name)
            for name, column in declaration.columns.items()
        }


def _from_arrow(column: Column, array: Any, dialect: Dialect, name: str) -> Values:
    """One column of one batch: numbers as they are, text cell by cell, and nothing else."""
    cast = _pyarrow("pyarrow.compute").cast
    if _is(array.type, ("is_dictionary",)):
        several = _from_arrow(column, array.dictionary, dialect, name)
        meant = np.concatenate([several, from_text(column, [b""], dialect)])
        return meant[_filled(array.indices, len(several))]
    if _is(array.type, NUMBERS):
        return from_floats(column, cast(array, "float64", safe=False).to_numpy(zero_copy_only=False))
    if _is(array.type, TEXTS):
        several = cast(array, "large_binary").dictionary_encode()  # equal cells are read once
        texts = [cell or b"" for cell in several.dictionary.to_pylist()] + [b""]
        return from_text(column, texts, dialect)[_filled(several.indices, len(texts) - 1)]
    raise ValueError(f"column {name!r} must hold numbers or text, got the type {array.type}")


def _filled(places: Any, other: int) -> NDArray[np.int64]:
    """Where a cell's text stands in a dictionary; `other` for a cell without one."""
    whole = _pyarrow("pyarrow.compute").cast(places, "int64").fill_null(other)
    return np.asarray(whole.to_numpy(), dtype=np.int64)


def _is(kind: Any, tests: Iterable[str]) -> bool:
    types = _pyarrow("pyarrow.types")
    return any(getattr(types, test)(kind) for test in tests)


def _told(action: Any, where: str) -> Any:
    """What an action returns; what goes wrong in foreign code is told without its message, which may quote a cell."""
    try:
        return action()
    except Exception as error:
        raise ValueError(f"cannot read {where}: {type(error).__name__}") from None


def _pyarrow(name: str) -> Any:
    """Loaded only when it is needed: it is large, and files of text do without."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise ValueError("Parquet and Arrow streams need pyarrow: pip install privcausal[arrow]") from None
