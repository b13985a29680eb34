"""One release, many questions: the noisy tables of a data set, written down once and asked for nothing afterwards.

The release of `once` is kept with its price, its declaration and a checksum. The file can be published: everything
computed from it, however often, is post-processing.
"""

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from privcausal import __version__
from privcausal.answer import Answer, price_dict
from privcausal.arguments import check_target, hint, text_of
from privcausal.arrays import Floats
from privcausal.graphs.ask_once.interactions import Columns, Interactions
from privcausal.graphs.background_knowledge import Known, as_knowledge
from privcausal.graphs.cross_table import CrossTable
from privcausal.graphs.discovery import check_detectable, check_request, learn_for_people, smallest_detectable
from privcausal.graphs.methods import DEFAULT, METHODS, best_reader
from privcausal.graphs.methods.once import Once
from privcausal.graphs.result import Discovery
from privcausal.privacy.marks import mark
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.weak_budget import is_weak_budget
from privcausal.table.declaration import Categories, Column
from privcausal.table.declaration_files import as_plain
from privcausal.table.knowledge import knowledge_of
from privcausal.table.records import Table
from privcausal.table.stream import Stream
from privcausal.table.unit import Unit

FORMAT = "privcausal release 3"
"""The first entry of the file: since 3 it names the columns whose gaps are none of their values."""

EARLIER_FORMATS = ("privcausal release 2", "privcausal release 1")
"""Still read. Before 3 a gap was a category, `(other)`, of its own; before 2 nothing is known of the seed."""


@dataclass(frozen=True, eq=False, repr=False)
class TableRelease(Answer):
    """Noisy tables of some columns, which can be published."""

    values: Mapping[str, list[str]]
    """The columns and, for each, its categories in the order of the tables; all of it declared."""
    records: int
    spent: Price
    means: Mapping[Columns, Floats]
    """Mean interactions of sets of columns: see `privcausal.graphs.ask_once.interactions`."""
    scales: Mapping[Columns, float]
    """The standard deviation of the noise in each number of a mean."""
    declaration: Mapping[str, Any] = field(default_factory=dict)
    """The declaration of the columns; empty in a release from a version that did not keep it."""
    version: str = __version__
    """Which version of this library drew the noise."""
    gaps: tuple[str, ...] = ()
    """The columns in which a cell can hold none of the values; such cells are spread evenly over the values."""

    def __str__(self) -> str:
        pairs = sum(len(columns) == 2 for columns in self.means)
        more = sum(len(columns) > 2 for columns in self.means)
        return (
            f"{self.records:,} records of {', '.join(self.values)}: {pairs} noisy tables of two columns and "
            f"{more} of three, {self.spent.amount} ({self.spent.relation.value})"
        )

    def to_dict(self) -> dict[str, Any]:
        """All of it, with a checksum over all the rest."""
        unmarked = self.demonstration is None  # by a release of format 1, which knew no gaps
        body = {
            "format": EARLIER_FORMATS[-1] if unmarked else FORMAT,
            "columns": dict(self.values),
            **({} if unmarked else {"gaps": list(self.gaps)}),
            "records": self.records,
            "spent": price_dict(self.spent),
            "version": self.version,
            "declaration": dict(self.declaration),
            "tables": [
                {
                    "columns": list(columns),
                    "noise": self.scales[columns],
                    "mean": self.means[columns].tolist(),
                }
                for columns in sorted(self.means)
            ],
        }
        return {**body, "checksum": _checksum(body)}

    def save(self, path: str | Path) -> None:
        """Write it as JSON."""
        check_target(path).write_text(self.to_json(indent=1) + "\n", encoding="utf-8")

    @property
    def interactions(self) -> "StoredInteractions":
        """The release, in the form that the methods compute with."""
        sizes = tuple(map(len, self.values.values()))
        return StoredInteractions(
            sizes, self.records, dict(self.means), dict(self.scales), rows_per_person=self.spent.rows
        )

    def discover(self, method: str | None = None, *, knowledge: Known | None = None) -> Discovery:
        """The graph that `once`, or another reader, would have learned on the day of the release; costs nothing.

        `knowledge` takes the place of the background knowledge that was declared before the release.
        """
        readers = {reader.name: reader for reader in METHODS.values() if isinstance(reader, Once)}
        method = best_reader(DEFAULT, self.records) if method is None else method
        if not isinstance(method, str) or method not in readers:
            raise ValueError(f"method must be {' or '.join(readers)} for a release{hint(method, readers)}")
        reader, kept = readers[method], self.interactions
        people = Unit(self.spent.rows).people(self.records)
        forecast = reader.foresee(people, kept.cardinalities, self.spent)
        known = knowledge_of(self.declaration) if knowledge is None else as_knowledge(knowledge)
        learned = reader.read(kept, self.spent)
        cut = tuple(name for name, entry in self.declaration.get("columns", {}).items() if entry.get("cuts"))
        least = smallest_detectable(learned, forecast.least, reader.floor)
        return Discovery(list(self.values), method, learned, least, known, cut, self.gaps)

    def cross_table(self, x: str, y: str, *, given: str | None = None) -> CrossTable:
        """The noisy counts of two columns, labelled, with the noise in a cell; costs nothing.

        With `given`, one table for each value of a third column, if the three were released together. Counts can be
        negative: that is noise, and setting them to 0 would make the sums wrong. A cell without a declared value counts
        as a part of a record for each value of its column.
        """
        asked = [x, y] if given is None else [given, x, y]
        names = list(self.values)
        for argument, name in (("x", x), ("y", y), *([] if given is None else [("given", given)])):
            if not isinstance(name, str) or name not in names:
                raise ValueError(
                    f"{argument} must be one of the release's columns, which are {', '.join(names)}{hint(name, names)}"
                )
        if len(set(asked)) < len(asked):
            raise ValueError(
                f"a cross table needs {'two' if given is None else 'three'} different columns, got one twice"
            )
        places = [names.index(name) for name in asked]
        if tuple(sorted(places)) not in self.means:
            raise ValueError(
                f"given must be a column whose table with {x!r} and {y!r} was released; released with "
                f"both is {self._thirds({names.index(x), names.index(y)}) or 'none'}"
            )
        shares, noise = self.interactions.table(places)
        # Rotations keep the sum of variances, and each cell has an equal part of it.
        deviation = math.sqrt(float((noise**2).sum()) / noise.size)
        labels = {name: self.values[name] for name in asked}
        gaps = tuple(name for name in asked if name in self.gaps)
        return CrossTable(
            labels, shares * self.records, deviation * self.records, self.records, self.spent, gaps
        )

    def _thirds(self, two: set[int]) -> str:
        """The columns whose tables with these two were released."""
        names = list(self.values)
        thirds = {
            place for columns in self.means if len(columns) == 3 and two < set(columns) for place in columns
        } - two
        return ", ".join(names[place] for place in sorted(thirds))


