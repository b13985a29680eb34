"""What to expect of a plan: shares learned on one part of the calibration, and their intervals counted on another.

`privcausal.experiments.calibration_maps` writes them down.
"""

from typing import Any

import numpy as np
import pandas as pd
from scipy.optimize import linprog

from privcausal.arrays import Floats
from privcausal.experiments.calibration import COLUMNS, EPSILONS, RECORDS, VALUES
from privcausal.graphs.expected_f1 import COVERAGE, KNOTS, SCORES, design_row

FOLDS = 5
"""Whether intervals are wide enough is learned on tables that they were not fitted to, a fifth at a time."""

HAIR = 1e-3
"""The lines are stored with four digits; an upper end of 0.99996 is 1, which many tables reach exactly."""

TAILS = ((1 - COVERAGE) / 2, 0.5, (1 + COVERAGE) / 2)


def stored_terms(table: pd.DataFrame, part: str, score: str) -> tuple[Floats, Floats]:
    """Return the public numbers of each table of a part, and the score of its graph."""
    rows = table[(table.part == part) & (table.what == "table")]
    public = zip(rows.least, rows["columns"].astype(int), rows["values"], strict=True)
    terms = np.array([design_row(float(least), columns, float(values)) for least, columns, values in public])
    return terms, rows[f"f1_{score}"].to_numpy(float)


def quantile(terms: Floats, came: Floats, share: float) -> Floats:
    """The line above which a share 1 − `share` of what came lies, by linear programming; more noise is never better.

    >>> terms = np.array([design_row(0.01, 8, 3.0)] * 3)
    >>> quantile(terms, np.array([0.2, 0.5, 0.6]), 0.5)[0].round(6)
    np.float64(0.5)
    """
    many, width = terms.shape
    costs = np.concatenate([np.zeros(width), np.full(many, share), np.full(many, 1 - share)])
    falls = np.zeros((len(KNOTS) - 1, width + 2 * many))
    for knot in range(len(KNOTS) - 1):
        falls[knot, knot : knot + 2] = -1, 1
    solved = linprog(
        costs,
        A_ub=falls,
        b_ub=np.zeros(len(falls)),
        A_eq=np.hstack([terms, np.eye(many), -np.eye(many)]),
        b_eq=came,
        bounds=[(-1, 2)] * width + [(0, None)] * (2 * many),
        method="highs",
    )
    return np.asarray(solved.x[:width], dtype=np.float64)


def lines(terms: Floats, came: Floats) -> list[Floats]:
    """Low, middle and high; the interval is widened until it would have held enough of the tables left out."""
    folds = np.arange(len(came)) % FOLDS
    misses = np.empty(len(came))
    for fold in range(FOLDS):
        kept, left = folds != fold, folds == fold
        low, high = (
            np.clip(terms[left] @ quantile(terms[kept], came[kept], tail), 0, 1) for tail in TAILS[::2]
        )
        misses[left] = np.maximum(low - came[left], came[left] - high)
    wider = float(np.quantile(misses, COVERAGE, method="higher"))
    low, middle, high = (quantile(terms, came, tail) for tail in TAILS)
    low[: len(KNOTS)] -= wider
    high[: len(KNOTS)] += wider
    return [line.round(4) for line in (low, middle, high)]


def learned(table: pd.DataFrame) -> dict[str, Any]:
    """Each method's forecasts, by its name."""
    return {method: of_method(table[table.method == method]) for method in table.method.unique()}


def of_method(table: pd.DataFrame) -> dict[str, Any]:
    """The lines of both scores, from the development part alone; between which numbers; how often they held."""
    results = {score: lines(*stored_terms(table, "development", score)) for score in SCORES}
    return {
        "tried": {
            "records": RECORDS,
            "columns": COLUMNS,
            "values": VALUES[table.kind.iloc[0]],
            "epsilon": EPSILONS,
        },
        "lines": {
            score: [[round(float(x), 4) for x in line] for line in three] for score, three in results.items()
        },
        "check": {score: count_held(table, "check", score, three) for score, three in results.items()},
    }


def count_held(table: pd.DataFrame, part: str, score: str, three: list[Floats]) -> dict[str, float]:
    """How many tables there are, how many were held, how many fell below or rose above, and how wide it is."""
    terms, came = stored_terms(table, part, score)
    low, middle, high = (np.clip(terms @ line, 0, 1) for line in three)
    below, above = came < low - HAIR, came > high + HAIR
    return {
        "tables": len(came),
        "held": int((~below & ~above).sum()),
        "below": int(below.sum()),
        "above": int(above.sum()),
        "width": round(float((high - low).mean()), 3),
        "off": round(float(np.abs(came - middle).mean()), 3),
    }
