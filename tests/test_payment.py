"""Who pays for an answer in Python: the same budget file as the commands', and the same pages."""

import json
import threading
from functools import partial

import numpy as np
import pandas as pd
import pyarrow
import pytest

import privcausal
from privcausal.privacy.basic_filters import BudgetExhausted, Filter
from privcausal.privacy.draw_hooks import intercept_draws
from privcausal.privacy.price import Price, Relation
from tests.discoveries import discovery
from tests.refusals import invoke, refusals

CODES = np.random.default_rng(0).integers(0, 2, (3_000, 3))
CODES[:, 1] = CODES[:, 0]
FRAME = pd.DataFrame(CODES, columns=["x0", "x1", "x2"])
SAID = {name: [0, 1] for name in FRAME.columns}
RANGES = dict.fromkeys(FRAME.columns, (0, 1))

QUESTIONS = {
    "check": lambda data, **pay: privcausal.check(data, epsilon=0.5, declare=SAID, **pay),
    "correlate": lambda data, **pay: privcausal.correlate(data, "x0", "x1", epsilon=0.5, **pay),
    "direction": lambda data, **pay: privcausal.direction(
        data, "x0", "x1", epsilon=0.5, declare=RANGES, **pay
    ),
    "discover": lambda data, **pay: privcausal.discover(data, epsilon=0.5, delta=1e-6, declare=SAID, **pay),
    "release": lambda data, **pay: privcausal.release(data, epsilon=0.5, delta=1e-6, declare=SAID, **pay),
}


SHORT = {
    "check": lambda number: privcausal.check(FRAME, epsilon=number(0.1), declare=SAID),
    "correlate": lambda number: privcausal.correlate(FRAME, "x0", "x1", epsilon=number(0.1)),
    "effect": lambda number: privcausal.effect(FRAME, "x0", "x1", epsilon=number(0.1), declare=SAID),
    "direction": lambda number: privcausal.direction(
        FRAME.head(500),
        "x0",
        "x1",
        epsilon=number(2_000),
        penalty=number(1.9),
        width=number(0.5),
        declare=RANGES,
        allow_weak=True,
    ),
    "discover": lambda number: privcausal.discover(
        FRAME, epsilon=1, delta=1e-6, declare=RANGES, method="once-linear", row_norm=number(1.3)
    ),
}


@pytest.mark.parametrize("question", SHORT)
def test_numbers_of_few_digits_get_the_noise_that_is_paid_for(question):
    def scales(number):
        heard = []
        with intercept_draws(lambda draw, go: heard.append(draw) or go()):
            SHORT[question](number)
        return [float(draw.arguments["scale"]) for draw in heard if "scale" in draw.arguments]

    assert scales(np.float16) == scales(lambda number: float(np.float16(number))) != []


@pytest.mark.parametrize(
    "method", ["once-correlations", "once-linear", "noleaks", "curate-scores", "once-mixed"]
)
def test_numpy_that_was_told_to_raise_does_not_tell_on_a_cell(method):
    """A single cell of 5e-324 ended in an underflow where the caller had set errors to be raised."""
    numbers = FRAME.astype(float) + np.random.default_rng(1).normal(size=FRAME.shape)
    answers = []
    for cell in (0.5, 5e-324, 1e-200, 1e308):
        numbers.iloc[0] = cell
        with np.errstate(all="raise"):
            result = privcausal.discover(
                numbers, epsilon=4, delta=1e-6, declare=RANGES, method=method, seed=1
            )
        answers.append(result.method)
    assert answers == [method] * 4


def test_numpy_that_was_told_to_raise_stops_no_question():
    """What is computed from public numbers, before anything is paid for, ended in an underflow."""
    declare = {name: {"values": [0, 1], "missing": 0} for name in "ab"}
    people = pd.DataFrame(np.random.default_rng(0).integers(0, 2, (800, 2)), columns=list("ab"))
    with np.errstate(all="raise"):
        result = privcausal.effect(people, "a", "b", epsilon=1, declare=declare, placebo=True)
    assert result.check == "placebo treatment"


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_question_is_paid_for_once_and_refused_when_nothing_is_left(tmp_path, question):
    kept = privcausal.budget(tmp_path / "study.json", epsilon=0.8, delta=2e-6)
    QUESTIONS[question](FRAME.head(500) if question == "direction" else FRAME, budget=kept)
    assert kept.account.spent.epsilon == 0.5
    assert kept.account.charges[0].what == f"{question} DataFrame"
    with pytest.raises(BudgetExhausted, match=r"only ε = 0\.3"):
        QUESTIONS[question](FRAME, budget=str(tmp_path / "study.json"))
    assert kept.account.spent.epsilon == 0.5


def test_a_file_is_named_without_its_folder(tmp_path):
    FRAME.to_csv(tmp_path / "people.csv", index=False)
    kept = privcausal.budget(tmp_path / "study.json", epsilon=1)
    QUESTIONS["correlate"](tmp_path / "people.csv", budget=kept)
    assert [charge.what for charge in kept.account.charges] == ["correlate people.csv"]


@pytest.mark.parametrize("question", ["check", "correlate", "direction", "discover"])
def test_answers_write_the_page_and_say_what_they_rest_on(tmp_path, question):
    kept = privcausal.budget(tmp_path / "study.json", epsilon=1, delta=1e-5)
    answer = QUESTIONS[question](FRAME.head(500) if question == "direction" else FRAME, budget=kept)
    answer.report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "of 1e-05, that is 1 in 100,000; left: " in page
    said = json.loads(answer.to_json(context=True))
    assert said["declared"].keys() >= {"x0", "x1"}
    assert said["question"]
    with pytest.raises(FileExistsError):
        answer.report(tmp_path / "page.html")


