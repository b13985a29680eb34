"""What an audit of a million runs on each neighbour finds in mechanisms that no single column gives away."""

import time

import numpy as np

from privcausal.verify.audit import audit
from tests.verify.test_audit import calibrated, rare

RUNS = 1_000_000
LOUD = "ε found ÷ promise, ten Gaussian columns at 1.5 times the promise, δ = 1e-4"
HONEST = "ε found ÷ promise, ten Gaussian columns that keep it, δ = 1e-4"
MANY = "ε found ÷ promise, a hundred Gaussian columns at 1.5 times the promise, δ = 1e-4"
ATOM = "ε found, an atom of probability 1e-4 in one of ten columns"
SMALLEST = "smallest ε that nine in ten such audits accuse ÷ promise of 1"
SECONDS = "CPU seconds for ten columns"
TARGETS = {
    LOUD: ("at least", 1.05),
    HONEST: ("at most", 1),
    MANY: ("at least", 1.05),
    ATOM: ("at least", 1),
    SMALLEST: ("at most", 1.05),
    SECONDS: ("at most", 30),
}


def measure():
    """Each audit once, with a confidence of 99.9%."""

    def found(mechanism, delta):
        return audit(
            mechanism,
            (0, 1),
            RUNS,
            delta=delta,
            claimed_epsilon=1.0,
            ideal=True,
            rng=np.random.default_rng(0),
        )

    start = time.process_time()
    loud = found(calibrated(10, 1.5, 1e-4), 1e-4)
    seconds = time.process_time() - start
    return {
        LOUD: loud.epsilon,
        HONEST: found(calibrated(10, 1.0, 1e-4), 1e-4).epsilon,
        MANY: found(calibrated(100, 1.5, 1e-4), 1e-4).epsilon,
        ATOM: found(rare(10), 0.0).epsilon,
        SMALLEST: loud.smallest,
        SECONDS: seconds,
    }
