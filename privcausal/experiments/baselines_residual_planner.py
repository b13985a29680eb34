"""All marginals of two columns, or of two and three, with the noise of ResidualPlanner: our reimplementation.

Xiao, He, Zhang and Kifer (2023): measure the interactions of each set of columns with Gaussian noise of a variance of
its own, σ². If p is the squared length of one record's interactions, and v is what σ² = 1 adds to the loss, then
Σ v σ² is least for a given Σ p/σ² where σ² is proportional to √(p/v). `once` is of this kind, with one σ for all pairs.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.contrasts import interaction
from privcausal.graphs.ask_once.interactions import Columns
from privcausal.graphs.ask_once.linear_screening import LinearGuess
from privcausal.graphs.constraint_based.pc import Questions
from privcausal.graphs.methods.once import Candidates, OnceTables
from privcausal.graphs.methods.once_further import OnceFurther
from privcausal.privacy.gaussian import GaussianNoise
from privcausal.privacy.price import Relation
from privcausal.table.sums import SPARE

Allotment = dict[Columns, float]
"""For each set of columns the variance of the noise on its interactions, up to a common factor."""


def plan_variances(cardinalities: Sequence[int], largest: int) -> Allotment:
    """Where the variances of all cells of all tables of up to so many columns have the least sum.

    Claim: B-allocation

    >>> {columns: round(variance, 3) for columns, variance in plan_variances((2, 2, 4), 2).items()}
    {(0,): 0.535, (1,): 0.535, (2,): 0.354, (0, 1): 0.5, (0, 2): 0.354, (1, 2): 0.354}
    """
    return {
        columns: math.sqrt(length(cardinalities, columns) / loss(cardinalities, columns, largest))
        for size in range(1, largest + 1)
        for columns in combinations(range(len(cardinalities)), size)
    }


def length(cardinalities: Sequence[int], columns: Columns) -> float:
    """The squared length of one record's interactions of these columns: Π(1 − 1/k)."""
    return math.prod(1 - 1 / cardinalities[column] for column in columns)


def loss(cardinalities: Sequence[int], columns: Columns, largest: int) -> float:
    """What noise of variance 1 on these interactions adds to the variances of all cells, over all tables.

    A table spreads the interactions of a part of its columns evenly over the values of the others.
    """
    entries = math.prod(cardinalities[column] - 1 for column in columns)
    others = [1 / k for column, k in enumerate(cardinalities) if column not in columns]
    elementary = [1.0] + [0.0] * largest
    for share in others:
        for size in range(largest, 0, -1):
            elementary[size] += share * elementary[size - 1]
    return entries * math.fsum(elementary[: largest - len(columns) + 1])


def translated(cardinalities: Sequence[int], allotment: Mapping[Columns, float]) -> float:
    """How far one substitution moves everything, if it is taken for any removal and any addition: twice as far."""
    return 2 * math.sqrt(math.fsum(length(cardinalities, c) / variance for c, variance in allotment.items()))


def exact(cardinalities: Sequence[int], allotment: Mapping[Columns, float]) -> float:
    """How far one substitution moves everything, at most: by trying how many columns of each kind it changes.

    Columns with as many values are alike in the plan, so it does not matter which of them change.

    >>> from privcausal.graphs.ask_once.contrasts import pairs_sensitivity
    >>> sizes = (2, 3, 3, 4)
    >>> even = {columns: 1.0 for size in (1, 2) for columns in combinations(range(4), size)}
    >>> math.isclose(exact(sizes, even), pairs_sensitivity(sizes, weight=1.0))
    True
    """
    sizes = np.array(cardinalities)
    kinds = sorted({int(k) for k in sizes if k > 1})
    choices = np.array(list(product(*(range(int((sizes == kind).sum()) + 1) for kind in kinds))))
    changed = np.zeros((len(choices), len(sizes)))
    for kind, counts in zip(kinds, choices.T, strict=True):
        places = np.flatnonzero(sizes == kind)
        changed[:, places] = np.arange(len(places)) < counts[:, None]
    stay = 1 - 1 / sizes
    inner = stay - changed  # of the old and the new contrasts, column by column
    moved = np.zeros(len(choices))
    for columns, variance in allotment.items():
        kept = np.ones(len(choices))
        for column in columns:
            kept = kept * inner[:, column]
        moved += 2 * (math.prod(stay[list(columns)]) - kept) / variance
    return math.sqrt(float(moved.max()))


