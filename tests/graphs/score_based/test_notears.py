import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.graphs.models.linear_gaussian import (
    KINDS,
    LinearModel,
    random_dag,
    random_model,
    standardised,
    varsortability,
)
from privcausal.graphs.score_based.notears import acyclicity, least_squares, minimise, notears, support
from privcausal.graphs.score_based.second_moments import moment
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import topological

FAST = {"precision": 1e-6}


@pytest.mark.parametrize("d", [10, 20])
def test_ten_random_graphs_are_recovered_as_published(d):
    scores = []
    for seed in range(10):
        rng = np.random.default_rng(seed)
        model = random_model("erdos-renyi", d, 1, rng)
        fitted = notears(moment(model.sample(10_000, rng)), **FAST)
        assert fitted.converged
        assert fitted.h <= 1e-8
        scores.append(skeleton_scores(fitted.graph, model.dag).f1)
    assert np.mean(scores) >= 0.95


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


@pytest.mark.parametrize(
    ("matrix", "reason"),
    [
        ([[1.0, 2.0], [2.0, 1.0]], "negative eigenvalue"),
        ([[1.0, 2.0]], "square"),
        ([[1.0, 0.5], [0.0, 1.0]], "symmetric"),
        ([[1.0, np.nan], [np.nan, 1.0]], "finite"),
        ([[np.inf]], "finite"),
        (np.zeros((0, 0)), "square"),
    ],
)
def test_what_is_no_moment_matrix_is_refused(matrix, reason):
    with pytest.raises(ValueError, match=rf"^second_moment .*{reason}"):
        notears(matrix)


@pytest.mark.parametrize("name", ["penalty", "threshold", "tolerance", "precision"])
@pytest.mark.parametrize("value", [-1.0, np.nan, np.inf])
def test_bad_options_are_refused_by_name(name, value):
    with pytest.raises(ValueError, match=f"^{name} "):
        notears(np.eye(2), **{name: value})


def test_bad_rounds_and_records_are_refused():
    with pytest.raises(ValueError, match=r"^rounds "):
        notears(np.eye(2), rounds=0)
    for rows in ([1.0, 2.0], np.zeros((0, 3)), [[np.nan]]):
        with pytest.raises(ValueError, match=r"^records "):
            moment(rows)
    with pytest.raises(ValueError, match=r"^weights "):
        support([[np.nan]], 0.3)


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


@pytest.mark.parametrize("kind", KINDS)
def test_sampled_moments_are_near_the_exact_ones(kind):
    model = random_model(kind, 6, 2, np.random.default_rng(6), noise=0.5)
    rows = model.sample(200_000, np.random.default_rng(7))
    assert np.allclose(moment(rows), model.covariance, rtol=0.05, atol=0.05 * model.covariance.max())
    sizes = np.abs(model.weights[model.dag])
    assert ((sizes >= 0.5) & (sizes <= 2)).all()


def test_random_graphs_are_acyclic_with_the_edges_they_promise():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        topological(random_dag("scale-free", 9, 2, rng))
        assert random_dag("erdos-renyi", 9, 2, rng).sum() == 18
    assert random_dag("erdos-renyi", 3, 5, rng).sum() == 3
    assert random_dag("erdos-renyi", 1, 1, rng).tolist() == [[False]]


@pytest.mark.parametrize(
    ("arguments", "name"),
    [(("ring", 3, 1), "kind"), (("erdos-renyi", 0, 1), "d"), (("scale-free", 3, 3), "degree")],
)
def test_impossible_graphs_are_refused_by_name(arguments, name):
    with pytest.raises(ValueError, match=f"^{name} "):
        random_dag(*arguments, np.random.default_rng(0))


def test_impossible_models_are_refused():
    with pytest.raises(ValueError, match="cycle"):
        LinearModel(np.ones((2, 2)) - np.eye(2))
    with pytest.raises(ValueError, match=r"^noise "):
        LinearModel(np.zeros((2, 2)), noise=0.0)
    with pytest.raises(ValueError, match=r"^size "):
        LinearModel(np.zeros((2, 2))).sample(-1, np.random.default_rng(0))
    with pytest.raises(ValueError, match=r"^weights "):
        random_model("erdos-renyi", 3, 1, np.random.default_rng(0), weights=(2.0, 1.0))


def test_varsortability_of_a_diamond_by_hand():
    """Paths 0→1, 0→2, 1→3, 2→3 and, of length two, 0→3: variance falls from 1 to 3 alone."""
    diamond = np.zeros((4, 4), dtype=bool)
    diamond[[0, 0, 1, 2], [1, 2, 3, 3]] = True
    assert varsortability(diamond, [1.0, 5.0, 2.0, 4.0]) == pytest.approx(4 / 5)
    with pytest.raises(ValueError, match=r"^dag "):
        varsortability(np.zeros((2, 2), dtype=bool), [1.0, 2.0])
    with pytest.raises(ValueError, match=r"^variances "):
        varsortability(diamond, [1.0, 2.0])


def test_standardised_columns():
    rows = standardised(np.random.default_rng(0).normal(3, 5, size=(100, 2)))
    assert np.allclose(rows.mean(axis=0), 0)
    assert np.allclose(rows.std(axis=0), 1)
    for bad in ([[1.0], [1.0]], [1.0, 2.0], [[np.nan]]):
        with pytest.raises(ValueError, match=r"^records "):
            standardised(bad)
