"""A noisy cross table of two columns of a release, perhaps for each value of a third, with its labels and its noise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from privcausal.answer import Answer, price_dict
from privcausal.arrays import Floats

if TYPE_CHECKING:
    import pandas as pd

    from privcausal.privacy.price import Price


@dataclass(frozen=True, eq=False, repr=False)
class CrossTable(Answer):
    """Noisy counts of people, and the standard deviation of the noise in each; `counts, noise = table` takes both."""

    columns: Mapping[str, Sequence[str]]
    """The labels of each axis: of the given column, if there is one, then of the rows and of the columns."""
    counts: Floats
    noise: float
    """The standard deviation of the noise in one count."""
    records: int
    spent: Price
    """What the release has cost; this table cost nothing more."""
    gaps: tuple[str, ...] = ()
    """The columns in which a cell can hold none of the values: it counts as a part of a record for each of them."""

    def __iter__(self) -> Iterator[Any]:
        return iter((self.counts, self.noise))

    def frame(self) -> pd.DataFrame:
        """For pandas: rows and columns are labelled; counts can be negative, which is noise."""
        import pandas as pd

        *rows, last = self.columns
        index = pd.MultiIndex.from_product([self.columns[name] for name in rows], names=rows)
        labels = pd.Index(self.columns[last], name=last)
        frame = pd.DataFrame(self.counts.reshape(len(index), -1), index, labels)
        if len(rows) == 1:
            frame.index = pd.Index(self.columns[rows[0]], name=rows[0])
        frame.attrs.update({"noise": self.noise, "spent": price_dict(self.spent), "marks": self.marks()})
        return frame

    def to_dict(self) -> dict[str, Any]:
        """All of it; `given` is there if the table is one for each value of a third column."""
        *given, x, y = self.columns
        held = {"given": given[0], "values": list(self.columns[given[0]])} if given else {}
        return {
            **{"x": x, "y": y, "rows": list(self.columns[x]), "columns": list(self.columns[y])},
            **held,
            **{"counts": self.counts.tolist(), "noise": self.noise, "records": self.records},
            **{
                "spent": price_dict(self.spent),
                "spent_now": 0,
                "warnings": self.marks(),
                "gaps": list(self.gaps),
            },
        }

    def __str__(self) -> str:
        *given, x, y = self.columns
        if not given:
            return "\n".join([*_lines(x, self.columns[x], self.columns[y], self.counts), *self._notes()])
        lines = []
        for value, counts in zip(self.columns[given[0]], self.counts, strict=True):
            lines += [f"{given[0]} = {value}", *_lines(x, self.columns[x], self.columns[y], counts)]
        return "\n".join([*lines, *self._notes()])

    def _notes(self) -> list[str]:
        """Return the notes below the counts."""
        price = f"{self.spent.amount} ({self.spent.relation.value})"
        gaps = (
            f"cells of {' and '.join(self.gaps)} without a declared value are spread evenly over the values, which "
            "makes the shares more equal than they are: `check` estimates how many such cells there are"
        )
        return [
            *self.marks(),
            *[gaps] * bool(self.gaps),
            f"each count carries noise of standard deviation {self.noise:.2g}; from a release of {price}, and nothing "
            "more was spent",
        ]


def _lines(x: str, rows: Sequence[str], columns: Sequence[str], counts: Floats) -> list[str]:
    """The counts of two columns in a table of text."""
    cells = [[x, *columns]]
    cells += [[value, *(f"{count:.0f}" for count in row)] for value, row in zip(rows, counts, strict=True)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return ["  ".join(cell.rjust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in cells]
