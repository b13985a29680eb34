"""The direction of one pair against causal-learn's ANM where it is installed, and of many records in CPU seconds."""

import importlib.util
import subprocess
import sys
import time

import numpy as np

from privcausal.pairs.fourier_kernel import hsic_within
from privcausal.pairs.hsic import hsic
from privcausal.pairs.iqr import distances
from privcausal.pairs.private_direction import DirectionMethod, direction
from privcausal.pairs.ridge import GaussianKernel
from privcausal.privacy.price import Relation
from tests.bench.measures import fastest

SIZE = 4_000
MANY = 200_000
PEER = "causal-learn's ANM ÷ private direction by HSIC, m = 4,000"
RECORDS = "seconds for A₁ and A₂ of an interquartile range, m = 1,000,000"
WHOLE = "CPU seconds for a private direction by HSIC, n = 200,000"
PAIRS = "HSIC by pairs ÷ HSIC by waves, m = 20,000"
TARGETS = {PEER: ("at least", 50), RECORDS: ("at most", 1), WHOLE: ("at most", 5), PAIRS: ("at least", 20)}

PATIENCE = 80
"""The peer is stopped after so many times our time; then this is a lower bound on the ratio."""

THEIRS = f"""
import numpy as np
from causallearn.search.FCMBased.ANM.ANM import ANM
rng = np.random.default_rng(0)
x = rng.uniform(-1, 1, {SIZE})
y = x**3 + rng.uniform(-0.3, 0.3, {SIZE})
print("ready", flush=True)
ANM().cause_or_effect(x[:, None], y[:, None])
"""


def ours(size=SIZE):
    """Regress both ways, score, add noise."""
    rng = np.random.default_rng(0)
    x = rng.uniform(-1, 1, size)
    y = x**3 + rng.uniform(-0.3, 0.3, size)
    return direction(
        x,
        y,
        bounds=((-1, 1), (-1.3, 1.3)),
        method=DirectionMethod("hsic", protect="test", penalty=1e-3),
        epsilon=1.0,
        relation=Relation.SUBSTITUTION,
        rng=rng,
    )


def peer_seconds(limit):
    """How long the peer takes in a process of its own, imports not counted; at most `limit`."""
    with subprocess.Popen([sys.executable, "-W", "ignore", "-c", THEIRS], stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        start = time.perf_counter()
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            process.kill()
        return time.perf_counter() - start


def cpu(function, repeats):
    """CPU seconds of the shortest call: other programs do not count."""
    return fastest(function, repeats, time.process_time)


def pairs_by_waves():
    """How many times as long all pairs of records take as their waves."""
    x, y = np.random.default_rng(2).uniform(-1, 1, (2, 20_000))
    bell = GaussianKernel(0.4)
    pairs = cpu(lambda: hsic(x, y, kernel_x=bell, kernel_y=bell), 1)
    return pairs / cpu(lambda: hsic_within(x, y, kernel=bell, spans=(2.0, 8.0)), 3)


def measure():
    """Ratios of times; the peer's line is left out where causal-learn is not installed."""
    column = np.random.default_rng(1).normal(size=1_000_000)
    results = {
        RECORDS: fastest(lambda: distances(column), repeats=3),
        WHOLE: cpu(lambda: ours(MANY), 2),
        PAIRS: pairs_by_waves(),
    }
    if importlib.util.find_spec("causallearn"):
        own = fastest(ours, repeats=3)
        results[PEER] = peer_seconds(PATIENCE * own) / own
    return results
