"""What a study measures, with hardly any noise unless it is told."""

import numpy as np
import pytest

from privcausal.graphs.ask_once.interactions import Interactions
from privcausal.graphs.independence.contingency import Tables

ALMOST_NO_NOISE = 1e7


@pytest.fixture
def measured():
    """A function: the interactions of these records."""

    def measure(records, sizes, sets=(), mu=ALMOST_NO_NOISE, seed=0):
        rng, tables = np.random.default_rng(seed), Tables(records, sizes)
        moments = Interactions(tuple(sizes), tables.size)
        moments.measure_pairs(tables, mu, rng)
        if sets:
            moments.measure_sets(tables, sets, mu, rng)
        return moments

    return measure
