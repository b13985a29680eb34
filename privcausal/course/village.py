"""Five variables about people, a simulated village, and the search that chapters 12 to 14 share."""

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Edges = set[tuple[int, int]]
Given = tuple[int, ...]

NAMES = "young", "near", "reward", "learned", "hiv"
YOUNG, NEAR, REWARD, LEARNED, HIV = range(5)
"""Columns of the five variables, in all three chapters."""

SIZES = 2, 2, 3, 2, 2
"""Number of values of each variable, declared and not read off the data."""

PLACES = {"hiv": (0, 1), "young": (1, 2), "near": (2, 2), "reward": (3, 2), "learned": (2, 1), "partner": (2, 0)}
"""Position of each variable in a drawing, with the sixth variable of chapter 12."""

TRUE_EDGES = {(YOUNG, LEARNED), (NEAR, LEARNED), (REWARD, LEARNED), (YOUNG, HIV)}
"""Edges of the simulated village, as pairs of columns."""


def cut(table: pd.DataFrame) -> NDArray[np.int64]:
    """Return the five variables as whole numbers, cut at places that do not depend on any record.

    >>> cut(pd.DataFrame({"age": [20], "distance": [3.0], "reward": [2.0], "learned": [1], "hiv": [0]})).tolist()
    [[1, 0, 2, 1, 0]]
    """
    reward = (table.reward > 0).astype(int) + (table.reward > 1.5)
    return np.column_stack([table.age < 30, table.distance < 2, reward, table.learned, table.hiv]).astype(int)


def village(n: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Simulate the five variables for n people: the young and the far learn less often, a reward helps.

    >>> village(3, np.random.default_rng(0)).shape
    (3, 5)
    """
    young, near = (rng.random(n) < chance for chance in (0.45, 0.6))
    reward = rng.integers(0, 3, n)
    hiv = rng.random(n) < 0.30 - 0.15 * young
    learned = rng.random(n) < 0.25 + 0.15 * near + 0.20 * reward - 0.15 * young
    return np.column_stack([young, near, reward, learned, hiv]).astype(int)


def excess(table: NDArray[np.int64]) -> int:
    """Return the number of concordant minus discordant pairs of people in a table of counts.

    >>> excess(np.array([[2, 0], [0, 3]]))
    6
    """
    return int(
        sum(
            table[i, j] * (table[i + 1 :, j + 1 :].sum() - table[i + 1 :, :j].sum())
            for i, j in np.ndindex(*table.shape)
        )
    )


def pc_questions(edges: Edges, order: int) -> Iterator[tuple[tuple[int, int], list[Given]]]:
    """Yield each edge with the sets of `order` neighbours of either end.

    >>> list(pc_questions({(0, 1), (1, 2)}, 1))
    [((0, 1), [(2,)]), ((1, 2), [(0,)])]
    """
    near: dict[int, set[int]] = {v: set() for edge in edges for v in edge}
    for x, y in edges:
        near[x].add(y)
        near[y].add(x)
    for x, y in sorted(edges):
        sides = sorted(near[x] - {y}), sorted(near[y] - {x})
        yield (
            (x, y),
            sorted({conditioning_set for side in sides for conditioning_set in combinations(side, order)}),
        )


def pc_skeleton(
    nodes: int, independent: Callable[[int, int, Given], bool]
) -> tuple[Edges, dict[tuple[int, int], Given]]:
    """Return the edges that stay, and the separating set of each pair that is deleted, as in chapter 12.

    >>> pc_skeleton(3, lambda x, y, conditioning_set: (x, y, conditioning_set) == (0, 2, (1,)))
    ({(0, 1), (1, 2)}, {(0, 2): (1,)})
    """
    edges, separators = set(combinations(range(nodes), 2)), {}
    for order in range(nodes - 1):
        for edge, sets in list(pc_questions(edges, order)):
            conditioning_set = next(
                (conditioning_set for conditioning_set in sets if independent(*edge, conditioning_set)), None
            )
            if conditioning_set is not None:
                separators[edge] = conditioning_set
                edges.discard(edge)
    return edges, separators
