"""Tables asked for once, against PC on the same records without privacy."""

import numpy as np

from privcausal.graphs.ask_once.tables import OnceTables
from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.independence.contingency import Tables, g_squared
from privcausal.graphs.models.bayesian_network import network
from privcausal.privacy.price import Price, Relation
from tests.bench.bench_rank import fastest

NETWORK, SIZE = "alarm", 100_000
ONE = Price(1.0, 1e-6, Relation.SUBSTITUTION)

TARGETS = {
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

    few = records[:SIZE]
    private, plain = (fastest(lambda run=run: run(few), repeats=3) for run in (once, without_privacy))
    return {
        "Alarm: tables asked for once ÷ PC with G²": private / plain,
        "tables asked for once: 1,000,000 records ÷ 100,000": fastest(lambda: once(records), repeats=2)
        / private,
    }
