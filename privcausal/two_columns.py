"""Questions about two columns: how strongly they are associated, and which is the cause; each with its price."""

import math
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from privcausal.answer import Answer, axes, price_dict
from privcausal.arguments import check_choice
from privcausal.digits import rounded
from privcausal.pairs.correlation import SCORES, private_correlation
from privcausal.pairs.interval import interval
from privcausal.privacy.charges import announced
from privcausal.privacy.marks import complete, mark
from privcausal.privacy.person_budget import row_epsilon
from privcausal.privacy.price import Price, Relation, check_positive
from privcausal.table.declaration import Number
from privcausal.table.records import Table
from privcausal.table.unit import Unit

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from privcausal.pairs.private_direction import DirectionMethod, PrivateDirection


@dataclass(frozen=True, repr=False)
class Correlation(Answer):
    """A private rank correlation, its noise, and where the population's lies."""

    x: str
    y: str
    score: str
    value: float
    noise: float
    """The scale of the Laplace noise in the value."""
    low: float
    high: float
    """A 95% interval for the correlation in the population, with the noise and the sampling in it."""
    spent: Price
    undeclared: tuple[str, ...] = ()
    """Columns without a declaration; this is public, and the contents of their cells are not."""
    unsaid: tuple[str, ...] = ()
    """Columns of which nothing is declared of missing cells: those count as equal, in the middle of the range."""

    def to_dict(self) -> dict[str, Any]:
        """All of it."""
        own = {"score": self.score, "x": self.x, "y": self.y, "value": self.value, "noise": self.noise}
        interval = {"interval": [self.low, self.high], "undeclared": list(self.undeclared)}
        return {**own, **interval, "holds_if": self.rests_on or None, "spent": price_dict(self.spent)}

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """The value in its interval."""
        ax = axes(ax, height=1.8)
        error = [[self.value - self.low], [self.high - self.value]]
        ax.errorbar([self.value], [0], xerr=np.maximum(error, 0), fmt="o", capsize=4)
        ax.axvline(0, linewidth=0.8)
        ax.set(
            xlim=(-1.05, 1.05),
            yticks=[],
            xlabel=f"{self.score} of {self.x} and {self.y}, 95% interval{self.condition}",
        )
        return self.signed(ax)

    def __str__(self) -> str:
        value, low, high = rounded([self.value, self.low, self.high], "+")
        return (
            f"{self.score} of {self.x} and {self.y}: {value} ({self.spent.amount}, {self.spent.relation.value}); "
            f"noise scale {self.noise:.2g}; 95% interval {low} to {high}{self.condition}{self._note}"
        )

    @property
    def rests_on(self) -> str:
        """On what the interval rests where cells or whole rows can be missing: such cells are equal, and count."""
        return complete(self.spent, self.unsaid)

    @property
    def condition(self) -> str:
        """The same behind the interval."""
        return f" if {self.rests_on}" if self.rests_on else ""

    @property
    def _note(self) -> str:
        """The same words whatever the cells hold: a type that one cell can change must not decide the message."""
        if not self.undeclared:
            return ""
        return (
            f"; nothing was declared of {' and '.join(self.undeclared)}: every cell that is not a number, a word for "
            "instance, counts as 0 (declare ranges; words are for discover)"
        )


