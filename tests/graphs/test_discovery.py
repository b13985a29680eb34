"""discover: one door for all methods, with the price on what leaves."""

import math

import numpy as np
import pandas as pd
import pytest

from privcausal.graphs.discovery import discover
from privcausal.graphs.methods import CATEGORIES as WORDS
from privcausal.graphs.methods import NUMBERS, method_of, private_methods
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.models.linear_gaussian import LinearModel
from privcausal.graphs.structure.pdag import cpdag
from privcausal.privacy.price import Relation
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.sources import read

METHODS, NUMERIC = private_methods(WORDS), private_methods(NUMBERS)
NET = network("earthquake")
CATEGORIES = dict.fromkeys(NET.nodes, (0, 1))
IN_WORDS = Declaration(dict.fromkeys(NET.nodes, Categories((0, 1))))
IN_NUMBERS = Declaration(dict.fromkeys(NET.nodes, Number(0, 1)))
MIXED = Declaration({"Alarm": Categories((0, 1)), "JohnCalls": Number(0, 1)})


@pytest.fixture(scope="module")
def people():
    return pd.DataFrame(NET.sample(20_000, np.random.default_rng(0)), columns=list(NET.nodes))


def learn(frame, **changes):
    options = {
        "method": "pc",
        "epsilon": math.inf,
        "categories": CATEGORIES,
        "relation": Relation.SUBSTITUTION,
        "rng": np.random.default_rng(1),
    }
    return discover(frame, **(options | changes))


def private(frame, method, **changes):
    return learn(frame, **({"method": method, "epsilon": 1.0, "delta": 1e-6} | changes))


def test_pc_finds_the_true_class_and_says_that_it_is_not_private(people):
    found = learn(people)
    assert np.array_equal(found.matrix, cpdag(NET.dag))
    assert found.spent.epsilon == math.inf
    assert found.names == list(NET.nodes)
    assert sum(found.tests) == sum(step.tests for step in found.trace)
    assert found.trace[0].edges == 10


@pytest.mark.parametrize("method", METHODS)
def test_a_private_method_stays_within_its_budget(people, method):
    found = private(people, method)
    assert 0 < found.spent.epsilon <= 1.0
    assert 0 <= found.spent.delta <= 1e-6
    assert found.spent.relation is Relation.SUBSTITUTION
    assert f"{method}:" in str(found)


@pytest.mark.parametrize("method", METHODS)
def test_the_same_generator_gives_the_same_graph(people, method):
    first, second = (private(people, method) for _ in range(2))
    assert np.array_equal(first.matrix, second.matrix)
    assert first.trace == second.trace


@pytest.mark.parametrize("method", [*METHODS, "pc"])
@pytest.mark.parametrize("rows", [1, 2, 7])
def test_a_handful_of_records_is_enough_to_answer(people, method, rows):
    spend = {"epsilon": math.inf, "delta": 0.0} if method == "pc" else {}
    found = private(people.head(rows), method, **spend)
    assert found.matrix.shape == (5, 5)


@pytest.mark.parametrize("method", [*METHODS, "pc"])
def test_two_columns_and_a_constant_one(people, method):
    spend = {"epsilon": math.inf, "delta": 0.0} if method == "pc" else {}
    frame = people.assign(Alarm=0)
    found = private(frame, method, categories={"Alarm": (0, 1), "JohnCalls": (0, 1)}, **spend)
    assert found.names == ["Alarm", "JohnCalls"]
    single = private(frame, method, categories={"Alarm": (0,), "JohnCalls": (0, 1)}, **spend)
    assert not single.matrix.any(), "a column with a single declared value depends on nothing"