def test_the_page_shows_the_knowledge_that_holds(tmp_path):
    answer = QUESTIONS["discover"](FRAME).with_knowledge({"tiers": [["x0"], ["x1"]]})
    answer.report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "tiers x0 | x1" in page
    assert "arrow, background knowledge" in page
    assert json.loads(answer.to_json(context=True))["asked"]["knowledge"] == "tiers x0 | x1"


def test_a_page_without_privacy_says_so(tmp_path):
    answer = privcausal.discover(FRAME, epsilon=float("inf"), declare=SAID, method="pc")
    answer.report(tmp_path / "page.html")
    assert "This is not private: no noise was added." in (tmp_path / "page.html").read_text(encoding="utf-8")


test_refusals = refusals(
    invoke,
    ("seed must be left out with a budget", lambda: QUESTIONS["correlate"](FRAME, budget="b.json", seed=1)),
    (
        "budget must be a budget file, as privcausal.budget opens it, or the name of one",
        *(
            partial(QUESTIONS["correlate"], FRAME, budget=wrong)
            for wrong in (3, 0.1, b"b.json", ["b.json"], {}, Filter(1.0, Relation.SUBSTITUTION))
        ),
        lambda: privcausal.budget(3, epsilon=1),
        lambda: privcausal.budget(b"b.json", epsilon=1),
    ),
    ("delta must come with epsilon", lambda: privcausal.budget("b.json", delta=1e-6)),
    ("there is no", lambda: QUESTIONS["correlate"](FRAME, budget="nowhere.json")),
    ("of a release, ask the command", lambda: discovery("ab", [[0, 1], [0, 0]]).report("a.html")),
    ("path must name a .html file", lambda: QUESTIONS["correlate"](FRAME).report("a.pdf")),
)


CELLS = pd.Series(["Ann Smith", "Bo Lee"] * 1_500)
"""A column, where its name was wanted: other libraries take `groups=frame["id"]`."""

TABLE = pyarrow.table({"name": CELLS})
"""It shows its cells, and cannot be iterated over."""


@pytest.mark.parametrize(
    "cells", [CELLS, CELLS.to_numpy(), CELLS.tolist(), tuple(CELLS), CELLS.to_frame(), TABLE]
)
@pytest.mark.parametrize("question", ["check", "correlate", "direction", "discover", "effect", "release"])
def test_cells_where_a_name_or_a_number_is_wanted_are_not_quoted(question, cells):
    asked = {
        "check": {"epsilon": 1, "declare": SAID},
        "correlate": {"x": "x0", "y": "x1", "epsilon": 1},
        "direction": {"x": "x0", "y": "x1", "epsilon": 1, "declare": RANGES},
        "discover": {"epsilon": 1, "delta": 1e-6, "declare": SAID},
        "effect": {"treatment": "x0", "outcome": "x1", "epsilon": 1, "declare": SAID},
        "release": {"epsilon": 1, "delta": 1e-6, "declare": SAID},
    }[question]
    names = {*asked, "person", "rows_per_person", "keep_rows", "budget", "seed", "allow_weak"} - {"declare"}
    for name in names:
        with pytest.raises(ValueError, match=f"{name} must be .*, got [a-zA-Z]+[.:]") as refused:
            getattr(privcausal, question)(FRAME, **asked | {name: cells})
        assert "Ann" not in str(refused.value)


def test_cells_are_no_declaration_no_adjustment_and_no_name_of_a_file():
    for ask in (
        lambda: privcausal.check(FRAME, epsilon=1, declare={"x0": CELLS}),
        lambda: privcausal.check(FRAME, epsilon=1, declare={"x0": CELLS.to_numpy()}),
        lambda: privcausal.effect(FRAME, "x0", "x1", adjust=CELLS, epsilon=1, declare=SAID),
        lambda: privcausal.check("name,x0\nAnn Smith,1\n", epsilon=1, declare=SAID),
    ):
        with pytest.raises(ValueError, match=r"(must be|text of several lines)") as refused:
            ask()
        assert "Ann" not in str(refused.value)


def test_a_question_without_a_budget_is_none_of_another_threads_business(tmp_path):
    """It was refused while that thread's question drew, or used up the price of it."""
    frame = pd.DataFrame({"a": range(2_000), "b": range(2_000)})
    kept = privcausal.budget(tmp_path / "study.json", epsilon=1)
    outcomes = []

    def ask():
        for options in ({}, {"seed": 1}):
            try:
                outcomes.append(privcausal.correlate(frame, "a", "b", epsilon=3, **options).spent.epsilon)
            except ValueError as error:
                outcomes.append(str(error))

    def elsewhere(action):
        thread = threading.Thread(target=action)
        thread.start()
        thread.join()

    price = Price(0.5, 0.0, Relation.SUBSTITUTION)
    with kept.charging(price, "a question", all_heard=True):
        elsewhere(ask)
    assert outcomes == [3, 3]
    assert kept.account.spent.epsilon == 0
    outcomes.clear()
    with kept.charging(price, "any code"):  # which may have started the thread
        elsewhere(ask)
    assert "rng must come from the system" in outcomes[1]
    assert "the release costs ε = 3" in outcomes[0]
    with kept.charging(price, "a question", all_heard=True):
        ask()  # in its own thread, the block hears it
    assert "the release costs ε = 3" in outcomes[-2]
