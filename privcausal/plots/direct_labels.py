"""Names beside the lines that they name, wherever they find room; otherwise the legend stays.

A name stands at the end of its line, or along it, where it covers nothing and where its own line is by far the nearest.
"""

from typing import Any, Literal, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import STEP_LOOKUP_MAP
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox, IdentityTransform
from numpy.typing import NDArray

Points = NDArray[np.float64]

MOST = 6
"""So many names find room beside their lines; more are better off in a list."""

LETTERS = 34
"""A longer name would take the drawing's room."""

SHORT = 18
"""At the end of its line a name of more letters would make the panel too narrow, so it looks along the line first."""

SIZE, GAP, CLEAR = 10, 5, 3
"""Points that a name is high and that it stands off its line, and pixels around it in which nothing else is drawn."""

FINE = 2.0
"""Pixels from one point of a line to the next, when a name looks for its place."""

RIM = 6
"""Pixels at the rim of a legend that are empty."""

PLACES = 41
"""So many places along its line a name tries."""

AMPLE = 60.0
"""Pixels to the nearest other line from which on more make no difference."""

NEARER = 1.5
"""How many times as far away as its own line, whose colour it has, every other line has to be."""


class Spot(NamedTuple):
    """Where a name may stand: at which point of its line, and on which side of it."""

    at: int
    across: str
    up: str
    rise: float

    @property
    def offset(self) -> tuple[float, float]:
        """Points from the line to the edge of the name."""
        return {"left": GAP, "center": 0, "right": -GAP}[self.across], self.rise


ENDS = [Spot(-1, "left", "center", rise) for rise in (0, 5, -5, 9, -9)]
SIDES = [
    (across, up, rise)
    for up, rise in (("bottom", GAP), ("top", -GAP))
    for across in ("center", "left", "right")
]


class Panel:
    """What a name has to keep clear of, in pixels: it stays where it is until the figure is drawn again."""

    def __init__(self, ax: Axes) -> None:
        self.ax, self.frame = ax, ax.get_window_extent()
        self.lines = {line: _pixels(line) for line in ax.get_lines()}
        self.drawn = _drawn(ax, list(self.lines.values()))
        self.written = [
            text.get_window_extent()
            for text in ax.texts
            if text.get_visible()
            and (not isinstance(text, Annotation) or text.get_verticalalignment() == "baseline")
        ]

    def room(self, box: Bbox, line: Line2D) -> float:
        """Pixels from a name to the nearest other line; so many that more make no difference, at most."""
        others = (one for one in self.lines if one is not line and not str(one.get_label()).startswith("_"))
        return min((_distance(box, self.lines[one]) for one in others), default=AMPLE)

    def fits(self, box: Bbox, up: str, line: Line2D, names: list[Bbox]) -> bool:
        """Whether a name lies in the panel, or to its right, covers nothing, and is nearest to its own line."""
        frame = self.frame
        if box.x0 < frame.x0 or box.y0 < frame.y0 or box.y1 > frame.y1 + 6:
            return False
        if box.x1 > frame.x1 and up != "center":
            return False
        if any(box.overlaps(other) for other in (*names, *self.written)) or _inside(box, self.drawn):
            return False
        nearer = NEARER if line.get_linestyle() != "None" else 2 * NEARER
        return self.room(box, line) > nearer * max(_distance(box, self.lines[line]), 2.0)

    def boxes(self, line: Line2D, spots: list[Spot]) -> list[Bbox | None]:
        """Where the line's name would be at each spot, measured once for all; nowhere if the point is not shown."""
        points = self.lines[line]
        shown = self.ax.patch.contains_points(points, radius=1.0)
        zero, scale = IdentityTransform(), self.ax.figure.dpi / 72
        sizes = {}
        for across, up in {spot[1:3] for spot in spots}:
            name = self.ax.text(0, 0, str(line.get_label()), ha=across, va=up, fontsize=SIZE, transform=zero)
            sizes[across, up] = _box(name)
            name.remove()
        return [
            sizes[spot[1:3]].translated(*(points[spot.at] + scale * np.array(spot.offset)))
            if shown[spot.at]
            else None
            for spot in spots
        ]


LEVEL, PLACE, NOTE = "words-over-a-level", "words-at-a-place", "note"
ALONG: list[tuple[float, Literal["left", "center", "right"]]] = [
    (0.99, "right"),
    (0.01, "left"),
    *((place / 10, "center") for place in range(8, 1, -1)),
    (0.99, "right"),
]
"""Marks of words over a level, at a place and with an arrow; those over a level stand at its first free share."""


