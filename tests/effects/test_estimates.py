"""Risks, ratios and compliers: point values of a textbook, and intervals without an end where nothing is known."""

import math

import numpy as np
import pytest

from privcausal.effects.effect_table import EVENT, NUMBER
from privcausal.effects.estimates import ATE, ATT, EffectEstimate, _estimate, compliers, effects
from privcausal.effects.standardise import Arms, standardised_sums


def arms(cells, scale=2.0, parts=EVENT):
    return Arms(np.asarray(cells, dtype=float), parts, parts[:, :, None] * parts[:, None, :], scale)


def test_a_large_table_gives_the_textbook_numbers():
    result = effects(arms([[[60_000, 20_000], [10_000, 10_000]]]))
    assert result.control.value == pytest.approx(0.25, abs=1e-4)
    assert result.difference.value == pytest.approx(0.25, abs=1e-4)
    assert result.ratio.value == pytest.approx(2, abs=1e-3)
    assert result.odds_ratio.value == pytest.approx(3, abs=1e-3)
    plain = 1.96 * math.sqrt(0.25 * 0.75 / 80_000 + 0.5 * 0.5 / 20_000)
    assert result.difference.high - result.difference.value == pytest.approx(plain, rel=0.02)
    assert result.ratio.low < 2 < result.ratio.high
    logarithms = math.log(result.ratio.high / result.ratio.low)
    assert logarithms == pytest.approx(2 * 1.96 * math.sqrt(0.75 / 20_000 + 0.5 / 10_000), rel=0.02)


def test_where_nothing_is_seen_everything_is_possible():
    for target in ("ATE", ATT):
        result = effects(arms([[[3, 1], [2, 2]]] * 4, scale=40.0), target)
        assert (result.difference.low, result.difference.high) == (-1, 1)
        assert (result.ratio.low, result.ratio.high) == (0, math.inf)


def test_a_risk_that_may_be_nought_leaves_the_ratio_without_an_end():
    result = effects(arms([[[10_000, 1], [9_000, 1_000]]], scale=20.0))
    assert result.ratio.high == math.inf
    assert 1 < result.ratio.low < math.inf
    assert result.difference.high < 0.12


def test_a_hidden_arm_opens_the_interval_by_the_weight_of_its_stratum():
    seen = [[5_000, 5_000], [5_000, 5_000]]
    half = effects(arms([seen, [[10_000, 10_000], [0, 0]]]))
    assert 0.5 < half.difference.high - half.difference.low < 0.6
    assert half.control.high - half.control.low < 0.03
    among_treated = effects(arms([seen, [[10_000, 10_000], [0, 0]]]), ATT)
    assert among_treated.difference.high - among_treated.difference.low < 0.05


def takes(z0, z1, parts=EVENT):
    """Cells of an instrument: for either arm [not taken: outcome no, yes; taken: no, yes]."""
    rows = np.array([[*row, took] for took in (0.0, 1.0) for row in parts])
    return Arms(np.array([[z0, z1]], dtype=float), rows, rows[:, :, None] * rows[:, None, :], 2.0)


def test_the_wald_estimator_and_its_interval():
    result = compliers(takes([7_000, 2_000, 700, 300], [2_000, 600, 3_700, 3_700]))
    assert result.uptake.value == pytest.approx(0.74 - 0.1, abs=1e-3)
    assert result.outcome.value == pytest.approx(0.43 - 0.23, abs=1e-3)
    assert result.effect.value == pytest.approx(0.2 / 0.64, abs=2e-3)
    assert 0 < result.effect.low < result.effect.value < result.effect.high < 0.4
    assert not result.weak


def test_a_weak_instrument_says_nothing():
    result = compliers(takes([500, 500, 500, 500], [500, 500, 500, 500]))
    assert result.weak
    assert (result.effect.low, result.effect.high) == (-1, 1)


@pytest.mark.parametrize("uptake", [0.5, 0.02])
def test_the_interval_of_a_weak_instrument_holds_as_often_as_a_strong_one_s(uptake):
    rng, held, effect = np.random.default_rng(3), 0, 0.3
    for _ in range(40):
        frail = rng.random(4_000) < 0.4
        lottery = rng.random(4_000) < 0.5
        takes_it = rng.random(4_000) < np.where(frail, 0.4, 0.1) + uptake * lottery
        event = rng.random(4_000) < 0.1 + 0.3 * frail + effect * takes_it
        cells = np.zeros((2, 4))
        np.add.at(cells, (lottery.astype(int), 2 * takes_it + event), 1)
        noisy = cells + rng.laplace(0, 2, cells.shape)
        found = compliers(takes(*noisy)).effect
        held += found.low <= effect <= found.high
    assert held >= 35


def test_a_number_has_three_cells_and_the_right_spread():
    rng = np.random.default_rng(0)
    u = np.clip(rng.normal([0.4, 0.5], 0.1, (5_000, 2)), 0, 1)
    cells = np.stack([((1 - u) ** 2).sum(0), (2 * u * (1 - u)).sum(0), (u**2).sum(0)], axis=-1)
    squares = NUMBER[:, :, None] * NUMBER[:, None, :]
    squares[1, 1, 1] = 0
    result = effects(Arms(cells[None], NUMBER, squares, 2.0)).difference
    assert result.value == pytest.approx(u[:, 1].mean() - u[:, 0].mean(), abs=1e-3)
    assert result.high - result.value == pytest.approx(1.96 * 0.1 * math.sqrt(2 / 5_000), rel=0.05)


def test_other_units():
    assert EffectEstimate(0.5, 0.25, 1).times(80, 40) == EffectEstimate(80, 60, 120)
    assert f"{EffectEstimate(0.5, 0.25, 1):.2f}" == "0.50, 95% interval 0.25 to 1.00"


def test_bounds_that_noise_has_exchanged_make_an_interval_of_both():
    cells = np.array([[[9_000.0, 1_000], [4_500, 500]], [[0, 0], [250, 250]]])
    arms = Arms(cells, EVENT, EVENT[:, :, None] * EVENT[:, None, :], 0.1)
    sums = standardised_sums(arms, ATE)
    people = float(sums.values @ sums.people)
    right = _estimate(0.1, sums.lower(0), sums.upper(0), sums, people)
    exchanged = _estimate(0.1, sums.upper(0), sums.lower(0), sums, people)
    assert (exchanged.low, exchanged.high) == (right.low, right.high)


def number_cells():
    squares = NUMBER[:, :, None] * NUMBER[:, None, :]
    squares[1, 1, 1] = 0.0
    return NUMBER, squares


def test_a_number_that_few_people_have_is_allowed_for():
    """Like an event: whoever has none of the few large amounts must not think that there are none."""
    rng, (parts, squares) = np.random.default_rng(0), number_cells()
    held = 0
    for many in rng.binomial(300, 0.01, 300):
        exact = np.array([[[300.0, 0.0, 0.0], [300.0 - many, 0.0, many]]])
        noisy = Arms(exact + rng.laplace(0, 0.2, exact.shape), parts, squares, 0.2)
        result = effects(noisy).difference
        held += result.low <= 0.01 <= result.high
    assert held >= 0.94 * 300


def test_ordinary_numbers_are_no_rare_ones():
    parts, squares = number_cells()
    unseen = Arms(np.array([[[2_500.0, 5_000.0, 2_500.0]] * 2]), parts, squares, 0.2).unseen
    assert np.allclose(unseen @ parts[:, 1], [[0.5, 0.5]] * 2, atol=0.001)
