"""Numbers beside an axis as people write them, in the face of all other words: 1,000 and 10⁻³."""

import math

from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import (
    FuncFormatter,
    LogLocator,
    MaxNLocator,
    NullFormatter,
    ScalarFormatter,
    SymmetricalLogLocator,
)

USUAL = 5e-4, 2e5
"""Between these a number on a logarithmic axis is written out."""

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def plain(canvas: Figure) -> None:
    """Write the numbers of every axis as a line of text would have them."""
    for ax in canvas.axes:
        for axis in (ax.xaxis, ax.yaxis):
            if isinstance(axis.get_major_locator(), LogLocator | SymmetricalLogLocator):
                _logarithmic(axis)
            elif type(axis.get_major_formatter()) is ScalarFormatter:
                _even(axis)


def _logarithmic(axis: Axis) -> None:
    """Matplotlib sets a power sign by sign, with the widths of another face: here it is one word."""
    low, high = sorted(axis.get_view_interval())
    usual = USUAL[0] <= (high if low < 0 else low) and high <= USUAL[1]
    if isinstance(axis.get_major_locator(), LogLocator):
        if high < 10 * low:
            axis.set_major_locator(MaxNLocator(4))
        elif high < 100 * low:
            axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
    axis.set_major_formatter(FuncFormatter(lambda value, _: written(value) if usual else power(value)))
    axis.set_minor_formatter(NullFormatter())


def _even(axis: Axis) -> None:
    """Thousands are set apart, but not in years."""
    if max(map(abs, axis.get_view_interval())) >= 1000 and "year" not in axis.get_label_text():
        axis.set_major_formatter(FuncFormatter(lambda value, _: written(value)))


def written(value: float) -> str:
    """A number written out.

    >>> written(-1534), written(0.05)
    ('−1,534', '0.05')
    """
    return f"{value:,.10g}".replace("-", "−")


def power(value: float) -> str:
    """A number as a power of ten, or a multiple of one.

    >>> power(1e-3), power(2e5), power(-1), power(0)
    ('10⁻³', '2·10⁵', '−10⁰', '0')
    """
    if not value:
        return "0"
    exponent = math.floor(math.log10(abs(value)) + 1e-9)
    factor, raised = f"{abs(value) / 10.0**exponent:.4g}", "10" + str(exponent).translate(RAISED)
    return ("−" if value < 0 else "") + (raised if factor == "1" else f"{factor}·{raised}")
