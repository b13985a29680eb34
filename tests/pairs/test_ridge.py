import math

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.claims import select
from privcausal.claims.pairs import ridge as claimed
from privcausal.pairs.ridge import GaussianKernel, fit, path, residual_sensitivity, scale
from privcausal.verify import Formula

number = st.floats(-1, 1)
columns = st.integers(2, 12).flatmap(
    lambda n: st.tuples(st.lists(number, min_size=n, max_size=n), st.lists(number, min_size=n, max_size=n))
)
penalty = st.floats(1e-3, 10)
KERNEL = GaussianKernel(0.4)


def objective(f, x, y, lam):
    """(λ/2)‖w‖² + mean squared error."""
    return lam / 2 * f.norm**2 + np.mean((f.predict(x) - y) ** 2)


def plain(x, y, lam):
    """The system over all records, ties and all."""
    x, y = np.asarray(x), np.asarray(y)
    alpha = np.linalg.solve(KERNEL(x, x) + len(x) * lam / 2 * np.eye(len(x)), y)
    return lambda at: KERNEL(np.asarray(at), x) @ alpha


@given(columns, penalty)
def test_merged_ties_and_the_full_system_agree(pair, lam):
    x, y = pair
    x = np.round(x, 1)
    at = np.linspace(-1, 1, 9)
    assert np.allclose(fit(x, y, penalty=lam, kernel=KERNEL).predict(at), plain(x, y, lam)(at), atol=1e-8)


@given(columns, penalty)
def test_path_is_fifty_fits(pair, lam):
    at = np.linspace(-1, 1, 9)
    factorised = path(*pair, kernel=KERNEL)
    assert np.allclose(
        factorised.at(lam).predict(at), fit(*pair, penalty=lam, kernel=KERNEL).predict(at), atol=1e-7
    )


@settings(max_examples=30)
@given(columns, penalty, st.integers(0, 100))
def test_left_out_errors_are_those_of_leaving_out(pair, lam, which):
    x, y = map(np.asarray, pair)
    n = len(x)
    if n < 3:
        return
    out = which % n
    rest = np.arange(n) != out
    again = fit(x[rest], y[rest], penalty=lam * n / (n - 1), kernel=KERNEL)
    error = y[out] - again.predict(x[out : out + 1])[0]
    assert path(x, y, kernel=KERNEL).leave_one_out([lam])[out, 0] == pytest.approx(error, abs=1e-7)


@given(columns, penalty, st.integers(0, 2**32 - 1))
def test_no_other_function_is_better(pair, lam, seed):
    x, y = map(np.asarray, pair)
    best = fit(x, y, penalty=lam, kernel=KERNEL)
    rng = np.random.default_rng(seed)
    step = 0.1 * rng.normal(size=best.coefficients.shape)
    other = type(best)(best.inputs, best.coefficients + step, KERNEL, lam, best.records)
    assert objective(best, x, y, lam) <= objective(other, x, y, lam) + 1e-9


@given(columns, penalty)
def test_norm_is_at_most_its_bound(pair, lam):
    assert fit(*pair, penalty=lam, kernel=KERNEL).norm <= 1 / math.sqrt(2 * lam) + 1e-9


@settings(max_examples=50)
@given(columns, number, number, st.floats(0.05, 3), penalty)
def test_neighbouring_training_sets(pair, u, v, width, lam):
    """Direct retraining: no prediction moves further than the bound."""
    x, y = map(list, pair)
    kernel, at = GaussianKernel(width), np.linspace(-1, 1, 31)
    before = fit(x, y, penalty=lam, kernel=kernel).predict(at)
    after = fit([*x[:-1], u], [*y[:-1], v], penalty=lam, kernel=kernel).predict(at)
    assert np.abs(after - before).max() <= residual_sensitivity(len(x), lam) * (1 + 1e-9)


def test_the_worst_pair_reaches_the_bound():
    for lam in (0.01, 0.1, 1.0, 2.0):
        reached = claimed.ridge_change(claimed.extremal(10**7, lam)[0], 10**7, lam)
        assert reached == pytest.approx(residual_sensitivity(10**7, lam), rel=1e-4)


@given(st.floats(1e-6, 1e3))
def test_two_forms_of_the_bound_and_its_short_form(lam):
    exact = residual_sensitivity(7, lam)
    assert exact == pytest.approx(float(claimed.RIDGE_OURS(n=7, lamda=lam)), rel=1e-6)
    angles = np.linspace(0, np.pi, 20_001)
    swing = np.max(2 * np.sin(angles) + np.sin(2 * angles) / math.sqrt(2 * lam))
    assert exact == pytest.approx(2 / (7 * lam) * swing, rel=1e-5)
    assert exact <= (math.sqrt(2) + 4 * math.sqrt(lam)) / (7 * lam**1.5) * (1 + 1e-12)


