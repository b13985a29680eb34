"""The controls of `allocations`: the repeated methods are the stored ones, and no control exceeds its budget."""

import pandas as pd
import pytest

from privcausal.experiments import allocation_controls
from privcausal.experiments.allocation_controls import CONTROLS, policies
from privcausal.experiments.allocations import ALLOCATIONS
from privcausal.experiments.execution import load
from privcausal.graphs.constraint_based.pc import pc
from tests.graphs.builders import ONE, rng, sampled

NAMES = [name for name, _ in policies(sampled("asia", 100), ONE, rng())]


def test_the_repeated_methods_are_those_of_allocations():
    places = ["records", "network", "run", "method"]
    controls, stored = load(CONTROLS), load(ALLOCATIONS)
    both = controls.merge(stored, on=places)
    assert len(both) == 3 * len(ALLOCATIONS.tasks())
    pd.testing.assert_series_equal(both.f1, both["skeleton f1"], check_names=False)
    pd.testing.assert_series_equal(both.made.astype(float), both.tests, check_names=False)


@pytest.mark.parametrize("name", NAMES)
def test_every_test_is_charged_and_the_budget_is_kept(name):
    policy = dict(policies(sampled("asia"), ONE, rng(1)))[name]
    pc(8, policy)
    spent = policy.privacy_filter
    assert len(spent.releases) == sum(policy.asked) > 0
    assert 0 < spent.spent <= spent.budget


def test_sets_are_listed_only_by_the_plan_that_needs_their_number(monkeypatch):
    """At the orders where a search stops there can be more sets than fit into memory."""
    both = dict(policies(sampled("asia"), ONE, rng(1)))
    monkeypatch.setattr(allocation_controls, "path_relevant_sets", lambda _: pytest.fail("listed"))
    pc(8, both["CURATE, c = 1"])
    with pytest.raises(pytest.fail.Exception):
        pc(8, both["best plan, actual count"])
