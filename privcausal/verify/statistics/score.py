"""Learn, from samples of a mechanism on two neighbours, one number that sums the evidence of all its columns.

Every column is put on a normal scale, so that infinities, repeated values and heavy tails cannot tip it over. One
step of logistic regression then weighs the columns, their squares, their ranks within a run, and those products of
two columns that differ. Repeated values get a second number: a rare one would drown in the first.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import ndtri, xlogy

from privcausal.arrays import Floats
from privcausal.verify.statistics.intervals import Counts, edges_of, encode, single

PRODUCTS = 64
"""At most this many products of two columns are weighed."""

STRIKING = 3.0
"""Standard errors by which the two means of a product must differ to be weighed."""

TELLING = 2.0
"""Log-likelihood that a repeated value must gain to count."""

BLOCK = 50_000
"""Runs handled at a time."""

RIDGE = 1e-6
"""Added to the variance of everything that is weighed: a column that never changes must not stop the others."""


@dataclass(frozen=True)
class Score:
    """What to add up: one weight per column and rank, one per product, one log-ratio per repeated value."""

    edges: list[Floats]
    scales: list[Floats]
    """Per column, the normal score of each interval."""
    atoms: list[Floats]
    """Per column, the log-ratio of each interval that is a single, informative value; 0 for all others."""
    weights: Floats
    """Of what `_terms` reads off a run."""
    products: Floats
    """Of squares and products: a matrix."""

    def combined(self, draws: Floats) -> Floats:
        """The draws, and the two numbers as two more columns."""
        return np.column_stack([draws, self.numbers(draws, encode(draws, self.edges))])

    def numbers(self, draws: Floats, codes: Counts) -> Floats:
        """What all columns say together, and what their repeated values say."""
        normal = _read(self.scales, codes)
        together = self.weights @ _terms(normal, draws) + ((self.products @ normal) * normal).sum(axis=0)
        return np.stack([together, _read(self.atoms, codes).sum(axis=0)], axis=1)


def learn_score(draws: Floats, side: Counts) -> tuple[Score, Floats]:
    """A score, and the draws next to their scores.

    Half of the draws train the score of the other half: no draw is scored by weights that it has shaped. The
    score itself is the mean of both.

    >>> rng = np.random.default_rng(0)
    >>> side = np.repeat([0, 1], 5_000)
    >>> score, levels = learn_score(rng.normal(side[:, None] / 3, 1, (10_000, 9)), side)
    >>> low, high = levels[side == 0, -2], levels[side == 1, -2]
    >>> bool(high.mean() - low.mean() > 0.9 * low.std())
    True
    """
    edges = [edges_of(column) for column in draws.T]
    codes = encode(draws, edges)
    scales = [_normal_scale(column, len(cuts) + 1) for column, cuts in zip(codes.T, edges, strict=True)]
    halves = [slice(0, None, 2), slice(1, None, 2)]
    scores = [_learn(draws[half], codes[half], side[half], edges, scales) for half in halves]
    levels = np.empty((len(draws), 2))
    for half, other in zip(halves, reversed(scores), strict=True):
        levels[half] = other.numbers(draws[half], codes[half])
    return _mean(*scores), np.hstack([draws, levels])


def _mean(one: Score, other: Score) -> Score:
    atoms = [(a + b) / 2 for a, b in zip(one.atoms, other.atoms, strict=True)]
    weights, products = (one.weights + other.weights) / 2, (one.products + other.products) / 2
    return Score(one.edges, one.scales, atoms, weights, products)


def _learn(draws: Floats, codes: Counts, side: Counts, edges: list[Floats], scales: list[Floats]) -> Score:
    """Least squares on the side: the first step of logistic regression, which is all a weak signal needs."""
    normal, signs = _read(scales, codes), side - side.mean()
    pairs = _striking(normal, signs)
    size = len(pairs[0]) + 3 * len(normal) + 1
    gram, aim = np.zeros((size, size)), np.zeros(size)
    for start in range(0, len(draws), BLOCK):
        part = slice(start, start + BLOCK)
        some = normal[:, part]
        terms = np.vstack([some[pairs[0]] * some[pairs[1]], _terms(some, draws[part])])
        gram += terms @ terms.T
        aim += terms @ signs[part]
    ridge = RIDGE * len(draws) * np.eye(size)
    fitted = np.asarray(np.linalg.solve(gram + ridge, 4 * aim), dtype=np.float64)
    products = np.zeros((len(normal), len(normal)))
    products[pairs] = fitted[: len(pairs[0])]
    atoms = [_log_ratio(*each, side) for each in zip(codes.T, edges, strict=True)]
    return Score(edges, scales, atoms, fitted[len(pairs[0]) :], products)


def _striking(normal: Floats, signs: Floats) -> tuple[Counts, Counts]:
    """All squares, and the products whose means differ most between the sides."""
    width, size = normal.shape
    apart = np.abs(np.triu((normal * signs) @ normal.T, 1)).ravel()
    strongest = np.argsort(-apart, kind="stable")[:PRODUCTS]
    chosen = strongest[apart[strongest] > STRIKING * np.sqrt(size) / 2]
    every = np.concatenate([chosen, np.arange(width) * (width + 1)])
    return every // width, every % width


def _normal_scale(codes: Counts, intervals: int) -> Floats:
    """The normal quantile at the middle of each interval's share, centred over the draws."""
    counts = np.bincount(codes, minlength=intervals)
    middle = (np.cumsum(counts) - counts / 2 + 0.25) / (len(codes) + 0.5)
    scale: Floats = ndtri(middle)
    return scale - (counts @ scale) / len(codes)


def _log_ratio(codes: Counts, edges: Floats, side: Counts) -> Floats:
    """Of both sides' counts in the intervals that hold a single value, where the gain is not an accident."""
    counts = np.bincount(2 * codes + side, minlength=2 * (len(edges) + 1)).reshape(-1, 2)
    shares, whole = counts.sum(axis=0) / len(side), counts.sum(axis=1)
    gain = xlogy(counts, counts / np.maximum(whole[:, None] * shares, 1e-300)).sum(axis=1)
    ratio = np.log((counts[:, 1] + 0.5) / (counts[:, 0] + 0.5)) - np.log(shares[1] / shares[0])
    return np.where(single(edges) & (gain > TELLING), ratio, 0.0)


def _terms(normal: Floats, draws: Floats) -> Floats:
    """Each column, the half in which it lies, its place among all columns of the run, and a constant."""
    places = draws.argsort(axis=1, kind="stable").argsort(axis=1, kind="stable")
    ranks = 2 * places.T / max(draws.shape[1] - 1, 1) - 1
    return np.vstack([normal, np.sign(normal), ranks, np.ones(len(draws))])


def _read(tables: list[Floats], codes: Counts) -> Floats:
    """The entry of its table for each code: one row per column."""
    return np.stack([table[column] for table, column in zip(tables, codes.T, strict=True)])
