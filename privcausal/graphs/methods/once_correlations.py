"""`once-correlations`: numbers in any units, by one release of how differences of people spread.

A column that does not vary, or hardly ever, still gets a variance from the noise, and correlations that are all noise.
The release shows which these are, at no further cost; they are not tested. Of a column in which nearly all people have
the same number the looks see less than of others, so the noise counts more in its tests.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.differences import Differences
from privcausal.graphs.ask_once.noisy_moments import moment_sensitivity
from privcausal.graphs.ask_once.partial_correlations import (
    LOOKS,
    SampleSizes,
    search_graph,
    seen_evenly,
)
from privcausal.graphs.ask_once.private_shape import PrivateShape, private_shape
from privcausal.graphs.ask_once.shape_noise import (
    noise_at,
    noise_variances,
    readings,
    sampling_variances,
    unevenly,
)
from privcausal.graphs.kinds import NUMBERS
from privcausal.graphs.learned import Learned, Separators
from privcausal.graphs.levels import LEVEL
from privcausal.graphs.method import LINEAR, POWER, VARIED, Detectability, Method, Progress
from privcausal.graphs.power import check_public, minimum_detectable_by_correlation
from privcausal.graphs.score_based.second_moments import Records
from privcausal.graphs.structure.pdag import Matrix
from privcausal.privacy.gaussian import step_scales
from privcausal.privacy.price import Price, check_fraction
from privcausal.table.records import Table
from privcausal.table.stream import Stream
from privcausal.table.sums import SPARE

if TYPE_CHECKING:
    from privcausal.graphs.edge_confidence import EdgeFeatures

CLEARLY = 5.0
"""So many standard deviations of its noise a column's reading must have."""

ONE_IN_TEN = 1.28
"""A normal number is so many standard deviations below its mean, or more, in one case of ten."""

AboveNoise = NDArray[np.bool_]
"""For each column: was more seen of it than noise? The others have no edges, and no sign against one."""


@dataclass(frozen=True, eq=False)
class OnceCorrelations:
    """A graph of numbers, and the release from which it was learned."""

    graph: Matrix
    separators: Separators
    shape: Floats
    """The second moments up to a factor: fit whatever else you like to it."""
    worth: SampleSizes
    """So many Gaussian records without noise would show as much in each test."""
    spent: Price
    above_noise: AboveNoise
    unevenly: NDArray[np.bool_]
    """The columns of which less is seen than is foretold, so that weaker associations may be missed."""


def once_correlations(
    records: Records, *, budget: Price, rng: np.random.Generator, level: float = LEVEL, rows: int = 1
) -> OnceCorrelations:
    """A graph of numbers, (ε, δ)-private when one record is replaced, whatever the records are.

    Where one person can have several `rows`, the tests count as if that many pairs were one.

    Nothing need be known of centre, spread or units: people are paired at random, and only the directions of their
    differences count. The records are touched by `private_shape` alone.

    >>> from privcausal.privacy.price import Relation
    >>> people = np.random.default_rng(0).normal(size=(20_000, 3)) @ [[1, 1, 0], [0, 1, 0], [0, 0, 0]]
    >>> result = once_correlations(people, budget=Price(1.0, 1e-6, Relation.SUBSTITUTION),
    ...                           rng=np.random.default_rng(0))
    >>> result.graph.astype(int).tolist(), result.above_noise.tolist()
    ([[0, 1, 0], [1, 0, 0], [0, 0, 0]], [True, True, False])
    """
    check_fraction(level=level)
    pairs = Differences.paired(records, rng)
    shape = private_shape(pairs, budget=budget, rng=rng, schedule=LOOKS)
    varying, worth = above_noise(shape), sample_sizes(shape, len(pairs) / rows)
    graph, separators = among_all(
        varying, *search_graph(shape.matrix[np.ix_(varying, varying)], worth.restricted(varying), level)
    )
    return OnceCorrelations(graph, separators, shape.matrix, worth, shape.spent, varying, unevenly(shape))


def above_noise(shape: PrivateShape) -> AboveNoise:
    """Return which columns vary by more than noise alone would make them seem to."""
    return np.asarray(readings(shape) > CLEARLY * shape.looks[-1].scale)


def sample_sizes(shape: PrivateShape, size: float) -> SampleSizes:
    """Return the effective sample size of each test on this shape of so many pairs."""
    return SampleSizes(sampling_variances(shape, size) + noise_variances(shape))


