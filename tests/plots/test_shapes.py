"""Shapes of figures: what each draws, with which looks, and how uncertain values are shown."""

import numpy as np
from matplotlib.text import Text

from privcausal import plots
from privcausal.verify.checks.measured import Estimate


def colours(ax):
    return [line.get_color() for line in ax.get_lines() if not line.get_label().startswith("_")]


def test_curves_take_the_looks_that_a_panel_has_left_and_show_their_bands():
    ax = plots.curves([1, 10], {"a": [1, 2], "b": [(1, 0, 2), (2, 1, 4)]}, log="x", marked=True)
    plots.points([1], {"c": [3]}, ax=ax)
    plots.curves([1], {"again a": [0]}, ax=ax, first=0)
    plots.curves([1], {"ink": [0]}, ax=ax, colours=[plots.INK])
    assert colours(ax) == [*plots.COLOURS[:3], plots.BLUE, plots.INK]
    assert [line.get_marker() for line in ax.get_lines()[:3]] == ["o", "s", "^"]
    (band,) = ax.collections
    assert band.get_paths()[0].get_extents().ymax == 4
    assert ax.get_xscale() == "log"


def test_a_curve_may_be_faint_and_no_other_is():
    ax = plots.curves([1, 2], {"one world": [1, 2]})
    plots.curves([1, 2], {"the other": [2, 1]}, ax=ax, first=0, alpha=0.45)
    assert [line.get_alpha() for line in ax.get_lines()] == [1.0, 0.45]
    assert colours(ax) == [plots.BLUE, plots.BLUE]


def test_a_panel_has_thin_lines_where_it_is_told_and_says_what_they_are():
    ax = plots.panel(level={0.5: "a coin toss"}, place=(1, 2), xlabel="x")
    across, *upright = ax.get_lines()
    assert list(across.get_ydata()) == [0.5, 0.5]
    assert [line.get_xdata()[0] for line in upright] == [1, 2]
    assert [text.get_text() for text in ax.texts] == ["a coin toss"]
    assert ax.get_xlabel() == "x"


def test_a_wide_panel_takes_the_margin_too_and_its_title_is_larger():
    wide, plain = (
        plots.curves([1, 2], {"a": [1, 2]}, wide=True, height=2, title="so"),
        plots.panel(title="so"),
    )
    assert [tuple(ax.figure.get_size_inches()) for ax in (wide, plain)] == [(10.2, 2.0), (7.0, 3.4)]
    sizes = [
        ax.findobj(lambda part: getattr(part, "get_text", str)() == "so")[0].get_fontsize()
        for ax in (wide, plain)
    ]
    assert sizes == [13, 11]


def test_a_note_points_at_its_place_from_where_the_arrow_crosses_no_word():
    ax = plots.curves([0, 1], {"a": [0, 1]}, wide=True)
    plots.note(ax, "to the right", (0.5, 0.5), (60, 5))
    plots.note(ax, "below to the left", (0.5, 0.5), (-30, -60))
    ax.figure.draw_without_rendering()
    beside, below = (text for text in ax.texts)
    point = ax.transData.transform((0.5, 0.5))
    assert beside.xy == below.xy == (0.5, 0.5)
    for note in (beside, below):
        words, arrow = Text.get_window_extent(note), note.arrow_patch.get_path()
        path = note.arrow_patch.get_transform().transform(arrow.vertices)
        assert not any(words.padded(-2).contains(*place) for place in path)
        assert np.hypot(*(path - point).T).min() < 10
    assert Text.get_window_extent(beside).x0 > point[0]
    assert Text.get_window_extent(below).y1 < point[1]


def test_a_phone_has_no_notes():
    ax = plots.curves([0, 1], {"a": [0, 1]}, wide=True)
    plots.note(ax, "seen on a wide screen", (0.5, 0.5), (60, 5))
    wide, narrow = plots.show(ax, "what the note says, too", "x", "y").data.split('<div class="narrow"')
    assert "seen on a wide screen" in wide
    assert "seen on a wide screen" not in narrow


def test_a_histogram_gives_shares_or_densities():
    shares, densities = (
        plots.histogram({"draws": [0.1, 0.2, 0.9, 7.0]}, [0, 0.5, 1], density=density)
        .get_lines()[0]
        .get_ydata()
        for density in (False, True)
    )
    assert list(shares) == [0.5, 0.25]
    assert list(densities) == [1.0, 0.5]


