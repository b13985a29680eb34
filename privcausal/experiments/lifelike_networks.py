"""Worlds like real tables: skewed margins, gates, near copies, hubs, and columns of very different sizes.

The worlds of `simulated_networks` are kind: their logits add up, and no value is far more frequent than the others.
Published networks are not like that. Here the share of each value comes from a Dirichlet distribution with small
weights, and a column is explained in one of four ways, as columns of published networks are.
"""

import math
from dataclasses import dataclass
from itertools import product

import numpy as np

from privcausal.arrays import Floats
from privcausal.experiments.heldout_networks import SEEDS
from privcausal.experiments.simulated_networks import World
from privcausal.graphs.models.bayesian_network import Network
from privcausal.graphs.structure.pdag import Matrix

MOST_ROWS = 2_000
"""A column gets no further cause where its table would have more rows."""

CAUSES = (0.12, 0.48, 0.27, 0.10, 0.03)
"""How often a column has no cause, one, two, three and four."""

LEAST_SHARE = 1e-3
"""No value of a row is rarer, except where a gate excludes it."""


@dataclass(frozen=True)
class Lifelike:
    """A family of such networks.

    >>> world = Lifelike(d=20).draw(np.random.default_rng(0))
    >>> world.dag.shape, world.sample(100, np.random.default_rng(1)).shape
    ((20, 20), (100, 20))
    """

    d: int
    values: tuple[float, ...] = (0.45, 0.35, 0.15, 0.05)
    """How often a column has 2 values, 3 or 4, 5 to 10, and 11 to 30."""
    weight: float = 0.5
    """Of the Dirichlet distribution of the shares of a column's values: the smaller, the rarer are some of them."""
    spread: tuple[float, float] = (1.0, 6.0)
    """The sum of the weights of a row given its causes: the smaller, the more the causes decide."""
    copies: float = 0.08
    """The share of columns that copy a cause, with errors."""
    gates: float = 0.12
    """The share of columns that a threshold, or a table without order, decides from the causes."""
    ors: float = 0.25
    """The share of columns that are a noisy or of their causes, or its like for more values."""
    hubs: float = 0.6
    """How much likelier a column becomes a cause for each effect that it has already."""

    def __post_init__(self) -> None:
        if self.d < 2:
            raise ValueError(f"d must be a number of columns, 2 or more, got {self.d!r}")
        if not (len(self.values) == 4 and min(self.values) >= 0 and math.isclose(sum(self.values), 1)):
            raise ValueError(f"values must be four shares that add up to 1, got {self.values!r}")
        if not self.weight > 0:
            raise ValueError(f"weight must be a positive number, got {self.weight!r}")
        if min(self.copies, self.gates, self.ors) < 0 or self.copies + self.gates + self.ors > 1:
            raise ValueError(
                f"copies, gates and ors must be shares of at most 1 together, got {self.copies!r}, {self.gates!r}, "
                f"{self.ors!r}"
            )

    def draw(self, rng: np.random.Generator) -> World:
        """One member of the family."""
        sizes = self._sizes(rng)
        dag = self._graph(sizes, rng)
        parents = tuple(tuple(int(p) for p in np.flatnonzero(dag[:, node])) for node in range(self.d))
        tables = tuple(
            self._table(sizes[node], [sizes[p] for p in parents[node]], rng) for node in range(self.d)
        )
        names = tuple(f"x{node}" for node in range(self.d))
        categories = tuple(tuple(map(str, range(size))) for size in sizes)
        return World(Network("lifelike", names, categories, parents, tables), self.d)

    def _sizes(self, rng: np.random.Generator) -> list[int]:
        ranges = ((2, 2), (3, 4), (5, 10), (11, 30))
        chosen = rng.choice(4, size=self.d, p=self.values)
        return [int(rng.integers(*ranges[place], endpoint=True)) for place in chosen]

    def _graph(self, sizes: list[int], rng: np.random.Generator) -> Matrix:
        """Causes are drawn among earlier columns of a random order, those with effects the more likely."""
        dag, order = np.zeros((self.d, self.d), dtype=bool), rng.permutation(self.d)
        for place, node in enumerate(order):
            rows, earlier = 1, order[:place].tolist()
            for _ in range(min(int(rng.choice(len(CAUSES), p=CAUSES)), place)):
                free = [
                    cause for cause in earlier if not dag[cause, node] and rows * sizes[cause] <= MOST_ROWS
                ]
                if free:
                    odds = 1 + self.hubs * dag[free].sum(axis=1)
                    cause = int(rng.choice(free, p=odds / odds.sum()))
                    dag[cause, node], rows = True, rows * sizes[cause]
        return dag

    def _table(self, size: int, causes: list[int], rng: np.random.Generator) -> Floats:
        """One row for each combination of the causes' values, the last cause running fastest."""
        kind = rng.random() - np.cumsum([self.copies, self.gates, self.ors])
        if not causes:
            rows = shares(size, self.weight, rng)[None]
        elif kind[0] < 0:
            rows = copy(size, causes, rng)
        elif kind[1] < 0:
            rows = gate(size, causes, rng)
        elif kind[2] < 0:
            rows = noisy_or(size, causes, rng)
        else:
            total = rng.uniform(*self.spread)
            rows = rng.dirichlet(shares(size, self.weight, rng) * total + 0.05, size=math.prod(causes))
            rows = np.maximum(rows, LEAST_SHARE)
        return np.asarray(rows / rows.sum(axis=1, keepdims=True))


