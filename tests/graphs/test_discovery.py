"""discover: one function for all methods, whose answer carries its price."""

import math

import numpy as np
import pandas as pd
import pytest

from privcausal.graphs.discovery import learn_graph
from privcausal.graphs.methods import NUMBERS, method_of, private_methods
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.models.linear_gaussian import LinearModel
from privcausal.graphs.structure.pdag import cpdag
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.inputs import as_table
from privcausal.table.sources import read
from privcausal.table.stream import open_table
from tests.graphs.builders import ONE, price, rng
from tests.refusals import refusals

NUMERIC = private_methods(NUMBERS)
NET = network("earthquake")
CATEGORIES = {name: [0, 1] for name in NET.nodes}
IN_WORDS = Declaration(dict.fromkeys(NET.nodes, Categories((0, 1))))
IN_NUMBERS = Declaration(dict.fromkeys(NET.nodes, Number(0, 1)))
MIXED = Declaration({"Alarm": Categories((0, 1)), "JohnCalls": Number(0, 1)})
PEOPLE = pd.DataFrame(NET.sample(20_000, rng()), columns=list(NET.nodes))


def learn(data, declare=CATEGORIES, method="pc", epsilon=math.inf, delta=0.0, **options):
    budget, chosen = price(epsilon, delta), method_of(method, **options)
    return learn_graph(as_table(data, declare), chosen, budget=budget, rng=rng(1), even_if_blind=True)


def private(frame, method, **changes):
    return learn(frame, **({"method": method, "epsilon": 1.0, "delta": 1e-6} | changes))


def test_pc_finds_the_true_class_and_says_that_it_is_not_private():
    result = learn(PEOPLE)
    assert np.array_equal(result.matrix, cpdag(NET.dag))
    assert result.spent.epsilon == math.inf
    assert result.names == list(NET.nodes)
    assert sum(result.tests) == sum(step.tests for step in result.learned.trace)
    assert result.learned.trace[0].edges == 10


LINEAR = {"method": "once-linear", "epsilon": 1.0, "delta": 1e-6}

test_bad_input_is_named = refusals(
    lambda changes: learn(**{"data": PEOPLE} | changes),
    ("method must be one of once", {"method": "psychic"}),
    ("epsilon must be infinite for method='pc'", {"epsilon": 1.0}),
    ("at least one record", {"data": PEOPLE.head(0)}),
    ("at least two columns", {"declare": {"Alarm": [0, 1]}}),
    (r"column 2 of declare .* values must be a list", {"declare": {"Alarm": [0, 1], "JohnCalls": "01"}}),
    (r"column 2 of declare .* at least one", {"declare": {"Alarm": [0, 1], "JohnCalls": []}}),
    (
        "data does not have column 2 of those declared or asked about",
        {"declare": {"Alarm": [0, 1], "Mood": [0, 1]}},
    ),
    (
        r"^column 3 of declare: missing must be one of",
        {"declare": CATEGORIES | {"Alarm": {"values": (0, 1), "missing": 2}}},
    ),
    (
        "method='pc' wants categories; for numbers there is once-corr",
        {"declare": IN_NUMBERS},
        {"declare": None},
    ),
    ("row_norm must be left out for method 'pc'", {"row_norm": 1.0}),
    ("method='once-linear' wants numbers; for categories there is once, once-further", LINEAR),
    ("row_norm must be", LINEAR | {"declare": None, "row_norm": -1.0}),
    ("epsilon must be a positive finite number", LINEAR | {"declare": None, "epsilon": math.inf}),
    (
        "wants categories; for categories and numbers there is once-mixed, and numbers with cuts are categories",
        {"declare": MIXED},
    ),
)


def test_what_is_not_declared_is_a_category_of_its_own():
    """One gap makes a column decimal, one word makes it a column of objects: one record changes."""
    holes, words = PEOPLE.astype(float), PEOPLE.astype(object)
    holes.iloc[3, 2], words.iloc[3, 2] = math.nan, "HIV positive, see note"
    codes = [read(frame, IN_WORDS).codes() for frame in (PEOPLE, holes, words)]
    for other in codes[1:]:
        assert (other != codes[0]).nonzero()[0].tolist() == [3]
    assert np.array_equal(learn(holes).matrix, learn(words).matrix)


CHAIN = LinearModel(np.array([[0.0, 1.5, 0.0], [0.0, 0.0, -1.0], [0.0, 0.0, 0.0]]))


def linear(frame, method="once-linear", **changes):
    return private(frame, method, **({"declare": None} | changes))


@pytest.mark.parametrize("row_norm", [None, 6.0])
@pytest.mark.parametrize("method", NUMERIC)
def test_numbers_are_for_the_linear_methods(method, row_norm):
    frame = pd.DataFrame(CHAIN.sample(20_000, rng()), columns=list("abc"))
    if row_norm and method_of(method).unitless:
        with pytest.raises(ValueError, match="row_norm must be left out"):
            linear(frame, method=method, row_norm=row_norm)
        return
    result = linear(frame, method=method, row_norm=row_norm)
    assert set(result.graph.edges) >= {("a", "b")}
    assert result.spent.epsilon <= 1.0
    assert result.tests == ()


