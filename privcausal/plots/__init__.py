"""Figures of the book: one style, shapes that recur, and drawings that go into the page as text."""

from privcausal.plots.figures_html import LEGIBLE, ON_AREA, PHONE, as_svg, show, stack, typeset
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
from privcausal.plots.pictures import approximate_privacy, parallel_composition, two_way_tables
from privcausal.plots.shapes import bars, compare, curves, forest, heat, histogram, note, panel, points
from privcausal.plots.spoken import describe

__all__ = [
    "BLUE",
    "COLOURS",
    "DASHES",
    "GREEN",
    "INK",
    "LEGIBLE",
    "MARKERS",
    "ON_AREA",
    "ORANGE",
    "PHONE",
    "PURPLE",
    "RED",
    "SKY",
    "approximate_privacy",
    "as_svg",
    "bars",
    "compare",
    "curves",
    "describe",
    "figure",
    "forest",
    "heat",
    "histogram",
    "note",
    "panel",
    "panels",
    "parallel_composition",
    "points",
    "show",
    "stack",
    "two_way_tables",
    "typeset",
]
