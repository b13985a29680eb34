"""`once-mixed`: categories and numbers in one release, the second moments of rows of a known length."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.additive import FLOOR, AdditiveTest
from privcausal.graphs.ask_once.contrasts import MOST_VALUES
from privcausal.graphs.ask_once.detectable import minimum_detectable_at_margins, silent
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.ask_once.mixed_rows import Frame
from privcausal.graphs.ask_once.units import Units, in_parts, release_units
from privcausal.graphs.ask_once.votes import PValue, orient_by_votes, votes
from privcausal.graphs.constraint_based.pc import OneByOne, delete_edges
from privcausal.graphs.kinds import MIXED
from privcausal.graphs.learned import Learned, Separators
from privcausal.graphs.levels import LEVEL
from privcausal.graphs.method import POWER, VARIED, Detectability, Method, Progress
from privcausal.graphs.methods.once_correlations import CLEARLY, AboveNoise, among_all, untested
from privcausal.graphs.methods.once_further import FURTHEST, VOTING
from privcausal.graphs.power import minimum_detectable_by_squares
from privcausal.graphs.structure.pdag import Matrix
from privcausal.privacy.filters import GaussianFilter
from privcausal.privacy.gaussian import SymmetricGaussian
from privcausal.privacy.price import Price, check_fraction, check_substitution
from privcausal.table.cells import category
from privcausal.table.declaration import Declaration, is_plain, values_of
from privcausal.table.records import Table
from privcausal.table.stream import Stream

if TYPE_CHECKING:
    from privcausal.graphs.edge_confidence import EdgeFeatures


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

    def separates(self, x: int, y: int, conditioning_set: tuple[int, ...], level: float) -> bool:
        """Is there no sign that x and y depend on each other, although there could have been one?"""
        answer = self(x, y, conditioning_set)
        return answer.informative and answer.p_value > level


@dataclass(frozen=True, eq=False)
class OnceMixed:
    """A graph, and the release from which it was learned."""

    graph: Matrix
    separators: Separators
    asked: tuple[int, ...]
    """How many tests each order took."""
    moments: Interactions
    """The released columns and pairs; a number counts as one contrast."""
    squares: Mapping[int, float]
    spent: Price
    above_noise: AboveNoise


@dataclass(frozen=True, eq=False)
class MixedMoments:
    """What `once-mixed` has released, and the tests that it computes from that."""

    moments: Interactions
    squares: Mapping[int, float]

    @property
    def size(self) -> int:
        """How many records there are."""
        return self.moments.size

    @property
    def cardinalities(self) -> tuple[int, ...]:
        """A number takes one contrast, as two values do."""
        return self.moments.cardinalities

    def minimum_detectable(self, power: float, floor: float) -> Floats:
        """Return the smallest associations that would have been seen, by the shares and spreads that were released."""
        least = minimum_detectable_at_margins(self.moments, power, floor, self.squares)
        sizes = tuple(0 if x in self.squares else size for x, size in enumerate(self.cardinalities))
        return np.asarray(least / Frame(sizes).of_correlations)

    @cached_property
    def p_value(self) -> PValue:
        """As `searched` tests, each test once."""
        test = MixedTest(self.moments, squares=self.squares)
        return cache(lambda x, y, conditioning_set: test(x, y, conditioning_set).p_value)


@dataclass(frozen=True, eq=False)
class InParts:
    """A look at numbers as parts of their declared ranges, and at their squares, added up over the records."""

    declaration: Declaration

    def __call__(self, rows: Floats) -> tuple[Floats, Floats]:
        """Return ones on the left, so that the product is a sum over the records."""
        parts = self.parts(rows)
        return np.ones((len(parts), 1)), np.hstack([parts, parts**2])

    def parts(self, rows: Floats) -> Floats:
        """Return the columns that are plain numbers, from −1 to 1."""
        public, none = self.declaration.columns, Table(self.declaration, {})
        plain = [place for place, column in enumerate(public.values()) if is_plain(column)]
        low, high = zip(*(none.bounds(list(public)[place]) for place in plain), strict=True)
        return in_parts(rows[:, plain], low, high)


@dataclass(frozen=True, eq=False)
class InFrame:
    """A look at records as rows of a known length: contrasts of categories, and numbers in released units."""

    frame: Frame
    declaration: Declaration
    units: Units | None

    def __call__(self, rows: Floats) -> tuple[Floats, Floats]:
        """Return such rows on both sides of the product."""
        columns = self.declaration.columns
        numbers: Iterator[Floats] = iter(())
        if self.units is not None:
            numbers = iter(self.units.standardise(InParts(self.declaration).parts(rows)).T)
        framed = self.frame.rows(
            [
                next(numbers) if is_plain(column) else category(column, cells).astype(np.uint8)
                for column, cells in zip(columns.values(), rows.T, strict=True)
            ]
        )
        return framed, framed


def once_mixed(
    table: Table | Stream, *, budget: Price, rng: np.random.Generator, level: float = LEVEL
) -> OnceMixed:
    """A graph of categories and numbers together, (ε, δ)-private when one record is replaced.

    Numbers need a finite declared range; those with cuts are categories. First the centre and spread of each number
    are released, then, with the rest of the budget, one matrix. Nothing depends on the numbers' units. Numbers of
    which nothing but noise was released have no edges.

    Claim: B-once-mixed

    >>> from privcausal.privacy.price import Relation
    >>> from privcausal.table.declaration import Categories, Number
    >>> rng = np.random.default_rng(0)
    >>> age = rng.normal(50, 15, 20_000)
    >>> ill = (rng.random(20_000) < 1 / (1 + np.exp((60 - age) / 10))).astype(np.uint8)
    >>> declared = Declaration({"age": Number(0, 110), "ill": Categories((0, 1), missing=0)})
    >>> result = once_mixed(Table(declared, {"age": np.clip(age, 0, 110), "ill": ill}),
    ...                    budget=Price(1.0, 1e-6, Relation.SUBSTITUTION), rng=rng)
    >>> result.graph.astype(int).tolist(), str(result.spent)
    ([[0, 1], [1, 0]], 'ε = 1, δ = 1e-06 (substitution)')
    """
    check_fraction(level=level)
    moments, squares, spent = release_moments(table, budget, rng)
    graph, separators, asked = search_group(moments, squares, range(len(moments.cardinalities)), level)
    varying = numbers_above_noise(moments, squares)
    if not varying.all():
        places = np.flatnonzero(varying).tolist()
        graph, separators = among_all(varying, *search_group(moments, squares, places, level)[:2])
    return OnceMixed(graph, separators, asked, moments, squares, spent, varying)


def numbers_above_noise(moments: Interactions, squares: Mapping[int, float]) -> AboveNoise:
    """Return which numbers vary by more than noise; categories count as seen."""
    varying, means = np.ones(len(moments.cardinalities), dtype=bool), moments.means
    noise = math.sqrt(2) * next(scale for columns, scale in moments.scales.items() if len(columns) == 2)
    for x, square in squares.items():
        varying[x] = square - means[x,].item() ** 2 > CLEARLY * noise
    return varying


def search_group(
    moments: Interactions, squares: Mapping[int, float], places: Sequence[int], level: float = LEVEL
) -> tuple[Matrix, Separators, tuple[int, ...]]:
    """The graph among the columns at these places, what separates them, and how many tests each order took."""
    test = MixedTest(moments, squares=squares)

    def named(x: int, y: int, conditioning_set: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
        return places[x], places[y], tuple(places[z] for z in conditioning_set)

    policy = OneByOne(lambda *query: test.separates(*named(*query), level))
    joined, separators = delete_edges(len(places), policy, min(FURTHEST, max(len(places) - 2, 0)))
    graph = orient_by_votes(joined, votes(joined, lambda *query: test(*named(*query)).p_value, VOTING))
    return graph, separators, tuple(policy.asked)


def release_moments(
    table: Table | Stream, budget: Price, rng: np.random.Generator
) -> tuple[Interactions, Mapping[int, float], Price]:
    """The noisy moments of columns and pairs, the mean squares of the numbers, and what both have cost.

    Claim: B-once-mixed
    """
    check_substitution(budget.relation)
    size, declaration = len(table), table.declaration
    frame, privacy_filter, units = Frame(values_of(declaration)), GaussianFilter.within(budget), None
    first, rest = frame.shares(budget)
    if frame.numbers:
        totals = table.sum(InParts(declaration))[0]
        units = release_units(totals, size, mu=first, pay=privacy_filter.release, rng=rng)
    sensitivity = frame.sensitivity / size
    mechanism = SymmetricGaussian(sensitivity, sensitivity / rest, budget.relation)
    exact = table.sum(InFrame(frame, declaration, units)) / size
    noisy = privacy_filter.release(mechanism, exact, rng).value
    moments, squares = split_moments(frame, noisy, size, frame.noise(size, budget))
    moments.rows_per_person = declaration.unit.rows
    return moments, squares, privacy_filter.total_cost


def split_moments(
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


class Mixed(Method):
    """One release of the moments of rows of categories and numbers."""

    def learn(
        self, table: Table | Stream, budget: Price, rng: np.random.Generator, progress: Progress | None = None
    ) -> Learned:
        """Search among the columns that vary."""
        fitted = once_mixed(table, budget=budget, rng=rng)
        return Learned(
            fitted.graph,
            fitted.separators,
            fitted.spent,
            fitted.asked,
            untested=untested(fitted.above_noise),
            release=MixedMoments(fitted.moments, fitted.squares),
        )

    def lost(self, learned: Learned) -> NDArray[np.bool_]:
        """Return the numbers that were not tested against any other, and categories of which no value was seen."""
        assert isinstance(learned.release, MixedMoments)
        assert learned.untested is not None
        lost = np.asarray(silent(learned.release.moments))
        lost[list(learned.release.squares)] = False
        return np.asarray(lost | (learned.untested.sum(axis=1) >= len(learned.graph) - 1))

    def features(self, learned: Learned) -> "Iterator[EdgeFeatures]":
        """Return the clues of its votes."""
        from privcausal.graphs.vote_confidence import features

        assert isinstance(learned.release, MixedMoments)
        return features(learned, learned.release.p_value)

    def foresee(
        self, records: int, sizes: Sequence[int], budget: Price, *, power: float = POWER
    ) -> Detectability:
        """Return the associations that exceed the noise in each product; φ of two numbers is their correlation."""
        frame = Frame(tuple(sizes))
        noise = frame.noise(max(records, 1), budget)
        variances = [1.0 if size else frame.kept[0] for size in frame.sizes]
        louder = noise / np.sqrt(np.outer(variances, variances))
        least = minimum_detectable_by_squares(louder, records, frame.effective, power, self.floor)
        least /= frame.of_correlations
        return Detectability(self.name, noise, "in each product of two columns", "φ", least)

    def clue(self, records: int, sizes: Sequence[int], budget: Price) -> float:
        """As if no number was shortened and no association too weak: so it was computed for simulated tables."""
        frame = Frame(tuple(sizes))
        noise = frame.noise(max(records, 1), budget)
        return float(np.nanmedian(minimum_detectable_by_squares(noise, records, frame.effective, POWER)))


METHOD = Mixed(
    name="once-mixed",
    wants=MIXED,
    says="asks once how contrasts of categories and numbers vary together, and tests what came back",
    rank=12,
    assumes="Every number, and the share of each category, is a linear function of the numbers among its causes, and "
    "the effects of all causes add up.",
    edges_if=("effects are linear",),
    detects_if=VARIED,
    asks="sums",
    floor=FLOOR,
    several_rows=True,
    gaps=True,
    most_values=MOST_VALUES,
    forecasts_f1=True,
)
