"""A tiny picture for each chapter: beside its opening, and for the course on the path of the front page."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, exp, pi, sin

from .miniatures import miniature

WIDE, HIGH = 96, 60
GROUND = HIGH - 10


def _line(points: list[tuple[float, float]], kind: str) -> str:
    return f'<path class="{kind}" d="M{" L".join(f"{x:.1f} {y:.1f}" for x, y in points)}"/>'


def _peak(centre: float, kind: str, *, sharp: bool = True) -> str:
    """The density of Laplace or of Gaussian noise."""

    def height(x: float) -> float:
        away = abs(x - centre)
        return exp(-away / 9) if sharp else exp(-(away**2) / 250)

    return _line([(x, GROUND - 40 * height(x)) for x in range(6, WIDE - 5, 2)], kind)


def _dots(points: Sequence[tuple[float, float]], kind: str = "dot") -> str:
    return "".join(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in points)


def _graph(edges: list[tuple[int, int]], kinds: str) -> str:
    places = [(16, 14), (80, 14), (30, 48), (66, 48)]
    lines = "".join(
        _line([places[one], places[other]], "line " + kind)
        for (one, other), kind in zip(edges, kinds, strict=True)
    )
    return lines + "".join(f'<ellipse class="node" cx="{x}" cy="{y}" rx="9" ry="6"/>' for x, y in places)


def _bars(heights: Sequence[float], kinds: str = "a") -> str:
    """Bars from left to right, their kinds in turn."""
    step = (WIDE - 16) / len(heights)
    return "".join(
        f'<rect class="{kinds[place % len(kinds)]}" x="{8 + step * place:.1f}" y="{GROUND - height:.1f}" '
        f'width="{step - 2:.1f}" height="{height:.1f}"/>'
        for place, height in enumerate(heights)
    )


def _cells(columns: int, rows: int, filled: Sequence[int] = (), kind: str = "a") -> str:
    """A table; some of its cells are filled."""
    left, top = (WIDE - 14 * columns) / 2, (HIGH - 11 * rows) / 2
    return "".join(
        f'<rect class="{kind if place in filled else "cell"}" x="{left + 14 * (place % columns):.1f}" '
        f'y="{top + 11 * (place // columns):.1f}" width="13" height="10"/>'
        for place in range(columns * rows)
    )


def _intervals(middles: Sequence[float], half: float, kinds: str = "a") -> str:
    """Intervals below each other, each around its dot."""
    heights = [HIGH * (place + 1) / (len(middles) + 1) for place in range(len(middles))]
    lines = "".join(
        _line([(x - half, y), (x + half, y)], f"line {kinds[place % len(kinds)]}")
        for place, (x, y) in enumerate(zip(middles, heights, strict=True))
    )
    return lines + _dots(list(zip(middles, heights, strict=True)))


def _arrow(x: float, y: float) -> str:
    return f'<path class="tip" d="M{x} {y}l-9 -5v10z"/>'


BASE = _line([(6, GROUND), (WIDE - 6, GROUND)], "line")
CLOUD = [(12, 44), (20, 36), (26, 40), (34, 30), (42, 34), (50, 24), (58, 26), (68, 16), (78, 18), (84, 12)]
EDGES = [(0, 2), (1, 3), (2, 3), (0, 1)]
TWO = "".join(f'<ellipse class="node" cx="{x}" cy="30" rx="10" ry="7"/>' for x in (16, 81))
CROWD = [(16 + 13 * (place % 6), 14 + 11 * (place // 6)) for place in range(24)]
RING = [(48 + 24 * cos(place * pi / 6), 30 + 20 * sin(place * pi / 6)) for place in range(12)]
BOWL = _line([(x, 50 - (x - 48) ** 2 / 42) for x in range(8, 89, 4)], "line")

COMPANION = {
    "11": _dots(CROWD) + _dots([CROWD[14]], "hit"),  # one person among many
    "12": BASE + _peak(48, "line b", sharp=False) + _peak(48, "line a"),
    "13": BASE + _bars([1.6**place for place in range(8)]),
    # The distance of a data set to those at which the answer changes.
    "16": '<circle class="line b" cx="48" cy="30" r="22"/>'
    + _line([(48, 30), (63, 15)], "line a")
    + _dots([(48, 30)], "hit"),
    # Numbers that a computer has: close together near zero.
    "18": _line([(6, 30), (WIDE - 6, 30)], "line")
    + "".join(
        _line([(8 + 80 * x, 30 - high), (8 + 80 * x, 30 + high)], "line a")
        for x, high in [(0, 14), (1 / 16, 5), (1 / 8, 7), (1 / 4, 9), (1 / 2, 11), (1, 14)]
    ),
    "19": "".join(_line([(x, 12), (48, 32)], "line") for x in (20, 48, 76))
    + _dots([(20, 12), (48, 12), (76, 12)])
    + _line([(38, 44), (45, 52), (60, 34)], "line a"),
    "23": _dots(RING),
    # A box plot: the quartiles of a residual.
    "24": _line([(10, 30), (34, 30)], "line")
    + _line([(62, 30), (86, 30)], "line")
    + '<rect class="cell" x="34" y="18" width="28" height="24"/>'
    + _line([(46, 18), (46, 42)], "line a"),
    "25": _dots(CLOUD[:6]) + _line([(54, 8), (54, 52)], "line b") + _dots(CLOUD[6:], "hit"),
    "26": BASE + _bars([14, 22, 18, 32, 24, 38], "ba"),
    "32": _cells(3, 3, [4], "b"),
    "34": BASE + _bars([38, 27, 19, 14, 10, 7, 5]),
    "35": _line([(14, 24), (82, 24)], "line")
    + '<path class="dot" d="M48 24l-8 22h16z"/>'
    + '<rect class="a" x="14" y="10" width="18" height="13"/><rect class="b" x="64" y="10" width="18" height="13"/>',
    "41": _cells(4, 4, [1, 2, 7, 11]),
    "42": BOWL
    + _line([(14, 23), (66, 38), (31, 40), (57, 45), (43, 47), (48, 50)], "line a")
    + _dots([(48, 50)], "hit"),
    "43": BASE + _bars([5, 7, 10, 14, 19, 27, 38]),
    "45": _line([(30, 6), (30, 54)], "line") + _intervals([62, 42, 56], 20, "aba"),
    "46": _cells(4, 4, [1, 6, 8, 15], "b"),
    "47": _line([(48, 6), (48, 54)], "line") + _intervals([40, 58, 50, 46], 22),
    "48": _line([(24, 6), (24, 54)], "line") + _intervals([58], 24),
    "49": _line([(26, 30), (68, 30)], "line a") + _arrow(70, 30) + TWO,
    "50": BASE + _bars([36, 20, 32, 22, 38, 18], "ab"),
    "51": _dots(CLOUD) + _line([(8, 46), (88, 10)], "line a"),
    "52": _graph(EDGES, "bbbb"),
}
"""What is drawn, by the number of a chapter."""

SAME = {
    "14": "c04",
    "15": "c06",
    "17": "c07",
    "21": "c11",
    "22": "c10",
    "31": "c12",
    "33": "c13",
    "44": "c14",
}
"""What the course has drawn already looks as it does there."""


def picture(stem: str) -> str:
    """The picture of a chapter, by the name of its file.

    >>> picture("13_choosing_instead_of_adding").count("<rect")
    8
    """
    name = stem[:3].removesuffix("_")
    inside = COMPANION[name] if name in COMPANION else miniature(SAME.get(name, name))
    return f'<svg class="pc-tiny" viewBox="0 0 {WIDE} {HIGH}" aria-hidden="true">{inside}</svg>'
