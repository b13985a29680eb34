"""What users hand in: tables in many forms, and short words for what is public about their columns."""

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

from privcausal.table.declaration import Categories, Column, Declaration, Number, categories, column, load
from privcausal.table.records import Table
from privcausal.table.sources import Source, names_of, read

Data = Source | Table | NDArray[Any]
"""A file name, a data frame of pandas or Polars, anything with an Arrow stream, an array with a record in each row.

Files, Arrow streams (a DuckDB relation is one) and Dask data frames are gone through in bounded memory by `release` and
by the methods of `discover` whose names begin with `once`.
"""

Short = Column | tuple[float, float] | list[object] | Mapping[str, object]
"""A range (low, high), a list of categories, or what a TOML file says of a column: {"values": [...], "missing": ...}.

Or a column as `privcausal.table.declaration` knows it.
"""

Declared = Union[Declaration, Mapping[str, Short], str, "PathLike[str]"]
"""What is public about the columns: an object, a dict, or the name of a TOML file."""


def source_of(data: Data) -> Source | Table:
    """Arrays become data frames; columns without names are x0, x1, …"""
    if not isinstance(data, np.ndarray):
        return data
    import pandas as pd

    if data.dtype.names is not None:
        return pd.DataFrame(data)
    if data.ndim != 2:
        raise ValueError(f"data must have a record in each row and two axes, got {data.ndim}")
    return pd.DataFrame(data, columns=[f"x{place}" for place in range(data.shape[1])])


def declaration_of(declare: Declared) -> Declaration:
    """In short words or long.

    >>> declaration_of({"age": (0, 110), "well": ["no", "yes"]}).columns["age"]
    Number(low=0.0, high=110.0, missing=None, cuts=())
    """
    if isinstance(declare, Declaration):
        return declare
    if isinstance(declare, Mapping):
        return Declaration({str(name): _column(str(name), said) for name, said in declare.items()})
    return load(Path(declare))


def _column(name: str, said: Short) -> Column:
    if isinstance(said, Number | Categories):
        return said
    if isinstance(said, Mapping):
        return column(said, f"declare[{name!r}]")
    try:
        if isinstance(said, tuple) and len(said) == 2:
            low, high = said
            return Number(float(low), float(high))
        return categories(said)
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"declare[{name!r}] must be a range (low, high) or a list of categories: {error}"
        ) from None


def table_of(data: Data, declare: Declared | None = None, names: Sequence[str] | None = None) -> Table:
    """The declared columns, or those of them that a question is about; undeclared, all columns are numbers."""
    source = source_of(data)
    return source if isinstance(source, Table) else read(source, public_of(source, declare, names))


def public_of(
    source: Source | Table, declare: Declared | None = None, names: Sequence[str] | None = None
) -> Declaration:
    """What is public about the columns of a source, or about those that a question is about.

    >>> public_of("people.csv", None, ("age", "dose")).columns["dose"].stand_in
    0.0
    """
    if isinstance(source, Table):
        return source.declaration
    if declare is None:
        declare = dict.fromkeys(names_of(source) if names is None else names, Number())
    public = declaration_of(declare)
    return public if names is None else public.only(list(dict.fromkeys(names)))
