"""NOTEARS on moments against the same algorithm that reads the records in every step, and how it grows."""

import numpy as np

from privcausal.graphs.models.linear_gaussian import random_model
from privcausal.graphs.score_based.notears import acyclicity, least_squares, minimise, notears
from privcausal.graphs.score_based.second_moments import moment
from tests.bench.measures import fastest, in_order

D, SIZE = 20, 10_000
STEPS = {"precision": 1e-6}
"""The same for both."""

TARGETS = {
    "records in every step ÷ moments, d = 20, n = 10,000": ("at least", 20),
    "NOTEARS after one pass: 100,000 records ÷ 1,000, d = 20": ("at most", 1.5),
    "one step, d = 100 ÷ d = 10": ("at most", 150),
}


def from_records(rows):
    """The squared error and its gradient, computed from the table each time."""

    def loss(weights):
        rest = rows - rows @ weights
        return 0.5 / len(rows) * (rest**2).sum(), -1 / len(rows) * rows.T @ rest

    return loss


def measure():
    """Ratios of times in one run."""
    rng = np.random.default_rng(0)
    model = random_model("erdos-renyi", D, 1, rng)
    rows = model.sample(SIZE, rng)
    slow, quick = minimise(from_records(rows), D, **STEPS), notears(moment(rows), **STEPS)
    assert np.array_equal(slow.graph, quick.graph)
    one = fastest(lambda: notears(moment(rows), **STEPS), repeats=9) / quick.iterations
    other = fastest(lambda: minimise(from_records(rows), D, **STEPS), repeats=1) / slow.iterations
    return in_order(TARGETS, other / one, by_records(model, rng), by_variables(rng))


def by_records(model, rng):
    """What is left of the number of records once the moments are taken: time per step."""
    seconds = []
    for size in (1_000, 100_000):
        second = moment(model.sample(size, rng))
        steps = notears(second, **STEPS).iterations
        seconds.append(fastest(lambda second=second: notears(second, **STEPS), repeats=9) / steps)
    return seconds[1] / seconds[0]


def by_variables(rng):
    """The time of one evaluation of loss and acyclicity; d³ alone would be a factor of 1,000."""
    seconds = []
    for d in (10, 100):
        weights = np.triu(rng.uniform(-1, 1, size=(d, d)), 1) / np.sqrt(d)
        loss = least_squares(np.eye(d))
        seconds.append(fastest(lambda w=weights, f=loss: (f(w), acyclicity(w)), repeats=50))
    return seconds[1] / seconds[0]
