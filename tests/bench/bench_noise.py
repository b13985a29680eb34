"""Exact noise on the grid: how many numbers in a second on one core, from a seed and from the operating system."""

from time import perf_counter

from privcausal.privacy.noise import Shape, cells
from privcausal.privacy.randomness import generator

SIZE = 500_000
TARGETS = {
    f"{shape.value} numbers in a microsecond, {source}": ("at least", 0.1)
    for shape in (Shape.LAPLACE, Shape.GAUSSIAN)
    for source in ("seed", "operating system")
}


def measure():
    """The best of three."""
    found = {}
    for shape in (Shape.LAPLACE, Shape.GAUSSIAN):
        for source, rng in (("seed", generator(0)), ("operating system", generator())):
            seconds = []
            for _ in range(3):
                start = perf_counter()
                cells(shape, 2**22 + 1, SIZE, rng)
                seconds.append(perf_counter() - start)
            found[f"{shape.value} numbers in a microsecond, {source}"] = SIZE / min(seconds) / 1e6
    return found
