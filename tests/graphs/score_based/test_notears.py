import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.graphs.models.linear_gaussian import random_model
from privcausal.graphs.score_based.notears import acyclicity, least_squares, minimise, notears, support
from privcausal.graphs.score_based.second_moments import moment
from privcausal.graphs.structure.pdag import topological
from tests.graphs.builders import mean_f1
from tests.refusals import refusals

FAST = {"precision": 1e-6}


@pytest.mark.parametrize("d", [10, 20])
def test_ten_random_graphs_are_recovered_as_published(d):
    def learn(rows, _):
        fitted = notears(moment(rows), **FAST)
        assert fitted.converged
        assert fitted.h <= 1e-8
        return fitted.graph

    assert mean_f1(learn, d, seeds=10) >= 0.95


def test_the_same_moments_give_the_same_weights():
    second = random_model("scale-free", 8, 1, np.random.default_rng(0)).covariance
    assert np.array_equal(notears(second, **FAST).weights, notears(second.copy(), **FAST).weights)


def test_the_records_are_not_needed():
    """A loss that reads the records in every step leads to the same weights."""
    model = random_model("erdos-renyi", 5, 1, np.random.default_rng(1))
    rows = model.sample(500, np.random.default_rng(2))

    def loss(weights):
        rest = rows - rows @ weights
        return 0.5 * (rest**2).sum() / len(rows), -rows.T @ rest / len(rows)

    slow, quick = minimise(loss, 5, **FAST), notears(moment(rows), **FAST)
    assert np.allclose(slow.weights, quick.weights, atol=1e-2)
    assert np.array_equal(slow.graph, quick.graph)
    weights = np.triu(np.ones((5, 5)), 1) / 3
    assert loss(weights)[0] == pytest.approx(least_squares(moment(rows))(weights)[0], rel=1e-12)


def test_one_variable_has_the_empty_graph():
    fitted = notears([[4.0]])
    assert fitted.graph.tolist() == [[False]]
    assert (fitted.objective, fitted.converged, fitted.iterations) == (2.0, True, 0)


def test_a_singular_moment_from_fewer_records_than_variables():
    rows = random_model("erdos-renyi", 8, 1, np.random.default_rng(3)).sample(4, np.random.default_rng(4))
    fitted = notears(moment(rows), **FAST)
    assert np.isfinite(fitted.weights).all()
    topological(fitted.graph)


def test_a_moment_of_zeros_needs_no_edge():
    assert not notears(np.zeros((3, 3))).graph.any()


def test_giving_up_early_is_said_and_the_best_point_is_kept():
    second = random_model("erdos-renyi", 6, 2, np.random.default_rng(5)).covariance
    early, late = notears(second, rounds=1, **FAST), notears(second, **FAST)
    assert not early.converged
    assert early.h > 1e-8 >= late.h
    assert late.converged
    assert np.abs(early.weights).max() > 0.3
    topological(early.graph)


test_what_is_no_moment_matrix_is_refused = refusals(
    notears,
    (r"^second_moment .*negative eigenvalue", [[1.0, 2.0], [2.0, 1.0]]),
    (r"^second_moment .*square", [[1.0, 2.0]], np.zeros((0, 0))),
    (r"^second_moment .*symmetric", [[1.0, 0.5], [0.0, 1.0]]),
    (r"^second_moment .*finite", [[1.0, np.nan], [np.nan, 1.0]], [[np.inf]]),
)


test_bad_options_are_refused_by_name = refusals(
    lambda options: notears(np.eye(2), **options),
    *(
        (f"^{name} ", *({name: value} for value in (-1.0, np.nan, np.inf)))
        for name in ("penalty", "threshold", "tolerance", "precision")
    ),
    ("^rounds ", {"rounds": 0}),
)

test_weights_must_be_finite = refusals(support, ("^weights ", ([[np.nan]], 0.3)))


@given(st.integers(0, 2**32 - 1), st.floats(0, 1))
@settings(max_examples=60)
def test_the_support_is_the_largest_acyclic_set_above_some_threshold(seed, threshold):
    weights = np.random.default_rng(seed).normal(size=(5, 5))
    graph = support(weights, threshold)
    topological(graph)
    size = np.abs(weights) * ~np.eye(5, dtype=bool)
    weakest = size[graph].min(initial=np.inf)
    assert (graph == (size >= weakest)).all()
    left = (size > threshold) & ~graph
    if left.any():  # one more edge would close a cycle
        with pytest.raises(ValueError, match="cycle"):
            topological(graph | (size >= size[left].max()))


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=60)
def test_acyclicity_ignores_names_and_signs_and_is_zero_on_triangles(seed):
    rng = np.random.default_rng(seed)
    weights, shuffle = rng.normal(size=(5, 5)), rng.permutation(5)
    h = acyclicity(weights)[0]
    assert acyclicity(-weights[np.ix_(shuffle, shuffle)])[0] == pytest.approx(h, rel=1e-9)
    assert h > 0
    value, gradient = acyclicity(np.triu(weights, 1))
    assert abs(value) < 1e-12
    assert np.abs(gradient).max() < 1e-12
