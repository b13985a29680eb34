"""Of all distributions that fit noisy tables best, the one of largest entropy: our reimplementation.

McKenna, Sheldon and Miklau (2019), Private-PGM: that distribution is a product with one factor for each table. Columns
are summed out one after the other, which gives every table that the fit needs; mirror descent moves the factors.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.interactions import Columns
from privcausal.graphs.models.bayesian_network import Codes

Told = Mapping[Columns, tuple[Floats, float]]
"""For each table the shares that were measured, and how much they count."""

STEPS = 300
"""Of the descent; it stops sooner where a step gains next to nothing."""

ENOUGH = 1e-5
"""A smaller part of the loss is next to nothing."""


class Elimination:
    """Columns in the order in which they are summed out, the one with the smallest table next.

    >>> Elimination((2, 2, 2, 5), [(0, 1), (1, 2), (2, 3), (0, 3)]).others
    {1: (0, 2), 0: (2, 3), 2: (3,), 3: ()}
    """

    def __init__(self, sizes: Sequence[int], tables: Iterable[Columns]) -> None:
        self.sizes = tuple(sizes)
        near: dict[int, set[int]] = {column: set() for column in range(len(sizes))}
        for x, y in (pair for columns in tables for pair in combinations(columns, 2)):
            near[x].add(y)
            near[y].add(x)
        self.others: dict[int, Columns] = {}
        """For each column those that its law hangs on: they are still there when it goes."""
        while near:
            column = min(near, key=lambda x: sizes[x] * math.prod([sizes[y] for y in near[x]]))
            others = near.pop(column)
            for other in others:
                near[other] = (near[other] | others) - {other, column}
            self.others[column] = tuple(sorted(others))
        self._rank = {column: place for place, column in enumerate(self.others)}
        self._known: dict[Columns, Place] = {}

    @property
    def cells(self) -> int:
        """How large the tables are that the sums need, together."""
        return sum(math.prod([self.sizes[x] for x in self.bag(column)]) for column in self.others)

    def bag(self, column: int) -> Columns:
        """A column and those that it hangs on."""
        return tuple(sorted((column, *self.others[column])))

    def place(self, columns: Columns) -> "Place":
        """Where a table of these columns has room: with the first of them that goes, if that hangs on all others."""
        if columns not in self._known:
            home = min(columns, key=self._rank.__getitem__)
            bag = self.bag(home)
            shape = tuple(self.sizes[x] if x in columns else 1 for x in bag)
            self._known[columns] = Place(home, shape, tuple(i for i, x in enumerate(bag) if x not in columns))
        return self._known[columns]


class Place(NamedTuple):
    """A column's bag, the shape in which a table fits into it, and the axes that the table does not have."""

    home: int
    shape: tuple[int, ...]
    away: tuple[int, ...]


@dataclass(frozen=True)
class Model:
    """A distribution: the product of the factors, whose logarithms are given, each a table of its columns.

    >>> model = Model(Elimination((2, 2), [(0, 1)]), {(0, 1): np.log([[0.4, 0.1], [0.2, 0.3]])})
    >>> model.table((1,)).round(2).tolist()
    [0.6, 0.4]
    """

    going: Elimination
    factors: dict[Columns, Floats]

    @cached_property
    def laws(self) -> dict[int, Floats]:
        """The law of each column, given those that it hangs on."""
        going, laws = self.going, {}
        logs = {x: np.zeros(going.place(going.bag(x)).shape) for x in going.others}
        for columns, factor in self.factors.items():
            home, shape, _ = going.place(columns)
            logs[home] += factor.reshape(shape)
        for column, others in going.others.items():
            axis = going.bag(column).index(column)
            top = logs[column].max(axis=axis, keepdims=True)
            weights = np.exp(logs[column] - top)
            total = weights.sum(axis=axis, keepdims=True)
            laws[column] = weights / total
            if others:
                home, shape, _ = going.place(others)
                logs[home] += (np.log(total) + top).reshape(shape)
        return laws

    @cached_property
    def joints(self) -> dict[int, Floats]:
        """The joint law of each column and those that it hangs on."""
        joints: dict[int, Floats] = {}
        for column, others in reversed(self.going.others.items()):
            joints[column] = self.laws[column]
            if others:
                home, _, away = self.going.place(others)
                axis = self.going.bag(column).index(column)
                joints[column] = joints[column] * np.expand_dims(joints[home].sum(axis=away), axis)
        return joints

    def table(self, columns: Columns) -> Floats:
        """The joint law of these columns, one of which must hang on all others."""
        home, _, away = self.going.place(columns)
        return np.asarray(self.joints[home].sum(axis=away))

    def pairs(self) -> dict[Columns, Floats]:
        """Return the joint law of every two columns: the probability of each value with every bag, upward and down."""
        going, sizes = self.going, self.going.sizes
        ends = np.cumsum(sizes)
        bags = {x: law[..., None] for x, law in self.laws.items()}
        likely, whole = {}, np.ones(ends[-1])
        for column, others in going.others.items():
            axis = going.bag(column).index(column)
            here = np.ones((sizes[column], ends[-1]))
            here[:, ends[column] - sizes[column] : ends[column]] = np.eye(sizes[column])
            bags[column] = np.moveaxis(np.moveaxis(bags[column], axis, -2) * here, -2, axis)
            likely[column] = bags[column].sum(axis=axis)
            if others:
                home, shape, _ = going.place(others)
                bags[home] = bags[home] * likely[column].reshape(*shape, -1)
            else:
                whole = whole * likely[column]
        pairs: dict[Columns, Floats] = {}
        for column, others in reversed(going.others.items()):
            axis, reference = going.bag(column).index(column), whole
            if others:
                home, _, away = going.place(others)
                reference = bags[home].sum(axis=away)
            odds = np.divide(
                reference, likely[column], out=np.zeros_like(reference), where=likely[column] > 0
            )
            bags[column] = bags[column] * np.expand_dims(odds, axis)
            every = bags[column].sum(axis=tuple(i for i in range(len(others) + 1) if i != axis))
            for other in range(column):
                pairs[other, column] = every[:, ends[other] - sizes[other] : ends[other]].T
        return pairs

    def sample(self, size: int, rng: np.random.Generator) -> Codes:
        """Independent records, the column that goes last first."""
        records = np.zeros((size, len(self.going.others)), dtype=np.uint8)
        for column, others in reversed(self.going.others.items()):
            law = np.moveaxis(self.laws[column], self.going.bag(column).index(column), -1)
            rates = law[tuple(records[:, other] for other in others)]
            records[:, column] = draw_values(np.broadcast_to(rates, (size, law.shape[-1])), rng)
        return records