def clear(canvas: Figure) -> None:
    """Move the words over each level to where they lie on nothing, if there is such a place.

    Words at a place near the right edge go to its left, or they would leave the panel.
    """
    _turn(canvas)
    notes = [(ax, note) for ax in canvas.axes for note in ax.texts if note.get_gid() == LEVEL]
    if notes:
        canvas.draw_without_rendering()
    for ax, note in notes:
        assert isinstance(note, Annotation)
        lines = [_pixels(line) for line in ax.get_lines() if not _level(line)]
        drawn, legend = _drawn(ax, lines), ax.get_legend()
        for share, side in ALONG:
            note.xy = (share, note.xy[1])
            note.set_horizontalalignment(side)
            if not (
                _inside(_box(note), drawn) or (legend and legend.get_window_extent().overlaps(_box(note)))
            ):
                break


def _turn(canvas: Figure) -> None:
    marks = [(ax, text) for ax in canvas.axes for text in ax.texts if text.get_gid() == PLACE]
    for _, mark in marks:
        _point(mark, 4, "left")  # where it stands in a narrower drawing of the same figure, too
    if marks:
        canvas.draw_without_rendering()
    for ax, mark in marks:
        if mark.get_window_extent().x1 > ax.get_window_extent().x1:
            _point(mark, -4, "right")


def _point(mark: Text, by: float, side: Literal["left", "right"]) -> None:
    """Write these words so many points to the right of their place, ending or beginning there."""
    assert isinstance(mark, Annotation)
    mark.set_position((by, 0))
    mark.set_horizontalalignment(side)


def _level(line: Line2D) -> bool:
    """Whether a line runs over the whole width at one height."""
    x, y = (np.asarray(values, dtype=float).tolist() for values in line.get_data())
    return bool(x == [0, 1] and y[0] == y[-1])


def direct(canvas: Figure) -> list[Annotation]:
    """Replace each legend whose names all find a place beside their lines; return these names."""
    canvas.draw_without_rendering()
    placed = {ax: _beside(ax) for ax in canvas.axes}
    for ax, names in placed.items():  # names at the end of a later panel make this one narrower
        if names and not _all_fit(ax, names):
            _undo(ax, names)
            placed[ax] = _beside(ax, ends=False)
    return [name for names in placed.values() for name in names]


def aside(canvas: Figure) -> bool:
    """Move each legend that lies on what is drawn to the right of its panel, or of the last of several alike.

    Return whether there was any.
    """
    canvas.draw_without_rendering()
    over = [ax for ax in canvas.axes if (legend := ax.get_legend()) and legend.get_visible() and _covers(ax)]
    for ax in over:
        last = canvas.axes[-1]
        alike = ax.get_legend_handles_labels()[1] == last.get_legend_handles_labels()[1]
        _beside_panel(ax, last if alike and not last.get_legend() else ax)
    return bool(over)


def _covers(ax: Axes) -> bool:
    """Whether the legend of a panel lies on a line, a mark, a bar or words."""
    legend = ax.get_legend()
    assert legend is not None
    box, panel = legend.get_window_extent().padded(-RIM), Panel(ax)
    bars = [patch.get_window_extent() for patch in ax.patches]
    return _inside(box, panel.drawn) or any(box.overlaps(other) for other in (*bars, *panel.written))


def _beside_panel(ax: Axes, host: Axes) -> None:
    """Draw the legend of `ax` again, to the right of `host`."""
    legend = ax.get_legend()
    assert legend is not None
    words, title = [text.get_text() for text in legend.get_texts()], legend.get_title().get_text() or None
    known: dict[str, Any] = dict(zip(*reversed(ax.get_legend_handles_labels()), strict=True))
    handles: list[Any] = [
        known.get(word, handle) for word, handle in zip(words, legend.legend_handles, strict=True)
    ]
    size = float(legend.get_texts()[0].get_fontsize())
    legend.remove()
    host.legend(handles, words, title=title, fontsize=size, loc="upper left", bbox_to_anchor=(1, 1))


def restore(canvas: Figure, names: list[Annotation]) -> None:
    """Take these names away, and show the legends again."""
    for ax in canvas.axes:
        _undo(ax, [name for name in names if name.axes is ax])


def _undo(ax: Axes, names: list[Annotation]) -> None:
    for name in names:
        name.remove()
    if legend := ax.get_legend():
        legend.set_visible(True)


