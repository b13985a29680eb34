"""The list of methods: discover, its help and its refusals are made of it, and a new one is one new file."""

import math
import sys
from dataclasses import is_dataclass
from functools import partial

import numpy as np
import pandas as pd
import pytest

import privcausal
from privcausal.__main__ import main, parser
from privcausal.graphs import methods
from privcausal.graphs import methods as module
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.discovery import check_request, learn_graph
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.margins import MarginTest
from privcausal.graphs.kinds import CATEGORIES, DEFAULT, FURTHER, MANY, MIXED, NUMBERS
from privcausal.graphs.methods import METHODS, best_method, kinds_of, method_of, private_methods
from privcausal.graphs.methods.once_mixed import MixedMoments
from privcausal.graphs.models.linear_gaussian import LinearModel
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.inputs import as_table
from tests.graphs.builders import ONE, OTHER, SWAP, price, rng
from tests.refusals import refusals
from tests.test_contributing import METHOD as COINS

KINDS = (CATEGORIES, NUMBERS, MIXED)


def test_each_kind_of_data_has_private_methods_and_one_is_the_default():
    assert DEFAULT in private_methods(CATEGORIES)
    assert all(private_methods(kind) for kind in KINDS)
    assert {method.wants for method in METHODS.values()} == set(KINDS)
    assert [name for name, method in METHODS.items() if not method.private] == ["pc"]


def test_help_says_what_each_method_does():
    choices = next(action.choices for action in parser(["discover"])._actions if action.choices)
    shown = choices["discover"].format_help()
    assert all(f"  {name} " in shown and method.says in shown for name, method in METHODS.items())


WORDS, PLAIN, CUT = Categories((0, 1)), Number(0, 1), Number(0, 1, cuts=(0.5,))
TABLES = {CATEGORIES: [WORDS, WORDS], NUMBERS: [PLAIN, PLAIN], MIXED: [PLAIN, WORDS]}


def public(*columns):
    return Declaration(dict(zip("ab", columns, strict=True)))


@pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
def test_the_wrong_data_are_refused_with_the_right_names(method):
    budget = ONE if method.private else price(math.inf, 0.0)
    check_request(method, budget, public(*TABLES[method.wants]))
    for kind, columns in TABLES.items():
        if method.wants not in kinds_of(public(*columns)):
            others = ", ".join(private_methods(kind))
            with pytest.raises(ValueError, match=f"wants {method.wants}; for {kind} there is {others}"):
                check_request(method, budget, public(*columns))


NAMES = list("abc")
SPREAD = {
    CATEGORIES: Declaration(dict.fromkeys(NAMES, Number(-9, 9, cuts=(-1, 1)))),
    NUMBERS: Declaration(dict.fromkeys(NAMES, Number(-9, 9))),
    MIXED: Declaration({"a": Number(-9, 9), "b": Number(-9, 9), "c": Number(-9, 9, cuts=(-1, 1))}),
}
CHAIN = LinearModel(np.diag([1.5, -1.0], 1))
PEOPLE = pd.DataFrame(CHAIN.sample(20_000, rng()), columns=NAMES)
FREE = price(math.inf, 0.0)
ALL = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
PRIVATE = [method for method in METHODS.values() if method.private]
WITH_A_NORM = [method_of(name, row_norm=6.0) for name in ("once-linear", "noleaks")]
EACH_PRIVATE = pytest.mark.parametrize("method", PRIVATE, ids=lambda method: method.name)


def learned(method, data=PEOPLE, message=None, budget=None, blind=True):
    """By the one interface, from a frame of three columns, whatever kind the method wants."""
    table = as_table(data, message or SPREAD[method.wants])
    budget = budget or (ONE if method.private else FREE)
    return learn_graph(table, method, budget=budget, rng=rng(1), even_if_blind=blind)


@EACH_PRIVATE
def test_a_private_method_stays_within_its_budget(method):
    result = learned(method)
    assert 0 < result.spent.epsilon <= 1.0
    assert 0 <= result.spent.delta <= 1e-6
    assert result.spent.relation is SWAP
    assert f"{method.name}:" in str(result)


def released(result):
    return outputs(result.learned.release or ONE)


def outputs(thing):
    """All numbers of a release and of the releases within it: what pays for them, or remembers them, is none."""
    kept = (
        vars(thing)
        if hasattr(thing, "__dict__")
        else {name: getattr(thing, name) for name in thing.__slots__}
    )
    numbers = {name: output for name, output in kept.items() if not callable(output)}
    return {name: outputs(output) if is_dataclass(output) else output for name, output in numbers.items()}


