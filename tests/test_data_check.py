"""A private look at the data first: its price, its noise, its hints, and its refusals."""

import json
import warnings

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes

import privcausal
from privcausal.data_check import CONFIDENCE, check_data, half_width
from privcausal.privacy.price import Price
from privcausal.privacy.randomness import generator
from privcausal.table.declaration import Declaration, Number
from privcausal.table.declaration_files import parse
from privcausal.table.inputs import as_table
from privcausal.table.unit import Unit
from tests.refusals import invoke, refusals

RANGES = {"dose": (0, 1), "sex": ["m", "f"]}
PEOPLE = pd.DataFrame({"dose": ["0,5", "0.5"] * 5_000, "sex": ["m", "w", "f", "f"] * 2_500})


def test_what_is_wrong_is_named_and_what_is_right_is_not():
    result = privcausal.check(PEOPLE, epsilon=0.1, declare=RANGES)
    assert [(share.column, share.kind) for share in result.shares if share.is_large] == [
        ("dose", "missing or not a number"),
        ("sex", "not declared"),
    ]
    assert "decimal sign" in result.warnings()[0]
    assert (result.spent.epsilon, result.spent.delta, result.records) == (0.1, 0.0, 10_000)
    said = str(result)
    assert "look at: dose: " in said
    assert "10,000 records, 2 columns" in said
    content = json.loads(result.to_json())
    assert content["shares"][0]["kind"] == "missing or not a number"
    assert content["spent"]["epsilon"] == 0.1
    assert isinstance(result.plot(), Axes)
    fine = pd.DataFrame({"dose": ["0.5"] * 10_000, "sex": ["m"] * 10_000})
    assert "no share is surely above 5%" in str(privcausal.check(fine, epsilon=0.1, declare=RANGES))


def test_intervals_hold_the_share_as_often_as_they_say():
    public, cells = Declaration({"age": Number(0, 110)}), [np.full((2_000, 1), np.nan), np.zeros((8_000, 1))]
    rng = generator(1)
    held = 0
    for _ in range(400):
        (share, *_) = check_data(public, cells, 10_000, epsilon=0.1, rng=rng).shares
        held += share.low <= 0.2 <= share.high
    assert abs(held / 400 - CONFIDENCE) < 0.035
    assert half_width(1.0) == pytest.approx(2.9957, abs=1e-4)


def test_the_price_is_that_of_all_rows_of_a_person():
    public = Declaration({"age": Number(0, 110)}, unit=Unit(4))
    one = check_data(
        Declaration({"age": Number(0, 110)}), [np.zeros((9_000, 1))], 9_000, epsilon=1, rng=generator()
    )
    four = check_data(public, [np.zeros((9_000, 1))], 9_000, epsilon=1, rng=generator())
    assert four.noise == pytest.approx(4 * one.noise)
    assert four.noise >= 4 * one.noise
    assert (four.spent.rows, four.spent.epsilon) == (4, 1)


def test_an_open_budget_hears_its_price():
    from privcausal.privacy.charges import listening_block

    heard: list[Price | None] = []

    class Listener:
        def hear(self, rng, announcement, *, silent):
            heard.append(announcement.price)

    with listening_block(Listener()):
        privcausal.check(PEOPLE, epsilon=0.1, declare=RANGES)
    assert {price.epsilon for price in heard} == {0.1}


def test_a_seed_is_a_demonstration():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = privcausal.check(PEOPLE, epsilon=0.1, declare=RANGES, seed=1)
    assert result.demonstration
    assert "demonstration" in str(result)


test_refusals = refusals(
    invoke,
    (
        "epsilon = 0.1 hides even a quarter of the cells of 40 records in 2 columns",
        lambda: privcausal.check(PEOPLE.head(40), epsilon=0.1, declare=RANGES),
    ),
    ("epsilon must be at least 1e-07", lambda: privcausal.check(PEOPLE, epsilon=0, declare=RANGES)),
    (
        "data must be a file, a data frame or an array, got a table whose cells were clipped",
        lambda: privcausal.check(as_table(PEOPLE, RANGES), epsilon=0.1, declare=RANGES),
    ),
    (
        "data must not change while they are read",
        lambda: check_data(
            parse({"columns": {"age": {"range": [0, 1]}}}),
            [np.zeros((9, 1))],
            9_000,
            epsilon=1,
            rng=generator(),
        ),
    ),
)


def test_its_report_says_what_was_declared_and_that_cells_were_counted(tmp_path):
    declare = {"dose": {"range": (0, 2), "cuts": [1]}, "sex": {"values": ["m", "f"], "missing": "m"}}
    result = privcausal.check(PEOPLE, epsilon=0.1, declare=declare)
    declared = json.loads(result.to_json(context=True))["declared"]
    assert declared["dose"]["range"] == [0, 2]
    assert declared["sex"]["missing"] == "m"
    result.report(tmp_path / "check.html")
    page = (tmp_path / "check.html").read_text(encoding="utf-8")
    assert "a number from 0 to 2, cut at 1" in page
    assert "no count of missing" not in page
    assert "Nothing else, in particular no message that depends on an entry." in page
    asked = privcausal.correlate(PEOPLE, "dose", "sex", epsilon=1)
    asked.report(tmp_path / "correlate.html")
    assert (
        "no count of missing or clipped entries, and no message" in (tmp_path / "correlate.html").read_text()
    )


def test_rows_of_a_person_that_are_left_out_are_named_as_a_cause(tmp_path):
    people = PEOPLE.assign(person=np.arange(10_000) // 4)
    options = {"epsilon": 1, "declare": {"dose": (0, 1), "sex": ["m", "w", "f"]}, "person": "person"}
    blank = privcausal.check(people, **options)
    assert all("blank rows are among them" in line for line in blank.warnings())
    more = privcausal.check(people, **options, keep_rows=5_000)  # 2,500 are kept
    assert len(more.warnings()) == 2
    assert all("keep fewer" in line for line in more.warnings())
    drawn = privcausal.check(people, **options, keep_rows=2_000)
    drawn.report(tmp_path / "drawn.html")
    assert "speak of the 2,000 rows that were drawn alone" in (tmp_path / "drawn.html").read_text()
