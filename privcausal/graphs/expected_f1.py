"""How right a graph will be, from public numbers alone: what became of simulated tables with numbers like these.

Between knots of the smallest association that would be seen, shares are interpolated; two small terms say what more
columns and more values change. `privcausal.experiments.f1_maps` learns the shares on simulated tables, and counts on
others how often the interval holds what came.
"""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

FILE = Path(__file__).parents[1] / "data" / "expected_f1.json"

KNOTS = (0.01, 0.02, 0.04, 0.08, 0.16, 0.4, 1.0)
"""Smallest associations; sharper eyes than the first count as the first."""

USUAL = (8, 3.0)
"""Columns, and values of one, from which the two small terms are counted."""

COVERAGE = 0.8
"""So often an interval is meant to hold what comes."""

SCORES = ("pairs", "arrows")
"""F1 of the drawn pairs, and of the pairs drawn with the right arrow or line."""


@dataclass(frozen=True)
class Expected:
    """The F1 that is to be expected: as often more as less, and an interval for four tables of five."""

    low: float
    middle: float
    high: float

    def __str__(self) -> str:
        return f"{self.middle:.2f} ({self.low:.2f} to {self.high:.2f})"


def expected(method: str, least: float, sizes: Sequence[int]) -> dict[str, Expected]:
    """The F1 of pairs and of arrows that a method reaches on networks like the simulated ones.

    `least` is the smallest association that it would detect between two typical columns.

    >>> results = expected("once", 0.02, [2, 3, 2, 2, 2, 3])
    >>> results["pairs"].low < results["pairs"].middle < results["pairs"].high
    True
    """
    terms = np.array(design_row(least, len(sizes), float(np.mean([size or 2 for size in sizes]))))
    shares = {
        score: [float(terms @ line) for line in lines] for score, lines in _maps()[method]["lines"].items()
    }
    return {
        score: Expected(*sorted(min(max(share, 0.0), 1.0) for share in results))
        for score, results in shares.items()
    }


def outside_simulated_range(method: str, records: int, sizes: Sequence[int], epsilon: float) -> list[str]:
    """What of these public numbers lies beyond the tables that were simulated for a method; a number counts as 2.

    >>> outside_simulated_range("once", 500, [2, 2, 2, 2], 1.0)
    ['500 records (1,000 to 200,000 were tried)']
    >>> outside_simulated_range("curate", 500, [2, 2, 2, 2], 1.0)
    ['curate was never simulated']
    """
    if method not in _maps():
        return [f"{method} was never simulated"]
    most = max([2, *sizes])
    asked = {
        "records": (records, f"{records:,} records"),
        "columns": (len(sizes), f"{len(sizes)} columns"),
        "values": (most, f"{most} values of one column"),
        "epsilon": (epsilon, f"ε = {epsilon:g}"),
    }
    return [
        f"{asked[name][1]} ({low:,g} to {high:,g} were tried)"
        for name, (low, high) in _maps()[method]["tried"].items()
        if not low <= asked[name][0] <= high
    ]


def design_row(least: float, columns: int, values: float) -> list[float]:
    """What the shares are linear in: a hat over each knot, and the two small terms.

    >>> design_row(0.01, 8, 3.0)
    [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
    """
    places = np.log(KNOTS)
    hats = [float(np.interp(math.log(least), places, row)) for row in np.eye(len(KNOTS))]
    return [*hats, math.log(columns / USUAL[0]), math.log(values / USUAL[1])]


def simulated_range(method: str, name: str) -> tuple[float, float]:
    """Between which numbers of this name the simulated tables lie.

    >>> simulated_range("once", "epsilon")
    (0.1, 10.0)
    """
    low, high = _maps()[method]["tried"][name]
    return low, high


@cache
def _maps() -> Mapping[str, Any]:
    stored: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return stored
