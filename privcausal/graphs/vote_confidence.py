"""The probability of each edge where arrows were voted on, from the release: the clues of all methods except `once`.

As in `confidence`, noise is not what makes most arrows wrong, and clues are turned into probabilities by maps that were
learned on simulated networks; each method has its own. Here the clues are the votes: by how much sets with b separate
a and c better than sets without, or worse. All tests are computed from released numbers, so that they are free.
`privcausal.experiments.calibration` draws the networks, and others on which the maps were judged once.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.additive import AdditiveTest
from privcausal.graphs.ask_once.independence import CovarianceTest
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.ask_once.partial_correlations import HAIR, SampleSizes, fisher
from privcausal.graphs.ask_once.votes import PValue, _sets, votes
from privcausal.graphs.edge_confidence import (
    MOST_DIGITS,
    EdgeFeatures,
    Triples,
    of_edges,
)
from privcausal.graphs.learned import Learned
from privcausal.graphs.methods.once import LARGEST_ORDER
from privcausal.graphs.methods.once_further import VOTING
from privcausal.graphs.power import minimum_detectable_by_correlation
from privcausal.graphs.structure.pdag import skeleton

DIGIT = math.log(10)


def minus_log10_p(p_value: float) -> float:
    """How clear a dependence is: two digits for p = 0.01, three for p = 0.001.

    >>> round(minus_log10_p(0.001), 9), minus_log10_p(0.0)
    (3.0, 300.0)
    """
    return min(-math.log10(p_value), MOST_DIGITS) if p_value else MOST_DIGITS


def features(learned: Learned, p_value: PValue, lost: int = 0) -> Iterator[EdgeFeatures]:
    """For every edge of a graph that was learned from these tests."""
    joined = skeleton(learned.graph)
    triples = Triples()
    for vote in votes(joined, p_value, VOTING):
        triples.add(*vote.triple, vote.margin / DIGIT, between=vote.margin < 0)

    def between(x: int, y: int) -> list[float]:
        return [minus_log10_p(p_value(x, y, given)) for given in _sets(joined, x, y, VOTING)]

    return of_edges(learned, triples, between, lost)


def of_moments(moments: Interactions) -> PValue:
    """The tests of `once-further`."""
    exact, additive = CovarianceTest(moments), AdditiveTest(moments)
    return cache(
        lambda x, y, conditioning_set: (
            (exact if len(conditioning_set) < LARGEST_ORDER else additive)(x, y, conditioning_set).p_value
        )
    )


@dataclass(frozen=True, eq=False)
class Correlations:
    """What `once-correlations` has released, and of how many records.

    >>> worth = SampleSizes(np.full((2, 2), 0.01))
    >>> correlations = Correlations(np.array([[4.0, 1.0], [1.0, 1.0]]), worth, size=400)
    >>> round(minus_log10_p(correlations.p_value(0, 1, ())), 1), correlations.cardinalities
    (7.2, (2, 2))
    """

    covariance: Floats
    worth: SampleSizes
    """In records without noise."""
    size: int
    unevenly: NDArray[np.bool_] | None = None
    """The columns of which less is seen than is foretold: see `OnceCorrelations`."""

    @property
    def cardinalities(self) -> tuple[int, ...]:
        """Numbers count as the fewest values, so that no number lies beyond the sizes tried."""
        return (2,) * len(self.covariance)

    def minimum_detectable(self, power: float, foretold: Floats) -> Floats:
        """Return what was foretold; not a number for columns of which less is seen, and more for others beside them."""
        if self.unevenly is None or not self.unevenly.any():
            return foretold
        least = minimum_detectable_by_correlation(self.worth.pairs, len(self.covariance), power)
        return np.where(
            np.logical_or.outer(self.unevenly, self.unevenly), np.nan, np.maximum(foretold, least)
        )

    @cached_property
    def correlation(self) -> Floats:
        """A hair away from singular ones."""
        scale = np.sqrt(np.diag(self.covariance))
        return np.asarray(self.covariance / np.outer(scale, scale) + HAIR * np.eye(len(scale)))

    def p_value(self, x: int, y: int, conditioning_set: tuple[int, ...]) -> float:
        """As `searched` tests."""
        return fisher(self.correlation, x, y, conditioning_set, self.worth)
