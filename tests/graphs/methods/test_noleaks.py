import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.claims.broken import noleaks as specimens
from privcausal.graphs.methods import noleaks as module
from privcausal.graphs.methods.noleaks import clipped_gradient, descent, noleaks, step_scales
from privcausal.graphs.score_based.notears import least_squares
from privcausal.graphs.score_based.second_moments import moment
from privcausal.privacy.gaussian import gaussian_delta
from tests.graphs.builders import ONE, mean_f1, price, rng
from tests.refusals import refusals


def table(seed, n=50, d=4, size=3.0):
    rng = np.random.default_rng(seed)
    weights = rng.normal(size=(d, d))
    np.fill_diagonal(weights, 0.0)
    return rng.normal(scale=size, size=(n, d)), weights


def test_five_graphs_at_an_honest_budget():
    assert mean_f1(lambda rows, rng: noleaks(rows, budget=ONE, rng=rng).graph, nodes=10, seeds=5) > 0.8


def test_without_clipping_it_is_the_gradient_of_the_squared_error():
    rows, weights = table(0)
    gradient = least_squares(moment(rows))(weights)[1]
    np.fill_diagonal(gradient, 0.0)
    assert np.allclose(clipped_gradient(rows, weights, 1e9), gradient)


@given(st.integers(0, 2**32 - 1), st.floats(0.01, 100))
@settings(max_examples=100)
def test_clipping_agrees_with_a_loop_over_records(seed, clip):
    rows, weights = table(seed, n=6)
    total = np.zeros((4, 4))
    for x in rows:
        gradient = -np.outer(x, x - x @ weights)
        total += gradient * min(1.0, clip / np.linalg.norm(gradient))
    np.fill_diagonal(total, 0.0)
    assert np.allclose(clipped_gradient(rows, weights, clip), total / 6)


@given(st.integers(0, 2**32 - 1), st.floats(0.01, 10), st.floats(1, 1e6))
@settings(max_examples=100)
def test_no_replaced_record_moves_the_average_farther_than_promised(seed, clip, loud):
    rows, weights = table(seed, n=6)
    other = rows.copy()
    other[0] = loud * rng(seed + 1).normal(size=4)
    apart = clipped_gradient(rows, weights, clip) - clipped_gradient(other, weights, clip)
    assert np.linalg.norm(apart) <= module.gradient_sensitivity(clip, 6) * (1 + 1e-12)


@given(
    st.lists(st.floats(0.01, 10), min_size=1, max_size=30),
    st.floats(0.01, 10),
    st.sampled_from([1e-9, 1e-6, 1e-2]),
)
@settings(max_examples=60)
def test_no_schedule_ever_exceeds_the_budget_or_leaves_much(schedule, epsilon, delta):
    scales = step_scales(schedule, 0.5, price(epsilon, delta))
    together = 1 / math.sqrt(math.fsum((0.5 / scales) ** 2))
    assert gaussian_delta(1.0, epsilon, together) <= delta
    assert gaussian_delta(1.0, epsilon, together * (1 - 1e-6)) > delta * (1 - 1e-3)
    assert np.allclose(scales * np.array(schedule), scales[0] * schedule[0])


def test_what_is_returned_fits_together():
    rows, _ = table(1)
    result = noleaks(rows, budget=ONE, rng=rng(2), schedule=(1.0, 2.0), clip=3.0)
    assert result.spent == ONE
    alone = np.array(step_scales((1.0, 2.0), 2 * 3.0 / 50, ONE))
    assert ((alone <= result.scales) & (result.scales < alone * (1 + 1e-5))).all()  # the grid costs a little
    assert not result.weights.diagonal().any()
    assert result.h >= 0


def test_the_generator_decides_everything():
    rows, _ = table(3)
    first, again, other = (noleaks(rows, budget=ONE, rng=rng(seed)).weights for seed in (5, 5, 6))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_a_row_bound_makes_long_records_short_and_changes_no_others():
    rows, _ = table(4, size=0.1)
    loud = np.vstack([rows, [[1e6, 0, 0, 0]]])
    short = np.vstack([rows, [[2.0, 0, 0, 0]]])
    results = [noleaks(records, budget=ONE, rng=rng(7), row_norm=2.0).weights for records in (loud, short)]
    assert np.allclose(*results)


def test_one_variable_and_one_record():
    assert noleaks([[3.0]], budget=ONE, rng=rng()).graph.tolist() == [[False]]


test_bad_options_are_refused_by_name = refusals(
    lambda options: noleaks(**{"records": np.eye(3), "budget": ONE, "rng": rng()} | options),
    ("^records ", {"records": [1.0]}, {"records": np.zeros((0, 2))}, {"records": [[np.nan, 1.0]]}),
    ("^clip ", {"clip": 0.0}, {"clip": math.inf}),
    ("^rate ", {"rate": -1.0}),
    ("^penalty ", {"penalty": math.nan}),
    ("^threshold ", {"threshold": -0.1}),
    ("^row_norm ", {"row_norm": 0.0}),
    ("^schedule ", {"schedule": ()}, {"schedule": (1.0, 0.0)}),
)


def test_the_walk_looks_at_the_records_once_per_step():
    walk = list(descent(table(8)[0], np.full(7, 0.1), rng(), clip=1.0))
    assert [weights.shape for weights in walk] == [(4, 4)] * 7


def test_specimens_do_what_they_are_accused_of():
    loud, other = (np.array([[9.0, 9.0 * sign]] + [[0.0, 0.0]] * 9) for sign in (1, -1))
    assert specimens.mean_gradient(loud, 1.0).tolist() == [-1.0, -1.0]
    assert specimens.mean_gradient(other, 1.0).tolist() == [1.0, 1.0]
    effect = np.array([[0.0, 1.0], [0.0, 0.0]])
    fits = np.array([[1.0, 1.0]] * 5)
    assert specimens.objective_of_first_rows(fits, 3, effect) == 0.5
    assert specimens.step_by_line_search(fits, 3, effect) == 1.0
    assert specimens.step_by_line_search(np.array([[3.0, -3.0], *fits[1:]]), 3, effect) < 1.0
    best = specimens.threshold_by_truth(np.array([0.1, 0.9, 0.5]), np.array([False, True, False]))
    assert best == (0.9, 1.0)
