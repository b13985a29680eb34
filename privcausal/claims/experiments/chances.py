"""How often private answers about 436 pairs are right: with published bounds, and with ours."""

from collections.abc import Callable

import numpy as np
import pandas as pd

from privcausal.claims.pairs.hsic import HSIC12
from privcausal.claims.pairs.rank import KENDALL
from privcausal.experiments.chances import by_pair, chances
from privcausal.experiments.pairs import PAIRS
from privcausal.experiments.runner import load
from privcausal.pairs.correlation import kendall_sensitivity, spearman_sensitivity
from privcausal.pairs.hsic import hsic_sensitivity
from privcausal.verify import Formula, Number
from privcausal.verify.checks.measured import Estimate, digest_of, mean

DIGEST = digest_of(PAIRS.path)
PROTOCOL = (
    "Each pair is split ten times into a training and a test half of at most 2,000 records; kernel ridge "
    "regressions are trained on one half and scored on the other."
)

GRID = (0.1, 0.5, 1.0, 2.0)
"""The prices of the protocol."""

PUBLISHED: dict[str, Callable[[int], Number]] = {
    "spearman": Formula("30/m"),
    "kendall": KENDALL,
    "hsic": HSIC12,
}
OURS: dict[str, Callable[[int], Number]] = {
    "spearman": spearman_sensitivity,
    "kendall": kendall_sensitivity,
    "hsic": hsic_sensitivity,
}


def stored_pairs() -> pd.DataFrame:
    return load(PAIRS)


def real(table: pd.DataFrame) -> pd.DataFrame:
    return table[table["set"] == "Tübingen"]


def simulated(table: pd.DataFrame) -> pd.DataFrame:
    return table[table["set"] != "Tübingen"]


def rows_of(table: pd.DataFrame, score: str) -> pd.DataFrame:
    return table[table["score"] == score]


def chance_by_pair(
    table: pd.DataFrame, score: str, epsilon: float, bounds: dict[str, Callable[[int], Number]]
) -> pd.DataFrame:
    """P(right) of each pair, over its splits, with noise from these bounds."""
    rows = rows_of(table, score)
    return by_pair(rows, chances(rows, bounds[score], epsilon))


def lead(first: pd.DataFrame, second: pd.DataFrame, alpha: float, rng: np.random.Generator) -> Estimate:
    """How much more often the first is right, pair by pair."""
    return mean(first["value"] - second["value"], alpha, rng, weights=first["weight"], groups=first["source"])
