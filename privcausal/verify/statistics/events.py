"""Learn, from samples of a mechanism on two neighbours, the event that best distinguishes the two.

The space of outputs is cut into cells by a shallow tree, once with a score that adds up what all columns say, and once
without. Cells that do not differ are merged again, and the event is made of the cells most in favour of one neighbour;
the better of the two events is taken. Where bits, orders, spellings or types say more than these numbers, a third tree
sees them too; its event has to be clearly better. Nothing here is a claim: the event is tested on fresh samples.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri, xlogy

from privcausal.arrays import Floats
from privcausal.verify.statistics.intervals import Counts, edges_of, encode
from privcausal.verify.statistics.outputs import Draws, together
from privcausal.verify.statistics.score import Score, learn_score
from privcausal.verify.statistics.screen import Telling, read, screen

DEPTH = 8
"""At most so many levels of the tree, so 256 cells, whatever the number of columns."""

CROWD = 64
"""Draws that a cell should hold on average; with fewer there are fewer levels."""

NOTABLE = 8.0
"""A cut that gains less log-likelihood than this is chance as likely as not; then cells are halved instead."""

PENALTY = 4.0
"""Log-likelihood that a cut must gain, or cuts below it jointly, for its two sides to count as different."""

WORTH = 1.02
"""How much better than without lenses an event must look to be seen through them: more was tried to find it."""


@dataclass(frozen=True)
class Event:
    """A set of outputs, and which of the two neighbours it speaks for."""

    score: Score
    """What adds the columns up before the tree sees them."""
    tree: "Tree"
    places: Counts
    """Per cell, its place in the order from the most in favour of `more` to the least; merged cells share one."""
    last: int
    """The event is made of the cells up to this place."""
    more: int
    """The neighbour, 0 or 1, under which the event is the more likely one."""
    lenses: tuple[Telling, ...] = ()
    """The features of the tree in addition to the numbers."""

    def place(self, outputs: Draws | Floats) -> Counts:
        """The place of each draw's cell in the order."""
        draws = _draws(outputs)
        levels = self.score.combined(draws.numbers)
        if self.lenses:
            levels = np.hstack([levels, read(self.lenses, draws)])
        return self.places[self.tree.cell(levels)]

    def counts(self, draws: Draws | Floats) -> Counts:
        """How many of the draws lie at each place."""
        return np.bincount(self.place(draws), minlength=int(self.places.max()) + 1)

    def holds(self, draws: Draws | Floats) -> NDArray[np.bool_]:
        """Which of the draws lie in the event."""
        inside: NDArray[np.bool_] = self.place(draws) <= self.last
        return inside


@dataclass(frozen=True)
class Tree:
    """Cuts, level by level: node k of a level goes on as 2k where `column[k]` is at most its cut, else as 2k + 1."""

    columns: list[Counts]
    cuts: list[Floats]

    def cell(self, draws: Floats) -> Counts:
        """The leaf in which each draw ends."""
        node, at = np.zeros(len(draws), dtype=np.int64), entries(draws)
        for columns, cuts in zip(self.columns, self.cuts, strict=True):
            # So that NaN lies beyond every cut.
            node = 2 * node + ~(at(columns.take(node)) <= cuts.take(node))
        return node


def entries(table: NDArray[Any]) -> Callable[[Counts], NDArray[Any]]:
    """From a column for each row to the entries that stand there; twice as fast as with two indices.

    >>> entries(np.array([[1, 2], [3, 4]]))(np.array([1, 0])).tolist()
    [2, 3]
    """
    flat, start = table.ravel(), table.shape[1] * np.arange(len(table))
    return lambda columns: flat.take(start + columns)


Option = tuple[float, Counts, int, Tree, int]
"""The cautious estimate, the place of each cell, the last place of the event, the tree, and the side it speaks for."""


def learn_event(first: Draws | Floats, second: Draws | Floats, delta: float, caution: float) -> Event:
    """The event with the highest cautious estimate of ln((P − δ)/P′), over both directions.

    `caution` is the level at which chance is discounted: the smaller, the larger the events that are preferred.

    >>> rng = np.random.default_rng(0)
    >>> low, high = rng.normal(0, 1, (5_000, 1)), rng.normal(1, 1, (5_000, 1))
    >>> event = learn_event(low, high, 0.0, 0.01)
    >>> event.holds(np.array([[-3.0], [4.0]])).tolist() == [event.more == 0, event.more == 1]
    True
    """
    both = together([_draws(first), _draws(second)])
    side = np.repeat([0, 1], (len(first), len(second)))
    score, reported = learn_score(both.numbers, side)

    def of_numbers(rows: slice | Counts) -> Option:
        # The score puts cells of like ratios side by side, where the finest one can be merged: so one tree without it.
        levels = (reported[rows], both.numbers[rows])
        return max(
            (_best(level, side[rows], delta, caution) for level in levels), key=lambda option: option[0]
        )

    _, places, last, tree, more = of_numbers(slice(None))
    plain = Event(score, tree, places, last, more)
    # One third of the runs chooses lenses, the next an event, and the last compares it with one that has none.
    look, grown, compare = (slice(start, None, 3) for start in range(3))
    numbers = [
        score.combined(both.numbers[rows]) for rows in (look, compare)
    ]  # in the form that a test will receive
    lenses = screen(both.part(look), side[look], _chance(places[tree.cell(numbers[0])], side[look]))
    if not lenses:
        return plain
    shown = [read(lenses, both.part(rows)) for rows in (grown, compare)]
    fresh = np.hstack([numbers[1], shown[1]])
    # The second tree cannot cut at the score: it looks the same to it for all runs.
    blank = np.zeros_like(reported[grown][:, both.width :])
    offers = (reported[grown], np.hstack([both.numbers[grown], blank]))
    seen = [_best(np.hstack([offer, shown[0]]), side[grown], delta, caution) for offer in offers]
    worth = [_estimate(option, fresh, side[compare], delta, caution) for option in seen]
    rival = of_numbers(np.flatnonzero(np.arange(len(side)) % 3 < 2))
    due = _estimate(rival, numbers[1], side[compare], delta, caution)
    _, places, last, tree, more = seen[int(np.argmax(worth))]
    return Event(score, tree, places, last, more, lenses) if max(worth) > WORTH * due else plain


