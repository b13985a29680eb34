"""power: an association called detectable is detected in four studies of five."""

import math

import numpy as np
import pytest

from privcausal.forecast import plannable
from privcausal.graphs.constraint_based.pc import Questions
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.levels import LEVEL
from privcausal.graphs.methods import METHODS, MIXED, NUMBERS, policy_method
from privcausal.graphs.methods.once_correlations import once_correlations
from privcausal.graphs.methods.once_mixed import MixedTest, release_moments
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table
from tests.graphs.builders import ONE, price
from tests.refusals import refusals

COMPLETE = Questions(~np.eye(3, dtype=bool), 0)


def yes_or_no(records, association, rng):
    """Two columns with as many yes as no, associated this much, and one that knows of neither."""
    x, z = rng.integers(0, 2, (2, records))
    same = rng.random(records) < (1 + association) / 2
    return np.stack([x, np.where(same, x, 1 - x), z], axis=1)


def share_seen(method, records, association, runs, rng):
    count = 0
    for _ in range(runs):
        tables = Tables(yes_or_no(records, association, rng), (2, 2, 2))
        count += (0, 1) not in policy_method(method).policy(tables, ONE, rng).separate(COMPLETE)
    return count / runs


@pytest.mark.parametrize(("method", "records"), [("once", 600), ("once", 5_000), ("curate", 5_000)])
def test_what_would_be_seen_is_seen_as_often_as_is_said(method, records):
    rng = np.random.default_rng(1)
    least = METHODS[method].foresee(records, (2, 2, 2), ONE).least[0, 1]
    runs = 400
    wrong = 4 * math.sqrt(0.8 * 0.2 / runs)  # one false alarm in 15,000 suites, were it exact
    assert abs(share_seen(method, records, least, runs, rng) - 0.8) < wrong
    assert share_seen(method, records, least / 2, runs, rng) < 0.8 - wrong, "half as much is seen less often"


@pytest.mark.parametrize(
    ("records", "columns", "epsilon"), [(2_000, 2, 0.3), (5_000, 2, 0.3), (2_000, 3, 0.3), (2_000, 10, 1.0)]
)
def test_numbers_are_seen_as_often_as_is_said_where_noise_hides_a_part_of_them(records, columns, epsilon):
    """It leaves less to be seen of a column than an even share: two columns at 0.29 were found in one table of five."""
    rng, budget = np.random.default_rng(1), price(epsilon, 1e-6)
    least = METHODS["once-correlations"].foresee(records, (0,) * columns, budget).least[0, 1]
    found = tried = 0
    for _ in range(60):
        people = rng.normal(size=(records, columns))
        for a in range(0, columns - 1, 2):
            people[:, a + 1] = least * people[:, a] + math.sqrt(1 - least**2) * people[:, a + 1]
        graph = once_correlations(people, budget=budget, rng=rng).graph
        found += sum(graph[a, a + 1] or graph[a + 1, a] for a in range(0, columns - 1, 2))
        tried += columns // 2
    assert found > 0.72 * tried


def test_numbers_that_noise_hides_are_not_said_to_be_seen():
    """Of six columns nothing but noise was seen in two tables of five, and a plan said that it sees 0.63."""
    assert METHODS["once-correlations"].foresee(500, (0,) * 6, ONE).least[0, 1] == math.inf
    assert (
        METHODS["once-correlations"].clue(500, (0,) * 6, ONE) < 1
    )  # by which the simulated tables are compared


@pytest.mark.parametrize("records", [2_000, 20_000, 100_000])
def test_two_numbers_next_to_categories_are_seen_as_often_as_is_said(records):
    """Its test takes the weakest associations for none, however many records there are: a plan must know that."""
    rng = np.random.default_rng(1)
    public = Declaration({"a": Number(-3, 3), "b": Number(-3, 3), "c": Categories((0, 1), missing=0)})
    least = METHODS["once-mixed"].foresee(records, (0, 0, 2), ONE).least[0, 1]
    seen = 0
    for _ in range(200):
        a, b = rng.normal(size=(2, records))
        b = least * a + math.sqrt(1 - least**2) * b
        table = Table(public, {"a": a, "b": b, "c": rng.integers(0, 2, records).astype(np.uint8)})
        moments, squares, _ = release_moments(table, ONE, rng)
        seen += not MixedTest(moments, squares=squares).separates(0, 1, (), LEVEL)
    assert abs(seen / 200 - 0.8) < 0.12


@pytest.mark.parametrize("name", ["once", "curate"])
def test_the_noise_is_that_of_the_method(name):
    tables, sizes = Tables(np.zeros((900, 4), dtype=int), (2, 3, 2, 5)), (2, 3, 2, 5)
    policy = policy_method(name).policy(tables, ONE, np.random.default_rng(0))
    policy.separate(Questions(~np.eye(4, dtype=bool), 0))
    noise = policy.moments.scales[0, 1] if name == "once" else policy.spread[0]
    assert noise == pytest.approx(METHODS[name].foresee(900, sizes, ONE).noise, rel=1e-5)
    assert policy.level == LEVEL


def least(method, records, sizes):
    return METHODS[method].foresee(records, sizes, ONE).least


def test_more_records_see_more_and_more_columns_less():
    few, many = (least("once", n, (2, 2, 2))[0, 1] for n in (1_000, 10_000))
    wide = least("once", 1_000, (2,) * 20)[0, 1]
    assert many < few < wide
    fine = least("once", 1_000, (2, 2, 12))
    assert fine[0, 1] < fine[0, 2]


def test_a_constant_column_and_a_method_that_decides_on_the_way():
    assert least("once", 1_000, (2, 1, 2))[0, 1] == math.inf
    assert METHODS["svt-pc"].foresee(1_000, (2, 2, 2), ONE) is None


WORDS, PLAIN = Categories((0, 1), missing=0), Number(-9, 9)


@pytest.mark.parametrize(
    ("columns", "plan"),
    [
        ({"a": WORDS, "b": PLAIN, "c": PLAIN}, ("abc", MIXED)),
        (dict.fromkeys("abc", PLAIN), ("abc", NUMBERS)),
        ({"a": WORDS, "b": PLAIN, "c": Number(0)}, ("ab", MIXED)),
    ],
)
def test_beside_categories_a_number_needs_a_range(columns, plan):
    public, kind = plannable(Declaration(columns))
    assert ("".join(public.columns), kind) == plan


test_a_plan_needs_a_delta = refusals(
    lambda budget: METHODS["once"].foresee(1_000, (2, 2), budget),
    ("delta must lie strictly", price(1.0, 0.0)),
)