def test_text_is_no_number():
    text, zeros = (linear(PEOPLE.assign(Alarm=value)).matrix for value in ("loud", 0.0))
    assert np.array_equal(text, zeros), "text reads as a missing number"


UNITLESS = [name for name in NUMERIC if method_of(name).unitless]
CENTIMETRES = Declaration({"tall": Number(-600, 600), "old": Number(-9, 9), "well": Number(-9, 9)})
METRES = Declaration({**CENTIMETRES.columns, "tall": Number(-6, 6)})


@pytest.mark.parametrize("method", [*UNITLESS, "once-mixed"])
@pytest.mark.parametrize("words", [False, True], ids=["numbers", "mixed"])
def test_centimetres_become_metres_and_the_answer_stays(method, words):
    if words and method != "once-mixed":
        pytest.skip("for numbers alone")
    frame = pd.DataFrame(CHAIN.sample(10_000, rng()), columns=["tall", "old", "well"])
    frame["tall"] *= 100
    both = {"well": Categories((False, True), missing=False)} if words else {}
    if words:
        frame["well"] = frame["well"] > 0
    answers = [
        private(changed, method, declare=Declaration({**declaration.columns, **both}))
        for changed, declaration in ((frame, CENTIMETRES), (frame.assign(tall=frame.tall / 100), METRES))
    ]
    assert answers[0].matrix.any()
    assert np.array_equal(*(result.matrix for result in answers))
    assert str(answers[0]) == str(answers[1])
    assert "units" not in str(answers[0])


def test_once_linear_follows_the_units_and_says_so():
    frame = pd.DataFrame(CHAIN.sample(10_000, rng()), columns=list("abc"))
    result = linear(frame)
    assert "in other units they can reverse" in str(result)
    assert not np.array_equal(result.matrix, linear(frame.assign(a=frame.a * 100)).matrix)


def otherwise(path):
    """The same people, in other words, from other places, and with an empty cell declared in two ways."""
    PEOPLE.to_csv(path, index=False)
    yield path, IN_WORDS
    yield read(PEOPLE, IN_WORDS), CATEGORIES
    yield PEOPLE.replace({0: "no", 1: "yes"}), {name: ["no", "yes"] for name in NET.nodes}
    yield PEOPLE, {name: {"values": [0, 1], "missing": 0} for name in NET.nodes}
    yield PEOPLE, Declaration(dict.fromkeys(NET.nodes, Categories((0, 1), missing=0)))


def test_all_doors_lead_to_the_same_graph(tmp_path):
    plain = learn(PEOPLE)
    for data, declare in otherwise(tmp_path / "people.csv"):
        assert np.array_equal(learn(data, declare).matrix, plain.matrix)


SPREAD = {
    "once": dict.fromkeys("abc", Number(-20, 20, cuts=(-1, 1))),
    "once-further": dict.fromkeys("abc", Number(-20, 20, cuts=(-1, 1))),
    "once-sparing": dict.fromkeys("abc", Number(-20, 20, cuts=(-1, 1))),
    "once-linear": dict.fromkeys("abc", Number()),
    "once-correlations": dict.fromkeys("abc", Number(-20, 20)),
    "once-mixed": {"a": Number(-20, 20), "b": Number(-20, 20), "c": Number(-20, 20, cuts=(-1, 1))},
}


@pytest.mark.parametrize("method", SPREAD)
def test_a_file_in_pieces_gives_the_graph_of_the_records_in_memory(tmp_path, method):
    numbers = rng().normal(size=(20_000, 3)) @ [[1, 1, 0], [0, 1, 0], [0, 1, 1]]
    frame = pd.DataFrame(numbers, columns=list("abc")).sort_values("a")
    frame.to_csv(tmp_path / "people.csv", index=False)
    public, chosen = Declaration(SPREAD[method]), method_of(method)
    plain, result = (
        learn_graph(table, chosen, budget=ONE, rng=rng(1))
        for table in (read(frame, public), open_table(tmp_path / "people.csv", public, chosen.asks))
    )
    assert len(plain.edges()) >= 2
    assert result.to_json() == plain.to_json()


@pytest.mark.parametrize("spend", [{}, LINEAR], ids=["pc", "once-linear"])
def test_numbers_with_cuts_suit_both_kinds_of_methods(spend):
    frame = pd.DataFrame(CHAIN.sample(5_000, rng()), columns=list("abc"))
    cut = Declaration({name: Number(-9, 9, cuts=(-1, 0, 1)) for name in "abc"})
    result = learn(frame, declare=cut, **spend)
    assert result.matrix[0, 1] or result.matrix[1, 0]
