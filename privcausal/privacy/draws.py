"""Where every random number that hides a person is drawn: noise on a grid, exact choices, secret samples.

Each function gets the exact value, the scale of the noise and the sensitivity that the scale was made for; how the
value is rounded first, and what that costs, is decided here and in `noise`.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from privcausal.privacy import exact_choice, randomness
from privcausal.privacy.draw_hooks import hookable
from privcausal.privacy.noise import GridNoise, NoiseShape
from privcausal.privacy.noise import Size as Size
from privcausal.privacy.price import finite

choose = hookable(exact_choice.choose)
secret_subsample = hookable(randomness.secret_subsample)


@hookable
def add_laplace(
    value: ArrayLike,
    scale: float,
    sensitivity: float,
    rng: np.random.Generator,
    size: Size = None,
    step: float | None = None,
) -> Any:
    """The value, each number of it with Laplace noise of its own; `sensitivity` is in L1 distance.

    >>> add_laplace([0.0, 1.0], 1e-3, 1e-3, np.random.default_rng(0)).round(2).tolist()
    [-0.0, 1.0]
    """
    return _total(NoiseShape.LAPLACE, value, scale, sensitivity, rng, size, step)[0]


@hookable
def add_exponential(
    value: ArrayLike,
    scale: float,
    sensitivity: float,
    rng: np.random.Generator,
    size: Size = None,
    step: float | None = None,
) -> Any:
    """The value with one-sided exponential noise, less its mean: whole steps of the grid, like all the rest."""
    noisy, noise = _total(NoiseShape.EXPONENTIAL, value, scale, sensitivity, rng, size, step)
    return noisy - noise.scale


@hookable
def add_gaussian(
    value: ArrayLike, scale: float, sensitivity: float, rng: np.random.Generator, size: Size = None
) -> Any:
    """The value, each number of it with Gaussian noise of its own; `sensitivity` is in Euclidean distance."""
    return _total(NoiseShape.GAUSSIAN, value, scale, sensitivity, rng, size, None)[0]


def _total(
    shape: NoiseShape,
    value: ArrayLike,
    scale: float,
    sensitivity: float,
    rng: np.random.Generator,
    size: Size,
    step: float | None,
) -> tuple[Any, GridNoise]:
    exact = finite(value)
    numbers = exact.size if size is None else 1  # runs are independent: each is one number
    noise = GridNoise.calibrated(shape, scale, sensitivity, max(numbers, 1), step)
    return noise.add(exact, rng, size), noise
