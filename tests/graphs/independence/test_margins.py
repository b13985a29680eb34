"""A test of independence as one value: its margins are computed once, and its sensitivity is that of its statistic."""

import numpy as np
import pytest

from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.margins import MarginTest, deviations


@pytest.fixture
def tables():
    return Tables(np.random.default_rng(0).integers(0, 2, (50, 3)), (2, 2, 2))


def test_deviations_are_those_of_the_normal_distribution():
    assert deviations(0.05) == pytest.approx(1.959964)
    assert deviations(0.3173) == pytest.approx(1, abs=1e-4)


def test_a_margin_is_computed_once_for_each_data_set_and_level(tables):
    calls = []

    def margin(tables, x, y, given, *, threshold, least):
        calls.append((x, y, tuple(given), threshold))
        return len(calls)

    test = MarginTest("counting", margin, lambda records, **_: 1 / records, weak=0.1)
    assert [test.table_margin(tables, (0, 1), (2,), 0.01) for _ in range(3)] == [1, 1, 1]
    assert test.table_margin(tables, (0, 1), (2,), 0.05) == 2
    assert test.table_margin(tables, (0, 1), (), 0.01) == 3
    assert calls[0] == (0, 1, (2,), deviations(0.01))
    other = Tables(np.zeros((5, 3), dtype=int), (2, 2, 2))
    assert test.table_margin(other, (0, 1), (2,), 0.01) == 4


def test_sensitivity_and_power_follow_the_records():
    test = MarginTest("any", lambda *_, **__: 0.0, lambda records, **_: 1 / records, weak=0.1)
    assert test.sensitivity(10, 0.01) == 0.1
    assert test.is_underpowered(1.1, 100)
    assert not test.is_underpowered(0.9, 100)
