"""Categories and numbers in one release: the second moments of rows of a known length, and free tests on them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.graphs.ask_once.additive import AdditiveTest
from privcausal.graphs.ask_once.further import FURTHEST, VOTING
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.ask_once.mixed_rows import Frame, is_plain, sizes_of
from privcausal.graphs.ask_once.units import in_parts, private_units
from privcausal.graphs.ask_once.votes import elected, votes
from privcausal.graphs.constraint_based.pc import OneByOne, Separators, delete_edges
from privcausal.graphs.score_based.second_moments import moment
from privcausal.graphs.structure.pdag import Matrix
from privcausal.privacy.filters import GaussianFilter
from privcausal.privacy.gaussian import SymmetricGaussian
from privcausal.privacy.price import Price, check_budget, check_fraction
from privcausal.table.cells import category
from privcausal.table.records import Table

Floats = NDArray[np.float64]

LEVEL = 0.01


@dataclass
class MixedTest(AdditiveTest):
    """The additive test, in which a number is a contrast whose variance was measured.

    Regression on contrasts and numbers takes all of them as if they were Gaussian with these covariances: known as a
    *degenerate Gaussian* test (Andrews, Ramsey and Cooper, 2019), here with known noise.
    """

    squares: Mapping[int, float] = field(default_factory=dict)
    """The mean square of each column of numbers."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for column, square in self.squares.items():
            mean = self.moments.means[column,].item()
            self._covariance[self._places[column], self._places[column]] = square - mean**2

    def separates(self, x: int, y: int, given: tuple[int, ...], level: float) -> bool:
        """Is there no sign that x and y depend on each other, although there could have been one?"""
        answer = self(x, y, given)
        return answer.telling and answer.p_value > level


@dataclass(frozen=True, eq=False)
class OnceMixed:
    """A graph, and what it was learned from."""

    graph: Matrix
    separators: Separators
    asked: tuple[int, ...]
    """How many tests each order took."""
    moments: Interactions
    """What was released of columns and pairs; a number counts as one contrast."""
    squares: Mapping[int, float]
    spent: Price


def once_mixed(table: Table, *, budget: Price, rng: np.random.Generator, level: float = LEVEL) -> OnceMixed:
    """A graph of categories and numbers together, (ε, δ)-private when one record is replaced.

    Numbers need a finite declared range; those with cuts are categories. First the centre and spread of each number
    are released, then, with the rest of the budget, one matrix. Nothing depends on the numbers' units.

    Claim: B-once-mixed

    >>> from privcausal.privacy.price import Relation
    >>> from privcausal.table.declaration import Categories, Declaration, Number
    >>> rng = np.random.default_rng(0)
    >>> age = rng.normal(50, 15, 20_000)
    >>> ill = (rng.random(20_000) < 1 / (1 + np.exp((60 - age) / 10))).astype(np.uint8)
    >>> declared = Declaration({"age": Number(0, 110), "ill": Categories((0, 1), missing=0)})
    >>> found = once_mixed(Table(declared, {"age": np.clip(age, 0, 110), "ill": ill}),
    ...                    budget=Price(1.0, 1e-6, Relation.SUBSTITUTION), rng=rng)
    >>> found.graph.astype(int).tolist(), str(found.spent)
    ([[0, 1], [1, 0]], 'ε = 1, δ = 1e-06 (substitution)')
    """
    check_fraction(level=level)
    moments, squares, spent = released(table, budget, rng)
    graph, separators, asked = searched(moments, squares, range(len(moments.cardinalities)), level)
    return OnceMixed(graph, separators, asked, moments, squares, spent)


def searched(
    moments: Interactions, squares: Mapping[int, float], places: Sequence[int], level: float = LEVEL
) -> tuple[Matrix, Separators, tuple[int, ...]]:
    """The graph among the columns at these places, what separates them, and how many tests each order took."""
    test = MixedTest(moments, squares=squares)

    def named(x: int, y: int, given: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        return places[x], places[y], tuple(places[z] for z in given)

    policy = OneByOne(lambda *query: test.separates(*named(*query), level))
    joined, separators = delete_edges(len(places), policy, min(FURTHEST, max(len(places) - 2, 0)))
    graph = elected(joined, votes(joined, lambda *query: test(*named(*query)).p_value, VOTING))
    return graph, separators, tuple(policy.asked)


def released(
    table: Table, budget: Price, rng: np.random.Generator
) -> tuple[Interactions, Mapping[int, float], Price]:
    """The noisy moments of columns and pairs, the mean squares of the numbers, and what both have cost.

    Claim: B-once-mixed
    """
    check_budget(budget)
    public, size = table.declaration.columns, len(table)
    frame = Frame(sizes_of(table.declaration))
    purse, (first, rest) = GaussianFilter.within(budget), frame.shares(budget)
    columns: dict[str, NDArray[Any]] = {
        name: category(column, table[name]) for name, column in public.items() if not is_plain(column)
    }
    if frame.numbers:
        names = [name for name, column in public.items() if is_plain(column)]
        low, high = zip(*(table.bounds(name) for name in names), strict=True)
        parts = in_parts(table.numbers(names), low, high)
        units = private_units(parts, mu=first, pay=purse.release, rng=rng)
        columns |= dict(zip(names, units.standardised(parts).T, strict=True))
    sensitivity = frame.sensitivity / size
    mechanism = SymmetricGaussian(sensitivity, sensitivity / rest, budget.relation)
    rows = frame.rows([columns[name] for name in public])
    noisy = purse.release(mechanism, moment(rows), rng).value
    moments, squares = taken_apart(frame, noisy, size, frame.noise(size, budget))
    return moments, squares, purse.bill


def taken_apart(
    frame: Frame, noisy: Floats, size: int, scale: float
) -> tuple[Interactions, Mapping[int, float]]:
    """The matrix as means of columns and pairs, with their noise, and mean squares of numbers."""
    ends = np.cumsum([1, *(k - 1 for k in frame.effective)])
    places = [slice(*pair) for pair in pairwise(ends)]
    moments, constant = Interactions(frame.effective, size), math.sqrt(frame.weight)
    for x, first in enumerate(places):
        moments.means[x,], moments.scales[x,] = noisy[0, first] / constant, scale / constant
        for y in range(x + 1, len(places)):
            moments.means[x, y], moments.scales[x, y] = noisy[first, places[y]], scale
    squares = {x: float(noisy[ends[x], ends[x]]) for x, k in enumerate(frame.sizes) if not k}
    return moments, squares
