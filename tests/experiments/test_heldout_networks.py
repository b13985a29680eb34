"""The two sets share no world, and each is drawn from its own seed alone."""

import numpy as np
import pytest

from privcausal.experiments.heldout_networks import MEMBERS, categorical, families, linear, linear_families


@pytest.mark.parametrize(("draw", "listed"), [(categorical, families), (linear, linear_families)])
def test_no_two_worlds_are_the_same(draw, listed):
    members = [
        (purpose, family, member)
        for purpose in MEMBERS
        for family in listed(purpose)
        for member in range(MEMBERS[purpose])
    ]
    graphs = [draw(*key).dag.tobytes() for key in members]
    assert len(set(graphs)) == len(graphs)


def test_judging_has_families_that_development_never_met():
    for listed in (families, linear_families):
        assert set(listed("development")) < set(listed("judging"))


def test_a_world_is_drawn_the_same_way_twice():
    first, second = (categorical("judging", "rare", 3) for _ in range(2))
    np.testing.assert_array_equal(first.dag, second.dag)


def test_another_purpose_is_refused():
    with pytest.raises(ValueError, match="purpose must be one of"):
        categorical("tuning", "rare", 0)
