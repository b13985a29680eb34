"""Waves are the Gaussian kernel to the last digit, and regressions and HSIC by them are those by pairs."""

import math
import tracemalloc
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privcausal.pairs import fourier_kernel as library
from privcausal.pairs.fourier_kernel import (
    LARGEST,
    PACE,
    ROUNDING,
    WaveFit,
    Waves,
    best_penalty,
    hsic_within,
    regress,
)
from privcausal.pairs.hsic import Same, hsic
from privcausal.pairs.private_direction import DirectionMethod, direction, regressions
from privcausal.pairs.ridge import Fit, GaussianKernel, fit, path
from privcausal.pairs.scores import RESIDUAL_KERNEL
from privcausal.pairs.training_sensitivity import hsic_scores
from privcausal.privacy.price import Relation
from tests.refusals import invoke, refusals

BELL = GaussianKernel(0.4)
BOTH = {"kernel_x": BELL, "kernel_y": BELL}


def scatter(n, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, n)
    return x, np.clip(np.tanh(3 * x) * 0.7 + rng.uniform(-0.3, 0.3, n), -1, 1)


def exact_hsic(x, y, kernel):
    """By the counts of all pairs of values, in extended precision: only for columns of few values."""
    (u, i), (v, j) = (np.unique(column, return_inverse=True) for column in (x, y))
    counts = np.bincount(i * len(v) + j, minlength=len(u) * len(v)).reshape(len(u), len(v)) * np.longdouble(1)
    counts -= np.outer(counts.sum(1), counts.sum(0)) / len(x)
    K, L = (
        np.exp(-(np.subtract.outer(w.astype(np.longdouble), w) ** 2) / (2 * np.longdouble(kernel.width) ** 2))
        for w in (u, v)
    )
    return float((counts * (K @ counts @ L)).sum() / (np.longdouble(len(x)) - 1) ** 2)


@given(st.floats(0.01, 50), st.floats(0.01, 50), st.floats(0, 1), st.floats(-50, 50))
def test_waves_are_the_kernel_wherever_the_span_reaches(width, span, part, first):
    waves, a = Waves(width, span), np.array([first])
    b = a + part * span
    assert (waves(a) @ waves(b).T)[0, 0] == pytest.approx(GaussianKernel(width)(a, b)[0, 0], abs=1e-13)


@given(st.floats(0.05, 5), st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=8))
def test_beyond_the_span_they_are_still_a_kernel_of_at_most_one(width, places):
    """So the noise is enough even for a record that lies where no record can."""
    values = Waves(width, 2.0)(np.array(places))
    matrix = values @ values.T
    assert np.allclose(np.diag(matrix), 1, atol=1e-12)
    assert matrix.min() > -1e-12
    assert matrix.max() < 1 + 1e-12


def test_how_many_waves_there_are_is_public():
    assert Waves(0.4, 2.0).count == 43
    assert [Waves(0.4, span).count for span in (4.0, 8.0, 46.0)] == [57, 85, 357]
    assert Waves(1e-300, 2.0).count > 10**15


@pytest.mark.parametrize("penalty", [1e-3, 0.05, 1.0])
def test_scores_agree_with_those_by_pairs(penalty):
    bounds = ((-1, 1), (-1, 1))
    both, _ = regressions(
        *scatter(5_000), bounds=bounds, method=DirectionMethod(penalty=penalty), rng=np.random.default_rng(0)
    )
    pairs = [hsic(*side, **BOTH) for side in ((both.x, both.of_y), (both.y, both.of_x))]
    assert isinstance(both.f, WaveFit)
    assert hsic_scores(both, RESIDUAL_KERNEL) == pytest.approx(pairs, abs=1e-14)


@pytest.mark.parametrize("far", [1.0, 1e-9])
def test_rounding_among_very_many_is_less_than_the_noise_allows_for(far):
    """200,000 records on a few places, whose HSIC is known to more digits than a float has."""
    rng = np.random.default_rng(1)
    x, y = rng.integers(-20, 21, 200_000) / 20, rng.integers(-20, 21, 200_000) / 20 * far
    y[::3] = x[::3] * far
    for column in (y, np.zeros(200_000), np.sign(x)):
        result = hsic_within(x, column, kernel=BELL, spans=(2.0, 2.0))
        assert abs(result - exact_hsic(x, column, BELL)) < ROUNDING / 100


@pytest.mark.parametrize("m", [2, 50, 86, 87, 200])
def test_few_records_are_compared_pair_by_pair_and_nothing_is_seen_of_it(m):
    x, y = scatter(m)
    assert hsic_within(x, y, kernel=BELL, spans=(2.0, 2.0)) == pytest.approx(hsic(x, y, **BOTH), abs=1e-14)


def test_parts_add_up(monkeypatch):
    x, y = scatter(3_000)
    whole = hsic_within(x, y, kernel=BELL, spans=(2.0, 2.0)), regress(x, y, penalty=0.05, kernel=BELL)
    monkeypatch.setattr(library, "ROOM", 10_000)
    again = hsic_within(x, y, kernel=BELL, spans=(2.0, 2.0)), regress(x, y, penalty=0.05, kernel=BELL)
    assert again[0] == pytest.approx(whole[0], abs=1e-15)
    assert np.allclose(again[1].predict(x), whole[1].predict(x), atol=1e-12)
    assert len(whole[1].predict([])) == 0


