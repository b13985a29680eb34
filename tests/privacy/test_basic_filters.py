"""Filters that add prices up: no sequence of requests overspends, and a refusal changes nothing."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.privacy.basic_filters import ApproximateFilter, BudgetExhausted, Filter, directly, exactly
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.propose_test_release import StableRelease

SUBSTITUTION = Relation.SUBSTITUTION


def question(epsilon, relation=SUBSTITUTION):
    return Laplace(1.0, epsilon, relation)


@settings(max_examples=200)
@given(st.floats(0.01, 5), st.lists(st.floats(0.001, 2), max_size=40))
def test_whatever_is_asked_the_budget_holds(budget, prices):
    purse, rng, through = Filter(budget, SUBSTITUTION), np.random.default_rng(0), []
    for price in prices:
        if exactly(purse.left) >= exactly(price):
            purse.release(question(price), 0.0, rng)
            through.append(price)
            continue
        before = (purse.left, purse.spent, list(purse.releases))
        with pytest.raises(BudgetExhausted) as refusal:
            purse.release(question(price), 0.0, rng)
        assert (purse.left, purse.spent, purse.releases) == before
        assert (refusal.value.asked, refusal.value.left) == (price, before[0])
    assert sum(map(exactly, through), Fraction(0)) <= exactly(budget)
    assert [release.epsilon for release in purse.releases] == through


def test_a_refusal_draws_nothing():
    purse, rng = Filter(1.0, SUBSTITUTION), np.random.default_rng(0)
    with pytest.raises(BudgetExhausted, match=r"costs ε = 1\.5 but only ε = 1 is left"):
        purse.release(question(1.5), 0.0, rng)
    assert rng.random() == np.random.default_rng(0).random()
    assert purse.left == 1.0


def test_ten_times_a_tenth_is_one_and_then_nothing_is_left():
    purse, rng = Filter(1.0, SUBSTITUTION), np.random.default_rng(0)
    for _ in range(10):
        purse.release(question(0.1), 0.0, rng)
    assert purse.left == 0.0
    assert purse.spent == 1.0
    with pytest.raises(BudgetExhausted, match="only ε = 0 is left"):
        purse.release(question(1e-300), 0.0, rng)


@given(st.floats(0.001, 10), st.integers(1, 200))
def test_equal_shares_always_fit(budget, parts):
    purse, rng = Filter(budget, SUBSTITUTION), np.random.default_rng(0)
    share = purse.share(parts)
    assert share == pytest.approx(budget / parts)
    for _ in range(parts):
        purse.release(question(share), 0.0, rng)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.floats(0.01, 1), st.floats(1e-9, 1e-6)), max_size=30))
def test_both_numbers_of_an_approximate_budget_are_kept(asked):
    purse, rng = ApproximateFilter.within(Price(2.0, 4e-6, SUBSTITUTION)), np.random.default_rng(0)
    for epsilon, delta in asked:
        before = purse.bill
        try:
            purse.release(StableRelease(epsilon, delta, SUBSTITUTION), "A", 3, rng)
        except BudgetExhausted:
            assert purse.bill == before
    let_through = purse.releases
    assert sum(release.epsilon for release in let_through) == pytest.approx(purse.bill.epsilon)
    assert purse.bill.epsilon <= 2.0
    assert sum(release.delta for release in let_through) == pytest.approx(purse.bill.delta)
    assert purse.bill.delta <= 4e-6


def test_asked_directly_a_mechanism_says_the_same():
    paid = Filter(1.0, SUBSTITUTION).release(question(0.5), 3.0, np.random.default_rng(0))
    free = directly(question(0.5), 3.0, np.random.default_rng(0))
    assert (free.value, free.price) == (paid.value, paid.price)