class StoredInteractions(Interactions):
    """Interactions that were measured before: nothing is measured any more."""

    def measure_pairs(self, *_: Any) -> None:
        """They are there."""

    def measure_sets(self, *_: Any) -> None:
        """They are there: the search asks for the same ones again."""


def release_tables(table: Table | Stream, budget: Price, rng: np.random.Generator) -> TableRelease:
    """The noisy tables of all declared columns: of each column, each pair, and the triples that a graph needs.

    Under substitution, with a public number of records and declared categories. A budget at which not even a perfect
    association would be detected is refused, unspent.

    Claim: B-once-tables

    >>> from privcausal.privacy.randomness import generator
    >>> from privcausal.table.declaration import Categories, Declaration
    >>> yes_or_no = Categories(("no", "yes"), missing="no")
    >>> codes = np.random.default_rng(0).integers(0, 2, (3, 5_000)).astype(np.uint8)
    >>> table = Table(Declaration(dict.fromkeys("abc", yes_or_no)), dict(zip("abc", codes)))
    >>> release = release_tables(table, Price(1.0, 1e-6, Relation.SUBSTITUTION), generator())
    >>> print(release)
    5,000 records of a, b, c: 3 noisy tables of two columns and 0 of three, ε = 1, δ = 1e-06 (substitution)
    """
    columns = table.declaration.columns
    values = {name: category_labels(column) for name, column in columns.items()}
    method = METHODS[DEFAULT]
    check_request(method, budget, table.declaration)
    people = table.declaration.unit.people(len(table))
    forecast = method.foresee(people, list(map(len, values.values())), budget)
    assert forecast is not None  # its noise is known beforehand
    check_detectable(method.name, len(table), forecast.least)
    learned = learn_for_people(table, method, budget, rng)
    released, spent = learned.release, learned.spent
    assert isinstance(released, Interactions)
    assert spent is not None  # its tables were paid for
    return TableRelease(
        values,
        len(table),
        mark(spent, rng, len(table)),
        released.means,
        released.scales,
        as_plain(table.declaration),
        gaps=tuple(name for name, column in columns.items() if column.gaps),
    )


