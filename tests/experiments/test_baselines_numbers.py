"""The peers for numbers: the same records and the same price for all, worlds that no constant was chosen on."""

import numpy as np

from privcausal.experiments import baselines_numbers, heldout_networks
from privcausal.experiments.baselines_numbers import FAMILIES, FIRST, MEMBERS, SET, SIZES, all_entries, tasks
from privcausal.experiments.execution import load
from privcausal.graphs.structure.pdag import skeleton
from tests.graphs.builders import price, rng

METHODS = {
    "empty": np.inf,
    "random": np.inf,
    "pc, Fisher's z": np.inf,
    "once, correlations": 1.0,
    "once-linear": 1.0,
    "all entries, then PC": 1.0,
    "PACE-GGM, then PC": 1.0,
    "Fed-Sparse-BNSL": 1.0,
    "PC asks PrivCRT": 1.0,
}


def test_worlds_are_standardised_small_and_not_those_that_were_tried_out():
    assert len(tasks()) == len(FAMILIES) * MEMBERS * len(SIZES)
    assert heldout_networks.MEMBERS[SET] <= FIRST == min(task["member"] for task in tasks())
    for family in FAMILIES:
        recipe = heldout_networks.linear_families(SET)[family]
        assert recipe.standardised
        assert recipe.d <= 20
        assert recipe.noises[0] < recipe.noises[1]


def test_every_task_meets_every_method_at_its_price():
    for _, rows in load(baselines_numbers.BASELINES_NUMBERS).groupby(["family", "member", "records"]):
        assert dict(zip(rows.method, rows.epsilon, strict=True)) == METHODS


def test_without_noise_all_entries_show_what_pc_shows():
    world = heldout_networks.linear(SET, "standardised, few", 0)
    result = skeleton(all_entries(world.sample(20_000, rng()), price(10_000.0), rng()))
    assert (result == skeleton(world.dag)).mean() > 0.9
    assert baselines_numbers.BOUND > 0