def planned_for_replacement(cardinalities: Sequence[int], rounds: int = 2_000) -> tuple[Allotment, float]:
    """Return the noise on pairs that is best when a record is replaced, and what no plan's price times loss is below.

    A replacement changes the values of some columns. For any distribution over these sets of columns, Cauchy and
    Schwarz bound price times loss from below; the best plan belongs to the distribution with the largest bound, which
    steps towards what each set contributes find. All 2^d sets are listed, so this is for few columns.

    Claim: B-allocation-replaced

    >>> plan, least = planned_for_replacement((2, 2, 4))
    >>> {pair: round(variance / plan[0, 1], 3) for pair, variance in plan.items()}
    {(0, 1): 1.0, (0, 2): 1.5, (1, 2): 1.5}
    """
    pairs = list(combinations(range(len(cardinalities)), 2))
    moved, losses = replacements(cardinalities), np.array([length(cardinalities, pair) for pair in pairs])
    shares = np.full(moved.shape[1], 1 / moved.shape[1])
    for _ in range(rounds):
        contributions = np.sqrt(losses / (moved @ shares)) @ moved
        shares = shares * contributions / (shares @ contributions)
    variances = np.sqrt(moved @ shares / losses)
    least = float(np.sqrt(losses * (moved @ shares)).sum() ** 2)
    return dict(zip(pairs, map(float, variances), strict=True)), least


def replacements(cardinalities: Sequence[int]) -> Floats:
    """Return how far, squared, the interactions of each pair move, for each set of columns that a replacement changes.

    >>> replacements((2, 4)).tolist()  # the second column, the first, both
    [[1.0, 1.5, 0.5]]
    """
    stay = 1 - 1 / np.array(cardinalities)
    sets = np.array(list(product((0.0, 1.0), repeat=len(cardinalities))))[1:]
    pairs = combinations(range(len(cardinalities)), 2)
    return np.array(
        [2 * (stay[i] * sets[:, j] + stay[j] * sets[:, i] - sets[:, i] * sets[:, j]) for i, j in pairs]
    )


@dataclass
class Planned(OnceTables):
    """`once` with all tables of up to `largest` columns measured at the first question, and nothing after it.

    >>> from privcausal.graphs.constraint_based.pc import pc
    >>> from privcausal.graphs.independence.contingency import Tables
    >>> from privcausal.privacy.price import Price
    >>> rows = np.random.default_rng(0).integers(0, 2, (20_000, 2))[:, [0, 0, 1]]
    >>> policy = Planned(Tables(rows, (2, 2, 2)), Price(1.0, 1e-6, Relation.SUBSTITUTION), np.random.default_rng(1))
    >>> pc(3, policy).graph.astype(int).tolist(), str(policy.spent)
    ([[0, 1, 0], [1, 0, 0], [0, 0, 0]], 'ε = 1, δ = 1e-06 (substitution)')
    """

    largest: int = 2

    def _candidates(self, questions: Questions) -> Candidates:
        every = {edge: list(questions.sets(edge)) for edge in questions.edges()}
        if questions.order == 0:
            self._measure(plan_variances(self.tables.values, self.largest))
            self._strength = np.zeros((len(self.tables.cardinalities),) * 2)
            return every
        if questions.order == 1:
            return {edge: self._by_links(edge, sets) for edge, sets in every.items()}
        if self.largest < 3:
            return {edge: [] for edge in every}
        guess = LinearGuess(self.moments)
        return {edge: self._by_guess(guess, edge, sets) for edge, sets in every.items()}

    def _measure(self, allotment: Allotment) -> None:
        """Everything at once: each interaction in units of its own noise, so that one scale fits all."""
        sizes, size = self.tables.values, self.tables.size
        scale = {columns: math.sqrt(variance) for columns, variance in allotment.items()}
        whole = [interaction(self._counts(c), [sizes[i] for i in c]) / scale[c] for c in allotment]
        sensitivity = exact(sizes, allotment) * SPARE
        noise = sensitivity / self.mu
        mechanism = GaussianNoise(sensitivity, noise, Relation.SUBSTITUTION)
        noisy: Floats = self.privacy_filter.release(
            mechanism, np.concatenate([p.ravel() for p in whole]), self.rng
        ).value
        ends = np.cumsum([part.size for part in whole])[:-1]
        for columns, part, piece in zip(allotment, whole, np.split(noisy, ends), strict=True):
            self.moments.means[columns] = piece.reshape(part.shape) * scale[columns] / size
            self.moments.scales[columns] = noise * scale[columns] / size

    def _counts(self, columns: Columns) -> np.ndarray:
        if len(columns) == 1:
            return np.asarray(self.tables.counts(columns[0], 1 if columns[0] == 0 else 0).sum(axis=(0, 2)))
        *conditioning_set, x, y = columns
        sizes = [self.tables.cardinalities[column] for column in columns]
        return self.tables.counts(x, y, conditioning_set).reshape(sizes)


@dataclass
class PlannedFurther(Planned, OnceFurther):
    """The same, read further."""
