"""A private look at the data before the first question: which share of each column's cells a declaration changes.

A wrong decimal sign makes every cell missing, another encoding leaves whole words undeclared, and other units lie
outside the range. The results still look normal, so a little of the budget is spent on these shares first.
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from privcausal.answer import Answer, axes, price_dict
from privcausal.arrays import Floats
from privcausal.digits import rounded
from privcausal.privacy.charges import announced
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.marks import mark
from privcausal.privacy.person_budget import row_epsilon
from privcausal.privacy.price import Price, Relation, check_positive
from privcausal.table.declaration import Declaration
from privcausal.table.suspects import ABOVE, BELOW, MISSING, UNDECLARED, kinds, most_changed, suspects
from privcausal.table.unit import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.axes import Axes

CONFIDENCE = 0.95
"""How often the interval of one share holds it."""

MANY = 0.05
"""A share that is surely larger than this gets a hint."""

WIDEST = 0.25
"""If the noise alone makes the interval of a share this wide to either side, nothing would be seen."""

HINTS = {
    MISSING: "check the decimal sign, the separator, and words in a column of numbers",
    BELOW: "check the range, the units and codes such as -9",
    ABOVE: "check the range, the units, the decimal sign and codes such as 999",
    UNDECLARED: "check the spellings, the encoding, and whether empty cells are many",
}

LEFT_OUT = (
    "blank rows are among them, in place of rows left out or of too few kept: keep fewer (keep_rows); or"
)


@dataclass(frozen=True)
class Share:
    """The share of cells of one kind in one column, with its interval under the noise."""

    column: str
    kind: str
    share: float
    low: float
    high: float
    """A 95% interval of the table's own share: noise is in it, and no sampling."""

    @property
    def is_large(self) -> bool:
        """Whether it is surely above `MANY`."""
        return self.low > MANY

    def __str__(self) -> str:
        share, low, high = rounded([100 * part for part in (self.share, self.low, self.high)])
        return f"{self.column}: {share}% {self.kind} ({low}% to {high}%)"


