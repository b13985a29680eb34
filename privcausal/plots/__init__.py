"""Figures of the book: one style, shapes that recur, and drawings that go into the page as text."""

from privcausal.plots.figures_html import LEGIBLE, PHONE, as_svg, show, stack, typeset
from privcausal.plots.palette import (
    BLUE,
    COLOURS,
    DASHES,
    GREEN,
    INK,
    MARKERS,
    ORANGE,
    PURPLE,
    RED,
    SKY,
    figure,
    panels,
)
from privcausal.plots.shapes import bars, compare, curves, forest, heat, histogram, panel, points
from privcausal.plots.spoken import describe

__all__ = [
    "BLUE",
    "COLOURS",
    "DASHES",
    "GREEN",
    "INK",
    "LEGIBLE",
    "MARKERS",
    "ORANGE",
    "PHONE",
    "PURPLE",
    "RED",
    "SKY",
    "as_svg",
    "bars",
    "compare",
    "curves",
    "describe",
    "figure",
    "forest",
    "heat",
    "histogram",
    "panel",
    "panels",
    "points",
    "show",
    "stack",
    "typeset",
]
