"""Worlds to be right about: random categorical networks that no method was tuned on.

A recipe says what a family looks like, a seed says which member is meant; nothing else is needed to draw it again.
Linear models are drawn in `privcausal.experiments.simulated_linear`.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import softmax

from privcausal.arrays import Floats
from privcausal.graphs.models.bayesian_network import Codes, Network
from privcausal.graphs.structure.pdag import Matrix

LEAK = 0.02
"""How much of its mass a nearly deterministic row leaves to the other values."""

RARE = (0.001, 0.01)
"""Between these lies the share of a rare value, before its causes speak."""


@dataclass(frozen=True)
class Recipe:
    """A family of categorical networks. Logits add up: the column's own, one part per cause, and a twist per row.

    >>> world = Recipe(d=12, values=(2, 5), rare=0.5, hidden=1).draw(np.random.default_rng(0))
    >>> world.dag.shape, int(world.dag.sum()), int(np.triu(world.confounded).sum())
    ((12, 12), 18, 1)
    >>> world.sample(1_000, np.random.default_rng(1)).shape
    (1000, 12)
    """

    d: int
    degree: float = 1.5
    """Edges per column, as long as columns have room for causes."""
    parents: int = 3
    """No column has more causes."""
    values: tuple[int, int] = (2, 4)
    """The fewest and the most values of a column."""
    skew: float = 0.7
    """How unequal values are before their causes speak: the standard deviation of logits."""
    strength: float = 1.2
    """The same of what each value of a cause adds."""
    twist: float = 0.3
    """The same of what no cause explains alone."""
    certain: float = 0.0
    """The share of columns that their causes determine, except for a leak."""
    rare: float = 0.0
    """The share of columns with a rare value."""
    hidden: int = 0
    """So many common causes of two columns each are not recorded."""

    def __post_init__(self) -> None:
        check_size(self.d, self.degree, self.hidden)
        low, high = self.values
        if not 2 <= low <= high <= 30:
            raise ValueError(f"values must be two numbers 2 ≤ fewest ≤ most ≤ 30, got {self.values!r}")
        if self.parents < 1:
            raise ValueError(f"parents must be at least 1, got {self.parents!r}")
        for name in ("certain", "rare"):
            share = getattr(self, name)
            if not 0 <= share <= 1:
                raise ValueError(f"{name} must be a share between 0 and 1, got {share!r}")

    def draw(self, rng: np.random.Generator) -> "World":
        """One member of the family."""
        dag = with_hidden(random_graph(self.d, self.degree, self.parents, rng), self.hidden, rng)
        sizes = [int(k) for k in rng.integers(self.values[0], self.values[1], len(dag), endpoint=True)]
        parents = tuple(tuple(int(p) for p in np.flatnonzero(dag[:, node])) for node in range(len(dag)))
        tables = tuple(self._table(sizes[node], [sizes[p] for p in parents[node]], rng)
                       for node in range(len(dag)))  # fmt: skip
        names = tuple(f"x{node}" for node in range(len(dag)))
        categories = tuple(tuple(map(str, range(size))) for size in sizes)
        return World(Network("drawn", names, categories, parents, tables), self.d)

    def _table(self, size: int, causes: list[int], rng: np.random.Generator) -> Floats:
        """One row for each combination of the causes' values, the last cause running fastest."""
        own = self.skew * rng.normal(size=size)
        if rng.random() < self.rare:
            own[-1] = math.log(rng.uniform(*RARE)) + math.log(np.exp(own[:-1]).sum())
        logits = np.broadcast_to(own, (*causes, size)).copy()
        for place, values in enumerate(causes):
            effect = self.strength * rng.normal(size=(values, size))
            logits += np.expand_dims(effect, [other for other in range(len(causes)) if other != place])
        logits += self.twist * rng.normal(size=logits.shape) * bool(causes)
        rows = softmax(logits.reshape(-1, size), axis=1)
        if causes and rng.random() < self.certain:
            rows = (1 - LEAK) * np.eye(size)[rows.argmax(axis=1)] + LEAK * rows
        return np.asarray(rows / rows.sum(axis=1, keepdims=True))


