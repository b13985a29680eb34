"""Tables from pandas, Parquet and Arrow streams: one row is one person.

The schema of a stream is public, as a header is: a declared column that holds neither numbers nor text is refused by
its type. That of a pandas frame is not, because one cell can change it: a gap turns whole numbers into decimals, a word
turns numbers into text or objects, a number turns dates into objects. Therefore the value of a cell never depends on
the type of its column, and no type is refused: 1, 1.0, True and "1" are one category, and a date is missing in each of
them. The time does, because objects are read one by one: the time can reveal the type, and no more.
"""

import importlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from privcausal.table.cells import Values, from_floats, from_text, legible
from privcausal.table.declaration import Categories, Column, Declaration, Identifier
from privcausal.table.dialect import Dialect
from privcausal.table.foreign import NOT_SHOWN, asked, cell_by_cell, missing
from privcausal.table.header import places
from privcausal.table.lines import open_bytes
from privcausal.table.numpy_arrays import from_array
from privcausal.table.progress import reading
from privcausal.table.records import Table, joined

if TYPE_CHECKING:
    import pandas as pd

NUMBERS = ("is_integer", "is_floating", "is_boolean", "is_decimal", "is_null")
STRINGS = ("is_string", "is_large_string", "is_string_view")
BYTES = ("is_binary", "is_large_binary", "is_binary_view")
TEXTS = (*STRINGS, *BYTES, "is_fixed_size_binary")
"""What pyarrow calls the types that count as numbers and as text."""


NO_NUMBER = re.compile(r"[+-]?nan(\(.*\))?", re.IGNORECASE)
OTHER_BASE = re.compile(r"[+-]?0[xb][0-9a-f]+", re.IGNORECASE)
"""Words that some readers take for an empty cell, beside those that Arrow names, and for a number."""


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
    where, dialect = places(list(map(str, frame.columns)), declaration, "data"), declaration.dialect.in_memory
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
    _check_guessed(declaration)
    reader = _pyarrow("pyarrow").RecordBatchReader
    stream = asked(lambda: reader.from_stream(_narrowed(data, declaration)), _cannot("data"))
    yield from _batches(stream.schema, stream, declaration, "data")


def read_parquet(path: str | Path, declaration: Declaration) -> Table:
    """The declared columns of a Parquet file; needs pyarrow."""
    return joined(declaration, parquet_batches(path, declaration), str(path))


def parquet_batches(path: str | Path, declaration: Declaration) -> Iterator[dict[str, Values]]:
    """The same piece by piece, in bounded memory."""
    where, parquet = str(path), _pyarrow("pyarrow.parquet")
    with open_bytes(path) as source:
        schema = asked(lambda: parquet.read_schema(source), _no_parquet(where))
        wanted = [field for field in schema if field.name in declaration.columns]
        stored = _delta(asked(lambda: parquet.read_metadata(source), _no_parquet(where)))
        # Equal cells are read once.
        texts = [field.name for field in wanted if _is(field.type, TEXTS) and field.name not in stored]
        # Read ahead, pyarrow would keep all that it has read of the file.
        file = asked(
            lambda: parquet.ParquetFile(source, read_dictionary=texts, pre_buffer=False), _no_parquet(where)
        )
        rows = file.iter_batches(columns=list(declaration.columns))
        with reading(file.metadata.num_rows) as more:
            for piece in _batches(file.schema_arrow, rows, declaration, where):
                yield piece
                more(len(next(iter(piece.values()))))


def _delta(metadata: Any) -> set[str]:
    """Columns of text stored as differences, of which pyarrow makes no dictionary; a writer chooses that by cells."""
    groups = map(metadata.row_group, range(metadata.num_row_groups))
    chunks = [group.column(place) for group in groups for place in range(metadata.num_columns)]
    return {chunk.path_in_schema for chunk in chunks if any("DELTA" in name for name in chunk.encodings)}


def parquet_names(path: str | Path) -> list[str]:
    """All columns of a Parquet file, from its schema; needs pyarrow."""
    parquet = _pyarrow("pyarrow.parquet")
    with open_bytes(path) as source:
        return list(asked(lambda: parquet.read_schema(source), _no_parquet(str(path))).names)


