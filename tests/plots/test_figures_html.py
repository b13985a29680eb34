"""Figures as text: what a reader sees and hears, and not one digit that a processor might change."""

import re

import numpy as np
import pytest

from privcausal import plots
from tests.refusals import refusals


def drawn(heights=(1.0, 3.0, 2.0), caption="Up and down & up.", **options):
    canvas, (ax,) = plots.figure(**options)
    ax.plot(range(len(heights)), heights, marker="o", label="walk")
    ax.plot([0, 1], [0, 0], label="_unnamed")
    ax.set(xlabel="step", ylabel="height")
    ax.set_title("Mood")
    return plots.show(canvas, caption).data


def test_the_page_gets_drawings_with_caption_and_description():
    page = drawn()
    assert page.startswith('<figure class="plot"><svg role="img" aria-label="Mood: height against step.')
    assert "Walk starts with 1 at 0, is highest with 3 at 1 and ends with 2 at 2." in page
    assert "unnamed" not in page
    assert page.endswith("<figcaption>Up and down &amp; up.</figcaption></figure>")
    assert "<metadata" not in page
    assert "<style" not in page


def test_a_description_in_words_replaces_the_one_read_off_the_figure():
    _, (ax,) = plots.figure()
    ax.plot([1, 2], label="walk")
    page = plots.show(ax, "A walk.", "step", "height", spoken='A line that "rises".').data
    assert page.count('aria-label="A line that &quot;rises&quot;."') == 2  # and in the drawing for a phone
    assert "against" not in page


def test_ink_follows_the_page_unless_the_figure_is_for_a_file():
    assert plots.INK not in drawn()
    assert "currentColor" in drawn()
    assert "#123456" in drawn(ink="#123456")


def test_a_drawing_that_differs_by_rounding_is_the_same_text():
    """Last digits of heights, and of everything that Matplotlib computes from them."""
    heights = np.array([1.0, 3.0, 2.0]) / 3
    noisy = heights * (1 + np.array([3, -2, 1]) * 2.0**-51)
    assert (noisy != heights).any()
    assert drawn(noisy) == drawn(heights)
    assert drawn(heights + 0.01) != drawn(heights)


def test_places_have_two_decimals_lines_one_and_words_keep_theirs():
    svg = '<svg ><path d="M 1.23456 -0.001 \nL 12 9.999"/><text x="0.5004">p = 0.12345</text></svg>'
    inline = plots.figures_html._inline(svg, "spoken")
    assert 'd="M1.2 0l10.8 10"' in inline
    assert '<text x="0.5">p = 0.12345</text>' in inline


def test_names_are_unique_to_a_figure_and_lead_to_what_they_name():
    one, other = drawn(), drawn((2.0, 1.0))
    names = [set(re.findall(r'\bid="([^"]+)"', page)) for page in (one, other)]
    assert names[0]
    assert not names[0] & names[1]
    assert set(re.findall(r'(?:url\(#|href="#)([^")]+)', one)) <= names[0]


test_a_figure_needs_a_panel = refusals(
    plots.figure,
    ("positive integer", 0, -1),
)


