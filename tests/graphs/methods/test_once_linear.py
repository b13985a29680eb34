"""Linear graphs from moments that were released once."""

import numpy as np
import pytest

from privcausal.graphs.methods.once_linear import ROW_NORMS, once_linear, regressions, variance_order
from privcausal.graphs.models.linear_gaussian import LinearModel, random_model
from privcausal.graphs.structure.metrics import skeleton_scores
from tests.graphs.builders import ONE, mean_f1, rng
from tests.refusals import refusals


def test_the_order_is_exact_on_exact_moments() -> None:
    for seed in range(20):
        model = random_model("erdos-renyi", 8, 2, rng(seed))
        order = variance_order(model.covariance)
        weights = regressions(model.covariance, order)
        assert np.allclose(weights, model.weights, atol=1e-8)
        place = {node: number for number, node in enumerate(order)}
        assert all(place[a] < place[b] for a, b in np.argwhere(model.dag))


@pytest.mark.parametrize("row_norm", [None, 8.0])
@pytest.mark.parametrize("fit", ["order", "notears"])
def test_a_graph_is_learned_and_priced(row_norm: float | None, fit: str) -> None:
    weights = np.zeros((4, 4))
    weights[0, 1], weights[1, 2], weights[0, 3] = 1.2, -1.5, 0.9
    model = LinearModel(weights)
    result = once_linear(model.sample(10_000, rng()), budget=ONE, rng=rng(1), row_norm=row_norm, fit=fit)
    assert skeleton_scores(result.graph, model.dag).f1 == 1
    assert result.spent == ONE
    assert result.moment.diagonal().min() == pytest.approx(1)


def test_at_the_target_price_graphs_are_right() -> None:
    assert mean_f1(lambda rows, rng: once_linear(rows, budget=ONE, rng=rng).graph, nodes=20, seeds=6) > 0.9


test_the_fit_must_be_known = refusals(
    lambda fit: once_linear(np.ones((5, 2)), budget=ONE, rng=rng(), fit=fit), ("fit must be", "ges")
)


def test_a_variable_that_explains_nothing_comes_before_what_it_would_explain() -> None:
    """Independent variables: the smallest variance first, and no weights."""
    matrix = np.diag([3.0, 1.0, 2.0])
    assert variance_order(matrix) == [1, 2, 0]
    np.testing.assert_array_equal(regressions(matrix, [1, 2, 0]), np.zeros((3, 3)))


def test_a_variable_without_variance_is_first_and_breaks_nothing() -> None:
    matrix = np.array([[0.0, 0.0], [0.0, 1.0]])
    assert variance_order(matrix) == [0, 1]
    assert np.isfinite(regressions(matrix, [0, 1])).all()


@pytest.mark.parametrize("row_norm", [1e300, 1e155, 1e-300, 0.0, -1.0, float("nan"), float("inf"), "a"])
def test_a_bound_whose_square_is_no_ordinary_number_is_refused(row_norm: float) -> None:
    with pytest.raises(ValueError, match=r"row_norm must be None or a number from 1e-60 to 1e\+60, got"):
        once_linear(np.ones((5, 2)), budget=ONE, rng=rng(), row_norm=row_norm)


@pytest.mark.parametrize("row_norm", ROW_NORMS)
@pytest.mark.parametrize("fit", ["order", "notears"])
def test_the_bounds_themselves_are_allowed(row_norm: float, fit: str) -> None:
    result = once_linear(rng().normal(size=(50, 2)), budget=ONE, rng=rng(), row_norm=row_norm, fit=fit)
    assert np.isfinite(result.weights).all()
