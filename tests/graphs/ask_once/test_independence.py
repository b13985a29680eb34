"""The noise-aware test: its level, its power, and when it admits that there was nothing to see."""

import numpy as np
import pytest

from privcausal.graphs.ask_once.additive import AdditiveTest
from privcausal.graphs.ask_once.independence import CovarianceTest
from tests.graphs.builders import coded_chain


def test_the_variance_covers_the_noise(measured):
    """Under independence the statistic follows its χ², whether noise or sampling dominates."""
    rng = np.random.default_rng(1)
    for mu in (0.05, 1.0, 50.0):
        below = 0
        for _ in range(300):
            s = rng.integers(0, 2, 2_000)
            x = (rng.random(2_000) < 0.2 + 0.5 * s).astype(int)
            y = np.minimum(rng.integers(0, 2, 2_000) + (rng.random(2_000) < 0.3 * s), 2)
            moments = measured(np.stack([x, y, s], axis=1), (2, 3, 2), mu=mu, seed=int(rng.integers(2**32)))
            below += CovarianceTest(moments)(0, 1, (2,)).p_value < 0.05
        assert 3 <= below <= 30  # 15 are expected; P(outside) < 0.001


EACH = pytest.mark.parametrize("kind", [CovarianceTest, AdditiveTest])


@EACH
def test_dependence_is_seen_and_a_middle_explains_it(measured, kind):
    test = kind(measured(coded_chain(20_000, np.random.default_rng(2)), (3, 3, 3, 2), mu=0.2))
    assert test(0, 1).p_value < 1e-6 < 1e-3 < test(0, 1, (2,)).p_value
    assert test(0, 1, (3,)).p_value < 1e-6
    assert test(0, 1, (2,)) == kind(test.moments)(0, 1, [2])


def test_with_more_held_fixed_the_additive_test_still_sees(measured):
    test = AdditiveTest(measured(coded_chain(20_000, np.random.default_rng(0)), (3, 3, 3, 2), mu=1.0))
    assert test(0, 2, (1, 3)).p_value < 1e-6
    assert test(0, 1, (2, 3)).statistic == pytest.approx(test(1, 0, (3, 2)).statistic)


@EACH
def test_a_set_that_determines_a_variable_answers_nothing(measured, kind):
    rng = np.random.default_rng(3)
    a, b, other = (rng.random(50_000) < p for p in (0.1, 0.1, 0.5))
    records = np.stack([a | b, a, b, other, a], axis=1).astype(int)
    test = kind(measured(records, (2,) * 5, [(0, 1, 2), (1, 2, 3)], mu=0.3))
    assert test(0, 3, (1, 2)).informative == (kind is AdditiveTest), "an OR does not add up"
    assert not test(4, 3, (1,)).informative
    assert test(0, 3, (1,)).informative
    assert test(1, 3, (2,)).informative


@EACH
def test_a_column_with_one_value_is_independent_of_all(measured, kind):
    answer = kind(measured(np.array([[0, 0], [0, 1]] * 20), (1, 2)))(0, 1)
    assert (answer.statistic, answer.freedom, answer.p_value, answer.informative) == (0.0, 0, 1.0, True)


@EACH
def test_the_answer_is_the_same_from_either_end(measured, kind):
    test = kind(measured(np.random.default_rng(5).integers(0, 3, (400, 3)), (3, 3, 3), mu=0.5))
    assert test(0, 1, (2,)).statistic == pytest.approx(test(1, 0, (2,)).statistic, rel=1e-6)


def test_more_noise_hides_more(measured):
    """The same dependence looks weaker the noisier its measurement is known to be."""
    x = np.random.default_rng(6).integers(0, 2, 3_000)
    statistics = [
        CovarianceTest(measured(np.stack([x, x], axis=1), (2, 2), mu=mu))(0, 1).statistic
        for mu in (100, 0.005)
    ]
    assert statistics[0] > 10 * statistics[1]
