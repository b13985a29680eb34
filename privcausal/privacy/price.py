"""The price of a release and its neighbours: one type for a budget, for a charge, and for an answer."""

import math
import numbers
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.privacy.outward_rounding import (
    digits,
    float_above,
    normal,
    pi,
    round_up,
    text_above,
    text_below,
    upper_reading,
)


class Relation(Enum):
    """The possible effect of one person's presence. Conclusions differ between the three, so none is a default.

    >>> Relation("substitution") is Relation.SUBSTITUTION
    True
    """

    SUBSTITUTION = "substitution"
    """One record is replaced by another; the number of records is public ("bounded")."""

    ADD_REMOVE = "addition or removal"
    """One record is added or taken away; the number of records is private ("unbounded")."""

    ZERO_OUT = "zero-out"
    """One record is replaced by a public blank; the number of records is public."""


@dataclass(frozen=True)
class Price:
    """An (ε, δ) and the neighbours for whom it holds: as a budget beforehand, or as a charge afterwards.

    A mechanism can have more than its (ε, δ): a price ρ in zero-concentrated privacy, or a μ in Gaussian
    privacy. Both are available for every price, and are infinite where unknown.

    >>> print(Price(1.0, 1e-6, Relation.SUBSTITUTION))
    ε = 1, δ = 1e-06 (substitution)
    >>> Price.pure(0.5, Relation.SUBSTITUTION).rho, Price(0.5, 1e-6, Relation.SUBSTITUTION).rho
    (0.125, inf)
    """

    epsilon: float
    delta: float
    relation: Relation
    _rho: float | None = field(default=None, repr=False)
    _mu: float | None = field(default=None, repr=False)
    rows: int = field(default=1, repr=False)
    """The number of rows, all of one person, that can be replaced at once."""
    person: str | None = field(default=None, repr=False)
    """The column that says whose a row is; without one, a row is taken for a person, or so many of them are."""
    blank: bool = field(default=False, repr=False, compare=False)
    """Whether rows that were left out count as blank records, which make columns look related."""
    demonstration: bool | None = field(default=None, repr=False, compare=False)
    """Whether the noise came from a known seed; None where that is not known. `marked` says so of an answer's price."""
    weak: bool | None = field(default=None, repr=False, compare=False)
    """Whether one record can be revealed, at this number of records; None where that is unknown."""

    def __post_init__(self) -> None:
        for name in ("epsilon", "delta"):
            object.__setattr__(self, name, as_number(name, getattr(self, name)))
        for name in ("_rho", "_mu"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, as_number(name[1:], getattr(self, name)))
        if type(self.rows) is not int or self.rows < 1:
            raise ValueError(f"rows must be a whole number, 1 or more, got {self.rows!r}")
        if not self.epsilon >= 0:
            raise ValueError(f"epsilon must be 0 or more, got {self.epsilon!r}")
        if not 0 <= self.delta < 1:
            raise ValueError(f"delta must lie between 0 and 1, 1 excluded, got {self.delta!r}")

    @classmethod
    def pure(cls, epsilon: float, relation: Relation, *, rho: float | None = None) -> "Price":
        """A price without δ, and a ρ below the ε²/2 of every such price if one is proved."""
        return cls(epsilon, 0.0, relation, rho)

    @classmethod
    def nothing(cls, relation: Relation) -> "Price":
        """Return the price of no release."""
        return cls(0.0, 0.0, relation)

    def __repr__(self) -> str:
        """Return all digits, the people for whom it holds, and its weaknesses; usual values are left out.

        >>> Price(1.0, 0.0, Relation.SUBSTITUTION, rows=3)
        Price(epsilon=1.0, delta=0.0, relation=<Relation.SUBSTITUTION: 'substitution'>, rows=3)
        """
        usual = {"rows": 1, "person": None, "blank": False, "demonstration": None, "weak": None}
        names = ["epsilon", "delta", "relation"]
        names += [name for name, value in usual.items() if getattr(self, name) != value]
        return f"Price({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    @property
    def concentrated(self) -> bool:
        """Is a price in zero-concentrated privacy known that does not just follow from ε?"""
        return self._rho is not None or self._mu is not None

    @property
    def rho(self) -> float:
        """The price in zero-concentrated privacy: its own, or μ²/2, or ε²/2 if there is no δ; else infinite."""
        if self._rho is not None:
            return self._rho
        if self._mu is not None:
            return half_square(self._mu)
        return math.inf if self.delta else half_square(self.epsilon)

    @property
    def mu(self) -> float:
        """The price in Gaussian privacy: as hard to distinguish as N(0, 1) from N(μ, 1); infinite where unknown.

        Without δ it is the μ at which an error of the first and of the second kind of 1/(1 + e^ε) each is just
        possible: the errors of a coin of price ε are a polygon with a corner there, and those of N(μ, 1) a convex curve
        through its three corners, so nowhere above it.

        >>> round(Price.pure(0.1, Relation.SUBSTITUTION).mu, 4)
        0.1253
        """
        if self._mu is not None:
            return self._mu
        return math.inf if self.delta else coin_mu(self.epsilon)

    @property
    def amount(self) -> str:
        """The numbers as a reader sees them, here and in all that carries a price; never less than they are.

        >>> Price(1.0, 1e-6, Relation.SUBSTITUTION).amount, Price(1.0000049, 0.0, Relation.SUBSTITUTION).amount
        ('ε = 1, δ = 1e-06', 'ε = 1.00001')
        >>> Price(1.0, 0.0, Relation.SUBSTITUTION, rows=3).amount
        'ε = 1 per person with at most 3 rows'
        """
        return self._amount(text_above)

    @property
    def remaining_amount(self) -> str:
        """The same for what can still be spent; never more than it is."""
        return self._amount(text_below)

    def _amount(self, text: Callable[[float], str]) -> str:
        delta = f", δ = {text(self.delta)}" if self.delta else ""
        people = f" per person with at most {self.rows} rows" if self.rows > 1 else ""
        return f"ε = {text(self.epsilon)}{delta}{people}"

    def __str__(self) -> str:
        words = {"demonstration": self.demonstration, "weak": self.weak}
        return f"{self.amount} ({', '.join([self.relation.value, *(word for word, holds in words.items() if holds)])})"


