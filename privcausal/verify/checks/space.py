"""Spaces: what a search looks through. Each draws candidates for Hypothesis, and steps from one to a neighbour of it.

A space is put together from kinds of values: numbers, categories, orders, counts, columns of a kind, records of fields.

>>> level = whole(0, 9)
>>> tables = record(x=level * 4, y=level * 4, before=level * 2, after=level * 2)
>>> table = {"x": [0, 1, 2, 3], "y": [3, 2, 1, 0], "before": [0, 9], "after": [9, 0]}
>>> moved = tables.step(table, np.random.default_rng(0))
>>> sum(moved[name] != table[name] for name in table)
1
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Value = Any
"""Plain numbers and strings, lists and dicts of them."""

DIGITS = 6
"""Steps end on round numbers: they print well, and are the same on every machine."""


@dataclass(frozen=True, kw_only=True)
class Space:
    """A kind of values. Hypothesis is loaded when it is asked to draw, and not before."""

    starts: tuple[Value, ...] = ()
    """Structured candidates, from which a climb sets out if they are better than the random ones."""

    def strategy(self) -> "SearchStrategy[Value]":
        """Return how Hypothesis draws a value."""
        raise NotImplementedError

    def step(self, value: Value, rng: np.random.Generator) -> Value:
        """Return a value that differs from this one in one place, mostly by a little."""
        raise NotImplementedError

    def starting(self, *candidates: Value) -> Self:
        """Return the same space, whose climbs set out from these candidates too."""
        return replace(self, starts=self.starts + candidates)

    def __mul__(self, size: int) -> "Columns":
        """Return the space of lists of so many values: `whole(0, 3) * m`."""
        return Columns(self, size, size)

    def up_to(self, most: int, least: int = 1) -> "Columns":
        """Return the space of lists of at most so many values."""
        return Columns(self, least, most)


@dataclass(frozen=True)
class Reals(Space):
    """Numbers between two ends."""

    low: float
    high: float

    def strategy(self) -> "SearchStrategy[float]":
        """Return all floats between the ends."""
        from hypothesis import strategies as st

        return st.floats(self.low, self.high)

    def step(self, value: float, rng: np.random.Generator) -> float:
        """Move by a thousandth of the range or by all of it, or by anything between."""
        far = (self.high - self.low) * 10 ** rng.uniform(-3, 0)
        return float(np.clip(round(value + far * rng.normal(), DIGITS), self.low, self.high))


@dataclass(frozen=True)
class Among(Space):
    """One of a few values, in an order in which neighbours are alike."""

    values: Sequence[Value]

    def strategy(self) -> "SearchStrategy[Value]":
        """Return any of the values."""
        from hypothesis import strategies as st

        return st.sampled_from(self.values)

    def step(self, value: Value, rng: np.random.Generator) -> Value:
        """Take a value next to it, or any."""
        place = int(rng.integers(len(self.values)))
        if rng.integers(2) and value in self.values:
            place = (self.values.index(value) + int(rng.choice((-1, 1)))) % len(self.values)
        return self.values[place]


@dataclass(frozen=True)
class Whole(Among):
    """Whole numbers, drawn as Hypothesis draws them: small ones and ends more often."""

    values: range

    def strategy(self) -> "SearchStrategy[int]":
        """Return all whole numbers of the range."""
        from hypothesis import strategies as st

        return st.integers(self.values[0], self.values[-1])


@dataclass(frozen=True)
class Orders(Space):
    """Permutations of 0 … size − 1."""

    size: int

    def strategy(self) -> "SearchStrategy[list[int]]":
        """Return every order."""
        from hypothesis import strategies as st

        return st.permutations(range(self.size))

    def step(self, value: list[int], rng: np.random.Generator) -> list[int]:
        """Exchange two places."""
        moved, (i, j) = list(value), rng.integers(self.size, size=2)
        moved[i], moved[j] = moved[j], moved[i]
        return moved


@dataclass(frozen=True)
class Sums(Space):
    """Counts in so many cells with a given sum."""

    total: int
    cells: int

    def strategy(self) -> "SearchStrategy[list[int]]":
        """Return all ways to cut the total into cells."""
        from hypothesis import strategies as st

        cuts = st.lists(st.integers(0, self.total), min_size=self.cells - 1, max_size=self.cells - 1)
        return cuts.map(lambda inner: np.diff([0, *sorted(inner), self.total]).tolist())

    def step(self, value: list[int], rng: np.random.Generator) -> list[int]:
        """Move one record from a cell to another, or all of them."""
        moved, (here, there) = list(value), rng.integers(self.cells, size=2)
        some = moved[here] if rng.integers(4) == 0 else min(1, moved[here])
        moved[here] -= some
        moved[there] += some
        return moved


@dataclass(frozen=True)
class Columns(Space):
    """Lists of values of one kind."""

    kind: Space
    least: int
    most: int

    def strategy(self) -> "SearchStrategy[list[Value]]":
        """Return all lists of these lengths."""
        from hypothesis import strategies as st

        return st.lists(self.kind.strategy(), min_size=self.least, max_size=self.most)

    def step(self, value: list[Value], rng: np.random.Generator) -> list[Value]:
        """Step in one place, or let one be like another; if the length is free, now and then change it."""
        moved, way = list(value), int(rng.integers(8))
        if self.least < self.most and way < 2:
            if way == 0 and len(moved) > self.least:
                del moved[int(rng.integers(len(moved)))]
            elif moved and len(moved) < self.most:
                moved.append(self.kind.step(moved[int(rng.integers(len(moved)))], rng))
        elif moved:
            place = int(rng.integers(len(moved)))
            other = moved[int(rng.integers(len(moved)))]
            moved[place] = other if way == 2 else self.kind.step(moved[place], rng)
        return moved


@dataclass(frozen=True)
class Fields(Space):
    """Dicts, or lists, with a kind of their own in each place."""

    kinds: Mapping[Any, Space] = field(default_factory=dict)
    listed: bool = False

    def strategy(self) -> "SearchStrategy[Any]":
        """Return all values, field by field."""
        from hypothesis import strategies as st

        drawn = {name: kind.strategy() for name, kind in self.kinds.items()}
        return st.tuples(*drawn.values()).map(list) if self.listed else st.fixed_dictionaries(drawn)

    def step(self, value: Any, rng: np.random.Generator) -> Any:
        """Step in one field."""
        name = list(self.kinds)[int(rng.integers(len(self.kinds)))]
        moved = list(value) if self.listed else dict(value)
        moved[name] = self.kinds[name].step(moved[name], rng)
        return moved


def real(low: float, high: float) -> Reals:
    """Return the numbers between two ends."""
    return Reals(low, high)


def whole(low: int, high: int) -> Whole:
    """Return the whole numbers from `low` to `high`, both included."""
    return Whole(range(low, high + 1))


def among(*values: Value) -> Among:
    """Return the space of a few values; of one alone, that value."""
    return Among(values)


def codes(sizes: Sequence[int]) -> Fields:
    """Return the records of categories: code `i` is below `sizes[i]`.

    >>> codes((2, 3)).step([0, 0], np.random.default_rng(0))
    [0, 2]
    """
    return row(*(whole(0, size - 1) for size in sizes))


def row(*kinds: Space) -> Fields:
    """Return the lists with a kind of their own in each place."""
    return Fields(dict(enumerate(kinds)), listed=True)


def record(**kinds: Space) -> Fields:
    """Return the dicts with these fields."""
    return Fields(kinds)


def neighbours(kind: Space, **rest: Space) -> Fields:
    """Return the pairs of one record `before` and `after` it is replaced, with what else a case holds."""
    return record(**rest, before=kind, after=kind)
