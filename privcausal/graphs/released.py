"""One release, many questions: the noisy tables of a data set, written down once and asked for nothing afterwards.

What `once` paid for is kept with its price, its declaration and a checksum. The file may be published: whatever is
computed from it, however often, costs nothing more.
"""

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from privcausal import __version__
from privcausal.answer import Answer, price_dict
from privcausal.graphs.ask_once.contrasts import Floats
from privcausal.graphs.ask_once.interactions import Columns, Interactions
from privcausal.graphs.ask_once.tables import OnceTables
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.discovered import Discovery
from privcausal.graphs.discovery import check_sight, learn
from privcausal.graphs.foresight import smallest_seen
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods import best_reader, method_of
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, written
from privcausal.table.records import Table

FORMAT = "privcausal release 1"

READERS = ("once", "once-further")
"""Methods that need no more than what was released."""


@dataclass(frozen=True, eq=False, repr=False)
class Released(Answer):
    """Noisy tables of some columns, which may be published."""

    values: Mapping[str, list[str]]
    """The columns and, for each, its categories in the order of the tables; all of it declared."""
    records: int
    spent: Price
    means: Mapping[Columns, Floats]
    """Mean interactions of sets of columns: see `privcausal.graphs.ask_once.interactions`."""
    scales: Mapping[Columns, float]
    """The standard deviation of the noise in each number of a mean."""
    declaration: Mapping[str, Any] = field(default_factory=dict)
    """What was said of the columns before they were read; empty in a release that was written before this was kept."""
    version: str = __version__
    """Which version of this library drew the noise."""

    def __str__(self) -> str:
        pairs = sum(len(columns) == 2 for columns in self.means)
        more = sum(len(columns) > 2 for columns in self.means)
        return (
            f"{self.records:,} records of {', '.join(self.values)}: {pairs} noisy tables of two columns and "
            f"{more} of three, {self.spent}"
        )

    def to_dict(self) -> dict[str, Any]:
        """All of it, with a checksum over all the rest."""
        body = {
            "format": FORMAT,
            "columns": dict(self.values),
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
        Path(path).write_text(self.to_json(indent=1) + "\n", encoding="utf-8")

    def discover(self, method: str | None = None) -> Discovery:
        """The graph that `once`, or `once-further`, would have learned on the day of the release; costs nothing."""
        method = method or best_reader(self.records)
        if method not in READERS:
            raise ValueError(f"method must be {' or '.join(READERS)} for a release, got {method!r}")
        sizes = [len(values) for values in self.values.values()]
        public = Tables(np.zeros((0, len(sizes)), dtype=int), sizes)
        public.size = self.records
        policy = method_of(method).build(public, self.spent, np.random.default_rng(0))
        policy.moments = Kept(tuple(sizes), self.records, dict(self.means), dict(self.scales))
        least = smallest_seen(method, self.records, sizes, self.spent)
        return learn(policy, list(self.values), method, least, self.spent)

    def cross(self, first: str, second: str) -> tuple[Floats, float]:
        """The noisy counts of two columns, and the standard deviation of the noise in a cell; costs nothing.

        Counts may be negative: that is noise, and setting them to 0 would make the sums wrong.
        """
        names = list(self.values)
        for name in (first, second):
            if name not in names:
                raise ValueError(f"column {name!r} must be one of the release's: {', '.join(names)}")
        if first == second:
            raise ValueError(f"a cross table needs two different columns, got {first!r} twice")
        places = names.index(first), names.index(second)
        kept = Kept(tuple(map(len, self.values.values())), self.records, dict(self.means), dict(self.scales))
        shares, noise = kept.table(places)
        # Rotations keep the sum of variances, and each cell has an equal part of it.
        deviation = math.sqrt(float((noise**2).sum()) / noise.size)
        return shares * self.records, deviation * self.records


class Kept(Interactions):
    """Interactions that were measured before: nothing is measured any more."""

    def measure_pairs(self, *_: Any) -> None:
        """They are there."""

    def measure_sets(self, *_: Any) -> None:
        """They are there: the search asks for the same ones again."""


def release(table: Table, budget: Price, rng: np.random.Generator) -> Released:
    """The noisy tables of all declared columns: of each column, each pair, and the triples that a graph needs.

    Under substitution, with a public number of records and declared categories.

    Claim: B-once-tables

    >>> from privcausal.table.declaration import Categories, Declaration
    >>> yes_or_no = Categories(("no", "yes"), missing="no")
    >>> codes = np.random.default_rng(0).integers(0, 2, (3, 5_000)).astype(np.uint8)
    >>> table = Table(Declaration(dict.fromkeys("abc", yes_or_no)), dict(zip("abc", codes)))
    >>> found = release(table, Price(1.0, 1e-6, Relation.SUBSTITUTION), np.random.default_rng(1))
    >>> print(found)
    5,000 records of a, b, c: 3 noisy tables of two columns and 0 of three, ε = 1, δ = 1e-06 (substitution)
    """
    sizes = table.sizes()
    if len(sizes) < 2:
        raise ValueError(f"the declaration must name at least two columns, got {list(table.columns)}")
    check_sight("once", len(table), smallest_seen("once", len(table), sizes, budget))
    policy = OnceTables(Tables(table.codes(), sizes), budget, rng)
    pc(len(sizes), policy)
    values = {name: words_of(table, name) for name in table.columns}
    return Released(
        values,
        len(table),
        policy.spent,
        policy.moments.means,
        policy.moments.scales,
        written(table.declaration),
    )


def load(path: str | Path) -> Released:
    """A release from its file; a ValueError if it was changed."""
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"cannot read the release {path}: {error.strerror}") from None
    except ValueError:
        raise ValueError(f"the release {path} is not JSON") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"{path} must hold a release, as `privcausal release` writes it")
    if content.pop("checksum", None) != _checksum(content):
        raise ValueError(f"the release {path} was changed after it was written: its checksum differs")
    spent = content["spent"]
    tables = {tuple(part["columns"]): part for part in content["tables"]}
    return Released(
        content["columns"],
        content["records"],
        Price(spent["epsilon"], spent["delta"], Relation(spent["relation"])),
        {columns: np.array(part["mean"], dtype=float) for columns, part in tables.items()},
        {columns: float(part["noise"]) for columns, part in tables.items()},
        content.get("declaration", {}),
        content.get("version", "unknown"),
    )


def words_of(table: Table, name: str) -> list[str]:
    """The categories of a column in words: those declared, those between cuts, and the one for all else."""
    column = table.declaration.columns[name]
    if isinstance(column, Categories):
        return [*column.words, *(["(other)"] if column.missing is None else [])]
    ends = [column.low, *column.cuts, column.high]
    return [f"{low:g} to {high:g}" for low, high in pairwise(ends)]


def _checksum(body: Mapping[str, Any]) -> str:
    """Of the content, not of the file: blanks and line ends do not count."""
    text = json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
