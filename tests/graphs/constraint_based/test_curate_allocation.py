import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.claims.specimens.curate import (
    FromZero,
    ThreeBranches,
    bill,
    charging_again,
    checking_too_late,
    clear_keeps_free,
    price_of_an_unplanned_order,
)
from privcausal.graphs.constraint_based.curate_allocation import (
    Problem,
    all_at_once,
    best_allocation,
    equal_epsilons,
    lower_bound,
    most_tests,
)

problems = st.builds(
    lambda tests, budget, rate: Problem(tuple(map(float, tests)), budget, 1e-10, rate),
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
    for simple in (equal_epsilons(problem), all_at_once(problem)):
        assert problem.within(simple.epsilons)
        assert best.objective <= simple.objective + 1e-12
        assert simple.bound <= best.objective + 1e-12


@given(problems)
@settings(max_examples=25)
def test_more_budget_is_never_worse(problem):
    richer = Problem(problem.tests, 2 * problem.budget, problem.delta, problem.rate)
    assert best_allocation(richer).objective <= best_allocation(problem).objective + 1e-12


def test_orders_switch_on_one_after_the_other():
    awake = []
    for budget in (1.0, 10.0, 40.0, 100.0):
        best = best_allocation(Problem((28.0, 168.0, 420.0), budget, 1e-14, 8.7))
        awake.append(sum(epsilon > 0 for epsilon in best.epsilons))
    assert awake == sorted(awake)
    assert awake[0] == 1
    assert awake[-1] == 3


def test_the_solver_agrees_where_it_moves_at_all():
    tests = tuple(map(float, most_tests(8)))
    problem = Problem(tests, 10.0, 1e-14, 8.7)
    solver = FromZero(tests, 10.0, 1e-14, 8.7, middle=0.0)
    assert problem.objective(solver.solve()) == pytest.approx(best_allocation(problem).objective, abs=1e-6)
    assert len(solver.path) > 2
    twenty = tuple(map(float, most_tests(20)))
    assert not FromZero(twenty, 10.0, 1e-14, 8.7, middle=0.0).solve().any()
    assert FromZero(twenty, 10.0, 1e-14, 8.7).solve().any()


def test_where_nothing_beats_guessing_the_bound_still_holds():
    problem = Problem((1000.0, 9000.0), 0.01, 1e-14, 1.0, middle=0.5)
    best = best_allocation(problem)
    assert problem.within(best.epsilons)
    assert best.bound <= best.objective
    assert best.objective > 1


def test_a_bound_may_be_useless_but_never_wrong():
    problem = Problem((435.0, 18.0, 272.0), 22.9, 1e-14, 60.0)
    assert lower_bound(problem, 0.99, 4.0) == -math.inf
    with pytest.raises(ValueError, match="weight"):
        lower_bound(problem, 1.0, 1.0)
    with pytest.raises(ValueError, match="price"):
        lower_bound(problem, 0.5, 0.0)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"tests": ()}, "tests"),
        ({"tests": (0.0,)}, "tests"),
        ({"tests": (math.nan,)}, "tests"),
        ({"budget": 0.0}, "budget"),
        ({"delta": 0.0}, "delta"),
        ({"rate": -1.0}, "rate"),
        ({"middle": 1.0}, "middle"),
    ],
)
def test_a_bad_problem_is_refused_by_name(change, named):
    arguments = {"tests": (10.0,), "budget": 1.0, "delta": 1e-6, "rate": 1.0} | change
    with pytest.raises(ValueError, match=named):
        Problem(**arguments)


@pytest.mark.parametrize(("arguments", "named"), [((1,), "nodes"), ((4, 7), "edges"), ((4, 3, 3), "order")])
def test_bad_counts_are_refused_by_name(arguments, named):
    with pytest.raises(ValueError, match=named):
        most_tests(*arguments)


def test_the_ways_to_lose_count():
    counts, prices = [10, 5, 1], [0.01, 0.02, 0.05]
    again = charging_again(counts, prices)
    assert again == pytest.approx([bill(10, 0.01), bill(15, 0.02), bill(16, 0.05)])
    assert checking_too_late(counts, prices, 0.1) == pytest.approx(again[0])
    assert checking_too_late(counts, prices, again[0] + 0.1) == pytest.approx(sum(again[:2]))
    assert price_of_an_unplanned_order(1.0, 8.72) == price_of_an_unplanned_order(50.0, 8.72) > 1


def test_a_clear_keep_is_free_and_a_coin_that_always_says_keep_deletes_nothing():
    rng = np.random.default_rng(34)
    far = [[100.0] * 3] * 2
    assert not clear_keeps_free(far, 1.0, 1.0, 50, rng).any()
    assert (clear_keeps_free(np.negative(far), 1.0, 1.0, 50, rng) == 3).all()  # gone at the first question
    assert (clear_keeps_free(far, 1e6, 1.0, 50, rng) == 12).all()  # in the margin, and asked from both ends
    kept = ThreeBranches(0.05, 0.2, 0.2, 1e-9, heads=0.0).deletes(np.full(100, 0.05), rng)
    assert not kept.any()
