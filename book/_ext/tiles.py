"""A tiny picture for each chapter of the course, for the path on the front page."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, pi, sin

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


def _bars(heights: list[int], chosen: int | None = None) -> str:
    width = (WIDE - 16) / len(heights)
    return "".join(
        f'<rect class="{"b" if place == chosen else "a"}" x="{8 + place * width:.1f}" y="{GROUND - height}" '
        f'width="{width - 3:.1f}" height="{height}"/>'
        for place, height in enumerate(heights)
    )


def _dots(points: Sequence[tuple[float, float]], kind: str = "dot") -> str:
    return "".join(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in points)


def _graph(edges: list[tuple[int, int]], kinds: str) -> str:
    places = [(16, 14), (80, 14), (30, 48), (66, 48)]
    lines = "".join(
        _line([places[one], places[other]], "line " + kind)
        for (one, other), kind in zip(edges, kinds, strict=True)
    )
    return lines + "".join(f'<ellipse class="node" cx="{x}" cy="{y}" rx="9" ry="6"/>' for x, y in places)


BASE = _line([(6, GROUND), (WIDE - 6, GROUND)], "line")
CLOUD = [(12, 44), (20, 36), (26, 40), (34, 30), (42, 34), (50, 24), (58, 26), (68, 16), (78, 18), (84, 12)]
WALK = [24, 16, 28, 20, 12, 24, 18, 38]
EDGES = [(0, 2), (1, 3), (2, 3), (0, 1)]

PICTURES = {
    "c01": BASE + _peak(42, "line a") + _peak(54, "line b"),
    "c02": BASE + _bars([10, 22, 38, 32, 18, 8]),
    "c03": _line([(6, 12), (WIDE - 6, 12)], "line b") + _bars([8, 16, 24, 32, 38]),
    "c04": BASE + _peak(48, "line a", sharp=False),
    "c05": BASE + _bars([12, 20, 38, 16, 24], chosen=2),
    "c06": _line([(6, 22), (WIDE - 6, 22)], "line b")
    + "".join(
        _dots([(12 + 10 * place, GROUND - y)], "dot" if y < 30 else "hit") for place, y in enumerate(WALK)
    ),
    "c07": BASE
    + _line([(60, 8), (60, GROUND)], "line b")
    + _line([(26, 28), (52, 28)], "line a")
    + _dots([(39, 28)], "hit"),
    "c08": BASE + _line([(x, GROUND - 40 * exp(-(x - 6) / 24)) for x in range(6, WIDE - 5, 3)], "line a"),
    "c09": _line([(26, 30), (68, 30)], "line a")
    + '<path class="tip" d="M70 30l-9 -5v10z"/>'
    + '<ellipse class="node" cx="16" cy="30" rx="10" ry="7"/><ellipse class="node" cx="81" cy="30" rx="10" ry="7"/>',
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
    "own": "".join(
        f'<rect class="cell" x="{24 + 16 * (place % 3)}" y="{12 + 9 * (place // 3)}" width="15" height="8"/>'
        for place in range(12)
    )
    + '<rect class="a" x="24" y="12" width="47" height="8"/>',
}
"""What is drawn, by the first letters of the chapter's file; `own` is the reader's table."""


def picture(stem: str) -> str:
    """The picture of a chapter, or nothing for one that has none.

    >>> picture("c02_sums_and_histograms").count("<rect")
    6
    """
    inside = PICTURES.get(stem[:3], "")
    return f'<svg class="pc-tiny" viewBox="0 0 {WIDE} {HIGH}" aria-hidden="true">{inside}</svg>'
