"""Exact noise on the grid: how many numbers in a second on one core, from a seed and from the operating system."""

from functools import partial

from privcausal.privacy.noise import NoiseShape, cells
from privcausal.privacy.randomness import generator
from tests.bench.measures import fastest

SIZE = 500_000
TARGETS = {
    f"{shape.value} numbers in a microsecond, {source}": ("at least", 0.1)
    for shape in (NoiseShape.LAPLACE, NoiseShape.GAUSSIAN)
    for source in ("seed", "operating system")
}


def measure():
    """The best of three."""
    results = {}
    for shape in (NoiseShape.LAPLACE, NoiseShape.GAUSSIAN):
        for source, rng in (("seed", generator(0)), ("operating system", generator())):
            seconds = fastest(partial(cells, shape, 2**22 + 1, SIZE, rng), 3)
            results[f"{shape.value} numbers in a microsecond, {source}"] = SIZE / seconds / 1e6
    return results
