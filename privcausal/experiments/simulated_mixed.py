"""Worlds of categories and numbers: random graphs whose effects add up, in numbers and in the logits of categories."""

from dataclasses import dataclass

import numpy as np

from privcausal.arrays import Floats
from privcausal.experiments.simulated_networks import random_graph
from privcausal.graphs.structure.pdag import Matrix, topological
from privcausal.table.declaration import Categories, Declaration, Number
from privcausal.table.records import Table

WIDE = 15.0
"""Numbers are declared to lie within so many standard deviations of their own noise: wider than they do."""


@dataclass(frozen=True, eq=False)
class MixedWorld:
    """A graph, how many values each column has, and what each cause adds to its effect."""

    dag: Matrix
    sizes: tuple[int, ...]
    """0 for a number."""
    own: tuple[Floats, ...]
    """Of a category its logits, of a number its mean, before causes speak."""
    effects: dict[tuple[int, int], Floats]
    """For each arrow one row per value of the cause, a single one if that is a number: what a unit of it adds."""

    @property
    def declaration(self) -> Declaration:
        """The public declaration: values, and ranges that are wide and have their middle anywhere."""
        columns = enumerate(zip(self.sizes, self.own, strict=True))
        return Declaration(
            {
                f"x{node}": Categories(range(size), missing=0)
                if size
                else Number(-WIDE, WIDE + float(own[0]))
                for node, (size, own) in columns
            }
        )

    def sample(self, size: int, rng: np.random.Generator) -> Table:
        """Independent records.

        >>> world = mixed_world(6, 3, np.random.default_rng(0))
        >>> print(world.sample(100, np.random.default_rng(1)))
        100 records of x0, x1, x2, x3, x4, x5
        """
        coded: dict[int, Floats] = {}  # what the rows of effects are multiplied by
        public = self.declaration.columns
        cells = {}
        for node in topological(self.dag):
            causes = np.flatnonzero(self.dag[:, node]).tolist()
            level = self.own[node] + sum(coded[cause] @ self.effects[cause, node] for cause in causes)
            level = np.broadcast_to(level, (size, len(self.own[node])))
            if self.sizes[node]:
                cells[node] = (level + rng.gumbel(size=level.shape)).argmax(axis=1).astype(np.uint8)
                coded[node] = np.eye(self.sizes[node])[cells[node]]
            else:
                cells[node] = level[:, 0] + rng.normal(size=size)
                coded[node] = (cells[node] - self.own[node])[:, None] / 2
        ends = {node: public[f"x{node}"] for node, k in enumerate(self.sizes) if not k}
        for node, column in ends.items():
            assert isinstance(column, Number)
            cells[node] = np.clip(cells[node], column.low, column.high)
        return Table(self.declaration, {f"x{node}": cells[node] for node in range(len(self.dag))})


def mixed_world(
    d: int,
    numbers: int,
    rng: np.random.Generator,
    *,
    degree: float = 1.5,
    values: tuple[int, int] = (2, 4),
    spread: float = 0.7,
) -> MixedWorld:
    """So many columns, some of them numbers, the others with the fewest to the most values; at most three causes each.

    The larger the spread of a category's own logits, the more frequent is one of its values.
    """
    dag = random_graph(d, degree, 3, rng)
    sizes = np.zeros(d, dtype=int)
    sizes[rng.permutation(d)[numbers:]] = rng.integers(*values, d - numbers, endpoint=True)
    own = tuple(rng.normal(0, spread, max(size, 1)) for size in sizes.tolist())
    effects = {
        (int(cause), int(effect)): _contribution(int(sizes[cause]), int(sizes[effect]), rng)
        for cause, effect in np.argwhere(dag)
    }
    return MixedWorld(dag, tuple(sizes.tolist()), own, effects)


def _contribution(cause: int, effect: int, rng: np.random.Generator) -> Floats:
    """What a cause adds: to logits anything; to a number between a half and one of its noise, of either sign."""
    rows = rng.normal(size=(max(cause, 1), max(effect, 1)))
    if effect:
        return np.asarray(rows if cause else 1.5 * rows)
    size = rng.uniform(0.5, 1.0)
    spread = rows.std() if cause else abs(rows)
    return np.asarray(size * (rows - (rows.mean() if cause else 0)) / spread)
