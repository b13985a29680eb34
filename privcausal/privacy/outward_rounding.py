"""Arithmetic that errs on the safe side only: as many digits as it takes, and at the end one rounding, outward.

Python's decimal numbers add, multiply, divide, and take roots, exponentials and logarithms correctly rounded in the
last of as many digits as required. The error of a formula is therefore the number of its steps times one unit of that
digit, and to leave twenty digits to spare costs next to nothing.

A float has two readings: the binary number that it is, and the decimal that Python prints for it and its reader means.
They differ by half a unit in the last place. What comes in is read the worse way, what goes out is safe both ways.

Claim: B-outward
"""

import decimal
import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from functools import cache

UNSURE = Decimal("1e-20")
"""Every result is right to twenty digits before it is rounded outward; a float has seventeen."""


@contextmanager
def digits(number: int) -> Iterator[None]:
    """Compute with so many decimal digits, and with exponents that neither overflow nor underflow.

    Whatever is computed outside takes the digits that the caller's own program has asked for, which can be three.
    """
    wide = decimal.Context(
        number, decimal.ROUND_HALF_EVEN, decimal.MIN_EMIN, decimal.MAX_EMAX, traps=[decimal.InvalidOperation]
    )
    with decimal.localcontext(wide):
        yield


Number = float | Decimal
"""A float, which has two readings, or a decimal, which has one."""


def decimal_readings(number: Number) -> tuple[Decimal, Decimal]:
    """The smaller and the larger reading.

    >>> [str(reading)[:20] for reading in decimal_readings(0.1)]
    ['0.1', '0.100000000000000005']
    """
    if isinstance(number, Decimal):
        return number, number
    binary, printed = Decimal(float(number)), Decimal(repr(float(number)))
    return min(binary, printed), max(binary, printed)


def lower_reading(number: Number) -> Decimal:
    """The smaller reading."""
    return decimal_readings(number)[0]


def upper_reading(number: Number) -> Decimal:
    """The larger reading."""
    return decimal_readings(number)[1]


def round_up(number: Decimal) -> float:
    """The smallest float of which no reading is below an exact number.

    >>> round_up(Decimal(2)), round_up(Decimal(1) / 3) > 1 / 3, round_up(Decimal("1e-400"))
    (2.0, True, 5e-324)
    """
    rounded = float(number)
    while lower_reading(rounded) < number:
        rounded = math.nextafter(rounded, math.inf)
    return rounded


def round_down(number: Decimal) -> float:
    """The largest float of which no reading is above an exact number."""
    return -round_up(number.copy_negate())  # a minus would round


def float_above(number: Decimal) -> float:
    """A float above a number ≥ 0 that was computed with digits to spare."""
    with digits(50):
        return round_up(number * (1 + UNSURE))


def float_below(number: Decimal) -> float:
    """A float below a number ≥ 0 that was computed with digits to spare.

    >>> third = Decimal(1) / 3
    >>> Decimal(float_below(third)) < third < Decimal(float_above(third))
    True
    """
    with digits(50):
        return round_down(number * (1 - UNSURE))


PRINTED = 6
"""How many digits of a price are printed."""


def text_above(number: float, places: int = PRINTED) -> str:
    """Print a few digits, rounded up where they are not all: for spent budgets, and for bounds.

    >>> text_above(1.0), text_above(0.1), text_above(1.0000049), text_above(1e-6)
    ('1', '0.1', '1.00001', '1e-06')
    """
    return _text(number, places, decimal.ROUND_CEILING)


def text_below(number: float, places: int = PRINTED) -> str:
    """Print a few digits, rounded down where they are not all: for remaining budgets.

    >>> text_below(0.9999999), text_below(0.1)
    ('0.999999', '0.1')
    """
    return _text(number, places, decimal.ROUND_FLOOR)


def _text(number: float, places: int, rounding: str) -> str:
    """Round the decimal that Python prints, which is the one that a reader has typed."""
    if not math.isfinite(number):
        return f"{number:g}"
    rounded = decimal.Context(places, rounding=rounding).create_decimal(repr(float(number)))
    if number and abs(number) < sys.float_info.min:  # so small that a float has fewer digits than are printed
        return f"{rounded.normalize():e}"
    return f"{float(rounded):.{places}g}"


@cache
def pi(number: int) -> Decimal:
    """π to so many digits: the mean of Gauss, whose correct digits double in every round.

    >>> pi(30)
    Decimal('3.14159265358979323846264338328')
    """
    with digits(number + 10):
        a, b, t, power = Decimal(1), 1 / Decimal(2).sqrt(), Decimal(1) / 4, 1
        while abs(a - b) > Decimal(10) ** -(number + 5):
            a, b, t, power = (a + b) / 2, (a * b).sqrt(), t - power * ((a - b) / 2) ** 2, 2 * power
        whole = (a + b) ** 2 / (4 * t)
    with digits(number):
        return +whole


FARTHEST = 80
"""The normal distribution is computed up to so many standard deviations from its middle."""


def normal(x: Decimal) -> Decimal:
    """Φ(x), wrong by less than 10⁸ units in the last digit of the context, for |x| ≤ 80.

    Φ(x) = ½ + φ(x)(x + x³/3 + x⁵/(3·5) + …). All terms have one sign, and after the last that is added each is less
    than half the one before: fewer than 10⁵ steps, each of which errs by at most one unit.

    >>> with digits(30):
    ...     print(normal(Decimal("-1.96")))
    0.024997895148220434136584269041
    """
    if abs(x) > FARTHEST:
        raise ValueError(f"x must lie between −{FARTHEST} and {FARTHEST}, got {x}")
    precision = decimal.getcontext().prec
    square, term, total, odd = x * x, x, x, 1
    smallest = Decimal(10) ** -(precision + 5)
    while abs(term) > smallest * abs(total) or 2 * square > odd:
        odd += 2
        term *= square / odd
        total += term
    return Decimal("0.5") + total * (-square / 2).exp() / (2 * pi(precision)).sqrt()
