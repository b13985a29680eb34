"""Amplification by sampling: the price, its inverse, and a mechanism on a real sample."""

import math
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from privcausal.privacy.laplace import Laplace
from privcausal.privacy.price import Price, Relation, Release
from privcausal.privacy.subsampling import Subsampled, amplified, epsilon_on_sample
from tests.privacy import oracle

assert oracle.ctx.prec > 500, "balls must be far smaller than the last digit of a float"

sizes = st.integers(1, 1000).flatmap(lambda n: st.tuples(st.integers(1, n), st.just(n)))


@given(st.floats(0.001, 200), sizes)
def test_the_two_directions_are_inverse(epsilon, size):
    m, n = size
    assert epsilon_on_sample(amplified(epsilon, m, n), m, n) == pytest.approx(epsilon, rel=1e-9)
    assert amplified(epsilon, m, n) <= epsilon * (1 + 1e-12)
    assert amplified(epsilon, n, n) == pytest.approx(epsilon)
    assert amplified(epsilon, m, n) >= m / n * epsilon * (1 - 1e-12)  # never as cheap as the rate


@given(st.floats(1e-9, 40), sizes)
def test_no_rounding_is_on_the_generous_side(epsilon, size):
    """In rigorous balls: the price is at least what it is, and what may be spent is at most what fits."""
    m, n = size
    raised = arb(epsilon).exp() - 1
    assert m == n or arb(amplified(epsilon, m, n)) >= (1 + raised * m / n).log()
    assert m == n or arb(epsilon_on_sample(epsilon, m, n)) <= (1 + raised * n / m).log()
    assert amplified(epsilon_on_sample(epsilon, m, n), m, n) <= epsilon


def test_a_whole_sample_hides_nobody_and_costs_the_whole():
    for price in (amplified, epsilon_on_sample):
        assert price(0.1, 7, 7) == 0.1
        assert price(1e9, 1, 7) == 1e9
        assert price(np.float64(0.5), np.int64(7), np.int64(9)) == price(0.5, 7, 9)


def test_delta_of_a_sample_is_rounded_up():
    released = Subsampled(counting(1.0, 1e-4), m=1).release(np.ones(3), np.random.default_rng(0))
    assert arb(released.delta) >= arb(1e-4) / 3


def test_all_samples_of_four_records():
    chances = []
    for bit in (0, 1):
        samples = list(permutations([bit, 0, 0, 0], 2))
        chances.append(sum(Fraction(3 if any(s) else 1, 4) for s in samples) / len(samples))
    assert float(chances[1] / chances[0]) == pytest.approx(math.exp(amplified(math.log(3), 2, 4)))


def counting(epsilon, delta=0.0, relation=Relation.SUBSTITUTION):
    def mechanism(sample, rng):
        released = Laplace(1.0, epsilon, relation).release(float(sample.sum()), rng)
        return Release(released.value, Price(epsilon, delta, relation))

    return mechanism


def test_the_sample_is_drawn_and_the_smaller_price_booked():
    released = Subsampled(counting(1.0, 1e-4), m=10).release(np.ones(100), np.random.default_rng(0))
    assert abs(released.value - 10) < 15
    assert released.epsilon == amplified(1.0, 10, 100)
    assert released.delta == pytest.approx(1e-5)


def test_samples_come_in_random_order():
    calls = []

    def first(sample, rng):
        calls.append(int(sample[0]))
        return Release(0.0, Price.pure(1.0, Relation.SUBSTITUTION))

    rng = np.random.default_rng(3)
    for _ in range(3000):
        Subsampled(first, m=3).release(np.arange(6), rng)
    assert np.bincount(calls, minlength=6) == pytest.approx([500] * 6, abs=100)


@pytest.mark.parametrize(("m", "n"), [(0, 5), (6, 5), (-1, 5), (1, 0)])
def test_impossible_samples_are_refused(m, n):
    with pytest.raises(ValueError, match="m must lie between 1 and the number of records"):
        amplified(1.0, m, n)
    with pytest.raises(ValueError, match="m must lie"):
        Subsampled(counting(1.0), m).release(np.ones(n), np.random.default_rng(0))


@pytest.mark.parametrize("wrong", [0, -1, math.nan, math.inf])
def test_nonsense_is_refused_by_name(wrong):
    for price in (amplified, epsilon_on_sample):
        with pytest.raises(ValueError, match="epsilon must be a positive finite number"):
            price(wrong, 1, 2)


def test_another_relation_is_refused():
    mechanism = Subsampled(counting(1.0, relation=Relation.ADD_REMOVE), m=2)
    with pytest.raises(ValueError, match=r"mechanism must be private under Relation\.SUBSTITUTION"):
        mechanism.release(np.ones(4), np.random.default_rng(0))
