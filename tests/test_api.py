"""The questions at the top level: loaded when used, any table in, answers that print, draw and write themselves."""

import importlib.util
import json
import math
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes

import privcausal
from privcausal.graphs.methods import DEFAULT, FURTHER, MANY
from privcausal.pairs.direction_calibration import Margins
from privcausal.pairs.private_direction import PrivateDirection
from privcausal.privacy.price import Price, Relation, Release
from privcausal.table.declaration import Declaration, Number
from privcausal.two_columns import Direction
from tests.refusals import invoke, refusals

RNG = np.random.default_rng(0)
CODES = RNG.integers(0, 2, (3_000, 3))
CODES[:, 1] = CODES[:, 0]
NAMES = ["x0", "x1", "x2"]
FRAME = pd.DataFrame(CODES, columns=NAMES)
SAID = {name: [0, 1] for name in NAMES}
SPEND = {"epsilon": 1, "delta": 1e-6}


def tables(tmp_path):
    """The same records in every form that a table may have."""
    FRAME.to_csv(tmp_path / "people.csv", index=False)
    yield from (FRAME, CODES, FRAME.to_records(index=False), str(tmp_path / "people.csv"))
    for name, make in (("pyarrow", "table"), ("polars", "DataFrame")):
        if importlib.util.find_spec(name):
            yield getattr(importlib.import_module(name), make)(FRAME.to_dict("list"))


def test_all_doors_lead_to_the_same_answer(tmp_path):
    with pytest.warns(UserWarning, match="seed makes this a demonstration"):
        results = {privcausal.discover(t, declare=SAID, seed=1, **SPEND).to_json() for t in tables(tmp_path)}
    assert len(results) == 1
    with pytest.warns(UserWarning, match="demonstration"):
        values = {privcausal.correlate(t, "x0", "x2", epsilon=1, seed=1).value for t in tables(tmp_path)}
    assert len(values) == 1


def answers():
    ranges = dict.fromkeys(NAMES, (0, 1))
    yield privcausal.correlate(FRAME, "x0", "x1", epsilon=1)
    yield privcausal.direction(FRAME.head(400), "x0", "x1", epsilon=1, declare=ranges)
    yield privcausal.discover(FRAME, declare=SAID, **SPEND)


def test_answers_print_draw_and_write_themselves():
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # without a seed there is nothing to warn of
        results = list(answers())
    for answer in results:
        assert repr(answer) == str(answer)
        assert answer._repr_html_().startswith("<strong>")
        content = json.loads(answer.to_json())
        assert content["spent"]["epsilon"] == 1
        assert content["spent"]["relation"] == Relation.SUBSTITUTION.value
        assert isinstance(answer.plot(), Axes)


def test_columns_that_are_called_x_and_y_keep_their_direction():
    """Named one after the other, "x → y" became "y → x" and then "x → y" again."""
    price = Price(1.0, 0.0, Relation.SUBSTITUTION)
    result = PrivateDirection(
        Release((0.1, 0.9), price), "x → y", 0.001, "both", Margins(np.linspace(0.1, 1.0, 100))
    )
    assert Direction("y", "x", result).conclusion == "y → x"
    assert "scores 0.1000 for y → x, 0.9000 for x → y" in str(Direction("y", "x", result))


def test_randomness_is_the_systems_unless_a_seed_is_given():
    values = {privcausal.correlate(FRAME, "x0", "x2", epsilon=1).value for _ in range(5)}
    assert len(values) > 1


def test_the_declaration_chooses_the_method():
    assert privcausal.discover(FRAME, declare=SAID, **SPEND).method == "once"
    assert privcausal.discover(FRAME, **SPEND).method == "once-correlations"
    mixed = SAID | {"x0": (0, 1)}
    assert privcausal.discover(FRAME, declare=mixed, **SPEND).method == "once-mixed"
    cuts = Declaration({name: Number(0, 1, cuts=(0.5,)) for name in NAMES})
    assert privcausal.discover(FRAME, declare=cuts, **SPEND).method == "once"


