"""What an answer rests on, all of it public: the question, the declaration, the records, what to be warned of."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import privcausal
from privcausal.answer import Answer
from privcausal.table.declaration import Categories, Column, Number

Columns = Mapping[str, Column | Sequence[str]]
"""As they were declared; of a release, which has no missing cells, the categories alone."""

DEMONSTRATION = (
    "a seed was given: with it the noise can be taken off, so this is a demonstration and protects no one"
)
WEAK = "the budget was weak, and insisted on: one person's record may show"
BARE = "this is not private: no noise was added"


@dataclass(frozen=True)
class Study:
    """What was asked of which table."""

    question: str
    file: str
    """Its name, without folders."""
    records: int
    columns: Columns
    asked: Mapping[str, object] = field(default_factory=dict)
    """How: the method and its settings, without seeds."""
    warnings: tuple[str, ...] = ()
    account: str | None = None
    """What a purse says after it has paid."""
    free: bool = False
    """Was it asked of a release, which was paid for long ago?"""
    day: date = field(default_factory=date.today)


@dataclass(frozen=True, repr=False)
class Told(Answer):
    """An answer with all that it rests on, for programs: the answer's own entries first.

    >>> from privcausal.two_columns import Correlation
    >>> from privcausal.privacy.price import Price, Relation
    >>> found = Correlation("a", "b", "kendall", 0.3, 0.01, 0.2, 0.4, Price.pure(1.0, Relation.SUBSTITUTION))
    >>> study = Study("Do a and b go together?", "data.csv", 400, {"a": Number(0, 1), "b": Number()})
    >>> said = Told(found, study).to_dict()
    >>> said["value"], said["records"], said["declared"]["a"]
    (0.3, 400, {'range': [0, 1], 'cuts': [], 'missing': 0.5})
    """

    found: Answer
    study: Study

    def to_dict(self) -> dict[str, Any]:
        """What the text says, and what a program would have to read out of it."""
        study = self.study
        return {
            **self.found.to_dict(),
            "text": str(self.found).splitlines(),
            "warnings": [*study.warnings, *cautions(self.found)],
            "question": study.question,
            "asked": dict(study.asked),
            "records": study.records,
            "declared": {name: _declared(column) for name, column in study.columns.items()},
            **versions(),
        }

    def __str__(self) -> str:
        return str(self.found)


def versions() -> dict[str, str]:
    """Which library this is: its number, and a hash of all its files."""
    from privcausal.verify.freshness import sources  # a plain answer needs none of it

    return {"version": privcausal.__version__, "code": sources()[:16]}


def cautions(found: Answer) -> list[str]:
    """What a graph says against itself."""
    said = [] if getattr(found, "stopped", None) is None else [f"stopped early: {found.stopped}"]  # type: ignore[attr-defined]
    silences: list[str] = getattr(found, "silences", list)()
    said += [line for line in silences if not line.startswith(("no edge seen", "not tested"))]
    doubts: list[str] = getattr(found, "doubts", list)()
    return [*said, *doubts]


def described(column: Column | Sequence[str]) -> str:
    """A declaration in words.

    >>> described(Number(0, 110, cuts=(18, 65)))
    'a number from 0 to 110, cut at 18, 65; a missing one counts as 55'
    >>> described(Categories(("low", "high")))
    'one of: low, high; all else is a category of its own'
    """
    if isinstance(column, Categories):
        other = "is a category of its own" if column.missing is None else f"counts as {column.missing}"
        return f"one of: {_listed(column.words)}; all else {other}"
    if not isinstance(column, Number):
        return f"one of: {_listed(column)}"
    size = f"a number from {column.low:g} to {column.high:g}"
    if not (math.isfinite(column.low) and math.isfinite(column.high)):
        size = "a number without declared range, of which only the rank counts"
    cuts = f", cut at {_listed([f'{cut:g}' for cut in column.cuts])}" if column.cuts else ""
    return f"{size}{cuts}; a missing one counts as {column.stand_in:g}"


MOST_WORDS = 12


def _listed(words: Sequence[str]) -> str:
    more = f" and {len(words) - MOST_WORDS} more" if len(words) > MOST_WORDS else ""
    return ", ".join(words[:MOST_WORDS]) + more


def _declared(column: Column | Sequence[str]) -> dict[str, Any]:
    """As a declaration in TOML says it."""
    if isinstance(column, Number):
        return {"range": [column.low, column.high], "cuts": list(column.cuts), "missing": column.stand_in}
    if isinstance(column, Categories):
        return {"values": list(column.words), "missing": column.missing}
    return {"values": list(column)}


def promise(epsilon: float, delta: float) -> list[str]:
    """What an (ε, δ) under substitution says, in words that need no formula.

    >>> [word for word in promise(1.0, 0.0)[0].split() if "." in word]
    ['2.72', 'was.']
    """
    if epsilon == 0:
        return ["Nothing was asked of the records, so nothing about a person can have been learned."]
    if epsilon == math.inf:
        return ["This answer is exact. It protects no one, and must be treated like the records themselves."]
    likelier = math.exp(min(epsilon, 700.0))
    right = min((likelier + delta) / (1 + likelier), 1.0)
    rest = f", but for a chance of 1 in {1 / delta:,.0f} that more is told" if delta else ""
    return [
        f"If one person's record were replaced by any other, every answer would be at most {likelier:.3g} times as "
        f"likely, or as unlikely, as it was{rest}.",
        "One who knows all other records, and holds two versions of this one to be equally likely, would name the true "
        f"one in at most {math.ceil(100 * right)} of 100 cases.",
        "The number of rows is public, and so is all that was declared.",
    ]
