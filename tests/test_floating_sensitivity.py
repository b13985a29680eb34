"""What the library computes, in floats, moves no farther than the bound for which its noise was made.

A bound is proved of real numbers. Here each released statistic meets neighbours of any size that floats have: huge,
tiny, tied, and many. No warning may depend on them either.
"""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.graphs.ask_once.contrasts import fair_weight, interaction, pairs_sensitivity
from privcausal.graphs.ask_once.noisy_moments import moment_sensitivity
from privcausal.graphs.ask_once.private_shape import spatial_signs
from privcausal.graphs.independence.stratified_kendall import margin, margin_sensitivity
from privcausal.graphs.methods.noleaks import clipped_gradient, gradient_sensitivity
from privcausal.graphs.score_based import second_moments
from privcausal.graphs.score_based.second_moments import checked_records, clip_norms, moment
from privcausal.pairs.fourier_kernel import ROUNDING as HSIC_ROUNDING
from privcausal.pairs.fourier_kernel import hsic_within, regress
from privcausal.pairs.hsic import hsic, hsic_sensitivity
from privcausal.pairs.iqr import LOGARITHM, distances, iqr, private_log_iqr
from privcausal.pairs.rank import concordance, kendall, spearman, spearman_of_broken_ties
from privcausal.pairs.ridge import GaussianKernel, fit, residual_sensitivity, scale
from privcausal.pairs.training_sensitivity import order_distance
from privcausal.privacy.price import Relation
from privcausal.table.sums import BLOCK, MOST_RECORDS, SPARE, summed
from privcausal.verify.evidence import ROUNDING

HUGE, TINY = 1.7e308, 5e-324
WEIGHTS = np.array([[0.0, 1.5, -0.5], [0.3, 0.0, 2.0], [-7.0, 0.1, 0.0]])


def column(statistic):
    return lambda rows: statistic(rows[:, 0], rows[:, 1])


def kernels(rows):
    return hsic(rows[:, 0], rows[:, 1], kernel_x=GaussianKernel(1e-3), kernel_y=GaussianKernel(1e3))


def waves(rows):
    return hsic_within(*np.clip(rows[:, :2], -1, 1).T, kernel=GaussianKernel(0.4), spans=(2.0, 8.0))


STATISTICS = {
    "Kendall": (column(kendall), lambda n: 4 / n),
    "Spearman": (column(spearman), lambda n: 6 / (n + 1)),
    "Spearman, ties broken": (column(spearman_of_broken_ties), lambda n: 6 / (n + 1)),
    "HSIC": (kernels, hsic_sensitivity),
    "HSIC by waves": (waves, lambda n: hsic_sensitivity(n) + HSIC_ROUNDING),
    "gradient": (
        lambda rows: clipped_gradient(rows, WEIGHTS, 1.0),
        lambda n: SPARE * gradient_sensitivity(1.0, n),
    ),
    "gradient, huge clip": (
        lambda rows: clipped_gradient(rows, WEIGHTS, 1e200) / 1e200,
        lambda n: SPARE * gradient_sensitivity(1.0, n),
    ),
    "moment": (lambda rows: moment(clip_norms(rows, 2.0)), lambda n: SPARE * moment_sensitivity(2.0) / n),
    "directions": (lambda rows: moment(spatial_signs(rows)), lambda n: SPARE * moment_sensitivity(1.0) / n),
    "scaled": (
        lambda rows: scale(rows[:, 0], (-1e300, 1e300)).values.sum() / len(rows),
        lambda n: 2 / n + 1e-12,
    ),
}
"""What is released, and how far one of n records may move it: for vectors, in Euclidean distance."""

ENTRY = st.one_of(
    st.sampled_from([HUGE, -HUGE, 1e154, -1e154, 1e155, TINY, -TINY, 2.3e-308, 0.0, -0.0, 1.0, 1.0 + 2**-52]),
    st.floats(allow_nan=False, allow_infinity=False),
)
RECORD = st.tuples(ENTRY, ENTRY, ENTRY)


