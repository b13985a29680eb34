"""Lenses are chosen for what they add: nothing where numbers say it all, and where luck would say as much."""

import numpy as np

from privcausal.verify.statistics.outputs import Draws
from privcausal.verify.statistics.screen import MOST, read, screen, weigh

SIZE = 8_000
SIDE = np.repeat([0, 1], SIZE // 2)
EVEN = np.full(SIZE, 0.5)


def of(values):
    table = np.asarray(values, dtype=float).reshape(SIZE, -1)
    return Draws(table, table)


def test_luck_chooses_nothing():
    """Twenty mechanisms that ignore their data, of numbers, whole numbers and zeros of either sign."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        signed = np.where(rng.random(SIZE) < 0.5, -0.0, 0.0)
        draws = of(np.stack([rng.normal(size=SIZE), rng.integers(0, 9, SIZE), signed], axis=1))
        assert screen(draws, SIDE, EVEN) == ()


def test_what_the_numbers_say_already_is_not_said_again():
    rng = np.random.default_rng(1)
    draws = of(np.where(rng.random(SIZE) < 0.8, SIDE, 1 - SIDE) * 2.0 - 1)
    chance = np.where(draws.numbers[:, 0] > 0, 0.8, 0.2)
    assert screen(draws, SIDE, EVEN)
    assert screen(draws, SIDE, chance) == ()


def test_a_bit_that_tells_within_a_rare_value_only_is_found_there():
    rng = np.random.default_rng(2)
    values, rare = rng.normal(size=(SIZE, 2)), rng.random(SIZE) < 0.05
    values[rare, 0] = 7.0
    words = values[:, 1].copy().view(np.uint64)
    words[rare] = (words[rare] & ~np.uint64(1)) | SIDE[rare].astype(np.uint64)
    values[:, 1] = words.view(np.float64)
    found = screen(of(values), SIDE, EVEN)
    within = [lens for lens in found if lens.within is not None]
    assert any(str(lens).startswith("bit 0 of column 2, where") for lens in within)
    levels = read(found, of(values))
    assert levels[rare & (SIDE == 1), -1].min() > 1 > -1 > levels[rare & (SIDE == 0), -1].max()


def test_a_lens_knows_nothing_of_codes_that_it_has_not_met():
    rng = np.random.default_rng(3)
    draws = of(np.where(rng.random(SIZE) < 0.8, SIDE, 1 - SIDE))
    found = screen(draws, SIDE, EVEN)
    assert 0 < len(found) <= MOST
    strange = Draws(np.full((3, 1), 1e300), np.full((3, 1), 1e300))
    known = [lens for lens in found if "repeated" in str(lens)]
    assert known
    assert known[0].read(strange).tolist() == [0, 0, 0]
    assert read(found, strange.part(slice(0, 0))).shape == (0, len(found) + 1)


def test_one_rare_code_and_many_weak_ones_both_surprise():
    rng = np.random.default_rng(4)
    many = (2 * rng.integers(0, 100, SIZE) + np.where(rng.random(SIZE) < 0.6, SIDE, 1 - SIDE)).astype(int)
    rare = ((rng.random(SIZE) < 0.01) & (SIDE == 1)).astype(int)
    fair = rng.integers(0, 100, SIZE)
    assert weigh(many, SIDE, EVEN)[0] > 30
    assert weigh(rare, SIDE, EVEN)[0] > 10
    assert weigh(fair, SIDE, EVEN)[0] < 10
    assert weigh(np.arange(SIZE), SIDE, EVEN)[0] == 0, "what never repeats cannot be weighed"