def places(page):
    """Of the drawing for a phone: its size, and each text's size."""
    narrow = page.partition('<div class="narrow" hidden>')[2]
    width, height = (float(part) for part in re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', narrow).groups())
    return width, height, [float(size) for size in re.findall(r"font-size: ([\d.]+)px", narrow)]


def test_a_phone_gets_a_drawing_with_text_of_eleven_pixels():
    width, _, sizes = places(drawn())
    assert width == 72 * plots.PHONE == 342
    assert sizes
    assert min(sizes) >= plots.LEGIBLE
    canvas, (ax,) = plots.figure(width=3.0)
    ax.text(0.5, 0.5, "small", fontsize=6)
    assert places(plots.show(canvas, "").data)[0] == 216
    assert "11px" in plots.figures_html._drawn(canvas, "")


def test_on_a_phone_panels_stand_below_each_other_and_the_caption_knows():
    canvas, axes = plots.figure(2, height=2.0, width=8.0)
    for ax in axes:
        ax.plot([0, 1], label="a line")
        ax.set(xlabel="one two three four five six seven eight nine ten eleven twelve thirteen")
    axes[0].legend()
    page = plots.show(canvas, "Left: a line. Right, another; a line (left) left as it was on the left.").data
    assert places(page)[:2] == (342, 72 * (2 + 2 + plots.figures_html.LINE))
    assert '<span data-narrow="Top">Left</span>: a line. <span data-narrow="Bottom">Right</span>, ano' in page
    assert '(<span data-narrow="top">left</span>) left as it was' in page
    assert ' <span data-narrow="at the top">on the left</span>.' in page
    assert axes[0].get_position().y0 > axes[1].get_position().y1
    assert "\n" in axes[0].get_xlabel()
    assert axes[0].get_legend().get_window_extent().y1 < axes[0].get_window_extent().y0, "below the axis"


def test_a_legend_keeps_its_words_and_its_signs():
    canvas, (ax,) = plots.figure()
    ax.errorbar([0, 1], [1, 0], yerr=0.1, marker="o", label="measured")
    ax.plot([0, 1], label="a rather long name of a line")
    ax.legend(ncols=2, title="Both", loc="upper left", bbox_to_anchor=(0, 1.2))
    plots.stack(canvas)
    words = {text.get_text() for text in ax.get_legend().get_texts()}
    assert words == {"measured", "a rather long name of a line"}
    assert ax.get_legend().get_title().get_text() == "Both"


def test_names_that_find_no_room_are_left_out_on_a_phone():
    canvas, (ax,) = plots.figure()
    ax.set_xticks(range(36), [f"pair {number}" for number in range(36)], rotation=90)
    plots.stack(canvas)
    assert [name.get_text() for name in ax.get_xticklabels()][:2] == ["pair 0", "pair 2"]
    assert ax.get_xticklabels()[0].get_rotation() == 90


def test_five_numbers_at_most_stand_below_an_axis_of_a_phone():
    """Nine of “−1.00 −0.75 −0.50” touched each other."""
    canvas, (ax,) = plots.figure()
    ax.plot([-1, 1], [0, 1])
    assert len(ax.get_xticks()) > 5
    plots.stack(canvas)
    canvas.draw_without_rendering()
    assert sum(-1 <= place <= 1 for place in ax.get_xticks()) <= 5


def test_powers_of_ten_are_typeset():
    _, (ax,) = plots.figure()
    ax.plot([1, 2], label="at 1e-06")
    page = plots.show(ax, "At δ = 1e-06.", "ε, at δ = 1e-06", "height").data
    assert "1e-06" not in page
    assert "ε, at δ = 10⁻⁶</text>" in page
    assert "At δ = 10⁻⁶.</figcaption>" in page


def test_words_over_a_level_lie_on_no_mark():
    """“all equal” stood in the last dot."""
    ax = plots.points([1, 2, 3, 4], {"value": [1, 2, 1, 1.01]}, level={1: "all equal"})
    plots.show(ax, "", "x", "y")
    (note,) = [text for text in ax.texts if text.get_text() == "all equal"]
    x, y = ax.transData.transform([(4, 1.01)])[0]
    assert not note.get_window_extent().padded(3).contains(x, y)


def test_long_names_beside_an_axis_leave_a_phone_room_for_the_drawing(recwarn):
    canvas, (ax,) = plots.figure(height=1.0)
    names = ["a mechanism whose name goes on and on, and on, for eighty letters, or for some more"] * 4
    ax.set_yticks(range(4), names)
    plots.stack(canvas)
    canvas.canvas.draw()
    assert ax.get_window_extent().width > canvas.bbox.width / 4
    assert canvas.get_size_inches()[1] > 4 * 3 * plots.figures_html.LINE
    assert not recwarn


def test_what_sticks_out_on_a_phone_is_broken_again_and_names_of_two_lines_keep_apart():
    canvas, (ax,) = plots.figure()
    names = ["a pair of two columns", "short", "another name that is much too long for a phone"]
    ax.barh(range(3), range(3), label="a bar of the drawing")
    ax.set(yticks=range(3), yticklabels=names, xlabel="how often each of them was drawn in twenty releases")
    ax.legend()
    ax.set_title("Three pairs of columns that are drawn most often")
    assert plots.stack(canvas) == 1
    assert ax.get_title(loc="left").count("\n") == 0
    plots.figures_html._drawn(canvas, "spoken")
    assert plots.figures_html._fitted(canvas)
    assert ax.get_title(loc="left").count("\n") == 1
    plots.figures_html._drawn(canvas, "spoken")
    assert not plots.figures_html._fitted(canvas)
    assert canvas.get_size_inches()[1] >= 3 * 1.5 * plots.figures_html.LINE
    plots.figures_html.plt.close(canvas)


def test_two_entries_of_a_legend_stand_below_each_other_where_the_axis_is_narrow():
    canvas, (ax,) = plots.figure()
    for label in ("not accused", "caught by it"):
        ax.plot([0, 1], [0, 1], label=label)
    ax.set_yticks([0, 1], ["thirty letters beside the axis", "thirty letters beside an axis"])
    ax.legend()
    plots.stack(canvas)
    plots.figures_html._drawn(canvas, "spoken")
    assert plots.figures_html._fitted(canvas)
    plots.figures_html._drawn(canvas, "spoken")
    assert not plots.figures_html._fitted(canvas)
    plots.figures_html.plt.close(canvas)


def test_panels_that_are_shown_name_their_axes_and_explain_themselves_once():
    axes = plots.panels(3)
    for ax in axes[:2]:
        plots.curves([0, 1], {"a": [0, 1], "b": [1, 0]}, ax=ax)
    plots.curves([0, 1], {"alone": [0, 1]}, ax=axes[2], ylabel="own")
    with pytest.raises(ValueError, match="must name the axes"):
        plots.show(axes, "No names.")
    plots.show(axes, "Three panels.", x="step", y="height")
    assert [ax.get_ylabel() for ax in axes] == ["height", "height", "own"]
    assert [ax.get_legend() is not None for ax in axes] == [True, False, False]
    for legend, there in ((None, False), ("upper left", True), (False, False)):
        ax = plots.curves([0, 1], {"alone": [0, 1]})
        plots.show(ax, "One.", x="step", y="height", legend=legend)
        assert (ax.get_legend() is not None) == there


def above(ax):
    return [text for text in ax.texts if text.get_gid() == plots.figures_html.ABOVE]


def test_the_name_of_an_axis_lies_above_it_below_the_title_and_in_sight():
    canvas, (left, right) = plots.figure(2)
    left.set(ylabel="height of each step", title="Mood")
    right.barh(["one", "two"], [1, 2])
    right.set(xlabel="size", ylabel="name")
    page = plots.show(canvas, "Two.").data
    for ax, side in ((left, "left"), (right, "right")):
        (name,) = above(ax)
        box = name.get_window_extent()
        assert (name.get_rotation(), name.get_ha()) == (0, side)
        assert ax.get_window_extent().y1 < box.y0
        assert box.y1 < canvas.bbox.y1, "nothing is cut"
    assert above(left)[0].get_window_extent().y1 < left._left_title.get_window_extent().y0
    assert "rotate(-90" not in page
    assert page.count(">height of each step<") == 2
    assert "Plot: name against size" in page


def test_each_of_several_panels_names_its_axis():
    axes = plots.panels(4)
    for ax in axes:
        plots.curves([0, 1], {"a": [0, 1]}, ax=ax)
    plots.show(axes, "Four.", "step", "height")
    assert [above(ax)[0].get_text() for ax in axes] == ["height"] * 4


def test_the_mark_of_an_answer_is_not_struck_out_by_the_axis():
    """“demonstration” lay on the line of the axis."""
    canvas, (ax,) = plots.figure(height=1.8)
    mark = ax.text(0, 0, "demonstration", transform=ax.transAxes, fontsize=8, va="bottom")
    plots.show(ax, "", "x", "y")
    canvas.draw_without_rendering()
    assert mark.get_window_extent().y0 > ax.get_window_extent().y0 + 3
    assert mark.get_window_extent().x1 <= ax.get_window_extent().x1 + 1


def test_the_key_of_a_map_keeps_its_side():
    ax = plots.heat([0, 1], [0, 1], np.eye(2), key="share", xlabel="x", ylabel="y")
    plots.figures_html.as_svg(ax)
    key = ax.figure.axes[1]
    assert (above(ax)[0].get_text(), above(key)) == ("y", [])
    assert key.yaxis.label.get_visible()


@pytest.mark.parametrize(
    ("ends", "numbers"),
    [
        ((1, 1000), ["1", "10", "100", "1,000"]),
        ((0.02, 0.3), ["0.02", "0.05", "0.1", "0.2"]),
        ((1.001, 1.009), ["1.0025", "1.005", "1.0075"]),
        ((1e-9, 1), ["10⁻⁸", "10⁻²"]),
    ],
)
def test_usual_numbers_are_written_out_on_a_logarithmic_axis(ends, numbers):
    text = plots.show(plots.curves([1, 2], {"a": ends}, log="y", ylim=ends), ".", "x", "y").data
    words = re.findall(r"<(?:text|tspan)[^>]*>([^<]+)<", text.partition('<div class="narrow"')[0])
    assert [word for word in numbers if word not in words] == []
    assert not [word for word in words if word in ("10", "−")] or ends[0] == 1  # a power is one word


def test_words_on_a_tinted_area_have_no_rim():
    ax = plots.panel()
    ax.axvspan(0, 1, color=plots.SKY, alpha=0.2)
    ax.set(xlim=(0, 2), ylim=(0, 1))
    ax.text(0.2, 0.5, "on it", gid=plots.ON_AREA)
    ax.text(1.5, 0.5, "beside")
    text = plots.show(ax, ".", "x", "y").data
    assert re.search(r'<g class="pc-on-area"[^>]*>\s*<text[^>]*>on it', text)
    assert not re.search(r'<g class="pc-on-area"[^>]*>\s*<text[^>]*>beside', text)


def test_no_line_of_a_caption_is_broken_at_a_sign():
    assert "about 2\u00a0:\u00a01, and e\u00a0−\u00a01" in drawn(caption="It is about 2 : 1, and e − 1.")


def test_words_of_a_legend_have_the_full_colour_of_a_faint_bar():
    ax = plots.panel()
    ax.bar([0, 1], [1, 2], color=plots.SKY, alpha=0.5, label="true counts")
    plots.points([0, 1], {"published": [1, 2]}, ax=ax)
    text = re.search(r"<text[^>]*>true counts", plots.show(ax, ".", "x", "y").data)[0]
    assert f"fill: {plots.SKY}" in text
    assert "opacity" not in text
