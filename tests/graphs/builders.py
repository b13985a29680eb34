"""What the tests of methods share: the usual budget, and tables to ask about."""

import numpy as np

from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.models.bayesian_network import network
from privcausal.graphs.models.linear_gaussian import random_model
from privcausal.graphs.structure.metrics import skeleton_scores
from privcausal.privacy.price import Price, Relation
from privcausal.table.declaration import Categories, Declaration
from privcausal.table.records import Table

SWAP, OTHER = Relation.SUBSTITUTION, Relation.ADD_REMOVE


def price(epsilon, delta=1e-6, relation=SWAP):
    return Price(epsilon, delta, relation)


ONE, LOUD = price(1.0), price(500.0)


def rng(seed=0):
    return np.random.default_rng(seed)


def sampled(name, size=20_000, seed=0):
    """Records of a network, ready to be counted."""
    net = network(name)
    return Tables(net.sample(size, rng(seed)), net.cardinalities)


def townsfolk(name, size, seed=0):
    """Records of a network as a table with its declaration."""
    net = network(name)
    entries = {n: Categories(v, missing=v[0]) for n, v in zip(net.nodes, net.categories, strict=True)}
    codes = net.sample(size, rng(seed)).astype(np.uint8)
    return Table(Declaration(entries), dict(zip(net.nodes, codes.T, strict=True)))


def coins(records=5_000, columns=3):
    """Columns of two values that know nothing of each other."""
    return Tables(rng().integers(0, 2, (records, columns)), (2,) * columns)


def two_of_three(records):
    """Columns 0 and 1 are equal, column 2 has nothing to do with them."""
    return Tables(rng().integers(0, 2, (records, 2))[:, [0, 0, 1]], (2, 2, 2))


def coded_chain(records, drawn):
    """X → z → y in columns 0, 2 and 1, of three values each, and a coin beside them."""
    x = drawn.integers(0, 3, records)
    z = np.where(drawn.random(records) < 0.7, x, drawn.integers(0, 3, records))
    y = np.where(drawn.random(records) < 0.7, z, drawn.integers(0, 3, records))
    return np.stack([x, y, z, drawn.integers(0, 2, records)], axis=1)


def mean_f1(learn, nodes, seeds, records=10_000):
    """How well random linear models with as many edges as variables are found, by their skeletons."""
    scores = []
    for seed in range(seeds):
        drawn = rng(seed)
        model = random_model("erdos-renyi", nodes, 1, drawn)
        scores.append(skeleton_scores(learn(model.sample(records, drawn), drawn), model.dag).f1)
    return np.mean(scores)
