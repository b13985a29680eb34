"""Linear models with Gaussian noise: random graphs, random weights, records, and a warning about their variances."""

from dataclasses import dataclass
from functools import cached_property

import networkx as nx
import numpy as np
from numpy.typing import ArrayLike

from privcausal.arrays import Floats
from privcausal.graphs.structure.pdag import Matrix, topological

KINDS = ("erdos-renyi", "scale-free")


@dataclass(frozen=True, eq=False)
class LinearModel:
    """The model x = xW + noise: entry [i, j] of the weights is the effect of i on j; every noise has one variance.

    >>> model = LinearModel(np.array([[0.0, 2.0], [0.0, 0.0]]))
    >>> model.covariance.tolist()
    [[1.0, 2.0], [2.0, 5.0]]
    """

    weights: Floats
    noise: float = 1.0
    """The standard deviation of every variable's own noise."""

    def __post_init__(self) -> None:
        topological(self.dag)  # a cycle has no order in which to sample
        if not (np.isfinite(self.noise) and self.noise > 0):
            raise ValueError(f"noise must be a positive finite number, got {self.noise!r}")

    @property
    def dag(self) -> Matrix:
        """Which weights are not zero."""
        return np.asarray(np.asarray(self.weights) != 0)

    @cached_property
    def reach(self) -> Floats:
        """Return the effect on j of one unit of noise in i over all paths: (I − W)⁻¹."""
        return np.asarray(np.linalg.inv(np.eye(len(self.weights)) - self.weights), dtype=np.float64)

    @property
    def covariance(self) -> Floats:
        """The exact second moments: what `moment` of infinitely many records would be."""
        matrix: Floats = self.noise**2 * (self.reach.T @ self.reach)
        return matrix

    def sample(self, size: int, rng: np.random.Generator) -> Floats:
        """Independent records, as rows.

        >>> LinearModel(np.array([[0.0, 2.0], [0.0, 0.0]])).sample(2, np.random.default_rng(0)).round(3).tolist()
        [[0.126, 0.119], [0.64, 1.386]]
        """
        if size < 0:
            raise ValueError(f"size must be a number of records, 0 or more, got {size!r}")
        return rng.normal(scale=self.noise, size=(size, len(self.weights))) @ self.reach


def random_dag(kind: str, d: int, degree: int, rng: np.random.Generator) -> Matrix:
    """A random graph with `degree` edges per node, its nodes in random order.

    "erdos-renyi" puts degree × d edges anywhere (at most all); "scale-free" lets each new node point at `degree` old
    ones, the more popular the likelier (Barabási and Albert).

    >>> [int(random_dag(kind, 10, 2, np.random.default_rng(0)).sum()) for kind in KINDS]
    [20, 16]
    """
    if kind not in KINDS:
        raise ValueError(f"kind must be one of {', '.join(KINDS)}, got {kind!r}")
    if not d >= 1:
        raise ValueError(f"d must be a number of variables, 1 or more, got {d!r}")
    if degree < 0 or (kind == "scale-free" and not 1 <= degree < d):
        raise ValueError(f"degree must be a number of edges per node that fits d = {d}, got {degree!r}")
    seed = int(rng.integers(2**32))
    if kind == "erdos-renyi":
        undirected = nx.gnm_random_graph(d, min(degree * d, d * (d - 1) // 2), seed=seed)
    else:
        undirected = nx.barabasi_albert_graph(d, degree, seed=seed)
    later_to_earlier = np.tril(nx.to_numpy_array(undirected, nodelist=range(d)) != 0)
    shuffle = rng.permutation(d)
    return np.asarray(later_to_earlier[np.ix_(shuffle, shuffle)], dtype=bool)


def random_model(
    kind: str,
    d: int,
    degree: int,
    rng: np.random.Generator,
    *,
    weights: tuple[float, float] = (0.5, 2.0),
    noise: float = 1.0,
) -> LinearModel:
    """Weights uniform between these sizes and of either sign on a random graph; as in the literature on NOTEARS.

    >>> random_model("erdos-renyi", 3, 1, np.random.default_rng(0)).weights.round(2).tolist()
    [[0.0, -0.52, -1.72], [0.0, 0.0, 0.0], [0.0, 1.9, 0.0]]
    """
    low, high = weights
    if not 0 < low <= high < np.inf:
        raise ValueError(f"weights must be two sizes 0 < low ≤ high, got {weights!r}")
    dag = random_dag(kind, d, degree, rng)
    sizes = rng.uniform(low, high, size=dag.shape) * rng.choice([-1.0, 1.0], size=dag.shape)
    return LinearModel(np.where(dag, sizes, 0.0), noise)


def varsortability(dag: Matrix, variances: ArrayLike) -> float:
    """Return how often causes vary less than their effects, over all directed paths; at 1, variance alone gives the
    order.

    Pairs joined by paths of several lengths count once per length; equal variances count half
    (Reisach, Seiler and Weichwald, 2021).

    >>> chain = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], dtype=bool)
    >>> varsortability(chain, [1.0, 2.0, 3.0]), varsortability(chain, [1.0, 1.0, 1.0])
    (1.0, 0.5)
    """
    topological(dag)
    size = np.asarray(variances, dtype=np.float64)
    if size.shape != (len(dag),) or not np.isfinite(size).all():
        raise ValueError(
            f"variances must be one finite number per variable, {len(dag)} of them, got {variances!r}"
        )
    rises = np.where(np.isclose(size[:, None], size[None, :], rtol=1e-9, atol=0), 0.5, size[:, None] < size)
    paths, sorted_paths, total = np.asarray(dag, dtype=bool), 0.0, 0
    while paths.any():
        sorted_paths += float(rises[paths].sum())
        total += int(paths.sum())
        paths = paths @ np.asarray(dag, dtype=bool)
    if not total:
        raise ValueError("dag must have an edge: without one there is nothing to sort")
    return sorted_paths / total


def standardise_columns(records: ArrayLike) -> Floats:
    """Each column with mean 0 and variance 1; one that never varies has no such form, and is a ValueError.

    >>> standardise_columns([[1.0], [3.0]]).tolist()
    [[-1.0], [1.0]]
    """
    rows = np.asarray(records, dtype=np.float64)
    if rows.ndim != 2 or not len(rows) or not np.isfinite(rows).all():
        raise ValueError(f"records must be a table of finite numbers with rows, got shape {rows.shape}")
    spread = rows.std(axis=0)
    if not (spread > 0).all():
        raise ValueError(f"records must vary in every column, got a constant column {int(spread.argmin())}")
    return np.asarray((rows - rows.mean(axis=0)) / spread)