def half_square(number: float) -> float:
    """Half its square, rounded up."""
    with digits(2000):  # exact
        return round_up(upper_reading(number) ** 2 / 2) if number < math.inf else math.inf


@cache
def coin_mu(epsilon: float) -> float:
    """The μ with Φ(−μ/2) = 1/(1 + e^ε), rounded up; beyond ε = 100, a simple bound on it, √(8ε).

    Newton's method from above: the logarithm of that tail is a concave function of μ.

    Claim: B-outward
    """
    if epsilon == 0 or epsilon == math.inf:
        return epsilon
    spent = upper_reading(epsilon)
    with digits(60 + abs(spent.adjusted()) + min(int(spent), 100)):  # the tail is about e^−ε
        wanted = 1 / (1 + spent.exp())
        mu = step = (8 * spent).sqrt()  # there the tail is at most e^−ε/2
        while spent < 100 and step > mu * Decimal("1e-25"):
            tail = normal(-mu / 2)
            step = (wanted / tail).ln() * tail / ((-mu * mu / 8).exp() / (8 * pi(60)).sqrt())
            mu -= max(step, Decimal(0))
        return float_above(mu)


@dataclass(frozen=True)
class Release:
    """A private value and its price: nothing private leaves the library without its price.

    >>> print(Release(0.25, Price(1.0, 1e-6, Relation.SUBSTITUTION)))
    +0.2500 (ε = 1, δ = 1e-06, substitution)
    """

    value: Any
    price: Price

    @property
    def epsilon(self) -> float:
        """The price's ε."""
        return self.price.epsilon

    @property
    def delta(self) -> float:
        """The price's δ."""
        return self.price.delta

    @property
    def relation(self) -> Relation:
        """For which neighbours the price holds."""
        return self.price.relation

    def __str__(self) -> str:
        value = f"{self.value:+.4f}" if isinstance(self.value, float) else str(self.value)
        return f"{value} ({self.price.amount}, {self.relation.value})"


