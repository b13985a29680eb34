"""What each method would see of a table that was declared and not opened."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privcausal.graphs.ask_once.mixed_rows import Frame, is_plain, sizes_of
from privcausal.graphs.ask_once.tables import MOST_VALUES
from privcausal.graphs.foresight import (
    FORESEEN,
    POWER,
    noise_of_heights,
    noise_of_pairs,
    smallest_correlations,
    smallest_mixed,
    smallest_seen,
    worth_of_pairs,
)
from privcausal.graphs.methods import CATEGORIES, MIXED, NUMBERS, kinds_of, method_of
from privcausal.privacy.price import Price
from privcausal.table.declaration import Column, Declaration, Number

PLANNED = {CATEGORIES: FORESEEN, NUMBERS: ("once-correlations",), MIXED: ("once-mixed",)}
"""Methods whose noise is known before they begin, for each kind of table."""


@dataclass(frozen=True)
class Sight:
    """What one method would see."""

    method: str
    noise: float
    """The standard deviation of what it adds to the statistic of one pair."""
    statistic: str
    measure: str
    """φ, or τ for what is seen by ranks alone; for two yes-or-no columns they are the same. r for numbers."""
    least: NDArray[np.float64]
    """For each pair of columns the smallest association that would be seen in four studies of five."""

    @property
    def span(self) -> tuple[float, float]:
        """For the best pair and for the worst."""
        return float(np.nanmin(self.least)), float(np.nanmax(self.least))


def planned(declaration: Declaration) -> tuple[Declaration, str]:
    """The columns that a graph is planned for, and their kind; beside categories, a number needs a range."""
    kind = kinds_of(declaration)[0]
    if kind == NUMBERS:
        return declaration, kind
    public = declaration.only([name for name, column in declaration.columns.items() if _is_bounded(column)])
    return public, kinds_of(public)[0]


def _is_bounded(column: Column) -> bool:
    return (
        not isinstance(column, Number)
        or not is_plain(column)
        or (math.isfinite(column.low) and math.isfinite(column.high))
    )


def too_many(method: str, sizes: Sequence[int]) -> list[int]:
    """The columns with more values than the method takes.

    >>> [too_many(method, (2, 64)) for method in ("once", "once-linear", "curate")]
    [[1], [], []]
    """
    counts = method.startswith("once") and method_of(method).wants != NUMBERS
    return [place for place, size in enumerate(sizes) if counts and size > MOST_VALUES]


def check_values(method: str, declaration: Declaration) -> None:
    """Refuse, before anything is read, columns with more values than the method takes."""
    sizes, names = sizes_of(declaration), list(declaration.columns)
    for place in too_many(method, sizes):
        raise ValueError(
            f"column {names[place]!r} must have at most {MOST_VALUES} categories for method {method!r}, got "
            f"{sizes[place]}: declare fewer, without looking at the data; all that is not declared is one category"
        )


def sight(method: str, records: int, sizes: Sequence[int], budget: Price) -> Sight:
    """What this method would see of columns with so many values each, 0 for a number.

    >>> from privcausal.privacy.price import Relation
    >>> found = sight("once-mixed", 5_000, [2, 2, 0], Price(1.0, 1e-6, Relation.SUBSTITUTION))
    >>> round(found.span[0], 3)
    0.053
    """
    if method == "once-mixed":
        least = smallest_mixed(records, sizes, budget, power=POWER)
        noise = Frame(tuple(sizes)).noise(records, budget)
        return Sight(method, noise, "in each product of two columns", "φ", least)
    if method == "once-correlations":
        least = smallest_correlations(records, len(sizes), budget, power=POWER)
        worth = worth_of_pairs(records, len(sizes), budget)
        return Sight(method, 1 / math.sqrt(worth), "in each correlation, with sampling", "r", least)
    least = smallest_seen(method, records, sizes, budget, power=POWER)
    if method == "once":
        noise = noise_of_pairs(records, sizes, budget)
        return Sight(method, noise, "in each contrast of a table of two columns", "φ", least)
    return Sight(method, noise_of_heights(records, len(sizes), budget), "in each test", "τ", least)
