"""Simulated cause-effect pairs: random densities pushed through random functions.

The four scenarios of Mooij, Peters, Janzing, Zscheischler and Schölkopf (2016): SIM, SIM-c (a hidden common
cause), SIM-ln (low noise) and SIM-G (nearly Gaussian). Here Γ(a, b) has shape a and scale b.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.integrate import cumulative_trapezoid
from scipy.linalg import cholesky

from privcausal.arrays import Floats

Gamma = tuple[float, float]

JITTER = 1e-4
"""τ: a Gaussian process carries independent noise of this standard deviation, which keeps it computable."""
HIDDEN_JITTER = 1e-3
"""τ for the density of the hidden common cause."""


@dataclass(frozen=True)
class Scenario:
    """Where the random widths come from; `confounder` is the width of the hidden common cause, if there is one."""

    density_x: Gamma = (5, 0.1)
    density_y: Gamma = (5, 0.1)
    noise_x: Gamma = (2, 1.5)
    noise_y: Gamma = (2, 15)
    function: Gamma = (2, 3)
    measurement: Gamma = (2, 0.1)
    confounder: Gamma | None = None


SIM = Scenario()
SCENARIOS = {
    "SIM": SIM,
    "SIM-c": replace(SIM, confounder=(2, 15)),
    "SIM-ln": replace(SIM, noise_y=(2, 300), measurement=(2, 0.01)),
    "SIM-G": replace(SIM, density_x=(1e6, 1e-3), noise_x=(1e6, 1e-3)),
}


@dataclass(frozen=True)
class SimulatedPair:
    """Two measured columns, and which of them is the cause."""

    x: Floats
    y: Floats
    x_is_cause: bool


def simulate(scenario: str, rng: np.random.Generator, size: int = 1000) -> SimulatedPair:
    """Draw one pair of a scenario.

    The cause is a random function of its own noise (and the hidden cause), the effect a random function of the
    cause and its own noise; both are standardised, then measured with error. A coin hides which is which.

    >>> pair = simulate("SIM", np.random.default_rng(0), size=50)
    >>> pair.x.shape, pair.x_is_cause
    ((50,), False)
    """
    if scenario not in SCENARIOS:
        raise ValueError(f"scenario must be one of {', '.join(SCENARIOS)}, got {scenario!r}")
    if size < 2:
        raise ValueError(f"size must be at least 2, got {size!r}")
    recipe = SCENARIOS[scenario]
    hidden, widths = [], []
    own_x = random_density(rng.gamma(*recipe.density_x), size, rng)
    own_y = random_density(rng.gamma(*recipe.density_y), size, rng)
    if recipe.confounder is not None:
        hidden = [random_density(rng.gamma(*recipe.density_x), size, rng, HIDDEN_JITTER)]
        widths = [recipe.confounder]
    x = random_function([own_x, *hidden], [recipe.noise_x, *widths], rng)
    y = random_function([x, own_y, *hidden], [recipe.function, recipe.noise_y, *widths], rng)
    x = x + rng.gamma(*recipe.measurement) * rng.normal(size=size)
    y = y + rng.gamma(*recipe.measurement) * rng.normal(size=size)
    stays = bool(rng.random() < 0.5)
    return SimulatedPair(*((x, y) if stays else (y, x)), stays)


def random_density(width: float, size: int, rng: np.random.Generator, jitter: float = JITTER) -> Floats:
    """Independent draws from one random density: normal draws pushed through a random increasing function.

    The function's slope is the exponential of a Gaussian process.
    """
    draws = rng.normal(size=size)
    order = np.argsort(draws)
    slope = np.exp(gaussian_process(draws[order, None], np.array([width]), rng, jitter))
    values = np.empty(size)
    values[order] = cumulative_trapezoid(slope, draws[order], initial=0)
    return standardise(values)


def random_function(columns: list[Floats], widths: list[Gamma], rng: np.random.Generator) -> Floats:
    """A random smooth function of some columns, with a random width for each, standardised."""
    drawn = np.array([rng.gamma(*width) for width in widths])
    return standardise(gaussian_process(np.stack(columns, axis=1), drawn, rng))


def gaussian_process(
    places: Floats, widths: Floats, rng: np.random.Generator, jitter: float = JITTER
) -> Floats:
    """One draw of a Gaussian process at these places: exp(−½ Σ (Δ/width)²) plus jitter² on the diagonal."""
    scaled = places / widths
    squares = np.square(scaled).sum(axis=1)
    distances = np.maximum(squares[:, None] + squares - 2 * scaled @ scaled.T, 0)
    covariance = np.exp(-0.5 * distances) + jitter**2 * np.eye(len(places))
    draw: Floats = cholesky(covariance, lower=True) @ rng.normal(size=len(places))
    return draw


def standardise(column: Floats) -> Floats:
    """Mean 0, standard deviation 1."""
    result: Floats = (column - column.mean()) / column.std()
    return result
