"""Standardisation from noisy counts: exact without noise, without bias with it, and honest where an arm is hidden."""

import numpy as np
import pytest

from privcausal.effects.effect_table import EVENT, NUMBER
from privcausal.effects.standardise import Arms, hidden, shrunk_inverse, standardised_sums, visible

SQUARES = EVENT[:, :, None] * EVENT[:, None, :]


def arms(cells, scale, **options):
    return Arms(np.asarray(cells, dtype=float), EVENT, SQUARES, scale, **options)


CELLS = np.array([[[5000.0, 500], [2000, 100]], [[1000, 400], [3000, 900]], [[40, 3], [30, 12]]])


@pytest.mark.parametrize("target", ["ATE", "ATT"])
def test_large_arms_without_noise_are_standardised_as_in_a_textbook(target):
    cells = CELLS * 100
    sums = standardised_sums(arms(cells, 1e-6), target)
    weight = cells.sum(axis=(1, 2)) if target == "ATE" else cells[:, 1].sum(axis=1)
    risks = cells[:, :, 1] / cells.sum(axis=2)
    for arm in (0, 1):
        assert sums.values @ sums.lower(arm) == pytest.approx(weight @ risks[:, arm], rel=1e-9)
        assert sums.values @ sums.upper(arm) == pytest.approx(weight @ risks[:, arm], rel=1e-9)
    assert sums.values @ sums.people == pytest.approx(weight.sum())


def bounds(cells, width):
    """Both ends of both arms' sums over everyone, from exact counts."""
    sizes = cells.sum(axis=2)
    weight = sizes.sum(axis=1)
    low = [(weight * cells[:, arm, 1] * shrunk_inverse(sizes[:, arm], width)).sum() for arm in (0, 1)]
    return low, [(weight * hidden(sizes[:, arm], width)).sum() for arm in (0, 1)]


@pytest.mark.parametrize("cells", [CELLS[2:], CELLS[2:] / 4, np.zeros((1, 2, 2)), CELLS[1:] / 20])
def test_noise_brings_no_bias_however_small_the_arm(cells):
    scale, rng = 4.0, np.random.default_rng(0)
    exact = np.array(bounds(cells, arms(cells, scale).width)).ravel()
    # Sums over strata are what is estimated, so 1,000 tables with noise of their own below each other are one table.
    many = cells + rng.laplace(0, scale, (40, 1_000, *cells.shape))
    tables = (arms(part.reshape(-1, 2, 2), scale) for part in many)
    values = [standardised_sums(table, "ATE").values[:4] / 1_000 for table in tables]
    error = np.mean(values, axis=0) - exact
    assert (np.abs(error) < 5 * np.std(values, axis=0) / np.sqrt(40) + 1e-9).all()


def test_the_ends_hold_every_risk_between_them():
    sizes = np.linspace(0, 200, 401)
    for width in (3.0, 40.0):
        for risk in (0.0, 0.3, 1.0):
            low = risk * sizes * shrunk_inverse(sizes, width)
            assert (low <= risk + 1e-12).all()
            assert (low + hidden(sizes, width) >= risk - 1e-12).all()
    assert shrunk_inverse(np.zeros(1), 3.0)[0] == pytest.approx(0, abs=1e-6)
    assert visible(sizes, 3.0) == pytest.approx(1 - hidden(sizes, 3.0))


@pytest.mark.parametrize("parts", [EVENT, NUMBER])
def test_gradients_are_those_of_the_values(parts):
    squares = parts[:, :, None] * parts[:, None, :]
    rng = np.random.default_rng(1)
    cells = rng.uniform(5, 60, (3, 2, len(parts)))
    for target in ("ATE", "ATT"):
        sums = standardised_sums(Arms(cells, parts, squares, 2.0), target)
        step = 1e-4
        for place in np.ndindex(cells.shape):
            moved = []
            for sign in (1, -1):
                other = cells.copy()
                other[place] += sign * step
                moved.append(standardised_sums(Arms(other, parts, squares, 2.0), target).values)
            slope = (moved[0] - moved[1]) / (2 * step)
            flat = np.ravel_multi_index(place, cells.shape)
            assert sums.gradients[:, flat] == pytest.approx(slope, rel=1e-2, abs=1e-3)


@pytest.mark.parametrize("parts", [EVENT, NUMBER])
@pytest.mark.parametrize("merged", [1, 2, 3, 8, 200])
def test_added_up_noises_cost_no_digits(parts, merged):
    """With eight factors, of 16 digits none was left: the gradients were noise."""
    squares = parts[:, :, None] * parts[:, None, :]
    cells = np.full((1, 2, len(parts)), 20_000.0)
    plain, added = (standardised_sums(Arms(cells, parts, squares, 2.0, many), "ATE") for many in (1, merged))
    functional = plain.lower(1) - plain.lower(0)
    assert added.noise(functional) == pytest.approx(merged * plain.noise(functional), rel=1e-5)
    assert functional @ added.sampling @ functional == pytest.approx(
        functional @ plain.sampling @ functional, rel=1e-5
    )


def test_more_rows_of_a_person_widen_the_sampling_part():
    one, four = (standardised_sums(arms(CELLS, 1e-3, rows=rows), "ATE") for rows in (1, 4))
    functional = one.lower(1) - one.lower(0)
    assert four.variance(functional) == pytest.approx(4 * one.variance(functional), rel=1e-3)


def test_one_loud_noise_reaches_further_than_a_normal_one():
    rare = np.array([[[100_000.0, 0.0], [2_000.0, 0.0]]])
    sums = standardised_sums(arms(rare, 20.0), "ATE")
    functional = sums.lower(1)
    assert sums.reach(functional, 1.96) > 2.1
    assert sums.reach(functional, 1.96) < 2.2


@pytest.mark.parametrize(
    ("strata", "records", "epsilon", "rare"),
    [(1, 2_000, 1.0, 0.02), (2, 1_000, 1.0, 0.3), (30, 6_000, 1.0, 0.1)],
)
def test_intervals_hold_the_truth_as_often_as_they_say(strata, records, epsilon, rare):
    """150 worlds each; the experiment `effects` has many more, and other shapes."""
    from privcausal.effects.estimates import effects

    rng, held = np.random.default_rng(strata), 0
    for _ in range(150):
        weight, takes = rng.dirichlet(np.full(strata, 2.0)), rng.uniform(0.2, 0.8, strata)
        risk = np.clip(rare * np.exp(rng.normal(0, 0.4, (strata, 2))), 0, 0.95)
        chances = weight[:, None] * np.stack([1 - takes, takes], axis=1)
        chances = np.stack([chances * (1 - risk), chances * risk], axis=-1)
        counts = rng.multinomial(records, chances.ravel() / chances.sum()).reshape(chances.shape)
        noisy = counts + rng.laplace(0, 2 / epsilon, counts.shape)
        found = effects(arms(noisy, 2 / epsilon)).difference
        held += found.low <= weight @ (risk[:, 1] - risk[:, 0]) <= found.high
    assert held >= 0.91 * 150