def _from_series(column: Column, series: "pd.Series[Any]", dialect: Dialect) -> Values:
    """Read one column of pandas, whatever its type; it can be built on a mask, a dictionary or Arrow."""
    import pandas as pd

    dtype, size = series.dtype, len(series)
    if isinstance(dtype, pd.SparseDtype):
        return cell_by_cell(
            lambda low, high: from_array(column, series.iloc[low:high].array.to_dense(), dialect),
            size,
            column,
        )
    if isinstance(dtype, pd.CategoricalDtype):
        several = _from_series(column, pd.Series(dtype.categories), dialect)
        return _looked_up(column, several, np.asarray(series.array.codes))
    if isinstance(dtype, pd.ArrowDtype) or getattr(dtype, "storage", "") == "pyarrow":
        cells = series.array.__arrow_array__()  # as it lies there: nothing is converted
        chunks = cells.chunks if hasattr(cells, "chunks") else [cells]
        return np.concatenate(
            [missing(column, 0), *(from_arrow_array(column, one, dialect) for one in chunks)]
        )
    if isinstance(dtype, np.dtype):
        return from_array(column, series.to_numpy(), dialect)
    if dtype.kind in "mM":
        return missing(column, size)
    if dtype.kind in "biuf":
        return cell_by_cell(
            lambda low, high: from_floats(
                column, series.iloc[low:high].to_numpy(dtype=float, na_value=np.nan), dialect
            ),
            size,
            column,
        )
    return cell_by_cell(
        lambda low, high: from_array(column, series.iloc[low:high].to_numpy(dtype=object), dialect),
        size,
        column,
    )


def _batches(
    schema: Any, batches: Iterable[Any], declaration: Declaration, where: str
) -> Iterator[dict[str, Values]]:
    places(schema.names, declaration, where)
    for name in declaration.columns:
        _check_type(name, declaration.columns[name], schema.field(schema.names.index(name)).type)
    dialect = declaration.dialect.in_memory
    rest = iter(batches)
    while (batch := asked(lambda: next(rest, None), _cannot(where))) is not None:
        yield {
            name: from_arrow_array(column, batch.column(batch.schema.names.index(name)), dialect)
            for name, column in declaration.columns.items()
        }


def _check_guessed(declaration: Declaration) -> None:
    """Refuse a category that readers take for an empty cell or a number until another cell makes their column text."""
    for place, column in enumerate(declaration.columns.values(), 1):
        if isinstance(column, Categories) and _has_guessed(column):
            raise ValueError(
                f"column {place:d} of the declaration must have no category such as NaN, NA, null or 0x10 where data "
                "is not a file: Polars, Arrow and DuckDB take such a cell for an empty one or for a number, unless "
                "another cell of the column is a word. Pass the name of the text file, or rename this category there. "
                "If missing names it, and it is no number, every question but a check of the data is answered. "
                "Nothing was spent."
            )


def _has_guessed(column: Categories) -> bool:
    """What stands for an empty cell may be the category that counts as missing; a number may be another category."""
    empty = {text.casefold() for text in _pyarrow("pyarrow.csv").ConvertOptions().null_values}
    spare = {code for text, code in column.codes.items() if text == column.missing}
    other_base = any(map(OTHER_BASE.fullmatch, column.codes))
    return other_base or any(
        code not in spare and (text.casefold() in empty or NO_NUMBER.fullmatch(text) is not None)
        for text, code in column.codes.items()
    )


def _check_type(name: str, column: Column, kind: Any) -> None:
    """Numbers, text, and either of them by a dictionary.

    Polars hands out Python objects as bytes of a fixed width: their addresses, by which every row would be a person of
    its own. An engine between makes plain bytes of them, so no bytes identify anybody.
    """
    meant = kind.value_type if _is(kind, ("is_dictionary",)) else kind
    texts = STRINGS if isinstance(column, Identifier) else (*STRINGS, *BYTES)
    if not _is(meant, (*NUMBERS, *texts)):
        plain = re.split(r"[<(\[]", str(meant))[0]  # a structure has names in it, which can come from cells
        raise ValueError(
            f"column {name!r} must hold numbers or text, got the type {plain}; make numbers or text of it where "
            "it comes from: text of objects in Polars with .map_elements(str, return_dtype=pl.String)"
        )


