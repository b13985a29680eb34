"""The direction of one pair against causal-learn's ANM where it is installed, and distances of a million records."""

import importlib.util
import subprocess
import sys
import time

import numpy as np

from privcausal.pairs.direction import Method, direction
from privcausal.pairs.iqr import distances
from privcausal.privacy.price import Relation
from tests.bench.bench_rank import fastest

SIZE = 4_000
PEER = "causal-learn's ANM ÷ private direction by HSIC, m = 4,000"
RECORDS = "seconds for A₁ and A₂ of an interquartile range, m = 1,000,000"
TARGETS = {PEER: ("at least", 50), RECORDS: ("at most", 1)}

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


def ours():
    """Regress both ways, score, add noise."""
    rng = np.random.default_rng(0)
    x = rng.uniform(-1, 1, SIZE)
    y = x**3 + rng.uniform(-0.3, 0.3, SIZE)
    return direction(
        x,
        y,
        bounds=((-1, 1), (-1.3, 1.3)),
        method=Method("hsic", protect="test", penalty=1e-3),
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


def measure():
    """Ratios of times; the peer's line is left out where causal-learn is not installed."""
    column = np.random.default_rng(1).normal(size=1_000_000)
    found = {RECORDS: fastest(lambda: distances(column), repeats=3)}
    if importlib.util.find_spec("causallearn"):
        own = fastest(ours, repeats=3)
        found[PEER] = peer_seconds(PATIENCE * own) / own
    return found
