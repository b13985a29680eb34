"""Slips of the hand: what may be people's cells is not quoted."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.arguments import check_file_name

RNG = np.random.default_rng(0)
FRAME = pd.DataFrame(RNG.integers(0, 2, (3_000, 3)), columns=["a", "b", "c"])
SAID = {name: {"values": [0, 1], "missing": 0} for name in FRAME}
NAMES = pd.DataFrame({"name": ["Ann Smith", "Bo Lee"], "a": [0, 1]})
TEXTS = {
    "JSON": NAMES.to_json(),
    "records": NAMES.to_json(orient="records"),
    "JSON lines": NAMES.to_json(orient="records", lines=True),
    "CSV": NAMES.to_csv(index=False),
    "one record": "Ann Smith,0\n",
    "old line ends": NAMES.to_csv(index=False, lineterminator="\r"),
    "a dict": str(NAMES.to_dict()),
    "XML": "<people><name>Ann Smith</name></people>",
    "a path of JSON": Path(NAMES.to_json()),
    "a NUL": "Ann Smith\0",
    "half of a sign": "Ann Smith\ud800",
    "one long line": ";".join(["Ann Smith"] * 40),
}


@pytest.fixture(scope="module")
def answers():
    kept = privcausal.release(FRAME, epsilon=1, delta=1e-6, declare=SAID)
    return kept, privcausal.effect(FRAME, "a", "b", adjust=["c"], epsilon=1, declare=SAID)


def unquoted(ask):
    with pytest.raises(ValueError, match=r"must|made of|cannot read") as refused:
        ask()
    assert "Ann" not in str(refused.value)


@pytest.mark.parametrize("kind", TEXTS)
def test_text_where_the_name_of_a_file_is_wanted_is_not_quoted(kind, answers):
    text, (kept, found) = TEXTS[kind], answers
    for ask in (
        lambda: privcausal.correlate(text, "a", "b", epsilon=1),
        lambda: privcausal.correlate(FRAME, "a", "b", epsilon=1, declare=text),
        lambda: privcausal.correlate(FRAME, "a", "b", epsilon=1, budget=text),
        lambda: privcausal.budget(text, epsilon=1),
        lambda: privcausal.load(text),
        lambda: kept.discover(knowledge=text),
        lambda: found.with_graph(text),
    ):
        unquoted(ask)


@pytest.mark.parametrize("cells", [NAMES["name"], NAMES["name"].to_numpy(), NAMES, pd.Index(NAMES["name"])])
def test_cells_where_an_answer_wants_a_word_are_not_quoted(cells, answers):
    kept, found = answers
    for ask in (
        lambda: kept.cross_table(cells, "b"),
        lambda: kept.cross_table("a", "b", given=cells),
        lambda: kept.discover(cells),
        lambda: kept.discover(knowledge=cells),
        lambda: found.adjusted_for(cells),
        lambda: found.with_graph(cells),
        lambda: found.report(cells),
        lambda: privcausal.budget("b.json", epsilon=cells),
        lambda: privcausal.budget("b.json", epsilon=1, delta=cells),
        lambda: privcausal.plan(SAID, rows=3_000, epsilon=1, delta=1e-6, effect=cells),
    ):
        unquoted(ask)


@pytest.mark.parametrize("text", [TEXTS["JSON"], TEXTS["CSV"], "Ann Smith -> a\n"])
def test_a_file_of_data_where_a_graph_is_wanted_is_not_quoted(text, answers, tmp_path):
    path = tmp_path / "people.txt"
    path.write_text(text)
    for graph in (path, str(path)):
        unquoted(lambda graph=graph: answers[1].with_graph(graph))
        unquoted(lambda graph=graph: answers[0].discover(knowledge=graph))


def test_names_stay_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("[old] people.csv").write_text("a,b\n0,1\n")
    for name in ("people.csv", "[old] people.csv", "a/" * 200 + "people.csv", Path("people.csv"), None):
        check_file_name("data", name)


def test_roles_of_a_planned_effect_are_named():
    for roles in ({}, {"treatment": "a"}, {"treatment": "a", "outcome": "b", "colour": "red"}, 3):
        with pytest.raises(ValueError, match="effect must be a dict such as"):
            privcausal.plan(SAID, rows=3_000, epsilon=1, delta=1e-6, effect=roles)


@pytest.mark.parametrize(
    "cells", [NAMES["name"], NAMES["name"].to_numpy(), list(NAMES["name"]), ("Ann Smith",)]
)
@pytest.mark.parametrize(
    "role", ["treatment", "outcome", "instrument", "treated", "control", "event", "adjust"]
)
def test_cells_in_the_role_of_a_planned_effect_are_not_quoted(role, cells):
    roles = {"treatment": "a", "outcome": "b", role: [cells] if role == "adjust" else cells}
    unquoted(lambda: privcausal.plan(SAID, rows=3_000, epsilon=1, delta=1e-6, effect=roles))


COLUMN = NAMES["name"]
DECLARED_BY_CELLS = {
    "a range": {"range": COLUMN},
    "a range that is a list": {"range": COLUMN.tolist()},
    "values": {"values": COLUMN},
    "values that are a list": {"values": COLUMN.tolist() * 2},
    "a list": COLUMN.tolist() * 2,
    "a set": set(COLUMN),
    "records": NAMES.to_dict("records"),
    "rows in a list": [COLUMN],
    "missing": {"values": [0, 1], "missing": COLUMN},
    "missing of a range": {"range": [0, 1], "missing": COLUMN},
    "cuts": {"range": [0, 1], "cuts": COLUMN},
    "a scale": {"range": [1, 2], "scale": COLUMN},
    "spellings": {"values": {"a": COLUMN, "b": []}},
    "text": NAMES.to_json(),
}


@pytest.mark.parametrize("kind", DECLARED_BY_CELLS)
def test_cells_in_place_of_what_is_declared_are_not_quoted(kind):
    said = {**SAID, "a": DECLARED_BY_CELLS[kind]}
    unquoted(lambda: privcausal.check(FRAME, epsilon=1, declare=said))


@pytest.mark.parametrize("entry", ["tiers", "forbidden", "required"])
@pytest.mark.parametrize("cells", [COLUMN, COLUMN.to_numpy(), pd.Index(COLUMN), [NAMES], [COLUMN]])
def test_cells_in_place_of_background_knowledge_are_not_quoted(entry, cells):
    unquoted(lambda: privcausal.Knowledge(**{entry: cells}))
    known = {entry: cells}
    unquoted(
        lambda: privcausal.discover(
            FRAME, epsilon=1, delta=1e-6, declare=SAID, method="once", knowledge=known
        )
    )


@pytest.mark.parametrize("odd", [pd.CategoricalDtype(COLUMN), re.match(".*", COLUMN[0])])
def test_what_is_neither_a_word_nor_a_number_is_not_printed(odd):
    for name in ("epsilon", "x", "score", "person", "rows_per_person", "seed", "budget"):
        options = {"x": "a", "y": "b", "epsilon": 1, name: odd}
        unquoted(lambda options=options: privcausal.correlate(FRAME, **options))
    unquoted(lambda: privcausal.check(FRAME, epsilon=1, declare={"a": odd}))
    unquoted(lambda: privcausal.effect(FRAME, "a", "b", adjust=odd, epsilon=1, declare=SAID))


def test_numbers_in_place_of_cuts_are_not_quoted():
    said = {"a": {"range": [0, 1], "cuts": [1234.5, 0.5]}}
    with pytest.raises(ValueError, match="cuts must lie within the range, and not all") as refused:
        privcausal.check(FRAME, epsilon=1, declare=said)
    assert "1234" not in str(refused.value)
