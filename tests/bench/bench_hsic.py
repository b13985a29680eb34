"""HSIC against the trace as it is written, against hyppo where it is installed, and its memory at m = 50,000."""

import importlib.util
import time
import tracemalloc

import numpy as np

from privcausal.pairs.hsic import hsic
from privcausal.pairs.ridge import Gaussian

SIZE = 4_000
LARGE = 50_000
KERNEL = Gaussian(0.5)
LITERAL = "trace(KHLH) ÷ HSIC, m = 4,000"
PEER = "hyppo's statistic ÷ HSIC, m = 4,000"
MEMORY = "GB in use at the peak, m = 50,000"
TARGETS = {LITERAL: ("at least", 10), PEER: ("at least", 3), MEMORY: ("at most", 1)}


def seconds(function):
    """How long one call takes."""
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


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
    ours = min(seconds(lambda: hsic(a, b, kernel_x=KERNEL, kernel_y=KERNEL)) for _ in range(5))
    found = {LITERAL: seconds(lambda: literal(a, b)) / ours, MEMORY: peak_memory(x, y)}
    if importlib.util.find_spec("hyppo"):
        from hyppo.independence import Hsic

        peer = Hsic(compute_kernel="gaussian", gamma=1 / (2 * KERNEL.width**2))
        columns = a[:, None], b[:, None]
        peer.statistic(*(column[:50] for column in columns))  # compiles
        found[PEER] = min(seconds(lambda: peer.statistic(*columns)) for _ in range(2)) / ours
    return found
