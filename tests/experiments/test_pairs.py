"""The experiment on pairs: the true direction first, one λ for both, scores that are those of the library."""

import math

import numpy as np
import pytest

from privcausal.data.pairs import official_ids
from privcausal.experiments import pairs
from privcausal.experiments.pairs import (
    LARGEST,
    PENALTIES,
    SCENARIOS,
    least_distance,
    residuals,
    run,
    scores,
    tasks,
)
from privcausal.pairs.iqr import distances
from privcausal.pairs.scores import SCORES


@pytest.fixture(scope="module")
def both():
    rng = np.random.default_rng(0)
    x = rng.uniform(-1, 1, 300)
    return residuals(x, x**3 + rng.uniform(-0.2, 0.2, 300), rng)


def test_every_pair_is_a_task_once():
    found = [(task["set"], task["pair"]) for task in tasks()]
    assert len(set(found)) == len(found) == len(official_ids()) + len(SCENARIOS) * pairs.SIMULATED


def test_both_regressions_have_the_penalty_that_was_chosen(both):
    fits, penalty = both
    assert penalty in PENALTIES
    assert fits.f.penalty == fits.g.penalty == penalty


def test_scores_are_those_of_the_library(both):
    fits, _ = both
    found = scores(fits)
    assert found.keys() == SCORES.keys()
    for name, score in SCORES.items():
        assert found[name] == pytest.approx(score.exact(fits))


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


def test_a_task_repeats_itself_and_draws_no_more_than_it_may(monkeypatch):
    monkeypatch.setattr(pairs, "SPLITS", 2)
    task = {"set": next(iter(SCENARIOS)), "pair": 0}
    first, again = (run(task, np.random.default_rng(7)) for _ in range(2))
    assert str(first) == str(again)
    assert len(first) == 2 * len(SCORES)
    assert all(2 * row["m"] <= LARGEST + 1 for row in first)
    assert ["distance" in row for row in first] == [False, False, False, True] * 2
