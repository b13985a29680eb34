"""What is said of two columns, of edges and of plans rests on complete cells, and says so unless that was declared."""

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.data_check import DataCheck, Share
from privcausal.pairs.private_direction import DirectionMethod
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.randomness import generator
from privcausal.report.contents import contents
from privcausal.report.study import Study
from privcausal.table.declaration import Declaration, Number
from privcausal.table.records import Table
from privcausal.table.suspects import MISSING
from privcausal.table.unit import Unit
from privcausal.two_columns import direction

INCOMES = {"income": (0, 20), "rent": (0, 20)}


def silent(rng, records=20_000):
    """Two unrelated numbers, mostly small; three people in ten gave neither."""
    frame = pd.DataFrame({name: rng.exponential(1, records) for name in INCOMES})
    frame.loc[rng.random(records) < 0.3] = np.nan
    return frame


@pytest.mark.parametrize("score", ["kendall", "spearman"])
def test_a_correlation_rests_on_complete_cells(score, tmp_path):
    """Who is missing counts as rich in both columns: the interval leaves out the true 0."""
    people = silent(np.random.default_rng(0))
    answer = privcausal.correlate(people, "income", "rent", epsilon=1, score=score, declare=INCOMES)
    assert answer.low > 0.3
    assert str(answer).endswith(" if no cell is missing")
    answer.report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "income and rent are associated if no cell is missing" in page
    assert "Few cells are missing" in page
    declared = {name: {"range": [0, 20], "missing": 0} for name in INCOMES}
    said = privcausal.correlate(people, "income", "rent", epsilon=1, score=score, declare=declared)
    assert "if no" not in str(said)


def test_an_edge_of_numbers_rests_on_complete_cells(tmp_path):
    answer = privcausal.discover(silent(np.random.default_rng(0)), epsilon=1, delta=1e-6, declare=INCOMES)
    assert answer.pairs[0].edge_probability > 0.9
    assert answer.calibration_note()[0].endswith("in 100 pairs, if no cell is missing")
    answer.report(tmp_path / "page.html")
    assert "Few cells are missing" in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_an_edge_of_categories_rests_on_complete_cells(tmp_path):
    """One cell in twenty of a common cause is missing, and its two effects are joined by an edge called 99% sure."""
    rng = np.random.default_rng(1)
    cause = rng.random(20_000) < 0.5
    effects = (rng.random((2, 20_000)) < np.where(cause, 0.9, 0.1)).tolist()
    people = pd.DataFrame({"z": cause, "x": effects[0], "y": effects[1]}).astype(int).astype(object)
    people.loc[rng.random(20_000) < 0.05, "z"] = ""
    answer = privcausal.discover(people, epsilon=1, delta=1e-6, declare={name: [0, 1] for name in people})
    assert min(pair.edge_probability for pair in answer.pairs) > 0.9
    assert answer.calibration_note()[0].endswith(", if no cell is missing")
    answer.report(tmp_path / "page.html")
    assert "two columns that it explains look directly related" in (tmp_path / "page.html").read_text("utf-8")
    declared = {name: {"values": [0, 1], "missing": 0} for name in people}
    assert "if no" not in str(privcausal.discover(people, epsilon=1, delta=1e-6, declare=declared))


def test_a_direction_rests_on_complete_cells():
    """Its price says whether rows are cut, and its declaration whether missing cells are."""
    cells = {"sun": np.linspace(0, 1, 400), "harvest": np.linspace(0, 1, 400) ** 3}
    for number, unit, end in (
        (Number(0, 1), Unit(), "this holds if no cell is missing"),
        (Number(0, 1, missing=0), Unit(person="plot"), "this holds if no row is blank"),
    ):
        table = Table(Declaration(dict.fromkeys(cells, number), unit=unit), cells)
        answer = direction(table, "sun", "harvest", method=DirectionMethod(), epsilon=1.0, rng=generator())
        assert str(answer).endswith(end)


def test_a_plan_assumes_complete_cells():
    for declare in (INCOMES, {"a": ["x", "y"], "b": ["x", "y"]}):
        assert "no cell is missing" in str(privcausal.plan(declare, rows=5_000, epsilon=1, delta=1e-6))


def test_a_share_that_can_be_large_is_not_called_small():
    """Of a share between 4% and 52% the page said that the declaration changes few cells."""
    share = Share("age", MISSING, 0.28, 0.04, 0.52)
    result = DataCheck(100, (share,), 8.0, Price(0.1, 0.0, Relation.SUBSTITUTION))
    assert "few cells" not in contents(result, Study("Which?", "data.csv", 100, {})).meaning


@pytest.mark.parametrize("method", ["curate", "priv-pc", "once-linear"])
def test_an_edge_without_a_probability_rests_on_complete_cells_too(method, tmp_path):
    """Two unrelated columns whose cells are missing for the same people: nothing in the answer or its page said so."""
    rng = np.random.default_rng(0)
    words = pd.DataFrame(rng.choice(["low", "high"], (10_000, 2)), columns=list(INCOMES))
    words.loc[rng.random(10_000) < 0.2] = None
    people, declare = words, {name: ["low", "high"] for name in INCOMES}
    if method == "once-linear":
        people, declare = silent(rng), INCOMES
    answer = privcausal.discover(people, epsilon=1, delta=1e-6, declare=declare, method=method)
    assert answer.matrix.any()
    assert "the edges hold only if no cell is missing" in str(answer).splitlines()
    answer.report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "missing for the same people" in page
    assert "The edges hold only if no cell is missing." in page


def test_the_entries_for_programs_have_the_condition():
    people = silent(np.random.default_rng(0))
    for declare, condition in (
        (INCOMES, "no cell is missing"),
        ({name: {"range": [0, 20], "missing": 0} for name in INCOMES}, None),
    ):
        graph = privcausal.discover(people, epsilon=1, delta=1e-6, declare=declare)
        number = privcausal.correlate(people, "income", "rent", epsilon=1, declare=declare)
        assert [answer.to_dict()["holds_if"] for answer in (graph, number)] == [condition] * 2
        assert graph.to_dict()["detects_if"] == "no column has the same number for half of the people"
