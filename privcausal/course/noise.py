"""Problems of chapters 1 to 3: noise, clipped means, histograms, and what several answers cost."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from privcausal.course.check import Answer, problem, samples

RUNS = 20_000


def laplace_law(scale: float) -> Callable[[Any], Any]:
    """The distribution function of Laplace noise."""
    return lambda z: np.where(z < 0, np.exp(-np.abs(z) / scale) / 2, 1 - np.exp(-np.abs(z) / scale) / 2)


@problem(chapter=1)
def laplace_noise(mine: Answer) -> Iterator[str | None]:
    """`laplace_noise(scale, size, rng)` gives `size` draws of Laplace noise."""
    for scale in (1.0, 0.1, 20.0):
        drawn = mine(scale, RUNS, np.random.default_rng(1))
        yield samples(f"laplace_noise({scale:g}, {RUNS}, rng)", drawn, laplace_law(scale), RUNS)
