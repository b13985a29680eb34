"""What the stored scores of 436 pairs say about private answers: the noise has a closed form, so none is drawn.

A score without noise is right, wrong, or tied. With noise it is right with a probability between these, which
depends on the margin of the two scores and on the scale of the noise alone.
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from privcausal.arrays import Floats
from privcausal.pairs.comparison import probability_correct
from privcausal.pairs.private_iqr import AskOnce
from privcausal.privacy.price import Relation

Sensitivity = Callable[[int], Any]
"""How far one of m test records can move a score."""

EPSILONS = (0.1, 0.5, 1.0, 2.0, math.inf)
"""The prices of the protocol, for both scores of a pair together. Infinity means no privacy."""

DELTA = 1e-6
"""The δ of propose-test-release, in addition to ε."""

SAME_SOURCE: tuple[tuple[int, ...], ...] = (
    tuple(range(5, 12)),
    (12, 17),
    tuple(range(25, 33)),
    tuple(range(43, 47)),
    (65, 66, 67),
    (94, 95, 96),
)
"""Tübingen pairs measured on the same subjects: their sampling errors are dependent."""


def chance(
    margin: float, scale: float, right: Callable[[float, float], float] = probability_correct
) -> float:
    """How often noise leaves (or makes) the answer right, whichever way the true scores are ordered.

    >>> [round(chance(margin, 0.1), 3) for margin in (-0.2, 0.0, 0.2)]
    [0.135, 0.5, 0.865]
    """
    if not math.isfinite(margin) or scale == math.inf:
        return 0.5
    if scale == 0:
        return float(margin > 0) + 0.5 * float(margin == 0)
    correct = right(abs(margin), scale)
    return correct if margin >= 0 else 1 - correct


def chances(rows: pd.DataFrame, sensitivity: Sensitivity, epsilon: float) -> Floats:
    """For every row of one score: P(right) when both scores get Laplace noise and cost ε together.

    >>> rows = pd.DataFrame({"right": [0.1, 0.4], "wrong": [0.3, 0.3], "m": [40, 40]})
    >>> chances(rows, lambda m: 4 / m, 2.0).round(3)
    array([0.865, 0.276])
    """
    scale = {m: float(sensitivity(int(m))) / (epsilon / 2) for m in rows["m"].unique()}
    margins = (rows["wrong"] - rows["right"]).tolist()
    return np.array([chance(margin, scale[m]) for margin, m in zip(margins, rows["m"].tolist(), strict=True)])


def asking_once(rows: pd.DataFrame, epsilon: float, delta: float = DELTA) -> Floats:
    """The same for rows of the IQR score, released by asking once; a refusal counts as a coin toss.

    Cells have size 1, as in the source: for these the table knows the distances.
    """
    if math.isinf(epsilon):
        return chances(rows, lambda m: 1.0, math.inf)
    mechanism = AskOnce(1.0, 4, epsilon, delta, Relation.SUBSTITUTION)
    answered = np.array([1 - mechanism.refusal(int(distance)) for distance in rows["distance"]])
    margins = rows["wrong"] - rows["right"]
    correct = np.array([chance(margin, mechanism.scale) for margin in margins])
    result: Floats = answered * correct + (1 - answered) / 2
    return result


def by_pair(rows: pd.DataFrame, values: Floats) -> pd.DataFrame:
    """The mean of one number per row over the splits of each pair, with the pair's weight and its source.

    >>> rows = pd.DataFrame({"set": "Tübingen", "pair": [6, 6, 5], "weight": 1 / 7})
    >>> by_pair(rows, np.array([0.0, 1.0, 1.0]))[["pair", "source", "value"]].values.tolist()
    [[5, 'Tübingen 5', 1.0], [6, 'Tübingen 5', 0.5]]
    """
    keys = ["set", "pair", "weight"]
    means = rows[keys].assign(value=values).groupby(keys, as_index=False).mean()
    first = {pair: group[0] for group in SAME_SOURCE for pair in group}
    real = means["set"] == "Tübingen"
    numbers = means["pair"].where(~real, means["pair"].map(lambda pair: first.get(pair, pair)))
    return means.assign(source=means["set"] + " " + numbers.astype(str))