def test_the_page_and_the_help_say_from_how_many_records_on():
    assert f"from {MANY:,}" in " ".join(privcausal.discover.__doc__.split())
    page = Path(__file__).parents[1] / "book" / "table-reference.md"
    assert f"With {MANY:,} rows or more" in page.read_text(encoding="utf-8")


def test_many_records_are_read_further():
    many = pd.concat([FRAME] * math.ceil(MANY / len(FRAME)))
    assert privcausal.discover(many[:MANY], declare=SAID, **SPEND).method == FURTHER
    assert privcausal.discover(many[: MANY - 1], declare=SAID, **SPEND).method == DEFAULT
    assert privcausal.discover(many, declare=SAID, method=DEFAULT, **SPEND).method == DEFAULT
    kept = privcausal.release(many, declare=SAID, **SPEND)
    assert (kept.discover().method, kept.discover(DEFAULT).method) == (FURTHER, DEFAULT)


def test_pairs_leave_as_a_frame_and_the_graph_for_networkx():
    with pytest.warns(UserWarning, match="demonstration"):  # some draws find an edge too many
        result = privcausal.discover(FRAME, declare=SAID, seed=1, **SPEND)
    pairs = result.pairs_frame().set_index(["first", "second"])
    assert pairs.loc[("x0", "x1"), "status"] == "joined, direction unknown"
    assert pairs.loc[("x0", "x2"), "status"] == "no edge seen"
    assert 0 < pairs.loc[("x0", "x2"), "minimum_detectable"] < 0.2
    assert set(result.graph.edges) == {("x0", "x1"), ("x1", "x0")}


def test_plan_reads_nothing_and_agrees_with_what_is_told_afterwards():
    result = privcausal.discover(FRAME, declare=SAID, **SPEND).pairs_frame()["minimum_detectable"].max()
    planned = privcausal.plan(SAID, rows=len(FRAME), **SPEND)
    assert 0.5 < result / planned.methods[0].span[1] < 1.2, (
        "the plan takes all declared values to be as frequent"
    )
    assert repr(planned).startswith("3,000 records")


def test_importing_is_quick_and_knows_its_questions():
    code = "import sys, privcausal; print(*dir(privcausal)); print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names, numpy = done.stdout.splitlines()
    assert set(privcausal.QUESTIONS) <= set(names.split())
    assert numpy == "False"
    assert callable(privcausal.audit)
    with pytest.raises(AttributeError, match="no attribute of this name"):
        _ = privcausal.guess


def discover(data=FRAME, declare=SAID, delta=1e-6):
    return privcausal.discover(data, declare=declare, epsilon=1, delta=delta)


def direction(declare):
    return privcausal.direction(FRAME, "x0", "x1", epsilon=1, declare=declare)


test_bad_input_is_one_sentence = refusals(
    invoke,
    ("epsilon above 10 protects next to", lambda: privcausal.correlate(FRAME, "x0", "x1", epsilon=11)),
    ("delta must be far below 1/n, here 0.00033", lambda: discover(declare=None, delta=0.01)),
    ("Nothing was spent", lambda: discover(FRAME.head(20))),
    ("data must have a record in each row", lambda: discover(CODES[0])),
    (r"column 1 of declare must be a range", lambda: discover(declare={"x0": 3})),
    (r"column 1 of declare", lambda: discover(declare={"x0": ("a", "b")})),
    ("column 2 of the 2 asked about must be declared", lambda: direction({"x0": (0, 1)})),
    ("column 'x0' must be declared as a number", lambda: direction(SAID)),
    (
        "data must be a table, got list: hand in pandas.DataFrame",
        lambda: privcausal.correlate([[1, 2]], "a", "b", epsilon=1),
    ),
    ("records must be at least 2", lambda: privcausal.plan(SAID, rows=1, **SPEND)),
)
