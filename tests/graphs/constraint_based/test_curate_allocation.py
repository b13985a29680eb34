import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.claims.specimens.curate import (
    FromZero,
    charging_again,
    checking_too_late,
    planning_for_fewer,
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


def test_the_published_solver_agrees_where_it_moves_at_all():
    tests = tuple(map(float, most_tests(8)))
    problem = Problem(tests, 10.0, 1e-14, 8.7)
    solver = FromZero(tests, 10.0, 1e-14, 8.7)
    assert problem.objective(solver.solve()) == pytest.approx(best_allocation(problem).objective, abs=1e-6)
    assert len(solver.path) > 2
    assert not FromZero(tuple(map(float, most_tests(20))), 10.0, 1e-14, 8.7).solve().any()


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
    assert charging_again([10, 5, 1], [0.1, 0.1, 0.1]) == pytest.approx([1.0, 2.5, 4.1])
    assert checking_too_late([10, 5, 1], [0.5, 0.5, 0.5], 1.0) == 5.0
    assert planning_for_fewer([10, 50], [0.1, 0.5], 1, 10.0) == 26.0
    assert planning_for_fewer([10, 50], [0.1, 0.5], 2, 10.0) == 1.0
    assert np.isclose(checking_too_late([1], [0.5], 1.0), 0.5)
