"""Rows of categories and numbers, whose length is known beforehand: the sensitivity to one record is known exactly.

A record becomes a row: a constant, the contrasts of each category, and its numbers, which together are shortened to a
public length. Contrasts have the same length whatever the category.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc

from privcausal.arrays import Floats
from privcausal.graphs.ask_once.contrasts import MOST_VALUES, fair_weight, total_radius, with_gap
from privcausal.graphs.ask_once.noisy_moments import moment_sensitivity
from privcausal.graphs.score_based.second_moments import clip_norms
from privcausal.privacy.gaussian import largest_mu
from privcausal.privacy.price import Price
from privcausal.table.sums import SPARE

SHARE = 0.1
"""Of the squared budget, for centre and spread of the numbers."""

LIKE_YES_OR_NO = math.sqrt(0.5)
"""The spread of a number in a row: a column of two values, each half of the records', has the same in its contrast."""


@dataclass(frozen=True)
class Frame:
    """How records become rows: everything in it is public."""

    sizes: tuple[int, ...]
    """How many values each column has; 0 for a number."""

    def __post_init__(self) -> None:
        if max(self.sizes, default=0) > MOST_VALUES:
            raise ValueError(
                f"columns must have at most {MOST_VALUES} values each, got {max(self.sizes)}. Merge rare values, using "
                "subject knowledge and not the data."
            )

    @property
    def effective(self) -> tuple[int, ...]:
        """The same with 2 for a number: it takes one place in a row, as the contrast of two values does."""
        return tuple(size or 2 for size in self.sizes)

    @property
    def numbers(self) -> int:
        """How many columns are numbers."""
        return self.sizes.count(0)

    @property
    def reach(self) -> float:
        """The squared length to which numbers are shortened: of independent Gaussian ones, one record in twenty."""
        return LIKE_YES_OR_NO**2 * (self.numbers + 2 * math.sqrt(2 * self.numbers))

    @property
    def kept(self) -> tuple[float, float]:
        """Return what shortening leaves of independent Gaussian numbers: of a variance, and of a weak correlation.

        >>> [round(part, 3) for part in Frame((2, 0, 0)).kept]
        [0.95, 0.921]
        """
        many, longest = self.numbers, self.reach / LIKE_YES_OR_NO**2
        longer, squares, fourths = (float(chdtrc(many + more, longest)) for more in (0, 2, 4))
        variance = 1 - squares + longest / many * longer
        product = 1 - fourths + longest / (many + 2) * squares
        return variance, product / variance

    @property
    def of_correlations(self) -> Floats:
        """Return what it leaves of the association of each two columns: of two numbers less than all."""
        numbers = [not size for size in self.sizes]
        return np.where(np.outer(numbers, numbers), self.kept[1] if any(numbers) else 1.0, 1.0)

    @property
    def weight(self) -> float:
        """The square of the constant, chosen as for categories alone."""
        return fair_weight(self.effective)

    @property
    def row_norm(self) -> float:
        """The length that no row exceeds.

        Claim: B-mixed

        >>> round(Frame((2, 2, 0)).row_norm ** 2, 3)  # weight, two contrasts, one number
        3.566
        """
        return math.sqrt(self.weight + total_radius([size for size in self.sizes if size]) + self.reach)

    @property
    def sensitivity(self) -> float:
        """How far one replaced record moves the sum of all rows' squares, in Frobenius norm.

        Claim: B-mixed
        """
        return SPARE * moment_sensitivity(self.row_norm)

    def shares(self, budget: Price) -> tuple[float, float]:
        """The μ of Gaussian privacy for the units of the numbers, and for the matrix."""
        mu = (1 - 1e-9) * largest_mu(budget.epsilon, budget.delta)  # rounding must not cost privacy
        share = SHARE if self.numbers else 0.0
        return mu * math.sqrt(share), mu * math.sqrt(1 - share)

    def noise(self, records: int, budget: Price) -> float:
        """Return the standard deviation of the noise in the mean product of two columns."""
        return self.sensitivity / records / self.shares(budget)[1] / math.sqrt(2)

    def rows(self, columns: Sequence[NDArray[Any]]) -> Floats:
        """One row for each record, from codes of categories and numbers with spread 1.

        A code beyond a column's values is a gap, whose contrasts are 0: such a row is shorter, and never longer.

        Claim: B-mixed

        >>> Frame((2, 0)).rows([np.array([0, 1]), np.array([0.0, 1.0])])[:, 1:].round(2).tolist()
        [[0.71, 0.0], [-0.71, 0.71]]
        """
        places = [place for place, size in enumerate(self.sizes) if not size]
        parts: list[Floats] = [
            with_gap(size)[column] if size else np.asarray(column, dtype=np.float64)
            for size, column in zip(self.sizes, columns, strict=True)
        ]
        if places:
            numbers = LIKE_YES_OR_NO * np.stack([parts[place] for place in places], axis=1)
            short = clip_norms(numbers, math.sqrt(self.reach))
            for place, number in zip(places, short.T, strict=True):
                parts[place] = number[:, None]
        constant = np.full((len(parts[0]), 1), math.sqrt(self.weight))
        return np.hstack([constant, *parts])
