"""Who is compared with whom: the treatment, the outcome, the columns to adjust for, and perhaps an instrument."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from privcausal.arguments import check_words, hint, kind
from privcausal.graphs.table_release import category_labels, code_labels
from privcausal.table.declaration import Categories, Column, Declaration, Number, word

MOST_STRATA = 10_000
"""More strata hold nobody whom noise would leave visible."""


@dataclass(frozen=True)
class Design:
    """The roles of the columns. All of it is public.

    >>> yes_or_no = Categories(("no", "yes"), missing="no")
    >>> columns = {"old": yes_or_no, "drug": yes_or_no, "died": yes_or_no, "weight": Number(30, 200)}
    >>> design = Design.of(Declaration(columns), "drug", "died", adjust=["old"])
    >>> design.arms, design.event, design.strata
    (('no', 'yes'), 'yes', 2)
    >>> Design.of(Declaration(columns), "drug", "weight").bounds
    (30, 200)
    """

    declaration: Declaration
    treatment: str
    outcome: str
    adjust: tuple[str, ...]
    instrument: str | None
    arms: tuple[str, str]
    """The values of the treatment that are compared, control first; of an instrument, its own two values."""
    received: tuple[str, str]
    """The values of the treatment itself, control first."""
    event: str | None
    """The value of the outcome that counts; None for an outcome that is a number."""

    @classmethod
    def of(
        cls,
        declaration: Declaration,
        treatment: str,
        outcome: str,
        *,
        adjust: Sequence[str] = (),
        instrument: str | None = None,
        treated: str | None = None,
        control: str | None = None,
        event: str | None = None,
    ) -> "Design":
        """Return the design that these arguments describe, or raise a ValueError that names the invalid one."""
        check_words(treatment=treatment, outcome=outcome, instrument=instrument)
        check_words(treated=treated, control=control, event=event)
        adjust = adjusted_columns(adjust)
        names = [treatment, outcome, *adjust, *([] if instrument is None else [instrument])]
        twice = [name for place, name in enumerate(names) if name in names[:place]]
        if twice:
            raise ValueError(
                "treatment, outcome, adjust and instrument must be different columns; one of them was given twice; "
                "nothing was spent"
            )
        public = declaration.only(names)
        received = _two_values(public.columns[treatment], "treatment", treated, control)
        first = received
        if instrument is not None:
            first = _two_values(public.columns[instrument], "instrument", None, None)
        design = cls(
            public,
            treatment,
            outcome,
            adjust,
            instrument,
            first,
            received,
            _event(public.columns[outcome], event),
        )
        if design.strata > MOST_STRATA:
            raise ValueError(
                f"adjust must make at most {MOST_STRATA:,} strata, got {design.strata:,}; declare fewer values or "
                "cuts; nothing was spent"
            )
        return design

    @property
    def columns(self) -> dict[str, Column]:
        """The columns that are read, as they were declared."""
        return dict(self.declaration.columns)

    @property
    def assigned(self) -> str:
        """The column that makes the arms: the instrument, or else the treatment."""
        return self.treatment if self.instrument is None else self.instrument

    @property
    def labels(self) -> dict[str, list[str]]:
        """Every code of each column to adjust for: a missing cell is a stratum of its own."""
        return {name: code_labels(self.columns[name]) for name in self.adjust}

    @property
    def strata(self) -> int:
        """How many combinations these have."""
        return math.prod(map(len, self.labels.values()))

    @property
    def bounds(self) -> tuple[float, float]:
        """The values that outcomes of 0 and of 1 represent."""
        column = self.columns[self.outcome]
        if self.event is not None:
            return 0.0, 1.0
        assert isinstance(column, Number)  # or there would be an event
        return column.low, column.high


def adjusted_columns(adjust: object) -> tuple[str, ...]:
    """Return the names of columns to adjust for, from a list of them or any iterable.

    >>> adjusted_columns(name for name in ("age", "sex"))
    ('age', 'sex')
    """
    if isinstance(adjust, str) or not isinstance(adjust, Iterable) or hasattr(type(adjust), "__array__"):
        raise ValueError(f'adjust must be a list of names of columns, ["age", "sex"], got {kind(adjust)}')
    names = tuple(adjust)
    for name in names:
        check_words(adjust=name)
    return names


def _two_values(column: Column, role: str, treated: str | None, control: str | None) -> tuple[str, str]:
    """The two values that are compared, control first: those named, or the only two that were declared."""
    labels = list(column.words) if isinstance(column, Categories) else category_labels(column)
    treated, control = (None if value is None else word(value) for value in (treated, control))
    for argument, value in (("treated", treated), ("control", control)):
        if value is not None and value not in labels:
            raise ValueError(
                f"{argument} must be one of the values declared for {role}{hint(value, labels)}; nothing was spent"
            )
    if len(labels) == 2:
        treated = treated or next(label for label in reversed(labels) if label != control)
        control = control or next(label for label in labels if label != treated)
    if treated is None or control is None or treated == control:
        raise ValueError(
            f"{role} must have two values to compare, and its column was declared with another number of them; "
            "name two of them with treated= and control=, or cut a number once; nothing was spent"
        )
    return control, treated


def _event(column: Column, event: str | None) -> str | None:
    """The value that counts as the event; None for a number between two finite ends."""
    if event is None and isinstance(column, Number):
        if math.isfinite(column.high - column.low):
            return None
        raise ValueError("outcome must be declared with a finite range or with categories; nothing was spent")
    labels = list(column.words) if isinstance(column, Categories) else category_labels(column)
    if event is None and len(labels) != 2:
        raise ValueError(
            "outcome was not declared with two values: say with event= which of them counts; "
            "nothing was spent"
        )
    chosen = labels[-1] if event is None else word(event)
    if chosen not in labels:
        raise ValueError(
            f"event must be one of the values declared for outcome{hint(chosen, labels)}; nothing was spent"
        )
    return chosen
