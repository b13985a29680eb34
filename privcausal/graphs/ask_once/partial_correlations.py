"""PC on partial correlations, from a shape that was released once; the tests know its noise, and cost nothing."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.private_shape import PrivateShape
from privcausal.graphs.ask_once.votes import orient_by_votes, votes
from privcausal.graphs.constraint_based.pc import OneByOne, delete_edges
from privcausal.graphs.learned import Separators
from privcausal.graphs.levels import LEVEL
from privcausal.graphs.structure.pdag import Matrix

LOOKS = tuple(2 ** (place / 2) for place in range(6))
"""Two looks more than `private_shape` takes: units that differ a thousandfold need them, others hardly notice."""

FURTHEST = 6
"""So many variables are held fixed at once, at most; tests are free."""

VOTING = 2
"""The same for votes on arrows, which look at all sets."""

HAIR = 1e-9


def effective_sample_size(shape: PrivateShape, size: float) -> float:
    """How many Gaussian records would show as much as the last look, noise included.

    In coordinates in which the records spread equally, sampling puts an error of variance 1/n on each covariance and
    twice that on each variance, and looks the same in all directions; directions instead of records make it
    (1 + 2/d)/n. The noise of a look has the same form, with (d + 2)² times its own variance: so it acts like fewer
    records, whatever is computed from the shape.

    >>> from privcausal.graphs.ask_once.private_shape import private_shape
    >>> from privcausal.privacy.price import Price, Relation
    >>> people = np.random.default_rng(0).normal(size=(10_000, 10))
    >>> price = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    >>> round(effective_sample_size(private_shape(people, budget=price, rng=np.random.default_rng(0)), 10_000), -2)
    5900.0
    """
    return seen_evenly(size, len(shape.matrix), shape.looks[-1].scale)


def seen_evenly(size: float, columns: int, scale: float) -> float:
    """Return it for a last look with noise of this scale, if it sees as much of each column."""
    return float(1 / ((1 + 2 / columns) / size + even_noise(columns, scale)))


def even_noise(columns: int, scale: float) -> float:
    """Return the variance that this noise of a last look puts on each correlation."""
    return ((columns + 2) * scale) ** 2 / 2


@dataclass(frozen=True, eq=False)
class SampleSizes:
    """The effective sample size of each test, where looks see less of some columns than of others.

    >>> sizes = SampleSizes(np.array([[0.0, 2e-4, 2e-4], [2e-4, 0.0, 5e-4], [2e-4, 5e-4, 0.0]]))
    >>> round(sizes.among([0, 1])), round(sizes.among([0, 1, 2])), sizes.pairs[2, :2].round().tolist()
    (5000, 2000, [5000.0, 2000.0])
    """

    variances: Floats
    """What sampling and noise put on the correlation of each pair of columns; the diagonal means nothing."""

    def among(self, columns: Sequence[int]) -> float:
        """Return it for a test of these; the pair with the largest variance decides."""
        places = list(columns)
        return float(1 / self.variances[np.ix_(places, places)][~np.eye(len(places), dtype=bool)].max())

    @property
    def pairs(self) -> Floats:
        """For the unconditional test of each pair."""
        with np.errstate(divide="ignore"):
            return np.asarray(1 / self.variances)

    def restricted(self, columns: NDArray[np.bool_]) -> "SampleSizes":
        """Return those of tests among these columns, which are numbered from 0 again."""
        return SampleSizes(self.variances[np.ix_(columns, columns)])


def search_graph(
    covariance: Floats, worth: float | SampleSizes, level: float = LEVEL
) -> tuple[Matrix, Separators]:
    """PC by Fisher's z on a covariance that is worth so many records, then votes on the arrows.

    Whatever the columns' units are, the test is done on correlations, a hair away from singular ones.
    """
    nodes, scale = len(covariance), np.sqrt(np.diag(covariance))
    correlation = covariance / np.outer(scale, scale) + HAIR * np.eye(nodes)

    def p_value(x: int, y: int, conditioning_set: tuple[int, ...]) -> float:
        return fisher(correlation, x, y, conditioning_set, worth)

    policy = OneByOne(lambda x, y, conditioning_set: p_value(x, y, conditioning_set) > level)
    joined, separators = delete_edges(nodes, policy, min(FURTHEST, max(nodes - 2, 0)))
    return orient_by_votes(joined, votes(joined, p_value, VOTING)), separators


def fisher(
    covariance: Floats, x: int, y: int, conditioning_set: tuple[int, ...], worth: float | SampleSizes
) -> float:
    """The p-value of no partial correlation, by Fisher's z.

    >>> round(fisher(np.array([[1.0, 0.1], [0.1, 1.0]]), 0, 1, (), 403.0), 3)
    0.045
    """
    places = (x, y, *conditioning_set)
    worth = worth.among(places) if isinstance(worth, SampleSizes) else worth
    precision = np.linalg.inv(covariance[np.ix_(places, places)])
    spread = precision[0, 0] * precision[1, 1]
    partial = -precision[0, 1] / math.sqrt(spread) if spread > 0 else 0.0
    z = math.atanh(max(min(partial, 1 - 1e-12), -1 + 1e-12))
    return float(2 * ndtr(-abs(z) * math.sqrt(max(worth - len(conditioning_set) - 3, 1.0))))
