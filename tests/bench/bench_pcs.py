"""Whole runs of PC and of the private PCs, against the same tests by a loop over the strata that calls SciPy."""

import numpy as np

from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.independence.contingency import Tables
from privcausal.graphs.independence.stratified_kendall import KENDALL
from privcausal.graphs.methods.em_pc import EmPc
from privcausal.graphs.methods.priv_pc import PrivPc
from privcausal.graphs.models.bayesian_network import network
from privcausal.privacy.price import Price, Relation
from tests.bench.bench_tables import kendall_loop
from tests.bench.measures import fastest, peak

SIZE, LARGEST = 100_000, 3
NETWORKS = ("sachs", "child", "alarm")
BUDGET = Price(10.0, 1e-6, Relation.SUBSTITUTION)
TIMED = 12
"""So many of a run's tests are timed in the loop, drawn at random; the rest is scaled up from them."""

TARGETS = {
    **{f"SciPy loop, scaled from {TIMED} tests ÷ PC, {name}": ("at least", 50) for name in NETWORKS},
    **{f"SciPy loop, scaled from {TIMED} tests ÷ Priv-PC, {name}": ("at least", 50) for name in NETWORKS},
    "seconds of EM-PC, child": ("at most", 60),
    "seconds of EM-PC, alarm": ("at most", 60),
    "Priv-PC: 1,000,000 records ÷ 100,000": ("at most", 12),
    "peak megabytes of Priv-PC, alarm, 1,000,000 records": ("at most", 500),
}


class Noting:
    """A test that remembers what it was asked."""

    def __init__(self, tables):
        self.tables, self.asked = tables, []

    def __call__(self, x, y, arguments):
        self.asked.append((x, y, arguments))
        return KENDALL.table_margin(self.tables, (x, y), arguments, 0.01) < 0


def plain(records, net):
    """PC without privacy, from a table that was never counted before; returns its tests."""
    test = Noting(Tables(records, net.cardinalities))
    pc(len(net.nodes), OneByOne(test), largest=LARGEST)
    return test.asked


def private(method, records, net):
    """A private PC, the same way; returns how many tests it made."""
    policy = method(Tables(records, net.cardinalities), BUDGET, np.random.default_rng(0))
    pc(len(net.nodes), policy, largest=LARGEST)
    return sum(policy.asked)


def loop_seconds(records, asked):
    """What one test costs in the loop, on average over a random few of those that PC makes."""
    chosen = np.random.default_rng(1).choice(len(asked), TIMED, replace=False)
    return fastest(lambda: [kendall_loop(records, *asked[place]) for place in chosen], repeats=1) / TIMED


def measure():
    """Ratios of times in one run, and the peak memory of another process."""
    results = {}
    for name in NETWORKS:
        net = network(name)
        records = net.sample(SIZE, np.random.default_rng(0))
        asked = plain(records, net)
        one, tests = loop_seconds(records, asked), private(PrivPc, records, net)
        seconds = {
            "PC": (fastest(lambda r=records, n=net: plain(r, n), repeats=2), len(asked)),
            "Priv-PC": (fastest(lambda r=records, n=net: private(PrivPc, r, n), repeats=2), tests),
        }
        for method, (ours, count) in seconds.items():
            results[f"SciPy loop, scaled from {TIMED} tests ÷ {method}, {name}"] = one * count / ours
        if name != "sachs":
            own = fastest(lambda r=records, n=net: private(EmPc, r, n), repeats=1)
            results[f"seconds of EM-PC, {name}"] = own
    results["Priv-PC: 1,000,000 records ÷ 100,000"] = growth()
    results["peak megabytes of Priv-PC, alarm, 1,000,000 records"] = peak_megabytes()
    return results


def growth():
    """How much longer Priv-PC takes for ten times as many records; a large budget keeps the tests alike."""
    net, seconds = network("child"), []
    for size in (SIZE, 10 * SIZE):
        records = net.sample(size, np.random.default_rng(1))
        seconds.append(fastest(lambda r=records: private(PrivPc, r, net), repeats=2))
    return seconds[1] / seconds[0]


def peak_megabytes():
    """Interpreter, libraries and sampling included."""
    return peak(
        "import numpy as np; from tests.bench.bench_pcs import private, network, PrivPc; "
        "net = network('alarm'); private(PrivPc, net.sample(1_000_000, np.random.default_rng(0)), net)"
    )
