"""Exact laws of propose-test-release, and the worst that two neighbours can find: over states, samples, searches."""

import math
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import ArrayLike

from privcausal.arrays import Floats
from privcausal.claims.broken.propose_test_release import PrintedIqr
from privcausal.pairs.iqr import GRIDS, cell_of, distances, iqr, quartile_places
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import ProposeTestRelease
from privcausal.verify import Claim, Number
from privcausal.verify.checks import Extreme, Witness, space
from privcausal.verify.statistics.exact import smallest_epsilon

STEPS = 32
"""Into so many pieces the stretch between two neighbouring log-IQRs is cut; outside it nothing is gained by cutting."""


# --- exact laws: what comes out of propose-test-release, outcome by outcome ---------------------------------------


def laplace_cdf(z: ArrayLike) -> Floats:
    tail = np.exp(-np.abs(z)) / 2
    return np.where(np.asarray(z) < 0, tail, 1 - tail)


def law(epsilon: float, bar: float, away: ArrayLike, centre: ArrayLike, gap: ArrayLike) -> Floats:
    """P(⊥), and P(value in each piece of the line), for two distances and a value at `centre`, of two at 0 and `gap`.

    `bar` is the threshold; rows are many states at once.
    """
    fails, passes = (laplace_cdf(sign * epsilon * (bar - np.asarray(away, dtype=float))) for sign in (1, -1))
    released = passes[:, 0] + fails[:, 0] * passes[:, 1]
    edges = np.multiply.outer(np.asarray(gap, dtype=float), np.linspace(0, 1, STEPS + 1))
    scaled = epsilon * (edges - np.asarray(centre, dtype=float)[:, None])
    below, above = laplace_cdf(scaled), laplace_cdf(-scaled)
    # A piece's probability as a difference of the smaller tails, which keeps its digits.
    between = np.where(scaled[:, 1:] <= 0, np.diff(below), -np.diff(above))
    pieces = np.concatenate([below[:, :1], between, above[:, -1:]], axis=1)
    return np.concatenate([fails.prod(axis=1, keepdims=True), released[:, None] * pieces], axis=1)


def loss(
    epsilon: float, delta: float, bar: float, before: ArrayLike, after: ArrayLike, gap: ArrayLike
) -> Floats:
    """The exact ε between two neighbouring states at this δ: their distances, and how far apart their values are."""
    gaps = np.asarray(gap, dtype=float)
    laws = [law(epsilon, bar, away, centre, gaps) for away, centre in ((before, 0 * gaps), (after, gaps))]
    return smallest_epsilon(laws[0], laws[1], delta)


Bar = Callable[[float, float], float]
"""The threshold at ε and δ."""


def repaired_bar(epsilon: float, delta: float) -> float:
    return ProposeTestRelease(1.0, epsilon, delta, Relation.SUBSTITUTION).threshold


def printed_bar(epsilon: float, delta: float) -> float:
    return PrintedIqr(epsilon, delta).threshold


# --- every state that two neighbours can be in -----------------------------------------------------------------

FAR = 60.0
"""How many noise scales apart two values are that share no cell: as good as infinity."""


@cache
def states(reach: int) -> tuple[Floats, Floats, Floats]:
    """Distances before and after, and the gap between the values, for all distances up to `reach`.

    Neighbours that share both cells differ by at most ½ and their distances by at most 1; those that share one
    cell differ by at most 1 and are at distance 1 from the edge of the other; all others are at distance 1 twice.
    """
    steps = [(a, a + s) for a in range(1, reach + 1) for s in (-1, 0, 1) if a + s >= 1]
    both = [((a, b), (c, d), 0.5) for a, c in steps for b, d in steps]
    one = [((a, 1), (c, 1), 1.0) for a, c in steps]
    none = [((1, 1), (1, 1), math.inf)]
    before, after, gap = zip(*both, *one, *none, strict=True)
    return np.array(before, dtype=float), np.array(after, dtype=float), np.array(gap)


def worst_state(claim: Claim, epsilon: float, delta: float, bar: Bar = repaired_bar) -> Extreme:
    """The exact ε over all states, up to two changes beyond the threshold; further out everything repeats.

    The δ is the one that the claim states, which is not taken from the mechanism.
    """
    height = bar(epsilon, delta)
    before, after, gap = states(math.ceil(height) + 2)
    stated = float(claim.stated["delta"](delta=delta))
    losses = loss(epsilon, stated, height, before, after, np.minimum(gap, FAR / epsilon))
    worst = int(losses.argmax())
    witness = {"before": before[worst].tolist(), "after": after[worst].tolist(), "gap": str(gap[worst])}
    return Extreme(float(losses[worst]), witness, len(losses))


