"""Budgets in ε, and in (ε, δ), that cannot be overspent: prices are added up, by basic composition.

The interface of a mechanism and the function that queries it are here too. Budgets in ρ and μ are in
`privcausal.privacy.filters`.
"""

import math
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, Protocol, Self

from privcausal.privacy.charges import announced
from privcausal.privacy.outward_rounding import text_above, text_below
from privcausal.privacy.price import Price, Relation, Release, as_number, check_positive

_one_at_a_time = threading.RLock()
"""What fits is decided and written down by one thread after the other."""


def _in_a_copy() -> None:
    global _one_at_a_time
    _one_at_a_time = threading.RLock()  # another thread of the first process can have held it


if hasattr(os, "register_at_fork"):  # Windows has no forks
    os.register_at_fork(after_in_child=_in_a_copy)


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
"""A function of a mechanism and its question: the `release` of a filter, or `unmetered`."""


def unmetered(mechanism: Mechanism, *question: Any) -> Release:
    """Ask without any budget: for studies, and inside a mechanism whose own proof has the price."""
    return mechanism.release(*question)


class BudgetExhausted(ValueError):
    """A release that would have cost more than is left. It was not made, and nothing was spent."""

    def __init__(self, asked: float, remaining: float, unit: str) -> None:
        self.asked, self.remaining, self.unit = asked, remaining, unit
        super().__init__(
            f"the release costs {unit} = {text_above(asked)} but only {unit} = {text_below(remaining)} is left of "
            "the budget"
        )


@dataclass
class Filter:
    """Let releases through as long as their prices, in ε, fit a budget that was fixed beforehand.

    The next release, its price and the moment to stop can depend on everything released so far; all of it
    together is (budget, 0)-private. Prices are added exactly, as the decimals that Python prints for them. A release
    that ends in an error is paid for, because noise can have been drawn before.

    Claim: B-filter-pure

    >>> import numpy as np
    >>> from privcausal.privacy.laplace import Laplace
    >>> privacy_filter = Filter(1.0, Relation.SUBSTITUTION)
    >>> question = Laplace(sensitivity=0.01, epsilon=0.4, relation=Relation.SUBSTITUTION)
    >>> rng = np.random.default_rng(0)
    >>> for answer in (0.2, 0.7):
    ...     print(privacy_filter.release(question, answer, rng))
    +0.1950 (ε = 0.4, substitution)
    +0.6896 (ε = 0.4, substitution)
    >>> privacy_filter.release(question, 0.5, rng)
    Traceback (most recent call last):
    privcausal.privacy.basic_filters.BudgetExhausted: the release costs ε = 0.4 but only ε = 0.2 is left of the budget
    """

    budget: float
    relation: Relation
    releases: list[Release] = field(default_factory=list)
    """The releases, in order: the odometer's memory."""
    whole: Price | None = None
    """The budget as an (ε, δ), if it was made for one."""
    _spent: Fraction = Fraction(0)

    unit: ClassVar[str] = "ε"

    def __post_init__(self) -> None:
        self.budget = as_number("budget", self.budget)
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
    def remaining(self) -> float:
        """How much can still be spent."""
        return _round_down(exactly(self.budget) - self._spent)

    @property
    def spent(self) -> float:
        """The odometer, in this filter's unit: the price of everything so far, and never less."""
        return _round_up(self._spent)

    @property
    def total_cost(self) -> Price:
        """What everything so far has cost: true at whatever moment one looks."""
        return Price.pure(self.spent, self.relation)

    def equal_share(self, parts: int) -> float:
        """Return an equal share of the remaining budget, rounded down so that all `parts` of them fit."""
        check_positive(parts=parts)
        return _round_down((exactly(self.budget) - self._spent) / parts)

    def release(self, mechanism: Mechanism, *question: Any) -> Release:
        """What the mechanism says to its `question`, or BudgetExhausted before anything is drawn or spent."""
        price = mechanism.price
        with _one_at_a_time:
            self.check(price)
            self.record(price)
        with announced(*self.announcement(price)):
            released = mechanism.release(*question)
        self.releases.append(released)
        return released

    def announcement(self, price: Price) -> tuple[Price | None, object]:
        """Return the price announced to a budget file: here that of each release, in other units that of all."""
        return price, None

    def check(self, price: Price) -> None:
        """Refuse what does not fit."""
        if price.relation is not self.relation:
            raise ValueError(f"mechanism must be private under {self.relation}, got {price.relation}")
        cost = self.cost(price)
        check_positive(price=cost)
        if self._spent + exactly(cost) > exactly(self.budget):
            raise BudgetExhausted(cost, self.remaining, self.unit)

    def record(self, price: Price) -> None:
        """Record the price."""
        self._spent += exactly(self.cost(price))


@dataclass
class ApproximateFilter(Filter):
    """The same with a budget in (ε, δ): both are added up, by basic composition.

    >>> privacy_filter = ApproximateFilter.within(Price(1.0, 1e-6, Relation.SUBSTITUTION))
    >>> privacy_filter.budget, privacy_filter.delta_budget
    (1.0, 1e-06)
    """

    delta_budget: float = 0.0
    """The δ that can be spent."""
    _delta_spent: Fraction = Fraction(0)

    @classmethod
    def within(cls, price: Price) -> Self:
        """Both numbers of this price."""
        check_positive(epsilon=price.epsilon)
        return cls(price.epsilon, price.relation, whole=price, delta_budget=price.delta)

    @staticmethod
    def cost(price: Price) -> float:
        """Return its ε; δ is recorded separately."""
        return price.epsilon

    @property
    def remaining_delta(self) -> float:
        """How much δ can still be spent."""
        return _round_down(exactly(self.delta_budget) - self._delta_spent)

    @property
    def total_cost(self) -> Price:
        """What everything so far has cost: true at whatever moment one looks."""
        return Price(self.spent, _round_up(self._delta_spent), self.relation)

    def check(self, price: Price) -> None:
        """Refuse what does not fit, in ε or in δ."""
        super().check(price)
        if exactly(price.delta) > exactly(self.delta_budget) - self._delta_spent:
            raise BudgetExhausted(price.delta, self.remaining_delta, "δ")

    def record(self, price: Price) -> None:
        """Remember both."""
        super().record(price)
        self._delta_spent += exactly(price.delta)


def exactly(number: float) -> Fraction:
    """Return the fraction that a float's shortest decimal represents: ten times 0.1 is 1, as its reader expects.

    >>> sum(exactly(0.1) for _ in range(10)) == 1
    True
    """
    return Fraction(repr(float(number)))


def times(count: int, price: float) -> float:
    """So many times the same price, by its decimal, and never less.

    >>> times(3, 0.1)
    0.3
    """
    return _round_up(count * exactly(price))


def _round_down(amount: Fraction) -> float:
    """The largest float whose decimal does not exceed the amount."""
    number = float(amount)
    while exactly(number) > amount:
        number = math.nextafter(number, -math.inf)
    return number


def _round_up(amount: Fraction) -> float:
    """The smallest float whose decimal is not below the amount.

    >>> _round_up(Fraction("0.3")), _round_up(Fraction("0.30000000000000001")) > 0.3
    (0.3, True)
    """
    return -_round_down(-amount) + 0.0  # no −0
