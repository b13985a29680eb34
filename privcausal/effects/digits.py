"""An estimate in print: as many digits as its interval allows, and never an interval that is shorter than the exact."""

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from privcausal.effects.estimates import EffectEstimate


def outwards(part: EffectEstimate) -> str:
    """All three with as many decimals as two digits of the half-width have; the printed interval holds the exact.

    >>> outwards(EffectEstimate(2004.271, 2004.152, 2004.39))
    '2004.27, 95% interval 2004.15 to 2004.39'
    """
    half = part.high / 2 - part.low / 2
    if not 0 < half < math.inf:
        return f"{part}"
    place = math.floor(math.log10(half)) - 1
    step = Decimal(1).scaleb(place if place > 8 else min(place, 0))
    value, low, high = (
        Decimal(str(number)).quantize(step, rounding)
        for number, rounding in zip(part.to_list(), (None, ROUND_FLOOR, ROUND_CEILING), strict=True)
    )
    value, low, high = (number or abs(number) for number in (value, low, high))  # no minus before a zero
    return f"{value}, 95% interval {low} to {high}"
