"""Pictures of an idea, each for one chapter of the course: what composition divides, excepts and releases.

They compute what they show, and bring their own captions.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from privcausal.plots.figures_html import ON_AREA, show
from privcausal.plots.palette import BLUE, INK, RED, panels
from privcausal.plots.shapes import curves, panel

ROW = 6
"""Dots side by side in a village."""

LEVELS, LEAST, KEY_STEPS = 100, 0.08, 24
"""Shades between an empty cell and the fullest one, and how strong the colour of the least of the others is."""


def parallel_composition(counts: Sequence[int] = (12, 30, 20), epsilon: float = 0.2) -> Any:
    """Parallel composition: which counts change, and what they cost, if you are replaced from near or far."""
    axes = panels(2, height=2.8)
    for ax, after, title in zip(
        axes,
        ((counts[0] - 1, *counts[1:]), (counts[0] - 1, counts[1] + 1, *counts[2:])),
        ("From your own village", "From another village"),
        strict=True,
    ):
        changed = sum(before != now for before, now in zip(counts, after, strict=True))
        ax.set_title(f"{title}: cost {changed * epsilon:g}")
        _people(ax, counts, after)
    caption = (
        f"Infected people in villages, one dot each; each count is published at ε = {epsilon:g}. "
        "Left: you are replaced by somebody from your own village who is not infected, so one count changes. "
        "Right: by an infected person from another village, so two counts change."
    )
    return show(axes, caption)


def _people(ax: Axes, before: Sequence[int], after: Sequence[int]) -> None:
    """Draw a dot for each person, whoever leaves as a ring and whoever arrives in another colour."""
    words = []
    for village, (count, now) in enumerate(zip(before, after, strict=True)):
        left, kept = village * (ROW + 3.0), min(count, now)
        places = [(left + place % ROW, place // ROW) for place in range(max(count, now))]
        ax.plot(*zip(*places[:kept], strict=True), "o", color=BLUE, markersize=6)
        for x, y in places[kept:]:
            if now > count:
                ax.plot(x, y, "D", color=RED, markersize=6)
            else:
                ax.plot(x, y, "o", color=INK, fillstyle="none", markersize=6)
        text = f"{count}" if now == count else f"{count} → {now}"
        words.append(f"village {village + 1}: {text}")
        middle = left + (ROW - 1) / 2
        ax.text(middle, -1.3, text, ha="center", va="center", fontweight="bold" if now != count else "normal")
        ax.text(
            middle, -2.5, f"village {village + 1}" if village else "your village", ha="center", va="center"
        )
    ax.set(xlim=(-1, len(before) * (ROW + 3.0) + 2), ylim=(-3.2, 5.6))
    ax.set_axis_off()
    ax.set_label(f"{ax.get_title(loc='left')}. {', '.join(words).capitalize()}.")


def approximate_privacy(answers: int = 100, epsilon: float = 0.1, delta: float = 1e-6) -> Any:
    """Approximate privacy: the usual lists of answers, and those that the δ pays for."""
    from scipy.stats import binom

    odds = math.exp(epsilon)
    true = np.arange(answers + 1)
    losses = epsilon * (2 * true - answers)
    bound = math.sqrt(2 * answers * math.log(1 / delta)) * epsilon + answers * epsilon**2 / 2
    yours, other = (binom.pmf(true, answers, chance / (1 + odds)) for chance in (odds, 1))
    tail = yours[losses > bound].sum()
    ax = curves(
        losses,
        {"your table": yours, "the neighbour": other},
        log="y",
        xlim=(-7, 7.5),
        ylim=(1e-12, 1),
        place={bound: f"bound {bound:.2f}"},
    )
    ax.fill_between(losses, 1e-12, yours, where=losses > bound, color=BLUE, alpha=0.3, linewidth=0)
    at = int(np.argmin(abs(losses - 3)))
    assert np.isclose(losses[at], 3), "the loss at which the arrow stands"
    ax.annotate(
        "", (losses[at], yours[at]), (losses[at], other[at]), arrowprops={"arrowstyle": "<->", "color": INK}
    )
    ax.annotate(
        f"e³ = {yours[at] / other[at]:.0f} times",
        (losses[at], yours[at]),
        (5, 3),
        textcoords="offset points",
    )
    caption = (
        f"Exact probability of each total loss of {answers} answers at ε = {epsilon:g}, on both tables. "
        "The distance between the curves is the loss. Shaded: the exceptions, with a loss above "
        f"{bound:.2f}; on your table their probability is {tail:.0e}, less than δ = {delta:.0e}."
    )
    return show(ax, caption, "total privacy loss", "probability")


Table = NDArray[np.float64]


def two_way_tables(
    tables: Mapping[tuple[int, int], Table],
    names: Sequence[str],
    enlarged: tuple[tuple[int, int], Sequence[str], Sequence[str]] | None = None,
) -> Any:
    """Every two-way table as a tile of shaded cells, in the row and the column of its two variables.

    One is also `enlarged`, with its counts, as the key to the others: its pair, and the names of both categories.
    """
    ax = panel(height=5, wide=True)
    most = max(float(table.max()) for table in tables.values())
    for (x, y), table in tables.items():
        _tile(ax, table, (x + 0.08, -y + 0.08), (0.84, 0.84), most)
    for place, name in enumerate(names):
        ax.text(place + 0.5, -place + 0.5, name, ha="center", va="center", fontweight="bold", gid=ON_AREA)
    key = ""
    if enlarged:
        (x, y), *categories = enlarged
        (left, low), _ = ENLARGED
        ax.plot((left, x + 0.92), (low, 0.92 - y), color=INK, linewidth=0.8)  # from corner to corner
        key = f" Enlarged, {_enlarge(ax, tables[x, y], (names[x], names[y]), categories, most)}."
        _key(ax, most)
    ax.set(xlim=(0, len(names)), ylim=(1 - len(names), 1))
    ax.set_axis_off()
    pairs = ", ".join(f"{names[x]} with {names[y]}" for x, y in tables)
    caption = (
        f"The release: {len(tables)} tables with noise, each below one of its variables and left of the other. "
        "The stronger the colour of a cell, the more people. Everything else is computed from these cells."
    )
    return show(ax, caption, spoken=f"Tables of {pairs}, with stronger colours for larger counts.{key}")


def _tile(ax: Any, table: Table, corner: tuple[float, float], size: tuple[float, float], most: float) -> None:
    """Shaded cells: the first variable from left to right, the second from the top down."""
    wide, high = (side / cells for side, cells in zip(size, table.shape, strict=True))
    for (across, down), count in np.ndenumerate(np.maximum(table, 0)):
        at = corner[0] + across * wide, corner[1] + size[1] - (down + 1) * high
        _cell(ax, at, wide, high, float(count) / most)
    ax.add_patch(Rectangle(corner, *size, fill=False, edgecolor=INK, linewidth=0.8))


def _cell(ax: Any, at: tuple[float, float], wide: float, high: float, share: float) -> None:
    """A cell with a rim, or one with few people would be taken for the page, on white as on black."""
    look: dict[str, Any] = {
        "facecolor": (BLUE, _strength(share) if share else 0),
        "edgecolor": (INK, 0.4),
        "linewidth": 0.5,
    }
    ax.add_patch(Rectangle(at, wide, high, **look))


def _strength(share: float) -> float:
    """How strong the colour of such a share of the fullest cell is."""
    return round(LEVELS * (LEAST + (1 - LEAST) * share)) / LEVELS


def _key(ax: Any, most: float) -> None:
    """The colours from nobody to the fullest cell as one bar, in the corner that the tables leave free."""
    (left, low), wide, high = KEY, 1.08, 0.17
    for step in range(KEY_STEPS):
        look: dict[str, Any] = {"facecolor": (BLUE, _strength((step + 0.5) / KEY_STEPS)), "linewidth": 0}
        ax.add_patch(
            Rectangle(
                (left + wide * step / KEY_STEPS, low), wide / KEY_STEPS, high, antialiased=False, **look
            )
        )
    for count in (step for step in MaxNLocator(3, integer=True).tick_values(0, most) if 0 <= step <= most):
        at = left + wide * count / most
        ax.add_patch(Rectangle((at - 0.006, low - 0.03), 0.012, 0.03, facecolor=INK, linewidth=0))
        ax.text(at, low - 0.06, f"{count:,.0f}", ha="center", va="top", gid=ON_AREA)
    ax.text(left, low + high + 0.06, "people in a cell", va="bottom")


def _enlarge(
    ax: Any, table: Table, names: tuple[str, str], categories: Sequence[Sequence[str]], most: float
) -> str:
    """One table in the empty corner, with its counts, and the same in words."""
    counts = {cell: f"{count:,.0f}".replace("-", "−") for cell, count in np.ndenumerate(table)}
    (left, low), (wide, high) = ENLARGED
    _tile(ax, table, *ENLARGED, most)
    columns, rows = (
        side / cells * (np.arange(cells) + 0.5) for side, cells in zip((wide, high), table.shape, strict=True)
    )
    for (across, down), count in counts.items():
        ax.text(left + columns[across], low + high - rows[down], count, ha="center", va="center", gid=ON_AREA)
    for across, word in enumerate(categories[0]):
        ax.text(left + columns[across], low + high + 0.06, word, ha="center", va="bottom")
    for down, word in enumerate(categories[1]):
        ax.text(left - 0.06, low + high - rows[down], word, ha="right", va="center")
    ax.text(left + wide / 2, low + high + 0.3, names[0], ha="center", va="bottom", fontweight="bold")
    ax.text(left - 0.06, low + high + 0.06, names[1], ha="right", va="bottom", fontweight="bold")
    told = (
        f"{names[0]} {categories[0][across]}, {names[1]} {categories[1][down]}: {count}"
        for (across, down), count in counts.items()
    )
    return "; ".join(told)


ENLARGED, KEY = ((2.7, -0.75), (2.2, 1.1)), (3.85, -1.55)
"""The corner and the size of the table that is enlarged, and the corner of the key to the colours below it."""
