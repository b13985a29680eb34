"""Where every random number that hides a person is drawn: the one place to replace when floats are not good enough.

Each function gets the exact value, the scale of the noise and the sensitivity that the scale was made for, so that a
sampler that first rounds the value to a grid can be put in its place: it knows all that such a proof needs.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from privcausal.privacy.listening import heard

Size = int | tuple[int, ...] | None
"""How many independent runs: None for one, of the value's own shape."""


@heard
def add_laplace(
    value: ArrayLike, scale: float, sensitivity: float, rng: np.random.Generator, size: Size = None
) -> Any:
    """The value, each number of it with Laplace noise of its own; `sensitivity` is in L1 distance.

    >>> add_laplace([0.0, 1.0], 1e-9, 1.0, np.random.default_rng(0)).round(3).tolist()
    [0.0, 1.0]
    """
    exact = finite(value)
    return exact + rng.laplace(scale=scale, size=exact.shape if size is None else size)


@heard
def add_exponential(
    value: ArrayLike, scale: float, sensitivity: float, rng: np.random.Generator, size: Size = None
) -> Any:
    """The value with one-sided exponential noise, less its mean."""
    exact = finite(value)
    return exact + scale * (rng.exponential(size=exact.shape if size is None else size) - 1.0)


@heard
def add_gaussian(
    value: ArrayLike, scale: float, sensitivity: float, rng: np.random.Generator, size: Size = None
) -> Any:
    """The value, each number of it with Gaussian noise of its own; `sensitivity` is in Euclidean distance."""
    exact = finite(value)
    return exact + rng.normal(scale=scale, size=exact.shape if size is None else size)


@heard
def add_gumbel(value: ArrayLike, sensitivity: float, rng: np.random.Generator) -> Any:
    """Scores, each with Gumbel noise of scale 1: the places of the highest are all that may be told."""
    exact = finite(value)
    return exact + rng.gumbel(size=exact.shape)


@heard
def choose(chances: NDArray[np.float64], rng: np.random.Generator, size: Size = None) -> Any:
    """A place, or `size` of them, each with its chance."""
    return rng.choice(len(chances), size=size, p=chances)


@heard
def some_of(records: int, drawn: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """The places of a secret sample, drawn without replacement."""
    return rng.choice(records, drawn, replace=False)


def finite(value: ArrayLike) -> NDArray[np.float64]:
    """The value as an array, if no entry is NaN or infinite."""
    exact = np.asarray(value, dtype=np.float64)
    if not np.isfinite(exact).all():
        raise ValueError("value must be finite before noise is added, got NaN or infinity")
    return exact
