"""Whatever people's data come in as, they leave here as a declared table."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeGuard, Union

from privcausal.arguments import kind
from privcausal.table.csv import read_csv
from privcausal.table.declaration import Declaration
from privcausal.table.dialect import PARQUET, Dialect, is_parquet
from privcausal.table.frames import ArrowStream, from_arrow, from_frame, parquet_names, read_parquet
from privcausal.table.header import looks_like_data, named_columns
from privcausal.table.numpy_arrays import Arrays, from_arrays
from privcausal.table.people import limited, with_identifiers
from privcausal.table.records import Table

if TYPE_CHECKING:
    import pandas as pd

Source = Union[str, Path, "pd.DataFrame", ArrowStream, Arrays]
"""A file of text or Parquet by its name, a data frame of pandas or Polars, a relation of DuckDB, an Arrow table, the
columns of an array."""


def read(source: Source, declaration: Declaration, seed: int | None = None) -> Table:
    """The declared columns of a source; two sources one record apart give tables at most one record apart.

    Where a column says whose a row is, at most so many rows of each person are kept; `seed` is for demonstrations.

    Claim: B-reading

    >>> import pandas as pd
    >>> from privcausal.table.declaration import Number
    >>> print(read(pd.DataFrame({"name": ["Ann"], "age": [34]}), Declaration({"age": Number(0, 110)})))
    1 records of age
    """
    if declaration.unit.person is not None:
        return limited(read(source, with_identifiers(declaration)), declaration, seed)
    if isinstance(source, str | Path):
        parquet = Path(source).suffix.lower() in PARQUET
        return read_parquet(source, declaration) if parquet else read_csv(source, declaration)
    if isinstance(source, Arrays):
        return from_arrays(source, declaration)
    if _is_frame(source):
        return from_frame(source, declaration)
    if is_stream(source):
        return from_arrow(source, declaration)
    raise ValueError(f"data must be a file name, a data frame or an Arrow stream, got {kind(source)}")


def names_of(source: Source, dialect: Dialect | None = None) -> list[str]:
    """All columns of a file, by its header or schema, or of a data frame: names are public, cells are not.

    Names that look like data are refused: whoever has read a table without a header has a record for names.

    >>> import pandas as pd
    >>> names_of(pd.DataFrame({"name": ["Ann"], "age": [34]}))
    ['name', 'age']
    """
    if isinstance(source, str | Path):
        if not is_parquet(source):
            return named_columns(source, dialect or Dialect())
        return _no_record(parquet_names(source), str(source))
    if _is_frame(source) or isinstance(source, Arrays):
        _no_record(
            [name for name in source.columns if isinstance(name, str)], "data"
        )  # numbers are pandas' own
        return list(map(str, source.columns))
    raise ValueError(
        "declare must be given, unless data is a file, a data frame of pandas or a NumPy array: it says which columns "
        "count and what they can hold"
    )


def _no_record(names: list[str], where: str) -> list[str]:
    if any(names) and looks_like_data(names):
        raise ValueError(
            f"the names of the columns of {where} look like data, so the table was perhaps read without a header: give "
            "its columns names, or declare those that you mean. Nothing was spent."
        )
    return names


def is_stream(source: Source) -> "TypeGuard[ArrowStream]":
    """Does it hand out its rows as an Arrow stream, and is it no frame of pandas, which can do so too?"""
    return not _is_frame(source) and hasattr(source, "__arrow_c_stream__")


def is_reader(source: Source) -> bool:
    """Is it a stream of pyarrow's, which can be gone through only once? A table of records can be asked for more."""
    pyarrow = sys.modules.get("pyarrow")
    return pyarrow is not None and isinstance(source, pyarrow.RecordBatchReader)


def _is_frame(source: Source) -> "TypeGuard[pd.DataFrame]":
    """Without loading pandas: a data frame brings it along."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(source, pandas.DataFrame)