@dataclass(frozen=True, repr=False)
class DataCheck(Answer):
    """How many cells of each column are missing, clipped or not declared, with noise."""

    records: int
    shares: tuple[Share, ...]
    noise: float
    """The scale of the Laplace noise in each count."""
    spent: Price

    def to_dict(self) -> dict[str, Any]:
        """All of it."""
        rows = [{**vars(share), "is_large": share.is_large} for share in self.shares]
        return {
            "records": self.records,
            "shares": rows,
            "noise": self.noise,
            "confidence": CONFIDENCE,
            "spent": price_dict(self.spent),
        }

    def warnings(self) -> list[str]:
        """Return the warnings: every share that is surely large, with its possible causes."""
        return [f"{share}: {self._hint(share.kind)}" for share in self.shares if share.is_large]

    def _hint(self, kind: str) -> str:
        """What can be the cause; where a column of identifiers cuts the rows, blank ones can be."""
        left_out = self.spent.person is not None and kind in (MISSING, UNDECLARED)
        return f"{LEFT_OUT} {HINTS[kind]}" if left_out else HINTS[kind]

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Each share in its interval."""
        ax = axes(ax, height=1.2 + 0.3 * len(self.shares))
        for place, share in enumerate(reversed(self.shares)):
            error = [[max(share.share - share.low, 0)], [max(share.high - share.share, 0)]]
            ax.errorbar([share.share], [place], xerr=error, fmt="o", capsize=4)
        names = [f"{share.column}, {share.kind}" for share in reversed(self.shares)]
        ax.set(xlim=(-0.05, 1.05), yticks=range(len(names)), xlabel="share of cells, 95% interval")
        ax.set_yticklabels(names)
        return self.signed(ax)

    def __str__(self) -> str:
        columns = len({share.column for share in self.shares})
        head = (
            f"{self.records:,} records, {columns} column{'s' * (columns != 1)}: cells that the declaration changes, "
            f"with 95% intervals ({self.spent.amount} ({self.spent.relation.value}))"
        )
        large = self.warnings()
        last = [f"look at: {line}" for line in large] or [f"no share is surely above {MANY:.0%}"]
        return "\n".join([head, *(f"  {share}" for share in self.shares), *last])


def check_data(
    declaration: Declaration,
    pieces: "Iterable[Floats]",
    records: int,
    *,
    epsilon: float,
    rng: np.random.Generator,
) -> DataCheck:
    """Return the shares of missing, clipped and undeclared cells of all columns, ε-private under substitution.

    `pieces` hold the columns side by side, read by `privcausal.table.suspects.as_they_are(declaration)`; their number
    of records is public. One price is for all counts together; where a person can have several rows, for all of them.
    A check that would show nothing is refused, unspent.

    Claim: B-suspects

    >>> from privcausal.privacy.randomness import generator
    >>> from privcausal.table.declaration import Number
    >>> ages = Declaration({"age": Number(0, 110)})
    >>> cells = [np.full((9_000, 1), np.nan), np.full((1_000, 1), 34.0)]
    >>> result = check_data(ages, cells, 10_000, epsilon=0.1, rng=generator())
    >>> [share.is_large for share in result.shares], 0.85 < result.shares[0].share < 0.95
    ([True, False, False], True)
    """
    unit = declaration.unit
    check_visible(declaration, records, epsilon)
    scale = noise_scale(declaration, epsilon)
    wide = half_width(scale)
    spent = Price(epsilon, 0.0, Relation.SUBSTITUTION, **unit.priced)
    mechanism = Laplace(
        float(most_changed(declaration)), row_epsilon(epsilon, unit.rows), Relation.SUBSTITUTION
    )
    counts, read = suspects(declaration, pieces)
    if read != records:
        raise ValueError("data must not change while they are read, but they did. Nothing was spent.")
    with announced(spent):  # what a row costs is a part of what its person does
        release = mechanism.release(counts, rng)
    price = release.price if unit == Unit() else spent
    named = [(name, kind) for name, column in declaration.columns.items() for kind in kinds(column)]
    shares = tuple(
        Share(
            name, kind, *(min(max(float(count) + side * wide, 0.0), records) / records for side in (0, -1, 1))
        )
        for (name, kind), count in zip(named, np.atleast_1d(release.value), strict=True)
    )
    return DataCheck(records, shares, scale, mark(price, rng, records))


def check_visible(declaration: Declaration, records: int, epsilon: float) -> None:
    """Refuse what would show nothing: known from public numbers alone.

    >>> from privcausal.table.declaration import Number
    >>> check_visible(Declaration({"age": Number(0, 110)}), 100, 0.1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: epsilon = 0.1 hides even a quarter of the cells of 100 records in 1 column. Use a larger epsilon...
    """
    if half_width(noise_scale(declaration, epsilon)) > WIDEST * records:
        many = len(declaration.columns)
        raise ValueError(
            f"epsilon = {epsilon:g} hides even a quarter of the cells of {records:,} records in {many} "
            f"column{'s' * (many != 1)}. Use a larger epsilon, or declare fewer columns. Nothing was spent."
        )


def half_width(scale: float) -> float:
    """Return how far Laplace noise of this scale is from 0, at most, with probability `CONFIDENCE`."""
    return -scale * math.log1p(-CONFIDENCE)


def noise_scale(declaration: Declaration, epsilon: float) -> float:
    """Return the scale of the noise in each count: from public numbers alone.

    >>> from privcausal.table.declaration import Number
    >>> noise_scale(Declaration({"age": Number(0, 110)}), 0.1)
    20.0
    """
    check_positive(epsilon=epsilon)
    return most_changed(declaration) / row_epsilon(epsilon, declaration.unit.rows)
