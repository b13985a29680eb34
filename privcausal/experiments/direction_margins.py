"""The margins of the development pairs, as `direction` carries them: quantiles for each score, n and λ."""

from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from privcausal.pairs.direction_calibration import PAIRS, PENALTIES, RECORDS
from privcausal.pairs.scores import SCORES

KEYS = tuple(product(RECORDS, PENALTIES))

QUANTILES = 100
"""So many are kept of the margins of all development pairs."""


def learned(table: pd.DataFrame) -> dict[str, Any]:
    """Return the quantiles of the exact margins, from the development pairs alone."""
    development = table[table.part == "development"]
    assert development.pair.nunique() == PAIRS
    groups = [(key, development[(development.n == key[0]) & (development.penalty == key[1])]) for key in KEYS]
    return {
        "margins": {
            score: {f"{n} {penalty:g}": _quantiles(rows[score]) for (n, penalty), rows in groups}
            for score in SCORES
        }
    }


def _quantiles(margins: "pd.Series[float]") -> list[float]:
    shares = (np.arange(QUANTILES) + 0.5) / QUANTILES
    return [float(f"{value:.4g}") for value in np.quantile(margins.dropna(), shares)]
