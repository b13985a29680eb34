"""The interface of a private search for a graph, and the part that all such searches share: a privacy filter
that pays.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Protocol

import numpy as np

from privcausal.graphs.constraint_based.pc import Policy
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.margins import MarginTest
from privcausal.graphs.independence.stratified_kendall import KENDALL
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.price import Price, check_fraction, check_substitution


class PrivatePolicy(Policy, Protocol):
    """A policy that pays for its answers, and stops asking when its budget is used up."""

    asked: list[int]
    """How many tests each order took."""

    stop_reason: str | None
    """Why it ended before PC would have; None if it did not."""

    @property
    def spent(self) -> Price:
        """What its answers have cost, never more than the budget."""
        ...


@dataclass
class BudgetedPolicy:
    """A table, a budget, and the privacy filter that is charged for every answer about the table.

    Under substitution, with a public number of records and declared categories.
    """

    tables: Tables
    budget: Price
    rng: np.random.Generator
    level: float = 0.01
    """The proportion of independent pairs that a test without noise calls dependent."""
    test: MarginTest = KENDALL
    """For methods that ask test by test: the statistic with its sensitivity."""
    asked: list[int] = field(default_factory=list, init=False)
    """How many tests each order took."""
    stop_reason: str | None = field(default=None, init=False)
    """Why it ended before PC would have; None if it did not."""

    currency: ClassVar[type[ConcentratedFilter]] = ConcentratedFilter
    """How the privacy filter counts."""

    def __post_init__(self) -> None:
        check_substitution(self.budget.relation)
        check_fraction(level=self.level)
        if not self.tables.size:
            raise ValueError("tables must hold at least one record, got none")
        self.privacy_filter = self.currency.within(self.budget)

    @property
    def spent(self) -> Price:
        """Nothing before the first question, the whole budget after it: when to stop depends on the answers."""
        return self.privacy_filter.total_cost

    def begin(self, order: int, waiting: int, most: int, what: str) -> bool:
        """Open an order, unless the search has ended, or ends here because too much is waiting."""
        self.asked += [0] * (order + 1 - len(self.asked))
        if self.stop_reason is None and waiting > most:
            self.stop_reason = f"order {order} would take more than {most:,} {what}"
        return self.stop_reason is None
