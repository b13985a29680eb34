"""Every figure has a drawing for a phone, in which no text is smaller than eleven pixels."""

import json
import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from privcausal.plots import LEGIBLE, PHONE

CHAPTERS = sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))

LINES = re.compile(r"<(?:path|use)\b[^>]*/>")
"""Most of a drawing, and no text."""

SMALL: dict[str, int] = {}
"""Chapters of which so many figures have no legible drawing yet: this list may only shrink."""


def pages(path):
    """What the cells of a chapter show as a piece of their page."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    shown = [
        output.get("data", {}).get("text/html", "") for cell in cells for output in cell.get("outputs", [])
    ]
    return ["".join(text) for text in shown if "figure" in "".join(text)]


def sizes(drawing):
    """Of each text, in points; the largest of its parts, because indices and powers are smaller."""
    for text in drawing.find_all("text"):
        parts = [text, *text.find_all("tspan")]
        results = [
            part for style in parts for part in style.get("style", "").split(";") if "font-size" in part
        ]
        if results:
            yield max(float(part.split(":")[1].strip().removesuffix("px")) for part in results)


def legible(figure):
    """Is there a drawing that is no wider than a phone and has no small text?"""
    drawing = figure.select_one(".narrow > svg")
    if drawing is None:
        return False
    width = float(drawing["viewbox"].split()[2])
    return width <= 72 * PHONE and min(sizes(drawing), default=LEGIBLE) >= LEGIBLE


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_figures_are_legible_on_a_phone(path):
    figures = [
        figure
        for page in pages(path)
        for figure in BeautifulSoup(LINES.sub("", page), "html.parser").select("figure.plot")
    ]
    small = sum(not legible(figure) for figure in figures)
    assert small <= SMALL.get(path.stem, 0), (
        f"{small} of {len(figures)} figures; draw them with privcausal.plots"
    )


def test_a_small_text_or_a_wide_drawing_is_seen():
    power = '<tspan style="font-size: 8px">2</tspan>'
    text = f'<text style="font-size: 11px">a{power}</text>'
    good = f'<figure><div class="narrow"><svg viewBox="0 0 342 9">{text}</svg></div></figure>'
    for page, wanted in (
        (good, True),
        (good.replace("11px", "10px"), False),
        (good.replace("342", "504"), False),
        (good.replace("narrow", "wide"), False),
    ):
        assert legible(BeautifulSoup(page, "html.parser")) is wanted


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_no_text_sends_the_reader_to_a_side(path):
    """On a phone the two drawings of a figure stand one above the other: the text names what it means."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    text = " ".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    assert not re.findall(r"\bOn the (?:left|right)\b[^.]*", text)
