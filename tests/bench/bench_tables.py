"""Tests of conditional independence from tables, against a loop over the strata that calls SciPy, and causal-learn."""

from importlib.util import find_spec

import numpy as np
from scipy import stats

from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.independence.contingency import Tables, conditional_kendall, g_squared
from privcausal.graphs.independence.stratified_kendall import stratified_kendall
from privcausal.graphs.models.bayesian_network import network
from tests.bench.measures import fastest, in_order

NETWORK, SIZE = "child", 100_000
QUESTIONS = [(1, 2, ()), (9, 13, (5,)), (4, 8, (15, 11)), (7, 10, (2, 11, 16)), (3, 6, (11, 12, 17))]
"""Up to three variables held fixed; chosen blindly, before anything was timed."""

TARGETS = {
    **{
        f"SciPy loop ÷ {test}, |S| ≤ 3": ("at least", 150)
        for test in ("Kendall from tables", "stratified Kendall", "G² from tables")
    },
    "milliseconds per new Kendall test, 100,000 records": ("at most", 1.5),
    "PC with Kendall: 1,000,000 records ÷ 100,000": ("at most", 12),
    "stratified Kendall ÷ causal-learn's chi-square, |S| ≤ 3": ("at most", 1),
}


def strata(records, arguments):
    """The blocks of records, cut by one sort."""
    keys = np.unique(records[:, arguments], axis=0, return_inverse=True)[1].reshape(-1)
    order = np.argsort(keys, kind="stable")
    return np.split(records[order], np.flatnonzero(np.diff(keys[order])) + 1)


def kendall_loop(records, x, y, arguments):
    """Weighted and summed stratum by stratum, as the sources' public code does; SciPy only offers τ_b."""
    top = weights = 0.0
    for block in strata(records, list(arguments)):
        n = len(block)
        if n > 1:
            weight = 9 * n * (n - 1) / (2 * (2 * n + 5))
            tau = stats.kendalltau(block[:, x], block[:, y]).statistic
            top += 0.0 if np.isnan(tau) else weight * tau
            weights += weight
    return top / np.sqrt(weights)


def g_loop(records, x, y, arguments):
    """The same statistic, stratum by stratum."""
    total = 0.0
    for block in strata(records, list(arguments)):
        table = stats.contingency.crosstab(block[:, x], block[:, y]).count
        if min(table.shape) > 1:
            total += stats.chi2_contingency(table, lambda_="log-likelihood", correction=False).statistic
    return total


def measure():
    """Ratios of times in one run; every test from tables counts again."""
    net = network(NETWORK)
    records = net.sample(SIZE, np.random.default_rng(0))
    tables = Tables(records, net.cardinalities)

    def all_of(test, source):
        for question in QUESTIONS:
            if source is tables:
                tables.forget()
            test(source, *question)

    ranks, g = (fastest(lambda loop=loop: all_of(loop, records), 1) for loop in (kendall_loop, g_loop))
    plain, stratified, squared = (
        fastest(lambda test=test: all_of(test, tables))
        for test in (conditional_kendall, stratified_kendall, g_squared)
    )
    each = 1e3 * plain / len(QUESTIONS)
    results = [ranks / plain, ranks / stratified, g / squared, each, growth()]
    if find_spec("causallearn"):
        results.append(stratified / chi_square_by_causal_learn(records))
    return in_order(TARGETS, *results)


def chi_square_by_causal_learn(records):
    """Its best time for the same questions, none of them asked before."""
    from causallearn.utils.cit import CIT

    theirs = CIT(records, "chisq")

    def all_of():
        theirs.pvalue_cache.clear()
        for x, y, conditioning_set in QUESTIONS:
            theirs(x, y, list(conditioning_set))

    return fastest(all_of)


def growth():
    """How much longer the whole algorithm takes on ten times as many records, tables counted again."""
    net, seconds = network(NETWORK), []
    for size in (100_000, 1_000_000):
        records = net.sample(size, np.random.default_rng(1))

        def learn(records=records):
            tables = Tables(records, net.cardinalities)
            pc(len(net.nodes), OneByOne(lambda x, y, s: conditional_kendall(tables, x, y, s).p_value > 0.01))

        seconds.append(fastest(learn, repeats=3))
    return seconds[1] / seconds[0]
