"""Learn, from samples of a mechanism on two neighbours, the event that tells the two apart best.

The space of outputs is cut into cells by a shallow tree, cells that do not differ are merged again, and the event is
made of the cells most in favour of one neighbour. Nothing here is a claim: the event is tested on fresh samples.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, xlogy

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]

DEPTH = 8
"""At most so many levels of the tree, so 256 cells, whatever the number of columns."""

CROWD = 64
"""Draws that a cell should hold on average; with fewer there are fewer levels."""

NOTABLE = 8.0
"""A cut that gains less log-likelihood than this is luck as likely as not; then cells are halved instead."""

PENALTY = 4.0
"""Log-likelihood that a cut must gain, or cuts below it jointly, for its two sides to count as different."""

ATOMS = 64
"""At most this many repeated values of a column become cells of their own."""


@dataclass(frozen=True)
class Event:
    """A set of outputs, and which of the two neighbours it speaks for."""

    tree: "Tree"
    chosen: NDArray[np.bool_]
    more: int
    """The neighbour, 0 or 1, under which the event is the more likely one."""

    def holds(self, draws: Floats) -> NDArray[np.bool_]:
        """Which of the draws lie in the event."""
        inside: NDArray[np.bool_] = self.chosen[self.tree.cell(draws)]
        return inside


@dataclass(frozen=True)
class Tree:
    """Cuts, level by level: node k of a level goes on as 2k where `column[k]` is at most its cut, else as 2k + 1."""

    edges: list[Floats]
    columns: list[Counts]
    cuts: list[Counts]

    def cell(self, draws: Floats) -> Counts:
        """The leaf in which each draw ends."""
        codes = encode(draws, self.edges)
        node = np.zeros(len(draws), dtype=np.int64)
        for columns, cuts in zip(self.columns, self.cuts, strict=True):
            node = _descend(node, codes, columns, cuts)
        return node


def learn_event(first: Floats, second: Floats, delta: float, caution: float) -> Event:
    """The event with the highest cautious estimate of ln((P − δ)/P′), over both directions.

    `caution` is the level at which chance is discounted: the smaller, the larger the events that are preferred.

    >>> rng = np.random.default_rng(0)
    >>> low, high = rng.normal(0, 1, (5_000, 1)), rng.normal(1, 1, (5_000, 1))
    >>> event = learn_event(low, high, 0.0, 0.01)
    >>> event.holds(np.array([[-3.0], [4.0]])).tolist() == [event.more == 0, event.more == 1]
    True
    """
    draws, sizes = np.concatenate([first, second]), (len(first), len(second))
    side = np.repeat([0, 1], sizes)
    tree = grow(draws, side)
    cells = np.bincount(2 * tree.cell(draws) + side, minlength=2 ** (len(tree.cuts) + 1)).reshape(-1, 2)
    options = [_best_prefix(cells, more, sizes, delta, caution) for more in (0, 1)]
    more = int(options[1][0] > options[0][0])
    return Event(tree, options[more][1], more)


def grow(draws: Floats, side: Counts) -> Tree:
    """Cut where the two neighbours differ most; where they do not differ visibly, halve a column, each in turn.

    Halving matters when columns tell nothing one by one and everything together.
    """
    tree = Tree([edges_of(column) for column in draws.T], [], [])
    codes = encode(draws, tree.edges)
    node = np.zeros(len(draws), dtype=np.int64)
    for level in range(min(DEPTH, max(1, int(np.log2(len(draws) / CROWD))))):
        offers = [
            _best_cut(2 * node + side, column, 2**level, turn=place == level % codes.shape[1])
            for place, column in enumerate(codes.T)
        ]
        merits, cuts = (np.stack(part) for part in zip(*offers, strict=True))
        tree.columns.append(merits.argmax(axis=0))
        tree.cuts.append(np.take_along_axis(cuts, tree.columns[-1][None], axis=0)[0])
        node = _descend(node, codes, tree.columns[-1], tree.cuts[-1])
    return tree


def edges_of(column: Floats) -> Floats:
    """Where a column may be cut: at quantiles, far into both tails, and on both sides of every repeated value.

    >>> edges_of(np.array([0.0] * 50 + [np.inf] * 50))[:2].tolist()
    [-5e-324, 0.0]
    """
    ordered, size = np.sort(column), len(column)
    tails = 0.5 ** np.arange(6, max(np.log2(size) - 3, 6))
    places = np.concatenate([np.linspace(0, 1, 65)[1:-1], tails, 1 - tails])
    values, counts = np.unique(ordered, return_counts=True)
    atoms = values[np.argsort(-counts, kind="stable")[:ATOMS]]
    atoms = atoms[np.isin(atoms, values[counts >= max(8, size // 5_000)])]
    below = np.nextafter(atoms, -np.inf)
    # The last two edges keep +inf apart from every finite number; NaN lies beyond them, in a cell of its own.
    ends = [np.finfo(np.float64).max, np.inf]
    edges: Floats = np.unique(np.concatenate([ordered[(places * size).astype(int)], atoms, below, ends]))
    return edges[~np.isnan(edges)]


def encode(draws: Floats, edges: list[Floats]) -> Counts:
    """The number of the interval in which each value lies, column by column."""
    columns = [np.searchsorted(cuts, column) for cuts, column in zip(edges, draws.T, strict=True)]
    return np.stack(columns, axis=1)


def _descend(node: Counts, codes: Counts, columns: Counts, cuts: Counts) -> Counts:
    beyond = codes[np.arange(len(codes)), columns[node]] > cuts[node]
    return 2 * node + beyond


def _best_cut(key: Counts, codes: Counts, nodes: int, *, turn: bool) -> tuple[Floats, Counts]:
    """For every node at once: the merit of this column's best cut, and where it is; key = 2 node + side."""
    bins = int(codes.max()) + 1
    table = np.bincount(key * bins + codes, minlength=2 * nodes * bins).reshape(nodes, 2, bins)
    left = table.cumsum(axis=2)
    whole = left[:, :, -1:]
    gain = _log_likelihood(left) + _log_likelihood(whole - left) - _log_likelihood(whole)
    share = left.sum(axis=1) / np.maximum(whole.sum(axis=1), 1)
    merit = np.where(gain > NOTABLE, gain, np.minimum(share, 1 - share) * (1 + turn))
    cut = merit.argmax(axis=1)
    return np.take_along_axis(merit, cut[:, None], axis=1)[:, 0], cut


