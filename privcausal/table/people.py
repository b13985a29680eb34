"""Several rows of one person: at most so many of them are kept, by a rule that is public.

Of each identifier the first rows of the table are kept. Every other row, and every row without an identifier, becomes
a blank record, all of whose cells are missing: so the number of records does not change, and is public. Then all
records are put into a secret random order.

Neighbours are two tables of one length that differ in the rows of one person alone: where one has rows of that person,
the other has rows of one person, the same or another who has no rows elsewhere, or rows without an identifier. How
many rows the person has is hidden, too. As collections, without order, the kept records of such tables differ in at
most K records, each replaced by another; and since every order is as likely as any other, they count as tables that
differ in K places.

An identifier that is a number is that number, however it is written: `01`, `1` and `1.0` are one person, as they are
to every reader of a column of numbers. Two people who have these are therefore one, and are charged once: when
one of them is replaced, rows of the other can be kept instead, and up to 2K records differ. The same holds for one
person who has two identifiers.

Blank records have all their gaps together, and that makes columns look related. With `keep_rows`, a public number, so
many of the kept rows are drawn at random, and blank ones come in only where there are fewer.

Claim: B-people
"""

import os
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.table.declaration import Declaration, Identifier
from privcausal.table.records import Table
from privcausal.table.unit import Unit

Places = NDArray[np.intp]

BLANK = -1
"""The place of a record that is not taken from the table."""


def with_identifiers(declaration: Declaration) -> Declaration:
    """Return the columns to read: the declared ones and that of the identifiers.

    >>> from privcausal.table.declaration import Number
    >>> list(with_identifiers(Declaration({"pain": Number(0, 10)}, unit=Unit(3, "patient"))).columns)
    ['pain', 'patient']
    """
    person = declaration.unit.person
    assert person is not None  # only then has anything to be cut
    if person in declaration.columns:
        raise ValueError(
            "person must be a column of identifiers, and this one is declared as a column to be asked about: "
            "leave it out of the declaration"
        )
    return Declaration({**declaration.columns, person: Identifier()}, declaration.dialect)


def first_rows(identifiers: Floats, rows: int) -> Places:
    """The places of the first so many rows of each identifier; a row without one, NaN, is never kept.

    >>> first_rows(np.array([7.0, 8.0, 7.0, np.nan, 7.0]), 2).tolist()
    [0, 1, 2]
    """
    order = np.argsort(identifiers, kind="stable")
    ordered = identifiers[order]
    rank = np.arange(len(ordered)) - np.searchsorted(ordered, ordered)
    return np.sort(order[(rank < rows) & ~np.isnan(ordered)])


def draw_places(places: Places, lots: NDArray[np.uint64], size: int) -> Places:
    """So many of these places, those with the smallest lots; blank ones where there are not as many.

    >>> draw_places(np.array([0, 2]), np.array([9, 1, 3], dtype=np.uint64), 1).tolist()
    [2]
    """
    chosen = places[np.argsort(lots[places], kind="stable")][:size]
    return np.concatenate([chosen, np.full(size - len(chosen), BLANK, dtype=places.dtype)])


def limited(table: Table, declaration: Declaration, seed: int | None = None) -> Table:
    """The declared columns with at most so many rows of each person; `table` has the identifiers, too.

    Claim: B-people

    >>> from privcausal.table.declaration import Number
    >>> public = Declaration({"pain": Number(0, 10, missing=0)}, unit=Unit(1, "patient"))
    >>> cells = {"pain": np.array([1.0, 2.0, 3.0]), "patient": np.array([7.0, 7.0, 8.0])}
    >>> sorted(limited(Table(with_identifiers(public), cells), public)["pain"].tolist())
    [0.0, 1.0, 3.0]
    """
    unit = declaration.unit
    size = len(table) if unit.keep_rows is None else unit.keep_rows
    if size > len(table):
        raise ValueError(f"keep_rows must be at most the number of rows, here {len(table):,}, got {size:,}")
    assert unit.person is not None
    places = draw_places(first_rows(table.columns[unit.person], unit.rows), _lots(len(table), seed), size)
    places = places[np.argsort(_lots(size, None if seed is None else seed + 1), kind="stable")]
    columns = {}
    for name, column in declaration.columns.items():
        columns[name] = table.columns[name][places]
        columns[name][places == BLANK] = column.substitute
    return Table(declaration, columns, places == BLANK)


def of_people(table: Table, unit: Unit) -> Table:
    """Return the same records, with the new declaration of the rows of one person.

    >>> from privcausal.table.declaration import Number
    >>> table = Table(Declaration({"age": Number(0, 110)}), {"age": np.zeros(4)})
    >>> of_people(table, Unit(2)).declaration.unit.rows
    2
    """
    before = table.declaration.unit
    if unit == before:
        return table
    if unit.person is not None or before.person is not None:
        raise ValueError(
            "rows_per_person, person and keep_rows must be left out for a table whose identifiers were read before, "
            "or not read at all: hand in the file or the frame"
        )
    return replace(table, declaration=replace(table.declaration, unit=unit))


def _lots(size: int, seed: int | None) -> NDArray[np.uint64]:
    """Different words in a random order: from the system, or from a seed for demonstrations."""
    rng = None if seed is None else np.random.default_rng(seed)
    while True:
        if rng is None:
            words = np.frombuffer(os.urandom(8 * size), dtype=np.uint64)
        else:
            words = rng.integers(2**64 - 1, size=size, dtype=np.uint64, endpoint=True)
        if (np.diff(np.sort(words)) > 0).all():  # otherwise ties would keep the table's order
            return words
