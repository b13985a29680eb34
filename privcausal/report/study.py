"""What an answer rests on, all of it public: the question, the declaration, the records, what to be warned of."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

import privcausal
from privcausal.answer import Answer
from privcausal.privacy.budget_file import BudgetState
from privcausal.table.declaration import Categories, Column, Number
from privcausal.table.unit import Unit, unit_dict

Columns = Mapping[str, Column | Sequence[str]]
"""As they were declared; of a release, which has no missing cells, the categories alone."""

BARE = "this is not private: no noise was added"


@dataclass(frozen=True)
class Study:
    """The query and its table."""

    question: str
    file: str
    """Its name, without folders."""
    records: int
    columns: Columns
    asked: Mapping[str, object] = field(default_factory=dict)
    """How: the method and its settings, without seeds."""
    warnings: tuple[str, ...] = ()
    account: BudgetState | None = None
    """What a budget file says after it has paid."""
    free: bool = False
    """Was it asked of a release, which was paid for long ago?"""
    day: date = field(default_factory=date.today)
    unit: Unit = field(default_factory=Unit)
    """The largest number of rows of one person."""
    title: str | None = None
    """Of the study, for its page; without one the page shows the question."""
    purpose: str | None = None
    """What the answer is for."""
    responsible: str | None = None
    """Who answers for it."""

    def headed(
        self, title: str | None = None, purpose: str | None = None, responsible: str | None = None
    ) -> "Study":
        """Return the same under this title, with its purpose and the person responsible.

        >>> Study("Why?", "data.csv", 400, {}).headed("Sleep and pain").title
        'Sleep and pain'
        """
        return replace(self, title=title, purpose=purpose, responsible=responsible)

    def page(self, answer: Answer) -> str:
        """The answer as a page for a board."""
        from privcausal.report.page import page

        return page(answer, self)

    @property
    def heading(self) -> dict[str, str | None]:
        """What a board wants to read first."""
        return {"title": self.title, "purpose": self.purpose, "responsible": self.responsible}

    def asking(self, **asked: object) -> "Study":
        """The same, asked with these settings instead."""
        return replace(self, asked={**self.asked, **asked})

    def entries(self, answer: Answer) -> dict[str, Any]:
        """The answer with all that it rests on, for programs."""
        return AnswerWithContext(answer, self).to_dict()


@dataclass(frozen=True, repr=False)
class AnswerWithContext(Answer):
    """An answer with all that it rests on, for programs: the answer's own entries first.

    >>> from privcausal.two_columns import Correlation
    >>> from privcausal.privacy.price import Price, Relation
    >>> result = Correlation("a", "b", "kendall", 0.3, 0.01, 0.2, 0.4, Price.pure(1.0, Relation.SUBSTITUTION))
    >>> study = Study("Are a and b associated?", "data.csv", 400, {"a": Number(0, 1), "b": Number()})
    >>> entries = AnswerWithContext(result, study).to_dict()
    >>> entries["value"], entries["records"], entries["declared"]["a"]
    (0.3, 400, {'range': [0, 1], 'cuts': [], 'missing': 0.5})
    """

    answer: Answer
    study: Study

    def to_dict(self) -> dict[str, Any]:
        """What the text says, and what a program would have to read out of it."""
        study = self.study
        return {
            **self.answer.to_dict(),
            "text": str(self.answer).splitlines(),
            "warnings": [*self.answer.marks(), *study.warnings, *cautions(self.answer)],
            "question": study.question,
            **{name: text for name, text in study.heading.items() if text is not None},
            "asked": dict(study.asked),
            "records": study.records,
            **unit_dict(study.unit),
            "declared": {name: _declaration_entry(column) for name, column in study.columns.items()},
            **versions(),
        }

    def __str__(self) -> str:
        return str(self.answer)


def graph_question(columns: Iterable[str]) -> str:
    """What a graph answers, in the names of the columns if they are few.

    >>> graph_question(["dose", "pain"])
    'What causes what among dose, pain?'
    """
    names = list(columns)
    return f"What causes what among {', '.join(names) if len(names) <= FEW else f'{len(names)} columns'}?"


FEW = 6


def versions() -> dict[str, str]:
    """Which library this is: its number, and a hash of all its files."""
    from privcausal.verify.freshness import sources  # a plain answer needs none of it

    return {"version": privcausal.__version__, "code": sources()[:16]}


def cautions(answer: Answer) -> list[str]:
    """What a graph says against itself."""
    lines = [] if getattr(answer, "stop_reason", None) is None else [f"stopped early: {answer.stop_reason}"]  # type: ignore[attr-defined]
    silences: list[str] = getattr(answer, "missing_edge_notes", list)()
    lines += [line for line in silences if not line.startswith(("no edge seen", "not tested"))]
    doubts: list[str] = getattr(answer, "warnings", list)()
    return [*lines, *doubts]


def describe_column(column: Column | Sequence[str]) -> str:
    """A declaration in words.

    >>> describe_column(Number(0, 110, cuts=(18, 65)))
    'a number from 0 to 110, cut at 18, 65; a missing one is a category of its own'
    >>> describe_column(Categories(("low", "high")))
    'one of: low, high; all else is missing'
    """
    if isinstance(column, Categories):
        other = "is missing" if column.missing is None else f"and missing entries count as {column.missing}"
        words = [f"{name} (also {_listed(more)})" if more else name for name, *more in column.written]
        return f"one of: {_listed(words)}; all else {other}"
    if not isinstance(column, Number):
        return f"one of: {_listed(column)}"
    size = f"a number from {column.low:g} to {column.high:g}"
    if not (math.isfinite(column.low) and math.isfinite(column.high)):
        size = "a number without declared range"
    cuts = f", cut at {_listed([f'{cut:g}' for cut in column.cuts])}" if column.cuts else ""
    scale = " on a logarithmic scale" if column.scale == "log" else ""
    missing = "is a category of its own" if column.own_category else f"counts as {column.stand_in:g}"
    return f"{size}{scale}{cuts}; a missing one {missing}"


MOST_WORDS = 12


def _listed(words: Sequence[str]) -> str:
    more = f" and {len(words) - MOST_WORDS} more" if len(words) > MOST_WORDS else ""
    return ", ".join(words[:MOST_WORDS]) + more


def _declaration_entry(column: Column | Sequence[str]) -> dict[str, Any]:
    """As a declaration in TOML says it."""
    if isinstance(column, Number):
        missing = None if column.own_category else column.stand_in
        scale = {} if column.scale == "linear" else {"scale": column.scale}
        return {"range": [column.low, column.high], "cuts": list(column.cuts), "missing": missing, **scale}
    if isinstance(column, Categories):
        return {"values": column.as_declared, "missing": column.missing}
    return {"values": list(column)}
