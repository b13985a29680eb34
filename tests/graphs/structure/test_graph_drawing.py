"""Pictures of graphs: where nodes stand, what each stroke means, and the same in words."""

from itertools import pairwise

import numpy as np
import pytest
from matplotlib import pyplot as plt
from matplotlib.colors import to_hex
from matplotlib.patches import ArrowStyle, Ellipse, FancyArrowPatch

from privcausal import plots
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure import graph_drawing
from privcausal.graphs.structure.graph_drawing import EXTRA, MISSING, TRUE, TURNED, draw, key, layers, ring
from privcausal.graphs.structure.pdag import cpdag


@pytest.fixture
def ax():
    canvas, (ax,) = plots.figure()
    yield ax
    plt.close(canvas)


def test_causes_stand_above_their_effects():
    net = network("asia")
    places = layers(net.dag, net.nodes)
    for a, b in np.argwhere(net.dag):
        assert places[net.nodes[a]][1] > places[net.nodes[b]][1]


def test_each_layer_keeps_the_order_of_the_columns():
    """In the order of a set of words a stored figure would differ from one process to the next."""
    net = network("asia")
    places = layers(net.dag, net.nodes)
    for height in {y for _, y in places.values()}:
        along = [places[name][0] for name in net.nodes if places[name][1] == height]
        assert along == sorted(along)


def test_a_cycle_cannot_be_drawn_in_layers():
    with pytest.raises(ValueError, match="drawn in layers"):
        layers(np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]], dtype=bool), "abc")


def test_words_name_what_is_wrong():
    truth = np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]], dtype=bool)
    learned = np.array([[0, 1, 1], [1, 0, 0], [0, 0, 0]], dtype=bool)
    words = graph_drawing.describe_edges(learned, "abc", truth)
    assert words == ("Graph: a — b (joined, with another arrow or line), a → c (too much), c → b (missing).")


def _edges(ax):
    return [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]


def test_a_contradictory_edge_has_both_heads(ax):
    joined = np.array([[0, 1, 1], [1, 0, 0], [1, 0, 0]], dtype=bool)
    both = np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]], dtype=bool)
    draw(ax, joined, "abc", places={"a": (0, 0), "b": (1, 0), "c": (0, 1)}, contradictory=both)
    assert ax.get_label() == "Graph: a ↔ b, a — c."
    styles = [type(patch.get_arrowstyle()) for patch in _edges(ax)]
    assert styles == [ArrowStyle.CurveFilledAB, ArrowStyle.Curve]


def test_names_are_in_ellipses_and_arrows_end_at_their_rims(ax):
    draw(ax, np.array([[0, 1], [0, 0]], dtype=bool), ["cause", "effect"])
    ax.figure.draw_without_rendering()
    (arrow,) = _edges(ax)
    first, second = (patch for patch in ax.patches if isinstance(patch, Ellipse))
    ends = arrow.get_transform().transform(arrow.get_path().vertices)
    assert not any(rim.contains_point(end, radius=-2) for rim in (first, second) for end in ends)


def test_a_crowded_graph_has_dots(ax):
    many = graph_drawing.CROWDED + 1
    draw(ax, np.zeros((many, many), dtype=bool), [f"v{place}" for place in range(many)])
    assert {patch.width for patch in ax.patches} == {6 / graph_drawing.POINTS}


def test_a_drawing_says_what_it_shows_and_has_a_key(ax):
    net = network("cancer")
    draw(ax, net.dag, net.nodes, truth=cpdag(net.dag), title="Cancer")
    key(ax)
    assert "Cancer: Pollution → Cancer" in plots.describe([ax])
    assert len(_edges(ax)) == 4
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        stroke.word for stroke in (TRUE, TURNED, EXTRA, MISSING)
    ]


def test_colours_and_heads_say_how_each_edge_compares(ax):
    """A — b stands for a → b, a → c is too much, c → b is missing, b → d is as it should be."""
    truth, learned = np.zeros((2, 4, 4), dtype=bool)
    truth[[0, 2, 1], [1, 1, 3]] = True
    learned[[0, 1, 0, 1], [1, 0, 2, 3]] = True
    draw(ax, learned, "abcd", truth=truth, places=ring("abcd"))
    drawn = [(to_hex(patch.get_edgecolor()), type(patch.get_arrowstyle()).__name__) for patch in _edges(ax)]
    assert drawn == [
        (TURNED.colour, "Curve"),
        (EXTRA.colour, "CurveFilledB"),
        (TRUE.colour, "CurveFilledB"),
        (MISSING.colour, "CurveFilledB"),
    ]
    assert [text.get_text() for text in ax.texts] == list("abcd")


def test_a_graph_without_truth_is_drawn_as_it_is(ax):
    draw(ax, np.array([[0, 1], [0, 0]], dtype=bool), "ab")
    assert ax.get_label() == "Graph: a → b."
    assert graph_drawing.describe_edges(np.zeros((2, 2), dtype=bool), "ab") == "Graph: no edges."


def test_on_a_ring_all_are_equally_far_from_the_middle():
    places = np.array(list(ring([str(number) for number in range(7)]).values()))
    assert np.allclose(np.hypot(*places.T), 1)
    assert len(np.unique(places.round(6), axis=0)) == 7


def test_no_ellipse_is_cut_at_the_rim_of_its_panel_or_covers_its_neighbour(ax):
    names = ["school", "smokeintensity", "diabetes", "qsmk", "wt82", "death"]
    draw(ax, np.zeros((6, 6), dtype=bool), names)
    ax.figure.draw_without_rendering()
    rims = [patch for patch in ax.patches if isinstance(patch, Ellipse)]
    assert not any(rim.get_clip_on() for rim in rims)
    boxes = sorted((rim.get_window_extent() for rim in rims), key=lambda box: box.x0)
    assert all(left.x1 < right.x0 for left, right in pairwise(boxes))