def load(path: str | Path) -> TableRelease:
    """A release from its file; a ValueError if it was changed."""
    text = text_of("the release", path)
    try:
        content = json.loads(text)
    except ValueError:
        raise ValueError(
            f"{path} must be a release, that is what `privcausal release` has written, and it is not JSON."
        ) from None
    if not isinstance(content, dict) or content.get("format") not in (FORMAT, *EARLIER_FORMATS):
        raise ValueError(
            f"{path} must hold a release, that is what `privcausal release` has written. Nothing was spent."
        )
    if content.pop("checksum", None) != _checksum(content):
        raise ValueError(
            f"the release {path} was changed after it was written, because its checksum differs. Use the original file."
        )
    tables = {tuple(part["columns"]): part for part in content["tables"]}
    return TableRelease(
        content["columns"],
        content["records"],
        _price(content),
        {columns: _mean(part["mean"], columns, content["columns"]) for columns, part in tables.items()},
        {columns: float(part["noise"]) for columns, part in tables.items()},
        content.get("declaration", {}),
        content.get("version", "unknown"),
        tuple(content.get("gaps", ())),
    )


def _mean(mean: object, columns: Columns, values: Mapping[str, Sequence[str]]) -> Floats:
    """A table of means; JSON cannot say how wide one without rows is, where a column has one value."""
    sizes = list(map(len, values.values()))
    shape = tuple(sizes[place] - 1 for place in columns)
    array = np.array(mean, dtype=float)
    return array.reshape(shape) if array.size == 0 and 0 in shape else array


def _price(content: Mapping[str, Any]) -> Price:
    """The price with its marks: whether it is weak follows from public numbers, whatever the file says."""
    spent = content["spent"]
    known = content["format"] != EARLIER_FORMATS[-1]
    if known and type(spent["demonstration"]) is not bool:
        raise TypeError("demonstration must be true or false")
    rows = spent.get("rows_per_person", 1)
    price = Price(
        spent["epsilon"],
        spent["delta"],
        Relation(spent["relation"]),
        rows=rows,
        person=spent.get("person"),
        blank=spent.get("blank", False),
    )
    return replace(
        price,
        demonstration=spent["demonstration"] if known else None,
        weak=is_weak_budget(price, content["records"]),
    )


def category_labels(column: Column) -> list[str]:
    """The values of a column in words, in the order of their codes; a gap is none of them."""
    labels = code_labels(column)
    return labels[: len(labels) - column.gaps]


def code_labels(column: Column) -> list[str]:
    """Return every code of a column in words: declared values or intervals between cuts, and the one for all else."""
    if isinstance(column, Categories):
        return [*column.words, OTHER][: column.size]
    if not column.cuts:
        raise ValueError(
            "every column must be declared with categories, or as a number with cuts, and one is a number without: "
            "add cuts = [...] to its range, or leave the column out of the declaration"
        )
    ends = _told_apart([column.low, *column.cuts, column.high])
    return [*(f"{low} to {high}" for low, high in pairwise(ends)), "(missing)"][: column.size]


def _told_apart(ends: Sequence[float]) -> list[str]:
    """Return numbers in increasing order as text: all with enough digits to distinguish neighbours.

    >>> _told_apart([0, 0.5, 1]), _told_apart([0, 1_000_000, 1_000_001])
    (['0', '0.5', '1'], ['0', '1000000', '1000001'])
    """
    texts = ([f"{end:.{digits}g}" for end in ends] for digits in range(6, 17))
    return next((text for text in texts if len(set(text)) == len(text)), [f"{end:.17g}" for end in ends])


OTHER = "(other)"
"""What a code for all that was not declared is called."""


def _checksum(body: Mapping[str, Any]) -> str:
    """Of the content, not of the file: blanks and line ends do not count."""
    text = json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
