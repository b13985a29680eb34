"""Room behind a formula in a sentence: its ink stays as far from the next word as the ink of a letter of the text does.

MathJax counts the overhang of an italic letter into its width and adds nothing, so that a slanted P, f or U ends where
the blank begins, and the blank looks too narrow.
"""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree as ET

from fontTools.misc.transform import Identity, Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path

LEAST = 60
"""Thousandths of an em between the ink of a formula and the end of its box: what an upright letter has."""

MOVES = re.compile(r"(translate|scale)\(([^)]*)\)")
BOX = re.compile(r'width="(?P<width>[\d.]+)ex"(?P<between>.*? viewBox="\S+ \S+ )(?P<units>[\d.]+)', re.S)


def spaced(drawing: str, glyphs: dict[str, str]) -> str:
    """A drawing with as much room behind its ink as a letter has."""
    whole = re.match(r"<svg\b.*?</svg>(?!.*</svg>)", drawing, re.S)
    frame = BOX.search(drawing)
    if not (whole and frame):
        return drawing
    end = _end(ET.fromstring(re.sub(r"\bxlink:", "", whole[0])), Identity, glyphs)
    more = round(LEAST - (float(frame["units"]) - end))
    if end <= 0 or more <= 0:
        return drawing
    units = float(frame["units"]) + more
    width = float(frame["width"]) * units / float(frame["units"])
    wider = f'width="{width:.3f}ex"{frame["between"]}{units:g}'
    return drawing[: frame.start()] + wider + drawing[frame.end() :]


def _end(part: ET.Element, place: Transform, glyphs: dict[str, str]) -> float:
    """Where the ink of a part of a drawing ends on the right, in units of the whole."""
    for kind, numbers in MOVES.findall(part.get("transform", "")):
        values = [float(number) for number in re.split(r"[ ,]+", numbers.strip())]
        place = getattr(place, kind)(*values)
    place = place.translate(float(part.get("x", 0)), 0) if part.tag != "rect" else place
    if part.tag == "svg" and not part.get("width", "ex").endswith("ex"):
        # Part of a stretched sign: it is cut off at its frame.
        return float(place.transformPoint((float(part.get("width", 0)), 0))[0])
    ends = [_end(inner, place, glyphs) for inner in part]
    if part.tag == "use" and (outline := glyphs.get(part.get("href", "")[1:])):
        ends.append(place.transformPoint((_right(outline), 0))[0])
    elif part.tag == "rect":
        ends.append(place.transformPoint((float(part.get("x", 0)) + float(part.get("width", 0)), 0))[0])
    return max(ends, default=0.0)


@cache
def _right(outline: str) -> float:
    pen = BoundsPen(None)
    parse_path(outline, pen)
    return float(pen.bounds[2]) if pen.bounds else 0.0
