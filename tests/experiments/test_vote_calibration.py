"""The tables on which edge probabilities were learned where arrows are voted on: a seed gives the same table again."""

import pytest

from privcausal.experiments import vote_calibration
from privcausal.experiments.calibration import COLUMNS, EPSILONS, RECORDS
from privcausal.experiments.confidence_maps import KINDS
from privcausal.experiments.execution import load
from privcausal.experiments.vote_calibration import LEARNED, PARTS, VOTE_CALIBRATION, VOTE_CALIBRATION_AGAIN
from privcausal.graphs.expected_f1 import simulated_range
from tests.experiments.test_confidence_maps import Asked, gap, map_of


def test_no_network_is_drawn_twice_for_the_second_check():
    first, second = (
        {(task["method"], task["part"], task["world"]) for task in experiment.tasks()}
        for experiment in (VOTE_CALIBRATION, VOTE_CALIBRATION_AGAIN)
    )
    assert not first & second
    assert len(second) == 1_000
    numbers = load(VOTE_CALIBRATION_AGAIN)
    for kind in KINDS:
        learned = map_of(Asked("once-correlations"), kind)
        assert abs(gap(numbers, kind, learned, 0.9, 1.0).value) < 0.03


def test_every_table_is_drawn_once_and_as_large_as_the_page_says(rng):
    assert len(VOTE_CALIBRATION.tasks()) == len(LEARNED) * sum(PARTS.values())
    for name, ends in (("records", RECORDS), ("columns", COLUMNS), ("epsilon", EPSILONS)):
        assert simulated_range(name) == ends
    recipes = [vote_calibration.usual_numbers(rng) for _ in range(50)]
    assert {recipe.d for recipe in recipes} <= set(range(COLUMNS[0], COLUMNS[1] + 1))
    assert all(recipe.weights[0] == pytest.approx(recipe.weights[1] / 4) for recipe in recipes)
    assert vote_calibration.strange_numbers(rng).hidden == 2