def _log_likelihood(counts: Counts) -> Floats:
    """Of both neighbours' counts along axis 1, at the share that fits them best."""
    whole = np.maximum(counts.sum(axis=1, keepdims=True), 1)
    likelihood: Floats = xlogy(counts, counts / whole).sum(axis=1)
    return likelihood


def merge(cells: Counts) -> Counts:
    """Each cell's counts, or those of the largest group around it inside which nothing differs visibly.

    >>> merge(np.array([[90, 10], [10, 90], [50, 52], [51, 50]])).tolist()
    [[90, 10], [10, 90], [101, 102], [101, 102]]
    """
    layers, keep, score = [cells], [], _log_likelihood(cells)
    while len(layers[-1]) > 1:
        layers.append(layers[-1].reshape(-1, 2, 2).sum(axis=1))
        apart, together = score.reshape(-1, 2).sum(axis=1) - PENALTY, _log_likelihood(layers[-1])
        keep.append(apart > together)
        score = np.maximum(apart, together)
    merged, split = layers.pop(), np.array([True])
    while layers:
        split = np.repeat(split & keep.pop(), 2)
        merged = np.where(split[:, None], layers.pop(), np.repeat(merged, 2, axis=0))
    return merged


def _best_prefix(
    cells: Counts, more: int, sizes: tuple[int, int], delta: float, caution: float
) -> tuple[float, NDArray[np.bool_]]:
    """The cells most in favour of `more`, as many as maximise the cautious estimate, and that estimate."""
    merged = merge(cells) + 0.5
    ratio = merged[:, more] / merged[:, 1 - more]
    order = np.argsort(-ratio, kind="stable")
    hits, others = (np.cumsum(cells[order, side]) / sizes[side] for side in (more, 1 - more))
    z = float(ndtri(1 - caution))
    low = hits - z * np.sqrt((hits * (1 - hits) + 1 / sizes[more]) / sizes[more]) - delta
    high = others + z * np.sqrt((others * (1 - others) + 1 / sizes[1 - more]) / sizes[1 - more])
    estimate = np.maximum(low, 0) / np.maximum(high, 1e-300)
    # Merged cells stand or fall together.
    estimate[:-1][ratio[order][:-1] == ratio[order][1:]] = -1
    best = int(estimate.argmax())
    chosen = np.zeros(len(cells), dtype=np.bool_)
    chosen[order[: best + 1]] = True
    return float(estimate[best]), chosen