def among_all(above_noise: AboveNoise, graph: Matrix, separators: Separators) -> tuple[Matrix, Separators]:
    """Return the graph learned among some columns as a graph of all."""
    places, whole = np.flatnonzero(above_noise).tolist(), np.zeros((len(above_noise),) * 2, dtype=bool)
    whole[np.ix_(above_noise, above_noise)] = graph
    return whole, {
        (places[x], places[y]): tuple(places[z] for z in conditioning_set)
        for (x, y), conditioning_set in separators.items()
    }


def untested(above_noise: AboveNoise) -> Matrix:
    """Return the pairs of which one column is all noise."""
    return np.asarray(~np.outer(above_noise, above_noise) & ~np.eye(len(above_noise), dtype=bool))


def expected_sample_size(records: int, columns: int, budget: Price) -> float:
    """Return how many Gaussian records without noise show as much, if the first looks find how the columns spread."""
    pairs = max(records // 2, 1)
    scale = step_scales(LOOKS, SPARE * moment_sensitivity(1.0) / pairs, budget)[-1]
    return seen_evenly(pairs, columns, float(scale))


def usual_sample_size(records: int, columns: int, budget: Price) -> float:
    """Return the effective sample size of a test where noise leaves less to be seen of columns than an even share.

    It does so in most tables, since no more than an even share ever counts; 0 if it often hides one of the two.
    """
    pairs = max(records // 2, 1)
    scale = float(step_scales(LOOKS, SPARE * moment_sensitivity(1.0) / pairs, budget)[-1])
    less = math.sqrt(2) * columns * scale  # the noise of what is seen of a column, as a part of an even share
    if 1 - ONE_IN_TEN * less < CLEARLY * columns * scale:
        return 0.0
    noise = noise_at(np.full(columns, 1 - less), scale, len(LOOKS))
    return SampleSizes(1 / (pairs / (1 + 2 / columns)) + noise).among(range(columns))


class Correlational(Method):
    """One release of a shape, and PC on its partial correlations."""

    def learn(
        self, table: Table | Stream, budget: Price, rng: np.random.Generator, progress: Progress | None = None
    ) -> Learned:
        """Search among the columns that vary."""
        from privcausal.graphs.vote_confidence import Correlations  # which reads other releases too

        fitted = once_correlations(table, budget=budget, rng=rng, rows=table.declaration.unit.rows)
        release = Correlations(fitted.shape, fitted.worth, len(table), fitted.unevenly)
        return Learned(
            fitted.graph,
            fitted.separators,
            fitted.spent,
            untested=untested(fitted.above_noise),
            release=release,
        )

    def foresee(
        self, records: int, sizes: Sequence[int], budget: Price, *, power: float = POWER
    ) -> Detectability:
        """Return what Fisher's z would detect."""
        check_public(records, power)
        noise = 1 / math.sqrt(expected_sample_size(records, len(sizes), budget))
        worth = usual_sample_size(records, len(sizes), budget)
        least = minimum_detectable_by_correlation(worth, len(sizes), power)
        return Detectability(self.name, noise, "in each correlation, with sampling", "r", least)

    def clue(self, records: int, sizes: Sequence[int], budget: Price) -> float:
        """Return it as if all columns were seen evenly: so it was computed for simulated tables."""
        worth = expected_sample_size(records, len(sizes), budget)
        return float(np.nanmedian(minimum_detectable_by_correlation(worth, len(sizes), POWER)))

    def lost(self, learned: Learned) -> NDArray[np.bool_]:
        """Return the columns that were not tested against any other."""
        assert learned.untested is not None
        return np.asarray(learned.untested.sum(axis=1) >= len(learned.graph) - 1)

    def features(self, learned: Learned) -> "Iterator[EdgeFeatures]":
        """Return the clues of its votes."""
        from privcausal.graphs.vote_confidence import Correlations, features

        assert isinstance(learned.release, Correlations)
        return features(learned, learned.release.p_value)


METHOD = Correlational(
    name="once-correlations",
    wants=NUMBERS,
    says="asks once how the columns vary together, whatever their units, and tests what came back",
    rank=8,
    assumes=f"{LINEAR}. In a column with the same number for half of the people less is detected than is foretold, "
    "and beside it more unrelated columns are joined.",
    edges_if=("effects are linear", VARIED),
    detects_if=VARIED,
    asks="sums",
    several_rows=True,
    forecasts_f1=True,
)
