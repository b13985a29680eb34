"""A quantity of a claim, and the numbers it can be: one condition, for the sentence and for the checks' worlds."""

import math
from dataclasses import dataclass
from typing import Any

from privcausal.verify.evidence import Number
from privcausal.verify.notation import symbol


@dataclass(frozen=True)
class Quantity:
    """A number between two limits; an open limit is not reached."""

    name: str
    low: Number | None = None
    high: Number | None = None
    low_open: bool = False
    high_open: bool = False
    whole: bool = False
    letter: str = ""
    """How formulas and the condition print it, if not by its name."""

    @property
    def tex(self) -> str:
        """The condition as the sentence prints it.

        >>> real("epsilon", above=0, at_most=1).tex, whole("m", at_least=2).tex, real("q").tex
        ('0<\\\\varepsilon\\\\le 1', 'm\\\\ge 2', 'q')
        """
        name = self.letter or symbol(self.name)
        if self.low is None:
            return (
                name
                if self.high is None
                else rf"{name}{'<' if self.high_open else chr(92) + 'le '}{self.high}"
            )
        if self.high is None:
            return rf"{name}{'>' if self.low_open else chr(92) + 'ge '}{self.low}"
        left, right = ("<" if is_open else r"\le " for is_open in (self.low_open, self.high_open))
        return f"{self.low}{left}{name}{right}{self.high}"

    def allows(self, value: Any) -> bool:
        """Does the condition hold for this value?

        >>> [whole("m", at_least=2).allows(m) for m in (1, 2, 2.5)]
        [False, True, False]
        """
        if isinstance(value, str) or not _is_number(value):
            return True  # a world can name things; only numbers can break a condition
        below = self.low is not None and (value <= self.low if self.low_open else value < self.low)
        above = self.high is not None and (value >= self.high if self.high_open else value > self.high)
        return not below and not above and not (self.whole and value != math.floor(value))

    @property
    def open_limits(self) -> tuple[Number, ...]:
        """The limits that are not reached."""
        pairs = ((self.low, self.low_open), (self.high, self.high_open))
        return tuple(limit for limit, is_open in pairs if limit is not None and is_open)

    @property
    def edges(self) -> tuple[Number, ...]:
        """The limits that can be reached, where a check has to go: a claim is easiest to break at its edge."""
        pairs = ((self.low, self.low_open), (self.high, self.high_open))
        return tuple(limit for limit, is_open in pairs if limit is not None and not is_open)


def whole(
    name: str, *, at_least: int | None = None, at_most: int | None = None, letter: str = ""
) -> Quantity:
    """A whole number."""
    return Quantity(name, at_least, at_most, whole=True, letter=letter)


def real(
    name: str,
    *,
    above: Number | None = None,
    at_least: Number | None = None,
    below: Number | None = None,
    at_most: Number | None = None,
    letter: str = "",
) -> Quantity:
    """A real number."""
    low, high = (above if at_least is None else at_least), (below if at_most is None else at_most)
    return Quantity(name, low, high, at_least is None, at_most is None, letter=letter)


@dataclass(frozen=True)
class Choice(Quantity):
    """One of a few numbers, and no other."""

    among: tuple[Number, ...] = ()

    @property
    def tex(self) -> str:
        """The list as the sentence prints it.

        >>> one_of("epsilon", 0.1, 0.5).tex, one_of("d", 3).tex, one_of("n", 10_000).tex
        ('\\\\varepsilon\\\\in\\\\{0.1, 0.5\\\\}', 'd=3', 'n=10{,}000')
        """
        name, listed = self.letter or symbol(self.name), [_listed(value) for value in self.among]
        return f"{name}={listed[0]}" if len(listed) == 1 else rf"{name}\in\{{{', '.join(listed)}\}}"

    def allows(self, value: Any) -> bool:
        """Is it on the list?

        >>> one_of("epsilon", 0.1, 0.5).allows(0.2)
        False
        """
        return isinstance(value, str) or value in self.among

    @property
    def edges(self) -> tuple[Number, ...]:
        """Every number on the list is one that a check has to try."""
        return self.among


def one_of(name: str, *values: Number, letter: str = "") -> Choice:
    """One of these numbers, and no other."""
    return Choice(name, among=values, letter=letter)


def _listed(value: Number) -> str:
    """As a sentence writes it: five digits and more in groups of three."""
    return f"{value:,}".replace(",", "{,}") if isinstance(value, int) and value >= 10_000 else str(value)


def _is_number(value: Any) -> bool:
    try:
        return math.isfinite(float(value)) or True
    except (TypeError, ValueError):
        return False
