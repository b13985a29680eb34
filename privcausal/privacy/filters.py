"""Budgets that cannot be overspent, for procedures that decide on the way what to ask next and when to stop.

Four currencies, one interface: ε (`Filter`), (ε, δ) (`ApproximateFilter`), ρ (`ConcentratedFilter`) and μ
(`GaussianFilter`). No method states its own cost: its filter records it.
"""

import math
from dataclasses import dataclass
from typing import ClassVar

from privcausal.privacy.accounting import largest_rho, simple_rho, zcdp_epsilon
from privcausal.privacy.basic_filters import (
    ApproximateFilter,
    BudgetExhausted,
    Filter,
    Mechanism,
    Payer,
    exactly,
    unmetered,
)
from privcausal.privacy.gaussian import gaussian_epsilon, largest_mu
from privcausal.privacy.outward_rounding import digits, float_above, float_below, lower_reading, upper_reading
from privcausal.privacy.price import Price, Relation, check_fraction, check_positive

__all__ = [
    "ApproximateFilter",
    "BudgetExhausted",
    "ConcentratedFilter",
    "Filter",
    "GaussianFilter",
    "Mechanism",
    "Payer",
    "exactly",
    "unmetered",
]


@dataclass
class ConcentratedFilter(Filter):
    """The same with a budget in ρ: Laplace costs ε²/2, Gaussian Δ²/2σ². Far more small releases fit.

    All that is released is together `budget`-zCDP, hence (`epsilon(delta)`, delta)-private for every delta. Unlike
    in ε, only the whole budget can be reported if the stopping time depends on the answers, not the part spent.

    Claim: B-filter

    >>> from privcausal.privacy.laplace import Laplace
    >>> privacy_filter = ConcentratedFilter.for_epsilon(1.0, 1e-6, Relation.SUBSTITUTION)
    >>> question = Laplace(sensitivity=0.01, epsilon=0.1, relation=Relation.SUBSTITUTION)
    >>> int(privacy_filter.remaining / privacy_filter.cost(question.price))
    3
    >>> print(ConcentratedFilter.within(Price(1.0, 1e-6, Relation.SUBSTITUTION)).total_cost)
    ε = 0 (substitution)
    """

    unit: ClassVar[str] = "ρ"

    @classmethod
    def for_epsilon(cls, epsilon: float, delta: float, relation: Relation) -> "ConcentratedFilter":
        """The largest ρ that a formula allows: (√(ε + ln(1/δ)) − √ln(1/δ))². `within` allows a little more."""
        check_positive(epsilon=epsilon)
        check_fraction(delta=delta)
        return cls(simple_rho(epsilon, delta), relation, whole=Price(epsilon, delta, relation))

    @staticmethod
    def converted(price: Price) -> float:
        """The largest ρ that is still (ε, δ)-private."""
        check_fraction(delta=price.delta)
        return largest_rho(price.epsilon, price.delta)

    @staticmethod
    def cost(price: Price) -> float:
        """Its own ρ; ε²/2 of any pure one."""
        if price.rho == math.inf:
            raise ValueError("mechanism must be pure or know its ρ for a budget in ρ: use ApproximateFilter")
        return price.rho

    def announcement(self, price: Price) -> tuple[Price | None, object]:
        """Return the whole budget, once: the ε of one release does not determine that of all of them."""
        return self.whole, self

    @property
    def total_cost(self) -> Price:
        """The whole budget, once anything was asked: when to stop depends on the answers."""
        if not self._spent:
            return Price.nothing(self.relation)
        if self.whole is None:
            raise ValueError("a budget that was not made for an (ε, δ) has no bill: ask for `epsilon(delta)`")
        return self.whole

    def epsilon(self, delta: float) -> float:
        """What the whole budget means as ε at this δ."""
        check_fraction(delta=delta)
        return zcdp_epsilon(self.budget, delta)


@dataclass
class GaussianFilter(ConcentratedFilter):
    """The same with a budget in μ², for Gaussian noise: Δ²/σ² of all releases is added up and converted once.

    Gaussian releases, each chosen in the light of the earlier ones, reveal together no more than a single one with the
    same sum of μ²: nothing is lost to the conversion.

    >>> import numpy as np
    >>> from privcausal.privacy.gaussian import GaussianNoise
    >>> privacy_filter = GaussianFilter.within(Price(1.0, 1e-6, Relation.SUBSTITUTION))
    >>> look = GaussianNoise(1.0, scale=4.3, relation=Relation.SUBSTITUTION)
    >>> print(privacy_filter.release(look, [1.0, 2.0], np.random.default_rng(0)).value.round(2),
    ...     privacy_filter.total_cost)
    [-3.75  0.11] ε = 1, δ = 1e-06 (substitution)
    """

    unit: ClassVar[str] = "μ²"

    @staticmethod
    def converted(price: Price) -> float:
        """The square of the largest μ that is still (ε, δ)-private."""
        with digits(50):
            return float_below(lower_reading(largest_mu(price.epsilon, price.delta)) ** 2)

    @staticmethod
    def cost(price: Price) -> float:
        """μ² of a mechanism that knows it, or of any pure one."""
        if price.mu == math.inf:
            raise ValueError("mechanism must be pure or know its μ for a budget in μ²: use ApproximateFilter")
        with digits(50):
            return float_above(upper_reading(price.mu) ** 2)

    def epsilon(self, delta: float) -> float:
        """What the whole budget means as ε at this δ."""
        with digits(50):
            mu = float_above(upper_reading(self.budget).sqrt())
        return gaussian_epsilon(mu, delta)
