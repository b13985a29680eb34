"""Budgets that cannot be overspent, for procedures that decide on the way what to ask next and when to stop."""

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from privcausal.privacy.accounting import zcdp_epsilon
from privcausal.privacy.gaussian import check_delta, check_positive
from privcausal.privacy.laplace import Release
from privcausal.privacy.price import Relation


class Mechanism(Protocol):
    """Anything that knows its price before it looks at the data."""

    @property
    def epsilon(self) -> float:
        """What a release costs."""
        ...

    @property
    def relation(self) -> Relation:
        """For which neighbours."""
        ...

    def release(self, value: Any, rng: np.random.Generator) -> Release:
        """Release one value."""
        ...


class BudgetExhausted(Exception):
    """A release that would have cost more than is left. It was not made, and nothing was spent."""

    def __init__(self, asked: float, left: float, unit: str) -> None:
        self.asked, self.left, self.unit = asked, left, unit
        super().__init__(
            f"the release costs {unit} = {asked:g} but only {unit} = {left:g} is left of the budget"
        )


@dataclass
class Filter:
    """Let releases through as long as their prices, in ε, fit a budget that was fixed beforehand.

    The next release, its price and the moment to stop may depend on everything released so far; all of it
    together is (budget, 0)-private. Prices are added exactly, as the decimals that Python prints for them.

    Claim: B-filter-pure

    >>> from privcausal.privacy.laplace import Laplace
    >>> purse = Filter(1.0, Relation.SUBSTITUTION)
    >>> question = Laplace(sensitivity=0.01, epsilon=0.4, relation=Relation.SUBSTITUTION)
    >>> rng = np.random.default_rng(0)
    >>> for answer in (0.2, 0.7):
    ...     print(purse.release(question, answer, rng))
    +0.2080 (ε = 0.4, substitution)
    +0.6846 (ε = 0.4, substitution)
    >>> purse.release(question, 0.5, rng)
    Traceback (most recent call last):
    privcausal.privacy.filters.BudgetExhausted: the release costs ε = 0.4 but only ε = 0.2 is left of the budget
    """

    budget: float
    relation: Relation
    releases: list[Release] = field(default_factory=list)
    """What was let through, in order: the odometer's memory."""
    _spent: Fraction = Fraction(0)

    unit = "ε"

    def __post_init__(self) -> None:
        check_positive(budget=self.budget)

    def price(self, mechanism: Mechanism) -> float:
        """What a mechanism would cost here; a mechanism with δ > 0 has no finite price in ε alone."""
        if getattr(mechanism, "delta", 0.0):
            raise ValueError("mechanism must be pure (δ = 0) for a budget in ε: use ConcentratedFilter")
        return mechanism.epsilon

    @property
    def left(self) -> float:
        """How much can still be spent."""
        return _round_down(exactly(self.budget) - self._spent)

    @property
    def spent(self) -> float:
        """The odometer: the price of everything so far, true at whatever moment one looks."""
        return float(self._spent)

    def share(self, parts: int) -> float:
        """An equal share of what is left, rounded down so that all `parts` of them fit."""
        check_positive(parts=parts)
        return _round_down((exactly(self.budget) - self._spent) / parts)

    def release(self, mechanism: Mechanism, value: Any, rng: np.random.Generator) -> Release:
        """Release `value`, or raise BudgetExhausted before anything is drawn or spent."""
        if mechanism.relation is not self.relation:
            raise ValueError(f"mechanism must be private under {self.relation}, got {mechanism.relation}")
        price = self.price(mechanism)
        check_positive(price=price)
        if self._spent + exactly(price) > exactly(self.budget):
            raise BudgetExhausted(price, self.left, self.unit)
        released = mechanism.release(value, rng)
        self._spent += exactly(price)
        self.releases.append(released)
        return released


@dataclass
class ConcentratedFilter(Filter):
    """The same with a budget in ρ: Laplace costs ε²/2, Gaussian Δ²/2σ². Far more small releases fit.

    All that is released is together `budget`-zCDP, hence (`epsilon(delta)`, delta)-private for every delta. Unlike
    in ε, only the whole budget may be reported if the stopping time depends on the answers, not what was spent.

    Claim: B-filter

    >>> from privcausal.privacy.laplace import Laplace
    >>> purse = ConcentratedFilter.for_epsilon(1.0, 1e-6, Relation.SUBSTITUTION)
    >>> question = Laplace(sensitivity=0.01, epsilon=0.1, relation=Relation.SUBSTITUTION)
    >>> int(purse.left / purse.price(question))
    3
    """

    unit = "ρ"

    @classmethod
    def for_epsilon(cls, epsilon: float, delta: float, relation: Relation) -> "ConcentratedFilter":
        """The largest ρ that is still (ε, δ)-private: (√(ε + ln(1/δ)) − √ln(1/δ))²."""
        check_positive(epsilon=epsilon)
        check_delta(delta)
        tail = math.log(1 / delta)
        return cls((epsilon / (math.sqrt(epsilon + tail) + math.sqrt(tail))) ** 2, relation)

    def price(self, mechanism: Mechanism) -> float:
        """ρ of a mechanism that knows it; ε²/2 of any pure one."""
        rho = getattr(mechanism, "rho", None)
        if rho is not None:
            return float(rho)
        return super().price(mechanism) ** 2 / 2

    def epsilon(self, delta: float) -> float:
        """What the whole budget means as ε at this δ."""
        check_delta(delta)
        return zcdp_epsilon(self.budget, delta)


def exactly(number: float) -> Fraction:
    """The fraction that a float's shortest decimal stands for: ten times 0.1 is 1, as its reader expects.

    >>> sum(exactly(0.1) for _ in range(10)) == 1
    True
    """
    return Fraction(repr(float(number)))


def _round_down(amount: Fraction) -> float:
    """The largest float whose decimal does not exceed the amount."""
    number = float(amount)
    while exactly(number) > amount:
        number = math.nextafter(number, -math.inf)
    return number
