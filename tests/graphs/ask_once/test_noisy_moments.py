"""Second moments, directions and the graphs from them: exact small cases, properties, prices, bad input."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.graphs.ask_once import noisy_moments
from privcausal.graphs.ask_once.noisy_moments import NoisyMoment, private_moment
from privcausal.graphs.ask_once.private_shape import private_shape
from privcausal.graphs.methods.once_linear import once_linear
from privcausal.graphs.score_based.notears import notears
from privcausal.graphs.score_based.second_moments import clip_norms
from privcausal.graphs.structure.pdag import topological
from privcausal.privacy.gaussian import SymmetricGaussian, gaussian_scale
from privcausal.privacy.price import Relation
from tests.graphs.builders import ONE, rng
from tests.refusals import refusals

# --- release ----------------------------------------------------------------------------------------------------


def test_one_release_spends_the_budget_and_no_more() -> None:
    rows = rng().normal(size=(50, 3))
    noisy = private_moment(rows, budget=ONE, rng=rng(), row_norm=2.0)
    alone = gaussian_scale(noisy_moments.moment_sensitivity(2.0) / 50, 1.0, 1e-6)
    assert alone <= noisy.scale < alone * (1 + 1e-5)  # the grid costs something, but little
    assert noisy.spent == ONE


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
    assert abs(np.linalg.eigvalsh(noise)[-1] / NoisyMoment(noise, 1.0, ONE).noise_edge - 1) < 0.05


def test_a_repaired_matrix_has_no_eigenvalue_below_the_edge() -> None:
    noisy = private_moment(np.zeros((10, 4)), budget=ONE, rng=rng(), row_norm=1.0)
    assert np.linalg.eigvalsh(noisy.matrix)[0] < 0  # indefinite after noise
    assert np.linalg.eigvalsh(noisy.repaired)[0] >= noisy.noise_edge * (1 - 1e-9)
    with pytest.raises(ValueError, match="negative eigenvalue"):
        notears(noisy.matrix)
    topological(notears(noisy.repaired, precision=1e-6).graph)


def test_what_is_above_the_floor_stays() -> None:
    matrix = np.array([[2.0, 0.5], [0.5, 1.0]])
    assert np.allclose(noisy_moments.raise_eigenvalues(matrix, 0.1), matrix)


# --- directions --------------------------------------------------------------------------------------------------

rows = st.lists(st.lists(st.floats(-1e300, 1e300), min_size=2, max_size=2), min_size=1, max_size=5)


@given(rows, st.floats(0.01, 100))
def test_shortened_records_keep_to_the_bound(records: list[list[float]], norm: float) -> None:
    with np.errstate(over="ignore"):
        assert (np.linalg.norm(clip_norms(records, norm), axis=1) <= norm * (1 + 1e-12)).all()


# --- graphs ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(5, 1), (1, 1), (3, 6), (1, 4)])
def test_one_variable_or_few_records_will_do(shape: tuple[int, int]) -> None:
    result = once_linear(rng().normal(size=shape), budget=ONE, rng=rng())
    assert result.graph.shape == (shape[1], shape[1])
    assert np.isfinite(result.weights).all()
    topological(result.graph)


def test_equal_records_say_nothing_but_break_nothing() -> None:
    for table in (np.zeros((100, 3)), np.ones((100, 3)), np.full((9, 3), 1e308)):
        topological(once_linear(table, budget=ONE, rng=rng()).graph)


# --- bad input -----------------------------------------------------------------------------------------------------

HOLED = [np.where(np.arange(10).reshape(5, 2) == 5, bad, 1.0) for bad in (np.nan, np.inf, -np.inf)]
NO_TABLES = (np.empty((0, 2)), np.empty((3, 0)), np.ones(4))

test_records_must_be_a_finite_table = refusals(
    lambda release, table: release(table, budget=ONE, rng=rng()),
    ("records must be finite", *product((private_shape, once_linear), HOLED)),
    ("records must be a table", *product((once_linear,), NO_TABLES)),
)

test_the_bound_must_be_positive = refusals(
    lambda norm: once_linear(np.ones((5, 2)), budget=ONE, rng=rng(), row_norm=norm),
    ("row_norm", 0.0, -1.0, np.inf, np.nan),
)
