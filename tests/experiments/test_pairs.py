"""The experiment on pairs: the true direction first, one λ for both, scores that are those of the library."""

import math

import numpy as np
import pytest

from privcausal.data.tuebingen_pairs import official_ids
from privcausal.experiments import pairs
from privcausal.experiments import pairs as module
from privcausal.experiments.execution import load
from privcausal.experiments.pairs import LARGEST, PAIRS, PENALTIES, SCENARIOS, least_distance, scores, tasks
from privcausal.pairs.iqr import distances
from privcausal.pairs.scores import SCORES


@pytest.fixture(scope="module")
def both():
    rng = np.random.default_rng(0)
    x = rng.uniform(-1, 1, 300)
    return module.residuals(x, x**3 + rng.uniform(-0.2, 0.2, 300), rng)


def test_every_pair_is_a_task():
    assert len(tasks()) == len(official_ids()) + len(SCENARIOS) * pairs.SIMULATED


def test_both_regressions_have_the_penalty_that_was_chosen(both):
    fits, penalty = both
    assert penalty in PENALTIES
    assert fits.f.penalty == fits.g.penalty == penalty


def test_scores_are_those_of_the_library(both):
    fits, _ = both
    results = scores(fits)
    assert results.keys() == SCORES.keys()
    for name, score in SCORES.items():
        assert results[name] == pytest.approx(score.exact(fits))


def test_a_column_whose_quartiles_coincide_has_no_score(both):
    fits, _ = both
    flat = type(fits)(np.zeros_like(fits.x), fits.y, fits.of_y, fits.of_x, fits.f, fits.g)
    right, wrong = scores(flat)["iqr"]
    assert math.isnan(right)
    assert math.isfinite(wrong)


def test_the_least_distance_is_over_all_four_columns(both):
    fits, _ = both
    four = [max(distances(column)) for column in (fits.x, fits.y, fits.of_x, fits.of_y)]
    assert least_distance(fits) == min(four) < max(four)


def test_a_task_draws_no_more_than_it_may():
    stored = load(PAIRS)
    assert (2 * stored.m <= LARGEST + 1).all()
    assert (stored.distance.notna() == (stored.score == "iqr")).all()
    assert set(stored.groupby(["set", "pair"]).size()) == {pairs.SPLITS * len(SCORES)}
