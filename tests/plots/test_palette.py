"""The style of figures: as many looks as colours, each told apart, and panels in a figure of the wanted size."""

import pytest

from privcausal import plots


@pytest.mark.parametrize("columns", [0, -1])
def test_a_figure_needs_a_panel(columns):
    with pytest.raises(ValueError, match="positive integer"):
        plots.figure(columns)


def test_looks_that_belong_together_are_all_different():
    assert len(set(plots.COLOURS)) == len(set(plots.DASHES)) == len(set(plots.MARKERS)) == 6


def test_panels_stand_in_a_figure_of_their_own_size():
    axes = plots.panels(2, height=2.0, width=5.0)
    assert len(axes) == 2
    assert tuple(axes[0].figure.get_size_inches()) == (5.0, 2.0)
