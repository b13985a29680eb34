"""HSIC against the trace as it is written, against hyppo where it is installed, and its memory at m = 50,000."""

import importlib.util
import tracemalloc

import numpy as np

from privcausal.pairs.hsic import hsic
from privcausal.pairs.ridge import GaussianKernel
from tests.bench.measures import fastest, in_order

SIZE = 4_000
LARGE = 50_000
KERNEL = GaussianKernel(0.5)
TARGETS = {
    "trace(KHLH) ÷ HSIC, m = 4,000": ("at least", 10),
    "GB in use at the peak, m = 50,000": ("at most", 1),
    "hyppo's statistic ÷ HSIC, m = 4,000": ("at least", 3),
}


def literal(x, y):
    """The definition, with four n×n matrices."""
    m = len(x)
    K, L, H = KERNEL(x, x), KERNEL(y, y), np.eye(m) - 1 / m
    return np.trace(K @ H @ L @ H) / (m - 1) ** 2


def peak_memory(x, y):
    """Gigabytes that NumPy and Python hold at most during one call."""
    tracemalloc.start()
    hsic(x, y, kernel_x=KERNEL, kernel_y=KERNEL)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e9


def measure():
    """Ratios of times, and a peak; hyppo's line is left out where hyppo is not installed."""
    rng = np.random.default_rng(0)
    x = rng.normal(size=LARGE)
    y = x**2 + rng.normal(size=LARGE)
    a, b = x[:SIZE], y[:SIZE]
    ours = fastest(lambda: hsic(a, b, kernel_x=KERNEL, kernel_y=KERNEL), 5)
    results = [fastest(lambda: literal(a, b), 1) / ours, peak_memory(x, y)]
    if importlib.util.find_spec("hyppo"):
        from hyppo.independence import Hsic

        peer = Hsic(compute_kernel="gaussian", gamma=1 / (2 * KERNEL.width**2))
        columns = a[:, None], b[:, None]
        peer.statistic(*(column[:50] for column in columns))  # compiles
        results.append(fastest(lambda: peer.statistic(*columns), 2) / ours)
    return in_order(TARGETS, *results)