@pytest.mark.parametrize("method", METHODS)
def test_more_cells_than_records(method):
    rng = np.random.default_rng(2)
    frame = pd.DataFrame(rng.integers(0, 30, (40, 4)), columns=list("abcd"))
    assert private(frame, method, categories=dict.fromkeys("abcd", range(30))).matrix.shape == (4, 4)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"method": "psychic"}, "method must be one of once"),
        ({"epsilon": 1.0}, "epsilon must be infinite for method='pc'"),
        ({"categories": {"Alarm": (0, 1)}}, "at least two columns"),
        (
            {"categories": {"Alarm": (0, 1), "JohnCalls": "01"}},
            r"categories\['JohnCalls'\]: values must be a list",
        ),
        ({"categories": {"Alarm": (0, 1), "JohnCalls": ()}}, r"categories\['JohnCalls'\]: .* at least one"),
        ({"categories": {"Alarm": (0, 1), "Mood": (0, 1)}}, "data has no column 'Mood'; it has Burglary"),
        ({"declaration": IN_NUMBERS}, "declaration says already which categories there are"),
        ({"declaration": IN_NUMBERS, "categories": None}, "method='pc' wants categories"),
        (
            {"declaration": MIXED, "categories": None},
            "wants categories; for categories and numbers there is once-mixed, and numbers with cuts are categories",
        ),
    ],
)
def test_bad_input_is_named(people, changes, words):
    with pytest.raises(ValueError, match=words):
        learn(people, **changes)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"epsilon": 0.0}, "epsilon must be a positive finite number"),
        ({"epsilon": math.nan}, "epsilon must be 0 or more"),
        ({"epsilon": math.inf}, "epsilon must be a positive finite number"),
        ({"delta": 1.0}, "delta must lie between 0 and 1"),
        ({"delta": 0.0}, "delta must lie strictly between 0 and 1"),
        ({"relation": Relation.ADD_REMOVE}, "relation must be"),
    ],
)
def test_a_budget_that_cannot_be_kept_is_refused(people, method, changes, words):
    with pytest.raises(ValueError, match=words):
        private(people, method, **changes)


def test_what_is_not_declared_is_a_category_of_its_own(people):
    """One gap makes a column decimal, one word makes it a column of objects: one record changes."""
    holes, words = people.astype(float), people.astype(object)
    holes.iloc[3, 2], words.iloc[3, 2] = math.nan, "HIV positive, see note"
    codes = [read(frame, IN_WORDS).codes() for frame in (people, holes, words)]
    for other in codes[1:]:
        assert (other != codes[0]).nonzero()[0].tolist() == [3]
    assert np.array_equal(learn(holes).matrix, learn(words).matrix)


def test_no_records(people):
    with pytest.raises(ValueError, match="at least one record"):
        learn(people.head(0))


def test_what_an_empty_cell_counts_as_is_said_as_in_a_file(people):
    said = {name: {"values": (0, 1), "missing": 0} for name in NET.nodes}
    declared = Declaration({name: Categories((0, 1), missing=0) for name in NET.nodes})
    assert np.array_equal(
        learn(people, categories=said).matrix, learn(people, declaration=declared, categories=None).matrix
    )
    assert read(people, declared).sizes() == [2] * len(said)
    with pytest.raises(ValueError, match=r"^categories\['Alarm'\]: missing must be one of"):
        learn(people, categories=said | {"Alarm": {"values": (0, 1), "missing": 2}})


def test_text_is_a_category_like_any_other(people):
    words = people.replace({0: "no", 1: "yes"})
    found = learn(words, categories=dict.fromkeys(NET.nodes, ("no", "yes")))
    assert np.array_equal(found.matrix, learn(people).matrix)


CHAIN = LinearModel(np.array([[0.0, 1.5, 0.0], [0.0, 0.0, -1.0], [0.0, 0.0, 0.0]]))


def linear(frame, method="once-linear", **changes):
    return private(frame, method, **({"categories": None} | changes))


@pytest.mark.parametrize("row_norm", [None, 6.0])
@pytest.mark.parametrize("method", NUMERIC)
def test_numbers_are_for_the_linear_methods(method, row_norm):
    frame = pd.DataFrame(CHAIN.sample(20_000, np.random.default_rng(0)), columns=list("abc"))
    if row_norm and method_of(method).unitless:
        with pytest.raises(ValueError, match="row_norm must be left out"):
            linear(frame, method=method, row_norm=row_norm)
        return
    found = linear(frame, method=method, row_norm=row_norm)
    assert set(found.graph.edges) >= {("a", "b")}
    assert found.spent.epsilon <= 1.0
    assert found.tests == ()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"categories": CATEGORIES},
            "method='once-linear' wants numbers; for categories there is once, once-further",
        ),
        ({"row_norm": -1.0}, "row_norm must be"),
        ({"epsilon": math.inf}, "epsilon must be a positive finite number"),
    ],
)
def test_the_linear_method_names_bad_input(people, changes, words):
    with pytest.raises(ValueError, match=words):
        linear(people, **changes)


