"""Noise on a grid: the right law, drawn exactly, and no output that rules a data set out."""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from privcausal.claims.broken.noise import could_come_from, textbook_laplace
from privcausal.claims.privacy.noise import laws
from privcausal.claims.privacy.noise_draws import chances_in_cell
from privcausal.privacy import noise
from privcausal.privacy.noise import MOST_STEPS, GridNoise, NoiseShape, cells, exp_minus, grid_step, settle
from privcausal.privacy.randomness import generator
from tests.refusals import refusals

SHAPES = list(NoiseShape)


def by_name(case):
    return getattr(case, "value", str(case))


# --- the law -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES, ids=by_name)
@pytest.mark.parametrize(("steps", "size"), [(1, 2_000), (3, 2_000), (1000, 100_000)])
def test_cells_have_the_exact_law(shape, steps, size):
    drawn = cells(shape, steps, size, generator(steps))
    width = max(1, steps // 4)
    edges = np.arange(-3 * steps, 3 * steps + 1, width)
    law = np.diff(laws(shape).cdf(np.concatenate([[-np.inf], edges / steps, [np.inf]])))
    counts = np.histogram(drawn + 0.5, np.concatenate([[-np.inf], edges, [np.inf]]))[0]
    likely = law > 0
    assert counts[~likely].sum() == 0
    assert stats.chisquare(counts[likely], law[likely] * size).pvalue > 1e-3


@pytest.mark.parametrize("shape", SHAPES, ids=by_name)
@pytest.mark.parametrize("rng", [generator(5), generator()], ids=["seed", "system"])
def test_on_the_fine_grid_they_cannot_be_told_from_real_noise(shape, rng):
    drawn = cells(shape, 2**22 + 1, 50_000, rng)
    assert stats.kstest((drawn + 0.5) / (2**22 + 1), laws(shape).cdf).pvalue > 1e-4
    assert len(np.unique(drawn % 1000)) == 1000


def test_both_signs_are_mirror_images():
    drawn = cells(NoiseShape.GAUSSIAN, 4, 4_000, generator(6))
    assert set(np.unique(drawn)) == set(~np.unique(drawn)) or abs((drawn >= 0).mean() - 0.5) < 0.03


# --- decisions ---------------------------------------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(st.fractions(0, 60, max_denominator=10**6), st.integers(10, 200))
def test_fractions_enclose_the_exponential(t, bits):
    low, high = exp_minus(t, bits)
    with mpmath.workprec(bits + 150):
        truth = mpmath.exp(-mpmath.mpf(t.numerator) / t.denominator)
        below, above = (mpmath.mpf(end.numerator) / end.denominator for end in (low, high))
        assert below <= truth * (1 + mpmath.mpf(2) ** -(bits + 140))
        assert truth <= above * (1 + mpmath.mpf(2) ** -(bits + 140))
    assert 0 <= high - low <= Fraction(1, 2**bits)


@pytest.mark.parametrize("shape", SHAPES, ids=by_name)
@pytest.mark.parametrize("heads", [0, 1, 2])
def test_what_64_bits_leave_open_is_settled_by_more(shape, heads):
    coin, inside, steps = 1 << (63 - heads), 3, 8
    least, most = chances_in_cell(shape, steps, heads, inside)
    for part, kept in (
        (Fraction(-1, 10**6), {True}),
        (Fraction(1, 2), {True, False}),
        (1 + Fraction(1, 10**6), {False}),
    ):
        height = math.floor((least + part * (most - least)) * 2**64)
        results = {settle(shape, steps, coin, inside, height, generator(seed)) for seed in range(40)}
        assert results == {(heads, answer) for answer in kept}


def test_a_height_within_the_cell_is_kept_as_often_as_the_curve_lies_above():
    steps, inside, coin = 2, 0, 2**63
    least, most = chances_in_cell(NoiseShape.LAPLACE, steps, 0, inside)
    height = math.floor((least + most) / 2 * 2**64)
    crossing = -math.log(height / 2**64) * steps  # where in the cell exp(−y) is that high
    kept = [
        settle(NoiseShape.LAPLACE, steps, coin, inside, height, generator(seed))[1] for seed in range(2000)
    ]
    assert abs(np.mean(kept) - crossing) < 0.05


def test_a_run_of_heads_longer_than_a_word_goes_on(monkeypatch):
    words = iter([0, 1 << 60, *[0] * 9])
    monkeypatch.setattr(noise, "random_words", lambda rng, size: np.array([next(words)], dtype=np.uint64))
    assert settle(NoiseShape.LAPLACE, 4, 0, 0, 0, generator(0))[0] == 53 + 64 + 3


def test_open_decisions_do_reach_the_exact_ones(monkeypatch):
    calls = []
    exact = noise.settle
    monkeypatch.setattr(noise, "settle", lambda *arguments: calls.append(arguments) or exact(*arguments))
    cells(NoiseShape.GAUSSIAN, 1024, 20_000, generator(7))
    assert 20 < len(calls) < 400  # about 2/1024 of 40,000 proposals


# --- the grid ----------------------------------------------------------------------------------------------------


def test_told_values_are_middles_of_cells_and_nothing_else():
    for shape in SHAPES:
        drawn = GridNoise.calibrated(shape, 0.7, 0.1)
        result = drawn.add(0.3, generator(8), 10_000)
        halves = result / drawn.step * 2
        assert (halves == np.rint(halves)).all()
        assert (halves % 2 == 1).all()


def test_neighbours_with_the_same_bits_differ_by_whole_steps():
    drawn = GridNoise.calibrated(NoiseShape.LAPLACE, 1.0, 1.0)
    results = [drawn.add(value, generator(9), 20_000) for value in (0.0, 1.0)]
    assert set(results[1] - results[0]) == {1.0}


def test_the_attack_succeeds_on_the_textbook_sampler_and_not_on_cells():
    rng = generator(1)
    for value, scale in ((0.0, 1.0), (1.0, 1.0), (-7.0, 2.0), (0.3, 0.05)):
        outputs = textbook_laplace(value, scale, 20_000, rng)
        assert could_come_from(outputs, value, scale).all()
    assert could_come_from(textbook_laplace(0.0, 1.0, 20_000, rng), 1.0, 1.0).mean() < 0.4
    drawn = GridNoise.calibrated(NoiseShape.LAPLACE, 1.0, 1.0)
    for suspect in (
        0.0,
        1.0,
    ):  # what the attack says of an output is at most e times likelier in either world
        zero, one = (
            could_come_from(drawn.add(world, rng, 50_000), suspect, 1.0).mean() for world in (0.0, 1.0)
        )
        for share in ((zero, one), (1 - zero, 1 - one)):
            assert max(share) < math.e * min(share) + 0.01


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(SHAPES),
    st.floats(1e-12, 1e12),
    st.floats(1e-3, 1e4),
    st.integers(1, 10_000),
    st.booleans(),
)
def test_the_noise_is_wide_enough_for_rounded_neighbours_and_hardly_wider(
    shape, sensitivity, ratio, numbers, split
):
    scale = sensitivity * ratio
    drawn = GridNoise.calibrated(shape, scale, sensitivity, numbers)
    step = Fraction(drawn.step)
    moved = Fraction(sensitivity) / step + (math.sqrt(numbers) if shape is NoiseShape.GAUSSIAN else numbers)
    assert drawn.steps / moved >= Fraction(scale) / Fraction(sensitivity)
    assert 0 <= Fraction(drawn.scale) / Fraction(scale) - 1 < Fraction(1, 10**6)
    assert math.frexp(drawn.step)[0] == 0.5


