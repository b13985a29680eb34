"""Two private PCs as coded, and slips of the public code of EM-PC; each runs `size` times at once.

The program is that of Priv-PC's authors at commit 0fb6104, file pc.py where none is named. The data are
counts[z, x, y] of three yes-or-no variables. Tests at order 1 drop strata (P-strata), and the noise is made for a
sensitivity that no longer holds then; one record can move the p-value fifty times as far.
"""

import math
from collections.abc import Sequence
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize_scalar
from scipy.special import chdtri, ndtr, xlogy

from privcausal.arrays import Floats
from privcausal.claims.broken.strata import dropping_p_value, p_value_at_order_0

Flags = NDArray[np.bool_]
Pair = tuple[int, int]

PAIRS: tuple[Pair, ...] = ((0, 1), (0, 2), (1, 2))
"""Axis 0 is z, 1 is x, 2 is y."""

TWEAK = 0.02
"""By how much the sieve's threshold is lowered (l. 321)."""


def p_values(counts: ArrayLike, pair: Pair, conditional: bool) -> Floats:
    """The tail for two of the variables, perhaps given the third, on each of many tables. Breaks P-strata."""
    tables = np.asarray(counts, dtype=float)
    third = ({0, 1, 2} - set(pair)).pop()
    strata = np.moveaxis(tables, third - 3, -3)
    return dropping_p_value(strata) if conditional else p_value_at_order_0(strata.sum(axis=-3))


def coded_sensitivity(counts: ArrayLike) -> float:
    """∫ φ from 0 to 6/√n (l. 265, 354)."""
    return float(ndtr(6 / math.sqrt(float(np.sum(np.asarray(counts)))))) - 0.5


def run(asks: "Asks") -> Floats:
    """PC's first half on three variables: column k says at which order (1 or 2) edge k went, 0 if it stayed.

    Ordered pairs, and deletion at once (l. 273-308): what both ends share is asked twice.
    """
    went = np.zeros((asks.size, len(PAIRS)))
    for order in (0, 1):
        for i, j in permutations(range(3), 2):
            edge, other = (PAIRS.index((min(i, k), max(i, k))) for k in (j, 3 - i - j))
            askable = (went[:, edge] == 0) & ((went[:, other] == 0) | (order == 0))
            went[asks.independent(PAIRS[edge], bool(order), askable), edge] = order + 1
    return went


class Asks:
    """SVT-PC: AboveThreshold on p-values, with a new threshold after each pass (l. 265-308)."""

    def __init__(
        self, counts: ArrayLike, epsilon: float, threshold: float, size: int, rng: np.random.Generator
    ):
        self.counts, self.width = np.asarray(counts), coded_sensitivity(counts)
        self.epsilon, self.threshold, self.size, self.rng = epsilon, threshold, size, rng
        self.scale = 2 * self.width / epsilon
        self.bars = threshold + rng.laplace(0, self.scale, size)

    def independent(self, pair: Pair, conditional: bool, askable: Flags) -> Flags:
        """In which runs the test says "independent"; there the new threshold has Gaussian noise (l. 305)."""
        noisy = p_values(self.counts, pair, conditional) + self.rng.laplace(0, 4 * self.scale, self.size)
        above: Flags = askable & (noisy >= self.bars)
        self.bars[above] = self.threshold + self.rng.normal(0, self.scale, int(above.sum()))
        return above


class Sieves(Asks):
    """Priv-PC: sieve a part, examine all records; a new threshold and part after each pass (l. 349-398)."""

    def __init__(
        self, counts: ArrayLike, epsilon: float, threshold: float, size: int, rng: np.random.Generator
    ):
        super().__init__(counts, epsilon, threshold, size, rng)
        q, half = best_part(epsilon / 2), math.expm1(epsilon / 2)
        self.part = int(q * self.counts.sum())
        self.scale = 2 * self.width / math.sqrt(q) / math.log1p(half / q)
        self.bars, self.answered = self.fresh(size)

    def fresh(self, size: int) -> tuple[Floats, NDArray[np.int64]]:
        """So many new noisy thresholds and parts."""
        bars = self.threshold - TWEAK + self.rng.laplace(0, self.scale, size)
        parts = self.rng.multivariate_hypergeometric(self.counts.ravel(), self.part, size, method="marginals")
        return bars, parts.reshape(size, *self.counts.shape)

    def independent(self, pair: Pair, conditional: bool, askable: Flags) -> Flags:
        """In which runs sieve and examination both say so."""
        noisy = p_values(self.answered, pair, conditional) + self.rng.laplace(0, 2 * self.scale, self.size)
        passed: Flags = askable & (noisy >= self.bars)
        self.bars[passed], self.answered[passed] = self.fresh(int(passed.sum()))
        examined = p_values(self.counts, pair, conditional) + self.rng.laplace(
            0, 2 * self.width / self.epsilon, self.size
        )
        return passed & (examined >= self.threshold)


