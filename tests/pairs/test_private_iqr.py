"""The IQR score: one question for four ranges, for people in either half of the data; exact laws; what is refused."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from privcausal.pairs.anm import Residuals, regress_both_ways, split
from privcausal.pairs.iqr import GRIDS, cell_of, distances, iqr
from privcausal.pairs.private_direction import DirectionMethod, direction, regressions, scores_of
from privcausal.pairs.private_iqr import (
    AskOnce,
    distance_of_either,
    iqr_scores,
    private_iqr_scores,
    probability_correct_of_four,
    proposal,
    score_distance,
)
from privcausal.pairs.ridge import GaussianKernel
from privcausal.pairs.training_sensitivity import training_distances
from privcausal.privacy.price import Relation
from privcausal.privacy.propose_test_release import REFUSED

SUB = Relation.SUBSTITUTION
columns = st.lists(st.integers(-20, 20), min_size=3, max_size=40)


def toy(n=1200, seed=3):
    """Low noise around a curve that bends back: the score's home ground."""
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, n)
    return x, 0.9 * np.sin(3 * x) + rng.uniform(-0.1, 0.1, n)


@pytest.fixture(scope="module")
def both():
    x, y = toy()
    return regress_both_ways(
        x, y, split(len(x), np.random.default_rng(0)), penalty=1e-3, kernel=GaussianKernel(0.5)
    )


def test_the_score_is_the_sum_of_two_logarithms(both):
    first, second = iqr_scores(both)
    assert first == pytest.approx(math.log(iqr(both.x) * iqr(both.of_y)))
    assert second == pytest.approx(math.log(iqr(both.y) * iqr(both.of_x)))
    assert scores_of(both, "iqr") == (first, second)
    assert first < second


def test_units_do_not_matter(both):
    first, second = iqr_scores(both)
    other = iqr_scores(replace(both, y=3 * both.y, of_y=3 * both.of_y))
    assert other[1] - other[0] == pytest.approx(second - first)


@given(columns)
def test_without_another_kind_the_distance_is_that_of_one_column(x):
    width = iqr(x)
    if width:
        results = tuple(distance_of_either(x, cell_of(width, shift), math.inf) for shift in GRIDS)
        assert results == distances(x)


@given(columns, st.floats(0.01, 5))
def test_another_kind_only_brings_the_edge_nearer(x, step):
    width = iqr(x)
    if width:
        cell = cell_of(width, 0.5)
        alone = distance_of_either(x, cell, step, test=False)
        together = distance_of_either(x, cell, step)
        assert together <= min(alone, distance_of_either(x, cell, math.inf))
        assert together <= distance_of_either(x, cell, 0.9 * step)


def test_for_the_training_set_it_is_the_distance_of_the_next_chapter(both):
    n, penalty = both.f.records, both.f.penalty
    expected = min(max(training_distances(r, n, penalty)) for r in (both.of_y, both.of_x))
    assert score_distance(both, "train") == expected
    assert score_distance(both, "both") <= min(expected, score_distance(both, "test"))


@settings(max_examples=60)
@given(st.integers(0, 29), st.floats(-1, 1), st.floats(-1, 1))
def test_one_test_record_moves_the_distance_by_at_most_one(place, u, v):
    x, y = toy(60, seed=8)
    parts = split(60, np.random.default_rng(2))
    sides = []
    for replaced in (False, True):
        a, b = x.copy(), y.copy()
        if replaced:
            a[parts.test[place]], b[parts.test[place]] = u, v
        sides.append(regress_both_ways(a, b, parts, penalty=0.01, kernel=GaussianKernel(0.5)))
    assert abs(score_distance(sides[0], "test") - score_distance(sides[1], "test")) <= 1


