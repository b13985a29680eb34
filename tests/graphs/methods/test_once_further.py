"""What `once` releases, read further: the same release, the same price, fewer wrong edges."""

import numpy as np
import pytest

from privcausal.graphs.constraint_based.pc import pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.methods.once import OnceTables
from privcausal.graphs.methods.once_further import OnceFurther
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.structure.metrics import skeleton_scores
from tests.graphs.builders import ONE, sampled


@pytest.mark.parametrize("name", ["cancer", "sachs"])
def test_it_asks_what_once_asks_and_hears_the_same(name):
    tables = sampled(name, 50_000)
    once, further = (kind(tables, ONE, np.random.default_rng(3)) for kind in (OnceTables, OnceFurther))
    pc(len(tables.cardinalities), once)
    further.learn()
    pairs = [columns for columns in once.moments.means if len(columns) < 3]
    for columns in pairs:
        np.testing.assert_array_equal(once.moments.means[columns], further.moments.means[columns])
    assert set(further.moments.means) == set(once.moments.means)
    assert further.spent == once.spent == ONE


@pytest.mark.parametrize(("name", "least"), [("asia", 0.85), ("sachs", 0.95)])
def test_known_networks_are_found(name, least):
    learned = OnceFurther(sampled(name, 100_000), ONE, np.random.default_rng(1)).learn()
    assert skeleton_scores(learned.graph, network(name).dag).f1 >= least


def test_an_edge_that_only_three_can_explain_goes():
    rng, n = np.random.default_rng(0), 200_000
    z = rng.integers(0, 2, (3, n))
    share = 0.2 + 0.2 * z.sum(axis=0)
    x, y = (rng.random(n) < share for _ in range(2))
    tables = Tables(np.stack([x, y, *z], axis=1).astype(int), (2,) * 5)
    once = pc(5, OnceTables(tables, ONE, np.random.default_rng(1)))
    assert once.graph[0, 1]
    assert not OnceFurther(tables, ONE, np.random.default_rng(1)).learn().graph[0, 1]
