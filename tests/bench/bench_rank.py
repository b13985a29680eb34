"""Kendall against SciPy's tau-b, with and without ties; all small data sets in seconds."""

import numpy as np
from scipy import stats

from privcausal.claims.pairs.rank import worst_spearman
from privcausal.pairs.rank import kendall
from tests.bench.measures import fastest, in_order

SIZE = 100_000
TARGETS = {
    "Kendall ÷ SciPy, m = 100,000, no ties": ("at most", 1.5),
    "Kendall ÷ SciPy, m = 100,000, 1,000 levels": ("at most", 2.2),
    "Kendall ÷ SciPy, m = 100,000, 10 levels": ("at most", 2.5),
    "seconds for all data sets of Spearman at m = 8": ("at most", 10),
}


def measure():
    """Ratios of times in one run."""
    rng = np.random.default_rng(0)
    columns = (rng.normal(size=(2, SIZE)), rng.integers(0, 1000, (2, SIZE)), rng.integers(0, 10, (2, SIZE)))
    ours, theirs = (
        [fastest(lambda sample=sample, tau=tau: tau(*sample)) for sample in columns]
        for tau in (kendall, stats.kendalltau)
    )
    seconds = fastest(lambda: worst_spearman(8), repeats=1)
    return in_order(TARGETS, *np.divide(ours, theirs), seconds)
