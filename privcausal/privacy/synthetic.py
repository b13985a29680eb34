"""A whole private data set: records of k bits, chosen so that every halfspace counts about as many as before.

The outputs are all data sets of `size` records. For small k they are enumerated and the mechanism is exact; above
that a random walk studies the same law, but nobody has proved how long it must run, so a walk is not a release.
"""

import math
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import gammaln

from privcausal.arrays import Floats
from privcausal.privacy.charges import announcing
from privcausal.privacy.exponential import Exponential
from privcausal.privacy.halfspaces import Bits, Queries, cube, cuts, read_only
from privcausal.privacy.noise import NoiseShape, cells
from privcausal.privacy.price import Price, Relation, Release, check_substitution, settle_numbers

MOST_OUTPUTS = 300_000
"""More synthetic data sets than this are not enumerated."""


@cache
def multisets(points: int, size: int) -> Bits:
    """Every data set of `size` records on `points` points, as counts: one row each.

    >>> multisets(2, 3).tolist()
    [[3, 0], [2, 1], [1, 2], [0, 3]]
    """
    number = math.comb(points + size - 1, size)
    if number > MOST_OUTPUTS:
        raise ValueError(
            f"there are {number:,} data sets of {size} records on {points} points, too many to list "
            f"(at most {MOST_OUTPUTS:,}): choose a smaller size, or study them with a walk"
        )
    chosen = np.array(list(combinations_with_replacement(range(points), size)), dtype=np.int64)
    counts = np.zeros((number, points), dtype=np.int64)
    np.add.at(counts, (np.repeat(np.arange(number), size), chosen.ravel()), 1)
    return read_only(counts)


def orderings(counts: Bits) -> Floats:
    """In how many orders the records of each data set can be written down: μ when outputs are sequences."""
    return np.asarray(np.exp(gammaln(counts.sum(axis=1) + 1) - gammaln(counts + 1).sum(axis=1)), dtype=float)


def count_points(records: ArrayLike, bits: int) -> Bits:
    """How many records lie on each point of the cube.

    >>> count_points([[0, 1], [1, 1], [1, 1]], bits=2).tolist()
    [0, 1, 0, 2]
    """
    table = np.asarray(records)
    if table.ndim != 2 or table.shape[1] != bits or not len(table):
        raise ValueError(f"records must be a non-empty table of {bits} columns, got shape {table.shape}")
    if not np.isin(table, (0, 1)).all():
        raise ValueError("records must hold the bits 0 and 1 alone")
    place = table.astype(np.int64) @ (1 << np.arange(bits)[::-1])
    return np.bincount(place, minlength=2**bits).astype(np.int64)


def worst_errors(counts: ArrayLike, candidates: ArrayLike, queries: Queries, chunk: int = 4096) -> Floats:
    """For each candidate data set: the largest difference of any query's share between it and the data."""
    data, others = np.asarray(counts, dtype=float), np.atleast_2d(np.asarray(candidates, dtype=float))
    truth = queries @ (data / data.sum())
    shares = others / others.sum(axis=1, keepdims=True)
    table = queries.T.astype(float)
    blocks = [
        np.abs(shares[start : start + chunk] @ table - truth).max(axis=1)
        for start in range(0, len(shares), chunk)
    ]
    return np.concatenate(blocks)


