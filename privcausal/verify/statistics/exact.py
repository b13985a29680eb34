"""The leak of two known laws: the exact ε between finite distributions, where nothing needs to be sampled."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.verify.evidence import ROUNDING


def smallest_epsilon(first: ArrayLike, second: ArrayLike, delta: float = 0.0) -> NDArray[np.float64]:
    """The smallest ε ≥ 0 with P(E) ≤ e^ε Q(E) + δ for all events E, in both directions.

    Outcomes run along the last axis; further axes hold many pairs of laws at once. For one direction the worst
    event consists of the outcomes with the highest P/Q, so ε = max ln((P(E) − δ)/Q(E)) over such events.

    >>> round(float(smallest_epsilon([0.75, 0.25], [0.25, 0.75])), 6), round(float(np.log(3)), 6)
    (1.098612, 1.098612)
    >>> float(smallest_epsilon([0.9, 0.1, 0.0], [0.9, 0.0, 0.1], delta=0.1))
    0.0
    """
    p, q = np.broadcast_arrays(np.asarray(first, dtype=float), np.asarray(second, dtype=float))
    # A δ that is attained exactly must not turn into an infinite ε through rounding.
    allowed = delta * (1 + ROUNDING)
    return np.maximum(_one_way(p, q, allowed), _one_way(q, p, allowed))


def _one_way(p: NDArray[np.float64], q: NDArray[np.float64], allowed: float) -> NDArray[np.float64]:
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(p > 0, p / q, 0.0)
        order = np.argsort(-ratio, axis=-1, kind="stable")
        hits, others = (np.take_along_axis(law, order, axis=-1).cumsum(axis=-1) for law in (p, q))
        excess = np.where(hits > allowed, np.log(hits - allowed) - np.log(others), 0.0)
    worst: NDArray[np.float64] = np.maximum(excess, 0.0).max(axis=-1)
    return worst
