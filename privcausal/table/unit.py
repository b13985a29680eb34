"""The privacy unit: the public limit on the rows of one person in a table, and its declaration."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from privcausal.arguments import kind, number

MOST_ROWS = 10**9
"""No table has more rows than that of one person."""


@dataclass(frozen=True)
class Unit:
    """How many rows a person has at most, and which column says whose they are. All of it is public.

    Without `person` the number of rows is an assertion of whoever declares it. With it the table is cut: of each person
    only so many rows are kept (`privcausal.table.people`).

    >>> Unit(3).people(100), Unit().people(100)
    (33, 100)
    """

    rows: int = 1
    """The most rows of one person."""
    person: str | None = None
    """The column of identifiers, if there is one."""
    keep_rows: int | None = None
    """How many rows are kept of all people together: None for as many as the table has."""

    def __post_init__(self) -> None:
        for name, value in (("rows_per_person", self.rows), ("keep_rows", self.keep_rows)):
            if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
                raise ValueError(f"{name} must be a whole number, 1 or more, got {number(value)}")
            if value is not None and value > MOST_ROWS:
                raise ValueError(f"{name} must be at most {MOST_ROWS:,}, got a larger number")
        if self.person is not None and (not isinstance(self.person, str) or not self.person):
            raise ValueError(f"person must be the name of a column of identifiers, got {kind(self.person)}")
        if self.keep_rows is not None and self.person is None:
            raise ValueError(
                "keep_rows must come with person, the column of identifiers: without it no row is left out"
            )

    @property
    def priced(self) -> dict[str, Any]:
        """Return its part of a price: for whom it holds, and whether blank records can come in."""
        blank = self.person is not None and self.keep_rows is None
        return {"rows": self.rows, "person": self.person, "blank": blank}

    def people(self, rows: int) -> int:
        """How many people such a table has at least: so many independent records it is worth at the worst."""
        return rows // self.rows

    def drawn(self, rows: int) -> int:
        """Return how many records an answer about such a table has.

        >>> Unit(1, "patient", 1_200).drawn(20_000), Unit().drawn(20_000)
        (1200, 20000)
        """
        return rows if self.keep_rows is None else self.keep_rows


def declare_unit(
    unit: Unit,
    rows_per_person: int | None = None,
    person: str | None = None,
    keep_rows: int | None = None,
) -> Unit:
    """Return the new declaration, and where it is silent the earlier one.

    >>> declare_unit(Unit(3), person="id")
    Unit(rows=3, person='id', keep_rows=None)
    """
    return Unit(
        unit.rows if rows_per_person is None else rows_per_person,
        unit.person if person is None else person,
        unit.keep_rows if keep_rows is None else keep_rows,
    )


ENTRIES = ("rows_per_person", "person", "keep_rows")
"""The entries of a declaration about it."""


def unit_of(content: Mapping[str, Any]) -> Unit:
    """The unit that a declaration's entries say."""
    return declare_unit(Unit(), *(content.get(name) for name in ENTRIES))


def unit_dict(unit: Unit) -> dict[str, Any]:
    """The same entries; none where one row is one person.

    >>> unit_dict(Unit()), unit_dict(Unit(3, "id"))
    ({}, {'rows_per_person': 3, 'person': 'id'})
    """
    if unit == Unit():
        return {}
    entries = dict(zip(ENTRIES, (unit.rows, unit.person, unit.keep_rows), strict=True))
    return {name: value for name, value in entries.items() if value is not None}
