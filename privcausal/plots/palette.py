"""One style for every figure: colours, dashes and marks that can be distinguished, on white and on black."""

from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

BLUE, ORANGE, GREEN, RED, PURPLE, SKY = "#0f6f86", "#b06a10", "#1b8f76", "#b93a4c", "#8d58a0", "#3d93c4"
"""Told apart by colour-blind readers, and legible on white and on black."""

SHADES = LinearSegmentedColormap.from_list("shades", ["#f1f5ea", "#8fc3c4", BLUE, "#0b3644"])
"""Of a map of values: from bright for the smallest to dark for the largest, as in the explorers."""

COLOURS = (BLUE, ORANGE, GREEN, RED, PURPLE, SKY)
DASHES = ("-", "--", ":", "-.", (0, (1, 2)), (0, (6, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P")

INK = "#0a0b0c"
"""A colour that occurs nowhere else: in the page it becomes the colour of the text around the figure."""

TEXT, WIDE = 7.0, 10.2
"""Inches of a figure as wide as the text, and of one as wide as listings: on the page both have one scale."""

STYLE: dict[Any, Any] = {
    "axes.edgecolor": INK,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.labelcolor": INK,
    "axes.prop_cycle": cycler(color=COLOURS, linestyle=DASHES),
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "figure.constrained_layout.use": True,
    "figure.max_open_warning": 0,
    "font.size": 11,
    "grid.alpha": 0.18,
    "grid.color": INK,
    "legend.frameon": False,
    "legend.labelcolor": "linecolor",
    "lines.linewidth": 1.8,
    "svg.fonttype": "none",
    "svg.hashsalt": "privcausal",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "ytick.major.size": 0,
    "ytick.minor.size": 0,
}


def figure(
    columns: int = 1, *, height: float = 3.4, width: float | None = None, ink: str = INK
) -> tuple[Figure, list[Axes]]:
    """A figure in the book's style with `columns` plots side by side; a figure for a file wants real ink.

    One plot is as wide as the text, and several take the width of a listing, unless a `width` is given.
    """
    style = STYLE | ({"axes.titlesize": 13} if columns == 1 and width == WIDE else {})
    mpl.rcParams.update({name: ink if value == INK else value for name, value in style.items()})
    size = width or (TEXT if columns == 1 else WIDE), height
    canvas, axes = plt.subplots(1, columns, figsize=size, squeeze=False)
    return canvas, list(axes[0])


def panels(columns: int = 1, *, height: float = 3.4) -> list[Axes]:
    """Empty panels side by side, in a figure of this height."""
    return figure(columns, height=height)[1]
