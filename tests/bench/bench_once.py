"""Tables asked for once, against PC on the same records without privacy."""

from itertools import combinations

import numpy as np

from privcausal.graphs.ask_once.further import once_further
from privcausal.graphs.ask_once.pair_counts import PairCounts
from privcausal.graphs.ask_once.tables import OnceTables
from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.independence.contingency import Tables, g_squared
from privcausal.graphs.models.bayesian_network import network
from privcausal.privacy.price import Price, Relation
from tests.bench.bench_rank import fastest

NETWORK, SIZE = "alarm", 100_000
ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)

COLUMNS = 120
"""Of two values each: all pairs of them are counted one by one, and at once."""

TARGETS = {
    "all pairs of 120 columns: counted at once ÷ one by one": ("at most", 0.5),
    "Alarm: the release read further ÷ tables asked for once": ("at most", 2),
    "Alarm: tables asked for once ÷ PC with G²": ("at most", 1.5),
    "tables asked for once: 1,000,000 records ÷ 100,000": ("at most", 12),
}


def measure():
    """Ratios of times in one run; all tables are counted anew."""
    net = network(NETWORK)
    records = net.sample(10 * SIZE, np.random.default_rng(0))

    def once(rows):
        pc(len(net.nodes), OnceTables(Tables(rows, net.cardinalities), ONE, np.random.default_rng(0)))

    def without_privacy(rows):
        tables = Tables(rows, net.cardinalities)
        pc(len(net.nodes), OneByOne(lambda x, y, given: g_squared(tables, x, y, given).p_value > 0.01))

    def further(rows):
        once_further(Tables(rows, net.cardinalities), ONE, np.random.default_rng(0))

    few = records[:SIZE]
    bits = np.random.default_rng(1).integers(0, 2, (SIZE, COLUMNS), dtype=np.uint8)

    def counted(kind):
        tables = kind(bits, (2,) * COLUMNS)
        for x, y in combinations(range(COLUMNS), 2):
            tables.counts(x, y)

    one_by_one, at_once = (
        fastest(lambda kind=kind: counted(kind), repeats=2) for kind in (Tables, PairCounts)
    )
    private, plain = (fastest(lambda run=run: run(few), repeats=3) for run in (once, without_privacy))
    return {
        "all pairs of 120 columns: counted at once ÷ one by one": at_once / one_by_one,
        "Alarm: the release read further ÷ tables asked for once": fastest(lambda: further(few), repeats=2)
        / private,
        "Alarm: tables asked for once ÷ PC with G²": private / plain,
        "tables asked for once: 1,000,000 records ÷ 100,000": fastest(lambda: once(records), repeats=2)
        / private,
    }
