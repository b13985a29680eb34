"""Numbers whose centre is not known: a difference of two people has a known one, which is zero."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.graphs.ask_once.partial_correlations import OnceCorrelations, once_correlations
from privcausal.graphs.score_based.second_moments import checked_records
from privcausal.privacy.price import Price

Floats = NDArray[np.float64]


def differences(records: ArrayLike, rng: np.random.Generator) -> Floats:
    """Half as many records, each half the difference of two that were paired by lot; one left over is not used.

    They are centred at zero, and their covariances are those of the records but for a common factor. Each record is in
    one difference at most, so that replacing it replaces one difference.

    >>> differences([[1.0], [1.0], [3.0]], np.random.default_rng(0)).shape
    (1, 1)
    """
    rows = checked_records(records)
    if len(rows) < 2:
        raise ValueError(f"records must be at least two, for they are taken in pairs, got {len(rows)}")
    order, half = rng.permutation(len(rows)), len(rows) // 2
    first, second = rows[order[:half]], rows[order[half : 2 * half]]
    return np.asarray(first / 2 - second / 2)  # halves do not overflow


def paired_correlations(
    records: ArrayLike, *, budget: Price, rng: np.random.Generator, row_norm: float | None = None
) -> OnceCorrelations:
    """`once_correlations` of randomly paired records: nothing need be known of centre, spread or units.

    Private under substitution, for any records at all.

    >>> from privcausal.graphs.models.linear_gaussian import LinearModel
    >>> from privcausal.privacy.price import Relation
    >>> fork = LinearModel(np.array([[0.0, 0.8, 0.0], [0.0, 0.0, 0.0], [0.0, 0.8, 0.0]]))
    >>> people = 1000 + fork.sample(20_000, np.random.default_rng(0)) * [1.0, 10.0, 0.1]
    >>> found = paired_correlations(people, budget=Price(1.0, 1e-6, Relation.SUBSTITUTION),
    ...                             rng=np.random.default_rng(0))
    >>> found.graph.astype(int).tolist()
    [[0, 1, 0], [0, 0, 0], [0, 1, 0]]
    """
    if row_norm is not None:
        raise ValueError(
            f"row_norm must be left out for once-correlations: only directions count, got {row_norm!r}"
        )
    return once_correlations(differences(records, rng), budget=budget, rng=rng)
