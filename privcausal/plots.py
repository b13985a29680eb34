"""One style for every figure, and figures that go into the page as text: they follow dark mode and can be tested."""

import hashlib
import html
import io
import re
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.figure import Figure

BLUE, ORANGE, GREEN, RED, PURPLE, SKY = "#3a86c8", "#e08a1e", "#1fa187", "#d1495b", "#a56bb5", "#56b4e9"
"""Told apart by colour-blind readers, and legible on white and on black."""

DASHES = ("-", "--", ":", "-.")
MARKERS = ("o", "s", "^", "D")

INK = "#0a0b0c"
"""A colour that occurs nowhere else: in the page it becomes the colour of the text around the figure."""

PLACES = re.compile(r'\b(?:d|x|y|width|height|transform)="[^"]*"')
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
NAME = re.compile(r'(\bid="|url\(#|href="#)([^")]+)')

STYLE: dict[Any, Any] = {
    "axes.edgecolor": INK,
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.prop_cycle": cycler(color=[BLUE, ORANGE, GREEN, RED], linestyle=DASHES),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "figure.constrained_layout.use": True,
    "font.size": 11,
    "grid.alpha": 0.18,
    "grid.color": INK,
    "legend.frameon": False,
    "lines.linewidth": 1.8,
    "svg.fonttype": "none",
    "svg.hashsalt": "privcausal",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def figure(
    columns: int = 1, *, height: float = 3.4, width: float = 7.0, ink: str = INK
) -> tuple[Figure, list[Axes]]:
    """A figure in the book's style with `columns` plots side by side; a figure for a file wants real ink."""
    mpl.rcParams.update({name: ink if value == INK else value for name, value in STYLE.items()})
    canvas, axes = plt.subplots(1, columns, figsize=(width, height), squeeze=False)
    return canvas, list(axes[0])


def show(canvas: Figure, caption: str) -> Any:
    """The figure as inline SVG with a caption, and a description for those who cannot see it."""
    buffer = io.StringIO()
    canvas.savefig(buffer, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    plt.close(canvas)
    spoken = html.escape(describe(canvas.axes), quote=True)
    drawing = _inline(buffer.getvalue(), spoken)
    text = f'<figure class="plot">{drawing}<figcaption>{html.escape(caption)}</figcaption></figure>'
    return _in_page(text)


def _in_page(text: str) -> Any:
    """What a notebook shows as a piece of its page; outside of notebooks IPython may be missing."""
    try:
        from IPython.display import HTML
    except ImportError:
        return text
    return HTML(text)  # type: ignore[no-untyped-call]


def describe(axes: Sequence[Axes]) -> str:
    """What a figure shows, in words, read off the figure itself."""
    return " ".join(filter(None, map(_describe_one, axes)))


def _describe_one(ax: Axes) -> str:
    if not (ax.get_xlabel() or ax.get_ylabel()):  # a picture without axes says itself what it shows
        label = str(ax.get_label())
        return "" if label.startswith(("_", "<")) else label
    title = f"{ax.get_title(loc='left') or 'Plot'}: "
    series = [_describe_line(line) for line in ax.get_lines() if not str(line.get_label()).startswith("_")]
    what = "; ".join(series) or ("a coloured map" if ax.collections or ax.images else "a drawing")
    return f"{title}{ax.get_ylabel()} against {ax.get_xlabel()}. {what[0].upper()}{what[1:]}."


def _describe_line(line: mpl.lines.Line2D) -> str:
    heights = np.asarray(line.get_ydata(), dtype=float)
    return f"{line.get_label()} goes from {heights[0]:.3g} to {heights[-1]:.3g}"


def _inline(svg: str, spoken: str) -> str:
    """Cut the XML prologue, let ink follow the page's text colour, and make the ids unique to this figure."""
    svg = svg[svg.index("<svg") :].strip().replace(INK, "currentColor")
    svg = re.sub(r"<(metadata|style)\b.*?</\1>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;\"]+", "font-family: inherit", svg)
    svg = PLACES.sub(lambda places: NUMBER.sub(_shortened, places[0]), svg)
    numbers: dict[str, int] = {}  # Matplotlib's own names hash the places, with all their digits
    svg = NAME.sub(lambda name: f"{name[1]}{numbers.setdefault(name[2], len(numbers))}", svg)
    mark = hashlib.sha256(svg.encode()).hexdigest()[:8]
    svg = NAME.sub(rf"\g<1>f{mark}-\g<2>", svg)
    return svg.replace("<svg ", f'<svg role="img" aria-label="{spoken}" ', 1)


def _shortened(number: re.Match[str]) -> str:
    """A place to a hundredth of a point: further digits are invisible, and differ from processor to processor."""
    return f"{round(float(number[0]), 2) + 0.0:.2f}".rstrip("0").rstrip(".")