def _chance(places: Counts, side: Counts) -> Floats:
    """Of side 1, for each run, by the place of its cell."""
    seen = np.bincount(2 * places + side, minlength=2 * (int(places.max()) + 1)).reshape(-1, 2) + 0.5
    chance: Floats = (seen[:, 1] / seen.sum(axis=1))[places]
    return chance


def _best(levels: Floats, side: Counts, delta: float, caution: float) -> Option:
    """One tree, and the best event of its cells in either direction."""
    tree, sizes = grow(levels, side), (int((side == 0).sum()), int((side == 1).sum()))
    cells = np.bincount(2 * tree.cell(levels) + side, minlength=2 ** (len(tree.cuts) + 1)).reshape(-1, 2)
    options = [(*_best_prefix(cells, more, sizes, delta, caution), tree, more) for more in (0, 1)]
    return max(options, key=lambda option: option[0])


def _estimate(option: Option, levels: Floats, side: Counts, delta: float, caution: float) -> float:
    """The cautious estimate again, on runs that the event has not met."""
    _, places, last, tree, more = option
    inside = places[tree.cell(levels)] <= last
    size, other = (int((side == which).sum()) for which in (more, 1 - more))
    hits, others = (np.array([inside[side == which].mean()]) for which in (more, 1 - more))
    return float(_cautious(hits, others, size, other, delta, caution)[0])


def _draws(outputs: Draws | Floats) -> Draws:
    """A bare table is one of real numbers."""
    return (
        outputs
        if isinstance(outputs, Draws)
        else Draws(np.asarray(outputs, dtype=np.float64), None, ideal=True)
    )


def grow(draws: Floats, side: Counts) -> Tree:
    """Cut where the two neighbours differ most; where they do not differ visibly, halve a column, each in turn.

    Halving matters when columns reveal nothing one by one and everything together.
    """
    edges = [edges_of(column) for column in draws.T]
    codes, tree = encode(draws, edges), Tree([], [])
    node, at = np.zeros(len(draws), dtype=np.int64), entries(codes)
    notable = NOTABLE + np.log(codes.shape[1])  # chance has as many opportunities as there are columns
    for level in range(min(DEPTH, max(1, int(np.log2(len(draws) / CROWD))))):
        offers = [
            _best_cut(2 * node + side, column, 2**level, notable, turn=place == level % codes.shape[1])
            for place, column in enumerate(codes.T)
        ]
        merits, cuts = (np.stack(part) for part in zip(*offers, strict=True))
        columns = merits.argmax(axis=0)
        cut = np.take_along_axis(cuts, columns[None], axis=0)[0]
        tree.columns.append(columns)
        tree.cuts.append(np.array([edges[column][place] for column, place in zip(columns, cut, strict=True)]))
        node = 2 * node + (at(columns.take(node)) > cut.take(node))
    return tree


def _best_cut(key: Counts, codes: Counts, nodes: int, notable: float, *, turn: bool) -> tuple[Floats, Counts]:
    """For every node at once: the merit of this column's best cut, and where it is; key = 2 node + side."""
    bins = int(codes.max()) + 1
    table = np.bincount(key * bins + codes, minlength=2 * nodes * bins).reshape(nodes, 2, bins)
    left = table.cumsum(axis=2)
    whole = left[:, :, -1:]
    gain = _log_likelihood(left) + _log_likelihood(whole - left) - _log_likelihood(whole)
    share = left.sum(axis=1) / np.maximum(whole.sum(axis=1), 1)
    merit = np.where(gain > notable, gain, np.minimum(share, 1 - share) * (1 + turn))
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
) -> tuple[float, Counts, int]:
    """The best cautious estimate, each cell's place in the order, and the last place that belongs to the event."""
    merged = merge(cells) + 0.5
    ratio = merged[:, more] / merged[:, 1 - more]
    order = np.argsort(-ratio, kind="stable")
    hits, others = (np.cumsum(cells[order, side]) / sizes[side] for side in (more, 1 - more))
    estimate = _cautious(hits, others, sizes[more], sizes[1 - more], delta, caution)
    # Merged cells are kept or dropped together.
    ends = np.append(ratio[order][:-1] != ratio[order][1:], True)
    best = int(np.where(ends, estimate, -1).argmax())
    places = np.empty(len(cells), dtype=np.int64)
    places[order] = np.cumsum(ends) - ends
    return float(estimate[best]), places, int(places[order[best]])


def _cautious(hits: Floats, others: Floats, size: int, other: int, delta: float, caution: float) -> Floats:
    """(P − δ)/P′, with both probabilities at the ends of their bands."""
    z = float(ndtri(1 - caution))
    low = hits - z * np.sqrt((hits * (1 - hits) + 1 / size) / size) - delta
    high = others + z * np.sqrt((others * (1 - others) + 1 / other) / other)
    estimate: Floats = np.maximum(low, 0) / np.maximum(high, 1e-300)
    return estimate