@ALL
@pytest.mark.parametrize("size", [2_000, 20_000])
def test_the_same_generator_gives_the_same_graph(method, size):
    first, second = (learned(method, PEOPLE.head(size)) for _ in range(2))
    assert first.to_json() == second.to_json()
    for part in ("separators", "tests", "trace", "stop_reason"):
        assert getattr(first.learned, part) == getattr(second.learned, part)
    np.testing.assert_equal(released(first), released(second))


@pytest.mark.parametrize(
    ("name", "rows"),
    # One of them takes records in pairs.
    [(name, n) for name in METHODS for n in (1, 2, 7, 30) if (name, n) != ("once-correlations", 1)],
)
def test_a_handful_of_records_is_enough_to_answer(name, rows):
    assert learned(METHODS[name], PEOPLE.head(rows)).matrix.shape == (3, 3)


@ALL
def test_two_columns_and_a_constant_one(method):
    flat = PEOPLE.assign(a=0.0)
    assert learned(method, flat).matrix.shape == (3, 3)
    two = SPREAD[method.wants].only(["a", "c"])
    assert learned(method, flat, two).names == ["a", "c"]
    if method.wants == CATEGORIES:
        single = learned(method, flat, {"a": [0], "c": SPREAD[CATEGORIES].columns["c"]})
        assert not single.matrix.any(), "a column with a single declared value depends on nothing"


@ALL
def test_the_plan_is_what_the_answer_says_and_more_records_show_more(method):
    """Where there is one: some decide on the way what to ask, and some release nothing that says so."""
    plan = partial(
        method.foresee, sizes=method.sizes(SPREAD[method.wants]), budget=ONE if method.private else FREE
    )
    if plan(1_000) is None:
        assert learned(method).least is None
        return
    spans = [plan(records).span[1] for records in (50, 1_000, 20_000, 100_000)]
    assert spans == sorted(spans, reverse=True)
    assert spans[-1] < 1
    assert (spans[0] > 1) == method.private, "fifty records show nothing through noise"
    answer = learned(method)
    by_margins = isinstance(answer.learned.release, (Interactions, MixedMoments))
    if method.private and answer.learned.release is None:
        assert answer.least is None, "with rare values noise hides more, and no shares were released"
    else:  # what was released says what would have been seen
        np.testing.assert_allclose(answer.least, plan(20_000).least, rtol=0.05 if by_margins else 1e-7)
        assert by_margins != np.allclose(answer.least, plan(20_000).least, equal_nan=True)
    assert plan(20_000).span[0] > 0
    assert (plan(20_000).noise > 0) == method.private
    for wrong, words in (
        ({"records": 0}, "records must be at least 1, got 0"),
        ({"power": 1.0}, "power must lie"),
    ):
        with pytest.raises(ValueError, match=words):
            plan(**{"records": 9} | wrong)


@pytest.mark.parametrize("method", private_methods(CATEGORIES))
def test_more_cells_than_records(method):
    frame = pd.DataFrame(rng(2).integers(0, 30, (40, 4)), columns=list("abcd"))
    entries = {name: list(range(30)) for name in frame}
    assert learned(METHODS[method], frame, entries).matrix.shape == (4, 4)


@ALL
def test_missing_numbers_count_as_declared(method):
    """The middle of the range, or 0 where there is none."""
    holes = PEOPLE.head(2_000).copy()
    holes.iloc[7, 1] = math.nan
    endless = [Declaration(dict.fromkeys(NAMES, Number()))] * (method.wants == NUMBERS)
    for declaration in (SPREAD[method.wants], *endless):
        first, second = (learned(method, frame, declaration) for frame in (holes, holes.fillna(0.0)))
        assert first.to_json() == second.to_json()


def of_each(**budget):
    return [(method, budget) for method in (*PRIVATE, *WITH_A_NORM)]


test_a_budget_that_cannot_be_kept_is_refused = refusals(
    lambda method, changes: learned(method, budget=price(**{"epsilon": 1.0} | changes)),
    ("epsilon must be a positive finite number", *of_each(epsilon=0.0), *of_each(epsilon=math.inf)),
    ("epsilon must be 0 or more", *of_each(epsilon=math.nan)),
    ("delta must lie between 0 and 1", *of_each(delta=1.0)),
    ("delta must lie strictly between 0 and 1", *of_each(delta=0.0)),
    ("relation must be", *of_each(relation=OTHER)),
)

