"""Tests of conditional independence from tables, against a loop over the strata that calls SciPy, and causal-learn."""

from importlib.util import find_spec

import numpy as np
from scipy import stats

from privcausal.graphs.constraint_based.pc import OneByOne, pc
from privcausal.graphs.independence.contingency import Tables, conditional_kendall, g_squared
from privcausal.graphs.independence.stratified_kendall import stratified_kendall
from privcausal.graphs.models.bayesian_network import network
from tests.bench.bench_rank import fastest

NETWORK, SIZE = "child", 100_000
QUESTIONS = [(1, 2, ()), (9, 13, (5,)), (4, 8, (15, 11)), (7, 10, (2, 11, 16)), (3, 6, (11, 12, 17))]
"""Up to three variables held fixed; chosen blindly, before anything was timed."""

TARGETS = {
    "SciPy loop ÷ Kendall from tables, |S| ≤ 3": ("at least", 150),
    "SciPy loop ÷ stratified Kendall, |S| ≤ 3": ("at least", 150),
    "SciPy loop ÷ G² from tables, |S| ≤ 3": ("at least", 150),
    "milliseconds per new Kendall test, 100,000 records": ("at most", 1.5),
    "stratified Kendall ÷ causal-learn's chi-square, |S| ≤ 3": ("at most", 1),
    "PC with Kendall: 1,000,000 records ÷ 100,000": ("at most", 12),
}


def strata(records, given):
    """The blocks of records, cut by one sort."""
    keys = np.unique(records[:, given], axis=0, return_inverse=True)[1].reshape(-1)
    order = np.argsort(keys, kind="stable")
    return np.split(records[order], np.flatnonzero(np.diff(keys[order])) + 1)


def kendall_loop(records, x, y, given):
    """Weighted and summed stratum by stratum, as the sources' public code does; SciPy only offers τ_b."""
    top = weights = 0.0
    for block in strata(records, list(given)):
        n = len(block)
        if n > 1:
            weight = 9 * n * (n - 1) / (2 * (2 * n + 5))
            tau = stats.kendalltau(block[:, x], block[:, y]).statistic
            top += 0.0 if np.isnan(tau) else weight * tau
            weights += weight
    return top / np.sqrt(weights)


def g_loop(records, x, y, given):
    """The same statistic, stratum by stratum."""
    total = 0.0
    for block in strata(records, list(given)):
        table = stats.contingency.crosstab(block[:, x], block[:, y]).count
        if min(table.shape) > 1:
            total += stats.chi2_contingency(table, lambda_="log-likelihood", correction=False).statistic
    return total


def measure():
    """Ratios of times in one run; every test from tables counts anew."""
    net = network(NETWORK)
    records = net.sample(SIZE, np.random.default_rng(0))
    tables = Tables(records, net.cardinalities)

    def all_of(test, source):
        for question in QUESTIONS:
            if source is tables:
                tables.forget()
            test(source, *question)

    times = {
        test: fastest(lambda t=test, s=source: all_of(t, s), repeats)
        for test, source, repeats in (
            (kendall_loop, records, 1),
            (g_loop, records, 1),
            (conditional_kendall, tables, 7),
            (stratified_kendall, tables, 7),
            (g_squared, tables, 7),
        )
    }
    ratios = {
        "SciPy loop ÷ Kendall from tables, |S| ≤ 3": times[kendall_loop] / times[conditional_kendall],
        "SciPy loop ÷ stratified Kendall, |S| ≤ 3": times[kendall_loop] / times[stratified_kendall],
        "SciPy loop ÷ G² from tables, |S| ≤ 3": times[g_loop] / times[g_squared],
        "milliseconds per new Kendall test, 100,000 records": 1e3
        * times[conditional_kendall]
        / len(QUESTIONS),
        "PC with Kendall: 1,000,000 records ÷ 100,000": growth(),
    }
    if find_spec("causallearn"):
        theirs = chi_square_by_causal_learn(records)
        ratios["stratified Kendall ÷ causal-learn's chi-square, |S| ≤ 3"] = times[stratified_kendall] / theirs
    return ratios


def chi_square_by_causal_learn(records):
    """Its best time for the same questions, none of them asked before."""
    from causallearn.utils.cit import CIT

    theirs = CIT(records, "chisq")

    def all_of():
        theirs.pvalue_cache.clear()
        for x, y, given in QUESTIONS:
            theirs(x, y, list(given))

    return fastest(all_of)


def growth():
    """How much longer the whole algorithm takes on ten times as many records, tables counted anew."""
    net, seconds = network(NETWORK), []
    for size in (100_000, 1_000_000):
        records = net.sample(size, np.random.default_rng(1))

        def learn(records=records):
            tables = Tables(records, net.cardinalities)
            pc(len(net.nodes), OneByOne(lambda x, y, s: conditional_kendall(tables, x, y, s).p_value > 0.01))

        seconds.append(fastest(learn, repeats=3))
    return seconds[1] / seconds[0]
