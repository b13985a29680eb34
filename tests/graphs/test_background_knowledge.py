"""Background knowledge on an answer: every method's, at no price, in its words, its probabilities and its files."""

import json
import warnings

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.graphs.background_knowledge import as_knowledge
from privcausal.graphs.edge_confidence import Confidence, EdgeProbability
from privcausal.graphs.methods import METHODS
from privcausal.graphs.pair_status import PairStatus
from privcausal.published import published
from privcausal.table.declaration_files import parse
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
    (
        "knowledge must be made of tiers, forbidden, required, and entry 1 is something else",
        lambda: as_knowledge({"tier": []}),
    ),
    ("knowledge must be a Knowledge, a dict", lambda: as_knowledge(nx.Graph()), lambda: as_knowledge(3)),
    ("knowledge must be a text such as dag", lambda: as_knowledge("known.csv")),
    ("cannot read background knowledge", lambda: as_knowledge("nowhere.txt")),
    (
        "about declared columns, and one of its names is none; did you mean 'Alarm'",
        lambda: discover(townsfolk("earthquake", 100), knowledge={"tiers": [["Alarms"]]}),
    ),
)


SICK = {"tiers": [["age"], ["severity"], ["drug"], ["died"]]}


def hospital(seed):
    """8,000 patients of whom the older are sicker, the sicker get the drug, and the drug saves some of them."""
    drawn, size = np.random.default_rng(seed), 8_000
    old = drawn.random(size) < 0.5
    severity = np.clip(
        (drawn.random(size) + 0.5 * old > 0.7) + (drawn.random(size) + 0.3 * old > 0.9) * 1, 0, 2
    )
    drug = drawn.random(size) < np.array([0.2, 0.5, 0.8])[severity]
    died = drawn.random(size) < np.array([0.05, 0.12, 0.3])[severity] * np.where(drug, 0.6, 1)
    ward = drawn.random(size) < np.array([0.2, 0.5, 0.9])[severity]
    return pd.DataFrame({"age": old, "severity": severity, "drug": drug, "died": died, "ward": ward}).astype(
        int
    )


def test_death_does_not_make_patients_sick():
    declare = {name: {"values": [0, 1], "missing": 0} for name in ("age", "drug", "died", "ward")}
    declare["severity"] = {"values": [0, 1, 2], "missing": 1}
    backwards, left = 0, 0
    for seed in range(3):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = privcausal.discover(hospital(seed), epsilon=1, delta=1e-6, declare=declare, seed=seed)
        excluded = as_knowledge(SICK).excluded(result.names)
        known = result.with_knowledge(SICK)
        backwards += int((result.matrix & ~result.matrix.T & excluded).sum())
        left += int((known.matrix & ~known.matrix.T & excluded).sum())
        assert len(known.contradictions) >= int((result.matrix & ~result.matrix.T & excluded).sum())
    assert backwards > 0, "a check that cannot fail: without knowledge some arrow runs back in time"
    assert left == 0


def test_the_track_record_is_that_of_what_the_data_say(monkeypatch):
    sure = {(0, 1): EdgeProbability(0.9, None), (1, 2): EdgeProbability(0.8, 0.3)}
    arrow = CHAIN.copy()
    arrow[1, 2] = False
    result = answer(matrix=arrow)
    monkeypatch.setattr(type(result), "confidence", Confidence(sure, []))
    assert "arrows" in result.calibration_note()[0]
    assert "arrows" not in result.with_knowledge({"tiers": [["a"], ["b"], ["c"]]}).calibration_note()[0]
