"""The list of scores: what each protects, what it refuses, and that it is all that direction and its command know."""

import math

import numpy as np
import pytest

from privcausal.__main__ import parser
from privcausal.pairs.anm import regress_both_ways, split
from privcausal.pairs.fourier_kernel import ROUNDING
from privcausal.pairs.private_direction import DirectionMethod, direction, scores_of
from privcausal.pairs.ridge import GaussianKernel
from privcausal.pairs.scores import PROTECT, RESIDUAL_KERNEL, SCORES, Halves, Scoring, halves
from privcausal.pairs.training_sensitivity import hsic_training_sensitivity
from privcausal.privacy.price import Price, Relation
from privcausal.privacy.propose_test_release import REFUSED

SUB = Relation.SUBSTITUTION
BOUNDS = ((-1.0, 1.0), (-1.0, 1.0))


@pytest.fixture(scope="module")
def both():
    rng = np.random.default_rng(0)
    x = rng.uniform(-1, 1, 400)
    y = np.clip(x**3 + rng.uniform(-0.3, 0.3, 400), -1, 1)
    return regress_both_ways(x, y, split(400, rng), penalty=0.01, kernel=GaussianKernel(0.5))


def test_the_help_of_the_command_names_every_score():
    choices = next(action.choices for action in parser(["direction"])._actions if action.choices)
    shown = next(action.help for action in choices["direction"]._actions if action.dest == "score")
    assert all(name in shown for name in SCORES)


def test_a_score_that_is_added_is_known_to_direction_and_its_refusals(monkeypatch, rng):
    steps = Scoring(
        lambda both: (float(np.ptp(both.of_y)), float(np.ptp(both.of_x))),
        lambda both, protect: 4.0,
        protects=("test",),
    )
    monkeypatch.setitem(SCORES, "range", steps)
    x = np.linspace(-1, 1, 400)
    result = direction(
        x, x**3, bounds=BOUNDS, method=DirectionMethod("range", "test"), epsilon=8.0, relation=SUB, rng=rng
    )
    assert (result.noise, result.release.epsilon) == (1.0, 8.0)
    with pytest.raises(ValueError, match="score must be one of hsic, kendall, spearman, iqr, range"):
        DirectionMethod("x")
    with pytest.raises(ValueError, match="protect='train' needs score='hsic' or 'kendall'"):
        DirectionMethod("range", "train")


@pytest.mark.parametrize("name", SCORES)
def test_release_at_a_huge_price_is_the_exact_score(both, name):
    """Noise vanishes with the price; what asks first may refuse, and must then say so."""
    one = SCORES[name]
    for protect in one.protects:
        released, _ = one.release(both, protect, Price(1e9, 1e-6, SUB), None, np.random.default_rng(1))
        assert released.relation is SUB
        if released.value is REFUSED:
            assert protect in one.asks_for
        else:
            assert released.value == pytest.approx(scores_of(both, name), abs=1e-5)


@pytest.mark.parametrize(
    "name", [name for name, one in SCORES.items() if set(one.protects) - set(one.asks_for)]
)
def test_noise_is_twice_the_sensitivity_over_epsilon(both, name):
    one = SCORES[name]
    for protect in set(one.protects) - set(one.asks_for):
        _, scale = one.release(both, protect, Price.pure(0.5, SUB), None, np.random.default_rng(1))
        assert scale == pytest.approx(one.scale(halves(both), protect, Price.pure(0.5, SUB)), rel=1e-12)
        assert scale == pytest.approx(2 * one.sensitivity(halves(both), protect) / 0.5, rel=1e-12)


def test_hsic_protects_either_set_with_the_larger_of_two_bounds(both):
    test, train, either = (SCORES["hsic"].sensitivity(halves(both), protect) for protect in PROTECT)
    assert either == max(test, train)
    assert train == hsic_training_sensitivity(200, 200, 0.01, RESIDUAL_KERNEL) + ROUNDING


@pytest.mark.parametrize("protect", PROTECT)
def test_the_noise_of_ranges_is_foreseen(protect):
    rng, n = np.random.default_rng(0), 4_000
    x = rng.normal(size=n)
    wide = regress_both_ways(
        x / 5, rng.normal(size=n) / 5, split(n, rng), penalty=2.0, kernel=GaussianKernel(0.5)
    )
    budget, one = Price(400.0, 1e-6, SUB), SCORES["iqr"]
    released, scale = one.release(wide, protect, budget, None, rng)
    assert released.value is not REFUSED
    assert one.scale(Halves(2_000, 2_000, 2.0), protect, budget) == scale


def test_no_noise_is_enough_for_a_range():
    assert SCORES["iqr"].sensitivity(None, "test") == math.inf
    assert SCORES["iqr"].asks_for == SCORES["iqr"].protects == PROTECT


def test_too_few_test_records_are_named(rng):
    with pytest.raises(ValueError, match="at least 6 records for this score, so that 3 test it; 2 would"):
        direction(
            *rng.uniform(-1, 1, (2, 4)), bounds=BOUNDS, method=DirectionMethod("iqr"), epsilon=1.0, delta=1e-6,
            relation=SUB, rng=rng,
        )  # fmt: skip