def quietly(function, *arguments):
    """A warning tells something, so it is an error here."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return function(*arguments)


def moved(what, rows, other):
    statistic, _ = STATISTICS[what]
    gap = np.asarray(quietly(statistic, other)) - np.asarray(quietly(statistic, rows))
    return float(np.linalg.norm(gap))


@pytest.mark.parametrize("what", STATISTICS)
def test_no_record_moves_it_farther_than_the_noise_was_made_for(what):
    @given(st.lists(RECORD, min_size=4, max_size=9), RECORD, st.integers(0, 8))
    def check(records, other, place):
        rows = np.array(records)
        neighbour = rows.copy()
        neighbour[place % len(rows)] = other
        assert moved(what, rows, neighbour) <= STATISTICS[what][1](len(rows)) * (1 + ROUNDING)

    check()


@pytest.mark.parametrize("what", [name for name in STATISTICS if name != "HSIC"])
@pytest.mark.parametrize("place", [0, -1])
def test_nor_among_very_many(what, place):
    """Rounding adds up, but only within the block of the record that was replaced."""
    rows = np.random.default_rng(0).normal((50.0, 70.0, -30.0), size=(200_000, 3))
    other = rows.copy()
    other[place] = [-HUGE, HUGE, 1.0]
    assert moved(what, rows, other) <= STATISTICS[what][1](len(rows)) * (1 + ROUNDING)


def test_one_record_moves_one_block_of_a_sum(monkeypatch):
    """A single product of matrices rounds at every step behind the record: that is what the blocks are for."""
    rows = np.random.default_rng(0).uniform(0.3, 1, (50_000, 1))
    other = rows.copy()
    other[0] += 2.0**-40
    exact = math.fsum(other[:, 0]) - math.fsum(rows[:, 0])
    ones = np.ones_like(rows)
    step = np.spacing(math.fsum(rows[:, 0]))
    block = np.spacing(float(BLOCK))
    apart = summed(ones, other) - summed(ones, rows)
    assert abs(apart[0, 0] - exact) <= step + BLOCK * block


def test_too_many_records_are_refused_by_their_public_number(monkeypatch):
    monkeypatch.setattr(second_moments, "MOST_RECORDS", 3)
    with pytest.raises(ValueError, match="records must be at most 3, or rounding shows, got 4"):
        checked_records(np.zeros((4, 2)))
    assert MOST_RECORDS == 10**8


# --- ranges --------------------------------------------------------------------------------------------------------


@given(
    st.lists(ENTRY, min_size=8, max_size=40),
    ENTRY,
    st.integers(0, 39),
    st.sampled_from([1e-6, 0.1, 1.0, 10.0]),
)
def test_distances_of_ranges_are_1_sensitive_for_all_floats(records, value, place, size):
    """Also where a range is smaller than any normal float, and where differences would be infinite."""
    x = np.array(records)
    y = x.copy()
    y[place % len(x)] = value
    one, two = quietly(distances, x, size), quietly(distances, y, size)
    assert all(abs(a - b) <= 1 for a, b in zip(one, two, strict=True))
    if max(max(one), max(two)) > 1 and iqr(x) and iqr(y):
        assert abs(math.log(iqr(x)) - math.log(iqr(y))) <= size + LOGARITHM


def test_a_range_of_the_smallest_floats_counts_as_none():
    """On the old code: 101 records away from another answer, and one record away from none."""
    x = np.zeros(401)
    x[300:] = TINY
    y = x.copy()
    y[300] = 0.0
    assert distances(x, 10.0) == distances(y, 10.0) == (0, 0)


def test_no_range_is_refused_for_its_size():
    options = {
        "epsilon": 1.0,
        "delta": 1e-6,
        "relation": Relation.SUBSTITUTION,
        "rng": np.random.default_rng(0),
    }
    for loud in (1e307, HUGE):
        assert quietly(lambda x: private_log_iqr(x, **options), np.append(np.linspace(0, 9, 400), loud))


# --- regressions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [12, 60])
@given(
    seed=st.integers(0, 10**6),
    penalty=st.sampled_from([1e-6, 1e-3, 0.05, 1.0]),
    close=st.sampled_from([1e-9, 1e-4, 0.1]),
)
def test_the_distance_to_another_order_is_1_sensitive(n, seed, penalty, close):
    """Test inputs so close that 2 − 2k has no digits left: the old distance was up to 1.185 times too large."""
    rng = np.random.default_rng(seed)
    x, y = rng.uniform(-1, 1, (2, n))
    u, v = rng.uniform(-1, 1) + close * rng.uniform(-1, 1, 6), rng.uniform(-1, 1, 6) * close
    other = [x.copy(), y.copy()]
    other[0][3], other[1][3] = rng.choice([-1.0, 1.0], 2)
    counts = []
    for data in ((x, y), other):
        f = regress(*data, penalty=penalty, kernel=GaussianKernel(0.5))
        counts.append(order_distance(v - f.predict(u), u, f))
    assert abs(counts[0] - counts[1]) <= 1 + ROUNDING


def test_features_are_apart_to_the_last_digit():
    kernel = GaussianKernel(0.5)
    for gap in (1e-3, 1e-7, 1e-8, 1e-12):
        apart = kernel.apart(np.array([0.0]), np.array([gap]))[0, 0]
        assert apart == pytest.approx(gap / 0.5, rel=1e-6)


def test_what_is_predicted_at_one_place_does_not_depend_on_the_others(rng):
    f = fit(*rng.uniform(-1, 1, (2, 301)), penalty=1e-3, kernel=GaussianKernel(0.5))
    for m in (2, 5, 1_003):
        assert len(set(f.predict(np.full(m, 0.3)))) == 1


def test_scaling_keeps_differences_and_never_overflows():
    values = quietly(lambda: scale([HUGE, -HUGE, 0.25, 0.25 + 1e-15], (-1.0, 1.0))).values
    assert values.tolist() == [1.0, -1.0, 0.25, 0.25]
    with pytest.raises(ValueError, match="the bounds of y must be two finite numbers"):
        scale([0.0], (-HUGE, HUGE), "y")


@pytest.mark.parametrize("n", [20, 80])
@given(seed=st.integers(0, 10**6), penalty=st.sampled_from([1e-6, 0.05]))
def test_residuals_move_no_farther_than_their_bound(n, seed, penalty):
    """By records, and by waves where these are fewer."""
    rng = np.random.default_rng(seed)
    x, y = rng.uniform(-1, 1, 2)[:, None] * 1e-9 + rng.choice([-1.0, 0.0, 1.0], (2, n))
    x, y = np.clip(x, -1, 1), np.clip(y, -1, 1)
    other = [x.copy(), y.copy()]
    other[0][0], other[1][0] = rng.choice([-1.0, 1.0], 2)
    places = np.linspace(-1, 1, 31)
    predicted = [
        regress(*data, penalty=penalty, kernel=GaussianKernel(0.5)).predict(places)
        for data in ((x, y), other)
    ]
    assert np.abs(predicted[0] - predicted[1]).max() <= residual_sensitivity(n, penalty) * (1 + ROUNDING)


# --- tables of very many records, which are only counts -----------------------------------------------------------


class Counted:
    """As many records as counts say."""

    def __init__(self, counts):
        self.kept, self.size = counts, int(counts.sum())

    def counts(self, x, y, arguments=()):
        return self.kept


@pytest.mark.parametrize("n", [10**4, 10**8])
def test_heights_of_tests_among_very_many(n):
    rng = np.random.default_rng(0)
    for _ in range(200):
        strata = int(rng.integers(1, 40))
        counts = rng.multinomial(n, rng.dirichlet(np.full(strata * 9, rng.choice([0.02, 1.0])))).reshape(
            -1, 3, 3
        )
        other = counts.copy()
        start = tuple(np.argwhere(counts > 0)[rng.integers((counts > 0).sum())])
        other[start] -= 1
        other[tuple(rng.integers(0, (strata, 3, 3)))] += 1
        apart = abs(
            margin(Counted(counts), 0, 1, threshold=2.576) - margin(Counted(other), 0, 1, threshold=2.576)
        )
        assert apart <= margin_sensitivity(n, threshold=2.576)


@pytest.mark.parametrize("n", [10**4, 10**8])
def test_interactions_among_very_many(n, rng):
    """All columns and pairs of columns as one vector, as it is released."""
    sizes = (2, 3, 5)
    weight = fair_weight(sizes)
    whole = rng.multinomial(n, rng.dirichlet(np.ones(30))).reshape(sizes)
    other = whole.copy()
    other[0, 0, 0] -= 1
    other[1, 1, 1] += 1

    def vector(table):
        parts = [
            math.sqrt(weight) * interaction(table.sum(axis=axes), [size])
            for axes, size in zip(((1, 2), (0, 2), (0, 1)), sizes, strict=True)
        ]
        parts += [
            interaction(table.sum(axis=c), [s for i, s in enumerate(sizes) if i != c]) for c in range(3)
        ]
        return np.concatenate([part.ravel() for part in parts])

    assert np.linalg.norm(vector(whole) - vector(other)) <= SPARE * pairs_sensitivity(sizes, weight)


# --- time ----------------------------------------------------------------------------------------------------------


def test_a_rank_correlation_takes_the_same_steps_for_all_columns(monkeypatch, rng):
    """One value among whole numbers, or one tie, used to choose another algorithm, and 40% more time."""
    whole, real = rng.integers(0, 50, (2, 500)).astype(float), rng.normal(size=(2, 500))
    half, tie = whole.copy(), real.copy()
    half[0, 0], tie[0, 1] = 0.5, tie[0, 0]
    steps = [_steps(concordance, *pair) for pair in (whole, half, real, tie)]
    assert steps[0] == steps[1] == steps[2] == steps[3]


def _steps(function, *arguments):
    """The lines of the library that ran, in order."""
    import sys

    lines = []

    def trace(frame, event, argument):
        if "privcausal" not in frame.f_code.co_filename:
            return None
        if event == "line":
            lines.append((frame.f_code.co_name, frame.f_lineno))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        function(*arguments)
    finally:
        sys.settrace(before)
    return lines
