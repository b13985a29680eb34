"""The sparing reading: the release of `once` bit by bit, and a chain of strong links that noise does not break."""

import numpy as np
import pytest

from privcausal.graphs.ask_once.exclusions import EXPLAINED
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods import policy_method
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.table_release import release_tables
from tests.graphs.builders import ONE, price, rng, townsfolk


def learned(name, tables, budget=ONE, seed=0):
    method = policy_method(name)
    return method.search(method.policy(tables, budget, rng(seed)), len(tables.cardinalities), budget)


def test_it_releases_what_once_releases():
    net = network("survey")
    records = net.sample(5_000, rng(3))
    once, sparing = (learned(name, Tables(records, net.cardinalities)) for name in ("once", "once-sparing"))
    assert once.release.means.keys() == sparing.release.means.keys()
    for columns, mean in once.release.means.items():
        np.testing.assert_array_equal(sparing.release.means[columns], mean)
    assert once.spent == sparing.spent


def test_a_release_that_was_kept_gives_the_same_graph():
    people = townsfolk("survey", 20_000)
    kept = release_tables(people, ONE, rng(5)).discover("once-sparing")
    on_the_day = policy_method("once-sparing").learn(people, ONE, rng(5))
    np.testing.assert_array_equal(kept.learned.graph, on_the_day.graph)
    assert kept.learned.doubts == on_the_day.doubts


def chain(rng, size=4_000, columns=5, rare=0.05, slips=0.02):
    """A rare value that is handed on from column to column, with few slips: all pairs look alike."""
    first = rng.random(size) < rare
    handed = [first]
    for _ in range(columns - 1):
        handed.append(handed[-1] ^ (rng.random(size) < slips))
    return np.stack(handed, axis=1).astype(int)


def test_of_a_chain_of_strong_links_more_is_left():
    found = dict.fromkeys(("once-further", "once-sparing"), 0)
    for seed in range(8):
        tables = Tables(chain(rng(seed)), (2,) * 5)
        for name in found:
            graph = learned(name, tables, price(0.7), seed).graph
            joined = graph | graph.T
            found[name] += sum(int(joined[place, place + 1]) for place in range(4))
    assert found["once-sparing"] > found["once-further"] + 3


def test_what_was_spared_is_doubtful():
    result = learned("once-sparing", Tables(chain(rng(0)), (2,) * 5), price(0.7))
    assert EXPLAINED in result.doubts.values()


@pytest.mark.parametrize("nodes", [1, 2])
def test_the_smallest_tables(nodes):
    tables = Tables(rng().integers(0, 2, (1_000, nodes)), (2,) * nodes)
    assert learned("once-sparing", tables).graph.shape == (nodes, nodes)