@dataclass(frozen=True, repr=False)
class Direction(Answer):
    """Which of two columns is the cause, or that this is undecided."""

    x: str
    y: str
    result: "PrivateDirection"
    unsaid: tuple[str, ...] = ()
    """Columns of which nothing is declared of missing cells: those count as numbers in the middle of the range."""

    @property
    def conclusion(self) -> str:
        """\"x → y\" with the names of the columns, "cannot tell" or "no answer"."""
        return self._named(self.result.conclusion)

    @property
    def probability_text(self) -> str:
        """How likely the direction of the smaller score is right, in words."""
        return self._named(self.result.probability_text)

    @property
    def spent(self) -> Price:
        """The privacy cost."""
        return self.result.release.price

    def to_dict(self) -> dict[str, Any]:
        """All of it; `probability` is how likely the direction of the smaller score is right on simulated pairs."""
        value = self.result.release.value
        return {
            "x": self.x,
            "y": self.y,
            "conclusion": self.conclusion,
            "probability": self.result.probability,
            "reversal_probability": self.result.reversal_probability,
            "scores": list(map(float, value)) if isinstance(value, tuple) else None,
            "noise": self.result.noise,
            "protects": self.result.protects,
            "guarantee_covers": self.result.coverage,
            "holds_if": self.rests_on or None,
            "spent": price_dict(self.spent),
        }

    def warnings(self) -> list[str]:
        """A warning if one half of the people has no guarantee."""
        return [] if self.result.covers_everyone else [f"the guarantee covers {self.result.coverage}"]

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Both scores, each with the spread of its noise."""
        return self.signed(self.result.plot(axes(ax, height=2.2), (self.x, self.y)))

    def __str__(self) -> str:
        return self._named(str(self.result)) + f"\nthis holds if {self.rests_on}" * bool(self.rests_on)

    @property
    def rests_on(self) -> str:
        """On what the direction rests where cells or whole rows can be missing."""
        return complete(self.spent, self.unsaid)

    def _named(self, text: str) -> str:
        """Directions in the names of the columns, all at once: a column can itself be called x or y."""
        ways = {"x → y": f"{self.x} → {self.y}", "y → x": f"{self.y} → {self.x}"}
        return re.sub("|".join(ways), lambda way: ways[way[0]], text)


def check_columns(x: str, y: str) -> None:
    """Refuse a column twice: its association with itself is known, so the answer is not worth a charge.

    >>> check_columns("age", "age")
    Traceback (most recent call last):
    ValueError: x and y must be two columns, got one column twice; nothing was spent
    """
    if x == y:
        raise ValueError("x and y must be two columns, got one column twice; nothing was spent")


def check_one_row(unit: Unit) -> None:
    """Refuse several rows of a person where a method takes rows to be independent, and has nothing to allow for it.

    >>> check_one_row(Unit(3))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: rows_per_person must be 1 for a direction, whose scores take rows to be independent, got 3; ...
    """
    if unit.rows > 1:
        raise ValueError(
            "rows_per_person must be 1 for a direction, whose scores take rows to be independent, got "
            f"{unit.rows}; name the column of identifiers as person, and one row of each person is kept; nothing "
            "was spent"
        )


def check_detectable(score: str, records: int, epsilon: float, rows: int = 1) -> float:
    """Return the noise of a rank correlation, if it would let a perfect one be detected with 80% power.

    >>> check_detectable("kendall", 400, epsilon=1.0)
    0.01
    >>> round(check_detectable("kendall", 400, epsilon=1.0, rows=5), 9)
    0.05
    >>> check_detectable("kendall", 20, epsilon=0.1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: epsilon = 0.1 hides even a perfect correlation of 20 records. Use a larger epsilon or more records...
    """
    check_choice("score", score, SCORES)
    check_positive(epsilon=epsilon)
    noise = SCORES[score].sensitivity(records) / row_epsilon(epsilon, rows)
    fifth = 1 - noise * math.log(5 / 2)  # Laplace noise is lower than that with probability 1/5
    if interval(fifth, score=score, records=records, noise=noise, rows=rows)[0] <= 0:
        several = f", up to {rows} of one person" if rows > 1 else ""
        raise ValueError(
            f"epsilon = {epsilon:g} hides even a perfect correlation of {records} records{several}. Use a larger "
            "epsilon or more records. Nothing was spent."
        )
    return noise


def correlation(
    table: Table, x: str, y: str, *, score: str, epsilon: float, rng: np.random.Generator
) -> Correlation:
    """A private rank correlation under substitution, refused unspent if nothing could be seen.

    Where the table has several rows of one person, ε is for all of these rows together.

    >>> from privcausal.privacy.randomness import generator
    >>> from privcausal.table.declaration import Declaration, Number
    >>> columns = {"dose": np.linspace(0, 1, 2_000), "pain": np.linspace(1, 0, 2_000)}
    >>> table = Table(Declaration(dict.fromkeys(columns, Number())), columns)
    >>> correlation(table, "dose", "pain", score="kendall", epsilon=1.0, rng=generator()).high < -0.9
    True
    """
    check_columns(x, y)
    n, rows = len(table), table.declaration.unit.rows
    values = table.number(x), table.number(y)
    noise = check_detectable(score, n, epsilon, rows)
    unit = table.declaration.unit
    row, spent = row_epsilon(epsilon, rows), Price(epsilon, 0.0, Relation.SUBSTITUTION, **unit.priced)
    with announced(spent):  # what a row costs is a part of what its person does
        release = private_correlation(
            *values, score=score, epsilon=row, relation=Relation.SUBSTITUTION, rng=rng
        )
    low, high = interval(release.value, score=score, records=n, noise=noise, rows=rows)
    spent = mark(release.price if unit == Unit() else spent, rng, n)
    undeclared = tuple(name for name in (x, y) if table.declaration.columns[name] == Number())
    said = undeclared, _unsaid(table, x, y)
    return Correlation(x, y, score, float(release.value), noise, low, high, spent, *said)


def _unsaid(table: Table, *names: str) -> tuple[str, ...]:
    """Of which of these columns nothing is declared of missing cells."""
    return tuple(name for name in names if table.declaration.columns[name].missing is None)


def direction(
    table: Table,
    x: str,
    y: str,
    *,
    method: "DirectionMethod",
    epsilon: float,
    delta: float = 0.0,
    rng: np.random.Generator,
) -> Direction:
    """Which of two columns is the cause; the price says whose rows the table has, and whether blank ones are in it.

    >>> from privcausal.pairs.private_direction import DirectionMethod
    >>> from privcausal.privacy.randomness import generator
    >>> from privcausal.table.declaration import Declaration
    >>> columns = {"sun": np.linspace(0, 1, 400), "harvest": np.linspace(0, 1, 400) ** 3}
    >>> table = Table(Declaration(dict.fromkeys(columns, Number(0, 1)), unit=Unit(person="plot")), columns)
    >>> result = direction(table, "sun", "harvest", method=DirectionMethod(), epsilon=1.0, rng=generator())
    >>> result.spent.person, result.spent.blank
    ('plot', True)
    """
    from privcausal.pairs.private_direction import direction as private_direction

    check_columns(x, y)
    unit = table.declaration.unit
    check_one_row(unit)
    with announced(replace(method.price(len(table), epsilon, delta), **unit.priced)):
        result = private_direction(
            table.number(x),
            table.number(y),
            bounds=(table.bounds(x), table.bounds(y)),
            method=method,
            epsilon=epsilon,
            delta=delta,
            relation=Relation.SUBSTITUTION,
            rng=rng,
        )
    price = replace(result.release.price, **unit.priced)
    return Direction(
        x, y, replace(result, release=replace(result.release, price=price)), _unsaid(table, x, y)
    )
