"""Three private PCs as published, and three slips of public code; each runs `size` times at once.

The data are counts[z, x, y] of three yes-or-no variables. Their p-value Φ̄(|z|) drops strata in which a variable is
constant, and is given the sensitivity that was published for it; one record can move it fifty times as far.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

Floats = NDArray[np.float64]
Pair = tuple[int, int]

STEEPEST = 1 / math.sqrt(2 * math.pi)
PAIRS: tuple[Pair, ...] = ((0, 1), (0, 2), (1, 2))
"""Axis 0 is z, 1 is x, 2 is y."""


def p_value(counts: ArrayLike, pair: Pair, given: bool) -> float:
    """The source's p-value for two of the variables, perhaps given the third. Breaks P-strata, P-kendall."""
    table = np.asarray(counts, dtype=float)
    third = ({0, 1, 2} - set(pair)).pop()
    strata = np.moveaxis(table, third, 0) if given else table.sum(axis=third)[None]
    total, weight = 0.0, 0.0
    for stratum in strata:
        n, excess = stratum.sum(), stratum[0, 0] * stratum[1, 1] - stratum[0, 1] * stratum[1, 0]
        if n <= 2 or not (stratum.sum(axis=0).all() and stratum.sum(axis=1).all()):
            continue  # dropped: too small, or a variable does not vary
        total += 9 * excess / (2 * n + 5)
        weight += 9 * n * (n - 1) / (2 * (2 * n + 5))
    return float(ndtr(-abs(total) / math.sqrt(weight))) if weight else 0.5


def published_sensitivity(counts: ArrayLike) -> float:
    """What was published: (9/2)/√n for z, so at most φ(0) times as much for p."""
    return STEEPEST * 4.5 / math.sqrt(float(np.sum(np.asarray(counts))))


def run(counts: ArrayLike, asks: "Asks", size: int) -> Floats:
    """PC's first half on three variables: column k says at which order (1 or 2) edge k went, 0 if it stayed."""
    went = np.zeros((size, len(PAIRS)))
    for order in (0, 1):
        start = went == 0
        for k, pair in enumerate(PAIRS):
            others = start[:, [j for j in range(len(PAIRS)) if j != k]]
            askable = start[:, k] & (others.any(axis=1) if order else True)
            told = asks.independent(p_value(counts, pair, bool(order)), askable)
            went[told, k] = order + 1
    return went


class Asks:
    """SVT-PC as published: AboveThreshold on p-values, with a new threshold after each edge that goes."""

    examine = False
    gaussian = False

    def __init__(self, width: float, epsilon: float, threshold: float, size: int, rng: np.random.Generator):
        self.width, self.threshold, self.size, self.rng = width, threshold, size, rng
        self.total, self.epsilon = epsilon, epsilon / 2 if self.examine else epsilon
        self.bars = self.fresh(size)

    def fresh(self, size: int) -> Floats:
        """So many new noisy thresholds."""
        scale = 2 * self.width / self.epsilon
        noise = self.rng.normal(scale=scale, size=size) if self.gaussian else self.rng.laplace(0, scale, size)
        return self.threshold - TWEAK * self.examine + noise

    def independent(self, p: float, askable: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """In which runs the test says "independent"; there the threshold is drawn anew."""
        told = askable & (p + self.rng.laplace(0, 4 * self.width / self.epsilon, self.size) >= self.bars)
        if self.examine:
            told &= p + self.rng.laplace(0, 2 * self.width / self.total, self.size) >= self.threshold
        self.bars[told] = self.fresh(int(told.sum()))
        return told


TWEAK = 0.02
"""By how much the public code lowers the sieve's threshold."""


class Sieves(Asks):
    """Priv-PC as public code has it: all records sieved, Gaussian refreshments, only edges that go are billed."""

    examine = True
    gaussian = True


def svt_pc(
    counts: ArrayLike, epsilon: float, threshold: float, size: int, rng: np.random.Generator
) -> Floats:
    """SVT-PC, ε for each edge that goes. Breaks P-kendall, P-strata, and B-private-pcs."""
    return run(counts, Asks(published_sensitivity(counts), epsilon, threshold, size, rng), size)


def priv_pc(
    counts: ArrayLike, epsilon: float, threshold: float, size: int, rng: np.random.Generator
) -> Floats:
    """Priv-PC, ε for each edge that goes. Breaks P-kendall, P-strata, P-refresh, P-count, and B-private-pcs."""
    return run(counts, Sieves(published_sensitivity(counts), epsilon, threshold, size, rng), size)


def choice_as_coded(
    scores: ArrayLike, gone: ArrayLike, rate: float, size: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """EM-PC's choice of an edge by weights e^(rate·score): where these overflow, simply the best. Breaks B-peel.

    Edges that are gone get the score −10000; at small rates they are chosen again.
    """
    masked = np.where(np.asarray(gone, dtype=bool), -10_000.0, np.asarray(scores, dtype=float))
    with np.errstate(over="ignore"):
        weights = np.exp(rate * masked)
    if np.isinf(weights).any():
        return np.full(size, int(masked.argmax()))  # no noise at all
    return rng.choice(len(masked), size=size, p=weights / weights.sum())


def greedy_best(scores: dict[Pair, float], count: int) -> float:
    """The score of `count` deletions in a star, always taking the best edge next. Breaks P-em-greedy.

    scores[i, j] says how independent leaf i and the hub are given leaf j, which must still hang on the hub.
    """
    leaves = {i for i, _ in scores} | {j for _, j in scores}
    total = 0.0
    for _ in range(count):
        left = {pair: score for pair, score in scores.items() if set(pair) <= leaves}
        best = max(left, key=lambda pair: (left[pair], pair))
        total += left[best]
        leaves.remove(best[0])
    return total


def exact_best(scores: dict[Pair, float], count: int) -> float:
    """The same for the best of all ways to delete so many, in any order: what the greedy search stands in for."""
    leaves = {i for i, _ in scores} | {j for _, j in scores}
    if not count:
        return 0.0
    options = []
    for i, j in scores:
        rest = {pair: score for pair, score in scores.items() if i not in pair}
        if {i, j} <= leaves and (count == 1 or rest):
            options.append(scores[i, j] + exact_best(rest, count - 1))
    return max(options)


def separators_by_place(
    chosen: list[tuple[Pair, tuple[int, ...]]], edges: list[Pair]
) -> dict[Pair, tuple[int, ...]]:
    """EM-PC's separating sets, stored by the order of the choices and looked up by the order of the edges.

    Costs no privacy, only arrows: a v-structure is read off the set of another edge. See P-em.
    """
    gone = [edge for edge in edges if edge in dict(chosen)]
    return {edge: given for edge, (_, given) in zip(gone, chosen, strict=True)}
