"""HSIC equals its definition in one tile or many; its change is what the formula says; what is refused."""

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from privcausal.pairs.hsic import Same, hsic, hsic_sensitivity, kernel_for, private_hsic
from privcausal.pairs.ridge import GaussianKernel
from privcausal.privacy.price import Relation
from tests.refusals import invoke, refusals

KERNELS = {"kernel_x": GaussianKernel(0.5), "kernel_y": GaussianKernel(2.0)}
GOOD = {**KERNELS, "epsilon": 1.0, "relation": Relation.SUBSTITUTION}

columns = st.integers(2, 30).flatmap(
    lambda m: st.tuples(*[st.lists(st.integers(0, 8), min_size=m, max_size=m) for _ in range(2)])
)


def by_definition(x, y, kernel_x, kernel_y):
    x, y = np.asarray(x, float), np.asarray(y, float)
    m = len(x)
    centre = np.eye(m) - 1 / m
    return np.trace(kernel_x(x, x) @ centre @ kernel_y(y, y) @ centre) / (m - 1) ** 2


@given(columns, st.integers(1, 40), st.sampled_from([GaussianKernel(1.0), GaussianKernel(5.0), Same()]))
def test_any_tile_gives_the_trace(pair, tile, kernel):
    kernels = {"kernel_x": kernel, "kernel_y": GaussianKernel(2.0)}
    assert hsic(*pair, **kernels, tile=tile) == pytest.approx(by_definition(*pair, **kernels), abs=1e-14)


@pytest.mark.parametrize("m", [255, 256, 257, 700])
def test_tiles_that_do_not_divide_the_sample(m):
    x, y = np.random.default_rng(m).normal(size=(2, m))
    assert hsic(x, y, **KERNELS) == pytest.approx(by_definition(x, y, **KERNELS), rel=1e-10)


@given(columns)
def test_symmetric_in_the_columns_blind_to_order_and_never_negative(pair):
    x, y = map(np.asarray, pair)
    value = hsic(x, y, **KERNELS)
    order = np.random.default_rng(0).permutation(len(x))
    assert value == pytest.approx(
        hsic(y, x, kernel_x=GaussianKernel(2.0), kernel_y=GaussianKernel(0.5)), abs=1e-14
    )
    assert value == pytest.approx(hsic(x[order], y[order], **KERNELS), abs=1e-14)
    assert 0 <= value <= 0.25 * (len(x) / (len(x) - 1)) ** 2 + 1e-12


def test_constant_columns_know_nothing():
    assert hsic([3.0] * 9, range(9), **KERNELS) == pytest.approx(0, abs=1e-15)
    assert hsic([3.0, 3.0], [1.0, 2.0], **KERNELS) == pytest.approx(0, abs=1e-15)


def test_two_records_can_reach_one():
    far = {"kernel_x": GaussianKernel(1.0), "kernel_y": Same()}
    assert hsic([0, 100], [0, 1], **far) == pytest.approx(1)
    assert hsic_sensitivity(2) >= 1


@settings(max_examples=200)
@given(columns, st.data())
def test_no_substitution_moves_it_further_than_the_sensitivity(pair, data):
    x, y = map(list, pair)
    before = hsic(x, y, kernel_x=GaussianKernel(0.2), kernel_y=Same())
    x[0], y[0] = data.draw(st.integers(0, 9)), data.draw(st.integers(0, 9))
    after = hsic(x, y, kernel_x=GaussianKernel(0.2), kernel_y=Same())
    assert abs(before - after) <= hsic_sensitivity(len(x)) * (1 + 1e-12)


def test_sensitivity_tends_to_43_over_32_m():
    assert 10**7 * hsic_sensitivity(10**7) == pytest.approx(43 / 32, rel=1e-6)


def test_memory_grows_like_m():
    x, y = np.random.default_rng(0).normal(size=(2, 3000))
    tracemalloc.start()
    hsic(x, y, **KERNELS)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10e6, "one matrix of 3000² numbers takes 72 MB"


def test_hyppo_agrees_where_it_is_installed():
    """The square of its biased statistic is ours over the geometric mean of both columns' own."""
    independence = pytest.importorskip("hyppo.independence")
    rng = np.random.default_rng(1)
    x = rng.normal(size=120)
    y = x**2 + rng.normal(size=120)
    kernel = GaussianKernel(0.5)
    peer = independence.Hsic(compute_kernel="gaussian", gamma=2.0, bias=True)
    both, alone, other = (hsic(a, b, kernel_x=kernel, kernel_y=kernel) for a, b in ((x, y), (x, x), (y, y)))
    theirs = peer.statistic(x[:, None], y[:, None])
    assert theirs**2 == pytest.approx(both / math.sqrt(alone * other), rel=1e-8)


def release(x, y, **changes):
    return private_hsic(x, y, **{**GOOD, "rng": np.random.default_rng(0), **changes})


def test_release_states_its_price():
    released = release(range(100), range(100), epsilon=2.0)
    assert (released.epsilon, released.delta, released.relation) == (2.0, 0.0, Relation.SUBSTITUTION)


def test_the_noise_has_the_scale_of_the_bound():
    rng = np.random.default_rng(5)
    noise = [release([0.0] * 40, [0.0] * 40, rng=rng, epsilon=0.5).value for _ in range(3000)]
    scale = hsic_sensitivity(40) / 0.5
    assert stats.kstest(noise, stats.laplace(scale=scale).cdf).pvalue > 1e-3
    assert stats.kstest(noise, stats.laplace(scale=0.8 * scale).cdf).pvalue < 1e-3


test_what_a_release_refuses = refusals(
    lambda changes: release([1, 2, 3], [1, 2, 3], **changes),
    ("relation must be Relation.SUBSTITUTION", {"relation": Relation.ADD_REMOVE}),
    ("epsilon must be a positive finite number, got 0.0", {"epsilon": 0.0}),
    ("epsilon must be", {"epsilon": math.inf}),
    ("kernel_x must be GaussianKernel or Same", {"kernel_x": np.multiply.outer}),
    ("kernel_y must be GaussianKernel or Same, got None", {"kernel_y": None}),
)


test_bad_columns_are_named = refusals(
    lambda x, y: hsic(x, y, **KERNELS),
    ("y must be finite", ([1, 2], [1, math.nan])),
    ("same length, got 3 and 2", ([1, 2, 3], [1, 2])),
    ("at least 2 records, got 1", ([1], [1])),
    ("at least 2 records, got 0", ([], [])),
)


test_bad_settings_are_named = refusals(
    invoke,
    ("tile must be at least 1 record, got 0", lambda: hsic([1, 2], [1, 2], **KERNELS, tile=0)),
    ("width must be a positive finite number", lambda: GaussianKernel(0.0)),
    (
        "bounds must be two finite numbers low < high",
        lambda: kernel_for((1, 1)),
        lambda: kernel_for((0, math.inf)),
    ),
    ("share must be a positive finite number", lambda: kernel_for((0, 1), share=-1)),
)