@cache
def best_part(half: float) -> float:
    """The share of the records that the sieve sees: the noise is least, no less than a twentieth (l. 349-352)."""

    def noise(ratio: float) -> float:
        return math.sqrt(ratio) / math.log1p(ratio * math.expm1(half))

    best = minimize_scalar(noise, bounds=(1e-3, 1e4), method="bounded").x
    return max(min(1 / float(best), 1.0), 1 / 20)


def svt_pc(
    counts: ArrayLike, epsilon: float, threshold: float, size: int, rng: np.random.Generator
) -> Floats:
    """SVT-PC at ε for each pass. Breaks P-strata, and by an additive part P-count."""
    return run(Asks(counts, epsilon, threshold, size, rng))


def priv_pc(
    counts: ArrayLike, epsilon: float, threshold: float, size: int, rng: np.random.Generator
) -> Floats:
    """Priv-PC at ε for each pass of the sieve. Breaks P-strata, and by an additive part P-count."""
    return run(Sieves(counts, epsilon, threshold, size, rng))


def bill(epsilon: float, passes: int, delta: float, halves: int = 1) -> float:
    """What the program says that so many passes cost (l. 317, and in two halves l. 417-419).

    >>> round(bill(0.1, 3, 1e-3), 3), bill(0.1, 0, 1e-3)
    (0.675, 0.0)
    """
    each = epsilon / halves
    root = math.sqrt(2 * passes * math.log(halves / delta))
    return halves * (root * each + passes * each * math.expm1(each))


# --- EM-PC ------------------------------------------------------------------------------------------------------


def choice_as_coded(
    scores: ArrayLike, gone: ArrayLike, rate: float, size: int, rng: np.random.Generator
) -> NDArray[np.int64]:
    """EM-PC's choice of an edge by weights e^(rate·score); edges that are gone get the score −10000 (l. 216).

    Scores are numbers of records. With 100,000 of them a live edge can lie below −10000, and then one that is gone is
    chosen once more.
    """
    masked = rate * np.where(np.asarray(gone, dtype=bool), -10_000.0, np.asarray(scores, dtype=float))
    weights = np.exp(masked - masked.max())
    return rng.choice(len(masked), size=size, p=weights / weights.sum())


def separators_by_rank(
    node: int, chosen: Sequence[int], sets: Sequence[tuple[int, ...]]
) -> dict[Pair, tuple[int, ...]]:
    """Where the sets of one node's chosen neighbours are filed: under their ranks, not their names (l. 160-168).

    Costs no privacy, only arrows: a v-structure is read off the set of another pair.

    >>> separators_by_rank(4, [7, 2], [(1,), (3,)])
    {(0, 4): (1,), (1, 4): (3,)}
    """
    return {
        (min(node, rank), max(node, rank)): conditional
        for rank, conditional in enumerate(sets[: len(chosen)])
    }


def greedy_distance(table: ArrayLike, alpha: float) -> int:
    """EM-PC's score of one edge: records taken away, each time the best one, until the G-test is about to flip.

    Positive if the test says "independent" (findJS.py l. 317-351). Breaks what P-em-greedy asks for.

    >>> greedy_distance([[0, 1], [1, 10]], 0.1), greedy_distance([[1, 0], [1, 10]], 0.1)
    (9, 0)
    """
    left = np.asarray(table, dtype=float)
    records, bar = int(left.sum()), float(chdtri(1, alpha))
    sign = 1 if g_squared(left) < bar else -1
    for steps in range(records - 1):
        fewer = [left - cell for cell in np.eye(4).reshape(4, 2, 2) if (left * cell).any()]
        left = max(fewer, key=lambda rest: sign * g_squared(rest))
        if sign * g_squared(left) >= sign * bar:
            return sign * steps
    return sign * (records - 1)


def g_squared(table: Floats) -> float:
    """Twice the sum of N ln(N/E)."""
    parts = (table, table.sum(), table.sum(axis=0), table.sum(axis=1))
    inside, whole, *margins = (float(xlogy(part, part).sum()) for part in parts)
    return round(2 * (inside + whole - sum(margins)), 9)
