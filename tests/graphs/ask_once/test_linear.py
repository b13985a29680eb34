"""Linear graphs from moments that were released once."""

import numpy as np
import pytest

from privcausal.graphs.ask_once.linear import once_linear, regressions, variance_order
from privcausal.graphs.models.linear_gaussian import LinearModel, random_model
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.privacy.price import Price, Relation

PRICE = Price(1.0, 1e-6, Relation.SUBSTITUTION)
GOOD = np.ones((5, 2))


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


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
    found = once_linear(model.sample(10_000, rng()), budget=PRICE, rng=rng(1), row_norm=row_norm, fit=fit)
    assert skeleton_scores(found.graph, model.dag).f1 == 1
    assert found.spent == PRICE
    assert found.moment.diagonal().min() == pytest.approx(1)


def test_at_the_target_price_graphs_are_right() -> None:
    scores = []
    for seed in range(6):
        model = random_model("erdos-renyi", 20, 1, rng(seed))
        found = once_linear(model.sample(10_000, rng(seed)), budget=PRICE, rng=rng(seed + 100))
        scores.append(skeleton_scores(found.graph, model.dag).f1)
    assert np.mean(scores) > 0.9


def test_the_fit_must_be_known() -> None:
    with pytest.raises(ValueError, match="fit must be"):
        once_linear(GOOD, budget=PRICE, rng=rng(), fit="ges")  # type: ignore[arg-type]


def test_a_variable_that_explains_nothing_comes_before_what_it_would_explain() -> None:
    """Independent variables: the smallest variance first, and no weights."""
    matrix = np.diag([3.0, 1.0, 2.0])
    assert variance_order(matrix) == [1, 2, 0]
    np.testing.assert_array_equal(regressions(matrix, [1, 2, 0]), np.zeros((3, 3)))


def test_a_variable_without_variance_is_first_and_breaks_nothing() -> None:
    matrix = np.array([[0.0, 0.0], [0.0, 1.0]])
    assert variance_order(matrix) == [0, 1]
    assert np.isfinite(regressions(matrix, [0, 1])).all()
