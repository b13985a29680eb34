"""Tables as NumPy arrays: a record in each row of two axes, or a structured array. Declared columns alone are read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.table.cells import Values, from_floats, from_objects
from privcausal.table.declaration import Column, Declaration
from privcausal.table.dialect import Dialect
from privcausal.table.foreign import cell_by_cell, missing
from privcausal.table.header import places
from privcausal.table.records import Table, joined

NUMBERS, COMPLEX, OBJECTS = "biuf", "c", "SUTO"
"""What NumPy calls the kinds of types that count as numbers, and as text or objects; all others are missing."""


@dataclass(frozen=True, eq=False)
class Arrays:
    """The columns of an array by their names, not converted yet.

    >>> list(Arrays.of(np.zeros((3, 2))).columns)
    ['x0', 'x1']
    """

    columns: Mapping[str, NDArray[Any]] = field(repr=False)

    @classmethod
    def of(cls, data: NDArray[Any]) -> "Arrays":
        """The columns of an array; those without names are x0, x1, …"""
        plain = data if isinstance(data, np.ma.MaskedArray) else np.asarray(data)
        axes = 2 if plain.dtype.names is None else 1
        if plain.ndim != axes:
            raise ValueError(f"data must have a record in each row and {_AXES[axes]}, got {plain.ndim}")
        if plain.dtype.names is not None:
            return cls({name: plain[name] for name in plain.dtype.names})
        return cls({f"x{place}": plain[:, place] for place in range(plain.shape[1])})


_AXES = {1: "one axis", 2: "two axes"}


def from_arrays(arrays: Arrays, declaration: Declaration) -> Table:
    """The declared columns of an array.

    >>> from privcausal.table.declaration import Number
    >>> people = np.array([("Ann", 34), ("Bo", 200)], dtype=[("name", "U9"), ("age", int)])
    >>> from_arrays(Arrays.of(people), Declaration({"age": Number(0, 110)}))["age"].tolist()
    [34.0, 110.0]
    """
    places(list(arrays.columns), declaration, "data")
    dialect = declaration.dialect.in_memory
    columns = {
        name: from_array(column, _one_axis(name, arrays.columns[name]), dialect)
        for name, column in declaration.columns.items()
    }
    return joined(declaration, [columns], "data")


def from_array(column: Column, cells: NDArray[Any], dialect: Dialect) -> Values:
    """Return the values of the cells of one axis; those behind a mask are missing, and so are dates and structures."""
    values = cell_by_cell(lambda low, high: _converted(column, cells[low:high], dialect), len(cells), column)
    if isinstance(cells, np.ma.MaskedArray):
        values[np.ma.getmaskarray(cells)] = column.substitute
    return values


def _converted(column: Column, cells: NDArray[Any], dialect: Dialect) -> Values:
    plain, kind = np.asarray(cells), cells.dtype.kind
    if kind in NUMBERS:
        return from_floats(column, plain.astype(float), dialect)
    if kind in COMPLEX:  # one complex cell makes all of them complex
        return from_floats(column, np.where(plain.imag == 0, plain.real, np.nan).astype(float), dialect)
    if kind in OBJECTS:
        return from_objects(column, plain.astype(object), dialect)
    return missing(column, len(plain))


def _one_axis(name: str, cells: NDArray[Any]) -> NDArray[Any]:
    if cells.ndim != 1:
        raise ValueError(
            f"column {name!r} must hold one cell for each record, got {cells.ndim - 1} axes of them"
        )
    return cells
