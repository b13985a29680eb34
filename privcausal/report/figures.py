"""A graph for the page, as SVG inside it. Colours come from the page's style."""

import html
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import networkx as nx
import numpy as np

from privcausal.graphs.pair_status import Pair, PairStatus
from privcausal.graphs.result import Discovery
from privcausal.graphs.structure.pdag import extension

LETTER = 8.6
"""How wide a letter is, about."""

LONGEST = 20
"""Longer names are cut in drawings; the table next to them has them whole."""

HIGH, DEEP = 34, 104
"""How high a box is, and how far the next row lies below."""

DRAWN = (PairStatus.DIRECTED, PairStatus.UNDIRECTED, PairStatus.UNTESTED)
CLASS = {
    PairStatus.DIRECTED: "arrow",
    PairStatus.UNDIRECTED: "joined",
    PairStatus.NO_EDGE: "apart",
    PairStatus.UNTESTED: "untested",
    PairStatus.EXCLUDED: "apart",
}

Point = tuple[float, float]


@dataclass(frozen=True)
class Box:
    """A name in its place."""

    name: str
    x: float
    y: float

    @property
    def wide(self) -> float:
        """With a margin on both sides."""
        return max(LETTER * min(len(self.name), LONGEST) + 22, 44)

    @property
    def corners(self) -> list[Point]:
        """Upper left and lower right."""
        x, y = self.wide / 2, HIGH / 2
        return [(self.x - x, self.y - y), (self.x + x, self.y + y)]

    def holds(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Does the point lie in it?"""
        return abs(x - self.x) <= self.wide / 2 + margin and abs(y - self.y) <= HIGH / 2 + margin

    def draw(self) -> str:
        """A rounded box, and the whole name for those who point at it."""
        short = self.name if len(self.name) <= LONGEST else self.name[: LONGEST - 1] + "…"
        return (
            f"<g><title>{html.escape(self.name)}</title>"
            f'<rect class="box" x="{self.x - self.wide / 2:.1f}" y="{self.y - HIGH / 2:.1f}" '
            f'width="{self.wide:.1f}" height="{HIGH}" rx="8"/>'
            f'<text x="{self.x:.1f}" y="{self.y + 5:.1f}" text-anchor="middle">{html.escape(short)}</text></g>'
        )


def graph(result: Discovery) -> str:
    """Causes above effects; a ring where there is no such order, or where much is not known.

    >>> from privcausal.graphs.learned import Learned
    >>> one = Learned(np.array([[0, 1], [0, 0]], dtype=bool))
    >>> drawing = graph(Discovery(["a", "<b>"], "once", one))
    >>> drawing.count('class="arrow"'), "&lt;b&gt;" in drawing, "<b>" in drawing
    (1, True, False)
    """
    shown = [pair for pair in result.pairs if pair.status in DRAWN]
    rows = None if any(pair.status is PairStatus.UNTESTED for pair in shown) else _rows(result)
    boxes = _ring(result.names) if rows is None else _layers(rows)
    paths = [_path(boxes[pair.first], boxes[pair.second], _about(pair, boxes)) for pair in shown]
    lines = [_line(path, kind_of(pair)) for pair, path in zip(shown, paths, strict=True) if path]
    words = ", ".join(map(str, shown)) or "no edges"
    corners = [point for box in boxes.values() for point in box.corners]
    inside = "".join([*lines, *(box.draw() for box in boxes.values())])
    return svg(inside, _frame(chain(corners, *paths)), f"Graph: {words}.")


def kind_of(pair: Pair) -> str:
    """What the style calls it: as it is, except for an arrow that is less sure than a coin.

    >>> kind_of(Pair("a", "b", PairStatus.DIRECTED, (), None, 0.9, 0.4))
    'doubtful'
    """
    return "doubtful" if pair.more_likely_wrong else CLASS[pair.status]


def _about(pair: Pair, boxes: Mapping[str, Box]) -> list[Box]:
    """Return the boxes that its line must avoid: dotted lines, of which there can be hundreds, run behind the names."""
    if pair.status is PairStatus.UNTESTED:
        return []
    return [box for name, box in boxes.items() if name not in (pair.first, pair.second)]


def _rows(result: Discovery) -> list[list[str]] | None:
    """Names in layers, each cause in an earlier one, in an order that crosses few lines; None for a circle."""
    dag = extension(result.matrix)
    if dag is None:
        return None
    drawn = nx.from_numpy_array(dag, create_using=nx.DiGraph)
    alone = [node for node in drawn if not drawn.degree(node)]
    drawn.remove_nodes_from(alone)
    rows: list[list[int]] = []
    place: dict[int, float] = {}
    for layer in nx.topological_generations(drawn):
        above = {node: [place[parent] for parent in drawn.predecessors(node)] for node in layer}
        row = sorted(layer, key=lambda node: (np.mean(above[node]) if above[node] else 0.0, node))
        place |= {node: (rank + 0.5) / len(row) for rank, node in enumerate(row)}
        rows.append(row)
    rows += [alone[start : start + MOST_IN_ROW] for start in range(0, len(alone), MOST_IN_ROW)]
    return [[result.names[node] for node in row] for row in rows]


MOST_IN_ROW = 5
"""Columns without an edge are at the bottom, that many in a row."""

GAP = 36


def _layers(rows: Sequence[Sequence[str]]) -> dict[str, Box]:
    boxes = {}
    for depth, row in enumerate(rows):
        widths = [Box(name, 0, 0).wide for name in row]
        left = -(sum(widths) + GAP * (len(row) - 1)) / 2
        for name, wide in zip(row, widths, strict=True):
            boxes[name] = Box(name, left + wide / 2, depth * DEEP)
            left += wide + GAP
    return boxes


def _ring(names: Sequence[str]) -> dict[str, Box]:
    widest = max(Box(name, 0, 0).wide for name in names)
    across = max(60 + 22 * len(names), 110)
    turns = [2 * math.pi * place / len(names) - math.pi / 2 for place in range(len(names))]
    return {
        name: Box(name, (across + widest / 3) * math.cos(turn), across * math.sin(turn))
        for name, turn in zip(names, turns, strict=True)
    }


def _path(start: Box, end: Box, others: Sequence[Box]) -> list[Point]:
    """From border to border, bent so that it passes through no other box."""
    middle = _bend(start, end, others)
    path = [_along((start.x, start.y), middle, (end.x, end.y), part / 100) for part in range(101)]
    return [point for point in path if not start.holds(*point, 3) and not end.holds(*point, 3)]


POINTING = ("arrow", "doubtful")
"""The kinds of lines with an arrowhead."""


def _line(path: Sequence[Point], kind: str) -> str:
    """With a head if it is an arrow."""
    head = _head(path[-min(len(path), 8)], path[-1]) if kind in POINTING else ""
    return line(kind, " ".join(f"{x:.1f},{y:.1f}" for x, y in path), head)


def line(kind: str, points: str, head: str) -> str:
    """A doubtful arrow is an arrow; the style makes it faint."""
    drawn = f'<polyline class="{"arrow" if kind in POINTING else kind}" points="{points}"/>{head}'
    return f'<g class="doubtful">{drawn}</g>' if kind == "doubtful" else drawn


BENDS = sorted((side * size / 10 for size in (0, 2, 4, 6, 8, 11, 14) for side in (1, -1)), key=abs)
"""The distances from the straight line that are tried, as a proportion of its length."""


def _bend(start: Box, end: Box, others: Sequence[Box]) -> Point:
    """The control point of a curve that keeps away from all other boxes: the straightest of some."""
    centre = np.array([(start.x + end.x) / 2, (start.y + end.y) / 2])
    across = np.array([start.y - end.y, end.x - start.x])
    best, fewest = centre, math.inf
    for bend in BENDS:
        middle = centre + bend * across
        way = [_along((start.x, start.y), tuple(middle), (end.x, end.y), part / 40) for part in range(1, 40)]
        hits = sum(any(box.holds(*point, 6) for point in way) for box in others)
        if hits < fewest:
            best, fewest = middle, hits
        if not hits:
            break
    return float(best[0]), float(best[1])


def _along(start: Point, middle: Point, end: Point, part: float) -> Point:
    """A point of the curve with one control point."""
    weights = (1 - part) ** 2, 2 * part * (1 - part), part**2
    x, y = (sum(w * p[axis] for w, p in zip(weights, (start, middle, end), strict=True)) for axis in (0, 1))
    return x, y


def _head(before: Point, tip: Point) -> str:
    turn = math.atan2(tip[1] - before[1], tip[0] - before[0])
    corners = [tip] + [
        (tip[0] - 13 * math.cos(turn + side), tip[1] - 13 * math.sin(turn + side)) for side in (-0.42, 0.42)
    ]
    return f'<polygon class="head" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in corners)}"/>'


def _frame(points: Iterable[Point], margin: float = 8) -> tuple[float, float, float, float]:
    """Left, top, width and height of what holds them all."""
    at = np.array(list(points))
    low, high = at.min(axis=0) - margin, at.max(axis=0) + margin
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])


def svg(inside: str, frame: tuple[float, float, float, float], words: str) -> str:
    """In its own size where there is room; on a phone smaller, or to be scrolled."""
    wide = frame[2]
    return (
        f'<div class="drawing"><svg role="img" aria-label="{html.escape(words, quote=True)}" '
        f'viewBox="{" ".join(f"{number:.1f}" for number in frame)}" '
        f'style="width:{wide:.0f}px;min-width:{SMALLEST * wide:.0f}px">{inside}</svg></div>'
    )


SMALLEST = 0.72
"""A drawing is not shown smaller than that, or its letters could not be read."""