@dataclass(frozen=True, eq=False)
class World:
    """A categorical network of which the first `recorded` columns are seen."""

    network: Network
    recorded: int

    @property
    def dag(self) -> Matrix:
        """The arrows among the columns that are seen."""
        return self.network.dag[: self.recorded, : self.recorded]

    @property
    def confounded(self) -> Matrix:
        """Pairs of columns that have a common cause which is not seen."""
        return confounded(self.network.dag, self.recorded)

    @property
    def cardinalities(self) -> tuple[int, ...]:
        """How many values each column has that is seen."""
        return self.network.cardinalities[: self.recorded]

    def sample(self, size: int, rng: np.random.Generator) -> Codes:
        """Independent records of the columns that are seen."""
        return np.ascontiguousarray(self.network.sample(size, rng)[:, : self.recorded])


def random_graph(d: int, degree: float, parents: int, rng: np.random.Generator) -> Matrix:
    """So many edges per column anywhere, in a random order, none of them beyond so many causes of one column.

    >>> graph = random_graph(30, 2.0, 3, np.random.default_rng(0))
    >>> int(graph.sum()), int(graph.sum(axis=0).max())
    (60, 3)
    """
    graph, order = np.zeros((d, d), dtype=bool), rng.permutation(d)
    pairs = np.argwhere(np.triu(np.ones((d, d), dtype=bool), 1))
    for early, late in rng.permutation(pairs):
        if graph.sum() >= round(degree * d):
            break
        if graph[:, order[late]].sum() < parents:
            graph[order[early], order[late]] = True
    return graph


def with_hidden(dag: Matrix, hidden: int, rng: np.random.Generator) -> Matrix:
    """The graph and so many columns more, each a cause of two columns that no edge joins, and of nothing else.

    >>> with_hidden(np.zeros((2, 2), dtype=bool), 1, np.random.default_rng(0)).astype(int).tolist()
    [[0, 0, 0], [0, 0, 0], [1, 1, 0]]
    """
    apart = np.argwhere(np.triu(~(dag | dag.T), 1))
    if len(apart) < hidden:
        raise ValueError(f"hidden must leave room: there are {len(apart)} pairs apart, got {hidden!r}")
    whole = np.pad(dag, (0, hidden))
    for cause, pair in enumerate(rng.permutation(apart)[:hidden], start=len(dag)):
        whole[cause, pair] = True
    return whole


def confounded(dag: Matrix, recorded: int) -> Matrix:
    """Pairs among the first columns that share a cause among the others."""
    causes = dag[recorded:, :recorded].astype(int)
    shared: Matrix = (causes.T @ causes) > 0
    np.fill_diagonal(shared, False)
    return shared


def random_guess(truth: Matrix, rng: np.random.Generator) -> Matrix:
    """The negative control: as many edges as there are, each anywhere, as lines.

    >>> guess = random_guess(random_graph(10, 1.0, 3, np.random.default_rng(0)), np.random.default_rng(1))
    >>> int(guess.sum()) // 2
    10
    """
    guess = np.zeros_like(truth, dtype=bool)
    places = np.argwhere(np.triu(np.ones_like(guess), 1))
    for x, y in rng.permutation(places)[: int(np.triu(truth | truth.T).sum())]:
        guess[x, y] = guess[y, x] = True
    return guess


def check_size(d: int, degree: float, hidden: int) -> None:
    """Numbers that no graph fits are a ValueError."""
    if d < 2:
        raise ValueError(f"d must be a number of columns, 2 or more, got {d!r}")
    if not 0 <= degree <= (d - 1) / 2:
        raise ValueError(f"degree must be a number of edges per column that fits d = {d}, got {degree!r}")
    if hidden < 0:
        raise ValueError(f"hidden must be 0 or more, got {hidden!r}")
