"""The peers for numbers: the same records and the same price for all, worlds that no constant was chosen on."""

import numpy as np

from privcausal.experiments import peers_numbers
from privcausal.experiments.peers_numbers import FAMILIES, FIRST, MEMBERS, SET, SIZES, all_entries, run, tasks
from privcausal.experiments.unseen_worlds import MEMBERS as TRIED
from privcausal.experiments.unseen_worlds import linear, linear_families
from privcausal.graphs.structure.pdag import skeleton
from privcausal.privacy.price import Price, Relation

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
    found = [tuple(task.values()) for task in tasks()]
    assert len(found) == len(set(found)) == len(FAMILIES) * MEMBERS * len(SIZES)
    assert TRIED[SET] <= FIRST == min(task["member"] for task in tasks())
    for family in FAMILIES:
        recipe = linear_families(SET)[family]
        assert recipe.standardised
        assert recipe.d <= 20
        assert recipe.noises[0] < recipe.noises[1]


def test_a_task_repeats_itself_and_meets_every_method_at_its_price():
    task = {"family": "standardised, few", "member": FIRST, "records": 2_000}
    rows = run(task, np.random.default_rng(0))
    assert rows == run(task, np.random.default_rng(0))
    assert {row["method"]: row["epsilon"] for row in rows} == METHODS


def test_without_noise_all_entries_show_what_pc_shows():
    world = linear(SET, "standardised, few", 0)
    records = world.sample(20_000, np.random.default_rng(0))
    loud = Price(10_000.0, 1e-6, Relation.SUBSTITUTION)
    found = skeleton(all_entries(records, loud, np.random.default_rng(0)))
    assert (found == skeleton(world.dag)).mean() > 0.9
    assert peers_numbers.BOUND > 0
