"""Reading a stored table of scores: 95% bands for each method, and for how far one is ahead of another."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from privcausal.verify.checks.measured import Estimate, mean

WORLD = ("family", "member")
"""The columns that name one world, in which all methods were tried."""


class Band(Estimate):
    """An estimate that prints itself with its band."""

    def __format__(self, spec: str) -> str:
        """All three numbers in the same format.

        >>> f"{Band(0.5, 0.25, 1.0, 10):.1f}"
        '0.5 (0.2 to 1.0)'
        """
        return f"{self.value:{spec}} ({self.low:{spec}} to {self.high:{spec}})"


def band(values: ArrayLike, *, groups: ArrayLike | None = None, seed: int = 0) -> Band:
    """The mean and its 95% band over the values, or over whole groups of them; of equal values a band without width.

    >>> f"{band([0.0, 1.0, 1.0, 0.0, 1.0, 1.0]):.2f}"
    '0.67 (0.17 to 1.00)'
    """
    column = np.asarray(values, dtype=float)
    if np.ptp(column) == 0:
        return Band(float(column[0]), float(column[0]), float(column[0]), len(column))
    estimate = mean(column, 0.05, np.random.default_rng(seed), groups=groups)
    return Band(estimate.value, estimate.low, estimate.high, estimate.units)


def bands(
    rows: pd.DataFrame,
    names: Mapping[str, str],
    spots: Sequence[float],
    measure: str = "f1",
    *,
    along: str = "records",
) -> dict[str, list[Band]]:
    """Of each method, under the name that it is shown by, its mean score at each number of records, or each price."""
    return {
        name: [band(rows[(rows.method == method) & (rows[along] == spot)][measure]) for spot in spots]
        for method, name in names.items()
    }


def lead(
    rows: pd.DataFrame, own: str, other: str, size: int, measure: str = "f1", world: Sequence[str] = WORLD
) -> Band:
    """How far one method is ahead of another in the same worlds, at this number of records."""
    part = rows[rows.records == size]
    wide = part.pivot_table(index=list(world), columns="method", values=measure)
    return band(wide[own] - wide[other])


def table(title: str, scores: Mapping[str, Sequence[Band]], sizes: Iterable[int]) -> str:
    """The bands as lines of text, one column for each number of records."""
    width = max(map(len, scores)) + 2
    head = f"{title:<{width}}" + "".join(f"{size:>19,}" for size in sizes)
    lines = [
        f"{name:<{width}}" + "".join(f"  {score:.2f}" for score in line) for name, line in scores.items()
    ]
    return "\n".join([head, *lines])
