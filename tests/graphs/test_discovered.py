"""What was learned: the graph, its picture, and what is said of the pairs without an edge."""

import networkx as nx
import numpy as np
import pandas as pd
import pytest

from privcausal import plots
from privcausal.graphs.confidence import Sure
from privcausal.graphs.discovered import Discovery
from privcausal.graphs.discovery import discover
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.standing import Standing
from privcausal.graphs.structure.drawing import DOUBTFUL
from privcausal.privacy.price import Price, Relation

NAMES = ["rain", "sprinkler", "wet", "slippery"]
MATRIX = np.array([[0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 1, 0]], dtype=bool)
UNTESTED = np.zeros((4, 4), dtype=bool)
UNTESTED[0, 3] = UNTESTED[3, 0] = True
LEAST = np.full((4, 4), 0.25)
PRICE = Price(1.0, 1e-6, Relation.SUBSTITUTION)


@pytest.fixture
def found():
    """Two arrows, one line, one pair that was never tested, and two that looked independent."""
    separators = {(1, 3): (2,)}
    return Discovery(NAMES, MATRIX, "once", PRICE, (), (), None, separators, UNTESTED, LEAST)


def test_it_keeps_its_matrix_and_its_graph(found):
    assert found.matrix is found.matrix
    assert found.graph is found.graph
    assert list(found.graph.nodes) == found.names


def test_every_pair_stands_in_one_way(found):
    counts = {standing: len(found.standing(standing)) for standing in Standing}
    assert counts == {Standing.CAUSE: 2, Standing.JOINED: 1, Standing.APART: 2, Standing.UNTESTED: 1}
    assert found.edges() == ["rain → wet", "sprinkler → wet", "wet — slippery"]
    given = {(pair.first, pair.second): pair.given for pair in found.standing(Standing.APART)}
    assert given == {("rain", "sprinkler"): (), ("sprinkler", "slippery"): ("wet",)}


def test_what_is_no_edge_is_said_to_be_unseen_or_untested(found):
    assert found.silences() == [
        "no edge seen: 2 pairs; would have seen φ ≥ 0.25 in 4 studies of 5",
        "not tested: 1 pair (rain … slippery)",
    ]


def test_the_price_stands_in_the_first_line(found):
    first, *rest = str(found).splitlines()
    assert first == f"once: 2 arrows and 1 line among 4 variables, 0 tests, {PRICE}"
    assert rest == [*found.edges(), *found.silences()]


def test_the_picture_tells_what_is_missing(found):
    truth = nx.DiGraph(found.graph)
    truth.add_edge("rain", "sprinkler")
    _, axes = plots.figure()
    found.plot(axes[0], truth=truth)
    assert "(missing)" in axes[0].get_label()


def test_the_picture_says_how_sure_and_leaves_it_to_the_truth_where_that_is_known():
    town, rng = network("survey"), np.random.default_rng(0)
    said = {name: range(k) for name, k in zip(town.nodes, town.cardinalities, strict=True)}
    people = pd.DataFrame(town.sample(50_000, rng), columns=list(town.nodes))
    found = discover(
        people, epsilon=1.0, delta=1e-6, categories=said, relation=Relation.SUBSTITUTION, rng=rng
    )
    beside = [text.get_text() for text in found.plot().texts if "%" in text.get_text()]
    shares = [pair.sure_of_arrow or pair.sure_of_pair for pair in found.pairs if pair.sureness]
    assert sorted(beside) == sorted(f"{share:.0%}" for share in shares)
    assert not [text for text in found.plot(truth=found.graph).texts if "%" in text.get_text()]
    assert all(
        f"{pair}  " in str(found) and pair.sureness in str(found) for pair in found.pairs if pair.sureness
    )
    frame = found.pairs_frame()
    assert frame["sure_of_pair"].notna().sum() == len(shares)


def test_an_arrow_less_sure_than_a_coin_is_lighter_and_told(monkeypatch):
    matrix = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=bool)
    found = Discovery(["a", "b", "c"], matrix, "once", PRICE, (), ())
    assert found.doubts() == []
    assert found.plot().get_legend() is None
    monkeypatch.setattr(Discovery, "sure", {(0, 1): Sure(0.9, 0.49), (1, 2): Sure(0.9, 0.5)})
    again = Discovery(["a", "b", "c"], matrix, "once", PRICE, (), ())
    assert "more likely wrong than right, being less than 50% sure: 1 arrow\n" in str(again) + "\n"
    drawn = again.plot()
    assert [patch.get_alpha() for patch in drawn.patches] == [DOUBTFUL.alpha, None]
    assert [text.get_text() for text in drawn.get_legend().get_texts()] == ["less sure than a coin"]
    assert "Less sure than a coin: a … b." in drawn.get_label()
    assert again.plot(truth=again.graph).get_legend() is None, "with the truth at hand, nothing is in doubt"
