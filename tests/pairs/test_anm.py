import math
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privcausal.claims.broken.pairs import noise_for_everyone, one_regressor
from privcausal.claims.pairs.anm import both_scores, lead_of_the_wrong
from privcausal.pairs.anm import BACKWARD, FORWARD, UNDECIDED, decide, direction, regress_both_ways, split
from privcausal.pairs.hsic import hsic
from privcausal.pairs.ridge import GaussianKernel

SCORE = partial(hsic, kernel_x=GaussianKernel(0.2), kernel_y=GaussianKernel(0.2))
UNIT = ((-1.0, 1.0), (-1.0, 1.0))


def toy(n, seed):
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, n)
    return x, (x**3 + rng.uniform(-0.2, 0.2, n)) / 1.2, rng


def infer(x, y, rng, bounds=UNIT):
    return direction(x, y, score=SCORE, bounds=bounds, rng=rng, penalty=1e-4)


def test_the_toy_is_inferred_in_at_least_18_of_20_runs():
    right = [infer(*toy(200, seed)).answer == FORWARD for seed in range(20)]
    assert sum(right) >= 18


def test_exchanging_the_columns_turns_the_answer_around():
    x, y, _ = toy(120, 3)
    one, two = (infer(*columns, np.random.default_rng(0)) for columns in ((x, y), (y, x)))
    assert (one.answer, two.answer) == (FORWARD, BACKWARD)
    assert (one.score_xy, one.score_yx) == pytest.approx((two.score_yx, two.score_xy))
    assert one.margin == pytest.approx(two.margin)


def test_the_specimen_does_not_turn_around():
    x, y, rng = toy(120, 3)
    parts = split(120, rng)
    half = [(x[p], y[p]) for p in (parts.train, parts.test)]
    swapped = [(b, a) for a, b in half]
    honest = regress_both_ways(x, y, parts, penalty=1e-3, kernel=GaussianKernel(0.5))
    r_y, r_x = one_regressor(*half, 0.5, 1e-3)
    assert np.allclose(r_x, honest.of_x)
    assert not np.allclose(r_y, honest.of_y)
    assert not np.allclose(one_regressor(*swapped, 0.5, 1e-3)[1], r_y)


def test_noise_for_everyone_has_half_the_scale_it_needs():
    noise = noise_for_everyone(0.0, 100, 1.0, 100_000, np.random.default_rng(0))
    assert np.abs(noise).mean() == pytest.approx(0.04, rel=0.02)


def test_clipping_is_reported():
    x, y, rng = toy(100, 1)
    assert infer(x, y, rng).clipped == 0
    narrow = infer(x, y, rng, bounds=((-0.5, 1.0), (-1.0, 1.0)))
    assert narrow.clipped == int((x < -0.5).sum())
    assert np.abs(narrow.residuals.x).max() <= 1


@given(st.integers(4, 60), st.floats(0.01, 0.99), st.integers(0, 99))
def test_a_split_deals_out_every_record_once(n, share, seed):
    parts = split(n, np.random.default_rng(seed), share)
    assert sorted([*parts.train, *parts.test]) == list(range(n))
    assert min(len(parts.train), len(parts.test)) >= 2


def test_constant_columns_give_a_defined_result(rng):
    result = infer(np.zeros(20), np.zeros(20), rng)
    assert result.answer == UNDECIDED
    assert result.margin == 0
    assert infer(np.zeros(20), rng.uniform(-1, 1, 20), rng).answer in (FORWARD, BACKWARD, UNDECIDED)


def test_decide():
    assert [decide(0, 1), decide(1, 0), decide(1, 1)] == [FORWARD, BACKWARD, UNDECIDED]


weights = st.lists(st.integers(1, 4), min_size=2, max_size=4)


@settings(max_examples=40)
@given(weights, weights, st.data())
def test_finite_models_never_favour_the_wrong_direction(cause, noise, data):
    f = data.draw(st.lists(st.integers(0, 5), min_size=len(cause), max_size=len(cause)))
    model = {"f": f, "x": cause, "noise": noise}
    assert both_scores(model)[0] == 0
    assert lead_of_the_wrong(model) <= 0


@pytest.mark.parametrize(
    ("x", "y", "options", "words"),
    [
        ([1, 2, 3, 4], [1, 2, 3], {}, "same length"),
        ([1, 2, 3], [1, 2, 3], {}, "n must be at least 4"),
        ([1, 2, 3, math.nan], [1, 2, 3, 4], {}, "x must be finite"),
        ([0, 0, 1, 1], [0, 1, 0, 1], {"penalty": 0.0}, "penalty must be a positive"),
        ([0, 0, 1, 1], [0, 1, 0, 1], {"share": 1.0}, "share must lie strictly between"),
        ([0, 0, 1, 1], [0, 1, 0, 1], {"bounds": ((0, 1), (1, 1))}, "the bounds of y must be"),
    ],
)
def test_bad_input_is_named(x, y, options, words):
    options = {"bounds": ((0, 5), (0, 5)), **options}
    with pytest.raises(ValueError, match=words):
        direction(x, y, score=SCORE, rng=np.random.default_rng(0), **options)
