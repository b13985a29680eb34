import numpy as np
import pytest

from privcausal.graphs.models.bayesian_network import NAMES, mixed_radix, network
from tests.refusals import refusals

SIZES = {
    "earthquake": (5, 4, 10),
    "cancer": (5, 4, 10),
    "asia": (8, 8, 18),
    "survey": (6, 6, 21),
    "sachs": (11, 17, 178),
    "child": (20, 25, 230),
    "alarm": (37, 46, 509),
}


@pytest.mark.parametrize("name", NAMES)
def test_nodes_edges_and_tables_are_those_of_the_repository(name):
    net = network(name)
    assert (len(net.nodes), net.dag.sum(), net.parameters) == SIZES[name]
    for node, rows in enumerate(net.tables):
        parents = [net.cardinalities[parent] for parent in net.parents[node]]
        assert rows.shape == (np.prod(parents, dtype=int), net.cardinalities[node])
        assert (rows >= 0).all()
        np.testing.assert_allclose(rows.sum(axis=1), 1, atol=1e-14)


@pytest.mark.parametrize("name", NAMES)
def test_a_sample_has_the_frequencies_of_the_tables(name):
    """5 standard errors, over at most 800 cells per network; the seed is fixed."""
    net = network(name)
    records = net.sample(50_000, np.random.default_rng(1))
    for node, rows in enumerate(net.tables):
        family = (*net.parents[node], node)
        code = mixed_radix(records, family, net.cardinalities)
        counts = np.bincount(code, minlength=rows.size).reshape(rows.shape)
        totals = counts.sum(axis=1, keepdims=True)
        slack = 5 * np.sqrt(totals * rows * (1 - rows)) + 4
        assert (np.abs(counts - totals * rows) <= slack).all()


def test_the_seed_decides_the_sample():
    first, again, other = (network("sachs").sample(50, np.random.default_rng(seed)) for seed in (5, 5, 6))
    assert (first == again).all()
    assert (first != other).any()


def test_no_records_are_fine():
    assert network("asia").sample(0, np.random.default_rng(0)).shape == (0, 8)


test_what_cannot_be_drawn_is_refused = refusals(
    lambda name, size: network(name).sample(size, np.random.default_rng(0)),
    (r"size must be .* got -1", ("asia", -1)),
    (r"name must be one of earthquake, .* got 'barley'", ("barley", 1)),
)