def _beside(ax: Axes, *, ends: bool = True) -> list[Annotation]:
    """Name the lines of one panel, at their ends too, and hide its legend; or leave both as they are."""
    legend = ax.get_legend()
    handles, labels = ax.get_legend_handles_labels()
    lines = [handle for handle in handles if isinstance(handle, Line2D)]
    if legend is None or len(lines) < len(labels) or not 0 < len(lines) <= MOST or ax.patches or ax.images:
        return []
    if legend.get_title().get_text() or max(map(len, labels)) > LETTERS:
        return []
    legend.set_visible(False)
    names: list[Annotation] = []
    panel = Panel(ax)
    for line in sorted(lines, key=lambda one: -panel.lines[one][-1, 1]):
        spot = _best(panel, line, [name.get_window_extent() for name in names], ends=ends)
        if spot is None:
            break
        names.append(_name(ax, line, spot, panel.lines[line][spot.at]))
    canvas = ax.figure
    assert isinstance(canvas, Figure)
    canvas.draw_without_rendering()  # names at the end of a line make the panel narrower: look again
    if len(names) == len(lines) and _all_fit(ax, names):
        return names
    _undo(ax, names)
    return _beside(ax, ends=False) if ends else []


def _all_fit(ax: Axes, names: list[Annotation]) -> bool:
    panel = Panel(ax)
    owners = {
        name: next(line for line in panel.lines if line.get_label() == name.get_text()) for name in names
    }
    return all(
        panel.fits(
            _box(name),
            name.get_verticalalignment(),
            line,
            [other.get_window_extent() for other in owners if other is not name],
        )
        for name, line in owners.items()
    )


def _best(panel: Panel, line: Line2D, names: list[Bbox], *, ends: bool) -> Spot | None:
    """The first place that fits: at the end, or as far as possible from all other lines; of a histogram, its top."""
    points = np.unique(np.linspace(0, len(panel.lines[line]) - 1, PLACES).astype(int))
    spots = [*(ENDS if ends else ()), *(Spot(int(at), *side) for at in points for side in SIDES)]
    room = {
        spot: round(panel.room(box, line))  # whole pixels: processors differ in the last bit
        for spot, box in zip(spots, panel.boxes(line, spots), strict=True)
        if box and panel.fits(box, spot.up, line, names)
    }
    first = next((spot for spot in ENDS if spot in room), None)
    steps = line.get_drawstyle() != "default"
    rank = {
        spot: (min(far, AMPLE), panel.lines[line][spot.at, 1]) if steps else (far, 0)
        for spot, far in room.items()
    }
    inner = max((spot for spot in room if spot not in ENDS), key=rank.__getitem__, default=None)
    return first or inner if len(str(line.get_label())) <= SHORT else inner or first


def _name(ax: Axes, line: Line2D, spot: Spot, at: Points) -> Annotation:
    end = spot in ENDS
    return ax.annotate(
        str(line.get_label()),
        tuple(_places(line)[-1] if end else ax.transData.inverted().transform(at)),
        spot.offset,
        textcoords="offset points",
        ha=spot.across,
        va=spot.up,
        fontsize=SIZE,
        color=line.get_color(),
    )


def _box(name: Text) -> Bbox:
    """A name with the space around it."""
    return name.get_window_extent().padded(CLEAR)


def _drawn(ax: Axes, lines: list[Points]) -> Points:
    """All points of the panel's lines, bars of intervals and marks."""
    for group in ax.collections:
        if isinstance(group, LineCollection):
            lines = lines + [_filled(ax.transData.transform(segment)) for segment in group.get_segments()]
        elif isinstance(group, PathCollection):
            lines.append(ax.transData.transform(np.asarray(group.get_offsets())))
    return np.concatenate(lines) if lines else np.empty((0, 2))


def _pixels(line: Line2D) -> Points:
    """A line as a dense row of points on the screen; marks without a line are their places alone."""
    x, y = (np.asarray(values, dtype=float) for values in line.get_data())
    if line.get_drawstyle() != "default":
        x, y = STEP_LOOKUP_MAP[line.get_drawstyle()](x, y)
    places = np.asarray(line.get_transform().transform(np.column_stack([x, y])))
    places = places[np.isfinite(places).all(axis=1)]
    return places if line.get_linestyle() == "None" or len(places) < 2 else _filled(places)


def _places(line: Line2D) -> Points:
    return np.asarray(line.get_xydata(), dtype=float)


def _filled(places: Points) -> Points:
    lengths = np.hypot(*np.diff(places, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    steps = np.linspace(0, along[-1], max(2, int(along[-1] / FINE)))
    return np.column_stack([np.interp(steps, along, places[:, side]) for side in (0, 1)])


def _inside(box: Bbox, points: Points) -> bool:
    x, y = points.T
    return bool(((x > box.x0) & (x < box.x1) & (y > box.y0) & (y < box.y1)).any())


def _distance(box: Bbox, points: Points) -> float:
    """From a box to the nearest of these points."""
    x, y = points.T
    aside = np.maximum(np.maximum(box.x0 - x, x - box.x1), 0)
    above = np.maximum(np.maximum(box.y0 - y, y - box.y1), 0)
    return float(np.hypot(aside, above).min())