def shares(size: int, weight: float, rng: np.random.Generator) -> Floats:
    """Return how often each value occurs, the first one the most often."""
    drawn = np.maximum(rng.dirichlet(np.full(size, weight)), 3 * LEAST_SHARE)
    return np.asarray(np.sort(drawn / drawn.sum())[::-1])


def copy(size: int, causes: list[int], rng: np.random.Generator) -> Floats:
    """Return the table of a column that copies one cause, with a share of errors."""
    source, error = int(rng.integers(len(causes))), rng.uniform(0.005, 0.08)
    meant = rng.permutation(np.arange(causes[source]) % size)
    values = np.array([meant[row[source]] for row in product(*map(range, causes))])
    return np.asarray((1 - error) * np.eye(size)[values] + error / size)


def gate(size: int, causes: list[int], rng: np.random.Generator) -> Floats:
    """Return the table of a column that its causes decide: by how high they are together, or without any order."""
    leak = rng.choice([0.0, 0.01, 0.04])
    rows = np.array(list(product(*map(range, causes))))
    height = (rows / (np.array(causes) - 1)).mean(axis=1)
    values = np.minimum((height * size).astype(int), size - 1)
    if rng.random() < 0.3:
        values = rng.integers(size, size=len(rows))
    return np.asarray((1 - leak) * np.eye(size)[values] + leak / size)


def noisy_or(size: int, causes: list[int], rng: np.random.Generator) -> Floats:
    """Return the table of a column that is as high as the highest of what each cause does to it by itself."""
    rows = np.array(list(product(*map(range, causes))))
    below = np.cumsum(_levels(size, rng.uniform(0.002, 0.1), rng))[None].repeat(len(rows), axis=0)
    for cause, values in enumerate(causes):
        effects = [np.eye(size)[0], *(_levels(size, rng.uniform(0.2, 0.95), rng) for _ in range(values - 1))]
        below = below * np.cumsum(effects, axis=1)[rows[:, cause]]
    return np.asarray(np.maximum(np.diff(below, axis=1, prepend=0.0), 0))


def _levels(size: int, raised: float, rng: np.random.Generator) -> Floats:
    """How high one cause lifts: not at all, or to one of the levels above."""
    return np.asarray(np.concatenate([[1 - raised], raised * rng.dirichlet(np.ones(size - 1))]))


FAMILIES = {
    "small": Lifelike(d=20),
    "medium": Lifelike(d=37),
    "wide": Lifelike(d=60, values=(0.6, 0.3, 0.08, 0.02)),
    "symptoms": Lifelike(
        d=40, values=(0.8, 0.2, 0.0, 0.0), weight=0.3, ors=0.7, gates=0.05, copies=0.05, hubs=1.5
    ),
    "machine": Lifelike(d=30, values=(0.4, 0.5, 0.1, 0.0), gates=0.4, copies=0.15, ors=0.1),
    "many values": Lifelike(d=25, values=(0.1, 0.4, 0.4, 0.1)),
}

NEW_FAMILIES = {
    "wider": Lifelike(d=100, values=(0.7, 0.25, 0.05, 0.0)),
    "rare": Lifelike(d=45, weight=0.2, values=(0.6, 0.3, 0.08, 0.02)),
}
"""For judging alone."""

MEMBERS = 3
"""How many of each family there are in each half."""


def lifelike(purpose: str, family: str, member: int) -> World:
    """Return a network of the development half or of the sealed one, which is drawn for judging alone.

    >>> lifelike("development", "small", 0).dag.shape
    (20, 20)
    """
    if purpose not in SEEDS:
        raise ValueError(f"purpose must be one of {', '.join(SEEDS)}, got {purpose!r}")
    recipes = FAMILIES | (NEW_FAMILIES if purpose == "judging" else {})
    return recipes[family].draw(np.random.default_rng([SEEDS[purpose], 1, member, *family.encode()]))