def same_people(before: Price, now: Price) -> Iterator[tuple[str, object, object]]:
    """What differs in who the people are of whom two prices speak: the name, and what either says.

    >>> one = Price.pure(1.0, Relation.SUBSTITUTION)
    >>> list(same_people(one, Price(1.0, 0.0, Relation.SUBSTITUTION, rows=3)))
    [('rows_per_person', 1, 3)]
    """
    said = {"rows_per_person": (before.rows, now.rows), "person": (before.person, now.person)}
    return ((name, one, other) for name, (one, other) in said.items() if one != other)


def as_number(name: str, value: Any) -> float:
    """A number as Python has it, which can be written into a file; a ValueError for whatever is none.

    A number with more digits than a float has would be rounded, and a price must not shrink: it is refused.

    >>> as_number("epsilon", np.float32(0.5)), as_number("epsilon", 1)
    (0.5, 1)
    """
    number = _float_of(value)
    if number is None or (number != value and number == number):
        raise ValueError(f"{name} must be a number that a float can hold, got {value!r}")
    return value if type(value) in (int, float) else number


def settle_numbers(mechanism: Any, *names: str) -> None:
    """Give a frozen mechanism its parameters as Python's numbers, before anything is computed from them.

    NumPy's short floats stay short whatever they are divided by, and noise would be too small by their rounding errors.
    """
    for name in names:
        object.__setattr__(mechanism, name, as_number(name, getattr(mechanism, name)))


def _float_of(value: Any) -> float | None:
    """Return None for a truth value, too: whoever writes one does not mean the number 1."""
    try:
        return float(value) if isinstance(value, numbers.Real) and not isinstance(value, bool) else None
    except OverflowError:  # a whole number of 400 digits
        return None


def check_positive(**arguments: float) -> None:
    """Refuse an argument that is not a positive finite number, by its name."""
    for name, value in arguments.items():
        if not 0 < (_float_of(value) or 0) < math.inf:
            raise ValueError(f"{name} must be a positive finite number, got {value!r}")


def check_not_negative(**arguments: float) -> None:
    """Refuse an argument that is not a finite number ≥ 0, by its name."""
    for name, value in arguments.items():
        if (number := _float_of(value)) is None or not 0 <= number < math.inf:
            raise ValueError(f"{name} must be a finite number ≥ 0, got {value!r}")


def check_fraction(**arguments: float) -> None:
    """Refuse an argument that does not lie strictly between 0 and 1, by its name."""
    for name, value in arguments.items():
        if not 0 < (_float_of(value) or 0) < 1:
            raise ValueError(f"{name} must lie strictly between 0 and 1, got {value!r}")


def check_substitution(relation: Relation) -> None:
    """Refuse neighbours for whom nothing is proved: most bounds of the book hold under substitution alone."""
    if relation is not Relation.SUBSTITUTION:
        raise ValueError(
            f"relation must be {Relation.SUBSTITUTION}, got {relation}: no other bound is proved"
        )


def check_budget(budget: Price) -> None:
    """Refuse a budget that no method for graphs can keep: under substitution, ε finite, δ positive."""
    check_substitution(budget.relation)
    check_positive(epsilon=budget.epsilon)
    if budget.delta == 0:
        raise ValueError(
            "delta must lie strictly between 0 and 1, got 0: this method adds up its costs with a δ"
        )


def finite(value: ArrayLike) -> NDArray[np.float64]:
    """The value as an array, if no entry is NaN or infinite."""
    exact = np.asarray(value, dtype=np.float64)
    if not np.isfinite(exact).all():
        raise ValueError("value must be finite before noise is added, got NaN or infinity")
    return exact
