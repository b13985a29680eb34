"""The style of figures: as many looks as colours, each told apart, and panels in a figure of the wanted size."""

import re
from pathlib import Path

import pytest

from privcausal import plots

SHEET = (Path(__file__).parents[2] / "book" / "_static" / "privcausal.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("columns", [0, -1])
def test_a_figure_needs_a_panel(columns):
    with pytest.raises(ValueError, match="positive integer"):
        plots.figure(columns)


def test_looks_that_belong_together_are_all_different():
    assert len(set(plots.COLOURS)) == len(set(plots.DASHES)) == len(set(plots.MARKERS)) == 6


def test_the_pages_have_the_colours_of_the_figures_and_lighter_ones_for_the_dark():
    defined = re.findall(r"--pc-(\d): (#[0-9a-f]{6});", SHEET)
    light, dark, words = ([colour for _, colour in defined[at : at + 6]] for at in (0, 6, 12))
    assert [place for place, _ in defined] == [*"012345"] * 3
    assert tuple(light) == plots.COLOURS
    brightness = [[sum(bytes.fromhex(colour[1:])) for colour in part] for part in (words, light, dark)]
    assert all(word <= plain < bright for word, plain, bright in zip(*brightness, strict=True))


def test_panels_stand_in_a_figure_of_their_own_size():
    canvas, axes = plots.figure(2, height=2.0, width=5.0)
    assert len(axes) == 2
    assert tuple(canvas.get_size_inches()) == (5.0, 2.0)


def test_one_panel_is_as_wide_as_the_text_and_several_as_a_listing():
    """Seven widths on one page, and letters of as many sizes."""
    widths = [plots.panels(columns)[0].figure.get_size_inches()[0] for columns in (1, 2, 3, 4)]
    assert widths == [7.0, 10.2, 10.2, 10.2]
    broad = SHEET.rpartition(":root {")[2].partition("}")[0]
    sizes = {name: float(size) for name, size in re.findall(r"--pc-(\w+): ([\d.]+)rem", broad)}
    assert widths[1] / widths[0] == pytest.approx(sizes["wide"] / sizes["measure"], rel=0.002)
