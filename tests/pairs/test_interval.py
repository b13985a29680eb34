"""interval: it covers the population's correlation as often as it says, with much noise and with little."""

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import laplace, norm

from privcausal.pairs.correlation import SCORES, private_correlation
from privcausal.pairs.interval import half_width, interval, tail, within_people
from privcausal.privacy.price import Relation
from tests.refusals import refusals


@pytest.mark.parametrize("size", [0.0, 0.3, 2.0, 9.0])
@pytest.mark.parametrize(("noise", "sampling"), [(1.0, 0.2), (0.05, 1.0), (1.0, 1.0), (0.01, 3.0)])
def test_the_tail_is_that_of_the_sum(size, noise, sampling):
    by_hand, _ = quad(
        lambda z: norm.pdf(z, scale=sampling) * laplace.sf(size - z, scale=noise),
        -12 * sampling,
        12 * sampling,
        points=[min(max(size, -12 * sampling), 12 * sampling)],
        limit=400,
    )
    assert tail(size, noise, sampling) == pytest.approx(by_hand, rel=1e-6, abs=1e-12)


def test_the_half_width_is_exceeded_as_rarely_as_it_should():
    for noise, sampling in ((1.0, 0.0), (1.0, 0.5), (0.1, 1.0)):
        assert 2 * tail(half_width(noise, sampling, 0.9), noise, sampling) == pytest.approx(0.1)


def normal_pair(records, rho, rng):
    x = rng.normal(size=records)
    return x, rho * x + math.sqrt(1 - rho**2) * rng.normal(size=records)


def ties(records, rho, rng):
    """Yes or no, twice: P(same) = (1 + ρ)/2, for which Kendall's τ-a is ρ/2."""
    x = rng.integers(0, 2, records)
    return x, np.where(rng.random(records) < (1 + rho) / 2, x, 1 - x)


WORLDS = {
    "kendall, nothing": ("kendall", normal_pair, 0.0, 0.0),
    "kendall, strong": ("kendall", normal_pair, 0.9, 2 / math.pi * math.asin(0.9)),
    "kendall, ties": ("kendall", ties, 0.6, 0.3),
    "spearman, nothing": ("spearman", normal_pair, 0.0, 0.0),
    "spearman, strong": ("spearman", normal_pair, 0.9, 6 / math.pi * math.asin(0.45)),
}


@pytest.mark.parametrize("epsilon", [0.1, 5.0])
@pytest.mark.parametrize("world", WORLDS)
def test_it_covers_the_truth(world, epsilon):
    score, draw, rho, truth = WORLDS[world]
    rng, records, runs, covered = np.random.default_rng(3), 300, 300, 0
    noise = SCORES[score].sensitivity(records) / epsilon
    for _ in range(runs):
        x, y = draw(records, rho, rng)
        value = private_correlation(
            x, y, score=score, epsilon=epsilon, relation=Relation.SUBSTITUTION, rng=rng
        ).value
        low, high = interval(value, score=score, records=records, noise=noise)
        covered += low <= truth <= high
    assert covered / runs > 0.95 - 4 * math.sqrt(0.95 * 0.05 / runs)


def test_half_the_noise_would_not_cover():
    """The simulation can fail: whoever forgets half of the noise is noticed."""
    rng, records, runs, covered = np.random.default_rng(3), 300, 300, 0
    noise = SCORES["kendall"].sensitivity(records) / 0.1
    for _ in range(runs):
        x, y = normal_pair(records, 0.0, rng)
        value = private_correlation(
            x, y, score="kendall", epsilon=0.1, relation=Relation.SUBSTITUTION, rng=rng
        ).value
        low, high = interval(value, score="kendall", records=records, noise=noise / 2)
        covered += low <= 0 <= high
    assert covered / runs < 0.88


test_bad_input_is_named = refusals(
    lambda changes: interval(0.0, **{"score": "kendall", "records": 9, "noise": 0.1, **changes}),
    ("score must be one of kendall, spearman", {"score": "pearson"}),
    ("records must be at least 2", {"records": 1}),
    ("noise must be a positive finite number", {"noise": 0.0}),
    ("confidence must lie strictly between 0 and 1", {"confidence": 1.0}),
)


def panel(people, rows, share, rng):
    """Independent columns; a person's rows share so much of their variance, and the number of rows if `rows` is one."""
    each = np.repeat(np.arange(people), rows)
    noise = rng.normal(size=(2, len(each)))
    return math.sqrt(share) * rng.normal(size=(2, people))[:, each] + math.sqrt(1 - share) * noise


def coverage(score, rows, told, *, people=60, share=0.9, epsilon=50.0, runs=400, truth=0.0):
    rng, covered = np.random.default_rng(4), 0
    for _ in range(runs):
        x, y = panel(people, rows, share, rng)
        row = epsilon / told
        value = private_correlation(
            x, y, score=score, epsilon=row, relation=Relation.SUBSTITUTION, rng=rng
        ).value
        noise = SCORES[score].sensitivity(len(x)) / row
        low, high = interval(value, score=score, records=len(x), noise=noise, rows=told)
        covered += low <= truth <= high
    return covered / runs


@pytest.mark.parametrize("score", ["kendall", "spearman"])
def test_it_covers_the_truth_of_people_with_twenty_rows_each(score):
    assert coverage(score, 20, told=1) < 0.75  # as if rows were people: the old state, and this test can fail
    assert coverage(score, 20, told=20) >= 0.94


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_it_covers_whatever_rows_of_one_person_share(share):
    """All the same, or nothing at all."""
    assert coverage("kendall", 20, told=20, share=share, runs=200) >= 0.94


def test_it_covers_where_some_people_have_one_row_and_some_have_twenty():
    rows = np.where(np.arange(200) % 10 == 0, 20, 1)
    assert coverage("kendall", rows, told=20, people=200, runs=200) >= 0.94


def test_rows_of_one_person_that_say_the_opposite_of_people_are_in_the_bound():
    """Within each person the columns go together perfectly; between people not at all."""
    rng, people, rows = np.random.default_rng(5), 40, 10
    for _ in range(20):
        steps = np.tile(np.arange(rows), people) * 1e-6
        x, y = panel(people, rows, 1.0, rng) + steps
        within = SCORES["kendall"].statistic(x, y) - SCORES["kendall"].statistic(x - steps, y - steps)
        assert 0 < within <= within_people("kendall", people * rows, rows)


@pytest.mark.parametrize("score", ["kendall", "spearman"])
def test_one_row_a_person_leaves_every_digit(score):
    plain = interval(0.3, score=score, records=777, noise=0.013)
    assert plain == interval(0.3, score=score, records=777, noise=0.013, rows=1)
    sampling = math.sqrt(
        {"kendall": 2, "spearman": 3}[score] * (1 - (0.3 - half_width(0.013, 0, 0.95)) ** 2) / 777
    )
    half = half_width(0.013, sampling, 0.95)
    assert plain == (0.3 - half, 0.3 + half)
