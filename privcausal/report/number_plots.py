"""Published numbers for the page, each with the spread of its noise, as SVG inside it."""

import html
from collections.abc import Callable, Sequence

from privcausal.digits import published, rounded
from privcausal.report.figures import svg


def scores(values: tuple[float, float], noise: float, names: tuple[str, str]) -> str:
    """Two published scores, each with the spread of its noise; the smaller one is the cause's.

    >>> scores((0.01, 0.05), 0.002, ("sun", "harvest")).count("<circle")
    2
    """
    ways = [" → ".join(way) for way in (names, names[::-1])]
    rows = [
        (way, value, value - SPREAD * noise, value + SPREAD * noise)
        for way, value in zip(ways, values, strict=True)
    ]
    return intervals(rows, lambda score: published(score, noise))


SPREAD = 3.0
"""So many scales to either side hold 95% of Laplace noise."""


def interval(value: float, low: float, high: float, name: str) -> str:
    """A published value between the ends of its interval, on the scale of correlations.

    >>> 'class="zero"' in interval(0.3, 0.2, 0.4, "kendall")
    True
    """
    return _marks([(name, value, low, high)], (-1.0, 1.0))


def intervals(
    rows: Sequence[tuple[str, float, float, float]], text: Callable[[float], str] | None = None
) -> str:
    """Several values between the ends of their intervals, each with its name, on one scale with 0 in it.

    A number is written by `text`, or else with as many digits as its interval allows.

    >>> intervals([("adjusted", -0.06, -0.08, -0.04), ("crude", 0.04, 0.03, 0.05)]).count("<circle")
    2
    """
    low, high = min(0.0, *(row[2] for row in rows)), max(0.0, *(row[3] for row in rows))
    return _marks(rows, (low, high), text)


WIDE, ROW = 440.0, 62.0


def _marks(
    rows: Sequence[tuple[str, float, float, float]],
    span: tuple[float, float],
    text: Callable[[float], str] | None = None,
) -> str:
    """A row for each value, its name above it, and below a scale with 0 in it."""
    low, high = span

    def written(numbers: Sequence[float]) -> list[str]:
        return list(map(text, numbers)) if text else rounded(numbers)

    def place(number: float) -> float:
        return WIDE * (number - low) / ((high - low) or 1.0)

    bottom = ROW * len(rows)
    parts = [f'<line class="axis" x1="0" y1="{bottom}" x2="{WIDE}" y2="{bottom}"/>']
    parts.append(_label(place(0.0), bottom + 20, "0", "middle"))
    for number, words, anchor in zip(
        (low, high), written([0.0, low, high])[1:], ("start", "end"), strict=True
    ):
        if abs(place(number) - place(0.0)) > WIDE / 6:
            parts.append(_label(place(number), bottom + 20, words, anchor))
    shown = [written(numbers) for _, *numbers in rows]
    for row, (name, value, left, right) in enumerate(rows):
        y = ROW * row + 42
        parts.append(
            f'<line class="zero" x1="{place(0):.1f}" y1="{y - 12}" x2="{place(0):.1f}" y2="{y + 20}"/>'
        )
        parts.append(_label(0, y - 22, f"{name}: {shown[row][0]}", "start"))
        parts.append(f'<line class="bar" x1="{place(left):.1f}" y1="{y}" x2="{place(right):.1f}" y2="{y}"/>')
        parts.append(f'<circle class="dot" cx="{place(value):.1f}" cy="{y}" r="6"/>')
    said = [
        f"{row[0]}: {value}, from {left} to {right}"
        for row, (value, left, right) in zip(rows, shown, strict=True)
    ]
    return svg("".join(parts), (-8.0, 0.0, WIDE + 16, bottom + 30), "; ".join(said))


def _label(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{html.escape(text)}</text>'
