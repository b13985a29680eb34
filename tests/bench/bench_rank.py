"""Kendall against SciPy's tau-b, with and without ties; all small data sets in seconds."""

import time

import numpy as np
from scipy import stats

from privcausal.claims.pairs.rank_worlds import worst_spearman
from privcausal.pairs.rank import kendall

SIZE = 100_000
TARGETS = {
    "Kendall ÷ SciPy, m = 100,000, no ties": ("at most", 1.5),
    "Kendall ÷ SciPy, m = 100,000, 1,000 levels": ("at most", 2.2),
    "Kendall ÷ SciPy, m = 100,000, 10 levels": ("at most", 2.5),
    "seconds for all data sets of Spearman at m = 8": ("at most", 10),
}


def fastest(function, repeats=7):
    """The shortest of several runs: the others measure the neighbours on the machine."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def measure():
    """Ratios of times in one run."""
    rng = np.random.default_rng(0)
    continuous = rng.normal(size=(2, SIZE))
    samples = {
        "no ties": continuous,
        "1,000 levels": rng.integers(0, 1000, (2, SIZE)),
        "10 levels": rng.integers(0, 10, (2, SIZE)),
    }
    ratios = {
        f"Kendall ÷ SciPy, m = 100,000, {name}": fastest(lambda s=sample: kendall(*s))
        / fastest(lambda s=sample: stats.kendalltau(*s))
        for name, sample in samples.items()
    }
    ratios["seconds for all data sets of Spearman at m = 8"] = fastest(lambda: worst_spearman(8), repeats=1)
    return ratios
