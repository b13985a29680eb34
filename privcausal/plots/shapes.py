"""Shapes that recur in figures: curves, marks, histograms, intervals by name, bars and maps.

Each draws on the panel `ax`, or on a new one, and returns it. Other arguments go to `panel`, and from
there to `Axes.set`, when all is drawn. An uncertain value, a row of three numbers (value, low, high) or an `Estimate`,
gets a band or a bar.
"""

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.transforms import ScaledTranslation
from numpy.typing import ArrayLike, NDArray

from privcausal.plots.direct_labels import LEVEL, NOTE, PLACE
from privcausal.plots.palette import COLOURS, DASHES, INK, MARKERS, SHADES, WIDE, figure

Series = Mapping[str, Any]
"""The values to draw, by the name that the legend gives them."""

FEW = 3
"""Areas that can lie over each other and still be told apart."""

Rules = float | Iterable[float] | Mapping[float, str]
"""Where thin lines run, and the label of each."""


def panel(
    ax: Axes | None = None,
    *,
    log: str = "",
    level: Rules = (),
    place: Rules = (),
    height: float = 3.4,
    wide: bool = False,
    **look: Any,
) -> Axes:
    """A panel with logarithmic axes where `log` says "x", "y" or "xy", and thin lines at levels and at places.

    A `wide` panel takes the margin too, and its title is larger.
    """
    ax = ax or figure(height=height, width=WIDE if wide else None)[1][0]
    ax.set(**{f"{side}scale": "log" for side in log}, **look)
    for value, words in _noted(level):
        ax.axhline(value, color=INK, linewidth=1.1, linestyle=":")
        _write(ax, words, (0.99, value), (0, 4), ("axes fraction", "data"), ha="right", gid=LEVEL)
    for value, words in _noted(place):
        ax.axvline(value, color=INK, linewidth=1.1, linestyle=":")
        _write(ax, words, (value, 0.93), (4, 0), ("data", "axes fraction"), ha="left", gid=PLACE)
    return ax


def _write(
    ax: Axes, words: str, at: tuple[float, float], by: tuple[int, int], where: Any, **look: Any
) -> None:
    if words:
        ax.annotate(words, at, by, where, "offset points", fontsize=9, **look)


def note(ax: Axes, words: str, at: tuple[float, float], by: tuple[float, float], **look: Any) -> None:
    """Write what is to be seen at a point so many points away from it, with an arrow to it.

    A phone has no room for notes, so the caption has to say the same.
    """
    right, above = by[0] > 0, by[1] > 0
    # Beside its point the arrow begins at the end of the words, or else above or below them.
    beside = abs(by[0]) > 2 * abs(by[1])
    arrow = {
        "arrowstyle": "-|>,head_width=0.15,head_length=0.3",
        "connectionstyle": f"arc3,rad={0.2 if right == above else -0.2}",
        "relpos": (1 - right, 0.5) if beside else (0.5, 1 - above),
        "color": INK,
        "linewidth": 0.8,
        "shrinkB": 4,
    }
    where = {"ha": "left" if right else "right", "textcoords": "offset points"}
    ax.annotate(words, at, by, arrowprops=arrow, gid=NOTE, fontsize=10, **where | look)


def _noted(rules: Rules) -> list[tuple[float, str]]:
    if isinstance(rules, Mapping):
        return list(rules.items())
    return [(value, "") for value in (rules if isinstance(rules, Iterable) else [rules])]


def curves(
    x: ArrayLike,
    lines: Series,
    *,
    ax: Axes | None = None,
    marked: bool = False,
    steps: bool = False,
    area: bool = False,
    alpha: float = 1.0,
    first: int | None = None,
    colours: Sequence[str] = (),
    **look: Any,
) -> Axes:
    """Lines over `x`, each with the band of its values; with a mark at each value, or as steps, where wanted.

    The areas under a few curves are tinted if they are steps, or where wanted.

    Examples
    --------
    >>> ax = curves([1, 2], {"loss": [0.5, 0.1]}, xlabel="step", ylabel="loss", log="y")
    >>> ax.get_yscale()
    'log'
    """
    ax = _found(ax, look)
    for values, style in _series(ax, lines, colours, first):
        middle, band = intervals(values)
        style |= {"markersize": 4} if marked else {"marker": ""}
        ax.plot(x, middle, drawstyle="steps-mid" if steps else "default", alpha=alpha, **style)
        if (steps or area) and len(lines) <= FEW and style["color"] != INK:
            ax.fill_between(
                x, middle, step="mid" if steps else None, color=style["color"], alpha=0.15, linewidth=0
            )
        if band is not None:
            ax.fill_between(np.asarray(x), *band, color=style["color"], alpha=0.15, linewidth=0)
    return panel(ax, **look)


