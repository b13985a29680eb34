"""Inputs of users: tables in many forms, and short words for the declaration of their columns."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from numbers import Real
from os import PathLike
from pathlib import Path
from typing import Any, Union

import numpy as np
from numpy.typing import NDArray

from privcausal.arguments import check_file_name, kind
from privcausal.table.cluster import is_dask
from privcausal.table.declaration import MOST_CATEGORIES, Categories, Column, Declaration, Number, categories
from privcausal.table.declaration_files import column, load, parse
from privcausal.table.numpy_arrays import Arrays
from privcausal.table.people import of_people
from privcausal.table.records import Table
from privcausal.table.sources import Source, names_of, read
from privcausal.table.unit import declare_unit

Data = Source | Table | NDArray[Any]
"""A file name, a data frame of pandas or Polars, anything with an Arrow stream, an array with a record in each row.

Files, Arrow streams (a DuckDB relation is one) and Dask data frames are gone through in bounded memory by `release` and
by the methods of `discover` whose names begin with `once`.
"""

People = tuple[int | None, str | None, int | None] | tuple[()]
"""What a question says of the rows of one person: how many at most, their column, and how many are kept of all."""

Short = Column | tuple[float, float] | list[object] | Mapping[str, object]
"""A range (low, high), a list of categories, or what a TOML file says of a column: {"values": [...], "missing": ...}.

Or a column as `privcausal.table.declaration` knows it.
"""

Declared = Union[Declaration, Mapping[str, Short], str, "PathLike[str]"]
"""The declaration of the columns: an object, a dict, or the name of a TOML file."""


INSTEAD = {
    "LazyFrame": "its rows, frame.collect()",
    "DuckDBPyConnection": "a relation, connection.sql('select * from people')",
    "Series": "a data frame with all columns that the question is about",
    "dict": "pandas.DataFrame(data)",
    "list": "pandas.DataFrame(data, columns=[...]), or numpy.array(data)",
    "DataFrameGroupBy": "the data frame that was grouped",
}
"""Inputs that are common mistakes, by the name of their class, and the correct input."""


def as_source(data: Data) -> Source | Table:
    """Arrays are taken by their columns, which are not converted yet; those without names are x0, x1, …"""
    name = type(data).__name__
    if name in INSTEAD:
        raise ValueError(f"data must be a table, got {name}: hand in {INSTEAD[name]}. Nothing was spent.")
    check_file_name("data", data)
    return Arrays.of(data) if isinstance(data, np.ndarray) else data


def as_declaration(declare: Declared) -> Declaration:
    """In short words or long.

    >>> as_declaration({"age": (0, 110), "well": ["no", "yes"]}).columns["age"]
    Number(low=0.0, high=110.0, missing=None, cuts=())
    """
    if isinstance(declare, Declaration):
        return _with_few_cuts(declare)
    if isinstance(declare, Mapping):
        if _as_in_a_file(declare):
            return _with_few_cuts(parse(declare, "declare"))
        return _with_few_cuts(
            Declaration(
                {str(name): _column(place, short) for place, (name, short) in enumerate(declare.items(), 1)}
            )
        )
    if not isinstance(declare, str | PathLike):
        raise ValueError(
            "declare must be a dict of columns, the name of a TOML or JSON file, or a Declaration, got "
            f"{kind(declare)}"
        )
    check_file_name("declare", declare)
    return load(Path(declare))


def _as_in_a_file(declare: Mapping[str, Any]) -> bool:
    """Whether a dict has all that a file has, such as the decimal sign, and not a column named `columns`."""
    columns = declare.get("columns")
    return isinstance(columns, Mapping) and not {"values", "range"} & set(columns)


def _with_few_cuts(public: Declaration) -> Declaration:
    """Refuse more intervals than there are codes: those beyond would count as the first ones."""
    for place, declared in enumerate(public.columns.values(), 1):
        if isinstance(declared, Number) and declared.size > MOST_CATEGORIES:
            raise ValueError(
                f"cuts of column {place:d} of the declaration must leave at most {MOST_CATEGORIES} categories. "
                "Declare fewer, from subject knowledge. Nothing was spent."
            )
    return public


def _column(place: int, declared: Short) -> Column:
    if isinstance(declared, Number | Categories):
        return declared
    where = f"column {place:d} of declare"
    if hasattr(type(declared), "__array__"):
        raise ValueError(
            f"{where} must be a range (low, high) or a list of categories, got {kind(declared)}: "
            "declare from what you know, and never from the data"
        )
    if isinstance(declared, Mapping):
        return column(declared, where)
    if isinstance(declared, tuple) and len(declared) == 2 and any(isinstance(end, str) for end in declared):
        raise ValueError(f"{where} is a tuple of words; for categories write a list, with [ and ]")
    try:
        if isinstance(declared, tuple) and len(declared) == 2:
            return Number(*map(_end, declared))
        return categories(declared)
    except TypeError:  # whatever it is, it cannot be gone through
        raise ValueError(f"{where} must be a range (low, high) or a list of categories") from None
    except ValueError as error:
        raise ValueError(
            f"{where} must be a range (low, high) of two numbers or a list [a, b] of categories: {error}"
        ) from None


def _end(value: Any) -> Any:
    """One end of a range as a float; `Number` refuses what is none."""
    try:
        return float(value) if isinstance(value, Real | Decimal) else value
    except OverflowError:
        return value


def as_table(
    data: Data,
    declare: Declared | None = None,
    names: Sequence[str] | None = None,
    people: People = (),
    seed: int | None = None,
) -> Table:
    """The declared columns, or those of them that a question is about; undeclared, all columns are numbers."""
    source = as_source(data)
    if is_dask(source):
        raise ValueError("data on a Dask cluster must be brought here with .compute(); nothing was spent")
    public = declared_part(source, declare, names, people)
    return of_people(source, public.unit) if isinstance(source, Table) else read(source, public, seed)


def declared_part(
    source: Source | Table,
    declare: Declared | None = None,
    names: Sequence[str] | None = None,
    people: People = (),
) -> Declaration:
    """Return the declaration of the columns of a source, or of those that a question is about.

    >>> declared_part("people.csv", None, ("age", "dose")).columns["dose"].substitute
    0.0
    """
    if isinstance(source, Table):
        return replace(source.declaration, unit=declare_unit(source.declaration.unit, *people))
    if declare is None:
        every = names_of(source) if names is None else names
        declare = dict.fromkeys([name for name in every if name not in people[1:2]], Number())
    public = as_declaration(declare)
    public = replace(public, unit=declare_unit(public.unit, *people))
    return public if names is None else public.only(list(dict.fromkeys(names)))