def draw_values(rates: Floats, rng: np.random.Generator) -> Codes:
    """One value per row, with these probabilities."""
    below = rng.random((len(rates), 1)) > rates.cumsum(axis=1)[:, :-1]
    return np.asarray(below.sum(axis=1), dtype=np.uint8)


def model_of(
    sizes: Sequence[int], measurements: Told, before: Model | None = None, steps: int = STEPS
) -> Model:
    """The fit of these tables, with a factor for each, from where another fit ended if there is one.

    >>> shares = np.array([[0.4, 0.1], [0.2, 0.3]])
    >>> model_of((2, 2), {(0, 1): (shares, 1.0)}).table((0, 1)).round(3).tolist()
    [[0.4, 0.1], [0.2, 0.3]]
    """
    old = before.factors if before else {}
    factors = {columns: old.get(columns, np.zeros([sizes[x] for x in columns])) for columns in measurements}
    return mirror_descent(Model(Elimination(sizes, factors), factors), measurements, steps)


def mirror_descent(start: Model, measurements: Told, steps: int = STEPS) -> Model:
    """Mirror descent on Σ w‖table − answer‖²/2; weights are scaled so that a first step of 1 cannot go too far.

    >>> target = np.array([[0.4, 0.1], [0.2, 0.3]])
    >>> start = Model(Elimination((2, 2), [(0, 1)]), {(0, 1): np.zeros((2, 2))})
    >>> mirror_descent(start, {(0, 1): (target, 1.0)}).table((0, 1)).round(3).tolist()
    [[0.4, 0.1], [0.2, 0.3]]
    """
    total = math.fsum(weight for _, weight in measurements.values())
    shares = {columns: weight / total for columns, (_, weight) in measurements.items()}
    model, step = start, 1.0
    gaps = _gaps(model, measurements)
    loss = _product(shares, gaps, gaps) / 2
    for _ in range(steps):
        moved = {c: factor - step * shares[c] * gaps[c] for c, factor in model.factors.items()}
        trial = Model(model.going, moved)
        left = _gaps(trial, measurements)
        gained = loss - _product(shares, left, left) / 2
        foreseen = _product(shares, gaps, gaps) - _product(shares, gaps, left)
        if gained < foreseen / 2:
            step /= 2
            continue
        model, gaps, loss, step = trial, left, loss - gained, step * 1.5
        if gained <= ENOUGH * loss:
            break
    return model


def _gaps(model: Model, measurements: Told) -> dict[Columns, Floats]:
    """Return how far the model's tables are from the released ones."""
    return {columns: model.table(columns) - shares for columns, (shares, _) in measurements.items()}


def _product(
    weights: Mapping[Columns, float], left: Mapping[Columns, Floats], right: Mapping[Columns, Floats]
) -> float:
    return sum(weight * float(np.vdot(left[c], right[c])) for c, weight in weights.items())
