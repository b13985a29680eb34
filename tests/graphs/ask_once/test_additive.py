"""The additive test: exact with one variable held fixed, calibrated with noise, and silent where nothing is left."""

import numpy as np
import pytest
from scipy.stats import kstest

from privcausal.graphs.ask_once.additive import AdditiveTest
from privcausal.graphs.ask_once.independence import CovarianceTest
from tests.graphs.builders import coded_chain

SIZES = (3, 3, 3, 2)


@pytest.mark.parametrize("mu", [1e7, 1.0])
def test_p_values_are_even_where_nothing_is_to_be_seen(measured, mu):
    results = []
    for seed in range(120):
        moments = measured(coded_chain(4_000, np.random.default_rng(seed)), SIZES, mu=mu, seed=seed)
        test = AdditiveTest(moments, floor=0.0)
        results.append((test(0, 1, (2,)).p_value, test(0, 3, (1, 2)).p_value))
    for column in np.array(results).T:
        assert kstest(column, "uniform").pvalue > 1e-3


def test_with_nothing_fixed_it_is_the_exact_test(measured):
    moments = measured(coded_chain(5_000, np.random.default_rng(1)), SIZES)
    mine, exact = AdditiveTest(moments, floor=0.0)(0, 3), CovarianceTest(moments)(0, 3)
    assert mine.freedom == exact.freedom
    assert mine.statistic == pytest.approx(exact.statistic, rel=1e-4)


def test_below_the_floor_nothing_is_seen_however_many_records(measured):
    rng = np.random.default_rng(3)
    x = rng.integers(0, 2, 400_000)
    y = np.where(rng.random(400_000) < 0.01, x, rng.integers(0, 2, 400_000))
    moments = measured(np.stack([x, y], axis=1), (2, 2))
    assert AdditiveTest(moments, floor=0.0)(0, 1).p_value < 1e-4
    assert AdditiveTest(moments)(0, 1).p_value > 0.01


@pytest.mark.parametrize("mu", [0.1, 1e7])
def test_columns_with_one_value_are_independent_of_all(measured, mu):
    test = AdditiveTest(measured(np.array([[0, 0, 1], [0, 1, 0]] * 20), (1, 2, 2), mu=mu))
    assert test(0, 1, (2,)).p_value == 1.0
    assert 0 <= test(1, 2, (0,)).p_value <= 1