FEW = pd.DataFrame({"a": [1, 2] * 10, "b": 2, "c": 3})

test_records_too_few_for_anything_are_refused_unspent = refusals(
    lambda name: learned(METHODS[name], FEW, budget=price(0.1), blind=False),
    ("must have more records .* Nothing was spent", "once", "once-correlations", "once-mixed"),
)


test_an_option_that_a_method_has_not_and_an_unknown_name_are_refused = refusals(
    lambda name, norm: method_of(name, row_norm=norm),
    ("row_norm must be left out for method 'em-pc'", ("em-pc", 2.0)),
    (", ".join(METHODS), ("psychic", None)),
)


def test_an_option_that_a_method_has_is_kept_and_none_is_no_option():
    assert method_of("em-pc", row_norm=None) is not None
    assert method_of("noleaks", row_norm=2.0).row_norm == 2.0


@pytest.mark.parametrize(
    ("columns", "kinds", "best"),
    [
        ([WORDS, WORDS], [CATEGORIES], "once"),
        ([WORDS, CUT], [CATEGORIES], "once"),
        ([CUT, CUT], [CATEGORIES, NUMBERS], "once"),
        ([PLAIN, PLAIN], [NUMBERS, MIXED], "once-correlations"),
        ([PLAIN, WORDS], [MIXED], "once-mixed"),
        ([PLAIN, CUT], [MIXED, NUMBERS], "once-mixed"),
    ],
)
def test_the_declaration_decides(columns, kinds, best):
    declared = public(*columns)
    assert list(kinds_of(declared)) == kinds
    assert best_method(declared) == best
    assert best_method(declared, MANY) == (FURTHER if best == DEFAULT else best)


def test_the_first_method_for_numbers_does_not_follow_the_units():
    assert method_of(private_methods(NUMBERS)[0]).unitless
    assert not method_of("once-linear").unitless


@pytest.fixture
def coins(tmp_path, monkeypatch):
    (tmp_path / "coins.py").write_text(COINS)
    monkeypatch.setattr(methods, "__path__", [*methods.__path__, str(tmp_path)])
    methods._methods.cache_clear()
    yield
    methods._methods.cache_clear()
    sys.modules.pop("privcausal.graphs.methods.coins")


def test_a_new_method_is_one_new_file(coins, capsys):
    people = np.random.default_rng(0).integers(0, 2, (500, 3))
    declared = {f"x{place}": [0, 1] for place in range(3)}
    result = privcausal.discover(people, epsilon=1, delta=1e-6, declare=declared, method="coins")
    assert (result.method, result.spent.epsilon) == ("coins", 0)
    assert "coins" in private_methods(CATEGORIES)
    ranked = [method.rank for method in methods.METHODS.values()]
    assert ranked == sorted(set(ranked))
    with pytest.raises(SystemExit):
        main(["discover", "--help"])
    assert "tosses a coin for each edge" in capsys.readouterr().out


def agreement(tables, x, y, conditioning_set=(), *, threshold, least):
    """How many more records than half agree in two columns, over √n, above what is allowed."""
    counts = tables.counts(x, y, conditioning_set).sum(axis=0)
    return float(abs(2 * np.trace(counts) - counts.sum())) / math.sqrt(tables.size) - threshold


AGREEMENT = MarginTest("agreement", agreement, lambda n, **_: 2 / math.sqrt(n), weak=0.25)


@pytest.mark.parametrize("name", ["curate", "em-pc", "svt-pc", "priv-pc"])
def test_a_new_test_of_independence_is_one_value(name):
    """With more budget than noise could hide, each method asks it: a chain of copies loses its long edge alone."""
    rng = np.random.default_rng(0)
    rows = rng.integers(0, 2, (20_000, 3))
    rows[:, 1] = np.where(rng.random(20_000) < 0.7, rows[:, 0], 1 - rows[:, 0])
    policy = module.policy_method(name).policy(Tables(rows, (2, 2, 2)), price(50.0), rng, test=AGREEMENT)
    assert set(pc(3, policy).separators) == {(0, 2), (1, 2)}


def test_methods_that_ask_by_kendall_say_that_they_take_values_in_order():
    """An association that rises and falls again has τ = 0: of 80 tables `curate` saw it in none."""
    by_rank = [method.name for method in METHODS.values() if "in order" in method.assumes]
    assert by_rank == ["curate", "priv-pc", "em-pc", "svt-pc"]