@dataclass(frozen=True)
class Synthesiser:
    """The mechanism that a page gives to Blum, Ligett and Roth, enumerated: score −(worst error), uniform base measure.

    The score's sensitivity is 1/n because every query is a share of n records, n public.

    Claim: X-blr

    >>> private = Synthesiser(bits=2, size=4, epsilon=8.0)
    >>> records = np.repeat([[0, 1], [1, 1]], 50, axis=0)
    >>> print(private.release(records, np.random.default_rng(0)).value.tolist())
    [[0, 1], [0, 1], [1, 1], [1, 1]]
    """

    bits: int
    size: int
    epsilon: float
    relation: Relation = Relation.SUBSTITUTION
    ordered: bool = False
    """Count each data set once for every order of its records, as the source does."""

    def __post_init__(self) -> None:
        settle_numbers(self, "epsilon")
        check_substitution(self.relation)
        if self.size < 1:
            raise ValueError(f"size must be at least 1, got {self.size!r}")
        self.mechanism(1)
        multisets(2**self.bits, self.size)

    def mechanism(self, records: int) -> Exponential:
        """The exponential mechanism for data of this many records: weight exp(−ε n error / 2)."""
        return Exponential(1 / records, self.epsilon, self.relation)

    def law(self, counts: ArrayLike) -> tuple[Floats, Floats]:
        """The worst error of every possible output, and its probability."""
        errors, base = self._errors(counts)
        return errors, self.mechanism(int(np.sum(counts))).probabilities(-errors, base)

    @property
    def price(self) -> Price:
        """The price of one release."""
        return Price.pure(self.epsilon, self.relation)

    @announcing
    def release(self, records: ArrayLike, rng: np.random.Generator) -> Release:
        """One synthetic data set of `size` records."""
        counts = count_points(records, self.bits)
        errors, base = self._errors(counts)
        place = self.mechanism(int(counts.sum())).sample(-errors, 1, rng, base)[0]
        value = np.repeat(cube(self.bits), multisets(2**self.bits, self.size)[place], axis=0)
        return Release(value, self.price)

    def _errors(self, counts: ArrayLike) -> tuple[Floats, Floats | None]:
        """The worst error of every possible output, and their weights."""
        outputs = multisets(2**self.bits, self.size)
        return worst_errors(counts, outputs, cuts(self.bits)), orderings(outputs) if self.ordered else None


@dataclass(frozen=True)
class Walk:
    """A random walk among synthetic data sets, and its observations."""

    errors: Floats
    """The worst error after every step."""
    visited: Bits
    """The data set, as counts, after every `every`-th step."""
    accepted: float
    """Share of the proposals that were taken."""


def walk(
    counts: ArrayLike,
    *,
    bits: int,
    start: ArrayLike,
    epsilon: float,
    steps: int,
    rng: np.random.Generator,
    every: int = 100,
) -> Walk:
    """Metropolis: propose to move one synthetic record to a random point, and accept by the ratio of weights.

    `start` holds the places of the synthetic records on the cube. The walk is one over sequences of records, so its
    limit is the law with `ordered=True`. After finitely many steps nothing is proved: for study, not for release.

    >>> short = walk([5, 0, 0, 5], bits=2, start=[0, 0], epsilon=9, steps=50, rng=np.random.default_rng(0))
    >>> short.errors[[9, -1]].tolist()
    [0.0, 0.0]
    """
    data, records = np.asarray(counts, dtype=np.int64), [int(point) for point in np.asarray(start)]
    if not records or steps < 1:
        raise ValueError(f"start and steps must not be empty, got {len(records)} records and {steps} steps")
    size, whole = len(records), int(data.sum()) * len(records)
    rate = Exponential(1 / int(data.sum()), epsilon, Relation.SUBSTITUTION).rate / whole
    # Gaps between the shares times n·m are whole numbers, so no rounding piles up along the walk.
    table = np.ascontiguousarray(cuts(bits).T).astype(np.int32) * np.int32(data.sum())
    gaps = table[records].sum(axis=0, dtype=np.int32) - np.int32(size) * (data @ cuts(bits).T).astype(
        np.int32
    )
    error, errors, visited, taken = _largest(gaps), np.empty(steps), [], 0
    who, where = rng.integers(size, size=steps), rng.integers(len(table), size=steps)
    patience = (
        cells(NoiseShape.EXPONENTIAL, 2**32, steps, rng) * 2.0**-32
    )  # accepting with probability exp(−x) is waiting longer than x
    for step, (one, point) in enumerate(zip(who.tolist(), where.tolist(), strict=True)):
        moved = gaps + (table[point] - table[records[one]])
        reached = _largest(moved)
        if rate * (reached - error) < patience[step]:
            records[one], gaps, error, taken = point, moved, reached, taken + 1
        errors[step] = error / whole
        if step % every == every - 1:
            visited.append(np.bincount(records, minlength=len(table)))
    return Walk(errors, np.array(visited, dtype=np.int64).reshape(-1, len(table)), taken / steps)


def _largest(gaps: NDArray[np.int32]) -> int:
    return max(int(gaps.max()), -int(gaps.min()))
