"""Directions and shapes: right for elliptical records, bounded for any, priced as promised."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.graphs.ask_once import private_shape as module
from privcausal.graphs.ask_once.noisy_moments import moment_sensitivity
from privcausal.graphs.ask_once.private_shape import (
    Directions,
    direction_shares,
    private_shape,
    shape_eigenvalues,
)
from privcausal.privacy.gaussian import gaussian_delta
from tests.graphs.builders import ONE, rng
from tests.refusals import refusals

GOOD = np.ones((5, 2))

rows = st.lists(st.lists(st.floats(-1e300, 1e300), min_size=2, max_size=2), min_size=1, max_size=5)


@pytest.mark.parametrize("schedule", [(1.0,), module.LOOKS, (3.0, 1.0, 0.2)])
def test_looks_together_spend_the_budget_and_no_more(schedule: tuple[float, ...]) -> None:
    looks = private_shape(rng().normal(size=(80, 2)), budget=ONE, rng=rng(), schedule=schedule).looks
    mu = np.sqrt(sum((moment_sensitivity(1.0) / 80 / look.scale) ** 2 for look in looks))
    assert len(looks) == len(schedule)
    assert 0.999e-6 < gaussian_delta(mu, 1.0, 1.0) <= 1e-6


@given(rows)
def test_directions_are_bounded_whatever_the_records(records: list[list[float]]) -> None:
    lengths = np.linalg.norm(module.spatial_signs(records), axis=1)
    assert ((abs(lengths - 1) < 1e-12) | (lengths == 0)).all()


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=6))
def test_eigenvalues_come_back_from_their_shares(logs: list[float]) -> None:
    values = np.exp(logs)
    assert np.allclose(shape_eigenvalues(direction_shares(values)), values / values.mean(), rtol=1e-5)


def test_shares_are_what_directions_do() -> None:
    sampled = module.spatial_signs(rng().normal(size=(200_000, 3)) * np.sqrt([9.0, 4.0, 1.0]))
    assert np.allclose((sampled**2).mean(axis=0), direction_shares([9.0, 4.0, 1.0]), atol=0.004)


def test_lengths_play_no_part() -> None:
    records = rng().normal(size=(30, 3))
    longer = records * np.exp(5 * rng(1).normal(size=(30, 1)))
    one, other = (private_shape(table, budget=ONE, rng=rng()).matrix for table in (records, longer))
    assert np.allclose(one, other)


test_schedules_must_be_positive = refusals(
    lambda schedule: private_shape(GOOD, budget=ONE, rng=rng(), schedule=schedule),
    ("schedule", ((),), ((1.0, 0.0),), ((1.0, -1.0),), ((np.nan,),)),
)


test_shares_must_be_positive = refusals(
    shape_eigenvalues, ("shares", [], [1.0, 0.0], [0.5, -0.5], [np.nan, 1.0], [[1.0]])
)


def test_columns_alike_to_the_last_digit_have_directions_too() -> None:
    """The matrix has no inverse: one of 400 hostile tables stopped with "Singular matrix", its budget spent."""
    turned, other = Directions(np.array([[1.0, 1.0], [1.0, 1.0]]))(
        np.array([[1.0, 1.0], [1.0, -1.0], [2.0, 0.0]])
    )
    assert turned is other
    assert np.allclose(abs(turned[[0, 2]]), np.sqrt(0.5))
    assert np.linalg.norm(turned, axis=1).max() <= 1 + 1e-12
