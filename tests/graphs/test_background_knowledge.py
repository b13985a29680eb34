"""Background knowledge on an answer: every method's, at no price, in its words, its probabilities and its files."""

import json
import warnings

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.graphs.background_knowledge import as_knowledge
from privcausal.graphs.edge_confidence import EdgeProbability
from privcausal.graphs.method import Confidence
from privcausal.graphs.methods import METHODS
from privcausal.graphs.pair_status import PairStatus
from privcausal.published import published
from privcausal.table.declaration import parse
from privcausal.table.knowledge import Knowledge
from tests.discoveries import discovery
from tests.graphs.builders import townsfolk
from tests.refusals import invoke, refusals

TOWN = ["Burglary", "Earthquake", "Alarm", "JohnCalls", "MaryCalls"]
TIME = {"tiers": [["Burglary", "Earthquake"], ["Alarm"], ["JohnCalls", "MaryCalls"]]}
CHAIN = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], dtype=bool)
"""a — b — c, of which b separates a and c."""


def answer(method="once", matrix=CHAIN, **learned):
    return discovery("abc", matrix, method, separators={(0, 2): (1,)}, **learned)


@pytest.fixture(scope="module")
def town():
    return townsfolk("earthquake", 40_000)


def discover(town, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a seed, for a test
        return privcausal.discover(town, epsilon=1, delta=1e-6, seed=1, **options)


def test_the_true_order_turns_no_arrow_back_and_costs_nothing(town):
    before, after = discover(town), discover(town, knowledge=TIME)
    assert (after.spent, after.names) == (before.spent, TOWN)
    known = as_knowledge(TIME)
    assert not (after.matrix & ~after.matrix.T & known.excluded(TOWN)).any()
    assert ((before.matrix | before.matrix.T) == (after.matrix | after.matrix.T)).all()
    assert before.with_knowledge(known).to_json() == after.to_json()
    assert after.with_knowledge({}).to_json() == before.to_json()


def test_what_runs_against_time_disappears_and_is_said(town):
    backwards = {"tiers": [["Alarm"], ["Burglary", "Earthquake"]]}
    result = discover(town, knowledge=backwards)
    assert "Alarm → Burglary" in str(result)
    (said,) = [line for line in str(result).splitlines() if "the data suggested Burglary → Alarm" in line]
    assert said in result.warnings()
    assert said in json.loads(result.to_json())["contradictions"]


@pytest.mark.parametrize("method", list(METHODS))
def test_every_method_is_oriented_in_one_place(method):
    result = answer(method).with_knowledge({"tiers": [["a"], ["b"]]})
    assert [str(pair) for pair in result.pairs_with_status(PairStatus.DIRECTED)] == ["a → b", "b → c"]
    assert [pair.basis for pair in result.pairs_with_status(PairStatus.DIRECTED)] == [
        "background knowledge",
        "implied by background knowledge",
    ]


def test_a_line_rests_on_the_data():
    arrows = np.array(
        [[0, 1, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0], [0, 0, 0, 0]], dtype=bool
    )  # a → b ← c, b → d
    result = discovery("abcd", arrows).with_knowledge({"tiers": [["b"], ["a"]]})
    assert {(str(pair), pair.basis) for pair in result.pairs if pair.status is PairStatus.UNDIRECTED} == {
        ("b — c", "data"),
        ("b — d", "data"),
    }


def test_probabilities_use_it(monkeypatch):
    sure = {(0, 1): EdgeProbability(0.9, None), (1, 2): EdgeProbability(0.8, 0.3)}
    arrow = CHAIN.copy()
    arrow[1, 2] = False  # c → b, at 30%
    result = answer(matrix=arrow)
    monkeypatch.setattr(type(result), "confidence", Confidence(sure, []))
    assert result.probabilities == sure
    assert result.warnings() == ["more likely wrong than right, being less than 50% sure: 1 arrow"]
    agreed = result.with_knowledge({"forbidden": ["b -> c"]})
    assert agreed.probabilities[1, 2] == EdgeProbability(0.8, 0.8)
    turned = result.with_knowledge({"required": ["b -> c"], "tiers": [["a"], ["b"]]})
    assert turned.probabilities == {(0, 1): EdgeProbability(0.9, 0.9), (1, 2): EdgeProbability(0.8, 0.8)}
    implied = answer().with_knowledge({"tiers": [["a"], ["b"]]})
    assert implied.probabilities == {(0, 1): EdgeProbability(0.9, 0.9), (1, 2): EdgeProbability(0.8, None)}
    assert "b → c  edge 80%, implied by background knowledge" in str(implied)
    gone = result.with_knowledge({"forbidden": ["a -> b", "b -> a"]})
    assert set(gone.probabilities) == {(1, 2)}


def test_an_excluded_pair_is_neither_seen_nor_unseen():
    result = answer().with_knowledge({"forbidden": ["a -> b", "b -> a"]})
    (pair,) = result.pairs_with_status(PairStatus.EXCLUDED)
    assert (pair.first, pair.second, pair.status.value) == ("a", "b", "excluded by background knowledge")
    assert [line for line in result.warnings() if "a and b remain associated" in line]
    assert result.missing_edge_notes() == ["no edge seen: 1 pair"]


def test_a_release_keeps_it_and_may_be_asked_with_another(town, tmp_path):
    words = pd.DataFrame({name: np.where(town[name] == 0, "yes", "no") for name in TOWN})
    declared = parse({"columns": {name: {"values": ["yes", "no"]} for name in TOWN}, **TIME})
    privcausal.release(words, epsilon=1, delta=1e-6, declare=declared).save(tmp_path / "r.json")
    again = published(tmp_path / "r.json")
    assert again.discover().knowledge == as_knowledge(TIME)
    assert again.discover(knowledge={}).knowledge == Knowledge()


def test_graphs_are_knowledge(tmp_path):
    drawn = Knowledge(required=["age -> dose"])
    graph = nx.DiGraph([("age", "dose"), ("dose", "pain"), ("pain", "dose")])
    assert as_knowledge(graph) == drawn
    nx.write_graphml(graph, tmp_path / "known.graphml")
    (tmp_path / "known.txt").write_text("dag { age -> dose }")
    assert as_knowledge(tmp_path / "known.graphml") == as_knowledge(str(tmp_path / "known.txt")) == drawn
    latent = as_knowledge("dag { U [latent] age -> U -> dose }")
    assert latent == Knowledge(forbidden=["dose -> age"])


test_refusals = refusals(
    invoke,
    ("knowledge may say tiers, forbidden, required, but it says 'tier'", lambda: as_knowledge({"tier": []})),
    ("knowledge must be a Knowledge, a dict", lambda: as_knowledge(nx.Graph()), lambda: as_knowledge(3)),
    ("knowledge must be a text such as dag", lambda: as_knowledge("known.csv")),
    ("cannot read background knowledge from", lambda: as_knowledge("nowhere.txt")),
    (
        "about declared columns, got 'Alarms'; did you mean 'Alarm'",
        lambda: discover(townsfolk("earthquake", 100), knowledge={"tiers": [["Alarms"]]}),
    ),
)
