"""Pairs for a direction: every part has pairs of its own, and a stored row comes out again."""

import numpy as np
import pytest

from privcausal.experiments.direction import DIRECTION, DIRECTION_AGAIN, PAIRS, PARTS, more_tasks, tasks
from privcausal.experiments.execution import again, stale


@pytest.mark.parametrize("experiment", [DIRECTION, DIRECTION_AGAIN])
def test_the_stored_table_speaks_for_the_code(experiment):
    assert stale(experiment) is None
    task = next(task for task in experiment.tasks() if task["part"] != "development")
    kept, repeated = again(experiment, task)
    same = ["n", "penalty", "epsilon", "noise", "margin"]
    assert kept[same].to_numpy() == pytest.approx(repeated[same].to_numpy(), rel=1e-4)


def test_no_pair_is_in_two_parts():
    every = [tuple(task.values()) for task in tasks() + more_tasks()]
    assert len(set(every)) == len(every) > sum(PARTS.values())


@pytest.mark.parametrize("part", PAIRS)
def test_most_of_each_column_lies_in_its_range(part):
    for seed in range(10):
        pair = PAIRS[part](500, np.random.default_rng(seed))
        for column, (low, high) in zip(pair[:2], pair.bounds, strict=True):
            assert np.mean((column >= low) & (column <= high)) > 0.95
