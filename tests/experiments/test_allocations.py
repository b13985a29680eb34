"""CURATE's allocation on data: its plan is the program's or the best there is, and every test is paid for."""

import math

import numpy as np
import pytest

from privcausal.claims.broken.curate import FromZero
from privcausal.experiments.ablation import below
from privcausal.experiments.allocations import (
    ALLOCATIONS,
    RUNS,
    SIZES,
    ConcentratedProblem,
    PlannedCurate,
    noisy_pc,
    planners,
    private_graphs,
    sequential_quadratic,
)
from privcausal.experiments.execution import load
from privcausal.graphs.constraint_based.curate_allocation import (
    AllocationProblem,
    best_allocation,
    equal_epsilons,
    most_tests,
)
from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.independence.stratified_kendall import KENDALL
from privcausal.graphs.methods.curate_pc import CuratePc
from privcausal.graphs.models.bayesian_network import NAMES
from tests.graphs.builders import ONE, price, rng, sampled

ASIA, WIDE = sampled("asia"), sampled("child", 2_000)
VARIANTS = planners(ASIA)


@pytest.mark.parametrize("middle", [0.0, 1.0])
@pytest.mark.parametrize("nodes", [5, 11, 20])
def test_the_solver_is_the_programs(nodes, middle):
    tests = tuple(map(float, most_tests(nodes)))
    planned = sequential_quadratic(AllocationProblem(tests, 10.0, 1e-14, 8.72), middle)
    assert planned.tolist() == FromZero(tests, 10.0, 1e-14, 8.72, middle).solve().tolist()


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("epsilon", [0.3, 1.0, 10.0])
def test_every_test_is_charged_and_the_budget_is_kept(name, epsilon):
    policy = PlannedCurate(ASIA, price(epsilon), rng(1), **VARIANTS[name])
    pc(8, policy)
    spent = policy.privacy_filter
    assert len(spent.releases) == sum(policy.asked) > 0
    expected = sum(count * e**2 / 2 for count, e in zip(policy.asked, policy.epsilons, strict=False))
    assert spent.spent == pytest.approx(expected)
    assert spent.spent <= spent.budget
    assert policy.planned_bill <= epsilon * (1 + 1e-5) or "best" in name


def test_without_a_middle_branch_the_programs_solver_spends_nothing_on_many_variables():
    policy = PlannedCurate(WIDE, ONE, rng(), **planners(WIDE)["CURATE, c = 0"])
    graph = pc(20, policy).graph
    assert not any(policy.epsilons)
    assert policy.privacy_filter.spent == 0
    assert graph[~np.eye(20, dtype=bool)].all()


def test_the_best_plan_keeps_the_filters_budget_and_no_other_plan_is_better():
    tests = tuple(map(float, most_tests(8)))
    problem = ConcentratedProblem(tests, 0.03, 1e-6, 100.0)
    best = best_allocation(problem)
    assert problem.cost(best.epsilons) == pytest.approx(np.array(tests) @ np.square(best.epsilons) / 2)
    assert problem.within(best.epsilons)
    assert best.gap < 1e-9
    assert best.objective < equal_epsilons(problem).objective


@pytest.mark.parametrize("name", ["CURATE, best plan", "CURATE, best plan, our settings"])
def test_with_a_huge_budget_the_allocation_does_not_matter(name):
    policy = PlannedCurate(ASIA, price(1e6), rng(), **VARIANTS[name])
    shares = CuratePc(ASIA, price(1e6), rng(), orders=policy.orders, each_set=True)
    assert (pc(8, policy).graph == pc(8, shares).graph).all()


def test_noisy_pc_is_pc_without_noise_and_leaves_edges_when_noises_are_used_up():
    limit = pc(8, OneByOne(lambda x, y, given: below(KENDALL, ASIA, x, y, given)), largest=3).graph
    graph, used_up = noisy_pc(ASIA, price(1e9), rng(), each=20)
    assert (graph == limit).all()
    assert not used_up
    most, used_up = noisy_pc(ASIA, price(1e9), rng(), each=1)
    alone = pc(8, OneByOne(lambda x, y, given: below(KENDALL, ASIA, x, y, given)), largest=0).graph
    assert used_up
    assert ((most | most.T) == (alone | alone.T)).all()


def test_every_task_has_every_method():
    wanted = sorted(method for method, *_ in private_graphs(ASIA, ONE, rng()))
    tasks = load(ALLOCATIONS).groupby(["network", "records", "run"])
    assert tasks.ngroups == len(NAMES) * len(SIZES) * RUNS
    for _, rows in tasks:
        assert sorted(rows.method[rows.epsilon == 1]) == wanted
        assert sorted(rows.method[rows.epsilon == math.inf]) == ["complete", "pc, G²", "pc, margins"]