@given(st.floats(1e-6, 1))
def test_ours_implies_the_published_bound(lam):
    assert residual_sensitivity(3, lam) < claimed.RIDGE(n=3, lamda=lam)


def test_the_published_bound_needs_its_assumption():
    flip = {
        "shared": [[0.0, 0.0, 0.0, 0.0]],
        "before": [0.0, 0.0, 1.0, 1.0],
        "after": [0.0, 0.0, 1.0, -1.0],
    }
    assert claimed.ridge_change(flip, 10**6, 9.0) > claimed.RIDGE(n=10**6, lamda=9.0)


def test_the_last_step_closes_with_the_right_constant():
    """The check of the published proof can pass: the displayed inequality does give 8 + 8√λ."""
    from dataclasses import replace

    what_it_gives = Formula("(8 + 8*sqrt(lamda))/(n*lamda**(3/2))")
    claim = replace(select(["K-ridge"])["K-ridge"], published=what_it_gives)
    (rest,) = claimed.derive_last_step(claim).values()
    assert sympy.simplify(rest) == 0


def test_primal_and_dual_retraining_agree():
    """Three explicit dimensions against the library's kernel system."""
    rng = np.random.default_rng(1)
    pair = {
        "shared": rng.uniform(-0.5, 0.5, (3, 4)).tolist(),
        "before": [0.5, 0.1, 0.2, 0.7],
        "after": [0.0] * 4,
    }
    rows = np.array([pair["shared"][i % 3] for i in range(6)] + [pair["before"]])
    places = np.linspace(-1, 1, 7)

    def lookup(a, b):
        index = [np.rint((column + 1) * 3).astype(int) for column in (a, b)]
        return rows[index[0], :3] @ rows[index[1], :3].T

    weights = claimed.train(pair, "before", 7, 0.3)
    dual = fit(places, rows[:, 3], penalty=0.3, kernel=lookup).predict(places)
    assert np.allclose(dual, rows[:, :3] @ weights)


def test_scale_clips_and_counts():
    scaled = scale([0, 5, 10, 11, -4], (0, 10), "x")
    assert scaled.values.tolist() == [-1, 0, 1, 1, -1]
    assert scaled.clipped == 2


def test_a_narrow_range_far_from_zero_stays_within_one():
    """There the sum of both ends is rounded, and what is mapped lands beside the interval."""
    for high in (math.nextafter(1.0, 2.0), math.nextafter(1e9, 2e9)):
        assert abs(scale([high], (math.nextafter(high, 0.0), high)).values).max() <= 1


@pytest.mark.parametrize("lam", [0, -1, math.nan, math.inf])
def test_bad_penalties_are_named(lam):
    for call in (
        lambda: fit([0, 1], [0, 1], penalty=lam, kernel=KERNEL),
        lambda: path([0, 1], [0, 1], kernel=KERNEL).leave_one_out([1.0, lam]),
        lambda: residual_sensitivity(10, lam),
    ):
        with pytest.raises(ValueError, match="penalty must be a positive finite number"):
            call()


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        ([0, 2], [0, 1], r"x must lie in \[-1, 1\], got a value outside, which is not shown"),
        ([0, 1], [0, -3], r"y must lie in \[-1, 1\]"),
        ([0, math.nan], [0, 1], "x must be finite"),
        ([0, 1], [0, 1, 1], "same length"),
        ([0], [0], "at least 2 records"),
    ],
)
def test_bad_columns_are_named(x, y, words):
    for call in (lambda: fit(x, y, penalty=1.0, kernel=KERNEL), lambda: path(x, y, kernel=KERNEL)):
        with pytest.raises(ValueError, match=words):
            call()


def test_other_bad_input():
    with pytest.raises(ValueError, match="width must be a positive"):
        GaussianKernel(0)
    with pytest.raises(ValueError, match="n must be at least 1"):
        residual_sensitivity(0, 1.0)
    for bounds in ((1, 1), (2, 1), (math.nan, 1), (0, math.inf)):
        with pytest.raises(ValueError, match="the bounds of income must be two finite numbers"):
            scale([1], bounds, "income")
    for column in ([math.nan], [[1.0]]):
        with pytest.raises(ValueError, match="income must be one column of finite numbers"):
            scale(column, (0, 1), "income")


def test_constant_columns_and_ties_are_fine():
    flat = fit([0.5] * 10, [0.25] * 10, penalty=1e-9, kernel=KERNEL)
    assert flat.predict([0.5])[0] == pytest.approx(0.25)
    assert len(flat.inputs) == 1
    assert flat.records == 10
