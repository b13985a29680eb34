"""The picture of what was learned: how sure each edge is, and where it differs from the truth."""

import networkx as nx
import numpy as np
from matplotlib.patches import FancyArrowPatch

from privcausal import plots
from privcausal.graphs import result_drawing
from privcausal.graphs.discovery import learn_graph
from privcausal.graphs.edge_confidence import EdgeProbability
from privcausal.graphs.methods import METHODS
from privcausal.graphs.result import Discovery
from privcausal.graphs.structure.graph_drawing import DOUBTFUL
from tests.discoveries import discovery
from tests.graphs.builders import ONE, rng, townsfolk


def test_the_picture_tells_what_is_missing():
    result = discovery("abc", np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=bool))
    truth = nx.DiGraph(result.graph)
    truth.add_edge("a", "c")
    _, axes = plots.figure()
    result.plot(axes[0], truth=truth)
    assert "(missing)" in axes[0].get_label()


def test_the_picture_says_how_sure_and_leaves_it_to_the_truth_where_that_is_known():
    result = learn_graph(townsfolk("survey", 50_000), METHODS["once"], budget=ONE, rng=rng())
    beside = [text.get_text() for text in result.plot().texts if "%" in text.get_text()]
    known = [pair for pair in result.pairs if pair.probability_text]
    shares = [pair.arrow_probability or pair.edge_probability for pair in known]
    assert sorted(beside) == sorted(f"{share:.0%}" for share in shares)
    assert not [text for text in result.plot(truth=result.graph).texts if "%" in text.get_text()]
    assert all(f"{pair}  " in str(result) and pair.probability_text in str(result) for pair in known)
    frame = result.pairs_frame()
    assert frame["edge_probability"].notna().sum() == len(shares)


def test_no_edge_runs_through_its_percentage():
    result = learn_graph(townsfolk("survey", 50_000), METHODS["once"], budget=ONE, rng=rng())
    ax = result.plot()
    ax.figure.canvas.draw()
    drawn = [patch for patch in ax.patches if isinstance(patch, FancyArrowPatch)]
    strokes = [patch.get_transform().transform(patch.get_path().vertices[:3:2]) for patch in drawn]
    points = np.concatenate([np.linspace(*ends, 200) for ends in strokes])
    boxes = [text.get_window_extent() for text in ax.texts if "%" in text.get_text()]
    assert boxes
    assert not any(box.contains(*point) for box in boxes for point in points)


def test_an_arrow_less_sure_than_a_coin_is_lighter_and_told(monkeypatch):
    matrix = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=bool)
    result = discovery("abc", matrix)
    assert result.warnings() == []
    assert result.plot().get_legend() is None
    monkeypatch.setattr(
        Discovery, "probabilities", {(0, 1): EdgeProbability(0.9, 0.49), (1, 2): EdgeProbability(0.9, 0.5)}
    )
    again = discovery("abc", matrix)
    assert "more likely wrong than right, being less than 50% sure: 1 arrow\n" in str(again) + "\n"
    drawn = again.plot()
    assert [patch.get_alpha() for patch in drawn.patches if isinstance(patch, FancyArrowPatch)] == [
        DOUBTFUL.alpha,
        None,
    ]
    assert [text.get_text() for text in drawn.get_legend().get_texts()] == ["less sure than a coin"]
    assert "Less sure than a coin: a … b." in drawn.get_label()
    assert again.plot(truth=again.graph).get_legend() is None, "with the truth at hand, nothing is in doubt"


def test_numbers_of_edges_that_cross_keep_apart():
    ends = np.array([[[0.0, 0.0], [200.0, 200.0]], [[0.0, 200.0], [200.0, 0.0]]])
    taken = [np.array([900.0, 900.0])]
    assert result_drawing._free(ends[0], taken) == 0.5
    part = result_drawing._free(ends[1], taken)
    assert np.hypot(*(taken[1] - taken[2])) > 20 < 200 * part
