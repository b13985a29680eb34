"""Sureness where arrows are voted on, on networks that it was not learned from: about so many are right."""

from itertools import pairwise

import numpy as np
import pytest

from privcausal.experiments.calibration import COLUMNS, EPSILONS, RECORDS
from privcausal.experiments.confidence import BINS, KINDS, edges, fit, judged
from privcausal.experiments.runner import again, load
from privcausal.experiments.sureness import (
    LEARNED,
    PARTS,
    SURENESS,
    SURENESS_AGAIN,
    strange_numbers,
    usual_numbers,
)
from privcausal.graphs.confidence import Logistic
from privcausal.graphs.expected import tried
from privcausal.verify.checks.measured import mean


@pytest.fixture(scope="module")
def table():
    return load(SURENESS)


@pytest.fixture(params=LEARNED)
def rows(table, request):
    return table[table.method == request.param]


def gap(rows, part, kind, sure, low, high):
    """By how much what was right exceeds what was called, among those that were called so sure; whole worlds vary."""
    clues, right, worlds = edges(rows, part, kind)
    called = np.array([sure(row) for row in clues])
    chosen = (low <= called) & (called <= high)
    rng = np.random.default_rng(0)
    return mean(right[chosen] - called[chosen], 0.01, rng, groups=worlds[chosen])


FEW = 20


def map_of(rows, kind):
    return fit(*edges(rows, "development", kind)[:2])


@pytest.mark.parametrize(("low", "high"), list(pairwise(BINS)))
def test_arrows_are_right_about_as_often_as_they_are_called(rows, low, high):
    sure = map_of(rows, "arrow")
    inside = [called["edges"] for called in judged(rows, "check", "arrow", sure) if called["from"] == low]
    if sum(inside) < FEW:
        pytest.skip("too few arrows were called so sure to say more than that")
    found = gap(rows, "check", "arrow", sure, low, high)
    assert found.low <= 0.05
    assert found.high >= -0.05


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_called_90_percent_sure_is(rows, kind):
    assert abs(gap(rows, "check", kind, map_of(rows, kind), 0.9, 1.0).value) < 0.03


def test_a_map_that_trusts_too_much_would_be_seen(rows):
    first, *others = map_of(rows, "arrow").weights
    assert gap(rows, "check", "arrow", Logistic((first + 2, *others)), 0.7, 1.0).high < -0.03


def test_networks_of_other_shapes_are_a_warning(rows):
    """Denser, with unrecorded causes: what is called 90% sure is right less often, and the page says so."""
    last = judged(rows, "stranger", "arrow", map_of(rows, "arrow"))[-1]
    assert last["right"] / last["edges"] < last["called"] - 0.03


def test_one_task_comes_back_as_stored():
    for method in LEARNED:
        stored, anew = again(SURENESS, {"method": method, "part": "check", "world": 10})
        assert len(stored) == len(anew) > 0
        np.testing.assert_allclose(
            anew.filter(like="clue"), stored[anew.filter(like="clue").columns], rtol=1e-5
        )


def test_no_network_is_drawn_twice_for_the_second_check():
    first, second = (
        {(task["method"], task["part"], task["world"]) for task in experiment.tasks()}
        for experiment in (SURENESS, SURENESS_AGAIN)
    )
    assert not first & second
    assert len(second) == 1_000
    numbers = load(SURENESS_AGAIN)
    maps = {kind: map_of(load(SURENESS).query("method == 'once-correlations'"), kind) for kind in KINDS}
    for kind, sure in maps.items():
        assert abs(gap(numbers, "check", kind, sure, 0.9, 1.0).value) < 0.03


def test_every_table_is_drawn_once_and_as_large_as_the_page_says():
    tasks = [tuple(task.values()) for task in SURENESS.tasks()]
    assert len(set(tasks)) == len(tasks) == len(LEARNED) * sum(PARTS.values())
    assert (tried("records"), tried("columns"), tried("epsilon")) == (RECORDS, COLUMNS, EPSILONS)
    rng = np.random.default_rng(0)
    recipes = [usual_numbers(rng) for _ in range(50)]
    assert {recipe.d for recipe in recipes} <= set(range(COLUMNS[0], COLUMNS[1] + 1))
    assert all(recipe.weights[0] == pytest.approx(recipe.weights[1] / 4) for recipe in recipes)
    assert strange_numbers(rng).hidden == 2
