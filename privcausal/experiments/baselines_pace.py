"""A private covariance from adaptively chosen entries: our construction after the abstract of PACE-GGM.

Ferrando, Fuentes, Mullins, Musco and Sheldon (2026): every column has a declared bound; round by round, choose an
entry that the matrix so far gets wrong, measure it with Gaussian noise, and take the covariance of largest entropy
that agrees with the measurements: a Gaussian graphical model, whose edges are the measured pairs. Only the abstract
and the first page could be read. How an entry is chosen, how the budget is shared, the number of rounds, the order of
the measurements and how noisy answers are made to agree is ours: the exponential mechanism, first all variances, every
pair at most once, answers counted in units of their noise.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.arrays import Floats
from privcausal.graphs.methods.curate_pc import NoisyChoice
from privcausal.graphs.score_based.second_moments import checked_records, moment
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.gaussian import GaussianNoise
from privcausal.privacy.price import Price, Relation, check_positive, check_substitution
from privcausal.table.sums import SPARE

Places = NDArray[np.int64]

FIRST = 0.1
"""The part of ρ that measures the variances."""

CHOOSING = 0.5
"""The part of a round that chooses its pair; the rest measures it."""

ROUNDS = 2.5
"""So many pairs are measured for each column."""

STEPS = 60
"""Newton's method takes a dozen; it stops sooner where nothing changes any more."""


@dataclass(frozen=True, eq=False)
class Paced:
    """A covariance, its measurements, and their price."""

    covariance: Floats
    pairs: list[tuple[int, int]]
    """In the order in which they were chosen."""
    worth: float
    """So many Gaussian records without noise would show a measured correlation as exactly."""
    spent: Price


def pace_ggm(records: ArrayLike, *, bound: float, budget: Price, rng: np.random.Generator) -> Paced:
    """The covariance about zero of columns that stay within ±bound; values beyond are cut off.

    A substitution moves an entry off the diagonal by at most 2·bound²/n, twice the change of the sum by one record more
    or less, and one on the diagonal by bound²/n: all of these together by √d times that.

    >>> people = np.random.default_rng(0).normal(size=(50_000, 3)) @ [[1.0, 0.8, 0.0], [0.0, 0.6, 0.0], [0.0, 0.0, 1.0]]
    >>> result = pace_ggm(people, bound=4.0, budget=Price(1.0, 1e-6, Relation.SUBSTITUTION),
    ...                  rng=np.random.default_rng(0))
    >>> result.pairs[0], result.covariance.round(1).tolist()[0], str(result.spent)
    ((0, 1), [1.0, 0.8, 0.0], 'ε = 1, δ = 1e-06 (substitution)')
    """
    check_substitution(budget.relation)
    check_positive(bound=bound)
    rows = np.clip(checked_records(records), -bound, bound) / bound
    exact, (size, d) = moment(rows), rows.shape
    privacy_filter = ConcentratedFilter.within(budget)
    rows_at, columns_at = np.triu_indices(d, 1)
    rounds = min(math.ceil(ROUNDS * d), len(rows_at))
    variances, wide = _measure(
        exact.diagonal(), math.sqrt(d) * SPARE / size, privacy_filter.remaining * FIRST, privacy_filter, rng
    )
    places, answers, scales = np.stack([np.arange(d)] * 2, axis=1), variances, np.full(d, wide)
    matrix = most_likely_covariance(places, answers, scales, d)
    each, moved = privacy_filter.remaining / max(rounds, 1) * (1 - 1e-12), 2 * SPARE / size
    waiting = np.stack([rows_at, columns_at], axis=1)
    for _ in range(rounds):
        wrong = np.abs(exact - matrix)[waiting[:, 0], waiting[:, 1]]
        choice = NoisyChoice(moved, each * CHOOSING, Relation.SUBSTITUTION)
        chosen = int(privacy_filter.release(choice, -wrong, rng).value)
        pair, waiting = waiting[chosen], np.delete(waiting, chosen, axis=0)
        answer, scale = _measure(
            exact[[pair[0]], [pair[1]]], moved, each * (1 - CHOOSING), privacy_filter, rng
        )
        places, answers = np.vstack([places, pair]), np.append(answers, answer)
        scales = np.append(scales, scale)
        matrix = most_likely_covariance(places, answers, scales, d)
    blur = scales[-1] / matrix.diagonal().mean() if rounds else 0.0
    pairs = [(int(x), int(y)) for x, y in places[d:]]
    return Paced(matrix * bound**2, pairs, 1 / (1 / size + blur**2), privacy_filter.total_cost)


def _measure(
    values: Floats,
    sensitivity: float,
    rho: float,
    privacy_filter: ConcentratedFilter,
    rng: np.random.Generator,
) -> tuple[Floats, float]:
    """The values with Gaussian noise, for this ρ, and its scale."""
    mechanism = GaussianNoise(sensitivity, sensitivity / math.sqrt(2 * rho), Relation.SUBSTITUTION)
    return np.asarray(privacy_filter.release(mechanism, values, rng).value), mechanism.scale


def most_likely_covariance(places: Places, answers: Floats, scales: Floats, d: int) -> Floats:
    """The Σ with the largest ln det Σ − ½ Σₘ ((Σₘ − answerₘ)/scaleₘ)², over the entries m that were measured.

    Where the answers fit a covariance, it agrees with them to a small part of their noise; where they fit none, it
    still exists. Its inverse is 0 at every pair that was not measured. The solver treats the dual, for the inverse: it
    is self-concordant, so Newton's step divided by 1 + its length never leaves the positive definite matrices.

    >>> places = np.array([[0, 0], [1, 1], [2, 2], [0, 1], [1, 2]])
    >>> most_likely_covariance(places, np.array([1.0, 1.0, 1.0, 0.5, 0.5]), np.full(5, 1e-4), 3).round(3).tolist()[0]
    [1.0, 0.5, 0.25]
    """
    x, y = places.T
    twice = np.where(x == y, 1.0, 2.0)  # how often an entry occurs in a symmetric matrix
    weights = np.where(x == y, 1 / np.maximum(answers, scales), 0.0)
    for _ in range(STEPS):
        inverse = np.zeros((d, d))
        inverse[x, y] = inverse[y, x] = weights
        matrix = np.linalg.inv(inverse)
        slope = twice * (answers - matrix[x, y] + twice * scales**2 * weights)
        crossed = matrix[np.ix_(x, x)] * matrix[np.ix_(y, y)] + matrix[np.ix_(x, y)] * matrix[np.ix_(y, x)]
        bend = np.outer(twice, twice) / 2 * crossed + np.diag((twice * scales) ** 2)
        step = np.linalg.solve(bend, slope)
        length = math.sqrt(max(float(step @ slope), 0.0))
        weights = weights - step / (1 + length if length > 0.25 else 1)
        if length < 1e-9:
            break
    return np.asarray((matrix + matrix.T) / 2)
