"""Cells that a declaration changes: how many of each column are missing, clipped or not declared.

They are read as they are: a number without its range, NaN where there is none, and a category for all
undeclared values. The counts are private; `privcausal.data_check` releases them with noise.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from privcausal.arrays import Floats
from privcausal.table.declaration import Categories, Column, Declaration, Number

MISSING, BELOW, ABOVE, UNDECLARED = (
    "missing or not a number",
    "below the range",
    "above the range",
    "not declared",
)


@dataclass(frozen=True)
class Unclipped(Number):
    """A column of numbers as they are in the table: NaN for a cell that is not a finite number."""

    @property
    def substitute(self) -> float:
        """No number."""
        return math.nan


def as_they_are(declaration: Declaration) -> Declaration:
    """Return the same columns, read so that what the declaration would change can be counted.

    >>> as_they_are(Declaration({"dose": Categories(("low", "high"), missing="low")})).columns["dose"].size
    3
    """
    return replace(
        declaration, columns={name: _as_it_is(column) for name, column in declaration.columns.items()}
    )


def _as_it_is(column: Column) -> Column:
    return replace(column, missing=None) if isinstance(column, Categories) else Unclipped()


def kinds(column: Column) -> tuple[str, ...]:
    """Return what can be wrong with a cell of this column; no cell is two of these.

    >>> kinds(Categories(("low", "high"))), kinds(Number(0, 110))[1:], kinds(Number())
    (('not declared',), ('below the range', 'above the range'), ('missing or not a number',))
    """
    if isinstance(column, Categories):
        return (UNDECLARED,)
    ends = {BELOW: column.low, ABOVE: column.high}
    return (MISSING, *(kind for kind, end in ends.items() if math.isfinite(end)))


def most_changed(declaration: Declaration) -> int:
    """Return by how much all counts together change at most when one record is replaced, as a sum of distances.

    Each column's counts change by at most 1 if there is one of them, and otherwise by 2: one cell of a kind less, and
    one of another kind more.

    Claim: B-suspects

    >>> most_changed(Declaration({"age": Number(0, 110), "dose": Categories(("low", "high"))}))
    3
    """
    return sum(min(len(kinds(column)), 2) for column in declaration.columns.values())


def suspects(declaration: Declaration, pieces: Iterable[Floats]) -> tuple[Floats, int]:
    """Return all counts, column by column in the order of `kinds`, and the number of records.

    `pieces` hold the columns side by side, read by `as_they_are(declaration)`.

    >>> ages = Declaration({"age": Number(0, 110), "well": Categories(("no", "yes"))})
    >>> suspects(ages, [np.array([[34.0, 1], [340.0, 0], [np.nan, 2]])])
    (array([1., 0., 1., 1.]), 3)
    """
    total, records = np.zeros(sum(len(kinds(column)) for column in declaration.columns.values())), 0
    for rows in pieces:
        records += len(rows)
        total += np.concatenate(
            [
                _counts(column, cells)
                for column, cells in zip(declaration.columns.values(), rows.T, strict=True)
            ]
        )
    return total, records


def _counts(column: Column, cells: Floats) -> Floats:
    if isinstance(column, Categories):
        return np.array([(cells == len(column.values)).sum()], dtype=float)
    found = {MISSING: np.isnan(cells), BELOW: cells < column.low, ABOVE: cells > column.high}
    return np.array([found[kind].sum() for kind in kinds(column)], dtype=float)
