"""A tiny picture for each chapter: beside its opening, and for the course on the path of the front page."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, exp, pi, sin

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


def _rings(points: Sequence[tuple[float, float]]) -> str:
    return "".join(f'<circle class="node" cx="{x}" cy="{y}" r="2.7"/>' for x, y in points)


def _delta(x: float) -> float:
    """How high an exact curve is drawn."""
    return GROUND - 40 * exp(-(x - 6) / 24)


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
WALK = [24, 16, 28, 20, 12, 24, 18, 38]
EDGES = [(0, 2), (1, 3), (2, 3), (0, 1)]
TWO = "".join(f'<ellipse class="node" cx="{x}" cy="30" rx="10" ry="7"/>' for x in (16, 81))
CROWD = [(16 + 13 * (place % 6), 14 + 11 * (place // 6)) for place in range(24)]
RING = [(48 + 24 * cos(place * pi / 6), 30 + 20 * sin(place * pi / 6)) for place in range(12)]
BOWL = _line([(x, 50 - (x - 48) ** 2 / 42) for x in range(8, 89, 4)], "line")

COURSE = {
    "c01": BASE + _peak(42, "line a") + _peak(54, "line b"),
    # A histogram whose farthest value is taken back to the bound.
    "c02": BASE
    + "".join(
        f'<rect class="a" x="{8 + 9 * place}" y="{GROUND - height}" width="7" height="{height}"/>'
        for place, height in enumerate([10, 24, 36, 28, 16])
    )
    + _line([(58, 8), (58, GROUND)], "line b")
    + _dots([(86, 42)], "hit")
    + _line([(80, 42), (70, 42)], "line")
    + '<path class="dot" d="M62 42l9 -5v10z"/>',
    # Answers that use up one budget, beside each other, and one more that is beyond it.
    "c03": "".join(
        f'<rect class="{kind}" x="{x}" y="22" width="{width}" height="16"/>'
        for x, width, kind in [(6, 20, "a"), (28, 14, "a"), (44, 26, "a"), (78, 13, "cell")]
    )
    + _line([(74, 10), (74, 50)], "line b"),
    # What many questions cost: in proportion, and less.
    "c04": BASE
    + _line([(8, GROUND), (84, 10)], "line b")
    + _line([(x, GROUND - 3.2 * (x - 8) ** 0.5) for x in range(8, 86, 3)], "line a"),
    # Candidates, and how probable each is: the best one most.
    "c05": _line([(6, 30), (WIDE - 6, 30)], "line")
    + "".join(
        f'<circle class="{"hit" if size == 15 else "dot"}" cx="{x}" cy="30" r="{size}"/>'
        for x, size in [(12, 2), (26, 5), (50, 15), (74, 6), (87, 2.5)]
    ),
    "c06": _line([(6, 22), (WIDE - 6, 22)], "line b")
    + "".join(
        _dots([(12 + 10 * place, GROUND - y)], "dot" if y < 30 else "hit") for place, y in enumerate(WALK)
    ),
    # What was measured lies beyond what was promised.
    "c07": BASE
    + _line([(32, 8), (32, GROUND)], "line b")
    + _line([(42, 28), (82, 28)], "line a")
    + _dots([(62, 28)], "hit"),
    # A point of the curve: one ε and its δ.
    "c08": BASE
    + _line([(6, 8), (6, GROUND)], "line")
    + _line([(x, _delta(x)) for x in range(6, WIDE - 5, 3)], "line a")
    + _line([(6, _delta(30)), (30, _delta(30)), (30, GROUND)], "line b")
    + _dots([(30, _delta(30))], "hit"),
    # Two groups, and who of each came.
    "c09": _line([(48, 10), (48, 50)], "line")
    + _dots([(14, 20), (25, 20), (36, 20)])
    + _rings([(14, 40), (25, 40), (36, 40)])
    + _dots([(60, 20), (71, 20), (82, 20), (60, 40), (71, 40)], "hit")
    + _rings([(82, 40)]),
    "c10": _dots(CLOUD) + _line([CLOUD[1], CLOUD[7]], "line b"),
    "c11": _line([(x, 34 - 16 * sin((x - 8) * pi / 80)) for x in range(8, 89, 4)], "line a")
    + _dots(
        [
            (x, 34 - 16 * sin((x - 8) * pi / 80) + (-1) ** place * (5 + place))
            for place, x in enumerate(range(10, 88, 12))
        ]
    ),
    "c12": _graph(EDGES, "aaaa"),
    "c13": _graph(EDGES, "abab"),
    "c14": "".join(
        f'<rect class="cell" x="{6 + 10 * (place % 3)}" y="{12 + 9 * (place // 3)}" width="9" height="8"/>'
        for place in range(12)
    )
    + _line([(44, 30), (56, 30)], "line")
    + '<path class="tip" d="M60 30l-7 -4v8z"/>'
    + _line([(70, 14), (70, 46)], "line a")
    + _line([(70, 46), (88, 30)], "line a")
    + _dots([(70, 14), (70, 46), (88, 30)], "hit"),
    "you": "".join(
        f'<rect class="cell" x="{24 + 16 * (place % 3)}" y="{12 + 9 * (place // 3)}" width="15" height="8"/>'
        for place in range(12)
    )
    + '<rect class="a" x="24" y="12" width="47" height="8"/>',
}
"""What is drawn, by the first letters of the chapter's file; `you` is the reader's own table."""

COMPANION = {
    "11": _dots(CROWD) + _dots([CROWD[14]], "hit"),  # one person among many
    "12": BASE + _peak(48, "line b", sharp=False) + _peak(48, "line a"),
    "13": BASE + _bars([1.6**place for place in range(8)]),
    "14": COURSE["c04"],
    "15": COURSE["c06"],
    # The distance of a data set to those at which the answer changes.
    "16": '<circle class="line b" cx="48" cy="30" r="22"/>'
    + _line([(48, 30), (63, 15)], "line a")
    + _dots([(48, 30)], "hit"),
    "17": COURSE["c07"],
    # Numbers that a computer has: close together near zero.
    "18": _line([(6, 30), (WIDE - 6, 30)], "line")
    + "".join(
        _line([(8 + 80 * x, 30 - high), (8 + 80 * x, 30 + high)], "line a")
        for x, high in [(0, 14), (1 / 16, 5), (1 / 8, 7), (1 / 4, 9), (1 / 2, 11), (1, 14)]
    ),
    "19": "".join(_line([(x, 12), (48, 32)], "line") for x in (20, 48, 76))
    + _dots([(20, 12), (48, 12), (76, 12)])
    + _line([(38, 44), (45, 52), (60, 34)], "line a"),
    "21": COURSE["c11"],
    "22": COURSE["c10"],
    "23": _dots(RING),
    # A box plot: the quartiles of a residual.
    "24": _line([(10, 30), (34, 30)], "line")
    + _line([(62, 30), (86, 30)], "line")
    + '<rect class="cell" x="34" y="18" width="28" height="24"/>'
    + _line([(46, 18), (46, 42)], "line a"),
    "25": _dots(CLOUD[:6]) + _line([(54, 8), (54, 52)], "line b") + _dots(CLOUD[6:], "hit"),
    "26": BASE + _bars([14, 22, 18, 32, 24, 38], "ba"),
    "31": COURSE["c12"],
    "32": _cells(3, 3, [4], "b"),
    "33": COURSE["c13"],
    "34": BASE + _bars([38, 27, 19, 14, 10, 7, 5]),
    "35": _line([(14, 24), (82, 24)], "line")
    + '<path class="dot" d="M48 24l-8 22h16z"/>'
    + '<rect class="a" x="14" y="10" width="18" height="13"/><rect class="b" x="64" y="10" width="18" height="13"/>',
    "41": _cells(4, 4, [1, 2, 7, 11]),
    "42": BOWL
    + _line([(14, 23), (66, 38), (31, 40), (57, 45), (43, 47), (48, 50)], "line a")
    + _dots([(48, 50)], "hit"),
    "43": BASE + _bars([5, 7, 10, 14, 19, 27, 38]),
    "44": COURSE["c14"],
    "45": _line([(30, 6), (30, 54)], "line") + _intervals([62, 42, 56], 20, "aba"),
    "46": _cells(4, 4, [1, 6, 8, 15], "b"),
    "47": _line([(48, 6), (48, 54)], "line") + _intervals([40, 58, 50, 46], 22),
    "48": _line([(24, 6), (24, 54)], "line") + _intervals([58], 24),
    "49": _line([(26, 30), (68, 30)], "line a") + _arrow(70, 30) + TWO,
    "50": BASE + _bars([36, 20, 32, 22, 38, 18], "ab"),
    "51": _dots(CLOUD) + _line([(8, 46), (88, 10)], "line a"),
    "52": _graph(EDGES, "bbbb"),
}
"""The same by the number of a chapter of the companion; what the course has drawn already looks as it does there."""

PICTURES = COURSE | COMPANION


def picture(stem: str) -> str:
    """The picture of a chapter, by the name of its file.

    >>> picture("c02_sums_and_histograms").count("<rect")
    5
    """
    inside = PICTURES[stem[:3].removesuffix("_")]
    return f'<svg class="pc-tiny" viewBox="0 0 {WIDE} {HIGH}" aria-hidden="true">{inside}</svg>'
