"""The fit of noisy tables is the one that the authors find; skipped unless mbi is installed (group `peers`)."""

import numpy as np
import pytest

from privcausal.experiments.baselines_mst import counts_of
from privcausal.experiments.baselines_private_pgm import model_of
from privcausal.experiments.simulated_networks import Recipe
from privcausal.graphs.independence.contingency import Tables

mbi = pytest.importorskip("mbi", reason="mbi is not installed")

NAMES = "abcdef"
SIZE = 10_000
TREE = [(0,), (1,), (2,), (3,), (4,), (5,), (0, 1), (1, 2), (1, 3), (3, 4), (3, 5)]
"""What MST measures."""
CIRCLES = [(0, 1), (1, 2), (2, 3), (0, 3), (3, 4), (2, 4), (4, 5)]


def theirs(sizes, result, scales):
    """Counts by the distribution that mbi finds to fit these counts best."""
    measurements = [
        mbi.LinearMeasurement(table.ravel(), tuple(NAMES[x] for x in c), scales[c])
        for c, table in result.items()
    ]
    domain = mbi.Domain(tuple(NAMES), sizes)
    outcome = mbi.estimation.MirrorDescent().estimate(domain, measurements, known_total=SIZE, iters=3_000)
    return lambda columns: np.asarray(outcome.project([NAMES[x] for x in columns]).datavector(), dtype=float)


@pytest.mark.parametrize("tables", [TREE, CIRCLES])
@pytest.mark.parametrize("seed", range(3))
def test_the_model_of_any_tables_is_the_most_likely_one(seed, tables):
    """Every pair that either model has, measured or not, and both weigh what was measured alike."""
    rng = np.random.default_rng(seed)
    world = Recipe(d=6, values=(2, 4), degree=1.5).draw(rng)
    sizes, data = world.cardinalities, Tables(world.sample(SIZE, rng), world.cardinalities)
    scales = {columns: 20.0 if len(columns) == 1 else 40.0 for columns in tables}
    counts = {columns: counts_of(data, columns) for columns in tables}
    noisy = {c: table + rng.normal(0, scales[c], table.shape) for c, table in counts.items()}
    shares = {c: (table / SIZE, scales[c] ** -2) for c, table in noisy.items()}
    ours = model_of(sizes, shares, steps=3_000)
    peer = theirs(sizes, noisy, scales)
    for pair, table in ours.pairs().items():
        assert np.abs(table.ravel() * SIZE - peer(pair)).max() < 20