def test_a_forest_has_a_row_for_each_name_and_is_told_in_words():
    ax = plots.forest(["one", "two"], {"mine": {"two": (0.5, 0.25, 0.75)}, "theirs": [1, 2]})
    mine, theirs = ax.get_lines()
    assert (list(mine.get_xdata()), list(mine.get_ydata())) == ([0.5], [1])
    assert list(theirs.get_ydata()) == [0, 1]
    assert ax.get_ylim()[0] > ax.get_ylim()[1], "the first name on top"
    ax.set(xlabel="score", ylabel="method")
    assert plots.describe([ax]) == "Plot: method against score. Mine: two 0.5; theirs: one 1, two 2."


def test_methods_are_compared_side_by_side_and_parts_one_after_the_other():
    ax = plots.compare(["x", "y"], {"a": [1, 2], "b": [2, 1]})
    assert [round(x, 2) for line in ax.get_lines() for x in line.get_xdata()] == [-0.12, 0.88, 0.12, 1.12]
    ax = plots.bars(["x", "y"], {"a": [1, 2], "b": [3, 4]})
    assert [patch.get_x() for patch in ax.patches] == [0, 0, 1, 2]
    ax = plots.heat([0, 1], [0, 1], np.array([[0.5]]), span=(0, 1), key="share")
    assert ax.images[0].get_clim() == (0, 1)
    assert ax.images[0].get_extent() == [0, 1, 0, 1]
    uneven = plots.heat([0, 1, 10], [0, 1], np.array([[0.5, 0.7]]))
    assert uneven.collections[0].get_array().shape == (1, 2)


def test_maps_with_one_span_share_a_key_and_those_without_keep_their_own():
    for span, beside in (((0, 1), 2), ((None, None), 1)):
        axes = plots.panels(2)
        for ax in axes:
            key = "share" if ax is axes[-1] else None
            plots.heat([0, 1], [0, 1], np.eye(2), ax=ax, span=span, key=key)
        (bar,) = (ax for ax in axes[0].figure.axes if ax not in axes)
        assert len(bar._colorbar.ax._colorbar_info["parents"]) == beside


def test_the_name_of_a_key_is_read_without_turning_the_head_and_stands_above_it():
    """It was turned by a right angle beside the key."""
    ax = plots.heat([0, 1], [0, 1], np.eye(2), key="share of right splits")
    ax.figure.draw_without_rendering()
    bar = ax.figure.axes[1]
    assert (bar.yaxis.label.get_rotation(), bar.get_ylabel()) == (0, "share of\nright splits")
    assert bar.yaxis.label.get_window_extent().y0 > bar.get_window_extent().y1


def test_a_map_is_the_darker_the_larger_its_values():
    colours = plots.heat([0, 1], [0, 1], np.eye(2)).images[0].get_cmap()(np.linspace(0, 1, 50))[:, :3]
    assert (np.diff(colours @ [0.2126, 0.7152, 0.0722]) < 0).all()


def test_estimates_are_drawn_with_their_intervals():
    middle, ends = plots.shapes.intervals([Estimate(2.0, 1.0, 4.0, 7)])
    assert (middle.tolist(), ends.tolist()) == ([2.0], [[1.0], [4.0]])
    assert plots.shapes.intervals([1, 2])[1] is None


def test_a_limit_that_is_left_open_is_found_from_what_is_drawn():
    ax = plots.curves([0, 1], {"a": [5, 7]}, ylim=(0, None))
    low, high = ax.get_ylim()
    assert low == 0
    assert high > 7


def test_the_areas_of_a_few_histograms_are_tinted_and_only_levels_have_lines():
    few, many = (
        plots.histogram({name: [0.2, 0.4] for name in names}, [0, 0.5, 1], height=2)
        for names in ("ab", "abcd")
    )
    assert (len(few.collections), len(many.collections)) == (2, 0)
    assert len(plots.histogram({"a": [0.2]}, [0, 0.5, 1], steps=False).collections) == 1
    for ax, upright, level in ((few, False, True), (plots.forest("ab", {"x": [1, 2]}), True, True)):
        drawn = [axis.get_gridlines()[0].get_visible() for axis in (ax.xaxis, ax.yaxis)]
        assert drawn == [upright, level]