def from_arrow_array(column: Column, array: Any, dialect: Dialect) -> Values:
    """Return the values of an Arrow array's cells; those of a type that is neither numbers nor text are missing."""
    return cell_by_cell(
        lambda low, high: _converted(column, array.slice(low, high - low), dialect), len(array), column
    )


def _converted(column: Column, array: Any, dialect: Dialect) -> Values:
    """Numbers as they are, text cell by cell and as bytes: whether they are UTF-8 is nobody else's affair."""
    cast = _pyarrow("pyarrow.compute").cast
    if _is(array.type, ("is_dictionary",)):
        several = from_arrow_array(column, array.dictionary, dialect)
        return _looked_up(column, several, _places(array.indices))
    if _is(array.type, ("is_decimal",)):  # pyarrow's own numbers follow the digits that the type has
        texts = cast(array, "string").to_pylist()
        floats = np.array([np.nan if text is None else float(text) for text in texts])
        return from_floats(column, floats, dialect)
    if _is(array.type, NUMBERS):
        floats = cast(array, "float64", safe=False).to_numpy(zero_copy_only=False)
        return from_floats(column, floats, dialect)
    if _is(array.type, TEXTS):
        several = cast(array, "large_binary").dictionary_encode()  # equal cells are read once
        texts = [cell or b"" for cell in several.dictionary.to_pylist()]
        if not _is(array.type, STRINGS):
            texts = [legible(column, text) for text in texts]
        return _looked_up(column, from_text(column, texts, dialect), _places(several.indices))
    return missing(column, len(array))


def _looked_up(column: Column, several: Values, indices: NDArray[Any]) -> Values:
    """Where each cell is a place in a dictionary; a place outside it, such as -1 for none, is a missing cell."""
    inside = (indices >= 0) & (indices < len(several))
    values = missing(column, len(indices))
    values[inside] = several[indices[inside]]
    return values


def _places(indices: Any) -> NDArray[np.int64]:
    """Return the places of the cells' values in an Arrow dictionary; -1 for a cell without one."""
    whole = _pyarrow("pyarrow.compute").cast(indices, "int64", safe=False).fill_null(-1)
    return np.asarray(whole.to_numpy(zero_copy_only=False), dtype=np.int64)


def _is(kind: Any, tests: Iterable[str]) -> bool:
    types = _pyarrow("pyarrow.types")
    return any(getattr(types, test)(kind) for test in tests)


def _narrowed(data: Any, declaration: Declaration) -> Any:
    """Let a relation of DuckDB or a frame of Polars hand out only the declared columns, if it has them.

    Polars makes whole numbers of 128 bits of a column with one very long number, and Arrow has none.
    """
    names = list(declaration.columns)
    if type(data).__module__.startswith("polars."):
        there = [name for name in names if name in data.columns]
        wide = [name for name in there if str(data.schema[name]) in ("Int128", "UInt128")]
        return data[there].cast(dict.fromkeys(wide, str))
    if type(data).__name__ != "DuckDBPyRelation" or not set(names) <= set(data.columns):
        return data
    quoted = ('"' + name.replace('"', '""') + '"' for name in names)
    return data.project(", ".join(quoted))


def _cannot(where: str) -> str:
    return (
        f"cannot read {where}: what holds it failed, perhaps at one of its cells; {NOT_SHOWN}; read it to its end "
        "yourself; if it comes from a CSV or Parquet file, pass the name of the file instead, which no cell can stop"
    )


def _no_parquet(where: str) -> str:
    return f"cannot read {where}: it is not a whole Parquet file, or it is damaged; {NOT_SHOWN}"


def _pyarrow(name: str) -> Any:
    """Loaded only when it is needed: it is large, and files of text do without."""
    try:
        return importlib.import_module(name)
    except ImportError:
        raise ValueError("Parquet and Arrow streams need pyarrow: pip install pyarrow") from None
