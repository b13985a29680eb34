"""What was learned: the graph, its picture, and what is said of the pairs without an edge."""

import numpy as np
import pytest

from privcausal.graphs.discovery import learn_graph
from privcausal.graphs.edge_confidence import Confidence, EdgeProbability
from privcausal.graphs.methods import METHODS
from privcausal.graphs.pair_status import PairStatus
from privcausal.graphs.structure.dagitty import parse
from privcausal.graphs.structure.exchange import load
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Declaration, Number
from privcausal.table.records import Table
from tests.discoveries import discovery
from tests.graphs.builders import ONE

NAMES = ["rain", "sprinkler", "wet", "slippery"]
MATRIX = np.array([[0, 0, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 1, 0]], dtype=bool)
UNTESTED = np.zeros((4, 4), dtype=bool)
UNTESTED[0, 3] = UNTESTED[3, 0] = True
LEAST = np.full((4, 4), 0.25)


@pytest.fixture
def result():
    """Two arrows, one line, one pair that was never tested, and two that looked independent."""
    separators = {(1, 3): (2,)}
    return discovery(NAMES, MATRIX, separators=separators, untested=UNTESTED, least=LEAST)


def test_it_keeps_its_matrix_and_its_graph(result):
    assert result.matrix is result.matrix
    assert result.graph is result.graph
    assert list(result.graph.nodes) == result.names


def test_every_pair_stands_in_one_way(result):
    counts = {status: len(result.pairs_with_status(status)) for status in PairStatus}
    assert counts == {
        PairStatus.DIRECTED: 2,
        PairStatus.UNDIRECTED: 1,
        PairStatus.NO_EDGE: 2,
        PairStatus.UNTESTED: 1,
        PairStatus.EXCLUDED: 0,
    }
    assert result.edges() == ["rain → wet", "sprinkler → wet", "wet — slippery"]
    arguments = {
        (pair.first, pair.second): pair.separating_set
        for pair in result.pairs_with_status(PairStatus.NO_EDGE)
    }
    assert arguments == {("rain", "sprinkler"): (), ("sprinkler", "slippery"): ("wet",)}


def test_what_is_no_edge_is_said_to_be_unseen_or_untested(result):
    assert result.missing_edge_notes() == [
        "no edge seen: 2 pairs; minimum detectable association (80% power): φ = 0.25"
        "; less is detected with others held fixed, as for 1 pair",
        "not tested: 1 pair (rain … slippery)",
    ]


def test_the_price_stands_in_the_first_line(result):
    first, *rest = str(result).splitlines()
    assert first == f"once: 2 arrows and 1 line among 4 variables, 0 tests, {ONE}"
    assert rest == [*result.edges(), *result.missing_edge_notes()]


def sure(monkeypatch, result):
    """The same with probabilities of an arrow and of the line."""
    known = {(0, 2): EdgeProbability(0.95, 0.7), (2, 3): EdgeProbability(0.999, None)}
    monkeypatch.setattr(type(result), "confidence", Confidence(known, []))
    return result


def test_edges_of_the_graph_say_how_sure_they_are(monkeypatch, result):
    graph = sure(monkeypatch, result).graph
    assert graph.edges["rain", "wet"] == {
        "status": "arrow",
        "basis": "data",
        "edge_probability": 0.95,
        "arrow_probability": 0.7,
    }
    assert graph.edges["wet", "slippery"] == graph.edges["slippery", "wet"]
    assert graph.edges["slippery", "wet"]["edge_probability"] == 0.999
    assert "edge_probability" not in graph.edges["sprinkler", "wet"]
    assert (graph.graph["epsilon"], graph.graph["delta"], graph.graph["method"]) == (1.0, 1e-6, "once")


def test_files_keep_how_sure_and_the_price(monkeypatch, result, tmp_path):
    known = sure(monkeypatch, result)
    texts = {}
    for ending in ("graphml", "dot", "dagitty", "json"):
        known.save(tmp_path / f"graph.{ending}")
        texts[ending] = (tmp_path / f"graph.{ending}").read_text(encoding="utf-8")
    again = load(tmp_path / "graph.graphml")
    assert again.edges["rain", "wet"]["arrow_probability"] == 0.7
    assert again.graph["price"] == "ε = 1, δ = 1e-06 (substitution)"
    assert '"rain" -> "wet" [label="70%", status="arrow", basis="data"' in texts["dot"]
    assert '"wet" -> "slippery" [dir=none, label="99%"' in texts["dot"]
    assert 'label="ε = 1, δ = 1e-06 (substitution)"' in texts["dot"]
    assert texts["dagitty"].startswith('pdag {\n  price="ε = 1, δ = 1e-06 (substitution)"')
    assert 'arrow_probability="0.7"' in texts["dagitty"]
    assert parse(texts["dagitty"]).arrows == [("rain", "wet"), ("sprinkler", "wet")]
    assert texts["json"] == known.to_json(indent=1) + "\n"


def test_a_notebook_shows_the_picture(result):
    shown = result._repr_html_()
    assert shown.startswith("<strong>")
    assert "<svg role=" in shown
    assert "rain → wet" in shown.partition("<svg")[2]


def test_a_lost_column_withholds_how_sure_of_every_pair():
    """A mediator in a range that is far too wide was lost, and the pair that it joins was called 99% sure."""
    rng, n = np.random.default_rng(0), 20_000
    crp = rng.normal(size=n)
    il6 = crp + 0.7 * rng.normal(size=n)
    ldh = il6 + 0.7 * rng.normal(size=n)
    columns = {"crp": crp, "il6": np.clip(il6 / 1e8, -1, 1), "ldh": ldh, "age": rng.normal(size=n)}
    declared = Declaration({name: Number(-5, 5) if name != "il6" else Number(-1, 1) for name in columns})
    budget = Price(1.0, 1e-6, Relation.SUBSTITUTION)
    result = learn_graph(Table(declared, columns), METHODS["once-correlations"], budget=budget, rng=rng)
    assert result.lost_columns == ["il6"]
    assert result.matrix.any()
    assert not result.probabilities
    assert "nothing but noise was seen of il6" in "\n".join(result.calibration_note())


def test_a_number_whose_cuts_show_nothing_withholds_how_sure_of_every_pair():
    rng, n = np.random.default_rng(0), 20_000
    crp = rng.normal(size=n)
    il6 = crp + 0.7 * rng.normal(size=n)
    ldh = il6 + 0.7 * rng.normal(size=n)
    columns = {"crp": crp, "il6": il6, "ldh": ldh}
    for cuts, lost in (((0.0,), []), ((40.0,), ["il6"])):
        declared = {name: Number(-50, 50, cuts=cuts if name == "il6" else (0.0,)) for name in columns}
        budget = Price(1.0, 1e-6, Relation.SUBSTITUTION)
        table = Table(Declaration(declared), columns)
        result = learn_graph(table, METHODS["once"], budget=budget, rng=rng)
        assert result.lost_columns == lost
        assert result.matrix[0, 2] or not lost
        assert bool(result.probabilities) == (not lost)
