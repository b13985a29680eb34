"""Tables asked for once, against PC on the same records without privacy."""

from itertools import combinations

import numpy as np

from privcausal.experiments.simulated_networks import Recipe
from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.independence.contingency import Tables, g_squared
from privcausal.graphs.independence.pair_counts import PairCounts, quickest
from privcausal.graphs.methods.once import OnceTables
from privcausal.graphs.methods.once_further import OnceFurther
from privcausal.graphs.models.bayesian_network import network
from privcausal.privacy.price import Price, Relation
from tests.bench.measures import fastest, in_order

NETWORK, SIZE = "alarm", 100_000
ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)

COLUMNS = 120
"""Of two values each: all pairs of them are counted one by one, and at once."""

TARGETS = {
    "all pairs of 120 columns: counted at once ÷ one by one": ("at most", 0.5),
    "Alarm: the release read further ÷ tables asked for once": ("at most", 2),
    "Alarm: tables asked for once ÷ PC with G²": ("at most", 1.5),
    "tables asked for once: 1,000,000 records ÷ 100,000": ("at most", 12),
    **{
        f"seconds of {method}, {columns} columns of two values": ("at most", seconds)
        for method, columns, seconds in (("tables asked for once", 76, 3), ("tables asked for once", 223, 30))
    },
    "seconds of PC with G², 76 columns of two values": ("at most", 60),
}


def asked_once(tables):
    """The graph by `once`."""
    return pc(len(tables.cardinalities), OnceTables(tables, ONE, np.random.default_rng(0))).graph


def without_privacy(tables):
    """The graph by PC, with the test that has no noise."""
    test = OneByOne(lambda x, y, conditioning_set: g_squared(tables, x, y, conditioning_set).p_value > 0.01)
    return pc(len(tables.cardinalities), test).graph


def wide():
    """Seconds on worlds of many columns."""
    for columns, search in ((76, asked_once), (223, asked_once), (76, without_privacy)):
        world = Recipe(columns, values=(2, 2)).draw(np.random.default_rng(0))
        rows = world.sample(SIZE, np.random.default_rng(1))
        yield fastest(lambda: search(quickest(rows, world.cardinalities)), repeats=1)  # noqa: B023


def measure():
    """Ratios of times in one run; all tables are counted again."""
    net = network(NETWORK)
    records = net.sample(10 * SIZE, np.random.default_rng(0))
    few = records[:SIZE]
    bits = np.random.default_rng(1).integers(0, 2, (SIZE, COLUMNS), dtype=np.uint8)

    def further(tables):
        OnceFurther(tables, ONE, np.random.default_rng(0)).learn()

    def counted(kind):
        tables = kind(bits, (2,) * COLUMNS)
        for x, y in combinations(range(COLUMNS), 2):
            tables.counts(x, y)

    def seconds(search, rows, repeats):
        return fastest(lambda: search(Tables(rows, net.cardinalities)), repeats)

    one_by_one, at_once = (
        fastest(lambda kind=kind: counted(kind), repeats=2) for kind in (Tables, PairCounts)
    )
    private, plain = (seconds(search, few, 3) for search in (asked_once, without_privacy))
    return in_order(
        TARGETS,
        at_once / one_by_one,
        seconds(further, few, 2) / private,
        private / plain,
        seconds(asked_once, records, 2) / private,
        *wide(),
    )
