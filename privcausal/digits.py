"""An estimate in print: as many digits as its interval allows, and never an interval that is shorter than the exact."""

import math
from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal

WAYS = (ROUND_HALF_EVEN, ROUND_FLOOR, ROUND_CEILING)

FURTHER = 4
"""At most so many digits more keep the end of an interval apart from the value that it leaves out."""


def rounded(estimate: Sequence[float], sign: str = "", null: float = 0.0) -> list[str]:
    """Return a value and the ends of its interval, all with the decimals of two digits of the half-width.

    The printed interval holds the exact one. An end that is not `null`, the value of no effect, is not printed as if it
    were.

    >>> rounded([2004.271, 2004.152, 2004.39])
    ['2004.27', '2004.15', '2004.39']
    >>> rounded([1.0501, 1.0003, 1.1], null=1.0)
    ['1.0501', '1.0003', '1.1000']
    """
    value, low, high = estimate
    reaches = (high / 2 - low / 2, value - low, low * (value == math.inf))  # one may have no end
    half = next((reach for reach in reaches if 0 < reach < math.inf), None)
    if half is None:
        return [format(number, sign) for number in estimate]
    for place in range(_place(half), _place(half) - FURTHER - 1, -1):
        step = Decimal(1).scaleb(place if place > 8 else min(place, 0))
        shown = [_to(number, step, way) for number, way in zip(estimate, WAYS, strict=True)]
        if all((end == null) == (exact == null) for end, exact in zip(shown[1:], (low, high), strict=True)):
            break
    return [format(number, sign + "f" * (-20 < place < 9)) for number in shown]


def _place(half: float) -> int:
    """Return the place of the second digit."""
    return math.floor(math.log10(half)) - 1


def _to(number: float, step: Decimal, way: str) -> Decimal | float:
    """Round one number, without a minus before a zero."""
    if not math.isfinite(number):
        return number
    return Decimal(str(number)).quantize(step, way) or abs(step * 0)


def outwards(estimate: Sequence[float], sign: str = "", null: float = 0.0) -> str:
    """Return the same in words.

    >>> outwards([-0.0751, -0.0856, -0.0646], "+")
    '-0.075, 95% interval -0.086 to -0.064'
    """
    return "{}, 95% interval {} to {}".format(*rounded(estimate, sign, null))


def published(number: float, noise: float) -> str:
    """Return a released number with four decimals, or with those of two digits of its noise.

    >>> published(0.1, 0.02), published(0.1234567, 0.00012)
    ('0.1000', '0.12346')
    """
    return f"{number:.{max(4, -_place(noise)) if 0 < noise < math.inf else 4}f}"