def test_a_bar_is_told_of_each_part(monkeypatch):
    monkeypatch.setattr(library, "ROOM", 10_000)
    calls = []

    def bar(parts):
        calls.append(len(parts))
        return parts

    token = PACE.set(bar)
    hsic_within(*scatter(3_000), kernel=BELL, spans=(2.0, 2.0))
    PACE.reset(token)
    assert calls == [math.ceil(3_000 / (10_000 // 43))]


@pytest.mark.parametrize(("penalty", "close"), [(1e-6, 1e-9), (1e-3, 1e-12), (0.05, 1e-13), (1.0, 1e-14)])
def test_a_regression_by_waves_is_the_one_by_records(penalty, close):
    x, y = scatter(800)
    at = np.linspace(-1, 1, 201)
    by_waves = regress(x, y, penalty=penalty, kernel=GaussianKernel(0.5))
    assert isinstance(by_waves, WaveFit)
    assert by_waves.records == 800
    by_records = fit(x, y, penalty=penalty, kernel=GaussianKernel(0.5)).predict(at)
    assert np.abs(by_waves.predict(at) - by_records).max() < close


@pytest.mark.parametrize("n", [10, 60, 400])
def test_the_best_penalty_is_the_one_of_the_whole_path(n):
    penalties = [10.0**power for power in range(-5, 1)]
    chosen = set()
    for seed in range(12):
        pair = scatter(n, seed)
        result = best_penalty(*pair, penalties=penalties, kernel=GaussianKernel(0.5))
        assert result == path(*pair, kernel=GaussianKernel(0.5)).best(penalties)
        chosen.add(result)
    assert len(chosen) > 1


def test_few_records_or_another_kernel_are_fitted_as_ever():
    x, y = scatter(39)
    assert isinstance(regress(x, y, penalty=0.1, kernel=GaussianKernel(0.5)), Fit)
    assert isinstance(regress(np.sign(x), y, penalty=0.1, kernel=Same()), Fit)
    assert isinstance(regress(*scatter(40), penalty=0.1, kernel=GaussianKernel(0.5)), WaveFit)


def test_what_is_predicted_at_one_place_does_not_depend_on_the_others():
    f = regress(*scatter(301), penalty=1e-3, kernel=GaussianKernel(0.5))
    alone = f.predict([0.3])[0]
    for m in (2, 5, 1_003):
        places = np.random.default_rng(m).uniform(-1, 1, m)
        places[m // 2] = 0.3
        assert f.predict(places)[m // 2] == alone
        assert set(f.predict(np.full(m, 0.3))) == {alone}


def test_memory_grows_like_the_records_alone():
    x, y = scatter(200_000)
    tracemalloc.start()
    hsic_within(x, y, kernel=BELL, spans=(2.0, 8.0))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 60e6


def test_a_width_too_narrow_for_so_many_is_refused_before_a_record_is_dealt():
    class Untouched:
        def __getattr__(self, name):
            raise AssertionError("a record was dealt")

    x, y = scatter(2 * LARGEST + 1)
    options = {"bounds": ((-1, 1), (-1, 1)), "epsilon": 1.0, "relation": Relation.SUBSTITUTION}
    with pytest.raises(
        ValueError, match=r"width must be larger to train on 5001 records, got 0\.001: 5757 waves"
    ):
        direction(x, y, method=DirectionMethod(kernel=GaussianKernel(0.001)), rng=Untouched(), **options)
    with pytest.raises(ValueError, match="width must be larger"):
        regress(x, y, penalty=0.1, kernel=GaussianKernel(1e-300))


@pytest.mark.parametrize("score", ["hsic", "kendall", "spearman"])
@pytest.mark.parametrize("high", [5e-324, 1e-310, 1e-300, 1e300])
def test_ranges_at_either_end_of_the_floats_leave_no_warning(score, high, rng):
    x = np.clip(rng.uniform(0, 1, 400) * high, 0, high)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = direction(
            x,
            x[::-1],
            bounds=((0, high), (0, high)),
            method=DirectionMethod(score, "test"),
            epsilon=1.0,
            relation=Relation.SUBSTITUTION,
            rng=rng,
        )
    assert all(map(math.isfinite, result.release.value))


test_bad_settings_are_named = refusals(
    invoke,
    ("width must be a positive finite number", lambda: Waves(0.0, 2.0)),
    ("span must be a positive finite number", lambda: Waves(1.0, math.inf)),
    ("y must be finite", lambda: hsic_within([1, 2], [1, math.nan], kernel=BELL, spans=(1, 1))),
    (r"x must lie in \[-1, 1\]", lambda: regress([0.0, 2.0], [0, 1], penalty=0.1, kernel=BELL)),
    ("penalty must be a positive", lambda: regress([0.0, 1.0], [0, 1], penalty=0.0, kernel=BELL)),
)