@settings(max_examples=60)
@given(st.integers(0, 499), st.floats(-1, 1), st.floats(-1, 1), st.sampled_from(["train", "both"]))
def test_retrained_on_a_neighbour_the_distance_moves_by_at_most_one(place, u, v, protect):
    """No formula: one training record is replaced and both curves are fitted again."""
    rng = np.random.default_rng(5)
    x = np.round(rng.uniform(-1, 1, 540), 1)
    y = np.clip(np.round(np.sin(3 * x) + rng.uniform(-0.4, 0.4, 540), 1), -1, 1)
    parts = split(540, rng, share=500 / 540)
    sides = []
    for replaced in (False, True):
        a, b = x.copy(), y.copy()
        if replaced:
            a[parts.train[place]], b[parts.train[place]] = round(u, 1), round(v, 1)
        sides.append(regress_both_ways(a, b, parts, penalty=1.0, kernel=GaussianKernel(0.5)))
    assert abs(score_distance(sides[0], protect) - score_distance(sides[1], protect)) <= 1


def test_the_stated_chance_of_no_answer_is_how_often_it_happens():
    once = AskOnce(0.5, 4, epsilon=1.0, delta=0.01, relation=SUB)
    rng = np.random.default_rng(6)
    for distance in (1, 6, 8, 12):
        silent = np.isinf(once.sample((0.0, 1.0), distance, 100_000, rng)).all(axis=1).mean()
        assert once.refusal(distance) == pytest.approx(silent, abs=0.006)
    assert once.refusal(1) == pytest.approx(0.99)


def test_the_noise_on_each_score_has_the_stated_scale():
    once = AskOnce(0.5, 4, epsilon=1.0, delta=0.01, relation=SUB)
    draws = once.sample((2.0, -3.0), 10_000, 50_000, np.random.default_rng(7))
    for column, centre in zip(draws.T, (2.0, -3.0), strict=True):
        assert stats.kstest(column, stats.laplace(centre, 4.0).cdf).pvalue > 1e-3
        assert stats.kstest(column, stats.laplace(centre, 3.6).cdf).pvalue < 1e-3


@pytest.mark.parametrize(("protect", "ranges"), [("train", 2), ("test", 4), ("both", 4)])
def test_the_noise_is_made_for_every_range_that_a_record_moves(both, protect, ranges):
    """A training record moves the ranges of the two residuals, a test record those of the inputs too."""
    answer = {"epsilon": 1.0, "delta": 1e-3, "relation": SUB, "rng": np.random.default_rng(0), "size": 0.5}
    assert private_iqr_scores(both, protect=protect, **answer)[1] == pytest.approx(0.5 * ranges / (1.0 / 2))


def test_scores_that_do_not_exist_are_refused_at_full_price():
    once = AskOnce(1.0, 4, epsilon=1.0, delta=1e-6, relation=SUB)
    release = once.release((math.nan, 1.0), 10_000, np.random.default_rng(0))
    assert (release.value, release.epsilon, release.delta) == (REFUSED, 1.0, 1e-6)


def test_release_states_its_price(both):
    release, scale = private_iqr_scores(
        both, epsilon=8.0, delta=1e-6, protect="test", relation=SUB, rng=np.random.default_rng(1)
    )
    assert (release.epsilon, release.delta, release.relation) == (8.0, 1e-6, SUB)
    assert scale == pytest.approx(8 * proposal(600, 8.0, 1e-6) / 8.0)
    assert len(release.value) == 2


@pytest.mark.parametrize("protect", ["test", "train", "both"])
def test_a_direction_by_the_iqr_score(protect):
    x, y = toy()
    result = direction(
        x,
        y,
        bounds=((-1, 1), (-1, 1)),
        method=DirectionMethod("iqr", protect, penalty=1e-3),
        epsilon=40.0,
        delta=1e-3,
        relation=SUB,
        rng=np.random.default_rng(2),
    )
    own = {"both": 1e-3, "test": 0.5005, "train": 0.5005}[protect]
    assert (result.release.epsilon, result.release.delta) == (40.0, pytest.approx(own))
    if protect == "test":
        assert result.answer == "x → y"
        assert result.reversal_probability < 0.1
    else:  # λ = 0.001 bends for anybody
        assert result.answer == "no answer"
        assert result.reversal_probability == 0


