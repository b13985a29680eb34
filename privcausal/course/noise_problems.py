"""Problems of chapters 1 to 4: noise, clipped means, a privacy filter, and the total cost of many answers."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from privcausal.course.check import Answer, problem, same, samples

RUNS = 20_000


def laplace_law(scale: float) -> Callable[[Any], Any]:
    """Return the distribution function of Laplace noise."""
    return lambda z: np.where(z < 0, np.exp(-np.abs(z) / scale) / 2, 1 - np.exp(-np.abs(z) / scale) / 2)


def shifted(law: Callable[[Any], Any], centre: float) -> Callable[[Any], Any]:
    """Return the distribution function of a number with that noise around it."""
    return lambda z: law(z - centre)


@problem(chapter=1)
def laplace_noise(mine: Answer) -> Iterator[str | None]:
    """`laplace_noise(scale, size, rng)` gives `size` draws of Laplace noise."""
    for scale in (1.0, 0.1, 20.0):
        drawn = mine(scale, RUNS, np.random.default_rng(1))
        yield samples(f"laplace_noise({scale:g}, {RUNS}, rng)", drawn, laplace_law(scale), RUNS)


@problem(chapter=2)
def clipped_mean(mine: Answer) -> Iterator[str | None]:
    """`clipped_mean(values, low, high, epsilon, rng)` is one draw of the ε-private mean of the clipped values."""
    for values, low, high, epsilon in (
        ([0.0, 1.0], 0.0, 1.0, 1.0),
        ([5.0, 9.0, 10.0], 5.0, 10.0, 0.5),  # the range does not begin at 0
        ([50.0, 0.0, 0.0, 0.0], 0.0, 1.0, 1.0),  # clip, and clip before the mean is taken
        ([math.inf, -math.inf, 0.5], 0.0, 1.0, 2.0),
    ):
        rng = np.random.default_rng(2)
        drawn = np.array([mine(values, low, high, epsilon, rng) for _ in range(RUNS // 4)])
        mean, scale = np.clip(values, low, high).mean(), (high - low) / len(values) / epsilon
        call = f"clipped_mean({values}, {low:g}, {high:g}, {epsilon:g}, rng)"
        yield samples(call, drawn, shifted(laplace_law(scale), float(mean)), RUNS // 4)


@problem(chapter=3)
def answered(mine: Answer) -> Iterator[str | None]:
    """`answered(costs, budget)` says of each question in turn whether a privacy filter answers it, counted exactly."""
    for costs, budget, wanted in (
        (["0.1"], "0.3", [True]),
        (["0.4"], "0.3", [False]),
        (["0.3"], "0.3", [True]),
        (["0.1"] * 4, "0.3", [True, True, True, False]),  # floats refuse the third
        (["0.2", "0.2", "0.1"], "0.3", [True, False, True]),  # a refusal costs nothing
        (["1", "0.00000000000000001"], "1", [True, False]),  # floats lose the second
    ):
        yield same(f"answered({costs}, {budget!r})", mine(costs, budget), wanted)


@problem(chapter=4)
def total_epsilon(mine: Answer) -> Iterator[str | None]:
    """`total_epsilon(epsilons, delta=0)` is the sum of the costs; with a δ, the total by ρ if that is smaller."""
    yield same("total_epsilon([0.1])", mine([0.1]), 0.1)
    yield same("total_epsilon([0.1, 0.2])", mine([0.1, 0.2]), math.fsum([0.1, 0.2]))
    yield same("total_epsilon([0.1, 0.2], 1e-6)", mine([0.1, 0.2], 1e-6), math.fsum([0.1, 0.2]))
    for epsilons, called in (([0.1] * 100, "[0.1] * 100"), ([0.5, *[0.01] * 400], "[0.5, *[0.01] * 400]")):
        rho = math.fsum(e * e for e in epsilons) / 2
        wanted = rho + 2 * math.sqrt(rho * math.log(1e6))
        yield same(f"total_epsilon({called}, 1e-6)", mine(epsilons, 1e-6), wanted)
        yield same(f"total_epsilon({called})", mine(epsilons), math.fsum(epsilons))
