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
    axes = plots.panels(2, height=2.0, width=5.0)
    assert len(axes) == 2
    assert tuple(axes[0].figure.get_size_inches()) == (5.0, 2.0)
