"""The trade-off curve of an audit: how rarely one can miss a neighbour, given how often one raises a false alarm."""

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainccinv, betaincinv

from privcausal import plots
from privcausal.arrays import Floats
from privcausal.verify.statistics.audit_result import AuditResult


@dataclass(frozen=True)
class TradeOff:
    """The two errors of every nested event, taken as a test of which data set it was: lowest, seen and highest.

    With the confidence of the audit, every error lies between its lowest and highest value, all at once.
    """

    alarms: Floats
    """How often the event comes up on the data set where it is the less likely one: a row per event."""
    misses: Floats
    """How often it stays away on the other."""


def trade_off(result: AuditResult) -> TradeOff:
    """The errors of all events that were learned, from the empty one to the one that always happens.

    >>> passed = ((800, 1000), (200, 1000))
    >>> trade_off_curve = trade_off(AuditResult(1.2, 4000, "", (800, 200), (1000, 1000), 0.0, 0.001, 1.0, passed))
    >>> trade_off_curve.alarms[:, 1].tolist(), trade_off_curve.misses[:, 1].round(9).tolist()
    ([0.0, 0.2, 1.0], [1.0, 0.2, 0.0])
    """
    if not result.passed[0]:
        raise ValueError("result must come from an audit: it has no counts of nested events")
    level = result.alpha / (4 * len(result.passed[0]))  # two errors of each event, each bounded on two sides
    more, less = (_bounds(np.array(h), n, level) for h, n in zip(result.passed, result.tested, strict=True))
    nothing = np.zeros((1, 3))
    return TradeOff(np.vstack([nothing, less]), 1 - np.vstack([nothing, more])[:, ::-1])


def _bounds(hits: NDArray[np.int64], tested: int, level: float) -> Floats:
    """Clopper–Pearson: the lowest probability, the share seen, the highest probability."""
    low = np.where(hits > 0, betaincinv(np.maximum(hits, 1), tested - hits + 1, level), 0.0)
    high = np.where(hits < tested, betainccinv(hits + 1, np.maximum(tested - hits, 1), level), 1.0)
    return np.stack([low, hits / tested, high], axis=1)


def allowed(alarms: ArrayLike, epsilon: float, delta: float) -> Floats:
    """The fewest misses that an (ε, δ) guarantee allows at this rate of false alarms.

    >>> allowed([0.0, 0.5, 1.0], 0.0, 0.1).round(3).tolist()
    [0.9, 0.4, 0.0]
    """
    x = np.asarray(alarms, dtype=np.float64)
    steep, flat = 1 - delta - np.exp(epsilon) * x, np.exp(-epsilon) * (1 - delta - x)
    best: Floats = np.maximum.reduce([steep, flat, np.zeros_like(x)])
    return best


def draw(result: AuditResult, ax: Axes | None = None) -> Axes:
    """The curve, its band, and the claim: where the whole band lies below the claim, the claim is broken."""
    ax = plots.figure()[1][0] if ax is None else ax
    curve, grid = trade_off(result), np.linspace(0, 1, 401)
    ends = [np.concatenate([error[:, 2], error[::-1, 0]]) for error in (curve.alarms, curve.misses)]
    ax.fill(*ends, color=plots.BLUE, alpha=0.25, linewidth=0, label=f"{100 * (1 - result.alpha):.6g}% band")
    ax.plot(curve.alarms[:, 1], curve.misses[:, 1], color=plots.BLUE, linestyle="-", label="seen")
    label = f"claimed ε = {result.claimed_epsilon:g}" + (f", δ = {result.delta:g}" if result.delta else "")
    claimed = allowed(grid, result.claimed_epsilon, result.delta)
    ax.plot(grid, claimed, color=plots.ORANGE, linestyle="--", label=label)
    names = result.direction.split(" over ")
    ax.set(xlabel=f"false alarms on the {names[1]}", ylabel=f"misses on the {names[0]}")
    ax.legend()
    return ax
