"""Budgets in ε, and in (ε, δ), that cannot be overspent: prices are added up, by basic composition.

What a mechanism is, and how one is asked, stands here too. Budgets in ρ and μ are in `privcausal.privacy.filters`.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Protocol, Self

from privcausal.privacy.price import Price, Relation, Release, check_positive


class Mechanism(Protocol):
    """Anything that knows its price before it looks at the data."""

    @property
    def price(self) -> Price:
        """What a release costs, and for which neighbours."""
        ...

    @property
    def release(self) -> Callable[..., Release]:
        """Release a value: from it, from whatever else the mechanism wants to see, and a generator."""
        ...


Payer = Callable[..., Release]
"""What is given a mechanism and its question: the `release` of a filter, or `directly`."""


def directly(mechanism: Mechanism, *question: Any) -> Release:
    """Ask without any budget: for studies, and inside a mechanism whose own proof has the price."""
    return mechanism.release(*question)


class BudgetExhausted(ValueError):
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

    >>> import numpy as np
    >>> from privcausal.privacy.laplace import Laplace
    >>> purse = Filter(1.0, Relation.SUBSTITUTION)
    >>> question = Laplace(sensitivity=0.01, epsilon=0.4, relation=Relation.SUBSTITUTION)
    >>> rng = np.random.default_rng(0)
    >>> for answer in (0.2, 0.7):
    ...     print(purse.release(question, answer, rng))
    +0.1950 (ε = 0.4, substitution)
    +0.6896 (ε = 0.4, substitution)
    >>> purse.release(question, 0.5, rng)
    Traceback (most recent call last):
    privcausal.privacy.basic_filters.BudgetExhausted: the release costs ε = 0.4 but only ε = 0.2 is left of the budget
    """

    budget: float
    relation: Relation
    releases: list[Release] = field(default_factory=list)
    """What was let through, in order: the odometer's memory."""
    whole: Price | None = None
    """The budget as an (ε, δ), if it was made for one."""
    _spent: Fraction = Fraction(0)

    unit: ClassVar[str] = "ε"

    def __post_init__(self) -> None:
        check_positive(budget=self.budget)

    @classmethod
    def within(cls, price: Price) -> Self:
        """The filter that lets through as much as this price allows."""
        check_positive(epsilon=price.epsilon)
        return cls(cls.converted(price), price.relation, whole=price)

    @staticmethod
    def converted(price: Price) -> float:
        """An (ε, δ) as a budget in this filter's unit."""
        if price.delta:
            raise ValueError(f"delta must be 0 for a budget in ε, got {price.delta!r}")
        return price.epsilon

    @staticmethod
    def cost(price: Price) -> float:
        """What a release costs here; one with δ > 0 has no finite price in ε alone."""
        if price.delta:
            raise ValueError("mechanism must be pure (δ = 0) for a budget in ε: use ConcentratedFilter")
        return price.epsilon

    @property
    def left(self) -> float:
        """How much can still be spent."""
        return _round_down(exactly(self.budget) - self._spent)

    @property
    def spent(self) -> float:
        """The odometer, in this filter's unit: the price of everything so far."""
        return float(self._spent)

    @property
    def bill(self) -> Price:
        """What everything so far has cost: true at whatever moment one looks."""
        return Price.pure(self.spent, self.relation)

    def share(self, parts: int) -> float:
        """An equal share of what is left, rounded down so that all `parts` of them fit."""
        check_positive(parts=parts)
        return _round_down((exactly(self.budget) - self._spent) / parts)

    def release(self, mechanism: Mechanism, *question: Any) -> Release:
        """What the mechanism says to its `question`, or BudgetExhausted before anything is drawn or spent."""
        price = mechanism.price
        self.admit(price)
        released = mechanism.release(*question)
        self.book(price)
        self.releases.append(released)
        return released

    def admit(self, price: Price) -> None:
        """Refuse what does not fit."""
        if price.relation is not self.relation:
            raise ValueError(f"mechanism must be private under {self.relation}, got {price.relation}")
        cost = self.cost(price)
        check_positive(price=cost)
        if self._spent + exactly(cost) > exactly(self.budget):
            raise BudgetExhausted(cost, self.left, self.unit)

    def book(self, price: Price) -> None:
        """Remember what was spent."""
        self._spent += exactly(self.cost(price))


@dataclass
class ApproximateFilter(Filter):
    """The same with a budget in (ε, δ): both are added up, by basic composition.

    >>> purse = ApproximateFilter.within(Price(1.0, 1e-6, Relation.SUBSTITUTION))
    >>> purse.budget, purse.slack
    (1.0, 1e-06)
    """

    slack: float = 0.0
    """How much δ may be spent."""
    _slack_spent: Fraction = Fraction(0)

    @classmethod
    def within(cls, price: Price) -> Self:
        """Both numbers of this price."""
        check_positive(epsilon=price.epsilon)
        return cls(price.epsilon, price.relation, whole=price, slack=price.delta)

    @staticmethod
    def cost(price: Price) -> float:
        """Its ε; δ is booked beside it."""
        return price.epsilon

    @property
    def slack_left(self) -> float:
        """How much δ can still be spent."""
        return _round_down(exactly(self.slack) - self._slack_spent)

    @property
    def bill(self) -> Price:
        """What everything so far has cost: true at whatever moment one looks."""
        return Price(self.spent, float(self._slack_spent), self.relation)

    def admit(self, price: Price) -> None:
        """Refuse what does not fit, in ε or in δ."""
        super().admit(price)
        if exactly(price.delta) > exactly(self.slack) - self._slack_spent:
            raise BudgetExhausted(price.delta, self.slack_left, "δ")

    def book(self, price: Price) -> None:
        """Remember both."""
        super().book(price)
        self._slack_spent += exactly(price.delta)


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
