import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.pairs.anm import Split, regress_both_ways
from privcausal.pairs.hsic import hsic
from privcausal.pairs.iqr import iqr
from privcausal.pairs.ridge import GaussianKernel, fit, residual_sensitivity
from privcausal.pairs.training_sensitivity import (
    gap_distance,
    hsic_scores,
    hsic_training_sensitivity,
    order_distance,
    private_residual_log_iqr,
    private_training_scores,
    training_distances,
)
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import REFUSED

SUBSTITUTION = Relation.SUBSTITUTION
KERNEL = GaussianKernel(0.4)


def neighbours(seed, n=15, m=9):
    """Two training sets that differ in one record, and a test set: residuals on both sides."""
    rng = np.random.default_rng(seed)
    x, y, u, v = rng.uniform(-1, 1, n), rng.uniform(-1, 1, n), rng.uniform(-1, 1, m), rng.uniform(-1, 1, m)
    penalty = float(10 ** rng.uniform(-2, 0))
    fits = []
    for _ in range(2):
        fits.append(fit(x, y, penalty=penalty, kernel=KERNEL))
        x, y = np.append(x[:-1], rng.choice([-1, 1])), np.append(y[:-1], rng.choice([-1, 1]))
    return penalty, n, u, [(v - f.predict(u), f) for f in fits]


seeds = st.integers(0, 2**32 - 1)


@given(seeds)
def test_hsic_moves_no_further_than_its_sensitivity(seed):
    penalty, n, u, sides = neighbours(seed)
    scores = [hsic(u, r, kernel_x=KERNEL, kernel_y=GaussianKernel(0.3)) for r, _ in sides]
    limit = hsic_training_sensitivity(len(u), n, penalty, GaussianKernel(0.3))
    assert abs(scores[1] - scores[0]) <= limit


def test_the_sensitivity_of_hsic_is_slope_times_residual():
    """The slope of the kernel by differences; ½·√2 is what HSIC makes of a kernel that moves by 1."""
    places = np.linspace(-2, 2, 40_001)
    slope = np.abs(np.diff(GaussianKernel(0.3)(places, np.zeros(1))[:, 0])).max() / (places[1] - places[0])
    limit = hsic_training_sensitivity(100, 80, 0.2, GaussianKernel(0.3))
    assert limit == pytest.approx(
        slope * residual_sensitivity(80, 0.2) / math.sqrt(2) * (100 / 99) ** 2, rel=1e-6
    )


@given(seeds)
def test_distances_move_by_at_most_one(seed):
    penalty, n, u, sides = neighbours(seed)
    orders = [order_distance(r, u, f) for r, f in sides]
    gaps = [gap_distance(r, n, penalty) for r, _ in sides]
    quartiles = np.array([training_distances(r, n, penalty) for r, _ in sides])
    assert abs(orders[1] - orders[0]) <= 1 + 1e-9
    assert abs(gaps[1] - gaps[0]) <= 1 + 1e-9
    assert np.abs(np.diff(quartiles, axis=0)).max() <= 1
    assert all(order >= gap * (1 - 1e-9) for order, gap in zip(orders, gaps, strict=True))


@given(seeds)
def test_below_its_distance_the_order_stands(seed):
    _, _, u, sides = neighbours(seed)
    if order_distance(*_arguments(sides[0], u)) > 1:
        assert np.array_equal(np.argsort(sides[0][0]), np.argsort(sides[1][0]))


def _arguments(side, u):
    return side[0], u, side[1]


@settings(max_examples=30)
@given(seeds, st.integers(1, 4))
def test_order_distance_by_its_definition(seed, copies):
    rng = np.random.default_rng(seed)
    f = fit(rng.uniform(-1, 1, 8), rng.uniform(-1, 1, 8), penalty=0.3, kernel=KERNEL)
    x = np.repeat(rng.uniform(-1, 1, 5), copies)
    r = rng.uniform(-1, 1, 5 * copies)
    pairs = [(i, j) for i in range(len(x)) for j in range(i) if x[i] != x[j]]
    quotients = [
        abs(r[i] - r[j]) / math.sqrt(2 - 2 * math.exp(-((x[i] - x[j]) ** 2) / 0.32)) for i, j in pairs
    ]
    assert order_distance(r, x, f) == pytest.approx(min(quotients) / residual_sensitivity(8, 0.3))


def test_order_distance_in_blocks(rng):
    f = fit(rng.uniform(-1, 1, 8), rng.uniform(-1, 1, 8), penalty=0.3, kernel=KERNEL)
    x, r = rng.uniform(-1, 1, (2, 1100))
    parts = [order_distance(np.append(r[i], r), np.append(x[i], x), f) for i in (0, 700)]
    assert min(parts) == pytest.approx(order_distance(r, x, f))
    assert order_distance([0.0, 1.0], [0.5, 0.5], f) == math.inf


@pytest.fixture
def both():
    rng = np.random.default_rng(7)
    x = rng.uniform(-1, 1, 600)
    y = np.clip(x**3 + rng.uniform(-0.3, 0.3, 600), -1, 1)
    return regress_both_ways(x, y, Split(np.arange(500), np.arange(500, 600)), penalty=0.5, kernel=KERNEL)


def test_private_scores_carry_their_price_and_noise(both, rng):
    runs = [
        private_training_scores(both, KERNEL, epsilon=2.0, relation=SUBSTITUTION, rng=rng)
        for _ in range(4000)
    ]
    assert (runs[0].epsilon, runs[0].delta) == (2.0, 0.0)
    noise = np.array([run.value for run in runs]) - hsic_scores(both, KERNEL)
    limit = hsic_training_sensitivity(100, 500, 0.5, KERNEL)
    assert np.abs(noise).mean(axis=0) == pytest.approx([limit, limit], rel=0.08)  # 5 standard errors


def test_private_log_iqr(both, rng):
    options = {"epsilon": 1.0, "delta": 1e-6, "relation": SUBSTITUTION, "rng": rng}
    answered = private_residual_log_iqr(both.of_y, 10**7, 0.5, **options)
    assert answered.value == pytest.approx(math.log(iqr(both.of_y)), abs=15)
    assert private_residual_log_iqr(both.of_y, 10, 0.5, **options).value is REFUSED
    nothing = private_residual_log_iqr(np.zeros(8), 10**9, 0.5, **options)
    assert (nothing.value, nothing.epsilon) == (REFUSED, 2.0)
    assert training_distances(np.zeros(8), 10, 0.5) == (0, 0)


def test_bad_input_is_named(both, rng):
    with pytest.raises(ValueError, match="m must be at least 2"):
        hsic_training_sensitivity(1, 10, 0.5, KERNEL)
    with pytest.raises(ValueError, match="two columns of one length"):
        order_distance([1, 2], [1, 2, 3], both.f)
    with pytest.raises(ValueError, match="at least 2"):
        gap_distance([1], 10, 0.5)
    with pytest.raises(ValueError, match="relation must be"):
        private_training_scores(both, KERNEL, epsilon=1.0, relation=Relation.ADD_REMOVE, rng=rng)
    with pytest.raises(ValueError, match="relation must be"):
        private_residual_log_iqr(
            both.of_y, 500, 0.5, epsilon=1.0, delta=1e-6, relation=Relation.ADD_REMOVE, rng=rng
        )
