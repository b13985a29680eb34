"""Names beside the lines that they name, wherever they find room; otherwise the legend stays.

A name stands at the end of its line, or along it, where it covers nothing and where its own line is by far the nearest.
"""

from collections.abc import Iterator

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import STEP_LOOKUP_MAP
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Annotation
from matplotlib.transforms import Bbox
from numpy.typing import NDArray

from privcausal.plots.palette import INK

Points = NDArray[np.float64]

MOST = 6
"""So many names find room beside their lines; more are better off in a list."""

LETTERS = 34
"""A longer name would take the drawing's room."""

SHORT = 18
"""At the end of its line a name of more letters would make the panel too narrow, so it looks along the line first."""

GAP, CLEAR = 5, 3
"""Points between a line and its name, and pixels around a name in which nothing else is drawn."""

FINE = 2.0
"""Pixels from one point of a line to the next, when a name looks for its place."""

NEARER = 2.2
"""How many times as far away as its own line every other line has to be."""

SIDES = [(ha, va) for va in ("bottom", "top") for ha in ("center", "left", "right")]


def direct(canvas: Figure) -> list[Annotation]:
    """Replace each legend whose names all find a place beside their lines; return these names."""
    canvas.draw_without_rendering()
    return [name for ax in canvas.axes for name in _beside(ax)]


def restore(canvas: Figure, names: list[Annotation]) -> None:
    """Take these names away, and show the legends again."""
    for name in names:
        name.remove()
    for ax in canvas.axes:
        if legend := ax.get_legend():
            legend.set_visible(True)


def _beside(ax: Axes) -> list[Annotation]:
    """Name the lines of one panel, and hide its legend; or leave both as they are."""
    legend = ax.get_legend()
    handles, labels = ax.get_legend_handles_labels()
    lines = [handle for handle in handles if isinstance(handle, Line2D)]
    if legend is None or len(lines) < len(labels) or not 0 < len(lines) <= MOST or ax.patches or ax.images:
        return []
    if legend.get_title().get_text() or max(map(len, labels)) > LETTERS:
        return []
    legend.set_visible(False)
    names: list[Annotation] = []
    for line in sorted(lines, key=lambda one: -_pixels(one)[-1, 1]):
        place = _best(ax, line, names)
        if place is None:
            break
        names.append(place)
    canvas = ax.figure
    assert isinstance(canvas, Figure)
    canvas.draw_without_rendering()  # names at the end of a line make the panel narrower: look again
    if len(names) == len(lines) and all(_fits(ax, name, line, names) for name, line in _owners(names, lines)):
        return names
    for name in names:
        name.remove()
    legend.set_visible(True)
    return []


def _owners(names: list[Annotation], lines: list[Line2D]) -> Iterator[tuple[Annotation, Line2D]]:
    for name in names:
        yield name, next(line for line in lines if line.get_label() == name.get_text())


def _best(ax: Axes, line: Line2D, names: list[Annotation]) -> Annotation | None:
    """The name at the first place that fits: at the end, or as far as possible from all other lines."""
    ends = [_name(ax, line, -1, "left", "center", up) for up in (0, 5, -5, 9, -9)]
    along = [
        _name(ax, line, at, ha, va)
        for at in np.unique(np.linspace(0, len(_places(line)) - 1, 25).astype(int))
        for ha, va in SIDES
    ]
    first = next((name for name in ends if _fits(ax, name, line, names)), None)
    free = [round(_room(ax, name, line)) if _fits(ax, name, line, names) else -1 for name in along]
    inner = (
        along[int(np.argmax(free))] if max(free) >= 0 else None
    )  # whole pixels: processors differ in the last bit
    found = first or inner if len(str(line.get_label())) <= SHORT else inner or first
    for name in {*ends, *along} - {found}:
        name.remove()
    return found


def _name(ax: Axes, line: Line2D, at: int, ha: str, va: str, up: float = 0) -> Annotation:
    x, y = _places(line)[at]
    right = {"left": GAP, "center": 0, "right": -GAP}[ha]
    rise = up if va == "center" else GAP if va == "bottom" else -GAP
    by = (right, rise)
    return ax.annotate(
        str(line.get_label()), (x, y), by, textcoords="offset points", ha=ha, va=va, fontsize=10, color=INK
    )


def _fits(ax: Axes, name: Annotation, line: Line2D, names: list[Annotation]) -> bool:
    """Whether a name lies in the panel, or to its right, covers nothing, and is nearest to its own line."""
    box, frame = name.get_window_extent().padded(CLEAR), ax.get_window_extent()
    if box.x0 < frame.x0 or box.y0 < frame.y0 or box.y1 > frame.y1 + 6:
        return False
    if box.x1 > frame.x1 and name.get_verticalalignment() != "center":
        return False
    written = [
        *names,
        *(
            text
            for text in ax.texts
            if not isinstance(text, Annotation) or text.get_verticalalignment() == "baseline"
        ),
    ]
    others = [other.get_window_extent() for other in written if other is not name and other.get_visible()]
    if any(box.overlaps(other) for other in others) or _inside(box, _drawn(ax)):
        return False
    return _room(ax, name, line) > NEARER * max(_distance(box, _pixels(line)), 2.0)


def _room(ax: Axes, name: Annotation, line: Line2D) -> float:
    """Pixels from a name to the nearest other line; so many that more make no difference, at most."""
    box = name.get_window_extent().padded(CLEAR)
    labelled = [one for one in ax.get_lines() if one is not line and not str(one.get_label()).startswith("_")]
    return min((_distance(box, _pixels(one)) for one in labelled), default=60.0)


def _drawn(ax: Axes) -> Points:
    """All points of the panel's lines, bars of intervals and marks."""
    lines = [_pixels(line) for line in ax.get_lines()]
    for group in ax.collections:
        if isinstance(group, LineCollection):
            lines += [_filled(ax.transData.transform(segment)) for segment in group.get_segments()]
        elif isinstance(group, PathCollection):
            lines.append(ax.transData.transform(np.asarray(group.get_offsets())))
    return np.concatenate(lines)


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
