import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.claims.broken import curate
from privcausal.claims.broken.curate import FromZero, bill, checking_too_late, clear_keeps_free
from privcausal.graphs.constraint_based import curate_allocation
from privcausal.graphs.constraint_based.curate_allocation import AllocationProblem, best_allocation
from tests.refusals import refusals

problems = st.builds(
    lambda tests, budget, rate: AllocationProblem(tuple(map(float, tests)), budget, 1e-10, rate),
    st.lists(st.integers(1, 5000), min_size=1, max_size=4),
    st.floats(0.1, 50),
    st.floats(0.5, 60),
)


@given(problems)
@settings(max_examples=25)
def test_the_best_allocation_is_allowed_spends_all_and_beats_the_simple_ones(problem):
    best = best_allocation(problem)
    assert problem.within(best.epsilons)
    assert problem.cost(best.epsilons) == pytest.approx(problem.budget, rel=1e-9)
    assert abs(best.gap) < 1e-9
    for simple in (curate_allocation.equal_epsilons(problem), curate_allocation.all_at_once(problem)):
        assert problem.within(simple.epsilons)
        assert best.objective <= simple.objective + 1e-12
        assert simple.bound <= best.objective + 1e-12


@given(problems)
@settings(max_examples=25)
def test_more_budget_is_never_worse(problem):
    richer = AllocationProblem(problem.tests, 2 * problem.budget, problem.delta, problem.rate)
    assert best_allocation(richer).objective <= best_allocation(problem).objective + 1e-12


def test_orders_switch_on_one_after_the_other():
    awake = []
    for budget in (1.0, 10.0, 40.0, 100.0):
        best = best_allocation(AllocationProblem((28.0, 168.0, 420.0), budget, 1e-14, 8.7))
        awake.append(sum(epsilon > 0 for epsilon in best.epsilons))
    assert awake == sorted(awake)
    assert awake[0] == 1
    assert awake[-1] == 3


def test_the_solver_agrees_where_it_moves_at_all():
    tests = tuple(map(float, curate_allocation.most_tests(8)))
    problem = AllocationProblem(tests, 10.0, 1e-14, 8.7)
    solver = FromZero(tests, 10.0, 1e-14, 8.7, middle=0.0)
    assert problem.objective(solver.solve()) == pytest.approx(best_allocation(problem).objective, abs=1e-6)
    assert len(solver.path) > 2
    twenty = tuple(map(float, curate_allocation.most_tests(20)))
    assert not FromZero(twenty, 10.0, 1e-14, 8.7, middle=0.0).solve().any()
    assert FromZero(twenty, 10.0, 1e-14, 8.7).solve().any()


def test_where_nothing_beats_guessing_the_bound_still_holds():
    problem = AllocationProblem((1000.0, 9000.0), 0.01, 1e-14, 1.0, middle=0.5)
    best = best_allocation(problem)
    assert problem.within(best.epsilons)
    assert best.bound <= best.objective
    assert best.objective > 1


PROBLEM = AllocationProblem((435.0, 18.0, 272.0), 22.9, 1e-14, 60.0)


def test_a_bound_may_be_useless_but_never_wrong():
    assert curate_allocation.lower_bound(PROBLEM, 0.99, 4.0) == -math.inf


test_a_bound_wants_a_weight_and_a_price = refusals(
    lambda weight, price: curate_allocation.lower_bound(PROBLEM, weight, price),
    ("weight", (1.0, 1.0)),
    ("price", (0.5, 0.0)),
)


test_a_bad_problem_is_refused_by_name = refusals(
    lambda change: AllocationProblem(
        **({"tests": (10.0,), "budget": 1.0, "delta": 1e-6, "rate": 1.0} | change)
    ),
    ("tests", {"tests": ()}, {"tests": (0.0,)}, {"tests": (math.nan,)}),
    ("budget", {"budget": 0.0}),
    ("delta", {"delta": 0.0}),
    ("rate", {"rate": -1.0}),
    ("middle", {"middle": 1.0}),
)


test_bad_counts_are_refused_by_name = refusals(
    curate_allocation.most_tests, ("nodes", (1,)), ("edges", (4, 7)), ("order", (4, 3, 3))
)


def test_the_ways_to_lose_count():
    counts, prices = [10, 5, 1], [0.01, 0.02, 0.05]
    again = curate.charging_again(counts, prices)
    assert again == pytest.approx([bill(10, 0.01), bill(15, 0.02), bill(16, 0.05)])
    assert checking_too_late(counts, prices, 0.1) == pytest.approx(again[0])
    assert checking_too_late(counts, prices, again[0] + 0.1) == pytest.approx(sum(again[:2]))
    assert curate.price_of_an_unplanned_order(1.0, 8.72) == curate.price_of_an_unplanned_order(50.0, 8.72) > 1


def test_a_clear_keep_is_free_and_a_coin_that_always_says_keep_deletes_nothing():
    rng = np.random.default_rng(34)
    far = [[100.0] * 3] * 2
    assert not clear_keeps_free(far, 1.0, 1.0, 50, rng).any()
    assert (clear_keeps_free(np.negative(far), 1.0, 1.0, 50, rng) == 3).all()  # gone at the first question
    assert (clear_keeps_free(far, 1e6, 1.0, 50, rng) == 12).all()  # in the margin, and asked from both ends
    kept = curate.ThreeBranches(0.05, 0.2, 0.2, 1e-9, heads=0.0).deletes(np.full(100, 0.05), rng)
    assert not kept.any()