def points(
    x: ArrayLike,
    marks: Series,
    *,
    ax: Axes | None = None,
    size: float = 4.5,
    alpha: float = 1.0,
    first: int | None = None,
    colours: Sequence[str] = (),
    **look: Any,
) -> Axes:
    """Marks over `x`, each with the bar of its interval."""
    ax = _found(ax, look)
    for values, style in _series(ax, marks, colours, first):
        middle, bar = intervals(values)
        ax.plot(x, middle, **style | {"linestyle": "none", "markersize": size, "alpha": alpha})
        if bar is not None:
            ax.vlines(x, *bar, color=style["color"], linewidth=1.4)
    return panel(ax, **look)


def histogram(samples: Series, bins: ArrayLike, *, density: bool = False, **look: Any) -> Axes:
    """The share of each sample that falls into each bin, or its density there, as steps."""
    edges = np.asarray(bins, dtype=float)
    per = np.diff(edges) if density else 1.0
    shares = {
        name: _standing(np.histogram(sample, edges)[0]) / np.size(sample) / per
        for name, sample in samples.items()
    }
    return curves((edges[1:] + edges[:-1]) / 2, shares, **{"steps": True, "area": True, **look})


def _standing(counts: ArrayLike) -> NDArray[np.float64]:
    """Return counts without the empty ones outside, except for one at either end: no line runs along zero.

    >>> _standing([0, 0, 3, 0, 2, 0])
    array([nan,  0.,  3.,  0.,  2.,  0.])
    """
    found = np.array(counts, dtype=float)
    some = np.flatnonzero(found)
    if some.size:
        found[: max(some[0] - 1, 0)] = found[some[-1] + 2 :] = np.nan
    return found


def compare(names: Sequence[object], series: Series, *, ax: Axes | None = None, **look: Any) -> Axes:
    """Estimates side by side above each name, and the bars of their intervals."""
    ax = _found(ax, look)
    ax.set_xticks(range(len(names)), [str(name) for name in names])
    for shift, (label, values) in zip(_shifts(len(series)), series.items(), strict=True):
        points(np.arange(len(names)) + shift, {label: values}, ax=ax)
    return panel(ax, **look)


def forest(
    names: Sequence[object],
    series: Series,
    *,
    ax: Axes | None = None,
    apart: bool = False,
    colours: Sequence[str] = (),
    **look: Any,
) -> Axes:
    """A row for each name, the first on top, with estimates and the bars of their intervals.

    A series is as long as the names, or is a mapping from names to values; several are drawn side by side if they go
    `apart`.
    """
    ax = _found(ax, look)
    ax.set_yticks(range(len(names)), [str(name) for name in names])
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.grid(True, axis="both")  # the line of a row leads from its name to its mark
    shifts = _shifts(len(series)) if apart else np.zeros(len(series))
    for shift, (values, style) in zip(shifts, _series(ax, series, colours), strict=True):
        reference = values if isinstance(values, Mapping) else dict(zip(names, values, strict=True))
        rows = np.array([row for row, name in enumerate(names) if name in reference]) + shift
        middle, bar = intervals([reference[name] for name in names if name in reference])
        ax.plot(middle, rows, **style | {"linestyle": "none", "markersize": 5})
        if bar is not None:
            ax.hlines(rows, *bar, color=style["color"], linewidth=1.8)
    return panel(ax, **look)


def bars(names: Sequence[object], parts: Series, *, ax: Axes | None = None, **look: Any) -> Axes:
    """A row for each name, the first on top: its parts, one after the other."""
    ax = _found(ax, look)
    start = np.zeros(len(names))
    for colour, hatch, (label, lengths) in zip(COLOURS, ("", "//", "..", "xx"), parts.items(), strict=False):
        ax.barh(range(len(names)), lengths, left=start, color=colour, hatch=hatch, label=label)
        start = start + np.asarray(lengths, dtype=float)
    ax.set_yticks(range(len(names)), [str(name) for name in names])
    ax.invert_yaxis()
    ax.grid(False, axis="y")
    ax.grid(True, axis="x")
    return panel(ax, **look)


