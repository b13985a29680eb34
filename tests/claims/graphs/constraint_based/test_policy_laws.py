"""The exact law of a run is the law of genuine runs, and sums to one."""

import numpy as np
import pytest
from scipy import stats

from privcausal.claims.graphs.constraint_based.policy import METHODS, table
from privcausal.claims.graphs.constraint_based.policy_laws import law_of_run
from privcausal.graphs.constraint_based.pc import pc
from privcausal.privacy.price import Price, Relation

TABLES = table([150, 100, 100, 150, 150, 100, 100, 150])
BUDGET = Price(2.0, 1e-6, Relation.SUBSTITUTION)


class Replayed:
    """The generator of the law for the shuffles, and another one for the noise."""

    def __init__(self, seed):
        self.shuffles, self.noise = np.random.default_rng(0), np.random.default_rng(seed)

    def permutation(self, size):
        return self.shuffles.permutation(size)

    def __getattr__(self, name):
        return getattr(self.noise, name)


@pytest.mark.parametrize("method", METHODS)
def test_genuine_runs_follow_the_law(method):
    """500 runs with real noise; a χ² test over the outcomes expected five times or more, at level 0.001."""
    law = law_of_run(METHODS[method], TABLES, BUDGET)
    assert sum(law.values()) == pytest.approx(1, abs=1e-9)
    results = []
    for seed in range(500):
        policy = METHODS[method](TABLES, BUDGET, Replayed(seed))
        learned = pc(3, policy)
        separators = tuple(sorted(learned.separators.items()))
        results.append((learned.graph.tobytes(), separators, tuple(policy.asked), policy.stop_reason))
    assert set(results) <= set(law)
    usual = [outcome for outcome, p in law.items() if 500 * p >= 5]
    assert len(usual) > 1
    counts = [results.count(outcome) for outcome in usual]
    expected = [500 * law[outcome] for outcome in usual]
    rest = 500 - sum(counts), 500 - sum(expected)
    if rest[1] >= 1:
        counts, expected = [*counts, rest[0]], [*expected, rest[1]]
    expected = np.array(expected) * sum(counts) / sum(expected)
    assert stats.chisquare(counts, expected).pvalue > 1e-3