def test_a_common_step_serves_two_noises():
    step = grid_step(0.1)
    wide, narrow = (GridNoise.calibrated(NoiseShape.LAPLACE, scale, 0.1, step=step) for scale in (0.4, 0.2))
    assert wide.step == narrow.step == step
    assert wide.steps == pytest.approx(2 * narrow.steps, abs=1)


def test_one_number_or_many_runs_or_arrays():
    drawn = GridNoise.calibrated(NoiseShape.GAUSSIAN, 1.0, 1.0, numbers=6)
    assert np.ndim(drawn.add(3.0, generator(0))) == 0
    assert drawn.add(np.zeros((2, 3)), generator(0)).shape == (2, 3)
    assert drawn.add(3.0, generator(0), (4, 2)).shape == (4, 2)
    assert drawn.add(3.0, generator(0), 0).shape == (0,)
    assert drawn.add(np.zeros(0), generator(0)).shape == (0,)


@pytest.mark.parametrize("value", [1e30, -1e300, 1.7e308, 5e-324, 2.0**70])
def test_no_value_overflows_or_warns(value, recwarn):
    noisy = float(GridNoise.calibrated(NoiseShape.GAUSSIAN, 1e-3, 1e-3).add(value, generator(0)))
    assert math.isfinite(noisy)
    assert noisy == pytest.approx(value, abs=1e-2) or abs(noisy) >= 2.0**38 * 1e-3
    assert not recwarn.list


test_no_noise_is_added_to_what_is_not_a_number = refusals(
    lambda wrong: GridNoise.calibrated(NoiseShape.LAPLACE, 1.0, 1.0).add(wrong, generator(0)),
    ("value must be finite", math.nan, math.inf, [0.0, math.nan]),
)


BAD_SIZES = (0, -1, math.nan, math.inf, 1e-200, 1e200)

test_nonsense_is_refused_by_name = refusals(
    lambda wrong: GridNoise.calibrated(NoiseShape.LAPLACE, **{"scale": 1.0, "sensitivity": 1.0} | wrong),
    ("scale must be a positive number of ordinary size", *({"scale": wrong} for wrong in BAD_SIZES)),
    ("sensitivity must be a positive number of", *({"sensitivity": wrong} for wrong in BAD_SIZES)),
    ("at most 10⁸ times the sensitivity", {"scale": 1e10}),
)

test_cells_are_a_whole_number_of_steps_wide = refusals(
    lambda steps: cells(NoiseShape.LAPLACE, steps, 1, generator(0)),
    ("steps must be a whole number", 0, MOST_STEPS + 1),
)
