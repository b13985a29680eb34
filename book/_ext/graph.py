"""At the end of each chapter: what its claims rest on and what rests on them, as inline SVG that follows dark mode.

Read off the claims; nothing has to be written into a chapter. Claims of other chapters have a dashed frame.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.application import Sphinx

from . import store
from .markup import SYMBOLS, element, link

if TYPE_CHECKING:
    from privcausal.verify.claim import Claim
    from privcausal.verify.ledger import Row

LEAST, LETTER, HEIGHT, GAP_X, GAP_Y, MARGIN = 132, 7.8, 44, 50, 14, 8
"""In pixels; LETTER is the width of one of a name, which a box has to hold."""

TITLE = "What rests on what"


@dataclass(frozen=True)
class Box:
    """One claim on the drawing: its column (how deep its dependencies go) and its row in that column."""

    column: int
    row: int
    width: int = LEAST

    @property
    def x(self) -> int:
        return MARGIN + self.column * (self.width + GAP_X)

    @property
    def y(self) -> int:
        return MARGIN + self.row * (HEIGHT + GAP_Y)


def around(depends: Mapping[str, tuple[str, ...]], here: Collection[str]) -> dict[str, tuple[str, ...]]:
    """What the claims of a chapter rest on and what rests on them; a claim with neither is left out.

    >>> around({"a": (), "b": ("a",), "c": ("b",), "d": ("c", "a"), "e": ()}, {"b", "e"})
    {'a': (), 'b': ('a',), 'c': ('b',)}
    """
    near = {
        name: tuple(other for other in below if other in depends and (name in here or other in here))
        for name, below in depends.items()
    }
    used = {other for below in near.values() for other in below}
    return {name: below for name, below in near.items() if below or name in used}


def depths(depends: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Longest chain of dependencies under each claim. A circle is cut where it closes."""
    results: dict[str, int] = {}

    def depth(name: str, above: frozenset[str]) -> int:
        if name not in results:
            below = [other for other in depends[name] if other in depends and other not in above]
            results[name] = max((1 + depth(other, above | {name}) for other in below), default=0)
        return results[name]

    for name in depends:
        depth(name, frozenset())
    return results


def layout(depends: Mapping[str, tuple[str, ...]]) -> dict[str, Box]:
    """Columns by depth; within one, each claim near the middle of what it rests on, else in book order."""
    column_of = depths(depends)
    longest = max((len(name) for name in depends if "→" not in name), default=0)
    width = max(LEAST, round(LETTER * longest) + 16)
    boxes: dict[str, Box] = {}

    def height(name: str) -> float:
        rows = [boxes[other].row for other in depends[name] if other in boxes]
        return sum(rows) / len(rows) if rows else 0.0

    for column in range(max(column_of.values(), default=-1) + 1):
        names = [name for name in depends if column_of[name] == column]
        if column:
            names.sort(key=height)
        boxes |= {name: Box(column, row, width) for row, name in enumerate(names)}
    return boxes


def with_waypoints(depends: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Split an edge that spans several columns into steps through invisible places: it passes no box."""
    column_of = depths(depends)
    split: dict[str, tuple[str, ...]] = {}
    for name, below in depends.items():
        steps = []
        for other in below:
            for column in range(column_of.get(other, column_of[name]) + 1, column_of[name]):
                place = f"{other}→{name}@{column}"
                split[place], other = (other,), place
            steps.append(other)
        split[name] = tuple(steps)
    return split


def _edge(boxes: Mapping[str, Box], below: str, above: str) -> nodes.Node:
    """A curve into a claim ends in an arrow; through a waypoint it runs straight on."""
    start, end, waypoint = boxes[below], boxes[above], "→" in above
    x0, y0 = start.x + start.width, start.y + HEIGHT // 2
    x1, y1 = end.x - (0 if waypoint else 7), end.y + HEIGHT // 2
    bend = GAP_X // 2
    curve = f"M{x0} {y0} C{x0 + bend} {y0} {x1 - bend} {y1} {x1} {y1}" + (
        f" h{end.width}" if waypoint else ""
    )
    return element("path", d=curve, class_="pc-edge" if waypoint else "pc-edge pc-tipped")


def _node(claim: Claim, row: Row | None, box: Box, place: str) -> nodes.Node:
    verdict, words = (row.verdict, f"{SYMBOLS[row.verdict]} {row.verdict}") if row else ("open", "?")
    centre = box.x + box.width // 2
    shape = element("rect", x=box.x, y=box.y, width=box.width, height=HEIGHT, rx=7)
    name = element("text", claim.id, x=centre, y=box.y + 18, class_="pc-node-id")
    badge = element("text", words, x=centre, y=box.y + 35, class_="pc-node-badge")
    parts = element("title", claim.title), shape, name, badge
    return link("theorem", claim.id, *parts, class_=f"pc-node pc-{verdict}{place}")


def describe(depends: Mapping[str, tuple[str, ...]]) -> str:
    """The same graph in words, for those who do not see it."""
    rests = [f"{name} rests on {' and '.join(below)}" for name, below in depends.items() if below]
    return f"Dependencies between {len(depends)} claims. {'; '.join(rests)}."


def draw(
    depends: Mapping[str, tuple[str, ...]],
    claims: Mapping[str, Claim],
    rows: Mapping[str, Row],
    here: Collection[str],
) -> nodes.Node:
    """The drawing: each arrow leads from a claim to one that uses it."""
    steps = with_waypoints(depends)
    boxes = layout(steps)
    edges = [_edge(boxes, below, above) for above in steps for below in steps[above] if below in boxes]
    drawn = [
        _node(claims[name], rows.get(name), boxes[name], "" if name in here else " pc-elsewhere")
        for name in depends
    ]
    width = max((box.x + box.width for box in boxes.values()), default=0) + MARGIN
    height = max((box.y for box in boxes.values()), default=0) + HEIGHT + MARGIN
    words, view = describe(depends), f"0 0 {width} {height}"
    parts = [element("defs", _tip()), *edges, *drawn]
    svg = element("svg", *parts, viewBox=view, width=width, height=height, role="group", aria_label=words)
    return element("div", svg, class_="pc-graph")


def _tip() -> nodes.Node:
    shape = element("path", d="M0 0 L8 4 L0 8 z", fill="currentColor")
    size: dict[str, Any] = {"viewBox": "0 0 8 8", "refX": 1, "refY": 4, "markerWidth": 8, "markerHeight": 8}
    return element("marker", shape, id="pc-tip", **size, orient="auto")


def _append(app: Sphinx, doctree: nodes.document) -> None:
    """Behind the last cell of a page that states claims, if one of them rests on another or is rested on."""
    here = {node["label"] for node in doctree.findall(nodes.Element) if node.get("claimed")}
    facts = store.facts(app)
    depends = around({name: tuple(claim.depends) for name, claim in facts.claims.items()}, here)
    chapter = next(iter(doctree.findall(nodes.section)), None)
    if not depends or chapter is None:
        return
    words = "An arrow leads from a claim to one that uses it; a dashed frame is a claim of another chapter."
    parts = nodes.title(TITLE, TITLE), nodes.paragraph(words, words)
    drawing = draw(depends, facts.claims, facts.rows, here)
    chapter += nodes.section("", *parts, drawing, ids=[nodes.make_id(TITLE)])


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", _append, priority=400)  # before the page's table of contents is made
