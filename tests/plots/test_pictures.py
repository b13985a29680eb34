"""Pictures of one idea: what they say is what they compute."""

import itertools
import re

import numpy as np

from privcausal import plots


def wide(picture):
    return picture.data.partition('<div class="narrow"')[0]


def words(picture):
    return re.findall(r"<text[^>]*>([^<]+)<", wide(picture))


def test_two_counts_change_and_cost_twice_as_much_if_somebody_comes_from_another_village():
    texts = words(plots.parallel_composition((5, 7, 3), 0.3))
    assert [text for text in texts if "cost" in text] == [
        "From your own village: cost 0.3",
        "From another village: cost 0.6",
    ]
    assert [text for text in texts if text[0].isdigit()] == ["5 → 4", "7", "3", "5 → 4", "7 → 8", "3"]


def test_the_exceptions_are_rarer_than_delta_and_the_distance_of_the_curves_is_the_loss():
    page = plots.approximate_privacy().data
    assert "a loss above 5.76; on your table their probability is 4·10⁻⁸, less than δ = 10⁻⁶" in page
    assert "e³ = 20 times" in words(plots.approximate_privacy())
    assert {"your table", "the neighbour"} < set(words(plots.approximate_privacy()))


def test_every_table_is_a_tile_of_its_cells_and_a_negative_count_is_an_empty_one():
    sizes = {"a": 2, "b": 3, "c": 2}
    tables = {
        (x, y): np.arange(float(a * b)).reshape(a, b) - 1
        for (x, a), (y, b) in itertools.combinations(enumerate(sizes.values()), 2)
    }
    picture = plots.two_way_tables(tables, list(sizes))
    assert set(sizes) <= set(words(picture))
    assert wide(picture).count("fill: #0f6f86") == 4 + 2 + 4, "of six, four and six cells, -1 and 0 are empty"
    assert "Tables of a with b, a with c, b with c" in picture.data
    assert "The release: 3 tables with noise" in picture.data


def test_one_table_is_enlarged_with_its_counts_and_its_categories():
    tables = {(0, 1): np.array([[10.4, 20], [-3, 1234]])}
    picture = plots.two_way_tables(tables, ["a", "b"], ((0, 1), ("low", "high"), ("no", "yes")))
    texts = words(picture)
    assert {"10", "20", "−3", "1,234", "low", "high", "no", "yes"} <= set(texts)
    assert {"people in a cell", "0", "500", "1,000"} <= set(texts), "the key to the colours"
    assert texts.count("a") == texts.count("b") == 2
    assert (
        "Enlarged, a low, b no: 10; a low, b yes: 20; a high, b no: −3; a high, b yes: 1,234." in picture.data
    )
    assert "1,234" not in words(plots.two_way_tables(tables, ["a", "b"]))


def test_a_table_and_its_enlargement_are_joined_from_corner_to_corner_and_counts_have_no_rim(monkeypatch):
    """The line began and ended somewhere on an edge, and the rim of a count was a smudge on its cell."""
    canvases = []
    monkeypatch.setattr(plots.pictures, "show", lambda ax, *_, **__: canvases.append(ax))
    plots.two_way_tables({(0, 1): np.ones((2, 2))}, ["a", "b"], ((0, 1), ("c", "d"), ("e", "f")))
    (ax,) = canvases
    tile, *_, enlarged = (one.get_bbox() for one in ax.patches if not one.get_fill())
    (line,) = ax.get_lines()
    (left, right), (low, high) = line.get_data()
    assert np.allclose([left, low, right, high], [enlarged.x0, enlarged.y0, tile.x1, tile.y1])
    assert {text.get_gid() for text in ax.texts if text.get_text() == "1"} == {plots.figures_html.ON_AREA}
