"""Worlds of numbers: linear models whose noises differ, in any units, with heavy tails or with causes not recorded."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from privcausal.arrays import Floats
from privcausal.experiments.simulated_networks import check_size, confounded, random_graph, with_hidden
from privcausal.graphs.models.linear_gaussian import varsortability
from privcausal.graphs.structure.pdag import Matrix
from privcausal.table.declaration import Declaration, Number
from privcausal.table.records import Table


@dataclass(frozen=True)
class LinearRecipe:
    """A family of linear models.

    >>> world = LinearRecipe(d=10, standardised=True).draw(np.random.default_rng(0))
    >>> world.covariance.diagonal().round(12).tolist() == [1.0] * 10
    True
    >>> world.sample(1_000, np.random.default_rng(1)).shape
    (1000, 10)
    """

    d: int
    degree: float = 1.5
    parents: int = 4
    weights: tuple[float, float] = (0.4, 1.0)
    """Effects lie between these sizes, of either sign, in units of the cause's and the effect's own noise."""
    noises: tuple[float, float] = (0.5, 2.0)
    """Standard deviations of the columns' own noises lie between these, evenly in the logarithm."""
    tail: float = math.inf
    """Degrees of freedom of Student noise of the same variance; infinite for Gaussian noise."""
    standardised: bool = False
    """Every column has variance 1."""
    units: float = 0.0
    """Columns are multiplied by powers of ten: this is the standard deviation of the exponent."""
    hidden: int = 0

    def __post_init__(self) -> None:
        check_size(self.d, self.degree, self.hidden)
        for name in ("weights", "noises"):
            low, high = getattr(self, name)
            if not 0 < low <= high < math.inf:
                raise ValueError(f"{name} must be two sizes 0 < low ≤ high, got {(low, high)!r}")
        if not self.tail > 2:
            raise ValueError(
                f"tail must be above 2, because otherwise the variance is infinite, got {self.tail!r}"
            )

    def draw(self, rng: np.random.Generator) -> "LinearWorld":
        """One member of the family."""
        dag = with_hidden(random_graph(self.d, self.degree, self.parents, rng), self.hidden, rng)
        sizes = rng.uniform(*self.weights, size=dag.shape) * rng.choice([-1.0, 1.0], size=dag.shape)
        noises = np.exp(rng.uniform(math.log(self.noises[0]), math.log(self.noises[1]), size=len(dag)))
        weights = np.where(dag, sizes * noises[None, :] / noises[:, None], 0.0)
        world = LinearWorld(weights, noises, np.ones(len(dag)), self.d, self.tail)
        units = 10 ** (self.units * rng.normal(size=len(dag)))
        if self.standardised:
            units[: self.d] /= np.sqrt(world.covariance.diagonal())
        return LinearWorld(weights, noises, units, self.d, self.tail)


@dataclass(frozen=True, eq=False)
class LinearWorld:
    """x = (xW + noise), column by column times a unit, of which the first `recorded` columns are seen."""

    weights: Floats
    noises: Floats
    units: Floats
    recorded: int
    tail: float

    @property
    def dag(self) -> Matrix:
        """The arrows among the columns that are seen."""
        return np.asarray(self.weights[: self.recorded, : self.recorded] != 0)

    @property
    def confounded(self) -> Matrix:
        """Pairs of columns that have a common cause which is not seen."""
        return confounded(self.weights != 0, self.recorded)

    @cached_property
    def _reach(self) -> Floats:
        """The effect of one unit of each noise on each observed column, in the column's unit."""
        total = np.linalg.inv(np.eye(len(self.weights)) - self.weights)
        return np.asarray(((self.noises[:, None] * total) * self.units)[:, : self.recorded])

    @property
    def covariance(self) -> Floats:
        """Of the columns that are seen, exactly."""
        return np.asarray(self._reach.T @ self._reach)

    @property
    def varsortability(self) -> float:
        """How much of the order the variances give away."""
        return varsortability(self.dag, self.covariance.diagonal())

    def sample(self, size: int, rng: np.random.Generator) -> Floats:
        """Independent records of the columns that are seen."""
        shape = (size, len(self.weights))
        if math.isinf(self.tail):
            return np.asarray(rng.normal(size=shape) @ self._reach)
        noise = rng.standard_t(self.tail, size=shape) / math.sqrt(self.tail / (self.tail - 2))
        return np.asarray(noise @ self._reach)


def numbers(records: Floats) -> Table:
    """Records as a table whose columns are declared to be numbers, and nothing else.

    >>> print(numbers(np.zeros((3, 2))))
    3 records of x0, x1
    """
    names = [f"x{place}" for place in range(records.shape[1])]
    return Table(Declaration(dict.fromkeys(names, Number())), dict(zip(names, records.T, strict=True)))
