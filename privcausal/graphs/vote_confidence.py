"""Confidence in each edge where arrows were voted on: for `once-further` and `once-correlations`, from their releases.

As in `edge_confidence`, noise is not the main cause of wrong arrows, and clues are turned into probabilities by maps
that were learned on simulated networks; each method has its own. Here the clues are the votes: by how much sets with b
separate a and c better than sets without, or worse. All tests are computed from released numbers, so that they are
free. `privcausal.experiments.vote_calibration` draws the networks, and others on which the maps were judged once.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.additive import AdditiveTest
from privcausal.graphs.ask_once.independence import CovarianceTest
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.ask_once.partial_correlations import HAIR, fisher
from privcausal.graphs.ask_once.votes import PValue, _sets, votes
from privcausal.graphs.edge_confidence import (
    CLEAR,
    MOST_DIGITS,
    Arrow,
    EdgeFeatures,
    EdgeProbability,
    Triples,
    edge_probabilities,
)
from privcausal.graphs.methods.once import LARGEST_ORDER
from privcausal.graphs.methods.once_further import VOTING
from privcausal.graphs.structure.pdag import Matrix, arrows, skeleton

DIGIT = math.log(10)


def minus_log10_p(p_value: float) -> float:
    """How clear a dependence is: two digits for p = 0.01, three for p = 0.001.

    >>> round(minus_log10_p(0.001), 9), minus_log10_p(0.0)
    (3.0, 300.0)
    """
    return min(-math.log10(p_value), MOST_DIGITS) if p_value else MOST_DIGITS


def confidence(method: str, p_value: PValue, graph: Matrix) -> dict[Arrow, EdgeProbability]:
    """How sure of every edge that this method has drawn by these tests, by its two ends, the smaller first."""
    return edge_probabilities(features(graph, p_value), method)


def features(graph: Matrix, p_value: PValue) -> Iterator[EdgeFeatures]:
    """For every edge of a graph that was learned from these tests."""
    pointing, joined = arrows(graph), skeleton(graph)
    triples = Triples()
    for vote in votes(joined, p_value, VOTING):
        triples.add(*vote.triple, vote.margin / DIGIT, between=vote.margin < 0)
    support = triples.support(pointing)
    for x, y in ((int(x), int(y)) for x, y in np.argwhere(np.triu(joined))):
        tested = [
            minus_log10_p(p_value(x, y, conditioning_set)) for conditioning_set in _sets(joined, x, y, VOTING)
        ]
        pair = (min(*tested, CLEAR), math.log1p(len(tested)))
        if pointing[x, y] == pointing[y, x]:
            yield EdgeFeatures(x, y, pair)
        else:
            tail, head = (x, y) if pointing[x, y] else (y, x)
            yield EdgeFeatures(
                tail, head, pair, triples.of_arrow(tail, head, support[tail, head], min(tested))
            )


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

    >>> correlations = Correlations(np.array([[4.0, 1.0], [1.0, 1.0]]), worth=100.0, size=400)
    >>> round(minus_log10_p(correlations.p_value(0, 1, ())), 1), correlations.cardinalities
    (7.2, (2, 2))
    """

    covariance: Floats
    worth: float
    """In records without noise: see `effective_sample_size`."""
    size: int

    @property
    def cardinalities(self) -> tuple[int, ...]:
        """The sizes of the columns; numbers count as the smallest size, which is never outside the simulated range."""
        return (2,) * len(self.covariance)

    @cached_property
    def correlation(self) -> Floats:
        """A hair away from singular ones."""
        scale = np.sqrt(np.diag(self.covariance))
        return np.asarray(self.covariance / np.outer(scale, scale) + HAIR * np.eye(len(scale)))

    def p_value(self, x: int, y: int, conditioning_set: tuple[int, ...]) -> float:
        """As `searched` tests."""
        return fisher(self.correlation, x, y, conditioning_set, self.worth)
