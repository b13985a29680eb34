"""Seven Bayesian networks that the literature measures itself on: their graphs, their tables, samples of any size."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from privcausal.graphs.structure.pdag import Matrix, topological

FILE = Path(__file__).parents[2] / "data" / "networks.json"

NAMES = ("earthquake", "cancer", "asia", "survey", "sachs", "child", "alarm")
"""From the smallest to the largest."""

Codes = NDArray[np.uint8]
"""Records as rows; entry 2 means the third category of its column."""


@dataclass(frozen=True, eq=False)
class Network:
    """A directed acyclic graph and, for each variable, its distribution given its parents."""

    name: str
    nodes: tuple[str, ...]
    categories: tuple[tuple[str, ...], ...]
    """The values of each variable, in the order in which the network lists them."""
    parents: tuple[tuple[int, ...], ...]
    tables: tuple[NDArray[np.float64], ...]
    """One row for each combination of the parents' values, the last parent running fastest; rows sum to 1."""

    @property
    def cardinalities(self) -> tuple[int, ...]:
        """How many values each variable has."""
        return tuple(len(values) for values in self.categories)

    @property
    def parameters(self) -> int:
        """The free probabilities: each row has one fewer than it has values."""
        return sum(rows.shape[0] * (rows.shape[1] - 1) for rows in self.tables)

    @property
    def dag(self) -> Matrix:
        """The graph: `dag[i, j]` says that i is a parent of j."""
        graph = np.zeros((len(self.nodes),) * 2, dtype=bool)
        for child, parents in enumerate(self.parents):
            graph[list(parents), child] = True
        return graph

    def sample(self, size: int, rng: np.random.Generator) -> Codes:
        """Independent records, parents before children, all records at once.

        >>> network("cancer").sample(3, np.random.default_rng(0)).tolist()
        [[0, 0, 1, 1, 1], [0, 1, 1, 1, 0], [0, 1, 1, 0, 1]]
        """
        if size < 0:
            raise ValueError(f"size must be a number of records, 0 or more, got {size!r}")
        records = np.zeros((size, len(self.nodes)), dtype=np.uint8)
        for node in topological(self.dag):
            row = mixed_radix(records, self.parents[node], self.cardinalities)
            # A uniform number lands beyond so many of the row's cumulated probabilities: that is its category.
            steps = self.tables[node].cumsum(axis=1)[:, :-1]
            records[:, node] = (rng.random(size)[:, None] >= steps[row]).sum(axis=1)
        return records


def mixed_radix(records: Codes, columns: tuple[int, ...], cardinalities: tuple[int, ...]) -> NDArray[np.intp]:
    """One number per record for the values in these columns together, the last column running fastest.

    >>> mixed_radix(np.array([[1, 0, 2], [0, 1, 1]], dtype=np.uint8), (0, 2), (2, 2, 3)).tolist()
    [5, 1]
    """
    code = np.zeros(len(records), dtype=np.intp)
    for column in columns:
        code *= cardinalities[column]
        code += records[:, column]
    return code


@cache
def network(name: str) -> Network:
    """One of the seven, by name.

    >>> sachs = network("sachs")
    >>> len(sachs.nodes), int(sachs.dag.sum()), sachs.parameters
    (11, 17, 178)
    """
    if name not in NAMES:
        raise ValueError(f"name must be one of {', '.join(NAMES)}, got {name!r}")
    variables: dict[str, Any] = json.loads(FILE.read_text())[name]
    nodes = tuple(variables)
    tables = []
    for variable in variables.values():
        rows = np.array(variable["rows"], dtype=float)
        tables.append(rows / rows.sum(axis=1, keepdims=True))  # the files print at most seven digits
    return Network(
        name,
        nodes,
        tuple(tuple(variable["categories"]) for variable in variables.values()),
        tuple(tuple(map(nodes.index, variable["parents"])) for variable in variables.values()),
        tuple(tables),
    )