@pytest.mark.parametrize(
    "shape", [stats.norm, stats.uniform, stats.laplace, stats.cauchy], ids=lambda s: s.name
)
@pytest.mark.parametrize("m", [400, 2000, 10_000])
def test_the_default_proposal_is_supported_by_common_shapes(shape, m):
    size = proposal(m, 2.0, 1e-6)
    x = shape.ppf((np.arange(1, m + 1) - 0.5) / m)
    once = AskOnce(size, 4, 2.0, 1e-6, SUB)
    places = (x / iqr(x) * math.exp(size * s) for s in np.linspace(0, 0.96, 13))
    refusals = [once.refusal(max(distances(place, size))) for place in places]
    # A Cauchy column has fewer records near its quartiles than the proposal counts on.
    assert max(refusals) < (0.9 if shape is stats.cauchy else 0.03)


@pytest.mark.parametrize("t", [0.0, 0.3, 1.0, 4.0, 12.0])
def test_four_noises_by_simulation(t):
    noise = np.random.default_rng(8).laplace(scale=0.5, size=(4, 200_000))
    observed = np.mean(noise[0] + noise[1] < 0.5 * t + noise[2] + noise[3])
    assert probability_correct_of_four(0.5 * t, 0.5) == pytest.approx(observed, abs=0.005)


def test_regressions_are_those_that_the_direction_scores():
    x, y = toy(300)
    options = {
        "bounds": ((-1, 1), (-1, 1)),
        "method": DirectionMethod("kendall", "test", 0.01, GaussianKernel(0.5)),
    }
    both, _ = regressions(x, y, rng=np.random.default_rng(9), **options)
    result = direction(
        x,
        y,
        epsilon=1e9,
        relation=SUB,
        rng=np.random.default_rng(9),
        **options,
    )
    assert result.release.value == pytest.approx(scores_of(both, "kendall"), abs=1e-6)


BAD = {
    "size": ({"size": 0.0}, r"size must lie in \[1e-06, 10\], got 0.0"),
    "large size": ({"size": 11.0}, r"size must lie in \[1e-06, 10\]"),
    "no size": ({"size": math.nan}, r"size must lie in \[1e-06, 10\]"),
    "epsilon": ({"epsilon": 0.0}, "epsilon must be a positive finite number"),
    "delta": ({"delta": 0.0}, "delta must lie in"),
    "large delta": ({"delta": 0.6}, "delta must lie in"),
    "relation": ({"relation": Relation.ADD_REMOVE}, "relation must be"),
}


@pytest.mark.parametrize("what", BAD)
def test_bad_prices_are_named(both, what):
    changes, words = BAD[what]
    good = {"epsilon": 1.0, "delta": 1e-6, "protect": "test", "relation": SUB, "size": 0.5}
    with pytest.raises(ValueError, match=words):
        private_iqr_scores(both, **{**good, **changes}, rng=np.random.default_rng(0))


def test_other_bad_input():
    for scale in (0.0, -1.0, math.nan):
        with pytest.raises(ValueError, match="scale must be a positive finite number"):
            probability_correct_of_four(0.1, scale)
    for margin in (-0.1, math.inf):
        with pytest.raises(ValueError, match="margin must be a finite number ≥ 0"):
            probability_correct_of_four(margin, 0.1)
    with pytest.raises(ValueError, match="ranges must be a positive finite number"):
        AskOnce(1.0, 0, 1.0, 1e-6, SUB)
    with pytest.raises(ValueError, match="m must be a positive finite number"):
        proposal(0, 1.0, 1e-6)
    with pytest.raises(ValueError, match="x must be finite"):
        distance_of_either([1.0, math.nan, 2.0], cell_of(1.0), 1.0)
    with pytest.raises(ValueError, match="step must be a positive number, got 0"):
        distance_of_either([1.0, 2.0, 3.0], cell_of(1.0), 0.0)


def test_two_test_records_have_no_quartiles():
    two = np.array([0.0, 1.0])
    x, y = toy(40)
    fits = regress_both_ways(
        x, y, split(40, np.random.default_rng(0)), penalty=0.1, kernel=GaussianKernel(0.5)
    )
    with pytest.raises(ValueError, match="x must hold at least 3 records, got 2"):
        iqr_scores(Residuals(two, two, two, two, fits.f, fits.g))
