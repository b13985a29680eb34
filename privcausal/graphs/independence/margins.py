"""Tests of conditional independence that can be asked privately: a statistic, and how far one record can move it."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from scipy.special import ndtri

from privcausal.graphs.independence.contingency import Tables

LEAST = 0.1
"""The smallest spread that a test's null is given: see `stratified_kendall.margin`."""


def deviations(level: float) -> float:
    """Return how many standard deviations of the null a test at this level allows.

    >>> round(deviations(0.01), 3)
    2.576
    """
    return float(-ndtri(level / 2))


@dataclass(frozen=True)
class MarginTest:
    """A statistic minus its own critical value: positive means dependent. Private methods take one as a parameter."""

    name: str
    margin: Callable[..., float]
    """margin(tables, x, y, given, threshold=, least=): how far the statistic lies above what its null allows."""
    margin_sensitivity: Callable[..., float]
    """margin_sensitivity(records, threshold=, least=): how far replacing one record moves any margin."""
    weak: float
    """What a weak dependence in every stratum adds to a margin, divided by √n: see `is_underpowered`."""

    def table_margin(
        self, tables: Tables, edge: tuple[int, int], conditioning_set: Sequence[int], level: float
    ) -> float:
        """Return the margin at this level, computed once for each data set: another method can ask again."""
        computed, key = _computed.setdefault(tables, {}), (self.margin, edge, tuple(conditioning_set), level)
        if key not in computed:
            computed[key] = self.margin(
                tables, *edge, conditioning_set, threshold=deviations(level), least=LEAST
            )
        return computed[key]

    def sensitivity(self, records: int, level: float) -> float:
        """Return how far replacing one of so many records moves any margin at this level."""
        return self.margin_sensitivity(records, threshold=deviations(level), least=LEAST)

    def is_underpowered(self, noise: float, records: int) -> bool:
        """Return whether even a weak dependence in every stratum would drown in noise of this deviation."""
        return noise > self.weak * math.sqrt(records)


_computed: "WeakKeyDictionary[Tables, dict[tuple[object, ...], float]]" = WeakKeyDictionary()
