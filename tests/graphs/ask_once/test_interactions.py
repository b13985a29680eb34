"""What is measured once: tables that come back, and noise of the promised size."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.independence.contingency import Tables
from privcausal.privacy.filters import BudgetExhausted, GaussianFilter
from privcausal.privacy.gaussian import largest_mu
from tests.graphs.builders import ONE


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_without_noise_the_tables_come_back(measured, seed):
    rng = np.random.default_rng(seed)
    sizes = tuple(int(k) for k in rng.integers(1, 5, 4))
    records = np.stack([rng.integers(0, k, 60) for k in sizes], axis=1)
    moments = measured(records, sizes, [(0, 1, 3)])
    shares, noise = moments.table((3, 0, 1))
    exact = Tables(records, sizes).counts(0, 1, (3,)) / 60
    np.testing.assert_allclose(shares, exact.reshape(shares.shape), atol=1e-6)
    assert shares.shape == noise.shape == (sizes[3], sizes[0], sizes[1])


def test_the_noise_is_as_large_as_promised(measured):
    records, sizes = np.zeros((50, 3), dtype=int), (2, 3, 2)
    drawn = [measured(records, sizes, [(0, 1, 2)], mu=0.5, seed=s) for s in range(400)]
    for key in drawn[0].means:
        values = np.array([moments.means[key].ravel() for moments in drawn])
        assert values.std(axis=0).mean() == pytest.approx(drawn[0].scales[key], rel=0.1)


def test_a_measured_table_replaces_what_was_assembled_without_it(measured, rng):
    x, y = rng.integers(0, 2, (2, 4000))
    records, sizes = np.stack([x, y, x ^ y], axis=1), (2, 2, 2)
    moments = measured(records, sizes)
    assert np.ptp(moments.table((0, 1, 2))[0]) < 0.05  # pairs know nothing of an exclusive or
    moments.measure_sets(Tables(records, sizes), [(0, 1, 2)], 1e7, rng)
    assert np.ptp(moments.table((0, 1, 2))[0]) > 0.2


def test_whatever_is_measured_is_paid_from_the_purse(rng):
    tables = Tables([[0, 1], [1, 0]] * 10, (2, 2))
    budget = ONE
    budget_file, mu = GaussianFilter.within(budget), largest_mu(budget.epsilon, budget.delta)
    moments = Interactions((2, 2), tables.size, pay=budget_file.release)
    with pytest.raises(BudgetExhausted):
        moments.measure_pairs(tables, 1.01 * mu, rng)
    assert not moments.means
    moments.measure_pairs(tables, 0.99 * mu, rng)
    assert budget_file.total_cost == budget
    with pytest.raises(BudgetExhausted):
        moments.measure_pairs(tables, 0.2 * mu, rng)


def test_what_was_never_measured_counts_as_absent(measured):
    """Two independent fair columns: their table is the product of their shares."""
    moments = measured(np.array([[0, 0], [0, 1], [1, 0], [1, 1]] * 5), (2, 2))
    moments.means.pop((0, 1))
    np.testing.assert_allclose(moments.table((0, 1))[0], 0.25, atol=1e-6)


def test_axes_follow_the_question(measured):
    rng = np.random.default_rng(1)
    moments = measured(np.stack([rng.integers(0, 2, 50), rng.integers(0, 3, 50)], axis=1), (2, 3))
    np.testing.assert_array_equal(moments.table((1, 0))[0], moments.table((0, 1))[0].T)
