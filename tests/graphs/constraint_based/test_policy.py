"""What all private policies share: a budget that pays, refusals by name, orders that are not too large."""

import math

import numpy as np
import pytest

from privcausal.graphs.constraint_based.policy import BudgetedPolicy
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods import CATEGORIES, policy_method, private_methods
from privcausal.privacy.price import Relation
from tests.graphs.builders import ONE, OTHER, coins, price, rng
from tests.refusals import refusals

POLICIES = private_methods(CATEGORIES)
RICH = price(1e6)


def made(name, tables=None, budget=ONE, seed=0, **options):
    return policy_method(name).policy(tables or coins(9), budget, rng(seed), **options)


def searched(name, policy):
    return policy_method(name).search(policy, len(policy.tables.cardinalities), policy.budget)


@pytest.mark.parametrize("name", POLICIES)
def test_nothing_is_spent_before_the_first_question_and_never_more_than_the_budget(name):
    paying = made(name, coins(), seed=1)
    assert isinstance(paying, BudgetedPolicy)
    assert paying.spent == price(0.0, 0.0)
    searched(name, paying)
    assert paying.privacy_filter.releases
    assert paying.spent == ONE
    assert paying.privacy_filter.spent <= paying.privacy_filter.budget


CONSTANT = np.stack([np.zeros(500, dtype=int), rng().integers(0, 2, 500)], axis=1)


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("budget", [ONE, RICH])
@pytest.mark.parametrize(
    ("records", "sizes"),
    [
        ([[0, 1]], (2, 2)),
        ([[0], [1]], (2,)),
        ([[0]] * 5, (2,)),
        ([[0, 1], [1, 1], [0, 1]], (2, 2)),
        ([[0, 0]] * 9, (1, 1)),
        ([[0, 0, 1]] * 9, (1, 2, 2)),
        (CONSTANT, (2, 2)),
        (rng().integers(0, 9, (40, 5)), (9,) * 5),
    ],
    ids=["one record", "one column", "one value", "few", "no choice", "one without", "constant", "sparse"],
)
def test_degenerate_tables_have_defined_results(name, budget, records, sizes):
    """No error, and no edge out of nothing."""
    graph = searched(name, made(name, Tables(records, sizes), budget)).graph
    assert graph.shape == (len(sizes),) * 2
    assert not graph[[size == 1 for size in sizes]].any()
    assert not (graph.any() and records is CONSTANT and budget is RICH)


ROUNDS = ("em-pc", "svt-pc", "priv-pc")
NONE = Tables(np.zeros((0, 2), dtype=np.uint8), (2, 2))


def of(names, **wrong):
    return [(name, wrong) for name in names]


NEIGHBOURS = (OTHER, Relation.ZERO_OUT)


def with_budgets(*budgets):
    return [case for budget in budgets for case in of(POLICIES, budget=budget)]


test_bad_input_is_refused_by_name = refusals(
    lambda name, wrong: made(name, **wrong),
    ("relation must be .*SUBSTITUTION", *with_budgets(*(price(1.0, relation=r) for r in NEIGHBOURS))),
    ("delta must lie strictly", *with_budgets(price(1.0, 0.0))),
    ("epsilon must be a positive finite number", *with_budgets(price(0.0), price(math.inf))),
    ("level must lie strictly between 0 and 1, got 0.0", *of(POLICIES, level=0.0)),
    ("level must lie strictly between 0 and 1, got 1.0", *of(POLICIES, level=1.0)),
    ("tables must hold at least one record", *of(POLICIES, tables=NONE)),
    ("caution must be", *of(ROUNDS, caution=-1.0)),
    ("caution", *of(["curate"], caution=1.0)),
    ("orders", *of(["curate"], orders=0)),
    ("for_sets", *of(["curate"], for_sets=0.0)),
    ("share must lie strictly between 0 and 1, got 1.0", *of(["once"], share=1.0)),
    ("choices must be at least 1, got 0", *of(["once"], choices=0)),
    ("at most 32 values", *of(["once"], tables=Tables([[0, 1]], (2, 33)))),
    ("part must lie", *of(["priv-pc"], part=0.0), *of(["priv-pc"], part=1.5)),
    ("tweak must be", *of(["priv-pc"], tweak=-1.0), *of(["priv-pc"], tweak=np.inf)),
)


def test_an_order_that_is_too_large_is_not_begun():
    paying = BudgetedPolicy(coins(), ONE, rng())
    assert paying.begin(0, 10, 10, "tests")
    assert not paying.begin(1, 11, 10, "tests")
    assert paying.stop_reason == "order 1 would take more than 10 tests"
    assert not paying.begin(2, 0, 10, "tests")
    assert paying.asked == [0, 0, 0]
