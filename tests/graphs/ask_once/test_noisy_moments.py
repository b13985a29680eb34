"""Second moments, directions and the graphs from them: exact small cases, properties, prices, bad input."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.graphs.ask_once.linear import once_linear, regressions, variance_order
from privcausal.graphs.ask_once.noisy_moments import (
    NoisyMoment,
    lifted,
    moment_sensitivity,
    private_moment,
    shortened,
)
from privcausal.graphs.ask_once.noisy_shape import (
    LOOKS,
    direction_shares,
    directions,
    eigenvalues_behind,
    private_shape,
)
from privcausal.graphs.models.linear_gaussian import LinearModel, random_model
from privcausal.graphs.score_based.notears import notears
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import topological
from privcausal.privacy.gaussian import SymmetricGaussian, gaussian_delta, gaussian_scale
from privcausal.privacy.price import Price, Relation

PRICE = Price(1.0, 1e-6, Relation.SUBSTITUTION)


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


# --- release ----------------------------------------------------------------------------------------------------


def test_one_release_spends_the_budget_and_no_more() -> None:
    rows = rng().normal(size=(50, 3))
    noisy = private_moment(rows, budget=PRICE, rng=rng(), row_norm=2.0)
    assert noisy.scale == pytest.approx(gaussian_scale(moment_sensitivity(2.0) / 50, 1.0, 1e-6), rel=1e-11)
    assert noisy.spent == PRICE


@pytest.mark.parametrize("schedule", [(1.0,), LOOKS, (3.0, 1.0, 0.2)])
def test_looks_together_spend_the_budget_and_no_more(schedule: tuple[float, ...]) -> None:
    looks = private_shape(rng().normal(size=(80, 2)), budget=PRICE, rng=rng(), schedule=schedule).looks
    mu = np.sqrt(sum((moment_sensitivity(1.0) / 80 / look.scale) ** 2 for look in looks))
    assert len(looks) == len(schedule)
    assert 0.999e-6 < gaussian_delta(mu, 1.0, 1.0) <= 1e-6


def symmetric_noise(d: int, scale: float, child: np.random.Generator) -> np.ndarray:
    mechanism = SymmetricGaussian(1.0, scale, Relation.SUBSTITUTION)
    return np.asarray(mechanism.release(np.zeros((d, d)), child).value)


def test_noise_has_the_law_that_is_said() -> None:
    draws = np.array([symmetric_noise(3, 2.0, child) for child in rng().spawn(4000)])
    assert np.array_equal(draws, draws.swapaxes(1, 2))
    spread = draws.std(axis=0)
    assert np.allclose(spread.diagonal(), 2.0, rtol=0.06)
    assert np.allclose(spread[np.triu_indices(3, 1)], np.sqrt(2), rtol=0.06)


def test_the_edge_is_where_noise_ends() -> None:
    noise = symmetric_noise(200, 1.0, rng())
    assert abs(np.linalg.eigvalsh(noise)[-1] / NoisyMoment(noise, 1.0, PRICE).noise_edge - 1) < 0.05


def test_a_repaired_matrix_has_no_eigenvalue_below_the_edge() -> None:
    noisy = private_moment(np.zeros((10, 4)), budget=PRICE, rng=rng(), row_norm=1.0)
    assert np.linalg.eigvalsh(noisy.matrix)[0] < 0  # indefinite after noise
    assert np.linalg.eigvalsh(noisy.repaired)[0] >= noisy.noise_edge * (1 - 1e-9)
    with pytest.raises(ValueError, match="negative eigenvalue"):
        notears(noisy.matrix)
    topological(notears(noisy.repaired, precision=1e-6).graph)


def test_what_is_above_the_floor_stays() -> None:
    matrix = np.array([[2.0, 0.5], [0.5, 1.0]])
    assert np.allclose(lifted(matrix, 0.1), matrix)


# --- directions --------------------------------------------------------------------------------------------------

rows = st.lists(st.lists(st.floats(-1e300, 1e300), min_size=2, max_size=2), min_size=1, max_size=5)


@given(rows)
def test_directions_are_bounded_whatever_the_records(records: list[list[float]]) -> None:
    lengths = np.linalg.norm(directions(records), axis=1)
    assert ((abs(lengths - 1) < 1e-12) | (lengths == 0)).all()


@given(rows, st.floats(0.01, 100))
def test_shortened_records_keep_to_the_bound(records: list[list[float]], norm: float) -> None:
    with np.errstate(over="ignore"):
        assert (np.linalg.norm(shortened(records, norm), axis=1) <= norm * (1 + 1e-12)).all()


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=6))
def test_eigenvalues_come_back_from_their_shares(logs: list[float]) -> None:
    values = np.exp(logs)
    assert np.allclose(eigenvalues_behind(direction_shares(values)), values / values.mean(), rtol=1e-5)


def test_shares_are_what_directions_do() -> None:
    sampled = directions(rng().normal(size=(200_000, 3)) * np.sqrt([9.0, 4.0, 1.0]))
    assert np.allclose((sampled**2).mean(axis=0), direction_shares([9.0, 4.0, 1.0]), atol=0.004)


def test_lengths_play_no_part() -> None:
    records = rng().normal(size=(30, 3))
    longer = records * np.exp(5 * rng(1).normal(size=(30, 1)))
    one, other = (private_shape(table, budget=PRICE, rng=rng()).matrix for table in (records, longer))
    assert np.allclose(one, other)


# --- graphs ------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("shape", [(5, 1), (1, 1), (3, 6), (1, 4)])
def test_one_variable_or_few_records_will_do(shape: tuple[int, int]) -> None:
    found = once_linear(rng().normal(size=shape), budget=PRICE, rng=rng())
    assert found.graph.shape == (shape[1], shape[1])
    assert np.isfinite(found.weights).all()
    topological(found.graph)


def test_equal_records_say_nothing_but_break_nothing() -> None:
    for table in (np.zeros((100, 3)), np.ones((100, 3)), np.full((9, 3), 1e308)):
        topological(once_linear(table, budget=PRICE, rng=rng()).graph)


# --- bad input -----------------------------------------------------------------------------------------------------

GOOD = np.ones((5, 2))


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("release", [private_shape, once_linear])
def test_records_must_be_finite(release: object, bad: float) -> None:
    table = GOOD.copy()
    table[2, 1] = bad
    with pytest.raises(ValueError, match="records must be finite"):
        release(table, budget=PRICE, rng=rng())  # type: ignore[operator]


@pytest.mark.parametrize("table", [np.empty((0, 2)), np.empty((3, 0)), np.ones(4)])
def test_records_must_be_a_table(table: np.ndarray) -> None:
    with pytest.raises(ValueError, match="records must be a table"):
        once_linear(table, budget=PRICE, rng=rng())


@pytest.mark.parametrize("norm", [0.0, -1.0, np.inf, np.nan])
def test_the_bound_must_be_positive(norm: float) -> None:
    with pytest.raises(ValueError, match="row_norm"):
        once_linear(GOOD, budget=PRICE, rng=rng(), row_norm=norm)


@pytest.mark.parametrize(
    ("price", "named"),
    [
        (Price(1.0, 1e-6, Relation.ADD_REMOVE), "relation"),
        (Price(0.0, 1e-6, Relation.SUBSTITUTION), "epsilon"),
        (Price(np.inf, 1e-6, Relation.SUBSTITUTION), "epsilon"),
        (Price(1.0, 0.0, Relation.SUBSTITUTION), "delta"),
    ],
)
@pytest.mark.parametrize("row_norm", [None, 1.0])
def test_budgets_that_cannot_be_kept_are_refused(price: Price, named: str, row_norm: float | None) -> None:
    with pytest.raises(ValueError, match=named):
        once_linear(GOOD, budget=price, rng=rng(), row_norm=row_norm)


@pytest.mark.parametrize("schedule", [(), (1.0, 0.0), (1.0, -1.0), (np.nan,)])
def test_schedules_must_be_positive(schedule: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="schedule"):
        private_shape(GOOD, budget=PRICE, rng=rng(), schedule=schedule)


def test_the_fit_must_be_known() -> None:
    with pytest.raises(ValueError, match="fit must be"):
        once_linear(GOOD, budget=PRICE, rng=rng(), fit="ges")  # type: ignore[arg-type]


@pytest.mark.parametrize("shares", [[], [1.0, 0.0], [0.5, -0.5], [np.nan, 1.0], [[1.0]]])
def test_shares_must_be_positive(shares: list[float]) -> None:
    with pytest.raises(ValueError, match="shares"):
        eigenvalues_behind(shares)
