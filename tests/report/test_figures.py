"""figures: every edge is drawn once in its own way, no line passes through a name, nothing leaves the frame."""

import re

import numpy as np

from privcausal.graphs.edge_confidence import EdgeProbability
from privcausal.graphs.result import Discovery
from privcausal.privacy.price import Price, Relation
from privcausal.report import figures
from tests.discoveries import discovery

PRICE = Price(1.0, 1e-6, Relation.SUBSTITUTION)


def result_of(edges, size, untested=None):
    matrix = np.zeros((size, size), dtype=bool)
    for a, b in edges:
        matrix[a, b] = True
    return discovery([f"column {place}" for place in range(size)], matrix, untested=untested)


def lines(drawing, kind):
    paths = re.findall(rf'<polyline class="{kind}" points="([^"]+)"', drawing)
    return [[tuple(map(float, point.split(","))) for point in path.split()] for path in paths]


def frame(drawing):
    return [float(number) for number in re.search(r'viewBox="([^"]+)"', drawing)[1].split()]


def test_an_arrow_less_sure_than_a_coin_is_lighter(monkeypatch):
    sure = {
        (0, 1): EdgeProbability(0.9, 0.4),
        (1, 2): EdgeProbability(0.9, 0.5),
        (2, 3): EdgeProbability(0.3, None),
    }
    monkeypatch.setattr(Discovery, "probabilities", sure)
    drawing = figures.graph(result_of([(0, 1), (1, 2), (2, 3), (3, 2)], 4))
    light = r'<g class="doubtful"><polyline class="(\w+)" [^>]+><polygon class="head" [^>]+></g>'
    assert re.findall(light, drawing) == ["arrow"]
    assert [len(lines(drawing, kind)) for kind in ("arrow", "joined")] == [2, 1]


def test_each_standing_has_its_own_line():
    untested = np.zeros((5, 5), dtype=bool)
    untested[3, 4] = untested[4, 3] = True
    drawing = figures.graph(result_of([(0, 1), (1, 2), (2, 1)], 5, untested))
    assert [len(lines(drawing, kind)) for kind in ("arrow", "joined", "untested")] == [1, 1, 1]
    assert drawing.count('class="head"') == 1, "an arrow alone has a head"
    assert 'aria-label="Graph: column 0 → column 1, column 1 — column 2, column 3 … column 4."' in drawing


def test_lines_bend_around_names_and_all_is_in_the_frame():
    crossed = drawn = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        size = int(rng.integers(3, 8))
        graph = result_of(np.argwhere(np.triu(rng.random((size, size)) < 2 / size, 1)), size)
        boxes = figures._layers(figures._rows(graph))
        drawing = figures.graph(graph)
        left, top, wide, high = frame(drawing)
        arrows = [pair for pair in graph.pairs if pair.status in figures.DRAWN]
        for pair, path in zip(arrows, lines(drawing, "arrow"), strict=True):
            others = [box for name, box in boxes.items() if name not in (pair.first, pair.second)]
            crossed += any(box.holds(x, y) for box in others for x, y in path)
            drawn += 1
            assert all(left <= x <= left + wide and top <= y <= top + high for x, y in path)
    assert drawn > 80
    assert crossed <= 1, "straight lines would cross a name more than a dozen times"


def test_causes_stand_above_their_effects():
    graph = result_of([(3, 1), (1, 0), (3, 0)], 4)
    rows = figures._rows(graph)
    assert rows == [["column 3"], ["column 1"], ["column 0"], ["column 2"]]
    assert figures._rows(result_of([(0, 1), (1, 2), (2, 0)], 3)) is None, "a circle has no order"
    assert len(lines(figures.graph(result_of([(0, 1), (1, 2), (2, 0)], 3)), "arrow")) == 3


def test_names_are_text_and_long_ones_are_cut():
    matrix = np.zeros((2, 2), dtype=bool)
    drawing = figures.graph(discovery(["<b>&", "x" * 50], matrix))
    assert "<b>" not in drawing
    assert "&lt;b&gt;&amp;" in drawing
    assert f">{'x' * 19}…<" in drawing
    assert f"<title>{'x' * 50}</title>" in drawing