def test_text_is_no_number_and_each_method_wants_its_kind(people):
    text, zeros = (linear(people.assign(Alarm=value)).matrix for value in ("loud", 0.0))
    assert np.array_equal(text, zeros), "text reads as a missing number"
    with pytest.raises(
        ValueError, match="method='pc' wants categories; for numbers there is once-correlations"
    ):
        learn(people, categories=None)
    with pytest.raises(ValueError, match="row_norm is for numbers"):
        learn(people, row_norm=1.0)


UNITLESS = [name for name in NUMERIC if method_of(name).unitless]
CENTIMETRES = Declaration({"tall": Number(-600, 600), "old": Number(-9, 9), "well": Number(-9, 9)})
METRES = Declaration({**CENTIMETRES.columns, "tall": Number(-6, 6)})


@pytest.mark.parametrize("method", [*UNITLESS, "once-mixed"])
@pytest.mark.parametrize("words", [False, True], ids=["numbers", "mixed"])
def test_centimetres_become_metres_and_the_answer_stays(method, words):
    if words and method != "once-mixed":
        pytest.skip("for numbers alone")
    frame = pd.DataFrame(CHAIN.sample(10_000, np.random.default_rng(0)), columns=["tall", "old", "well"])
    frame["tall"] *= 100
    both = {"well": Categories((False, True), missing=False)} if words else {}
    if words:
        frame["well"] = frame["well"] > 0
    answers = [
        learn(
            changed,
            declaration=Declaration({**said.columns, **both}),
            categories=None,
            method=method,
            epsilon=1.0,
            delta=1e-6,
        )
        for changed, said in ((frame, CENTIMETRES), (frame.assign(tall=frame.tall / 100), METRES))
    ]
    assert answers[0].matrix.any()
    assert np.array_equal(*(found.matrix for found in answers))
    assert str(answers[0]) == str(answers[1])
    assert "units" not in str(answers[0])


def test_once_linear_follows_the_units_and_says_so():
    frame = pd.DataFrame(CHAIN.sample(10_000, np.random.default_rng(0)), columns=list("abc"))
    found = linear(frame)
    assert "in other units they may turn round" in str(found)
    assert not np.array_equal(found.matrix, linear(frame.assign(a=frame.a * 100)).matrix)


@pytest.mark.parametrize("method", NUMERIC)
def test_missing_numbers_count_as_declared(method):
    """The middle of the range, or 0 where there is none."""
    holes = pd.DataFrame(CHAIN.sample(2_000, np.random.default_rng(0)), columns=list("abc"))
    holes.iloc[7, 1] = math.nan
    first, second = (linear(frame, method=method) for frame in (holes, holes.fillna(0.0)))
    assert np.array_equal(first.matrix, second.matrix)


def test_all_doors_lead_to_the_same_graph(people, tmp_path):
    people.to_csv(tmp_path / "people.csv", index=False)
    plain = learn(people)
    options = {"categories": None, "method": "pc"}
    assert np.array_equal(
        learn(tmp_path / "people.csv", declaration=IN_WORDS, **options).matrix, plain.matrix
    )
    table = read(people, IN_WORDS)
    assert np.array_equal(learn(table, **options).matrix, plain.matrix)
    with pytest.raises(ValueError, match="data are declared already"):
        learn(table, declaration=IN_WORDS, **options)


@pytest.mark.parametrize("method", ["pc", "once-linear"])
def test_numbers_with_cuts_suit_both_kinds_of_methods(method):
    frame = pd.DataFrame(CHAIN.sample(5_000, np.random.default_rng(0)), columns=list("abc"))
    cut = Declaration({name: Number(-9, 9, cuts=(-1, 0, 1)) for name in "abc"})
    spend = {} if method == "pc" else {"epsilon": 1.0, "delta": 1e-6}
    found = learn(frame, declaration=cut, categories=None, method=method, **spend)
    assert found.matrix[0, 1] or found.matrix[1, 0]
