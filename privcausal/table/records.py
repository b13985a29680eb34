"""A table as the library knows it: numbers in their ranges, codes of declared categories, and nothing else."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.table.cells import Values, category, numbers
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.sums import AT_ONCE, Look, sum_products


@dataclass(frozen=True, eq=False)
class Table:
    """The declared columns of n records. Its repr shows public facts alone; n is public too.

    >>> declaration = Declaration({"age": Number(0, 110, cuts=(18,)), "dose": Categories(("low", "high"))})
    >>> table = Table(declaration, {"age": np.array([3.0, 40.0]), "dose": np.array([0, 2], dtype=np.uint8)})
    >>> print(table)
    2 records of age, dose
    >>> table.codes().tolist(), table.sizes()
    ([[0, 0], [1, 2]], [3, 3])
    """

    declaration: Declaration
    columns: Mapping[str, Values] = field(repr=False)
    blank: NDArray[np.bool_] | None = field(default=None, repr=False)
    """Which records stand in for rows that were left out; None if there are none."""

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))

    def __str__(self) -> str:
        return f"{len(self)} records of {', '.join(self.columns)}"

    def __getitem__(self, name: str) -> Values:
        self.declaration.only([name])
        return self.columns[name]

    def number(self, name: str) -> Floats:
        """One column of numbers."""
        if not isinstance(self.declaration.only([name]).columns[name], Number):
            raise ValueError(
                f"column {name!r} must be declared as a number with a range, not as categories; "
                "those are asked by discover, or by release and cross"
            )
        column = self.declaration.columns[name]
        assert isinstance(column, Number)
        return numbers(column, self.columns[name])

    def bounds(self, name: str) -> tuple[float, float]:
        """The declared range of a column on its scale, which must end on both sides."""
        column = self.declaration.only([name]).columns[name]
        if not (isinstance(column, Number) and math.isfinite(column.low) and math.isfinite(column.high)):
            raise ValueError(f"column {name!r} must be declared as a number with a finite range")
        return column.ends

    def uncut(self) -> "Table":
        """Return the same numbers for a method that wants no categories."""
        columns = {name: self.number(name) for name in self.columns}
        return Table(without_cuts(self.declaration), columns, self.blank)

    def numbers(self, names: Sequence[str] | None = None) -> Floats:
        """Columns of numbers side by side (default: all)."""
        return np.stack([self.number(name) for name in names or self.columns], axis=1)

    def codes(self, names: Sequence[str] | None = None) -> NDArray[np.uint8]:
        """Columns of categories side by side (default: all); numbers are cut where it was declared."""
        chosen = self._categorical(names)
        return np.stack([category(column, self.columns[name]) for name, column in chosen.items()], axis=1)

    def sizes(self, names: Sequence[str] | None = None) -> list[int]:
        """How many categories each of these columns has."""
        return [column.size for column in self._categorical(names).values()]

    def pieces(self) -> Iterator[Floats]:
        """Yield the declared columns side by side, some records at a time; categories are their codes."""
        for start in range(0, len(self), AT_ONCE):
            yield side_by_side({name: cells[start : start + AT_ONCE] for name, cells in self.columns.items()})

    def sum(self, look: Look) -> Floats:
        """Return the sum of left ⊗ right over the records as this look sees them."""
        return sum_products(self.pieces(), look)[0].value

    def _categorical(self, names: Sequence[str] | None) -> Mapping[str, Number | Categories]:
        chosen = self.declaration.only(list(names or self.columns)).columns
        for name, column in chosen.items():
            if isinstance(column, Number) and not column.cuts:
                raise ValueError(
                    f"column {name!r} must be declared with categories, or as a number with cuts; "
                    "add cuts = [...] to its range, or leave the column out of the declaration"
                )
        return chosen


def without_cuts(declaration: Declaration) -> Declaration:
    """Return the same columns as numbers alone.

    >>> without_cuts(Declaration({"old": Number(0, 110, cuts=(65,))})).columns["old"].cuts
    ()
    """
    columns = {
        name: replace(column, cuts=()) if isinstance(column, Number) else column
        for name, column in declaration.columns.items()
    }
    return replace(declaration, columns=columns)


def side_by_side(columns: Mapping[str, Values]) -> Floats:
    """Return columns of numbers and codes as one matrix of floats."""
    return np.stack(list(columns.values()), axis=1).astype(np.float64, copy=False)


def joined(declaration: Declaration, pieces: Iterable[Mapping[str, Values]], where: str) -> Table:
    """One table of many pieces.

    >>> number = Declaration({"x": Number()})
    >>> print(joined(number, [{"x": np.zeros(2)}, {"x": np.ones(1)}], "here"))
    3 records of x
    """
    parts: dict[str, list[Values]] = {name: [] for name in declaration.columns}
    for piece in pieces:
        for name, values in piece.items():
            parts[name].append(values)
    if not any(map(len, next(iter(parts.values())))):
        raise ValueError(f"{where} must hold at least one record, got none")
    return Table(declaration, {name: np.concatenate(parts.pop(name)) for name in declaration.columns})
