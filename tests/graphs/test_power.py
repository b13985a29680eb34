"""power: an association called detectable is detected in four studies of five."""

import math

import numpy as np
import pytest

from privcausal.forecast import plannable
from privcausal.graphs import power
from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.constraint_based.pc import Questions
from privcausal.graphs.discovery import learn_graph
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.levels import LEVEL
from privcausal.graphs.methods import METHODS, MIXED, NUMBERS, policy_method
from privcausal.privacy.price import Price, Relation
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


def rare_pair(share, phi, n, rng):
    """Two columns of two values with the same share of ones, and this φ."""
    x = rng.random(n) < share
    chances = share + phi * np.array([-share, 1 - share])
    y = rng.random(n) < chances[x.astype(int)]
    declared = Declaration({name: Categories(("no", "yes"), missing="no") for name in "xy"})
    return Table(declared, {"x": x.astype(np.uint8), "y": y.astype(np.uint8)})


@pytest.mark.parametrize("share", [0.5, 0.05, 0.02])
def test_what_would_have_been_seen_is_seen_in_four_of_five_tables_however_rare_the_values(share):
    rng, n, runs = np.random.default_rng(0), 20_000, 120
    budget = Price(1.0, 1e-6, Relation.SUBSTITUTION)

    def answer(phi):
        return learn_graph(rare_pair(share, phi, n, rng), METHODS["once"], budget=budget, rng=rng)

    printed = float(np.median([answer(0.0).pairs[0].minimum_detectable or np.nan for _ in range(5)]))
    seen = np.mean([bool(answer(printed).matrix.any()) for _ in range(runs)])
    assert abs(seen - 0.8) < 4 * np.sqrt(0.8 * 0.2 / runs)
    if share < 0.1:
        even = METHODS["once"].foresee(n, (2, 2), budget).least[0, 1]
        assert printed > 1.2 * even, "by even margins much less would have been enough"


def test_a_column_of_which_only_noise_was_seen_shows_nothing():
    release = Interactions((2, 2), 1_000)
    release.means = {(0,): np.array([0.7071]), (1,): np.array([0.0]), (0, 1): np.zeros((1, 1))}
    release.scales = dict.fromkeys(release.means, 0.01)
    assert power.minimum_detectable_at_margins(release, 0.8)[0, 1] == np.inf
