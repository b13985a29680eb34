"""The optimal plan: what one record moves, what is optimal, and where `once` differs from it."""

import math
from itertools import combinations, product

import numpy as np
import pytest

from privcausal.experiments import baselines_residual_planner as planner
from privcausal.experiments.baselines_residual_planner import Planned, exact, length, loss, plan_variances
from privcausal.graphs.ask_once.contrasts import contrasts, pairs_sensitivity
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods.once import OnceTables
from tests.graphs.builders import LOUD, ONE, rng


def output_of(record, sizes, allotment):
    """What one record adds to everything, in units of its noise."""
    parts = []
    for columns, variance in allotment.items():
        part = np.ones(1)
        for column in columns:
            part = np.outer(part, contrasts(sizes[column])[record[column]]).ravel()
        parts.append(part / math.sqrt(variance))
    return np.concatenate(parts)


@pytest.mark.parametrize(
    ("sizes", "largest"), [((2, 2, 3), 2), ((2, 3, 4), 3), ((3, 2, 2, 3), 2), ((2, 2, 2, 2), 3)]
)
def test_one_record_moves_everything_exactly_so_far(sizes, largest):
    allotment = plan_variances(sizes, largest)
    rows = [output_of(record, sizes, allotment) for record in product(*map(range, sizes))]
    farthest = max(float(np.linalg.norm(one - other)) for one, other in combinations(rows, 2))
    assert exact(sizes, allotment) == pytest.approx(farthest)
    assert np.linalg.norm(rows[0]) * 2 == pytest.approx(planner.translated(sizes, allotment))
    assert farthest < planner.translated(sizes, allotment)


@pytest.mark.parametrize("largest", [2, 3])
def test_no_other_plan_of_the_same_price_has_less_error(largest):
    sizes, rng = (2, 3, 5, 4), np.random.default_rng(0)
    best = plan_variances(sizes, largest)

    def error(allotment):
        """The loss at a price of 1, whatever the common factor."""
        price = sum(length(sizes, c) / variance for c, variance in allotment.items())
        return price * sum(loss(sizes, c, largest) * variance for c, variance in allotment.items())

    for _ in range(200):
        other = {columns: variance * math.exp(rng.normal(0, 0.3)) for columns, variance in best.items()}
        assert error(other) > error(best)


def test_the_loss_is_the_variance_of_all_cells():
    """Noise on interactions, carried into every table by its own basis."""
    sizes, largest = (2, 3, 4), 2
    for columns in plan_variances(sizes, largest):
        total = 0.0
        for size in range(1, largest + 1):
            for table in combinations(range(3), size):
                if set(columns) <= set(table):
                    spread = np.ones((1, 1))
                    for column in table:
                        k = sizes[column]
                        part = contrasts(k) if column in columns else np.full((k, 1), 1 / k)
                        spread = np.kron(spread, part)
                    total += float((spread**2).sum())
        assert loss(sizes, columns, largest) == pytest.approx(total)


def test_where_each_table_counts_by_its_mean_cell_all_pairs_get_the_same_noise():
    """Then v = p for every pair: equal scales, as in `once`, are the optimum."""
    sizes = (2, 3, 5, 4)
    ratios = {
        round(length(sizes, pair) / (loss(sizes, pair, 2) / math.prod(sizes[c] for c in pair)), 12)
        for pair in combinations(range(4), 2)
    }
    assert ratios == {1.0}


def test_once_is_one_of_these_plans():
    sizes, weight = (2, 2, 3, 5), 1.7
    even = {(c,): 1 / weight for c in range(4)} | dict.fromkeys(combinations(range(4), 2), 1.0)
    assert exact(sizes, even) == pytest.approx(pairs_sensitivity(sizes, weight))


def records():
    rng = np.random.default_rng(0)
    first = rng.integers(0, 3, 5_000)
    rows = np.stack([first, (first + rng.integers(0, 2, 5_000)) % 4, first > 0, first * 0], axis=1)
    return rows, (3, 4, 2, 2)


@pytest.mark.parametrize("largest", [2, 3])
def test_what_is_measured_has_the_noise_that_is_said(largest):
    rows, sizes = records()
    tables, errors = Tables(rows, sizes), []
    for seed in range(40):
        policy = Planned(tables, ONE, rng(seed), largest=largest)
        pc(4, policy)
        assert policy.spent == ONE
        sharp = Planned(tables, LOUD, rng(seed), largest=largest)
        pc(4, sharp)
        for columns, value in policy.moments.means.items():
            off = (value - sharp.moments.means[columns]) / policy.moments.scales[columns]
            errors += off.ravel().tolist()
    assert {len(columns) for columns in policy.moments.means} == set(range(1, largest + 1))
    assert np.std(errors) == pytest.approx(1, abs=0.07)


def test_without_noise_it_finds_what_once_finds():
    rows, sizes = records()
    tables = Tables(rows[:, :3], sizes[:3])
    graphs = [pc(3, build(tables, LOUD, rng())).graph.tolist() for build in (OnceTables, Planned)]
    assert graphs[0] == graphs[1]
    assert planner.PlannedFurther(tables, LOUD, rng(), largest=3).learn().graph.any()


def test_the_best_plan_for_replacement_beats_equal_noise_where_sizes_differ():
    sizes = (2, 2, 4)
    plan, least = planner.planned_for_replacement(sizes)
    assert exact(sizes, plan) ** 2 * sum(
        length(sizes, pair) * v for pair, v in plan.items()
    ) == pytest.approx(least)
    even = exact(sizes, dict.fromkeys(plan, 1.0)) * math.sqrt(sum(length(sizes, pair) for pair in plan))
    assert 1 - math.sqrt(least) / even == pytest.approx(0.0426, abs=1e-4)


@pytest.mark.parametrize("size", [2, 5])
def test_equal_noise_is_best_for_replacement_where_all_sizes_are_one(size):
    plan, _ = planner.planned_for_replacement((size,) * 4)
    assert len({round(variance, 9) for variance in plan.values()}) == 1
