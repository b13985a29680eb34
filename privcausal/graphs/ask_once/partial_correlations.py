"""Linear graphs in any units, from a shape that was released once: PC on partial correlations that knows the noise."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from privcausal.graphs.ask_once.noisy_shape import Shape, private_shape
from privcausal.graphs.ask_once.votes import elected, votes
from privcausal.graphs.constraint_based.pc import OneByOne, Separators, delete_edges
from privcausal.graphs.structure.pdag import Matrix
from privcausal.privacy.price import Price, check_fraction

Floats = NDArray[np.float64]

LEVEL = 0.01

LOOKS = tuple(2 ** (place / 2) for place in range(6))
"""Two looks more than `private_shape` takes: units that differ a thousandfold need them, others hardly notice."""

FURTHEST = 6
"""So many variables are held fixed at once, at most; tests are free."""

VOTING = 2
"""The same for votes on arrows, which look at all sets."""

HAIR = 1e-9


@dataclass(frozen=True, eq=False)
class OnceCorrelations:
    """A graph, and what it was learned from."""

    graph: Matrix
    separators: Separators
    shape: Floats
    """The second moments up to a factor: fit whatever else you like to it."""
    worth: float
    """So many Gaussian records without noise would show the shape as exactly."""
    spent: Price


def once_correlations(
    records: ArrayLike, *, budget: Price, rng: np.random.Generator, level: float = LEVEL
) -> OnceCorrelations:
    """A graph of numbers, (ε, δ)-private when one record is replaced, whatever the records are.

    Nothing is assumed of variances: other units change no edge but by the noise. Columns should be centred at what is
    publicly known. The records are touched by `private_shape` alone.

    >>> from privcausal.graphs.models.linear_gaussian import LinearModel, standardised
    >>> from privcausal.privacy.price import Relation
    >>> fork = LinearModel(np.array([[0.0, 0.8, 0.0], [0.0, 0.0, 0.0], [0.0, 0.8, 0.0]]))
    >>> people = standardised(fork.sample(10_000, np.random.default_rng(0)))
    >>> found = once_correlations(people, budget=Price(1.0, 1e-6, Relation.SUBSTITUTION),
    ...                           rng=np.random.default_rng(0))
    >>> found.graph.astype(int).tolist()
    [[0, 1, 0], [0, 0, 0], [0, 1, 0]]
    """
    check_fraction(level=level)
    shape = private_shape(records, budget=budget, rng=rng, schedule=LOOKS)
    worth = worth_in_records(shape, len(np.asarray(records)))
    graph, separators = searched(shape.matrix, worth, level)
    return OnceCorrelations(graph, separators, shape.matrix, worth, shape.spent)


def worth_in_records(shape: Shape, size: int) -> float:
    """How many Gaussian records would show as much as the last look, noise included.

    In coordinates in which the records spread equally, sampling puts an error of variance 1/n on each covariance and
    twice that on each variance, and looks the same in all directions; directions instead of records make it
    (1 + 2/d)/n. The noise of a look has the same form, with (d + 2)² times its own variance: so it acts like fewer
    records, whatever is computed from the shape.

    >>> from privcausal.privacy.price import Relation
    >>> people = np.random.default_rng(0).normal(size=(10_000, 10))
    >>> price = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    >>> round(worth_in_records(private_shape(people, budget=price, rng=np.random.default_rng(0)), 10_000), -2)
    5900.0
    """
    d = len(shape.matrix)
    return 1 / ((1 + 2 / d) / size + ((d + 2) * shape.looks[-1].scale) ** 2 / 2)


def searched(covariance: Floats, worth: float, level: float = LEVEL) -> tuple[Matrix, Separators]:
    """PC by Fisher's z on a covariance that is worth so many records, then votes on the arrows.

    Whatever the columns' units are, the test is done on correlations, a hair away from singular ones.
    """
    nodes, scale = len(covariance), np.sqrt(np.diag(covariance))
    correlation = covariance / np.outer(scale, scale) + HAIR * np.eye(nodes)

    def p_value(x: int, y: int, given: tuple[int, ...]) -> float:
        return fisher(correlation, x, y, given, worth)

    policy = OneByOne(lambda x, y, given: p_value(x, y, given) > level)
    joined, separators = delete_edges(nodes, policy, min(FURTHEST, max(nodes - 2, 0)))
    return elected(joined, votes(joined, p_value, VOTING)), separators


def fisher(covariance: Floats, x: int, y: int, given: tuple[int, ...], worth: float) -> float:
    """The p-value of no partial correlation, by Fisher's z.

    >>> round(fisher(np.array([[1.0, 0.1], [0.1, 1.0]]), 0, 1, (), 403.0), 3)
    0.045
    """
    places = np.array([x, y, *given])
    precision = np.linalg.inv(covariance[places[:, None], places])
    spread = precision[0, 0] * precision[1, 1]
    partial = -precision[0, 1] / math.sqrt(spread) if spread > 0 else 0.0
    z = math.atanh(max(min(partial, 1 - 1e-12), -1 + 1e-12))
    return float(2 * ndtr(-abs(z) * math.sqrt(max(worth - len(given) - 3, 1.0))))
