"""Filters that add prices up: no sequence of requests overspends, and a refusal changes nothing."""

import contextlib
import threading
import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.privacy.above_threshold import AboveThreshold
from privcausal.privacy.basic_filters import (
    ApproximateFilter,
    BudgetExhausted,
    Filter,
    exactly,
    times,
    unmetered,
)
from privcausal.privacy.filters import ConcentratedFilter
from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.propose_test_release import StableRelease

SUBSTITUTION = Relation.SUBSTITUTION


def question(epsilon, relation=SUBSTITUTION):
    return Laplace(1.0, epsilon, relation)


@settings(max_examples=200)
@given(st.floats(0.01, 5), st.lists(st.floats(0.001, 2), max_size=40))
def test_whatever_is_asked_the_budget_holds(budget, prices):
    budget_file, rng, through = Filter(budget, SUBSTITUTION), np.random.default_rng(0), []
    for price in prices:
        if exactly(budget_file.remaining) >= exactly(price):
            budget_file.release(question(price), 0.0, rng)
            through.append(price)
            continue
        before = (budget_file.remaining, budget_file.spent, list(budget_file.releases))
        with pytest.raises(BudgetExhausted) as refusal:
            budget_file.release(question(price), 0.0, rng)
        assert (budget_file.remaining, budget_file.spent, budget_file.releases) == before
        assert (refusal.value.asked, refusal.value.remaining) == (price, before[0])
    assert sum(map(exactly, through), Fraction(0)) <= exactly(budget)
    assert [release.epsilon for release in budget_file.releases] == through


def test_a_refusal_draws_nothing():
    budget_file, rng = Filter(1.0, SUBSTITUTION), np.random.default_rng(0)
    with pytest.raises(BudgetExhausted, match=r"costs ε = 1\.5 but only ε = 1 is left"):
        budget_file.release(question(1.5), 0.0, rng)
    assert rng.random() == np.random.default_rng(0).random()
    assert budget_file.remaining == 1.0


def test_ten_times_a_tenth_is_one_and_then_nothing_is_left():
    budget_file, rng = Filter(1.0, SUBSTITUTION), np.random.default_rng(0)
    for _ in range(10):
        budget_file.release(question(0.1), 0.0, rng)
    assert budget_file.remaining == 0.0
    assert budget_file.spent == 1.0
    with pytest.raises(BudgetExhausted, match="only ε = 0 is left"):
        budget_file.release(question(1e-300), 0.0, rng)


@given(st.floats(0.001, 10), st.integers(1, 200))
def test_equal_shares_always_fit(budget, parts):
    budget_file, rng = Filter(budget, SUBSTITUTION), np.random.default_rng(0)
    share = budget_file.equal_share(parts)
    assert share == pytest.approx(budget / parts)
    for _ in range(parts):
        budget_file.release(question(share), 0.0, rng)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.floats(0.01, 1), st.floats(1e-9, 1e-6)), max_size=30))
def test_both_numbers_of_an_approximate_budget_are_kept(asked):
    budget_file, rng = ApproximateFilter.within(Price(2.0, 4e-6, SUBSTITUTION)), np.random.default_rng(0)
    for epsilon, delta in asked:
        before = budget_file.total_cost
        try:
            budget_file.release(StableRelease(epsilon, delta, SUBSTITUTION), "A", 3, rng)
        except BudgetExhausted:
            assert budget_file.total_cost == before
    let_through = budget_file.releases
    assert sum(release.epsilon for release in let_through) == pytest.approx(budget_file.total_cost.epsilon)
    assert budget_file.total_cost.epsilon <= 2.0
    assert sum(release.delta for release in let_through) == pytest.approx(budget_file.total_cost.delta)
    assert budget_file.total_cost.delta <= 4e-6


@given(st.lists(st.tuples(st.floats(1e-9, 1), st.floats(1e-12, 1e-3)), min_size=1, max_size=9))
def test_the_bill_is_never_below_what_was_spent(asked):
    """Both were below it in half of all sums, by the last digit."""
    pure, both = Filter(10.0, SUBSTITUTION), ApproximateFilter.within(Price(10.0, 0.1, SUBSTITUTION))
    for epsilon, delta in asked:
        pure.record(Price.pure(epsilon, SUBSTITUTION))
        both.record(Price(epsilon, delta, SUBSTITUTION))
    epsilon, delta = (sum(map(exactly, numbers), Fraction(0)) for numbers in zip(*asked, strict=True))
    for bill in (pure.total_cost.epsilon, both.total_cost.epsilon):
        assert epsilon <= exactly(bill) <= epsilon * (1 + Fraction(1, 10**15))
    assert delta <= exactly(both.total_cost.delta) <= delta * (1 + Fraction(1, 10**15))


@given(st.floats(1e-9, 1), st.integers(1, 60))
def test_a_multiple_of_a_price_is_never_below_it(price, count):
    assert count * exactly(price) <= exactly(times(count, price))
    assert times(1, price) == price


def test_a_refusal_rounds_what_is_asked_up_and_what_is_left_down():
    with pytest.raises(BudgetExhausted, match=r"costs ε = 1\.00001 but only ε = 0\.999999 is left"):
        Filter(0.9999999, SUBSTITUTION).check(Price.pure(1.0000049, SUBSTITUTION))


class Recorded:
    """A mechanism of this price that does something else before it answers."""

    def __init__(self, epsilon, action):
        self.price, self.action = Price.pure(epsilon, SUBSTITUTION), action

    def release(self, *question):
        return self.action()


def test_a_release_that_ends_in_an_error_is_paid_for():
    """It cost nothing, although its noise was drawn, and could be asked again for ever."""
    privacy_filter, seen = Filter(1.0, SUBSTITUTION), []

    def stream():
        for value in (-9.0, -9.0):
            seen.append(value)
            yield value
        raise KeyError

    sieve = AboveThreshold(0.0, 1.0, 0.6, SUBSTITUTION)
    with pytest.raises(KeyError):
        privacy_filter.release(sieve, stream(), np.random.default_rng(0))
    assert seen
    assert privacy_filter.spent == 0.6
    with pytest.raises(BudgetExhausted):
        privacy_filter.release(sieve, [0.0], np.random.default_rng(0))


@pytest.mark.parametrize("kind", [Filter, ConcentratedFilter])
def test_what_is_asked_within_a_release_finds_it_paid_for(kind):
    """Both were let through by what was left before either."""
    privacy_filter = kind(1.0, SUBSTITUTION)
    inner = question(0.6 if kind is Filter else 1.2)
    asked = Recorded(inner.epsilon, lambda: privacy_filter.release(inner, 0.0, np.random.default_rng(0)))
    with pytest.raises(BudgetExhausted):
        privacy_filter.release(asked)
    assert privacy_filter.spent <= 1.0


def test_threads_at_once_never_overspend():
    """Each checked what was left before the others had written down what they took."""
    meet, given = threading.Barrier(8, timeout=20), []

    class Slow(Filter):
        def check(self, price):
            super().check(price)
            time.sleep(0.01)

    privacy_filter = Slow(1.0, SUBSTITUTION)

    def ask():
        meet.wait()
        with contextlib.suppress(BudgetExhausted):
            given.append(privacy_filter.release(question(0.4), 0.0, np.random.default_rng(0)))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(given) == 2


def test_asked_directly_a_mechanism_says_the_same():
    paid = Filter(1.0, SUBSTITUTION).release(question(0.5), 3.0, np.random.default_rng(0))
    free = unmetered(question(0.5), 3.0, np.random.default_rng(0))
    assert (free.value, free.price) == (paid.value, paid.price)
