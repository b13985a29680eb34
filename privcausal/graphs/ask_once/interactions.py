"""Interactions of a data set with Gaussian noise, and the tables that they imply."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.contrasts import (
    basis,
    fair_weight,
    interaction,
    pairs_sensitivity,
    sets_sensitivity,
)
from privcausal.graphs.independence.contingency import Tables
from privcausal.privacy.filters import Payer, unmetered
from privcausal.privacy.gaussian import GaussianNoise
from privcausal.privacy.price import Relation
from privcausal.table.sums import SPARE

Columns = tuple[int, ...]
"""In increasing order."""


@dataclass
class Interactions:
    """The measurements of a data set: mean interactions of sets of columns, each with its noise."""

    cardinalities: tuple[int, ...]
    size: int
    """The number of records, which is public under substitution."""
    means: dict[Columns, Floats] = field(default_factory=dict)
    scales: dict[Columns, float] = field(default_factory=dict)
    """The noise's standard deviation in every entry of a mean."""
    rows_per_person: int = 1
    """Up to that many of the records are of one person."""
    pay: Payer = unmetered
    """The payer of every measurement, which refuses one that would exceed its budget."""
    _tables: dict[Columns, tuple[Floats, Floats]] = field(default_factory=dict)

    @property
    def independent(self) -> float:
        """The number of independent records that vary as much in the worst case, where all rows of a person are equal.

        The mean of rows / K independent sums of at most K terms each: no such sum has, in any direction, more than K
        times the variance that its terms have together.
        """
        return self.size / self.rows_per_person

    def measure_pairs(self, tables: Tables, mu: float, rng: np.random.Generator) -> None:
        """Measure every column and every pair of columns, at once, for a price of μ; a gap in a record is not a value.

        Means are therefore those of a table in which every gap is filled evenly with all values: the information of a
        column with a share g of gaps about others is (1 − g) times as large, if its gaps do not depend on the others'
        values, and holding it fixed leaves, of a covariance that it explains wholly, entries of norm 2g at most. Gaps
        that fall together make two columns look related: by the covariance of their gaps, times the means of their
        contrasts.

        Claim: B-once-pairs, B-once-gaps
        """
        weight = fair_weight(self.cardinalities)
        columns = range(len(self.cardinalities))
        counts: dict[Columns, np.ndarray] = {}
        for column in columns:
            other = 1 if column == 0 else 0
            counts[(column,)] = tables.counts(column, other).sum(axis=(0, 2))
        counts |= {(x, y): tables.counts(x, y)[0] for x, y in combinations(columns, 2)}
        self._measure(counts, pairs_sensitivity(self.cardinalities, weight), mu, rng, weight)

    def measure_sets(
        self, tables: Tables, sets: Iterable[Columns], mu: float, rng: np.random.Generator
    ) -> None:
        """These larger sets, at once, for a price of μ.

        Claim: B-once-sets
        """
        chosen = sorted(sets)
        counts = {
            (*conditioning_set, x, y): tables.counts(x, y, conditioning_set).reshape(
                [tables.cardinalities[column] for column in (*conditioning_set, x, y)]
            )
            for *conditioning_set, x, y in chosen
        }
        self._measure(counts, sets_sensitivity(self.cardinalities, chosen), mu, rng)
        self._tables.clear()

    def _measure(
        self,
        counts: dict[Columns, np.ndarray],
        sensitivity: float,
        mu: float,
        rng: np.random.Generator,
        weight: float = 1.0,
    ) -> None:
        """The interactions of all these tables as one vector, those of single columns times √weight, with noise."""
        stretch = {columns: math.sqrt(weight) if len(columns) == 1 else 1.0 for columns in counts}
        exact = {
            columns: stretch[columns] * interaction(table, [self.cardinalities[c] for c in columns])
            for columns, table in counts.items()
        }
        noisy = np.concatenate([part.ravel() for part in exact.values()])
        sensitivity *= SPARE
        if sensitivity:  # otherwise no column has two values, and there is nothing to hide
            mechanism = GaussianNoise(sensitivity, sensitivity / mu, Relation.SUBSTITUTION)
            noisy = self.pay(mechanism, noisy, rng).value
        ends = np.cumsum([part.size for part in exact.values()])
        for (columns, part), piece in zip(exact.items(), np.split(noisy, ends[:-1]), strict=True):
            self.means[columns] = piece.reshape(part.shape) / stretch[columns] / self.size
            self.scales[columns] = sensitivity / mu / stretch[columns] / self.size

    def table(self, columns: Sequence[int]) -> tuple[Floats, Floats]:
        """Shares of records, one axis per column, and the noise of the rotated table.

        The table is `basis ⊗ basis ⊗ …` applied to numbers with independent noise of these standard deviations.
        Interactions that were never measured are taken to be absent.
        """
        key = tuple(sorted(columns))
        if key not in self._tables:
            self._tables[key] = self._assemble(key)
        order = [key.index(column) for column in columns]
        shares, noise = (part.transpose(order) for part in self._tables[key])
        return shares, noise

    def _assemble(self, key: Columns) -> tuple[Floats, Floats]:
        sizes = [self.cardinalities[column] for column in key]
        rotated, noise = np.zeros(sizes), np.zeros(sizes)
        rotated[(0,) * len(key)] = 1 / math.sqrt(math.prod(sizes))
        for m in range(1, len(key) + 1):
            for places in combinations(range(len(key)), m):
                part = tuple(key[place] for place in places)
                if part in self.means:
                    rest = math.prod(sizes) / math.prod(sizes[place] for place in places)
                    block = tuple(slice(1, None) if place in places else 0 for place in range(len(key)))
                    rotated[block] = self.means[part] / math.sqrt(rest)
                    noise[block] = self.scales[part] / math.sqrt(rest)
        for size in sizes:
            rotated = np.tensordot(rotated, basis(size), axes=(0, 1))
        return rotated, noise