def heat(
    x: ArrayLike,
    y: ArrayLike,
    values: NDArray[np.float64],
    *,
    ax: Axes | None = None,
    span: tuple[float | None, float | None] = (None, None),
    key: str | None = "",
    **look: Any,
) -> Axes:
    """A map of values, dark where they are large, between the ends of `span`, with a key unless it is None.

    A key of a map with a span stands beside all panels, which share it.
    """
    ax = _found(ax, look)
    low, high = span
    shown = np.round(
        values, 9
    )  # the last bit, which processors differ in, must not choose between two colours
    look_up: dict[str, Any] = {"cmap": SHADES, "vmin": low, "vmax": high}
    if _even(x) and _even(y):  # one pixel a value, enlarged by the browser: a hundredth of as many squares
        frame = (*_ends(x, shown.shape[1]), *_ends(y, shown.shape[0]))
        pixels: dict[str, Any] = {
            "extent": frame,
            "origin": "lower",
            "aspect": "auto",
            "interpolation": "none",
        }
        shades: Any = ax.imshow(shown, **pixels, **look_up)
    else:
        shades = ax.pcolormesh(x, y, shown, edgecolor="face", linewidth=0.5, **look_up)
    ax.grid(False)
    if key is not None:
        shared = ax.figure.axes if None not in span else ax
        bar = ax.figure.colorbar(shades, ax=shared, shrink=0.8).ax
        bar.set_ylabel(textwrap.fill(key, 12), rotation=0, ha="left", va="bottom")
        above = ScaledTranslation(0, 9 / 72, ax.figure.dpi_scale_trans)
        bar.yaxis.set_label_coords(0, 1, bar.transAxes + above)
    return panel(ax, **look)


def _even(places: ArrayLike) -> bool:
    """Whether neighbouring places are equally far apart."""
    steps = np.diff(np.asarray(places, dtype=float))
    return bool(len(steps)) and np.allclose(steps, steps[0])


def _ends(places: ArrayLike, cells: int) -> tuple[float, float]:
    """The outer edges of so many cells: the places are their edges, if there is one more of them, or their centres."""
    line = np.asarray(places, dtype=float)
    half = 0 if len(line) > cells else (line[1] - line[0]) / 2
    return line[0] - half, line[-1] + half


def intervals(values: Any) -> tuple[NDArray[np.float64], NDArray[np.float64] | None]:
    """The values, and the lower and upper ends of their intervals if they have any.

    >>> intervals([(0.5, 0.25, 1.0)])
    (array([0.5]), array([[0.25],
           [1.  ]]))
    """
    rows = np.array([[v.value, v.low, v.high] if hasattr(v, "low") else v for v in values], dtype=float)
    return (rows, None) if rows.ndim == 1 else (rows[:, 0], rows[:, 1:].T)


def _found(ax: Axes | None, look: dict[str, Any]) -> Axes:
    """The panel to draw on: this one, or a new one of the size that is taken out of `look`."""
    size = {name: look.pop(name) for name in ("height", "wide") if name in look}
    return ax or panel(**size)


def _series(
    ax: Axes, lines: Series, colours: Sequence[str], first: int | None = None
) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Yield values and look of each series: the next colour, dash and mark not used yet, or starting with `first`."""
    used = sum(not str(line.get_label()).startswith("_") for line in ax.get_lines())
    for number, (label, values) in enumerate(lines.items()):
        place = number + (used if first is None else first)
        dash, marker = DASHES[place % len(DASHES)], MARKERS[place % len(MARKERS)]
        colour = colours[number % len(colours)] if colours else COLOURS[place % len(COLOURS)]
        yield values, {"label": label, "color": colour, "linestyle": dash, "marker": marker}


def _shifts(number: int) -> Any:
    """Return the distance from its name of each of `number` estimates."""
    return (np.arange(number) - (number - 1) / 2) * min(0.24, 0.6 / number)
