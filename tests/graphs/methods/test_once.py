import math

import numpy as np
import pytest

from privcausal.graphs.ask_once.linear_screening import LinearGuess
from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods.once import OnceTables
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.graphs.structure.pdag import skeleton
from privcausal.privacy.gaussian import gaussian_delta
from tests.graphs.builders import ONE, price


@pytest.mark.parametrize(("name", "least"), [("earthquake", 0.85), ("survey", 0.85), ("sachs", 0.9)])
def test_networks_are_found(name, least):
    rng, net = np.random.default_rng(5), network(name)
    policy = OnceTables(Tables(net.sample(100_000, rng), net.cardinalities), ONE, rng)
    learned = pc(len(net.nodes), policy)
    assert skeleton_scores(learned.graph, net.dag).f1 >= least
    assert policy.spent == ONE


def test_the_order_of_the_columns_does_not_matter_without_noise():
    rng, net = np.random.default_rng(6), network("asia")
    records = net.sample(50_000, rng)
    shuffle = rng.permutation(8)
    sizes = np.array(net.cardinalities)
    rich = price(1e4)
    first = skeleton(pc(8, OnceTables(Tables(records, sizes), rich, rng)).graph)
    other = skeleton(pc(8, OnceTables(Tables(records[:, shuffle], sizes[shuffle]), rich, rng)).graph)
    assert (first[np.ix_(shuffle, shuffle)] == other).all()


def test_the_two_shares_are_the_whole_budget():
    policy = OnceTables(Tables([[0, 1]] * 10, (2, 2)), ONE, np.random.default_rng(0))
    parts = [policy.mu * math.sqrt(part) for part in (policy.share, 1 - policy.share)]
    delta = gaussian_delta(math.hypot(*parts), 1.0, 1.0)
    assert delta <= 1e-6 == pytest.approx(delta, rel=1e-6)


def test_it_says_that_it_stops_at_order_two():
    rng = np.random.default_rng(8)
    common = rng.integers(0, 2, 5_000)
    records = np.stack([common ^ (rng.random(5_000) < 0.1) for _ in range(6)], axis=1)
    policy = OnceTables(Tables(records, (2,) * 6), price(10.0), rng)
    pc(6, policy)
    assert "2 variables" in policy.stop_reason
    assert len(policy.asked) == 3


def test_tables_too_large_to_be_filled_are_not_asked_for():
    rng = np.random.default_rng(9)
    common = rng.integers(0, 30, 3_000)
    records = np.stack([np.where(rng.random(3_000) < 0.8, common, 0) for _ in range(4)], axis=1)
    policy = OnceTables(Tables(records % 4, (4,) * 4), ONE, rng)
    pc(4, policy)
    wide = OnceTables(Tables(records % 4, (32, 32, 32, 32)), price(100.0), rng)
    assert wide._by_guess(LinearGuess(policy.moments), (0, 1), [(2, 3)]) == [(2, 3)]
    huge = OnceTables(Tables(records % 4, (32,) * 4), ONE, rng)
    huge.tables.cardinalities = (64,) * 4
    assert huge._by_guess(LinearGuess(policy.moments), (0, 1), [(2, 3)]) == []
