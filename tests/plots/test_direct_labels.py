"""Names beside their lines: where they stand, what they keep clear of, and when the legend is the better place."""

import numpy as np
import pytest

from privcausal import plots
from privcausal.plots.direct_labels import aside, direct, restore


def named(ax, **options):
    """The names beside the lines of a panel that has a legend."""
    ax.legend(**options)
    return direct(ax.figure)


def test_names_stand_at_the_ends_of_their_lines_and_the_legend_is_gone():
    ax = plots.curves([0, 1, 2], {"low": [0, 1, 1], "high": [0, 2, 4]})
    names = named(ax)
    assert [name.get_text() for name in names] == ["high", "low"]
    assert [name.xy for name in names] == [(2, 4), (2, 1)]
    assert not ax.get_legend().get_visible()
    restore(ax.figure, names)
    assert ax.get_legend().get_visible()
    assert not ax.texts


def test_a_long_name_stands_along_its_line_and_nearest_to_it():
    ax = plots.curves(
        range(9), {"a name of many letters": np.arange(9) ** 2, "another of many letters": np.arange(9)}
    )
    for name in named(ax):
        box = name.get_window_extent()
        assert box.x1 <= ax.get_window_extent().x1
        distances = {
            line.get_label(): np.hypot(*(line.get_transform().transform(line.get_xydata()) - box.p0).T).min()
            for line in ax.get_lines()
        }
        assert min(distances, key=distances.get) == name.get_text()


def test_the_name_of_a_histogram_stands_near_its_top():
    """“at random” stood at the first empty bin, seventy pixels from what it names."""
    ax = plots.curves(range(60), {"left": bell(15), "right": bell(45)}, steps=True, area=True, wide=True)
    for name, middle in zip(sorted(named(ax), key=lambda one: one.get_text()), (15, 45), strict=True):
        assert abs(name.xy[0] - middle) < 5
        assert name.xy[1] > 0.8


def bell(middle):
    return np.exp(-((np.arange(60) - middle) ** 2) / 8)


def test_no_name_covers_a_line_a_mark_or_a_note():
    ax = plots.curves(
        np.arange(20), {"one": np.arange(20) % 5, "two": 10 + np.arange(20) % 3}, level={8: "a rule"}
    )
    plots.points(np.arange(20), {"_nameless": 4 + np.arange(20) % 3}, ax=ax)
    names = named(ax)
    assert len(names) == 2
    for name in names:
        box = name.get_window_extent()
        for line in ax.get_lines():
            assert not any(
                box.contains(*place) for place in line.get_transform().transform(line.get_xydata())
            )
        assert not any(box.overlaps(text.get_window_extent()) for text in ax.texts if text is not name)


def tangle(ax):
    plots.curves(
        range(40),
        {f"a name of many letters, {row}": (np.arange(40) * 7 + row) % 9 for row in range(5)},
        ax=ax,
    )


def crowd(ax):
    plots.curves([0, 1], {f"{row}": [row, row] for row in range(7)}, ax=ax)


def bars(ax):
    ax.bar([0, 1], [1, 2])
    ax.plot([0, 1], [3, 4], label="a line")


def essay(ax):
    ax.plot([0, 1], [0, 1], label="a name that goes on for more than thirty-four letters")


@pytest.mark.parametrize("draw", [tangle, crowd, bars, essay])
def test_where_there_is_no_room_the_legend_stays(draw):
    ax = plots.panel()
    draw(ax)
    assert named(ax) == []
    assert ax.get_legend().get_visible()
    assert not ax.texts


def test_a_legend_with_a_title_stays_and_so_does_none():
    ax = plots.curves([0, 1], {"low": [0, 1]})
    assert direct(ax.figure) == []
    assert named(ax, title="Both") == []


def test_the_page_has_names_on_the_wide_drawing_and_a_legend_on_a_phone():
    ax = plots.curves([0, 1, 2], {"low": [0, 1, 1], "high": [0, 2, 4]})
    wide, _, narrow = plots.show(ax, "Two.", "x", "y").data.partition('<div class="narrow"')
    assert (wide.count(">low<"), wide.count("legend")) == (1, 0)
    assert narrow.count(">low<") == 1
    assert ax.get_legend().get_visible()


def test_a_name_has_the_colour_of_its_curve_and_finds_room_between_two_marks():
    ax = plots.curves([0, 1], {"one long name": [0, 4], "another long name": [4, 8]}, marked=True)
    names = {name.get_text(): name for name in named(ax)}
    assert {text: name.get_color() for text, name in names.items()} == {
        line.get_label(): line.get_color() for line in ax.get_lines()
    }


@pytest.mark.parametrize("panels", [1, 3])
def test_a_legend_lies_beside_what_is_drawn_and_not_over_it(panels):
    axes = plots.panels(panels)
    for ax in axes:
        tangle(ax)
    axes[0].legend(loc="center")
    aside(axes[0].figure)
    axes[0].figure.draw_without_rendering()
    (legend,) = [ax.get_legend() for ax in axes if ax.get_legend()]
    assert legend.get_window_extent().x0 >= axes[-1].get_window_extent().x1
    assert [text.get_text()[-1] for text in legend.get_texts()] == list("01234")


def test_a_legend_in_a_free_corner_stays_there():
    ax = plots.curves([0, 1], {"a": [0, 1], "b": [0, 0.5]})
    legend = ax.legend(loc="upper left")
    aside(ax.figure)
    assert ax.get_legend() is legend


def test_names_still_fit_when_those_of_the_next_panel_have_taken_room():
    left, right = plots.panels(2)
    for ax, word in ((left, "first"), (right, "a rather long name, the last")):
        plots.curves([0, 1, 2], {f"{word} {row}": [0, row, 3 * row] for row in (1, 2)}, ax=ax)
        ax.legend()
    names = direct(left.figure)
    left.figure.draw_without_rendering()
    for ax in (left, right):
        assert all(
            name.get_window_extent().x0 >= ax.get_window_extent().x0 for name in names if name.axes is ax
        )
    assert len(names) == 4


def test_words_at_a_place_near_the_edge_stay_in_their_panel():
    """“sum: 10” began at the end of its axis and went on beyond it."""
    ax = plots.curves([0, 10.4], {"loss": [0, 1]}, place={5: "bound: 5", 10: "sum: 10"})
    plots.show(ax, "", "x", "y")
    edge = ax.get_window_extent().x1
    words = {text.get_text(): text for text in ax.texts if text.get_gid() == plots.direct_labels.PLACE}
    assert {text: word.get_ha() for text, word in words.items()} == {"bound: 5": "left", "sum: 10": "right"}
    assert all(word.get_window_extent().x1 <= edge for word in words.values())