def state_again(claim: Claim, state: Witness, epsilon: float, delta: float) -> Number:
    gap = min(float(state["gap"]), FAR / epsilon)
    height = repaired_bar(epsilon, delta)
    before, after = [state["before"]], [state["after"]]
    stated = float(claim.stated["delta"](delta=delta))
    return float(loss(epsilon, stated, height, before, after, [gap])[0])


# --- every small data set, its distances found by looking at all others -----------------------------------------

VALUES = (-1e6, 0.0, 2.5, 3.0, 1e6)
"""Few, yet enough: to widen a range records go far out on either side, to narrow it they join others."""

NEVER = -10_000
"""The distance of a sample without a logarithm: always ⊥."""

Intervals = Callable[[float, float], list[tuple[float, float]]]


def right_intervals(width: float, size: float) -> list[tuple[float, float]]:
    cells = [cell_of(width, shift, size) for shift in GRIDS]
    return [(cell.low, cell.high) for cell in cells]


def printed_intervals(width: float, size: float) -> list[tuple[float, float]]:
    return PrintedIqr(1.0, 0.5).intervals(width)


def worst_small(
    m: int, epsilon: float, delta: float, size: float, intervals: Intervals = right_intervals
) -> Extreme:
    """The exact ε over all neighbouring samples of m records with these values; no formula for distances is used."""
    places = range(len(VALUES))
    sets = np.array([np.bincount(c, minlength=len(VALUES)) for c in combinations_with_replacement(places, m)])
    apart = sum(np.abs(np.subtract.outer(c, c)) for c in sets.T.astype(np.int8)) // 2
    samples = [np.repeat(VALUES, counts) for counts in sets]
    widths = np.array([iqr(sample) for sample in samples])
    away = np.full((len(sets), len(GRIDS)), NEVER)
    for width in set(widths[widths > 0].tolist()):
        same = widths == width
        for grid, (low, high) in enumerate(intervals(width, size)):
            outside = (widths < low) | (widths >= high)
            away[same, grid] = apart[np.ix_(same, outside)].min(axis=1)
    rows, columns = np.nonzero(np.triu(apart == 1))
    logs = np.log(np.where(widths > 0, widths, 1.0))
    gaps = np.abs(logs[rows] - logs[columns]) / size
    losses = loss(epsilon, delta, repaired_bar(epsilon, delta), away[rows], away[columns], gaps)
    worst = int(losses.argmax())
    witness = {"before": samples[rows[worst]].tolist(), "after": samples[columns[worst]].tolist()}
    return Extreme(float(losses[worst]), witness, len(losses))


def small_again(pair: Witness, epsilon: float, delta: float, size: float) -> Number:
    return neighbour_loss(pair["before"], pair["after"], epsilon, delta, size=size)


def neighbour_loss(
    before: Sequence[float],
    after: Sequence[float],
    epsilon: float,
    delta: float,
    bar: Bar = repaired_bar,
    size: float = 1.0,
) -> float:
    """The exact ε between two samples, by the library's distances."""
    widths = [iqr(sample) for sample in (before, after)]
    away = [distances(x, size) if w else (NEVER, NEVER) for x, w in zip((before, after), widths, strict=True)]
    logs = [math.log(w) if w else 0.0 for w in widths]
    return float(
        loss(epsilon, delta, bar(epsilon, delta), [away[0]], [away[1]], [abs(logs[0] - logs[1]) / size])[0]
    )


FAR_OUT = 10**6


def samples(m: int) -> space.Space:
    """Larger samples with few values, of which one lies far out.

    Two values only: the IQR as firm as it can be, and one that a single record makes or breaks.
    """
    value, upper = space.among(*range(13), FAR_OUT), quartile_places(m)[1]
    firm = {"rest": [0] * (m // 2) + [3] * (m - 1 - m // 2), "before": 0, "after": 3}
    fragile = {"rest": [0] * upper + [FAR_OUT] * (m - 1 - upper), "before": 1, "after": FAR_OUT}
    return space.neighbours(value, rest=value * (m - 1)).starting(firm, fragile)


def sample_loss(pair: Witness, epsilon: float, delta: float, bar: Bar = repaired_bar) -> float:
    before, after = ([*pair["rest"], pair[side]] for side in ("before", "after"))
    return neighbour_loss(before, after, epsilon, delta, bar)
